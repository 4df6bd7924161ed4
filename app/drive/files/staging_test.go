package files_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// many makes directories in one transaction.
func (w *world) many(in db.NodeID, n int) (ids []db.NodeID) {
	w.Helper()
	err := w.d.Update(context.Background(), func(tx *db.Tx) error {
		for i := range n {
			name, err := names.Parse(fmt.Sprint(i))
			if err != nil {
				return err
			}
			node := &db.Node{
				ID: db.NodeID(db.NewID()), Space: w.space, Parent: in, Name: name.Text, NameKey: name.Key, SortKey: name.Sort,
				CreatedBy: w.who.User, ModifiedBy: w.who.User,
			}
			if err := tx.InsertNode(node); err != nil {
				return err
			}
			ids = append(ids, node.ID)
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	return ids
}

// TestALargeCopyTakesManyTransactions counts the commits of a copy: a single one
// would keep every other writer waiting.
func TestALargeCopyTakesManyTransactions(t *testing.T) {
	w := newWorld(t, 1)
	top := w.mkdir(w.m.root.id, "top")
	const dirsIn = 3 * limits.RowsAtOnce
	w.many(top, dirsIn)
	to := w.mkdir(w.m.root.id, "to")
	before := w.d.Commits()
	if _, _, err := w.tree.Copy(context.Background(), w.who, dirs(w, top), files.Destination{Space: w.space, Directory: to},
		files.Choices{}, func(int) { w.sound() }); err != nil {
		t.Fatal(err)
	}
	if n := w.d.Commits() - before; n < dirsIn/limits.RowsAtOnce {
		t.Errorf("%d commits for a copy of %d rows", n, dirsIn+1)
	}
}

// sound reports what a check of the database finds, which is nothing, also while a copy
// is being made.
func (w *world) sound() {
	w.Helper()
	err := w.d.View(context.Background(), func(v *db.View) error {
		c, err := v.Check()
		for _, p := range c.Problems {
			w.Error(p)
		}
		return err
	})
	if err != nil {
		w.Error(err)
	}
}

// TestACopyIsOfOneMoment moves things within a tree while it is copied: the copy has
// each of them once.
func TestACopyIsOfOneMoment(t *testing.T) {
	w := newWorld(t, 1)
	top := w.mkdir(w.m.root.id, "top")
	ids := w.many(top, 2*limits.RowsAtOnce)
	first, last := ids[0], ids[len(ids)-1]
	to := w.mkdir(w.m.root.id, "to")
	moved := false
	_, _, err := w.tree.Copy(context.Background(), w.who, dirs(w, top), files.Destination{Space: w.space, Directory: to}, files.Choices{},
		func(int) {
			if moved {
				return
			}
			moved = true
			if _, _, err := w.tree.Move(context.Background(), w.who, dirs(w, last), files.Destination{Space: w.space, Directory: first},
				files.Choices{}); err != nil {
				t.Error(err)
			}
		})
	if err != nil || !moved {
		t.Fatal(err, moved)
	}
	err = w.d.View(context.Background(), func(v *db.View) error {
		made, err := v.ChildByName(to, "top", []string{"top"})
		if err != nil {
			return err
		}
		kids, err := v.Children(made.ID, db.Directory, db.ByCreated, false, db.Place{}, len(ids)+1)
		if len(kids) != len(ids) {
			t.Errorf("the copy has %d directories of %d", len(kids), len(ids))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestACopyThatFailsLeavesNothing takes the workspace away while a tree is copied.
func TestACopyThatFailsLeavesNothing(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t, 1)
	top := w.mkdir(w.m.root.id, "top")
	w.many(top, 2*limits.RowsAtOnce)
	to := w.mkdir(w.m.root.id, "to")
	count := func() (n int64) {
		err := w.d.View(ctx, func(v *db.View) (err error) { n, err = v.CountNodes(w.space); return err })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before, removed := count(), false
	_, _, err := w.tree.Copy(ctx, w.who, dirs(w, top), files.Destination{Space: w.space, Directory: to}, files.Choices{}, func(int) {
		if removed {
			return
		}
		removed = true
		if err := w.d.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSpaceDeleted(w.space) }); err != nil {
			t.Error(err)
		}
	})
	if !errors.Is(err, fault.InvalidID) || !removed {
		t.Fatalf("the copy ended with %v", err)
	}
	if err := w.bins.RemoveRows(ctx); err != nil {
		t.Fatal(err)
	}
	if after := count(); after != before {
		t.Errorf("%d rows are left of the copy", after-before)
	}
}
