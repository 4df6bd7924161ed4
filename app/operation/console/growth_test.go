package console

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/db"
	"anbar/db/dbtest"
)

const mib = 1 << 20

// grownHouse is an appliance with workspaces of 1 GiB, whose notes say how they grew.
type grownHouse struct {
	*System
	t     *testing.T
	today int64
	owner db.UserID
}

func newGrownHouse(t *testing.T) *grownHouse {
	t.Helper()
	h := &grownHouse{&System{SystemOptions: SystemOptions{DB: dbtest.New(t)}}, t, time.Now().Unix() / daySeconds, db.UserID(db.NewID())}
	h.write(func(tx *db.Tx) error {
		return tx.InsertUser(&db.User{ID: h.owner, Email: "sara@example.org", FirstName: "Sara", Language: "fa"})
	})
	return h
}

func (h *grownHouse) write(fn func(*db.Tx) error) {
	h.t.Helper()
	if err := h.DB.Update(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// addSpace adds a workspace that holds so much now, and held used(days ago) on each day before.
func (h *grownHouse) addSpace(title string, limit int64, days int, used func(ago int64) int64) *db.Space {
	h.t.Helper()
	s := &db.Space{
		ID: db.SpaceID(db.NewID()), Title: title, TitleKey: title, Owner: h.owner, Root: db.NodeID(db.NewID()),
		Trash: db.NodeID(db.NewID()), Access: "private", StorageLimit: limit,
	}
	h.write(func(tx *db.Tx) error {
		err := errors.Join(tx.InsertSpace(s), tx.InsertRoot(s.Root, s.ID, "shared", 0, h.owner),
			tx.InsertRoot(s.Trash, s.ID, "trash", 0, h.owner),
			tx.InsertMember(s.ID, h.owner, access.Owner, s.Root, s.Trash), tx.UpdateSpaceUsed(s.ID, used(0)))
		for ago := int64(days); ago > 0 && err == nil; ago-- {
			err = tx.PutSpaceDays(h.today-ago, []db.SpaceSize{{ID: s.ID, Used: used(ago)}}, growthKept)
		}
		return err
	})
	return s
}

func (h *grownHouse) forecast() *Growth {
	h.t.Helper()
	g := h.Growth()
	if g == nil {
		h.t.Fatal("there is no forecast")
	}
	return g
}

// TestWorkspacesThatFillAreFirst, and only those that are full within 14 days at every pace count as filling.
func TestWorkspacesThatFillAreFirst(t *testing.T) {
	h := newGrownHouse(t)
	h.addSpace("idle", 1000*mib, 40, func(int64) int64 { return 10 * mib })
	h.addSpace("new", 1000*mib, 5, func(ago int64) int64 { return (900 - 50*ago) * mib })
	h.addSpace("later", 1000*mib, 40, func(ago int64) int64 { return (500 - 10*ago) * mib })
	h.addSpace("soon", 1000*mib, 40, func(ago int64) int64 { return (900 - 20*ago) * mib })
	h.addSpace("full", 1000*mib, 40, func(int64) int64 { return 1000 * mib })
	h.addSpace("endless", 0, 40, func(ago int64) int64 { return (5000 - 100*ago) * mib })
	h.addSpace("shrinks", 1000*mib, 40, func(ago int64) int64 { return (500 + 5*ago) * mib })
	if err := h.RecordGrowth(t.Context()); err != nil {
		t.Fatal(err)
	}
	g := h.forecast()
	for i, want := range []struct{ title, state string }{
		{"full", "full"}, {"soon", "fills"}, {"later", "fills"}, {"endless", "unlimited"}, {"idle", "steady"}, {"new", "unknown"},
		{"shrinks", "steady"},
	} {
		found := false
		for at, w := range g.Workspaces {
			if w.Title == want.title {
				found = w.State == want.state && (i > 2 || at == i)
			}
		}
		if !found {
			t.Errorf("%s: %+v", want.title, g.Workspaces)
		}
	}
	if g.Filling != 1 || g.Count != 7 {
		t.Errorf("%d of %d are filling", g.Filling, g.Count)
	}
	soon := g.Workspaces[1]
	isRange := soon.Soonest != nil && *soon.Soonest == 5 && soon.Latest != nil && *soon.Latest == 6
	if !isRange || soon.Likely != 600*mib || len(soon.Recently) != 30 {
		t.Errorf("%+v", soon)
	}
}

// TestAForecastThatFailsLeavesTheLastOne, and before the first one there is none: nobody who reads it waits for it.
func TestAForecastThatFailsLeavesTheLastOne(t *testing.T) {
	h := newGrownHouse(t)
	h.addSpace("soon", 1000*mib, 40, func(ago int64) int64 { return (900 - 20*ago) * mib })
	if g := h.Growth(); g != nil || h.countFilling() != 0 {
		t.Errorf("before the first one: %+v", g)
	}
	if err := h.RecordGrowth(t.Context()); err != nil {
		t.Fatal(err)
	}
	last := h.forecast()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := h.RecordGrowth(ended); err == nil {
		t.Error("the job does not say that it failed")
	}
	if h.forecast() != last || h.countFilling() != 1 {
		t.Errorf("after a failure: %+v", h.Growth())
	}
}

// TestWhatIsNotKnownYetIsNotOver: after a start the URL of alarms does not hear that no workspace is filling up any more.
func TestWhatIsNotKnownYetIsNotOver(t *testing.T) {
	n := &attentionNotes{Kinds: map[string]attentionNote{"quotas": {Called: true}, "disk": {Called: true}}}
	if over := n.update(time.Now(), nil, "quotas"); len(over) != 1 || over[0] != "disk" || len(n.Kinds) != 1 {
		t.Errorf("over are %q, and noted %v", over, n.Kinds)
	}
}

// TestWhatIsGoneIsForgotten: notes are bounded, and those of deleted workspaces go.
func TestWhatIsGoneIsForgotten(t *testing.T) {
	h := newGrownHouse(t)
	s := h.addSpace("old", 0, growthKept+50, func(ago int64) int64 { return 1000 - ago })
	days := func() []db.StorageDay {
		all, err := db.Get(t.Context(), h.DB, func(v *db.View) ([]db.StorageDay, error) { return v.SpaceDays(s.ID, 0, h.today+1e6) })
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := days(); len(all) != growthKept || all[0].Day != h.today-growthKept {
		t.Errorf("%d days from %d on", len(all), h.today-all[0].Day)
	}
	// A clock that is ahead for a moment costs a day, and not the history.
	h.write(func(tx *db.Tx) error {
		return tx.PutSpaceDays(h.today+5000, []db.SpaceSize{{ID: s.ID, Used: 1}}, growthKept)
	})
	if all := days(); len(all) != growthKept || all[0].Day != h.today-growthKept+1 {
		t.Errorf("after a jump %d days from %d on", len(all), h.today-all[0].Day)
	}
	h.write(func(tx *db.Tx) error { return tx.UpdateSpaceDeleted(s.ID) })
	if err := h.RecordGrowth(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all := days(); len(all) != 0 {
		t.Errorf("%d days of a workspace that is gone", len(all))
	}
}

// TestKindsAreCountedOnce: newest versions by their kind, the trash and older versions by themselves, and all of them are what
// workspaces are charged for.
func TestKindsAreCountedOnce(t *testing.T) {
	h := newGrownHouse(t)
	s := h.addSpace("files", 0, 0, func(int64) int64 { return 1000 })
	inside := db.NodeID(db.NewID())
	h.write(func(tx *db.Tx) error {
		err := tx.InsertNode(&db.Node{
			ID: inside, Space: s.ID, Parent: s.Root, Kind: db.Directory, Name: "d", NameKey: "d", SortKey: []byte("d"), CreatedBy: h.owner,
			ModifiedBy: h.owner,
		})
		for i, f := range []struct {
			in   db.NodeID
			ext  string
			size int64
		}{
			{s.Root, "docx", 100}, {inside, "jpg", 200}, {inside, "heic", 10}, {inside, "mp4", 50}, {inside, "", 7}, {inside, "weird", 3},
			{s.Trash, "jpg", 400}, {s.Root, "zip", 20}, {s.Root, "mp3", 5}, {s.Root, "pdf", 1},
		} {
			name := fmt.Sprintf("f%d.%s", i, f.ext)
			err = errors.Join(err, tx.InsertNode(&db.Node{
				ID: db.NodeID(db.NewID()), Space: s.ID, Parent: f.in, Kind: db.File, Name: name, NameKey: name, SortKey: []byte(name),
				TypeKey: f.ext, Size: f.size, CreatedBy: h.owner, ModifiedBy: h.owner,
			}))
		}
		return err
	})
	if err := h.RecordGrowth(t.Context()); err != nil {
		t.Fatal(err)
	}
	own, err := db.Get(t.Context(), h.DB, func(v *db.View) ([]db.SpaceKindDay, error) { return v.SpaceKindDays(s.ID, h.today, h.today) })
	if err != nil || len(own) != 8 {
		t.Errorf("%d kinds of the workspace are noted, %v", len(own), err)
	}
	got, sum := map[string]int64{}, int64(0)
	for _, k := range h.forecast().Kinds {
		got[k.Kind], sum = k.Used, sum+k.Used
	}
	want := map[string]int64{
		"documents": 101, "pictures": 210, "video": 50, "audio": 5, "archives": 20, "other": 10, "trash": 400, "versions": 204,
	}
	if fmt.Sprint(got) != fmt.Sprint(want) || sum != 1000 {
		t.Errorf("%v, %d in all; want %v", got, sum, want)
	}
}

// TestKindsOfEachWorkspace: a kind is noted from its first byte on, also when there is none of it any more, for a bounded time, and not
// for a workspace that is gone.
func TestKindsOfEachWorkspace(t *testing.T) {
	h := newGrownHouse(t)
	films := h.addSpace("films", 0, 0, func(int64) int64 { return 0 })
	books := h.addSpace("books", 0, 0, func(int64) int64 { return 0 })
	for ago := int64(kindGrowthKept + 20); ago >= 0; ago-- {
		h.write(func(tx *db.Tx) error {
			video := (500 - 10*min(ago, 50)) * mib
			return tx.PutSpaceKindDays(h.today-ago, []db.SpaceKinds{
				{ID: films.ID, Used: map[string]int64{"video": video, "documents": max(0, ago-70), "audio": 0}},
				{ID: books.ID, Used: map[string]int64{"documents": 7 * mib, "video": 0}},
			}, kindGrowthKept)
		})
	}
	of := func(s *db.Space) (kinds []string, g *SpaceGrowth) {
		days, err := db.Get(t.Context(), h.DB, func(v *db.View) ([]db.SpaceKindDay, error) { return v.SpaceKindDays(s.ID, 0, h.today) })
		if err != nil {
			t.Fatal(err)
		}
		g = groupKinds(days, h.today)
		for _, k := range g.Kinds {
			kinds = append(kinds, k.Kind)
		}
		return kinds, g
	}
	kinds, g := of(films)
	if !slices.Equal(kinds, []string{"video", "documents"}) || g.Kinds[0].Used != 500*mib || g.Kinds[0].Likely != 300*mib {
		t.Errorf("of films: %v, %+v", kinds, g)
	}
	if g.Kinds[1].Used != 0 || !g.Kinds[1].Known || g.Kinds[1].Likely != 0 || len(g.Kinds[1].Recently) != 30 {
		t.Errorf("of what films had once: %+v", g.Kinds[1])
	}
	if kinds, _ := of(books); !slices.Equal(kinds, []string{"documents"}) {
		t.Errorf("of books: %v", kinds)
	}
	days, err := db.Get(t.Context(), h.DB, func(v *db.View) ([]db.SpaceKindDay, error) { return v.SpaceKindDays(books.ID, 0, h.today) })
	if err != nil || len(days) != kindGrowthKept {
		t.Errorf("%d days are kept, %v", len(days), err)
	}
	h.write(func(tx *db.Tx) error {
		return errors.Join(tx.UpdateSpaceDeleted(books.ID), tx.DeleteDaysOfGoneSpaces())
	})
	if kinds, _ := of(books); len(kinds) > 0 {
		t.Errorf("of a workspace that is gone: %v", kinds)
	}
}
