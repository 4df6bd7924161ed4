// Package jobs does work again and again in the background, and remembers how it went.
package jobs

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/pace"
	"anbar/app/base/panics"
)

// Job is work that is done again and again.
type Job struct {
	Name  string        // a word for the shell and for addresses; the user interface has its words under it
	Every time.Duration // 0 for work that is only done when a person asks for it
	Run   func(context.Context) error
}

// Status is how a job went since the server started.
type Status struct {
	Name      string
	Every     time.Duration
	Running   bool
	Started   time.Time     // the last time; zero for never
	Took      time.Duration // the last time that it ended
	Error     string        // of that time; empty when it went well
	Failed    int           // times in a row
	Runs      int
	Succeeded time.Time // when a run last ended well; zero for never
	Next      time.Time // zero while the server does no work by itself
}

// Runner runs jobs.
type Runner struct {
	log  *slog.Logger
	ctx  context.Context // of runs that a person asked for
	stop context.CancelFunc
	runs sync.WaitGroup

	isPaused func() bool // nil for never

	mu  sync.Mutex
	all []*entry
}

type entry struct {
	Job
	status Status
}

// New makes a runner without jobs.
func New(log *slog.Logger) *Runner {
	r := &Runner{log: log}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r
}

// Add declares jobs, before Run.
func (r *Runner) Add(all ...Job) {
	for _, j := range all {
		r.all = append(r.all, &entry{Job: j, status: Status{Name: j.Name, Every: j.Every}})
	}
}

// PauseWhile has no job begin by itself while a function says so. It is called before Run.
func (r *Runner) PauseWhile(isPaused func() bool) { r.isPaused = isPaused }

// Run runs every job in its turn until ctx ends. A job that fails is logged and comes again.
func (r *Runner) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, e := range r.all {
		if e.Every > 0 {
			all.Go(func() { r.runPeriodically(ctx, e) })
		}
	}
	all.Wait()
}

const pausedLook = 10 * time.Second // between two looks whether a paused job may run

func (r *Runner) runPeriodically(ctx context.Context, e *entry) {
	pause := pace.Align(rand.N(min(e.Every, 30*time.Second)))
	wait := time.NewTimer(pause)
	defer wait.Stop()
	for {
		r.mu.Lock()
		e.status.Next = time.Now().Add(pause)
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		if r.isPaused != nil && r.isPaused() {
			pause = pace.Align(min(e.Every, pausedLook))
			wait.Reset(pause)
			continue
		}
		if r.claimRun(e) { // otherwise a person has just started it
			_ = r.runOnce(ctx, e) // the error is in the status and in the log
		}
		pause = pace.Align(e.Every)
		wait.Reset(pause)
	}
}

// claimRun claims a job for one run.
func (r *Runner) claimRun(e *entry) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.status.Running {
		return false
	}
	e.status.Running, e.status.Started = true, time.Now()
	return true
}

func (r *Runner) runOnce(ctx context.Context, e *entry) error {
	err := panics.Catch(func() error { return e.Run(ctx) })
	if err != nil && !errors.Is(err, context.Canceled) {
		r.log.Error("background work failed", "work", e.Name, "error", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &e.status
	s.Running, s.Took, s.Error = false, time.Since(s.Started), ""
	s.Runs++
	if err == nil {
		s.Failed, s.Succeeded = 0, time.Now()
		return nil
	}
	s.Error = err.Error()
	s.Failed++
	return err
}

func (r *Runner) findJob(name string) (*entry, error) {
	i := slices.IndexFunc(r.all, func(e *entry) bool { return e.Name == name })
	if i < 0 {
		return nil, fault.InvalidID
	}
	return r.all[i], nil
}

// Start starts a job and does not wait for it; fault.JobRunning when it runs already.
func (r *Runner) Start(name string) error {
	e, err := r.findJob(name)
	if err != nil {
		return err
	}
	if r.ctx.Err() != nil || !r.claimRun(e) {
		return fault.JobRunning
	}
	r.runs.Go(func() { _ = r.runOnce(r.ctx, e) }) // the error is in the status and in the log
	return nil
}

// RunNow starts a job and waits for it; fault.JobRunning when it runs already.
func (r *Runner) RunNow(ctx context.Context, name string) error {
	e, err := r.findJob(name)
	if err != nil {
		return err
	}
	if !r.claimRun(e) {
		return fault.JobRunning
	}
	return r.runOnce(ctx, e)
}

// Close ends the runs that Start began.
func (r *Runner) Close() error {
	r.stop()
	r.runs.Wait()
	return nil
}

// List returns the status of every job, by name.
func (r *Runner) List() []Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []Status
	for _, e := range r.all {
		all = append(all, e.status)
	}
	slices.SortFunc(all, func(a, b Status) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Exists reports whether there is a job of that name.
func (r *Runner) Exists(name string) bool {
	_, err := r.findJob(name)
	return err == nil
}
