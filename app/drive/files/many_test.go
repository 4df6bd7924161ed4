package files_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/db"
)

// fillFiles puts files of one byte into a directory.
func (w *world) fillFiles(in db.NodeID, n int) {
	w.Helper()
	for from := 0; from < n; from += 500 {
		w.update(func(tx *db.Tx) error {
			at, err := access.Dir(tx.ReadOnly(), w.who, w.space, in, access.Create)
			if err != nil {
				return err
			}
			for i := from; i < min(n, from+500); i++ {
				name, err := names.Parse(fmt.Sprint("f", i))
				if err != nil {
					return err
				}
				c := files.Content{Hash: db.Hash{byte(i), byte(i >> 8), 1}, Size: 1}
				if _, _, err := files.Add(tx, w.who, at, name, c, files.Undecided); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// whole is all that a list shows.
func (w *world) whole(dir db.NodeID, except ...db.NodeID) files.Selection {
	return files.Selection{Space: w.space, All: &files.Whole{Directory: dir, Except: except}}
}

// holds counts what lies directly in a directory, or in a trash.
func (w *world) holds(dir db.NodeID) (n int64) {
	w.Helper()
	err := w.d.View(context.Background(), func(v *db.View) error {
		it, err := v.NodeByID(dir)
		n = it.ChildFiles + it.ChildDirs
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return n
}

// cost is what an operation did on the writer.
type cost struct{ statements, commits int64 }

// TestCostOfManyItemsIsLinear counts the statements and the transactions of each operation on many items: twice and four times
// as many items cost twice and four times as much, and no transaction has more than its share of them.
func TestCostOfManyItemsIsLinear(t *testing.T) {
	const few, many = 3 * limits.ItemsAtOnce, 9 * limits.ItemsAtOnce
	costs := map[string][]cost{}
	for _, n := range []int{few, many} {
		w := newWorld(t, 1)
		w.tree.InFullSteps()
		w.tree.WithoutRest()
		in, to := w.mkdir(w.m.root.id, "in"), w.mkdir(w.m.root.id, "to")
		w.fillFiles(in, n)
		ctx, bin, there := context.Background(), w.m.bin.id, files.Destination{Space: w.space, Directory: to}
		var undo db.UndoID
		for _, step := range []struct {
			what string
			do   func() (files.Task, error)
			at   db.NodeID // where all are then
		}{
			{"copy", func() (files.Task, error) { return w.tree.CopyTask(ctx, w.who, w.whole(in), there, files.Choices{}) }, to},
			{"delete", func() (files.Task, error) { return w.tree.DeleteTask(ctx, w.who, w.whole(in)) }, bin},
			{"purge", func() (files.Task, error) { return w.bins.PurgeTask(ctx, w.who, w.whole(bin)) }, 0},
			{"move", func() (files.Task, error) {
				return w.tree.MoveTask(ctx, w.who, w.whole(to), files.Destination{Space: w.space, Directory: in}, files.Choices{})
			}, in},
			{"delete again", func() (files.Task, error) { return w.tree.DeleteTask(ctx, w.who, w.whole(in)) }, bin},
			{"restore", func() (files.Task, error) { return w.tree.RestoreTask(ctx, w.who, w.whole(bin), files.Choices{}) }, in},
			{"undo", func() (files.Task, error) { return w.tree.UndoTask(ctx, w.who, undo) }, bin},
		} {
			before := w.d.WriterStats()
			_, u, err := w.ended(step.do())
			if err != nil {
				t.Fatalf("%s: %v", step.what, err)
			}
			undo = u
			after := w.d.WriterStats()
			costs[step.what] = append(costs[step.what], cost{after.Statements - before.Statements, after.Commits - before.Commits})
			if step.at != 0 && w.holds(step.at) != int64(n) {
				t.Errorf("%s: %d of %d items arrived", step.what, w.holds(step.at), n)
			}
		}
		w.sound()
	}
	for what, c := range costs {
		if grown := float64(c[1].statements) / float64(c[0].statements); grown > 1.1*many/few {
			t.Errorf("%s: %d statements for %d items, %d for %d", what, c[0].statements, few, c[1].statements, many)
		}
		if each := float64(c[1].statements) / many; each > 20 {
			t.Errorf("%s: %.1f statements for each item", what, each)
		}
		if c[1].commits < many/limits.ItemsAtOnce {
			t.Errorf("%s: %d transactions for %d items", what, c[1].commits, many)
		}
	}
}

// begun waits until a task has done something that can be undone, and goes on.
func (w *world) begun(t files.Task, err error) files.Task {
	w.Helper()
	for err == nil && t.Status == "running" && (t.Undo == 0 || t.Done == 0) {
		time.Sleep(time.Millisecond)
		t, err = w.tree.LoadTask(w.who, t.ID)
	}
	if err != nil || t.Status != "running" {
		w.Fatalf("the task is %+v: %v", t, err)
	}
	return t
}

// start begins a task and does not wait for it. It returns the task once it has done something.
func (w *world) start(do func() (files.Task, error)) files.Task {
	w.Helper()
	return w.begun(do())
}

const manyItems = 1500

// TestUndoStopsWhatGoesOn takes an operation back that is not done yet: all is as before, and nothing goes on.
func TestUndoStopsWhatGoesOn(t *testing.T) {
	w := newWorld(t, 1)
	in := w.mkdir(w.m.root.id, "in")
	w.fillFiles(in, manyItems)
	w.tree.InSteps()
	task := w.start(func() (files.Task, error) { return w.tree.DeleteTask(context.Background(), w.who, w.whole(in)) })
	if _, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, task.Undo)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.ended(task, nil); !errors.Is(err, fault.WorkStopped) {
		t.Errorf("the task ended with %v", err)
	}
	if n := w.holds(in); n != manyItems {
		t.Errorf("%d of %d files are back", n, manyItems)
	}
	w.sound()
}

// TestOthersWorkWhileManyAreMoved makes folders while many files are moved, each in a transaction of its own: somebody else
// waits for one of them, not for all.
func TestOthersWorkWhileManyAreMoved(t *testing.T) {
	w := newWorld(t, 1)
	in, to := w.mkdir(w.m.root.id, "in"), w.mkdir(w.m.root.id, "to")
	w.fillFiles(in, manyItems)
	w.tree.InSteps()
	task := w.start(func() (files.Task, error) {
		return w.tree.MoveTask(context.Background(), w.who, w.whole(in), files.Destination{Space: w.space, Directory: to}, files.Choices{})
	})
	for i := range 20 {
		before := task.Done
		w.mkdir(in, fmt.Sprint("d", i))
		if task, _ = w.tree.LoadTask(w.who, task.ID); task.Status != "running" {
			break
		}
		if task.Done-before > 50 {
			t.Errorf("%d files were moved while a folder was made", task.Done-before)
		}
	}
	if _, _, err := w.ended(task, nil); err != nil {
		t.Fatal(err)
	}
	if n := w.holds(to); n != manyItems {
		t.Errorf("%d of %d files are there", n, manyItems)
	}
	w.sound()
}

// TestRightsThatEndStopTheWork takes somebody's right away in the middle: what was done is whole, what was not is untouched.
func TestRightsThatEndStopTheWork(t *testing.T) {
	w := newWorld(t, 1)
	in := w.mkdir(w.m.root.id, "in")
	w.fillFiles(in, manyItems)
	owner, editor := w.who, access.Actor{User: db.UserID(db.NewID())}
	my, bin := db.NodeID(db.NewID()), db.NodeID(db.NewID())
	w.update(func(tx *db.Tx) error {
		return errors.Join(
			tx.InsertUser(&db.User{ID: editor.User, Email: "e@example.org", Password: "x", FirstName: "E", LastName: "B", Language: "fa"}),
			tx.InsertMember(w.space, editor.User, access.EditorRole, my, bin), tx.InsertRoot(my, w.space, "my", editor.User, editor.User),
			tx.InsertRoot(bin, w.space, "my_trash", editor.User, editor.User))
	})
	w.tree.InSteps()
	w.who = editor
	task := w.start(func() (files.Task, error) { return w.tree.DeleteTask(context.Background(), w.who, w.whole(in)) })
	w.update(func(tx *db.Tx) error { return tx.UpdateMemberRole(w.space, editor.User, access.Viewer) })
	_, undo, err := w.ended(task, nil)
	if !errors.Is(err, fault.PermissionDenied) {
		t.Errorf("the task ended with %v", err)
	}
	if undo != task.Undo {
		t.Errorf("what was done is undone by %v, then by %v", task.Undo, undo)
	}
	w.who = owner
	left, gone := w.holds(in), w.holds(w.m.bin.id)
	if left == 0 || gone == 0 || left+gone != manyItems {
		t.Errorf("%d files are left, %d in the trash", left, gone)
	}
	w.sound()
}

// TestWhatAStoppedProcessDidIsUndone ends the process's memory of a task in the middle: another service on the same database
// undoes all that was done.
func TestWhatAStoppedProcessDidIsUndone(t *testing.T) {
	w := newWorld(t, 1)
	in, to := w.mkdir(w.m.root.id, "in"), w.mkdir(w.m.root.id, "to")
	w.fillFiles(in, manyItems)
	w.tree.InSteps()
	task := w.start(func() (files.Task, error) {
		return w.tree.MoveTask(context.Background(), w.who, w.whole(in), files.Destination{Space: w.space, Directory: to}, files.Choices{})
	})
	w.tree.Stop(task.ID)
	next := files.New(w.d, files.NewRecents(w.d, slog.Default()), slog.Default())
	if err := files.Recover(context.Background(), w.d); err != nil {
		t.Fatal(err)
	}
	moved := w.holds(to)
	if moved == 0 || moved+w.holds(in) != manyItems {
		t.Fatalf("%d were moved, %d are left", moved, w.holds(in))
	}
	w.sound()
	w.tree = next
	if _, _, err := w.ended(next.UndoTask(context.Background(), w.who, task.Undo)); err != nil {
		t.Fatal(err)
	}
	if n := w.holds(in); n != manyItems {
		t.Errorf("%d of %d files are back", n, manyItems)
	}
	w.sound()
}

// TestAnUndoOfManyIsAllOrNothing changes one of many items after they were moved.
func TestAnUndoOfManyIsAllOrNothing(t *testing.T) {
	w := newWorld(t, 1)
	in, to := w.mkdir(w.m.root.id, "in"), w.mkdir(w.m.root.id, "to")
	ids := w.many(in, 2*limits.ItemsAtOnce)
	ctx := context.Background()
	_, undo, err := w.ended(w.tree.MoveTask(ctx, w.who, w.whole(in), files.Destination{Space: w.space, Directory: to}, files.Choices{}))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.tree.Rename(ctx, w.who, dirs(w, ids[7]), "other"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.ended(w.tree.UndoTask(ctx, w.who, undo)); !errors.Is(err, fault.ChangedSince) {
		t.Errorf("the undo ended with %v", err)
	}
	if n := w.holds(in); n != 0 {
		t.Errorf("%d items went back", n)
	}
}

// TestTheWholeOfAListIsWhatItShows selects a list with exceptions, and too many ids.
func TestTheWholeOfAListIsWhatItShows(t *testing.T) {
	w := newWorld(t, 1)
	in := w.mkdir(w.m.root.id, "in")
	ids := w.many(in, 3*limits.ItemsAtOnce)
	ctx := context.Background()
	if _, _, err := w.ended(w.tree.DeleteTask(ctx, w.who, w.whole(in, ids[0], ids[5]))); err != nil {
		t.Fatal(err)
	}
	if n := w.holds(in); n != 2 {
		t.Errorf("%d items are left of two that were left out", n)
	}
	if _, err := w.tree.DeleteTask(ctx, w.who, w.whole(in, ids[0], ids[5])); !errors.Is(err, fault.SelectionEmpty) {
		t.Errorf("nothing is deleted with %v", err)
	}
	named := make([]db.NodeID, limits.ItemsNamed+1)
	for i := range named {
		named[i] = db.NodeID(i + 1)
	}
	_, _, err := w.ended(w.tree.DeleteTask(ctx, w.who, dirs(w, named...)))
	if !errors.Is(err, fault.TooManySelected) {
		t.Errorf("too many ids: %v", err)
	}
	if _, _, err = w.ended(w.tree.DeleteTask(ctx, access.Actor{User: 5}, w.whole(in))); !errors.Is(err, fault.InvalidID) {
		t.Errorf("a stranger: %v", err)
	}
}
