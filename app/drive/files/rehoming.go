package files

import (
	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/db"
)

// A large tree that moves to another space is a rehoming: one transaction takes it out of sight, many short ones move its rows,
// and the last one places it. Nobody reads or changes anything in it until then. It always ends, also after the end of the
// process: at its new place or, when it is taken back on its way, at its old one.

// isFar reports whether an item leaves its space when it goes into a directory.
func isFar(src, dst *access.Item) bool { return src.Space.ID != dst.Space.ID }

// isLarge reports whether a tree has more nodes than one transaction moves to another space.
func isLarge(it *access.Item) bool { return it.Files+it.Directories >= limits.RowsAtOnce }

// needsRehoming reports whether a tree is too much for the transaction that moves it to a directory.
func needsRehoming(v *db.View, it, dir *access.Item) (bool, error) {
	if !isFar(it, dir) || isLarge(it) || it.Kind == db.File {
		return isFar(it, dir) && isLarge(it), nil
	}
	n, err := v.CountVersionsBelow(it.ID, versionsAtOnce+1)
	return n > versionsAtOnce, err
}

// isMoveTooLarge reports whether one transaction cannot move items to another space.
func isMoveTooLarge(v *db.View, items []*access.Item, into *access.Item) (bool, error) {
	nodes, versions := int64(0), 0
	for _, it := range items {
		if !isFar(it, into) {
			continue
		}
		if nodes += it.Files + it.Directories + 1; nodes > limits.RowsAtOnce {
			return true, nil
		}
		n, err := v.CountVersionsBelow(it.ID, versionsAtOnce+1)
		if err != nil {
			return false, err
		}
		versions += n
	}
	return versions > versionsAtOnce, nil
}

// rehome takes an item, with all its versions and all that lies below it, into
// the space it is about to be moved to.
func rehome(tx *db.Tx, src *access.Item, to *db.Space) error {
	if src.Space.ID == to.ID {
		return nil
	}
	if err := quota.CheckNodes(tx.ReadOnly(), to, src.Files+src.Directories+1); err != nil {
		return err
	}
	bytes, err := tx.BytesBelow(src.ID)
	if err != nil {
		return err
	}
	if err := quota.Reserve(tx, to, bytes); err != nil {
		return err
	}
	if err := quota.Release(tx, src.Space.ID, bytes); err != nil {
		return err
	}
	return tx.UpdateNodeSpace(src.ID, to.ID)
}

// startRehoming takes a tree out of sight that goes to a directory of another space. It returns the number of the change. The caller
// calls finishRehomings for what has departed, once the transaction is done.
func (o *operation) startRehoming(tx *db.Tx, who access.Actor, it, dir *access.Item, n names.Name) (int64, error) {
	if err := quota.CheckNodes(tx.ReadOnly(), dir.Space, it.Files+it.Directories+1); err != nil {
		return 0, err
	}
	if err := quota.Reserve(tx, dir.Space, it.Size); err != nil { // older versions are counted once nobody adds to them
		return 0, err
	}
	o.departed = append(o.departed, it.ID)
	return tx.InsertRehoming(it.Node, &db.Rehoming{
		To:   db.RehomingEnd{Space: dir.Space.ID, Directory: dir.ID, Bin: dir.TrashRoot(), Name: n.Text},
		From: db.RehomingEnd{Space: it.Space.ID, Directory: it.Parent, Bin: it.TrashRoot(), Name: it.Name},
		User: who.User, Undo: o.id, Part: o.part, Bytes: it.Size,
	})
}

// rejectRehoming turns a tree that does not fit.
func rejectRehoming(tx *db.Tx, top db.NodeID) error {
	r, err := tx.RehomingOf(top)
	if err != nil {
		return ignoreMissing(err)
	}
	if err := editStep(tx, r, func(all []undoStep, i int) []undoStep { return append(all[:i:i], all[i+1:]...) }); err != nil {
		return err
	}
	n, err := tx.MovingTop(top)
	if err != nil {
		return err
	}
	if err := revertRehoming(tx, r); err != nil {
		return err
	}
	who := access.Actor{User: r.User}
	dir, err := access.Dir(tx.ReadOnly(), who, r.From.Space, r.From.Directory, access.Read)
	if isGone(err) {
		return nil // for the actor
	}
	if err != nil {
		return err
	}
	n.Parent = dir.ID
	return activity.Record(tx, who, dir.Child(n), activity.Undo, &activity.Detail{Action: activity.FileMove}, nil)
}

// revertRehoming has a tree go back to where it came from. It fails when what left does not fit there any more.
func revertRehoming(tx *db.Tx, r *db.Rehoming) error {
	if r.Moved > 0 {
		from, err := tx.LivingSpace(r.From.Space)
		if err != nil {
			return err
		}
		if err := quota.Reserve(tx, from, r.Moved); err != nil {
			return err
		}
	}
	if err := quota.Release(tx, r.To.Space, r.Bytes-r.Moved); err != nil {
		return err
	}
	return tx.UpdateRehomingReverted(r.Node)
}

// undoDeparture takes back the departure of a tree that is on its way.
func (o *operation) undoDeparture(tx *db.Tx, it *access.Item) error {
	r, err := tx.RehomingOf(it.ID)
	if err != nil {
		return err
	}
	o.departed = append(o.departed, it.ID)
	return revertRehoming(tx, r)
}
