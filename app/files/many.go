package files

import (
	"context"
	"errors"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/limits"
	"anbar/db"
)

// DeleteTask is Delete for a selection of any size. A small one is deleted at once, all or none; many items are a task.
func (s *Service) DeleteTask(ctx context.Context, who access.Actor, sel Selection) (Task, error) {
	return s.either(ctx, who, sel, false,
		func(sel Selection) (m Moved, undo db.UndoID, err error) {
			undo, err = s.Delete(ctx, who, sel)
			return m, undo, err
		},
		func(ctx context.Context, r *Report) (Moved, db.UndoID, error) { return s.deleteMany(ctx, who, sel, r) })
}

// MoveTask is Move for a selection of any size.
func (s *Service) MoveTask(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Task, error) {
	return s.either(ctx, who, sel, false,
		func(sel Selection) (Moved, db.UndoID, error) { return s.Move(ctx, who, sel, to, c) },
		func(ctx context.Context, r *Report) (Moved, db.UndoID, error) {
			return s.carryMany(ctx, &carrier{who: who, way: moving, sel: sel, to: to, choices: c, report: r})
		})
}

// RestoreTask is Restore for a selection of any size.
func (s *Service) RestoreTask(ctx context.Context, who access.Actor, sel Selection, c Choices) (Task, error) {
	return s.either(ctx, who, sel, true,
		func(sel Selection) (Moved, db.UndoID, error) { return s.Restore(ctx, who, sel, c) },
		func(ctx context.Context, r *Report) (Moved, db.UndoID, error) {
			return s.carryMany(ctx, &carrier{who: who, way: restoring, sel: sel, to: Destination{Space: sel.Space}, choices: c, report: r})
		})
}

// CopyTask is Copy for a selection of any size, as a task.
func (s *Service) CopyTask(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Task, error) {
	sel, err := s.narrow(ctx, who, sel, false)
	if err != nil {
		return Task{}, err
	}
	few, total := s.isFew(sel), 0
	if few {
		if total, err = s.rowsOf(ctx, who, sel); err != nil {
			return Task{}, err
		}
		few = total <= limits.RowsByOne || len(sel.Files)+len(sel.Directories) == 1 // a large tree is copied out of sight
	}
	return s.tasks.run(ctx, who, s.tasks.turn, func(ctx context.Context, r *Report) (Moved, db.UndoID, error) {
		if few {
			r.Total(total)
			m, undo, err := s.Copy(ctx, who, sel, to, c, r.Done)
			if !errors.Is(err, errMany) {
				return m, undo, err
			}
		}
		return s.carryMany(ctx, &carrier{who: who, way: copying, sel: sel, to: to, choices: c, report: r})
	})
}

// rowsOf counts the rows of items.
func (s *Service) rowsOf(ctx context.Context, who access.Actor, sel Selection) (total int, err error) {
	err = s.db.View(ctx, func(v *db.View) error {
		items, err := sel.Load(living(v, who, sel.Space, access.Read))
		for _, it := range items {
			total += int(it.Files+it.Directories) + 1
		}
		return err
	})
	return total, err
}

// either does a small work at once, and a larger one as a task.
func (s *Service) either(ctx context.Context, who access.Actor, sel Selection, trash bool,
	few func(Selection) (Moved, db.UndoID, error), many func(context.Context, *Report) (Moved, db.UndoID, error)) (Task, error) {
	named, err := s.narrow(ctx, who, sel, trash)
	if err != nil {
		return Task{}, err
	}
	if s.isFew(named) {
		m, undo, err := few(named)
		if !errors.Is(err, errMany) {
			return Task{User: who.User, Status: done, Moved: m, Undo: undo}, err
		}
	}
	return s.tasks.run(ctx, who, s.tasks.turn, many)
}

// deleteMany moves items to the trash, some at a time. What somebody else deletes meanwhile is left out.
func (s *Service) deleteMany(ctx context.Context, who access.Actor, sel Selection, r *Report) (m Moved, undo db.UndoID, err error) {
	all, err := s.selected(ctx, who, sel, false)
	if err != nil {
		return m, 0, err
	}
	r.Total(len(all))
	err = s.check(ctx, all, readable(who, sel.Space, access.Delete), func(v *db.View, it *access.Item) error {
		return unheld(v, who, it.Node)
	})
	if err != nil {
		return m, 0, err
	}
	j := s.journey(who, sel.Space, r)
	var o *operation
	i := 0
	err = j.run(ctx, func(*db.Tx) *operation {
		r.Done(i)
		o = &operation{Action: activity.FileDelete}
		return o
	}, func(tx *db.Tx) (bool, error) {
		if err := removeUnheld(tx, who, sel.Space, all[i], o); err != nil {
			return false, err
		}
		i++
		return i < len(all), nil
	})
	return m, j.undo, errors.Join(err, j.end(ctx))
}

// readable loads many items outside the trash.
func readable(who access.Actor, space db.SpaceID, verb access.Verb) bulk {
	return func(v *db.View, some []pick) (map[db.NodeID]*access.Item, loader) {
		known, err := access.Nodes(v, who, space, idsOf(some), verb)
		if err != nil {
			known = nil // the loader fails as well, and says of which item
		}
		return known, living(v, who, space, verb)
	}
}

// TrashTask does something to each item of a selection in a trash, which needs verb: few at once for a small selection, all or
// none; each, in many transactions, for a larger one.
func (s *Service) TrashTask(ctx context.Context, who access.Actor, sel Selection, verb access.Verb,
	few func(Selection) error, each func(*db.Tx, *access.Item) error) (Task, error) {
	return s.either(ctx, who, sel, true,
		func(sel Selection) (Moved, db.UndoID, error) { return Moved{}, 0, few(sel) },
		func(ctx context.Context, r *Report) (Moved, db.UndoID, error) {
			all, err := s.selected(ctx, who, sel, true)
			if err != nil {
				return Moved{}, 0, err
			}
			return Moved{}, 0, s.eachTrashed(ctx, who, sel.Space, all, verb, r, each)
		})
}

func (s *Service) eachTrashed(ctx context.Context, who access.Actor, space db.SpaceID, all []pick, verb access.Verb, r *Report,
	do func(*db.Tx, *access.Item) error) error {
	r.Total(len(all))
	err := s.check(ctx, all, trashedItems(who, space, verb), func(*db.View, *access.Item) error { return nil })
	if err != nil {
		return err
	}
	i := 0
	return s.journey(who, space, r).run(ctx, func(*db.Tx) *operation {
		r.Done(i)
		return nil
	}, func(tx *db.Tx) (bool, error) {
		p := all[i]
		i++
		it, err := access.Trashed(tx.ReadOnly(), who, space, p.id, verb)
		if isGone(err) { // an item before took it along, or somebody else did
			return i < len(all), stillIn(tx.ReadOnly(), who, space)
		}
		if err == nil {
			err = do(tx, it)
		}
		return i < len(all), about(err, p.id, p.kind)
	})
}
