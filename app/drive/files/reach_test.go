package files_test

import (
	"testing"

	"anbar/db"
)

// TestReachFollowsDirectories: what was said about rights is forgotten when a
// directory moves, and kept when files come and change.
func TestReachFollowsDirectories(t *testing.T) {
	w := newWorld(t, 2)
	top, to := w.mkdir(w.m.root.id, "top"), w.mkdir(w.m.root.id, "to")
	reach := w.d.RightsCommit()
	w.many(top, 3)
	if w.d.RightsCommit() != reach {
		t.Error("files that come are no reason to ask again")
	}
	trash := w.load().Trash
	steps := map[string]func(*db.Tx, *db.Node) error{
		"a move": func(tx *db.Tx, n *db.Node) error {
			_, err := tx.UpdateNodePlace(n, db.Placement{Parent: to, Name: "top", NameKey: "top", SortKey: []byte("top")})
			return err
		},
		"the trash": func(tx *db.Tx, n *db.Node) error {
			_, err := tx.UpdateNodeTrashed(n, trash, w.who.User)
			return err
		},
		"the end of the workspace": func(tx *db.Tx, _ *db.Node) error { return tx.UpdateSpaceDeleted(w.space) },
	}
	for _, name := range []string{"a move", "the trash", "the end of the workspace"} {
		before := w.d.Commits()
		w.update(func(tx *db.Tx) error {
			n, err := tx.NodeByID(top)
			if err != nil {
				return err
			}
			return steps[name](tx, n)
		})
		if w.d.RightsCommit() <= before {
			t.Errorf("after %s, what was said about rights still counts", name)
		}
	}
}
