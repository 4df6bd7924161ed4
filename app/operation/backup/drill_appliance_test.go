package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// addFiles makes a workspace with a file of each content.
func (d *drive) addFiles(t *testing.T, contents ...blobstore.Digest) {
	t.Helper()
	user, space, root, trash := db.UserID(db.NewID()), db.SpaceID(db.NewID()), db.NodeID(db.NewID()), db.NodeID(db.NewID())
	my, myTrash := db.NodeID(db.NewID()), db.NodeID(db.NewID())
	err := d.db.Update(t.Context(), func(tx *db.Tx) error {
		err := errors.Join(tx.InsertUser(&db.User{ID: user, Email: "sara@example.org", Language: "fa"}),
			tx.InsertSpace(&db.Space{ID: space, Title: "T", TitleKey: "t", Owner: user, Root: root, Trash: trash, Access: "private"}),
			tx.InsertRoot(root, space, "shared", 0, user), tx.InsertRoot(trash, space, "trash", 0, user),
			tx.InsertRoot(my, space, "my", user, user), tx.InsertRoot(myTrash, space, "my_trash", user, user),
			tx.InsertMember(space, user, "owner", my, myTrash))
		for i, digest := range contents {
			file := &db.Node{
				ID: db.NodeID(db.NewID()), Space: space, Parent: root, Kind: db.File, Name: fmt.Sprint(i), NameKey: fmt.Sprint(i),
				SortKey: []byte{byte(i)}, Version: db.VersionID(db.NewID()), Hash: db.Hash(digest), Number: 1, CreatedBy: user,
				ModifiedBy: user,
			}
			err = errors.Join(err, tx.InsertNode(file), tx.InsertVersion(&db.Version{
				ID: file.Version, Node: file.ID, Space: space, Number: 1, Hash: file.Hash, CreatedBy: user,
			}))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// readSecond reads files from a data directory as an appliance would.
func readSecond(ctx context.Context, s config.Storage, files []db.SampleFile) (all []Download, err error) {
	d, err := db.Open(ctx, s.Database())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	blobs, err := blobstore.Open(s.Blobs(), blobstore.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	if _, err := os.Stat(s.Secrets()); err != nil {
		return nil, err
	}
	for _, f := range files {
		if _, err := db.Get(ctx, d, func(v *db.View) (*db.Node, error) { return v.NodeByID(f.ID) }); err != nil {
			return nil, err
		}
		r, err := blobs.Open(ctx, blobstore.Digest(f.Hash))
		if err != nil {
			all = append(all, Download{Failed: err.Error()})
			continue
		}
		b := make([]byte, r.Size())
		_, err = r.ReadAt(b, 0)
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		all = append(all, Download{Hash: blobstore.Sum(b)})
	}
	return all, nil
}

// TestASecondApplianceGivesOutWhatIsAtTheTarget has files in a sealed pack, in ranges of one, and large ones; clear and sealed copies.
func TestASecondApplianceGivesOutWhatIsAtTheTarget(t *testing.T) {
	t.Parallel()
	onQuickPlaces(t, func(t *testing.T, p place) {
		f := newFixture(t, p)
		f.addFiles(t, f.all...)
		r := f.driller(t, f.k)
		r.o.Serve = readSecond
		row, all := rehearse(t, r)
		if row.Outcome != db.DrillGood || int(row.Served) != len(f.all) || len(all) > 0 {
			t.Errorf("%+v", row)
		}
		var out strings.Builder
		words := fmt.Sprintf("%d files were downloaded", len(f.all))
		if err := WriteDrill(&out, "there", row); err != nil || !strings.Contains(out.String(), words) {
			t.Errorf("%v: %s", err, out.String())
		}
		f.end(t, f.k)
	})
}

// TestWhatASecondApplianceGetsWrongIsSaid has one that gives out other bytes, nothing, too little, and one that does not start.
func TestWhatASecondApplianceGetsWrongIsSaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	f.addFiles(t, f.all...)
	for name, c := range map[string]struct {
		change func([]Download) ([]Download, error)
		words  string
	}{
		"other bytes": {func(all []Download) ([]Download, error) {
			all[1].Hash[0] ^= 1
			return all, nil
		}, "other bytes"},
		"an error": {func(all []Download) ([]Download, error) {
			all[1].Failed = "the answer was 500"
			return all, nil
		}, "500"},
		"one is missing": {func(all []Download) ([]Download, error) { return all[:len(all)-1], nil }, "not asked"},
		"no start":       {func([]Download) ([]Download, error) { return nil, errors.New("it does not start") }, "does not start"},
	} {
		t.Run(name, func(t *testing.T) {
			r := f.driller(t, f.k)
			r.o.Serve = func(ctx context.Context, s config.Storage, files []db.SampleFile) ([]Download, error) {
				all, err := readSecond(ctx, s, files)
				if err != nil {
					return nil, err
				}
				return c.change(all)
			}
			if found := expect(t, r, FoundAppliance, false); !strings.Contains(found.Words, c.words) {
				t.Errorf("%+v", found)
			}
		})
	}
	r := f.driller(t, f.k)
	r.o.Serve = readSecond
	r.o.Free = func() (int64, error) { return scratchRoom + 5<<20, nil }
	if row, all := rehearse(t, r); row.Served != 0 || len(all) > 0 || row.Outcome != db.DrillGood {
		t.Errorf("without room: %+v", row)
	}
	f.end(t, f.k)
}

// TestASecondApplianceStartsOnceAMonth looks at the nights.
func TestASecondApplianceStartsOnceAMonth(t *testing.T) {
	t.Parallel()
	f := newFixture(t, places(t)[0](t))
	f.addFiles(t, f.all...)
	r := f.driller(t, f.k)
	r.o.Serve = readSecond
	for _, c := range []struct {
		name, kind string
		before     time.Duration // the one before, with a second appliance; 0 for none
		want       bool
	}{
		{"the first night", DrillNightly, 0, true},
		{"the next night", DrillNightly, 24 * time.Hour, false},
		{"a month later", DrillNightly, 31 * 24 * time.Hour, true},
		{"on demand", DrillAsked, time.Hour, true},
	} {
		err := f.db.Update(t.Context(), func(tx *db.Tx) error {
			all, err := tx.Drills(math.MaxInt32)
			for i := range all {
				all[i].Served = 0
				err = errors.Join(err, tx.UpdateDrill(&all[i]))
			}
			if c.before == 0 || err != nil {
				return err
			}
			now := tx.Now
			defer func() { tx.Now = now }()
			tx.Now = now.Add(-c.before)
			id, err := tx.InsertDrill(DrillNightly, "")
			return errors.Join(err, tx.UpdateDrill(&db.Drill{ID: id, Findings: "[]", Outcome: db.DrillGood, Served: 3}))
		})
		if err != nil {
			t.Fatal(err)
		}
		row, err := r.Run(t.Context(), c.kind)
		if err != nil || (row.Served > 0) != c.want {
			t.Errorf("%s: %+v, %v", c.name, row, err)
		}
	}
	f.end(t, f.k)
}
