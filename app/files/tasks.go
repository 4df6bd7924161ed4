package files

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/db"
)

// Task is work that goes on after its call was answered.
type Task struct {
	ID     db.TaskID
	User   db.UserID
	Status string // running, done, failed
	Done   int
	Total  int
	Undo   db.UndoID
	Moved  Moved
	Err    error

	ended time.Time
}

// The states of a task.
const (
	running = "running"
	done    = "done"
	failed  = "failed"
)

const (
	taskPatience = time.Second // that a call waits before it answers with a task
	taskLife     = 10 * time.Minute
	maxTasks     = 10_000
)

// tasks holds the running tasks. The database undoes a task that a restart interrupts, so
// nothing is stored.
type tasks struct {
	log    *slog.Logger
	places *limits.Slots
	own    *limits.Slots
	mu     sync.Mutex
	all    map[db.TaskID]*Task
}

func newTasks(log *slog.Logger) *tasks {
	return &tasks{log: log, places: limits.Tasks(), own: limits.OwnTasks(), all: map[db.TaskID]*Task{}}
}

// get returns a task of the actor as it is now.
func (t *tasks) get(who access.Actor, id db.TaskID) (Task, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	task := t.all[id]
	if task == nil || task.User != who.User {
		return Task{}, fault.InvalidID
	}
	return *task, nil
}

// run starts the work and waits a second for it. Longer work continues, also when the
// caller goes away; the task reports its progress.
func (t *tasks) run(ctx context.Context, who access.Actor, total int, turn func(context.Context, access.Actor) (func(), error),
	work func(context.Context, func(int)) (Moved, db.UndoID, error)) (Task, error) {
	task := &Task{ID: db.TaskID(db.NewID()), User: who.User, Status: running, Total: total}
	if err := t.add(task); err != nil {
		return Task{}, err
	}
	over := make(chan struct{})
	go func() {
		defer close(over)
		ctx := context.WithoutCancel(ctx)
		release, err := turn(ctx, who)
		if err != nil {
			t.end(task, Moved{}, 0, err)
			return
		}
		defer release()
		m, undo, err := work(ctx, func(n int) { t.change(func() { task.Done = n }) })
		t.end(task, m, undo, err)
	}()
	patience := time.NewTimer(taskPatience)
	defer patience.Stop()
	select {
	case <-over:
	case <-patience.C:
	}
	return t.get(who, task.ID)
}

// turn waits until the actor may work on a tree. The function that it returns ends the turn; the
// next one comes after a rest.
func (t *tasks) turn(ctx context.Context, who access.Actor) (end func(), err error) {
	owner := limits.Owner{Person: int64(who.User)}
	own, err := t.own.Take(ctx, owner, 1)
	if err != nil {
		return nil, api.Busy(err)
	}
	place, err := t.places.Take(ctx, owner, 1)
	if err != nil {
		own()
		return nil, api.Busy(err)
	}
	began := time.Now()
	return func() {
		place()
		time.AfterFunc(limits.TaskRest*time.Since(began), own)
	}, nil
}

func (t *tasks) add(task *Task) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, old := range t.all {
		if old.Status != running && time.Since(old.ended) > taskLife {
			delete(t.all, id)
		}
	}
	if len(t.all) >= maxTasks {
		return fault.TooManyRequests.After(time.Minute)
	}
	t.all[task.ID] = task
	return nil
}

func (t *tasks) change(fn func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fn()
}

func (t *tasks) end(task *Task, m Moved, undo db.UndoID, err error) {
	var known *fault.Fault
	if err != nil && !errors.As(err, &known) {
		t.log.Error("background work failed", "task", task.ID, "error", err)
	}
	t.change(func() {
		task.Status, task.Moved, task.Undo, task.Err, task.ended = done, m, undo, err, time.Now()
		if err != nil {
			task.Status = failed
		}
	})
}

// CopyTask is Copy as a task: it waits a second for the copy to be done.
func (s *Service) CopyTask(ctx context.Context, who access.Actor, sel Selection, to Destination, c Choices) (Task, error) {
	total := 0
	err := s.db.View(ctx, func(v *db.View) error {
		items, err := sel.Load(living(v, who, sel.Space, access.Read))
		for _, it := range items {
			total += int(it.Files+it.Directories) + 1
		}
		return err
	})
	if err != nil {
		return Task{}, err
	}
	return s.tasks.run(ctx, who, total, s.tasks.turn, func(ctx context.Context, progress func(int)) (Moved, db.UndoID, error) {
		return s.Copy(ctx, who, sel, to, c, progress)
	})
}

// Task returns a task of the actor as it is now.
func (s *Service) Task(who access.Actor, id db.TaskID) (Task, error) { return s.tasks.get(who, id) }

// Background does a work as a task: it waits a second for it to be done. turn waits until the actor may begin, and returns what
// ends the turn.
func (s *Service) Background(ctx context.Context, who access.Actor, total int, turn func(context.Context) (func(), error),
	work func(ctx context.Context, progress func(done int)) (Moved, error)) (Task, error) {
	first := func(ctx context.Context, _ access.Actor) (func(), error) { return turn(ctx) }
	return s.tasks.run(ctx, who, total, first, func(ctx context.Context, progress func(int)) (Moved, db.UndoID, error) {
		m, err := work(ctx, progress)
		return m, 0, err
	})
}

// Answer is the answer to the call that began a task.
func (t Task) Answer() (*CopyResult, error) {
	if t.Status == running {
		return &CopyResult{Task: t.ID}, nil
	}
	return &CopyResult{Moved: t.Moved}, t.Err
}
