package files

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/app/drive/leases"
	"anbar/db"
)

// Destination is a directory of a space, where things go.
type Destination struct {
	Space     db.SpaceID
	Directory db.NodeID
}

// Rename gives the first item of a selection another name; DuplicateField when a
// sibling has it.
func (s *Service) Rename(ctx context.Context, who access.Actor, sel Selection, name string) (*ItemView, db.UndoID, error) {
	n, err := names.Parse(name)
	if len(sel.Directories) > 0 {
		err = toDirectoryFault(err)
	}
	if err != nil {
		return nil, 0, fieldError("new_name", err)
	}
	var l *ItemView
	var undo db.UndoID
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		items, err := sel.Load(livingLoader(tx.ReadOnly(), who, sel.Space, access.Rename))
		if err != nil {
			return err
		}
		it := items[0]
		if n.Text != it.Name {
			if err := checkLease(tx.ReadOnly(), who, it.Node); err != nil {
				return err
			}
			if undo, err = renameItem(tx, who, it, n); err != nil {
				return err
			}
		}
		l, err = Load(tx.ReadOnly(), who, sel.Space, it.ID)
		return err
	})
	return l, undo, err
}

// checkLease refuses to change a file that somebody else edits. Directories move with what is edited in them.
func checkLease(v *db.View, who access.Actor, n *db.Node) error {
	if n.Kind != db.File {
		return nil
	}
	return leases.CheckFree(v, who, n.ID)
}

func renameItem(tx *db.Tx, who access.Actor, it *access.Item, n names.Name) (db.UndoID, error) {
	if err := checkPlace(tx.ReadOnly(), it, it.Path[:len(it.Path)-1], n.Text, limits.TreeWalk); err != nil {
		return 0, err
	}
	change, err := tx.UpdateNodePlace(it.Node, placementOf(it.Parent, n, it.Kind))
	if err != nil {
		return 0, toDuplicateFault(err)
	}
	o := operation{Action: actionsOf[it.Kind].renamed}
	o.addPlace(it, change)
	was := it.Name
	it.Name = n.Text
	if err := activity.Record(tx, who, it, o.Action, &activity.Detail{Name: was}, &activity.Detail{Name: n.Text}); err != nil {
		return 0, err
	}
	return o.store(tx, who, it.Space.ID)
}

// Move moves items with everything below them into another directory, also of another
// space, all or none. Within one space its cost does not depend on the size of the items.
func (s *Service) Move(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Moved, db.UndoID, error) {
	var m Moved
	var undo db.UndoID
	if sel.Space != to.Space { // every row of it changes
		end, err := s.tasks.acquireSlot(ctx, who)
		if err != nil {
			return m, undo, err
		}
		defer end()
	}
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		t := &transfer{tx: tx, who: who, kind: moving, load: livingLoader(tx.ReadOnly(), who, sel.Space, access.Move), to: to.Space}
		t.back.Action = activity.FileMove
		m, undo, err = t.run(sel, to, c)
		return err
	})
	return m, undo, err
}

// run loads the items and the directory, carries, and keeps how to undo it.
func (t *transfer) run(sel Selection, to Destination, c Choices) (Moved, db.UndoID, error) {
	items, err := sel.Load(t.load)
	if err != nil {
		return Moved{}, 0, err
	}
	into, err := access.Dir(t.tx.ReadOnly(), t.who, to.Space, to.Directory, access.Read)
	if err != nil {
		return Moved{}, 0, err
	}
	m, err := t.execute(items, into, c)
	if err != nil {
		return m, 0, err
	}
	undo, err := t.back.store(t.tx, t.who, to.Space)
	return m, undo, err
}

// Copy copies items into a directory, also of another space, all or none. It copies rows, never bytes,
// and of each file only the head version. It calls progress with the number of rows done.
func (s *Service) Copy(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices,
	progress func(done int)) (Moved, db.UndoID, error) {
	var m Moved
	var undo db.UndoID
	made, err := s.stageCopies(ctx, who, sel, to, c, progress)
	if err != nil {
		return m, undo, err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		t := &transfer{
			tx: tx, who: who, kind: copying, load: livingLoader(tx.ReadOnly(), who, sel.Space, access.Read), to: to.Space,
			progress: progress,
			staged:   made,
		}
		t.back.Action = activity.FileCopy
		m, undo, err = t.run(sel, to, c)
		return err
	})
	return m, undo, errors.Join(err, s.discardStaged(ctx, made))
}

// Delete moves items to the trash, all or none. Its cost does not depend on their size.
func (s *Service) Delete(ctx context.Context, who access.Actor, sel Selection) (db.UndoID, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (db.UndoID, error) {
		items, err := sel.Load(livingLoader(tx.ReadOnly(), who, sel.Space, access.Delete))
		if err != nil {
			return 0, err
		}
		o := operation{Action: activity.FileDelete}
		for _, it := range items {
			if err := trashPick(tx, who, it.Space.ID, pick{it.ID, it.Kind}, &o); err != nil {
				return 0, err
			}
		}
		return o.store(tx, who, sel.Space)
	})
}

// trashPick moves one of many items to the trash, unless an item before took it along or somebody else deleted it.
func trashPick(tx *db.Tx, who access.Actor, space db.SpaceID, p pick, o *operation) error {
	it, err := access.Node(tx.ReadOnly(), who, space, p.id, access.Delete)
	if isGone(err) {
		return checkMembership(tx.ReadOnly(), who, space)
	}
	if err == nil {
		err = checkLease(tx.ReadOnly(), who, it.Node)
	}
	if err != nil {
		return withItem(err, p.id, p.kind)
	}
	return trashItem(tx, who, it, o)
}

// checkMembership fails for somebody who does not belong to the workspace any more: everything in it is gone for them.
func checkMembership(v *db.View, who access.Actor, space db.SpaceID) error {
	_, _, err := access.SpaceRights(v, who, space)
	return err
}

// MoveToTrash puts an item into the trash as Delete does, in a transaction that does
// more, and without a way to undo it but to restore it. Its holder has to have
// asked for the right to delete it.
func MoveToTrash(tx *db.Tx, who access.Actor, it *access.Item) error {
	return trashItem(tx, who, it, &operation{})
}

func trashItem(tx *db.Tx, who access.Actor, it *access.Item, o *operation) error {
	if err := activity.Record(tx, who, it, actionsOf[it.Kind].deleted, nil, nil); err != nil {
		return err
	}
	change, err := tx.UpdateNodeTrashed(it.Node, it.TrashRoot(), who.User)
	o.addPlace(it, change)
	return err
}
