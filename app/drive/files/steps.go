package files

import (
	"context"
	"encoding/json"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/db"
)

// batchRunner is an operation on many items, which is done in many short transactions, so that nobody waits for it. What is done
// stays done when it is interrupted, and one undo takes all of it back.
type batchRunner struct {
	s        *Service
	who      access.Actor
	space    db.SpaceID
	report   *Progress
	minItems int
	id       db.UndoID // older than all changes
	undo     db.UndoID // id once it is stored: 0 before the first change, and for what cannot be undone
	parts    int
}

func (s *Service) newBatchRunner(who access.Actor, space db.SpaceID, r *Progress) *batchRunner {
	return &batchRunner{s: s, who: who, space: space, report: r, minItems: s.minItems, id: db.UndoID(db.NewID())}
}

// stepTime is how long a transaction works on items; what it collected is written after that.
const stepTime = db.StepTime / 2

// minItemsAtOnce is how many items a transaction works on at least: on a busy machine time passes without work, and a commit costs
// as much as many items.
const minItemsAtOnce = 20

// run calls next until it reports that nothing is left. Each transaction calls it as often as there is time. begin is called at
// the start of a transaction, and returns where next notes how to undo what it does.
func (j *batchRunner) run(ctx context.Context, begin func(*db.Tx) *operation, next func(*db.Tx) (more bool, err error)) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		number, made := j.parts, j.undo
		err := j.s.db.Step(ctx, func(tx *db.Tx) (err error) {
			o := begin(tx)
			began := time.Now()
			for n := 0; more && n < limits.ItemsAtOnce && (n < j.minItems || time.Since(began) < j.s.maxDuration); n++ {
				if more, err = next(tx); err != nil {
					return err
				}
			}
			made, err = j.storeUndo(tx, o, number)
			return err
		})
		if err != nil {
			return err
		}
		if j.undo, j.parts = made, number+1; made != 0 {
			j.report.setUndo(made)
		}
	}
	return nil
}

// storeUndo writes down how to undo a transaction.
func (j *batchRunner) storeUndo(tx *db.Tx, o *operation, number int) (db.UndoID, error) {
	if o == nil || len(o.Steps) == 0 {
		return j.undo, nil
	}
	if j.undo == 0 {
		head, err := json.Marshal(operation{Action: o.Action})
		if err != nil {
			return 0, err
		}
		if err := tx.InsertUndo(&db.Undo{ID: j.id, User: j.who.User, Space: j.space, Operation: string(head), Running: true}); err != nil {
			return 0, err
		}
	}
	steps, err := json.Marshal(o.Steps)
	if err != nil {
		return 0, err
	}
	return j.id, tx.UpsertUndoPart(j.id, &db.UndoPart{Number: number, Steps: string(steps)})
}

// finish lets the time begin in which the operation can be undone.
func (j *batchRunner) finish(ctx context.Context) error {
	if j.undo == 0 {
		return nil
	}
	return j.s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error { return tx.UpdateUndoRunning(j.undo, false) })
}
