package files

import (
	"context"
	"errors"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// StoreVersion makes a blob the head of a file, which the caller loaded with the right to make versions. A file that is
// empty and was never anything else is filled: programs make the file first and send its content then.
func StoreVersion(tx *db.Tx, who access.Actor, it *access.Item, c Content) (*db.Node, error) {
	if err := checkLease(tx.ReadOnly(), who, it.Node); err != nil {
		return nil, err
	}
	empty := it.Size == 0 && it.Number == 1 && it.CreatedBy == who.User
	return StoreHead(tx, who, it, c, empty, activity.VersionCreate)
}

// CreateDirectory makes a directory in one that the caller loaded with the right to create directories in it. It fails with
// DuplicateField when the name is taken.
func CreateDirectory(tx *db.Tx, who access.Actor, dir *access.Item, n names.Name) (*db.Node, error) {
	return insertDirectory(tx, who, dir, n)
}

// SetModified sets when a file was changed on the device that it came from. The caller loaded it with the right to make
// versions.
func SetModified(tx *db.Tx, who access.Actor, it *access.Item, at time.Time) error {
	if err := checkLease(tx.ReadOnly(), who, it.Node); err != nil {
		return err
	}
	return tx.UpdateVersionModified(it.Node, at)
}

// Route is the way of one item to a directory and a name there.
type Route struct {
	Item *access.Item
	Into *access.Item
	Name names.Name
	Over *access.Item // the other item of that name in Into, which gives way; nil for none
	Bare bool         // of a directory that is copied: without what lies in it
}

// Planner loads the two ends of a way, in the transaction that goes it. It may refuse.
type Planner func(*db.View) (*Route, error)

// MoveItem moves or renames an item. A file that lies on a file becomes its newest version; anything else in the way goes to
// the trash. There is no undo: a program asked for it, and no person waits for a button. also runs in the same transaction, or in
// one after it when the item is a large tree that goes to another space.
func (s *Service) MoveItem(ctx context.Context, who access.Actor, plan Planner, also func(*db.Tx, *db.Node) error) (*db.Node, error) {
	w, err := s.loadRoute(ctx, plan)
	if err != nil {
		return nil, err
	}
	if w.Item.Space.ID != w.Into.Space.ID { // every row of it changes
		end, err := s.tasks.acquireSlot(ctx, who)
		if err != nil {
			return nil, err
		}
		defer end()
	}
	var node *db.Node
	var departed []db.NodeID
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		w, err := plan(tx.ReadOnly())
		if err != nil {
			return err
		}
		if node, departed, err = executeMove(tx, who, w); err != nil || len(departed) > 0 {
			return err
		}
		return also(tx, node)
	})
	if err != nil || len(departed) == 0 {
		return node, err
	}
	if err := s.finishRehomings(context.WithoutCancel(ctx), departed, func(int) {}); err != nil {
		return nil, err
	}
	return node, s.db.Update(ctx, func(tx *db.Tx) error { return also(tx, node) })
}

// loadRoute is the way as it is before anything is done.
func (s *Service) loadRoute(ctx context.Context, plan Planner) (w *Route, err error) {
	return db.Get(ctx, s.db, func(v *db.View) (*Route, error) { return plan(v) })
}

// executeMove returns the item, and the tops of trees that are on their way now.
func executeMove(tx *db.Tx, who access.Actor, w *Route) (*db.Node, []db.NodeID, error) {
	within, verb := w.Item.Parent == w.Into.ID, access.Move
	if within {
		verb = access.Rename
	}
	src, err := access.Node(tx.ReadOnly(), who, w.Item.Space.ID, w.Item.ID, verb)
	if err != nil {
		return nil, nil, err
	}
	if src.Parent == 0 || !within && src.Name != w.Name.Text && !src.Can(access.Rename) {
		return nil, nil, fault.PermissionDenied
	}
	if err := checkLease(tx.ReadOnly(), who, src.Node); err != nil {
		return nil, nil, err
	}
	t := newSingleTransfer(tx, who, w, moving)
	if isOverwrite(w) {
		node, err := t.overwriteFile(src, w)
		return node, nil, err
	}
	if !within {
		if err := t.checkStep(stepPut, src, w.Into); err != nil {
			return nil, nil, err
		}
	}
	if err := t.trashOccupant(src, w); err != nil {
		return nil, nil, err
	}
	node := *src.Node
	node.Parent, node.Space, node.Name = w.Into.ID, w.Into.Space.ID, w.Name.Text
	if within {
		_, err = renameItem(tx, who, src, w.Name)
	} else {
		err = t.move(src, w.Into, w.Name, true)
	}
	return &node, t.back.departed, err
}

// newSingleTransfer is a transfer of one item.
func newSingleTransfer(tx *db.Tx, who access.Actor, w *Route, kind transferKind) *transfer {
	return &transfer{
		tx: tx, who: who, kind: kind, load: livingLoader(tx.ReadOnly(), who, w.Item.Space.ID, access.Read), to: w.Into.Space.ID,
		progress: func(int) {},
	}
}

func isOverwrite(w *Route) bool {
	return w.Over != nil && w.Over.Kind == db.File && w.Item.Kind == db.File
}

// overwriteFile makes a file the newest version of the one that it lies on.
func (t *transfer) overwriteFile(src *access.Item, w *Route) (*db.Node, error) {
	if err := t.checkStep(stepVersion, src, w.Into); err != nil {
		return nil, err
	}
	if err := t.versionItem(src, w.Into, w.Name); err != nil {
		return nil, err
	}
	there, err := t.loadChild(w.Into, w.Name, access.Read)
	if err != nil {
		return nil, err
	}
	return there.Node, nil
}

// trashOccupant puts what is in the way into the trash.
func (t *transfer) trashOccupant(src *access.Item, w *Route) error {
	if slices.ContainsFunc(w.Into.Path, func(a db.Ancestor) bool { return a.ID == w.Item.ID }) {
		return fault.IntoItself
	}
	if w.Over == nil || w.Over.ID == src.ID {
		return nil
	}
	return t.trashExisting(src, w.Into, w.Name)
}

// CopyItem copies an item, with what is in its way as MoveItem has it.
func (s *Service) CopyItem(ctx context.Context, who access.Actor, plan Planner, also func(*db.Tx, *db.Node) error) (*db.Node, error) {
	made, end, err := s.stageItem(ctx, who, plan)
	if err != nil {
		return nil, err
	}
	defer end()
	node, err := db.Do(ctx, s.db, func(tx *db.Tx) (node *db.Node, err error) {
		w, err := plan(tx.ReadOnly())
		if err != nil {
			return nil, err
		}
		if node, err = executeCopy(tx, who, w, made); err != nil {
			return node, err
		}
		return node, also(tx, node)
	})
	return node, errors.Join(err, s.discardStaged(ctx, made))
}

// stageItem copies a large directory out of sight, so that no copy holds the one writer for long.
func (s *Service) stageItem(ctx context.Context, who access.Actor, plan Planner) (made stagedCopies, end func(), err error) {
	w, err := s.loadRoute(ctx, plan)
	if err == nil {
		err = checkCopy(w)
	}
	if err != nil {
		return nil, nil, err
	}
	if w.Item.Files+w.Item.Directories <= limits.RowsByOne || w.Bare {
		return nil, func() {}, nil
	}
	if end, err = s.tasks.acquireSlot(ctx, who); err != nil {
		return nil, nil, err
	}
	id, err := s.copyHidden(ctx, who, w.Item.Node, w.Into.Space, func(int) {})
	if id != 0 {
		made = stagedCopies{w.Item.ID: id}
	}
	if err != nil {
		end()
		return nil, nil, errors.Join(err, s.discardStaged(ctx, made))
	}
	return made, end, nil
}

// checkCopy refuses a copy that the holder may not make, and one of files that they may not read.
func checkCopy(w *Route) error {
	if slices.ContainsFunc(w.Into.Path, func(a db.Ancestor) bool { return a.ID == w.Item.ID }) && !w.Bare {
		return fault.IntoItself
	}
	if !w.Item.CanReadFiles() && !w.Bare {
		return fault.PermissionDenied
	}
	if isOverwrite(w) {
		return nil
	}
	return w.Into.CheckAccepts(w.Item.Kind, nil)
}

func executeCopy(tx *db.Tx, who access.Actor, w *Route, made stagedCopies) (*db.Node, error) {
	if err := checkCopy(w); err != nil {
		return nil, err
	}
	t := newSingleTransfer(tx, who, w, copying)
	t.staged = made
	if isOverwrite(w) {
		return t.overwriteFile(w.Item, w)
	}
	if w.Over != nil {
		if err := t.trashExisting(w.Item, w.Into, w.Name); err != nil {
			return nil, err
		}
	}
	if w.Bare {
		return insertDirectory(tx, who, w.Into, w.Name)
	}
	return t.copy(w.Item, w.Into, w.Name, true)
}
