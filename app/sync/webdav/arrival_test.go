package webdav

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// TestARefusedFileAmongManyLeavesNothing has one of three files refused after its rows were written, and then a failure that is
// none of a file.
func TestARefusedFileAmongManyLeavesNothing(t *testing.T) {
	w := newWorld(t)
	var no error
	var used []db.NodeID
	tree := newDrivesTree()
	tree.SetHeaders = func(_ *db.View, _ http.Header, it *access.Item) error {
		if it.Name == "b" {
			return no
		}
		return nil
	}
	s := New(Options{DB: w.db, OnUse: func(_ access.Actor, node db.NodeID) { used = append(used, node) }})
	c := &api.Call{Context: t.Context(), Who: w.who, R: httptest.NewRequest("POST", "/", nil), W: httptest.NewRecorder()}
	try := func() (all []*PendingFile, err error) {
		for i, name := range []string{"a", "b", "c"} {
			a, err := s.PreparePath(c, tree, tree.Base+w.space.String()+"/"+name, http.Header{})
			if err != nil {
				t.Fatal(err)
			}
			a.Content.Hash, a.Content.Size = db.Hash{byte(i + 1)}, 10
			all = append(all, a)
		}
		return all, s.StoreMany(c, all)
	}
	check := func(want ...string) {
		t.Helper()
		var there []string
		err := w.db.View(t.Context(), func(v *db.View) error {
			sp, err := v.SpaceByID(w.space, w.who.User)
			if err != nil {
				return err
			}
			if sp.StorageUsed != int64(10*len(want)) {
				t.Errorf("%d bytes are counted", sp.StorageUsed)
			}
			for _, name := range []string{"a", "b", "c"} {
				if _, err := v.ChildByName(w.root, name, []string{name}); err == nil {
					there = append(there, name)
				} else if !errors.Is(err, db.ErrNotFound) {
					return err
				}
			}
			return nil
		})
		if err != nil || !slices.Equal(there, want) || len(used) != len(want) {
			t.Errorf("%q are there, want %q; %d used: %v", there, want, len(used), err)
		}
	}
	no = errors.New("the disk is broken")
	if _, err := try(); !errors.Is(err, no) {
		t.Errorf("a failure of the server: %v", err)
	}
	check()
	no = fault.PermissionDenied
	all, err := try()
	if err != nil || all[0].Err != nil || !errors.Is(all[1].Err, no) || all[2].Err != nil {
		t.Fatalf("%v: %v %v %v", err, all[0].Err, all[1].Err, all[2].Err)
	}
	check("a", "c")
}
