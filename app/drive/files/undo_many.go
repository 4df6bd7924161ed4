package files

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// UndoTask is Undo for an operation of any size. One that goes on is stopped first, and what it did is taken back. One on many
// items is undone as a task: what was changed since is noticed before anything is done.
func (s *Service) UndoTask(ctx context.Context, who access.Actor, id db.UndoID) (Task, error) {
	s.tasks.halt(who, id)
	var space db.SpaceID
	many := false
	err := s.db.View(ctx, func(v *db.View) error {
		u, _, err := loadUndo(v, who, id)
		if err != nil {
			return err
		}
		space = u.Space
		_, err = v.LastUndoPart(id, math.MaxInt)
		many = err == nil
		if errors.Is(err, db.ErrNotFound) {
			err = nil
		}
		return err
	})
	if err != nil {
		return Task{}, err
	}
	if !many {
		return Task{User: who.User, Status: done}, s.Undo(ctx, who, id)
	}
	return s.tasks.start(ctx, who, s.tasks.acquireUndoSlot, func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
		return Moved{}, 0, s.undoMany(ctx, who, id, space, r)
	})
}

// acquireUndoSlot is turn without a rest: somebody who takes back what they did does not wait for it.
func (t *tasks) acquireUndoSlot(ctx context.Context, who access.Actor) (end func(), err error) {
	end, err = t.slots.Acquire(ctx, limits.Owner{Person: int64(who.User)}, 1)
	if err != nil {
		err = api.ToBusyFault(err)
	}
	return end, err
}

func (s *Service) undoMany(ctx context.Context, who access.Actor, id db.UndoID, space db.SpaceID, r *Progress) error {
	total, err := s.checkUndo(ctx, who, id)
	if err != nil {
		return err
	}
	r.SetTotal(total)
	left := total
	for more := true; more; {
		if err = ctx.Err(); err != nil {
			break
		}
		r.SetDone(total - left)
		var departed []db.NodeID
		err = s.db.Step(ctx, func(tx *db.Tx) (err error) {
			more, departed, err = s.undoBatch(tx, who, id, &left)
			return err
		})
		if err == nil {
			err = s.finishRehomings(ctx, departed, func(int) {}) // what comes next may have lain in them
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		return nil
	}
	return errors.Join(err, s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error { return tx.UpdateUndoRunning(id, false) }))
}

// checkUndo reads all parts of an operation and fails when something has changed since. It returns the number of steps.
func (s *Service) checkUndo(ctx context.Context, who access.Actor, id db.UndoID) (total int, err error) {
	seen := map[db.NodeID]bool{}
	for before := math.MaxInt; ; {
		err := s.db.View(ctx, func(v *db.View) error {
			p, err := v.LastUndoPart(id, before)
			if err != nil {
				return err
			}
			before = p.Number
			var steps []undoStep
			if err := json.Unmarshal([]byte(p.Steps), &steps); err != nil {
				return err
			}
			total += len(steps)
			changes := map[db.NodeID]int64{}
			for i := len(steps) - 1; i >= 0; i-- {
				if b := &steps[i]; b.Change != 0 && !seen[b.Node] {
					changes[b.Node] = b.Change
				}
				seen[steps[i].Node] = true
			}
			same, err := access.AreUnchanged(v, changes)
			if err == nil && !same {
				err = fault.ChangedSince
			}
			return err
		})
		if errors.Is(err, db.ErrNotFound) {
			return total, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// undoBatch undoes the last steps that are left, as many as there is time for, and reports whether there are more, and what
// departed.
func (s *Service) undoBatch(tx *db.Tx, who access.Actor, id db.UndoID, left *int) (more bool, departed []db.NodeID, err error) {
	_, o, err := loadUndo(tx.ReadOnly(), who, id)
	if err != nil {
		return false, nil, err
	}
	began, had := time.Now(), *left
	on := func() bool {
		n := had - *left
		if len(o.departed) > 0 {
			return false
		}
		return n < limits.ItemsAtOnce && (n < s.minItems && !o.far || time.Since(began) < s.maxDuration) // one of far may be many rows
	}
	for first := true; first || on(); first = false {
		p, err := tx.LastUndoPart(id, math.MaxInt)
		if errors.Is(err, db.ErrNotFound) {
			return false, o.departed, tx.DeleteUndo(id)
		}
		if err != nil {
			return false, nil, err
		}
		if err := o.undoPart(tx, who, id, p, left, on); err != nil {
			return false, nil, err
		}
	}
	return true, o.departed, tx.UpdateUndoRunning(id, true)
}

// editStep changes the step of an operation that moved the top of a tree, when it is stored still.
func editStep(tx *db.Tx, r *db.Rehoming, edit func(all []undoStep, i int) []undoStep) error {
	if r.Undo == 0 {
		return nil
	}
	p, err := tx.LastUndoPart(r.Undo, r.Part+1)
	if errors.Is(err, db.ErrNotFound) || err == nil && p.Number != r.Part {
		return nil
	}
	if err != nil {
		return err
	}
	var steps []undoStep
	if err := json.Unmarshal([]byte(p.Steps), &steps); err != nil {
		return err
	}
	i := slices.IndexFunc(steps, func(b undoStep) bool { return b.Node == r.Node && b.Do == backPlace })
	if i < 0 {
		return nil
	}
	b, err := json.Marshal(edit(steps, i))
	if err != nil {
		return err
	}
	return tx.UpsertUndoPart(r.Undo, &db.UndoPart{Number: p.Number, Steps: string(b)})
}

// undoPart undoes the last steps of a part: one, and more while on says so.
func (o *operation) undoPart(tx *db.Tx, who access.Actor, id db.UndoID, p *db.UndoPart, left *int, on func() bool) error {
	var steps []undoStep
	if err := json.Unmarshal([]byte(p.Steps), &steps); err != nil {
		return err
	}
	for first := true; len(steps) > 0 && (first || on()); first = false {
		last := len(steps) - 1
		if err := o.undoSteps(tx, who, steps, last); err != nil {
			return err
		}
		steps = steps[:last]
		*left--
	}
	if len(steps) == 0 {
		return tx.DeleteUndoPart(id, p.Number)
	}
	b, err := json.Marshal(steps)
	if err != nil {
		return err
	}
	return tx.UpsertUndoPart(id, &db.UndoPart{Number: p.Number, Steps: string(b)})
}
