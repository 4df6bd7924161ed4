package db

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// TestThumbnailsOfOneSizeAreMadeAgain runs the migration over rows of the time when a thumbnail was one
// picture: none of them may be served as one of several sizes.
func TestThumbnailsOfOneSizeAreMadeAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "anbar.db")
	d, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := fill(t, d, 1)
	made, none := f.files[0].Hash, Hash{7}
	err = d.Update(t.Context(), func(tx *Tx) error {
		for source, state := range map[Hash]ThumbnailState{made: ThumbnailMade, none: ThumbnailImpossible} {
			if _, err := tx.InsertThumbnail(source, "image/png", 0); err != nil {
				return err
			}
			if err := tx.UpdateThumbnail(source, state, Hash{5}); err != nil {
				return err
			}
		}
		step, err := migrations.ReadFile("migrations/0010_sizes.sql")
		if err != nil {
			return err
		}
		return tx.exec(string(step))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = d.Update(t.Context(), func(tx *Tx) error {
		got, err := tx.ThumbnailOf(0, made)
		if err != nil || got != (Thumbnail{State: ThumbnailWanted}) {
			t.Errorf("%v, %v", got, err)
		}
		wanted, err := tx.ThumbnailWanted(f.space, false, 0)
		if err != nil || wanted.Source != made || wanted.Tries != 0 {
			t.Errorf("it does not wait in the queue of its workspace: %v, %v", wanted, err)
		}
		n, err := tx.NodeByID(f.files[0].ID)
		if err != nil || n.Thumbnail != ThumbnailWanted {
			t.Errorf("its file says %v, %v", n, err)
		}
		if got, err := tx.ThumbnailOf(0, none); err != nil || got.State != ThumbnailImpossible {
			t.Errorf("an impossible one: %v, %v", got, err)
		}
		named, err := tx.IsHashReferenced(Hash{5})
		if err != nil || !named {
			t.Errorf("a copy of the database loses the picture: %v, %v", named, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWorkspacesFromBeforeKnowWhatTheyWereGiven runs the migration over subscriptions of the time when
// nothing said what they were before an invoice: a free one and one that began free know it, one that was
// bought, or that is older than the plans, does not.
func TestWorkspacesFromBeforeKnowWhatTheyWereGiven(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := fill(t, d, 1)
	older, bought, began, free := f.space, SpaceID(NewID()), SpaceID(NewID()), SpaceID(NewID())
	plans := map[string]*Plan{"free": {Name: "free"}, "standard": {Name: "standard"}}
	err = d.Update(t.Context(), func(tx *Tx) error {
		err := errors.Join(tx.exec("UPDATE spaces SET created_at = created_at - 60000"),
			tx.InsertPlan(plans["free"]), tx.InsertPlan(plans["standard"]))
		for _, space := range []SpaceID{bought, began, free} {
			err = errors.Join(err, tx.InsertSpace(&Space{
				ID: space, Title: space.String(), TitleKey: space.String(), Owner: f.user, Root: f.root, Trash: f.trash, Access: "private",
			}))
		}
		err = errors.Join(err, tx.InsertInvoice(&Invoice{
			ID: "i", User: f.user, Space: bought, Intent: "create", Plan: plans["standard"].ID, Lines: []byte("[]"),
		}))
		for _, space := range []SpaceID{older, bought, began, free} {
			b := &Subscription{Space: space, Plan: plans["standard"].ID, Users: 3, Period: "monthly", Since: tx.Now, StartsAt: tx.Now}
			if space == free {
				b.Plan, b.Period, b.Users = plans["free"].ID, "", 1
			}
			err = errors.Join(err, tx.PutSubscription(b))
		}
		step, e := migrations.ReadFile("migrations/0020_given_plans.sql")
		if err := errors.Join(err, e); err != nil {
			return err
		}
		for statement := range strings.SplitSeq(string(step), ";\n") {
			if _, update, ok := strings.Cut(statement, "UPDATE subscriptions"); ok {
				if err := tx.exec("UPDATE subscriptions" + update); err != nil {
					return err
				}
			}
		}
		for space, known := range map[SpaceID]bool{older: false, bought: false, began: true, free: true} {
			g, err := tx.GrantedPlanOf(space)
			if known && (err != nil || g.Plan != plans["free"].ID || g.Users != 1) || !known && !errors.Is(err, ErrNotFound) {
				t.Errorf("%v: %+v, %v", space, g, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDocumentsOnOfficeServersStayThroughTheirMigration runs the migration over rows of both kinds: they are there afterwards,
// and they outlive their file.
func TestDocumentsOnOfficeServersStayThroughTheirMigration(t *testing.T) {
	d, err := Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	f := fill(t, d, 1)
	node := f.files[0].ID
	key := &OfficeKey{Key: "k", Node: node, Space: f.space, User: f.user, Name: "a.docx", Opened: 3}
	session := &WopiSession{Key: "w", Node: node, Space: f.space, User: f.user, Name: "a.docx"}
	err = d.Update(t.Context(), func(tx *Tx) error {
		err := errors.Join(tx.InsertOfficeKey(key), tx.InsertWopiSession(session))
		key.EditVersion, key.Seen, key.SeenAt = 4, "seen", 5
		session.Closed, session.Copy, session.CopySpace, session.CopyVersion = true, 6, 7, 8
		err = errors.Join(err, tx.UpdateOfficeKey(key), tx.UpdateWopiSession(session))
		step, e := migrations.ReadFile("migrations/0034_office_outlives.sql")
		return errors.Join(err, e, tx.exec(string(step)), tx.exec("DELETE FROM nodes WHERE id = ?", node))
	})
	if err != nil {
		t.Fatal(err)
	}
	err = d.View(t.Context(), func(v *View) error {
		k, err := v.OfficeKeyByKey("k")
		if err != nil || k.Node != node || k.EditVersion != 4 || k.Seen != "seen" || k.SeenAt != 5 {
			t.Errorf("%+v, %v", k, err)
		}
		s, err := v.WopiSessionByKey("w")
		if err != nil || s.Node != node || !s.Closed || s.Copy != 6 || s.CopySpace != 7 || s.CopyVersion != 8 {
			t.Errorf("%+v, %v", s, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
