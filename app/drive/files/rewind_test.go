package files_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/db"
)

// paths is where everything below a directory lies.
func (w *world) paths(dir db.NodeID) map[db.NodeID]string {
	w.Helper()
	all := map[db.NodeID]string{}
	if err := w.d.View(context.Background(), func(v *db.View) error { return pathsBelow(v, dir, "", all) }); err != nil {
		w.Fatal(err)
	}
	return all
}

func pathsBelow(v *db.View, dir db.NodeID, at string, all map[db.NodeID]string) error {
	for _, kind := range []db.Kind{db.Directory, db.File} {
		some, err := v.Children(dir, kind, db.ByCreated, false, db.Place{}, 10_000)
		if err != nil {
			return err
		}
		for _, n := range some {
			all[n.ID] = at + "/" + n.Name
			if kind == db.File {
				all[n.ID] += fmt.Sprint(" ", n.Size)
			} else if err := pathsBelow(v, n.ID, all[n.ID], all); err != nil {
				return err
			}
		}
	}
	return nil
}

// rewind brings a directory back, and returns what is lost for ever.
func (w *world) rewind(dir db.NodeID, at time.Time) map[db.NodeID]bool {
	w.Helper()
	r, task, err := w.tree.RewindTask(context.Background(), w.who, w.space, dir, at, nil)
	if _, _, err = w.ended(task, err); err != nil {
		w.Fatalf("%v\n%s", err, strings.Join(w.log, "\n"))
	}
	lost := map[db.NodeID]bool{}
	for _, c := range r.Changes {
		if c.Do == files.ChangeLost {
			lost[c.ID] = true
		}
	}
	return lost
}

// resolveMoment is a time between what was and what comes.
func resolveMoment() time.Time {
	time.Sleep(5 * time.Millisecond)
	at := time.Now()
	time.Sleep(5 * time.Millisecond)
	return at
}

// TestRewindBringsAMomentBack does random things, remembers what there is, does more, and goes back: in one transaction, and in a
// transaction for each change. Only what was deleted forever is missing.
func TestRewindBringsAMomentBack(t *testing.T) {
	for seed := range uint64(16) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			if w.steps = seed%2 == 1; w.steps {
				w.tree.InSteps()
			}
			for range 60 {
				w.step()
				w.compare()
			}
			then, at := w.paths(w.m.root.id), resolveMoment()
			for range 60 {
				w.step()
				w.compare()
			}
			lost := w.rewind(w.m.root.id, at)
			now := w.paths(w.m.root.id)
			places := map[string]bool{}
			for id, path := range then {
				places[path] = true
				if !lost[id] && now[id] != path {
					t.Errorf("%v was at %q and is at %q", id, path, now[id])
				}
			}
			for id, path := range now {
				if then[id] == "" && !places[path] {
					t.Errorf("%v came to %q", id, path)
				}
			}
			w.sound()
			if t.Failed() {
				t.Log(strings.Join(w.log, "\n"))
			}
		})
	}
}

// TestNamesAndPlacesAreExchanged lets names go around in a circle, and a directory go into the one that lay in it.
func TestNamesAndPlacesAreExchanged(t *testing.T) {
	for _, steps := range []bool{false, true} {
		w := newWorld(t, 1)
		if steps {
			w.tree.InSteps()
		}
		dir := w.mkdir(w.m.root.id, "dir")
		a, b, c := w.mkdir(dir, "a"), w.mkdir(dir, "b"), w.mkdir(dir, "c")
		in := w.mkdir(a, "in")
		then, at := w.paths(dir), resolveMoment()
		ctx := context.Background()
		rename := func(id db.NodeID, name string) {
			if _, _, err := w.tree.Rename(ctx, w.who, dirs(w, id), name); err != nil {
				t.Fatal(err)
			}
		}
		move := func(id, to db.NodeID) {
			there := files.Destination{Space: w.space, Directory: to}
			_, _, err := w.ended(w.tree.MoveTask(ctx, w.who, dirs(w, id), there, files.Choices{}))
			if err != nil {
				t.Fatal(err)
			}
		}
		rename(a, "x")
		rename(b, "A")
		rename(c, "b")
		move(in, dir)
		move(a, in)
		rename(a, "c")
		w.rewind(dir, at)
		if now := w.paths(dir); !maps.Equal(now, then) {
			t.Errorf("in steps %v: %v, not %v", steps, now, then)
		}
		w.sound()
	}
}

// TestALargeRewindGoesOn stops a Rewind in the middle: others were not kept waiting, it says so, and a second one does the rest.
func TestALargeRewindGoesOn(t *testing.T) {
	w := newWorld(t, 1)
	in := w.mkdir(w.m.root.id, "in")
	w.fillFiles(in, manyItems)
	then, at := w.paths(w.m.root.id), resolveMoment()
	ctx := context.Background()
	if _, _, err := w.ended(w.tree.DeleteTask(ctx, w.who, w.whole(in))); err != nil {
		t.Fatal(err)
	}
	w.tree.InSteps()
	w.tree.WithoutRest()
	r, task, err := w.tree.RewindTask(ctx, w.who, w.space, in, at, nil)
	if err != nil || len(r.Changes) != manyItems {
		t.Fatalf("%d changes: %v", len(r.Changes), err)
	}
	for task.Status == "running" && task.Done == 0 {
		task, _ = w.tree.LoadTask(w.who, task.ID)
	}
	w.mkdir(w.m.root.id, "meanwhile")
	w.tree.Stop(task.ID)
	if _, _, err := w.ended(w.tree.LoadTask(w.who, task.ID)); !errors.Is(err, fault.WorkStopped) {
		t.Errorf("the task ended with %v", err)
	}
	if n := w.holds(in); n == 0 || n == manyItems {
		t.Errorf("%d files came back", n)
	}
	w.sound()
	w.rewind(in, at)
	now := w.paths(w.m.root.id)
	for id, path := range then {
		if now[id] != path {
			t.Fatalf("%q is at %q", path, now[id])
		}
	}
	w.sound()
}

// TestARewindThatIsNotAllowedChangesNothing takes the right to delete away, of many files the last of which came since.
func TestARewindThatIsNotAllowedChangesNothing(t *testing.T) {
	w := newWorld(t, 1)
	in := w.mkdir(w.m.root.id, "in")
	w.fillFiles(in, 300)
	at := resolveMoment()
	w.mkdir(in, "new")
	w.update(func(tx *db.Tx) error {
		return tx.UpdateMemberRole(w.space, w.who.User, access.Viewer)
	})
	_, task, err := w.tree.RewindTask(context.Background(), w.who, w.space, in, at, nil)
	if _, _, err = w.ended(task, err); !errors.Is(err, fault.PermissionDenied) {
		t.Errorf("a viewer: %v", err)
	}
	if n := w.holds(in); n != 301 {
		t.Errorf("%d items are left", n)
	}
}
