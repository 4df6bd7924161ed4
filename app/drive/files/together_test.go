package files_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/db"
)

// joinIDs runs things at the same time and returns how each ended.
func joinIDs(all ...func() error) []error {
	ended := make([]error, len(all))
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for i, fn := range all {
		wg.Go(func() {
			<-begin
			ended[i] = fn()
		})
	}
	close(begin)
	wg.Wait()
	return ended
}

func (w *world) mkdir(in db.NodeID, name string) db.NodeID {
	w.Helper()
	l, err := w.tree.CreateDirectory(context.Background(), w.who, w.space, in, name)
	if err != nil {
		w.Fatal(err)
	}
	return l.ID
}

func dirs(w *world, ids ...db.NodeID) files.Selection {
	return files.Selection{Space: w.space, Directories: ids}
}

// one expects that one thing worked and the other was refused as it should be.
func (w *world) one(ended []error, as ...error) {
	w.Helper()
	worked, refused := 0, 0
	for _, err := range ended {
		if err == nil {
			worked++
		}
		for _, want := range as {
			if errors.Is(err, want) {
				refused++
				break
			}
		}
	}
	if worked != 1 || refused != 1 {
		w.Errorf("ended with %v", ended)
	}
}

// TestTogether has people do at the same time what cannot both be done: it ends
// in one of the two orders, never in a mix of them.
func TestTogether(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t, 1)
	move := func(from, to db.NodeID) func() error {
		return func() error {
			_, _, err := w.tree.Move(ctx, w.who, dirs(w, from), files.Destination{Space: w.space, Directory: to}, files.Choices{})
			return err
		}
	}
	rename := func(id db.NodeID, name string) func() error {
		return func() error {
			_, _, err := w.tree.Rename(ctx, w.who, dirs(w, id), name)
			return err
		}
	}
	for range 30 {
		base := w.mkdir(w.m.root.id, db.NodeID(db.NewID()).String())
		a, b := w.mkdir(base, "a"), w.mkdir(base, "b")
		w.one(joinIDs(rename(a, "c"), rename(b, "C")), fault.DuplicateField)
		w.one(joinIDs(move(a, b), move(b, a)), fault.IntoItself)

		c, d := w.mkdir(base, "x"), w.mkdir(base, "y")
		w.mkdir(c, "in")
		deleted := func() error { _, err := w.tree.Delete(ctx, w.who, dirs(w, d)); return err }
		for i, err := range joinIDs(move(c, d), deleted) {
			if err != nil && (i != 0 || !errors.Is(err, fault.InvalidID)) {
				t.Errorf("%d ended with %v", i, err)
			}
		}
		restored := func() error { _, _, err := w.tree.Restore(ctx, w.who, dirs(w, d), files.Choices{}); return err }
		w.one(joinIDs(restored, restored), fault.InvalidID)
		purged := func() error { return w.bins.Purge(ctx, w.who, dirs(w, d)) }
		if _, err := w.tree.Delete(ctx, w.who, dirs(w, d)); err != nil {
			t.Fatal(err)
		}
		w.one(joinIDs(restored, purged), fault.InvalidID)
		made := func() error {
			_, err := w.tree.CreateDirectory(ctx, w.who, w.space, base, "new")
			return err
		}
		w.one(joinIDs(made, made), fault.DuplicateField)
	}
	if err := w.bins.RemoveRows(ctx); err != nil {
		t.Fatal(err)
	}
	w.count()
}

// TestUndoOnceOnly takes one operation back from two places at once.
func TestUndoOnceOnly(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t, 2)
	for range 20 {
		d := w.mkdir(w.m.root.id, db.NodeID(db.NewID()).String())
		undo, err := w.tree.Delete(ctx, w.who, dirs(w, d))
		if err != nil {
			t.Fatal(err)
		}
		back := func() error { return w.tree.Undo(ctx, w.who, undo) }
		w.one(joinIDs(back, back), fault.InvalidID)
	}
	w.count()
}
