package files

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/drive/activity"
	"anbar/db"
)

// DeleteTask is Delete for a selection of any size. A small one is deleted at once, all or none; many items are a task.
func (s *Service) DeleteTask(ctx context.Context, who access.Actor, sel Selection) (Task, error) {
	return s.runOrStartTask(ctx, who, sel, false,
		func(sel Selection) (m Moved, undo db.UndoID, err error) {
			undo, err = s.Delete(ctx, who, sel)
			return m, undo, err
		},
		func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
			return s.deleteMany(ctx, who, sel, r)
		})
}

// MoveTask is Move for a selection of any size.
func (s *Service) MoveTask(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Task, error) {
	return s.runOrStartTask(ctx, who, sel, false,
		func(sel Selection) (Moved, db.UndoID, error) { return s.Move(ctx, who, sel, to, c) },
		func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
			return s.transferMany(ctx, &bulkTransfer{who: who, kind: moving, sel: sel, to: to, choices: c, report: r})
		})
}

// RestoreTask is Restore for a selection of any size.
func (s *Service) RestoreTask(ctx context.Context, who access.Actor, sel Selection, c Choices) (Task, error) {
	return s.runOrStartTask(ctx, who, sel, true,
		func(sel Selection) (Moved, db.UndoID, error) { return s.Restore(ctx, who, sel, c) },
		func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
			return s.transferMany(ctx, &bulkTransfer{who: who, kind: restoring, sel: sel, to: Destination{Space: sel.Space},
				choices: c, report: r})
		})
}

// CopyTask is Copy for a selection of any size, as a task.
func (s *Service) CopyTask(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Task, error) {
	sel, err := s.expandSmall(ctx, who, sel, false)
	if err != nil {
		return Task{}, err
	}
	few, total := s.isFew(sel), 0
	if few {
		if total, err = s.countRows(ctx, who, sel); err != nil {
			return Task{}, err
		}
		few = total <= limits.RowsByOne || len(sel.Files)+len(sel.Directories) == 1 // a large tree is copied out of sight
	}
	return s.tasks.start(ctx, who, s.tasks.acquireSlot, func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
		if few {
			r.SetTotal(total)
			m, undo, err := s.Copy(ctx, who, sel, to, c, r.SetDone)
			if !errors.Is(err, errMany) {
				return m, undo, err
			}
		}
		return s.transferMany(ctx, &bulkTransfer{who: who, kind: copying, sel: sel, to: to, choices: c, report: r})
	})
}

// countRows counts the rows of items.
func (s *Service) countRows(ctx context.Context, who access.Actor, sel Selection) (total int, err error) {
	return db.Get(ctx, s.db, func(v *db.View) (total int, err error) {
		items, err := sel.Load(livingLoader(v, who, sel.Space, access.Read))
		for _, it := range items {
			total += int(it.Files+it.Directories) + 1
		}
		return total, err
	})
}

// runOrStartTask does a small work at once, and a larger one as a task.
func (s *Service) runOrStartTask(ctx context.Context, who access.Actor, sel Selection, trash bool,
	few func(Selection) (Moved, db.UndoID, error), many func(context.Context, *Progress) (Moved, db.UndoID, error)) (Task, error) {
	named, err := s.expandSmall(ctx, who, sel, trash)
	if err != nil {
		return Task{}, err
	}
	if s.isFew(named) {
		m, undo, err := few(named)
		if !errors.Is(err, errMany) {
			return Task{User: who.User, Status: done, Moved: m, Undo: undo}, err
		}
	}
	return s.tasks.start(ctx, who, s.tasks.acquireSlot, many)
}

// deleteMany moves items to the trash, some at a time. What somebody else deletes meanwhile is left out.
func (s *Service) deleteMany(ctx context.Context, who access.Actor, sel Selection, r *Progress) (m Moved, undo db.UndoID, err error) {
	all, err := s.loadPicks(ctx, who, sel, false)
	if err != nil {
		return m, 0, err
	}
	r.SetTotal(len(all))
	err = s.eachPick(ctx, all, newBulkLoader(who, sel.Space, access.Delete), func(v *db.View, it *access.Item) error {
		return checkLease(v, who, it.Node)
	})
	if err != nil {
		return m, 0, err
	}
	j := s.newBatchRunner(who, sel.Space, r)
	var o *operation
	i := 0
	err = j.run(ctx, func(*db.Tx) *operation {
		r.SetDone(i)
		o = &operation{Action: activity.FileDelete}
		return o
	}, func(tx *db.Tx) (bool, error) {
		if err := trashPick(tx, who, sel.Space, all[i], o); err != nil {
			return false, err
		}
		i++
		return i < len(all), nil
	})
	return m, j.undo, errors.Join(err, j.finish(ctx))
}

// newBulkLoader loads many items outside the trash.
func newBulkLoader(who access.Actor, space db.SpaceID, verb access.Verb) bulkLoader {
	return func(v *db.View, some []pick) (map[db.NodeID]*access.Item, loader) {
		known, err := access.Nodes(v, who, space, idsOf(some), verb)
		if err != nil {
			known = nil // the loader fails as well, and says of which item
		}
		return known, livingLoader(v, who, space, verb)
	}
}

// EachTrashedTask does something to each item of a selection in a trash, which needs verb: few at once for a small selection, all or
// none; each, in many transactions, for a larger one.
func (s *Service) EachTrashedTask(ctx context.Context, who access.Actor, sel Selection, verb access.Verb,
	few func(Selection) error, each func(*db.Tx, *access.Item) error) (Task, error) {
	return s.runOrStartTask(ctx, who, sel, true,
		func(sel Selection) (Moved, db.UndoID, error) { return Moved{}, 0, few(sel) },
		func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
			all, err := s.loadPicks(ctx, who, sel, true)
			if err != nil {
				return Moved{}, 0, err
			}
			r.SetTotal(len(all))
			err = s.eachPick(ctx, all, newTrashLoader(who, sel.Space, verb), func(*db.View, *access.Item) error { return nil })
			if err != nil {
				return Moved{}, 0, err
			}
			i := 0
			return Moved{}, 0, s.newBatchRunner(who, sel.Space, r).run(ctx, func(*db.Tx) *operation {
				r.SetDone(i)
				return nil
			}, func(tx *db.Tx) (bool, error) {
				p := all[i]
				i++
				it, err := access.TrashedNode(tx.ReadOnly(), who, sel.Space, p.id, verb)
				if isGone(err) { // an item before took it along, or somebody else did
					return i < len(all), checkMembership(tx.ReadOnly(), who, sel.Space)
				}
				if err == nil {
					err = each(tx, it)
				}
				return i < len(all), withItem(err, p.id, p.kind)
			})
		})
}
