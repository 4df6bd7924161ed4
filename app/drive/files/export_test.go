package files

import (
	"context"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

// InSteps has the service work on each selection as on one of many items, with a transaction for each item, and no call wait.
func (s *Service) InSteps() {
	s.maxItems, s.maxDuration, s.minItems, s.rowsPerCheck, s.tasks.patience = -1, 0, 1, 1, 0
}

// InFullSteps has each transaction work on as many items as it may, on however slow a machine.
func (s *Service) InFullSteps() { s.maxDuration = time.Hour }

// WithoutRest lets the next task begin at once.
func (s *Service) WithoutRest() { s.tasks.ownSlots.Each = 1 << 20 }

// Stop ends a task as the end of the process does: nothing is written after its last transaction.
func (s *Service) Stop(id db.TaskID) {
	s.tasks.mu.Lock()
	t := s.tasks.all[id]
	s.tasks.mu.Unlock()
	t.stop()
	<-t.finished
}

// RowsAtOnce has each transaction of a rehoming move so many rows.
func (s *Service) RowsAtOnce(n int) { s.rowsPerCheck, s.maxDuration = n, 0 }

// MoveUntil moves a selection in many transactions, and ends with the context as the process ends: nothing goes on.
func (s *Service) MoveUntil(ctx context.Context, who access.Actor, sel Selection, to Destination) (db.UndoID, error) {
	r := &Progress{s.tasks, &Task{}}
	_, undo, err := s.transferMany(ctx, &bulkTransfer{who: who, kind: moving, sel: sel, to: to, report: r})
	return undo, err
}

// UndoUntil is the same for an undo.
func (s *Service) UndoUntil(ctx context.Context, who access.Actor, id db.UndoID, space db.SpaceID) error {
	return s.undoMany(ctx, who, id, space, &Progress{s.tasks, &Task{}})
}
