package files_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/files"
	"anbar/app/sharing/workspaces"
	"anbar/db"
)

// far is a world with a second workspace, and a tree that is too large to go there at once.
type far struct {
	*world
	spaces *workspaces.Service
	other  db.SpaceID
	root   db.NodeID // of the other workspace
	bin    db.NodeID
	top    db.NodeID
	inside []db.NodeID // directories and files below top
	bytes  int64       // of all versions
}

// treeRows is how many rows the tree has, without its top.
const treeRows = 260

func newFar(t *testing.T, seed uint64) *far {
	w := &far{world: newWorld(t, seed)}
	w.spaces = workspaces.New(workspaces.Options{DB: w.d})
	w.update(func(tx *db.Tx) (err error) {
		w.other, err = w.spaces.Insert(tx, w.who.User, "Other")
		return err
	})
	s := w.spaceOf(w.other)
	w.root, w.bin = s.Root, s.Trash
	w.top = w.mkdir(w.m.root.id, "top")
	w.grow()
	w.tree.RowsAtOnce(50)
	w.tree.WithoutRest()
	return w
}

func (w *far) spaceOf(id db.SpaceID) (s *db.Space) {
	w.Helper()
	if err := w.d.View(context.Background(), func(v *db.View) (err error) { s, err = v.LivingSpace(id); return err }); err != nil {
		w.Fatal(err)
	}
	return s
}

// grow fills the tree at random: directories, files of some versions, favorites and files that were used.
func (w *far) grow() {
	dirs := []db.NodeID{w.top}
	w.update(func(tx *db.Tx) error {
		for i := range treeRows {
			at, err := access.Dir(tx.ReadOnly(), w.who, w.space, dirs[w.r.IntN(len(dirs))], access.Create)
			if err != nil {
				return err
			}
			n, err := names.Parse(fmt.Sprint("n", i))
			if err != nil {
				return err
			}
			if w.r.IntN(5) == 0 {
				node, err := files.CreateDirectory(tx, w.who, at, n)
				if err != nil {
					return err
				}
				dirs = append(dirs, node.ID)
				continue
			}
			for range 1 + w.r.IntN(3) {
				c := files.Content{Hash: db.Hash{byte(i), byte(i >> 8), byte(w.r.Int()), 1}, Size: 1 + w.r.Int64N(1000)}
				if _, _, err := files.Add(tx, w.who, at, n, c, files.Version); err != nil {
					return err
				}
				w.bytes += c.Size
			}
		}
		return nil
	})
	w.inside = w.elsewhere(w.other)
	var marked []db.NodeID
	w.update(func(tx *db.Tx) error {
		for i, id := range w.inside {
			if i%7 == 0 {
				marked = append(marked, id)
			}
		}
		return tx.InsertFavorites(w.who.User, w.space, marked)
	})
}

// elsewhere lists what of the tree is not in a space.
func (w *far) elsewhere(space db.SpaceID) (ids []db.NodeID) {
	w.Helper()
	err := w.d.View(context.Background(), func(v *db.View) (err error) {
		ids, err = v.NodesElsewhere(w.top, space, 1000)
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	return ids
}

// facts is all that is known of the tree when it lies in a directory of a space, and of what both spaces hold.
func (w *far) facts(space db.SpaceID, dir db.NodeID) string {
	w.Helper()
	var lines []string
	for id, path := range w.paths(dir) {
		lines = append(lines, fmt.Sprint(path, id))
	}
	err := w.d.View(context.Background(), func(v *db.View) error {
		for _, id := range w.inside {
			all, err := v.VersionsOf(id)
			if err != nil {
				return err
			}
			for _, ver := range all {
				lines = append(lines, fmt.Sprint(id, ver.ID, ver.Number, ver.Size))
			}
		}
		marked, err := v.FavoriteIDs(w.who.User, space)
		for _, id := range marked {
			lines = append(lines, fmt.Sprint("favorite", id))
		}
		return err
	})
	if err != nil {
		w.Fatal(err)
	}
	slices.Sort(lines)
	for _, id := range []db.SpaceID{w.space, w.other} {
		used := int64(0)
		if id == space {
			used = w.bytes
		}
		if got := w.spaceOf(id).StorageUsed; got != used {
			w.Errorf("workspace %v counts %d bytes of %d", id, got, used)
		}
	}
	if n := w.elsewhere(space); len(n) != 0 {
		w.Errorf("%d rows of the tree are not in its workspace", len(n))
	}
	w.sound()
	return strings.Join(lines, "\n")
}

// at is the directory that the tree lies in; 0 while nobody sees it.
func (w *far) at() (dir db.NodeID) {
	w.Helper()
	w.look(func(v *db.View) error {
		n, err := v.NodeByID(w.top)
		dir = n.Parent
		return err
	})
	return dir
}

func (w *far) look(fn func(v *db.View) error) {
	w.Helper()
	if err := w.d.View(context.Background(), fn); err != nil {
		w.Fatal(err)
	}
}

// mortal is a context that ends when it has been looked at so often.
type mortal struct {
	context.Context
	left atomic.Int64
}

func until(looks int64) *mortal {
	m := &mortal{Context: context.Background()}
	m.left.Store(looks)
	return m
}

func (m *mortal) Err() error {
	if m.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// restart is what the start of the process and its jobs do.
func (w *far) restart() {
	w.Helper()
	w.tree = files.New(w.d, files.NewRecents(w.d, slog.Default()), slog.Default())
	w.tree.RowsAtOnce(50)
	w.tree.WithoutRest()
	err := errors.Join(files.Recover(context.Background(), w.d), w.tree.ResumeRehomings(context.Background()))
	if err != nil {
		w.Fatal(err)
	}
}

func (w *far) there() files.Destination { return files.Destination{Space: w.other, Directory: w.root} }

// TestATreeMovesToAnotherWorkspaceAsAtOnce ends the process at each look that the move and its undo take, lets the next process
// finish, and compares: the tree is whole at its old or its new place, and both workspaces count what they hold.
func TestATreeMovesToAnotherWorkspaceAsAtOnce(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newFar(t, seed)
			home := w.m.root.id
			before, unseen := w.facts(w.space, home), 0
			for looks, whole := int64(0), false; !whole && !t.Failed(); looks++ {
				undo, err := w.tree.MoveUntil(until(looks), w.who, dirs(w.world, w.top), w.there())
				whole = err == nil
				w.sound()
				if w.at() == 0 {
					unseen++
				}
				if w.r.IntN(2) == 0 { // another process ends, too
					_ = w.tree.ResumeRehomings(until(w.r.Int64N(20)))
					w.sound()
				}
				w.restart()
				if w.at() == home && !whole {
					continue
				}
				if got := w.facts(w.other, w.root); got != before {
					t.Fatalf("after %d looks:\n%s\nnot\n%s", looks, got, before)
				}
				_ = w.tree.UndoUntil(until(w.r.Int64N(looks+1)), w.who, undo, w.other)
				w.sound()
				w.restart()
				if w.at() != home {
					if _, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, undo)); err != nil {
						t.Fatal(err)
					}
				}
				if got := w.facts(w.space, home); got != before {
					t.Fatalf("taken back after %d looks:\n%s\nnot\n%s", looks, got, before)
				}
			}
			if unseen < 5 {
				t.Errorf("the tree was on its way %d times", unseen)
			}
		})
	}
}

// halfway moves the tree and ends the process when a part of it is in the other workspace.
func (w *far) halfway(to files.Destination) (undo db.UndoID) {
	w.Helper()
	for looks := int64(1); looks < 1000; looks++ {
		undo, err := w.tree.MoveUntil(until(looks), w.who, dirs(w.world, w.top), to)
		if err == nil {
			w.Fatal("the tree has arrived")
		}
		if n := len(w.elsewhere(w.other)); n > 0 && n < treeRows {
			return undo
		}
		if w.at() == 0 { // it has left, and all of it is to come: it goes on where it is
			if err := w.tree.ResumeRehomings(until(6)); err == nil {
				w.Fatal("the tree has arrived")
			}
			if n := len(w.elsewhere(w.other)); n > 0 && n < treeRows {
				return undo
			}
		}
	}
	w.Fatal("nothing moves")
	return 0
}

// TestNobodyReadsOrChangesATreeOnItsWay tries every door to it while it is on its way: its mover's and a member's.
func TestNobodyReadsOrChangesATreeOnItsWay(t *testing.T) {
	w := newFar(t, 1)
	ctx := context.Background()
	var file, dir, parent db.NodeID
	w.look(func(v *db.View) error {
		for _, id := range w.inside {
			n, err := v.NodeByID(id)
			if err != nil {
				return err
			}
			if n.Kind == db.File {
				file, parent = id, n.Parent
			} else {
				dir = id
			}
		}
		return nil
	})
	if _, err := w.tree.SetAccess(ctx, w.who, files.Ref{Space: w.space, Directory: parent, File: file}, files.Public, 0); err != nil {
		t.Fatal(err)
	}
	undo, other := w.halfway(w.there()), w.member()
	for _, space := range []db.SpaceID{w.space, w.other} {
		w.look(func(v *db.View) error {
			for _, id := range append(w.inside, w.top) {
				_, e1 := access.Node(v, w.who, space, id, access.Read)
				_, e2 := access.TrashedNode(v, w.who, space, id, access.Read)
				if !isGone(e1) || !isGone(e2) {
					t.Errorf("%v is read in %v: %v, %v", id, space, e1, e2)
				}
				if _, err := access.Anywhere(v, w.who, id); !isGone(err) {
					t.Errorf("space %v: %v is read anywhere: %v", space, id, err)
				}
				if _, err := access.LoadMoving(v, other, id); !isGone(err) {
					t.Errorf("space %v: %v is taken back by somebody else: %v", space, id, err)
				}
			}
			known, err := access.Nodes(v, w.who, space, w.inside, access.Read)
			if len(known) > 0 {
				t.Errorf("%d nodes are read at once", len(known))
			}
			if _, e := access.PublicFile(v, space, parent, file); !isGone(e) {
				t.Errorf("a public file is read: %v", e)
			}
			return err
		})
		sel := files.Selection{Space: space, Directories: []db.NodeID{w.top}}
		below := files.Selection{Space: space, Directories: []db.NodeID{dir}}
		_, made := w.tree.CreateDirectory(ctx, w.who, space, dir, "new")
		_, _, named := w.tree.Rename(ctx, w.who, sel, "other")
		_, deleted := w.tree.Delete(ctx, w.who, below)
		_, _, moved := w.tree.Move(ctx, w.who, below, files.Destination{Space: w.other, Directory: w.root}, files.Choices{})
		_, _, into := w.tree.Move(ctx, w.who, files.Selection{Space: space, Directories: []db.NodeID{w.mkdirIn(space, "in")}},
			files.Destination{Space: space, Directory: dir}, files.Choices{})
		marked := w.tree.SetFavorites(ctx, w.who, space, []db.NodeID{file}, nil)
		for i, err := range []error{made, named, deleted, moved, into, marked} {
			if !isGone(err) {
				t.Errorf("%d in %v: %v", i, space, err)
			}
		}
	}
	w.sound()
	w.restart()
	w.look(func(v *db.View) error {
		_, err := access.Node(v, w.who, w.other, file, access.Read)
		return err
	})
	if _, err := w.tree.SetAccess(ctx, w.who, files.Ref{Space: w.other, Directory: parent, File: file}, files.Private, 0); err != nil {
		t.Error(err)
	}
	if _, _, err := w.ended(w.tree.UndoTask(ctx, w.who, undo)); err != nil || w.at() != w.m.root.id {
		t.Errorf("it is taken back with %v", err)
	}
}

// member adds somebody who may do everything in the first workspace.
func (w *far) member() access.Actor {
	w.Helper()
	who, my, bin := access.Actor{User: db.UserID(db.NewID())}, db.NodeID(db.NewID()), db.NodeID(db.NewID())
	w.update(func(tx *db.Tx) error {
		return errors.Join(
			tx.InsertUser(&db.User{ID: who.User, Email: "e@example.org", Password: "x", FirstName: "E", LastName: "B", Language: "fa"}),
			tx.InsertMember(w.space, who.User, access.Admin, my, bin), tx.InsertRoot(my, w.space, "my", who.User, who.User),
			tx.InsertRoot(bin, w.space, "my_trash", who.User, who.User))
	})
	return who
}

func isGone(err error) bool { return errors.Is(err, fault.InvalidID) }

// mkdirIn makes a directory in the root of a space.
func (w *far) mkdirIn(space db.SpaceID, name string) db.NodeID {
	w.Helper()
	root := w.root
	if space == w.space {
		root = w.m.root.id
	}
	l, err := w.tree.CreateDirectory(context.Background(), w.who, space, root, name)
	if err != nil {
		w.Fatal(err)
	}
	return l.ID
}

// TestATreeIsTakenBackOnItsWay undoes a move that goes on: all is where it was.
func TestATreeIsTakenBackOnItsWay(t *testing.T) {
	for _, by := range []string{"a task", "nobody", "a job"} {
		w := newFar(t, 2)
		before := w.facts(w.space, w.m.root.id)
		undo := db.UndoID(0)
		if by == "a task" {
			w.tree.InSteps()
			undo = w.start(func() (files.Task, error) {
				return w.tree.MoveTask(context.Background(), w.who, dirs(w.world, w.top), w.there(), files.Choices{})
			}).Undo
		} else {
			undo = w.halfway(w.there())
		}
		if w.at() != 0 {
			t.Errorf("by %s: the tree is not on its way", by)
		}
		ended := make(chan error, 1)
		if by == "a job" {
			w.tree.RowsAtOnce(1)
			left := len(w.elsewhere(w.other))
			go func() { ended <- w.tree.ResumeRehomings(context.Background()) }()
			for len(w.elsewhere(w.other)) == left {
				time.Sleep(time.Millisecond)
			}
		} else {
			ended <- nil
		}
		if _, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, undo)); err != nil {
			t.Fatalf("brought by %s: %v", by, err)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := w.facts(w.space, w.m.root.id); got != before {
			t.Errorf("brought by %s:\n%s\nis not\n%s", by, got, before)
		}
		w.restart()
		w.facts(w.space, w.m.root.id)
	}
}

// limit gives the other workspace so many bytes.
func (w *far) limit(bytes int64) {
	w.Helper()
	w.update(func(tx *db.Tx) error { return tx.UpdateSpaceLimits(w.other, bytes, 0) })
}

// TestOlderVersionsCountBeforeATreeComes gives the other workspace room for the newest versions alone: the tree goes back. Room for
// all of them is held until they are there.
func TestOlderVersionsCountBeforeATreeComes(t *testing.T) {
	w := newFar(t, 3)
	home := w.m.root.id
	before := w.facts(w.space, home)
	w.limit(w.bytes - 1)
	_, undo, err := w.ended(w.tree.MoveTask(context.Background(), w.who, dirs(w.world, w.top), w.there(), files.Choices{}))
	if !errors.Is(err, fault.QuotaExceeded) {
		t.Errorf("the move ended with %v", err)
	}
	if got := w.facts(w.space, home); got != before {
		t.Errorf("%s\nis not\n%s", got, before)
	}
	if _, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, undo)); err != nil {
		t.Errorf("there is nothing to take back: %v", err)
	}
	w.limit(w.bytes)
	w.halfway(w.there())
	if n := w.spaceOf(w.other); n.StorageUsed != w.bytes {
		t.Errorf("%d of %d bytes are held", n.StorageUsed, w.bytes)
	}
	w.look(func(v *db.View) error {
		if n, err := v.CountNodes(w.other); err != nil || n != treeRows+1 {
			t.Errorf("%d of %d nodes are held: %v", n, treeRows+1, err)
		}
		return nil
	})
	err = w.d.Update(context.Background(), func(tx *db.Tx) error {
		at, err := access.Dir(tx.ReadOnly(), w.who, w.other, w.root, access.Create)
		if err != nil {
			return err
		}
		n, err := names.Parse("one more")
		if err != nil {
			return err
		}
		_, _, err = files.Add(tx, w.who, at, n, files.Content{Hash: db.Hash{1, 2, 3}, Size: 1}, files.Undecided)
		return err
	})
	if !errors.Is(err, fault.QuotaExceeded) {
		t.Errorf("one more byte: %v", err)
	}
	w.restart()
	if got := w.facts(w.other, w.root); got != before {
		t.Errorf("%s\nis not\n%s", got, before)
	}
}

// TestATreeArrivesWhereItCan changes the place that a tree goes to while it is on its way.
func TestATreeArrivesWhereItCan(t *testing.T) {
	ctx := context.Background()
	name := func(w *far) (n *db.Node) {
		w.look(func(v *db.View) (err error) { n, err = v.NodeByID(w.top); return err })
		return n
	}
	for _, c := range []struct {
		what string
		do   func(w *far, goal db.NodeID) error
		in   func(w *far, goal db.NodeID) db.NodeID
		name string
	}{
		{"its name is taken", func(w *far, goal db.NodeID) error {
			_, err := w.tree.CreateDirectory(ctx, w.who, w.other, goal, "Top")
			return err
		}, func(_ *far, goal db.NodeID) db.NodeID { return goal }, "top (2)"},
		{"the directory is in the trash", func(w *far, goal db.NodeID) error {
			_, err := w.tree.Delete(ctx, w.who, files.Selection{Space: w.other, Directories: []db.NodeID{goal}})
			return err
		}, func(_ *far, goal db.NodeID) db.NodeID { return goal }, "top"},
		{"the directory is deleted forever", func(w *far, goal db.NodeID) error {
			sel := files.Selection{Space: w.other, Directories: []db.NodeID{goal}}
			_, err := w.tree.Delete(ctx, w.who, sel)
			return errors.Join(err, w.bins.Purge(ctx, w.who, sel), w.bins.RemoveRows(ctx))
		}, func(w *far, _ db.NodeID) db.NodeID { return w.bin }, "top"},
		{"the workspace that it came from is deleted", func(w *far, _ db.NodeID) error {
			err := w.d.Update(ctx, func(tx *db.Tx) error { return tx.UpdateSpaceDeleted(w.space) })
			return errors.Join(err, w.spaces.Purge(ctx))
		}, func(_ *far, goal db.NodeID) db.NodeID { return goal }, "top"},
	} {
		t.Run(c.what, func(t *testing.T) {
			w := newFar(t, 4)
			goal := w.mkdirIn(w.other, "goal")
			w.halfway(files.Destination{Space: w.other, Directory: goal})
			if err := c.do(w, goal); err != nil {
				t.Fatal(err)
			}
			w.restart()
			if n := name(w); n.Parent != c.in(w, goal) || n.Name != c.name {
				t.Errorf("it is %q in %v", n.Name, n.Parent)
			}
			if got := w.elsewhere(w.other); len(got) != 0 {
				t.Errorf("%d rows are not there", len(got))
			}
			if n := w.spaceOf(w.other).StorageUsed; n != w.bytes {
				t.Errorf("%d of %d bytes are counted", n, w.bytes)
			}
			w.sound()
			if err := w.spaces.Purge(ctx); err != nil {
				t.Error(err)
			}
			w.sound()
		})
	}
}

// TestADeletedWorkspaceTakesATreeOnItsWayAlong deletes the workspace that a tree goes to.
func TestADeletedWorkspaceTakesATreeOnItsWayAlong(t *testing.T) {
	w := newFar(t, 5)
	w.halfway(w.there())
	w.update(func(tx *db.Tx) error { return tx.UpdateSpaceDeleted(w.other) })
	ctx := context.Background()
	if err := w.spaces.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	if n := len(w.elsewhere(1)); n != treeRows {
		t.Errorf("%d of %d rows are left on the way", n, treeRows)
	}
	w.restart()
	if err := w.spaces.Purge(ctx); err != nil {
		t.Fatal(err)
	}
	if n := len(w.elsewhere(1)); n != 0 {
		t.Errorf("%d rows are left", n)
	}
	if n := w.spaceOf(w.space).StorageUsed; n != 0 {
		t.Errorf("%d bytes are left", n)
	}
	w.sound()
}

// TestManyVersionsGoToAnotherWorkspaceInSteps moves a directory of a few files with hundreds of versions each.
func TestManyVersionsGoToAnotherWorkspaceInSteps(t *testing.T) {
	w := newFar(t, 6)
	const each = 400
	w.top, w.bytes = w.mkdir(w.m.root.id, "few"), 3*each
	for i := range 3 {
		w.update(func(tx *db.Tx) error {
			at, err := access.Dir(tx.ReadOnly(), w.who, w.space, w.top, access.Create)
			if err != nil {
				return err
			}
			n, err := names.Parse(fmt.Sprint("n", i))
			for j := range each {
				c := files.Content{Hash: db.Hash{byte(i), byte(j), byte(j >> 8), 1}, Size: 1}
				if err == nil {
					_, _, err = files.Add(tx, w.who, at, n, c, files.Version)
				}
			}
			return err
		})
	}
	before := w.d.Commits()
	_, undo, err := w.ended(w.tree.MoveTask(context.Background(), w.who, dirs(w.world, w.top), w.there(), files.Choices{}))
	if err != nil {
		t.Fatal(err)
	}
	if n := w.d.Commits() - before; n < 5 {
		t.Errorf("%d commits for %d versions", n, 3*each)
	}
	if n := w.spaceOf(w.other).StorageUsed; n != w.bytes || w.at() != w.root {
		t.Errorf("%d of %d bytes are counted, the directory is in %v", n, w.bytes, w.at())
	}
	w.sound()
	if _, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, undo)); err != nil || w.at() != w.m.root.id {
		t.Errorf("it is taken back with %v", err)
	}
	if n := w.spaceOf(w.other).StorageUsed; n != 0 {
		t.Errorf("%d bytes are left", n)
	}
	w.sound()
}

// TestATreeIsBackBeforeWhatLayInIt moves something out of the tree, and then the tree, in one operation, and takes it back.
func TestATreeIsBackBeforeWhatLayInIt(t *testing.T) {
	w := newFar(t, 7)
	home := w.m.root.id
	before := w.facts(w.space, home)
	var in db.NodeID
	w.look(func(v *db.View) error {
		for _, id := range w.inside {
			if n, err := v.NodeByID(id); err != nil || n.Kind == db.Directory && n.Files+n.Directories == 0 {
				in = id
				return err
			}
		}
		return nil
	})
	_, undo, err := w.ended(w.tree.MoveTask(context.Background(), w.who, dirs(w.world, in, w.top), w.there(), files.Choices{}))
	if err != nil || w.at() != w.root {
		t.Fatalf("the tree is in %v: %v", w.at(), err)
	}
	w.sound()
	if _, _, err := w.ended(w.tree.UndoTask(context.Background(), w.who, undo)); err != nil {
		t.Fatal(err)
	}
	if got := w.facts(w.space, home); got != before {
		t.Errorf("%s\nis not\n%s", got, before)
	}
}

// TestAProgramMovesATreeToAnotherWorkspace moves the tree as WebDAV does: what the program is told comes when the tree is there.
func TestAProgramMovesATreeToAnotherWorkspace(t *testing.T) {
	w := newFar(t, 8)
	before := w.facts(w.space, w.m.root.id)
	plan := func(v *db.View) (*files.Route, error) {
		src, err := access.Node(v, w.who, w.space, w.top, access.Read)
		if err != nil {
			return nil, err
		}
		into, err := access.Dir(v, w.who, w.other, w.root, access.Read)
		if err != nil {
			return nil, err
		}
		n, err := names.Parse("top")
		return &files.Route{Item: src, Into: into, Name: n}, err
	}
	told := 0
	_, err := w.tree.MoveItem(context.Background(), w.who, plan, func(tx *db.Tx, n *db.Node) error {
		told++
		_, err := access.Node(tx.ReadOnly(), w.who, n.Space, n.ID, access.Read)
		return err
	})
	if err != nil || told != 1 {
		t.Errorf("it was told %d times: %v", told, err)
	}
	if got := w.facts(w.other, w.root); got != before {
		t.Errorf("%s\nis not\n%s", got, before)
	}
}
