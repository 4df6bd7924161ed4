package files

import (
	"context"
	"encoding/json"
	"time"

	"anbar/app/access"
	"anbar/app/limits"
	"anbar/db"
)

// journey is an operation on many items, which is done in many short transactions, so that nobody waits for it. What is done
// stays done when it is interrupted, and one undo takes all of it back.
type journey struct {
	s      *Service
	who    access.Actor
	space  db.SpaceID
	report *Report
	least  int
	id     db.UndoID // older than all changes
	undo   db.UndoID // id once it is stored: 0 before the first change, and for what cannot be undone
	parts  int
}

func (s *Service) journey(who access.Actor, space db.SpaceID, r *Report) *journey {
	return &journey{s: s, who: who, space: space, report: r, least: s.least, id: db.UndoID(db.NewID())}
}

// stepTime is how long a transaction works on items; what it collected is written after that.
const stepTime = db.StepTime / 2

// leastAtOnce is how many items a transaction works on at least: on a busy machine time passes without work, and a commit costs
// as much as many items.
const leastAtOnce = 20

// run calls next until it reports that nothing is left. Each transaction calls it as often as there is time. begin is called at
// the start of a transaction, and returns where next notes how to undo what it does.
func (j *journey) run(ctx context.Context, begin func(*db.Tx) *operation, next func(*db.Tx) (more bool, err error)) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		number, made := j.parts, j.undo
		err := j.s.db.Step(ctx, func(tx *db.Tx) (err error) {
			o := begin(tx)
			began := time.Now()
			for n := 0; more && n < limits.ItemsAtOnce && (n < j.least || time.Since(began) < j.s.during); n++ {
				if more, err = next(tx); err != nil {
					return err
				}
			}
			made, err = j.keep(tx, o, number)
			return err
		})
		if err != nil {
			return err
		}
		if j.undo, j.parts = made, number+1; made != 0 {
			j.report.undoable(made)
		}
	}
	return nil
}

// keep writes down how to undo a transaction.
func (j *journey) keep(tx *db.Tx, o *operation, number int) (db.UndoID, error) {
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

// end lets the time begin in which the operation can be undone.
func (j *journey) end(ctx context.Context) error {
	if j.undo == 0 {
		return nil
	}
	return j.s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error { return tx.UpdateUndoRunning(j.undo, false) })
}
