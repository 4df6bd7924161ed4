package files

import (
	"context"
	"errors"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/leases"
	"anbar/app/limits"
	"anbar/app/names"
	"anbar/db"
)

// Destination is a directory of a space, where things go.
type Destination struct {
	Space     db.SpaceID
	Directory db.NodeID
}

// Rename gives the first item of a selection another name; DuplicateField when a
// sibling has it.
func (s *Service) Rename(ctx context.Context, who access.Actor, sel Selection, name string) (*Listed, db.UndoID, error) {
	n, err := names.Parse(name)
	if len(sel.Directories) > 0 {
		err = directoryName(err)
	}
	if err != nil {
		return nil, 0, fieldError("new_name", err)
	}
	var l *Listed
	var undo db.UndoID
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		items, err := sel.Load(living(tx.ReadOnly(), who, sel.Space, access.Rename))
		if err != nil {
			return err
		}
		it := items[0]
		if undo, err = renameUnheld(tx, who, it, n); err != nil {
			return err
		}
		l, err = Load(tx.ReadOnly(), who, sel.Space, it.ID)
		return err
	})
	return l, undo, err
}

func renameUnheld(tx *db.Tx, who access.Actor, it *access.Item, n names.Name) (db.UndoID, error) {
	if n.Text == it.Name {
		return 0, nil
	}
	if err := unheld(tx.ReadOnly(), who, it.Node); err != nil {
		return 0, err
	}
	return rename(tx, who, it, n)
}

// unheld refuses to change a file that somebody else edits. Directories move with what is edited in them.
func unheld(v *db.View, who access.Actor, n *db.Node) error {
	if n.Kind != db.File {
		return nil
	}
	return leases.Free(v, who, n.ID)
}

func rename(tx *db.Tx, who access.Actor, it *access.Item, n names.Name) (db.UndoID, error) {
	if err := checkPlace(tx.ReadOnly(), it, it.Path[:len(it.Path)-1], n.Text, limits.TreeWalk); err != nil {
		return 0, err
	}
	change, err := tx.UpdateNodePlace(it.Node, placing(it.Parent, n, it.Kind))
	if err != nil {
		return 0, taken(err)
	}
	o := operation{Action: actionsOf[it.Kind].renamed}
	o.put(it, change)
	was := it.Name
	it.Name = n.Text
	if err := activity.Record(tx, who, it, o.Action, &activity.Detail{Name: was}, &activity.Detail{Name: n.Text}); err != nil {
		return 0, err
	}
	return o.keep(tx, who, it.Space.ID)
}

// Move moves items with everything below them into another directory, also of another
// space, all or none. Within one space its cost does not depend on the size of the items.
func (s *Service) Move(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Moved, db.UndoID, error) {
	var m Moved
	var undo db.UndoID
	if sel.Space != to.Space { // every row of it changes
		end, err := s.tasks.turn(ctx, who)
		if err != nil {
			return m, undo, err
		}
		defer end()
	}
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		m, undo, err = move(tx, who, sel, to, c)
		return err
	})
	return m, undo, err
}

func move(tx *db.Tx, who access.Actor, sel Selection, to Destination, c Choices) (Moved, db.UndoID, error) {
	t := &transfer{tx: tx, who: who, way: moving, load: living(tx.ReadOnly(), who, sel.Space, access.Move), to: to.Space}
	t.back.Action = activity.FileMove
	return t.run(sel, to, c)
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
	undo, err := t.back.keep(t.tx, t.who, to.Space)
	return m, undo, err
}

// Copy copies items into a directory, also of another space, all or none. It copies rows, never bytes,
// and of each file only the head version. It calls progress with the number of rows done.
func (s *Service) Copy(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices,
	progress func(done int)) (Moved, db.UndoID, error) {
	var m Moved
	var undo db.UndoID
	made, err := s.stage(ctx, who, sel, to, c, progress)
	if err != nil {
		return m, undo, err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		t := &transfer{
			tx: tx, who: who, way: copying, load: living(tx.ReadOnly(), who, sel.Space, access.Read), to: to.Space, progress: progress,
			staged: made,
		}
		t.back.Action = activity.FileCopy
		m, undo, err = t.run(sel, to, c)
		return err
	})
	return m, undo, errors.Join(err, s.giveUp(ctx, made))
}

// Delete moves items to the trash, all or none. Its cost does not depend on their size.
func (s *Service) Delete(ctx context.Context, who access.Actor, sel Selection) (db.UndoID, error) {
	var undo db.UndoID
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		undo, err = deleteAll(tx, who, sel)
		return err
	})
	return undo, err
}

func deleteAll(tx *db.Tx, who access.Actor, sel Selection) (db.UndoID, error) {
	items, err := sel.Load(living(tx.ReadOnly(), who, sel.Space, access.Delete))
	if err != nil {
		return 0, err
	}
	o := operation{Action: activity.FileDelete}
	for _, it := range items {
		if err := removeUnheld(tx, who, it.Space.ID, pick{it.ID, it.Kind}, &o); err != nil {
			return 0, err
		}
	}
	return o.keep(tx, who, sel.Space)
}

// removeUnheld moves one of many items to the trash, unless an item before took it along or somebody else deleted it.
func removeUnheld(tx *db.Tx, who access.Actor, space db.SpaceID, p pick, o *operation) error {
	it, err := access.Node(tx.ReadOnly(), who, space, p.id, access.Delete)
	if isGone(err) {
		return stillIn(tx.ReadOnly(), who, space)
	}
	if err == nil {
		err = unheld(tx.ReadOnly(), who, it.Node)
	}
	if err != nil {
		return about(err, p.id, p.kind)
	}
	return remove(tx, who, it, o)
}

// stillIn fails for somebody who does not belong to the workspace any more: everything in it is gone for them.
func stillIn(v *db.View, who access.Actor, space db.SpaceID) error {
	_, _, err := access.SpaceRights(v, who, space)
	return err
}

// PutIntoTrash puts an item into the trash as Delete does, in a transaction that does
// more, and without a way to undo it but to restore it. Its holder has to have
// asked for the right to delete it.
func PutIntoTrash(tx *db.Tx, who access.Actor, it *access.Item) error {
	return remove(tx, who, it, &operation{})
}

func remove(tx *db.Tx, who access.Actor, it *access.Item, o *operation) error {
	if err := activity.Record(tx, who, it, actionsOf[it.Kind].deleted, nil, nil); err != nil {
		return err
	}
	change, err := tx.UpdateNodeTrashed(it.Node, it.TrashRoot(), who.User)
	o.put(it, change)
	return err
}
