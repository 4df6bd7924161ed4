package files

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
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
	stop  context.CancelFunc
	over  chan struct{}
}

// Report tells how far work has come.
type Report struct {
	tasks *tasks
	task  *Task
}

// Total says how much there is to do.
func (r *Report) Total(n int) { r.tasks.change(func() { r.task.Total = n }) }

// Done says how much is done.
func (r *Report) Done(n int) { r.tasks.change(func() { r.task.Done = n }) }

// undoable says how to undo what is done so far.
func (r *Report) undoable(id db.UndoID) { r.tasks.change(func() { r.task.Undo = id }) }

// The states of a task.
const (
	running = "running"
	done    = "done"
	failed  = "failed"
)

const (
	taskPatience = time.Second
	taskLife     = 10 * time.Minute
	maxTasks     = 10_000
)

// tasks holds the running tasks. A restart ends them: what they did is whole, and how to undo it is stored.
type tasks struct {
	log    *slog.Logger
	places *limits.Slots
	own    *limits.Slots
	mu     sync.Mutex
	all    map[db.TaskID]*Task

	patience time.Duration // that a call waits before it answers with a task
}

func newTasks(log *slog.Logger) *tasks {
	return &tasks{log: log, places: limits.Tasks(), own: limits.OwnTasks(), all: map[db.TaskID]*Task{}, patience: taskPatience}
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
func (t *tasks) run(ctx context.Context, who access.Actor, turn func(context.Context, access.Actor) (func(), error),
	work func(context.Context, *Report) (Moved, db.UndoID, error)) (Task, error) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	task := &Task{ID: db.TaskID(db.NewID()), User: who.User, Status: running, stop: stop, over: make(chan struct{})}
	if err := t.add(task); err != nil {
		stop()
		return Task{}, err
	}
	go func() {
		defer close(task.over)
		defer stop()
		release, err := turn(ctx, who)
		if err != nil {
			t.end(task, Moved{}, 0, stopped(ctx, err))
			return
		}
		defer release()
		m, undo, err := work(ctx, &Report{t, task})
		t.end(task, m, undo, stopped(ctx, err))
	}()
	patience := time.NewTimer(t.patience)
	defer patience.Stop()
	select {
	case <-task.over:
	case <-patience.C:
	}
	return t.get(who, task.ID)
}

// wait waits until a task has ended, for calls that have no answer without its result. The task goes on when the caller goes away.
func (t *tasks) wait(ctx context.Context, task Task) (Task, error) {
	if task.Status != running {
		return task, task.Err
	}
	select {
	case <-task.over:
	case <-ctx.Done():
		return task, ctx.Err()
	}
	ended, err := t.get(access.Actor{User: task.User}, task.ID)
	return ended, errors.Join(err, ended.Err)
}

// stopped is the failure of work that somebody stopped.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return fault.WorkStopped.Because(err)
	}
	return err
}

// halt stops the running task of an operation, and waits until it has ended.
func (t *tasks) halt(who access.Actor, undo db.UndoID) {
	var task *Task
	t.change(func() {
		for _, o := range t.all {
			if o.Undo == undo && o.User == who.User && o.Status == running {
				task = o
			}
		}
	})
	if task != nil {
		task.stop()
		<-task.over
	}
}

// turn waits until the actor may work on a tree. The function that it returns ends the turn; the
// next one comes after a rest.
func (t *tasks) turn(ctx context.Context, who access.Actor) (end func(), err error) {
	owner := limits.Owner{Person: int64(who.User)}
	own, err := t.own.Acquire(ctx, owner, 1)
	if err != nil {
		return nil, api.ToBusyFault(err)
	}
	place, err := t.places.Acquire(ctx, owner, 1)
	if err != nil {
		own()
		return nil, api.ToBusyFault(err)
	}
	began := time.Now()
	return func() {
		place()
		time.AfterFunc(limits.TaskRest(time.Since(began)), own)
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
		if err == nil {
			task.Done = task.Total
		}
		if err != nil {
			task.Status = failed
		}
	})
}

// Task returns a task of the actor as it is now.
func (s *Service) Task(who access.Actor, id db.TaskID) (Task, error) { return s.tasks.get(who, id) }

// Background does a work as a task: it waits a second for it to be done. turn waits until the actor may begin, and returns what
// ends the turn.
func (s *Service) Background(ctx context.Context, who access.Actor, total int, turn func(context.Context) (func(), error),
	work func(ctx context.Context, progress func(done int)) (Moved, error)) (Task, error) {
	first := func(ctx context.Context, _ access.Actor) (func(), error) { return turn(ctx) }
	return s.tasks.run(ctx, who, first, func(ctx context.Context, r *Report) (Moved, db.UndoID, error) {
		r.Total(total)
		m, err := work(ctx, r.Done)
		return m, 0, err
	})
}

// Work does a work on a selection as a task: it waits a second for it to be done.
func (s *Service) Work(ctx context.Context, who access.Actor, work func(context.Context, *Report) error) (Task, error) {
	return s.tasks.run(ctx, who, s.tasks.turn, func(ctx context.Context, r *Report) (Moved, db.UndoID, error) {
		return Moved{}, 0, work(ctx, r)
	})
}

// Answer is the answer to the call that began a task.
func (t Task) Answer() (*CopyResult, error) {
	if t.Status == running {
		return &CopyResult{Task: t.ID}, nil
	}
	return &CopyResult{Moved: t.Moved}, t.Err
}

// Accepted is the task that goes on after a call that has nothing to answer.
type Accepted struct {
	Task db.TaskID `json:"task_id"`
}

// AnswerStatus implements api.Statuser.
func (a *Accepted) AnswerStatus() int {
	if a.Task != 0 {
		return http.StatusAccepted
	}
	return http.StatusNoContent
}

// Accepted is the answer to the call that began a task without a result.
func (t Task) Accepted() (*Accepted, error) {
	if t.Status == running {
		return &Accepted{t.ID}, nil
	}
	return &Accepted{}, t.Err
}
