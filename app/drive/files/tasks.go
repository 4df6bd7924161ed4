package files

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/panics"
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

	ended    time.Time
	stop     context.CancelFunc
	finished chan struct{}
}

// Progress tells how far work has come.
type Progress struct {
	tasks *tasks
	task  *Task
}

// SetTotal says how much there is to do.
func (r *Progress) SetTotal(n int) { r.tasks.update(func() { r.task.Total = n }) }

// SetDone says how much is done.
func (r *Progress) SetDone(n int) { r.tasks.update(func() { r.task.Done = n }) }

// setUndo says how to undo what is done so far.
func (r *Progress) setUndo(id db.UndoID) { r.tasks.update(func() { r.task.Undo = id }) }

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
	log      *slog.Logger
	slots    *limits.Slots
	ownSlots *limits.Slots
	mu       sync.Mutex
	all      map[db.TaskID]*Task

	patience time.Duration // that a call waits before it answers with a task
}

func newTasks(log *slog.Logger) *tasks {
	return &tasks{log: log, slots: limits.Tasks(), ownSlots: limits.OwnTasks(), all: map[db.TaskID]*Task{}, patience: taskPatience}
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

// start starts the work and waits a second for it, unless the caller wants its answer at once. Longer work continues, also when the
// caller goes away; the task reports its progress.
func (t *tasks) start(ctx context.Context, who access.Actor, turn func(context.Context, access.Actor) (func(), error),
	work func(context.Context, *Progress) (Moved, db.UndoID, error)) (Task, error) {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	task := &Task{ID: db.TaskID(db.NewID()), User: who.User, Status: running, stop: stop, finished: make(chan struct{})}
	if err := t.add(task); err != nil {
		stop()
		return Task{}, err
	}
	go func() {
		defer close(task.finished)
		defer stop()
		release, err := turn(ctx, who)
		if err != nil {
			t.finish(task, Moved{}, 0, toStopFault(ctx, err))
			return
		}
		defer release()
		var m Moved
		var undo db.UndoID
		err = panics.Catch(func() (err error) {
			m, undo, err = work(ctx, &Progress{t, task})
			return err
		})
		t.finish(task, m, undo, toStopFault(ctx, err))
	}()
	wait := t.patience
	if api.IsAsyncPreferred(ctx) {
		wait = 0
	}
	patience := time.NewTimer(wait)
	defer patience.Stop()
	select {
	case <-task.finished:
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
	case <-task.finished:
	case <-ctx.Done():
		return task, ctx.Err()
	}
	ended, err := t.get(access.Actor{User: task.User}, task.ID)
	return ended, errors.Join(err, ended.Err)
}

// toStopFault is the failure of work that somebody stopped.
func toStopFault(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return fault.WorkStopped.Because(err)
	}
	return err
}

// halt stops the running task of an operation, and waits until it has ended.
func (t *tasks) halt(who access.Actor, undo db.UndoID) {
	var task *Task
	t.update(func() {
		for _, o := range t.all {
			if o.Undo == undo && o.User == who.User && o.Status == running {
				task = o
			}
		}
	})
	if task != nil {
		task.stop()
		<-task.finished
	}
}

// acquireSlot waits until the actor may work on a tree. The function that it returns ends the turn; the
// next one comes after a rest.
func (t *tasks) acquireSlot(ctx context.Context, who access.Actor) (end func(), err error) {
	owner := limits.Owner{Person: int64(who.User)}
	own, err := t.ownSlots.Acquire(ctx, owner, 1)
	if err != nil {
		return nil, api.ToBusyFault(err)
	}
	place, err := t.slots.Acquire(ctx, owner, 1)
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

func (t *tasks) update(fn func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fn()
}

func (t *tasks) finish(task *Task, m Moved, undo db.UndoID, err error) {
	var known *fault.Fault
	if err != nil && !errors.As(err, &known) {
		t.log.Error("background work failed", "task", task.ID, "error", err)
	}
	t.update(func() {
		task.Status, task.Moved, task.Undo, task.Err, task.ended = done, m, undo, err, time.Now()
		if err == nil {
			task.Done = task.Total
		}
		if err != nil {
			task.Status = failed
		}
	})
}

// LoadTask returns a task of the actor as it is now.
func (s *Service) LoadTask(who access.Actor, id db.TaskID) (Task, error) { return s.tasks.get(who, id) }

// RunInBackground does a work as a task: it waits a second for it to be done. turn waits until the actor may begin, and returns what
// ends the turn.
func (s *Service) RunInBackground(ctx context.Context, who access.Actor, total int, turn func(context.Context) (func(), error),
	work func(ctx context.Context, progress func(done int)) (Moved, error)) (Task, error) {
	first := func(ctx context.Context, _ access.Actor) (func(), error) { return turn(ctx) }
	return s.tasks.start(ctx, who, first, func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
		r.SetTotal(total)
		m, err := work(ctx, r.SetDone)
		return m, 0, err
	})
}

// RunTask does a work on a selection as a task: it waits a second for it to be done.
func (s *Service) RunTask(ctx context.Context, who access.Actor, work func(context.Context, *Progress) error) (Task, error) {
	return s.tasks.start(ctx, who, s.tasks.acquireSlot, func(ctx context.Context, r *Progress) (Moved, db.UndoID, error) {
		return Moved{}, 0, work(ctx, r)
	})
}

// ToCopyResult is the answer to the call that began a task.
func (t Task) ToCopyResult() (*CopyResult, error) {
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

// ToAccepted is the answer to the call that began a task without a result.
func (t Task) ToAccepted() (*Accepted, error) {
	if t.Status == running {
		return &Accepted{t.ID}, nil
	}
	return &Accepted{}, t.Err
}
