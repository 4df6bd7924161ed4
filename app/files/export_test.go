package files

import (
	"time"

	"anbar/db"
)

// InSteps has the service work on each selection as on one of many items, with a transaction for each item, and no call wait.
func (s *Service) InSteps() { s.atOnce, s.during, s.least, s.tasks.patience = -1, 0, 1, 0 }

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
