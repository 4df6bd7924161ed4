package files

import (
	"context"
	"time"

	"anbar/app/access"
	"anbar/db"
)

// InSteps has the service work on each selection as on one of many items, with a transaction for each item, and no call wait.
func (s *Service) InSteps() { s.atOnce, s.during, s.least, s.rows, s.tasks.patience = -1, 0, 1, 1, 0 }

// InFullSteps has each transaction work on as many items as it may, on however slow a machine.
func (s *Service) InFullSteps() { s.during = time.Hour }

// WithoutRest lets the next task begin at once.
func (s *Service) WithoutRest() { s.tasks.own.Each = 1 << 20 }

// Stop ends a task as the end of the process does: nothing is written after its last transaction.
func (s *Service) Stop(id db.TaskID) {
	s.tasks.mu.Lock()
	t := s.tasks.all[id]
	s.tasks.mu.Unlock()
	t.stop()
	<-t.over
}

// RowsAtOnce has each transaction of a rehoming move so many rows.
func (s *Service) RowsAtOnce(n int) { s.rows, s.during = n, 0 }

// MoveUntil moves a selection in many transactions, and ends with the context as the process ends: nothing goes on.
func (s *Service) MoveUntil(ctx context.Context, who access.Actor, sel Selection, to Destination) (db.UndoID, error) {
	r := &Report{s.tasks, &Task{}}
	_, undo, err := s.carryMany(ctx, &carrier{who: who, way: moving, sel: sel, to: to, report: r})
	return undo, err
}

// UndoUntil is the same for an undo.
func (s *Service) UndoUntil(ctx context.Context, who access.Actor, id db.UndoID, space db.SpaceID) error {
	return s.undoMany(ctx, who, id, space, &Report{s.tasks, &Task{}})
}
