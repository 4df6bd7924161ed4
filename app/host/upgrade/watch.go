package upgrade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Pulse is how a running appliance does.
type Pulse struct {
	Version  string   `json:"version"`
	Lacks    []string `json:"lacks"`
	Requests uint64   `json:"requests"` // since its start
	Failures uint64   `json:"failures"` // of them that ended with a failure of the product
}

const (
	look        = time.Second
	patience    = 15 * time.Second // without an answer, or not ready
	minFailures = 3                // fewer say nothing
)

// begin has the appliance begin anew with the program that has the name, watches it, and goes back when it is not well.
func (w *work) begin(ctx context.Context, r *Record) error {
	if !r.Ran {
		return w.finish(r, "The appliance was not started by systemd, and was not restarted: restart it as you started it. If it is not "+
			"well then, \"anbar rollback\" brings the old program back.")
	}
	before := r.Before
	if before == nil {
		before = &Pulse{}
	}
	w.Say(fmt.Sprintf("Restarting with version %s.", r.To.Version))
	w.failpoint()
	wrong := w.Service.restart(ctx)
	w.failpoint()
	if wrong == nil {
		w.Say(fmt.Sprintf("Watching it for %s.", w.Watch))
		wrong = w.watch(ctx, r, before)
	}
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), errors.New("the new program is in use, and was not watched to the end; \"anbar upgrade\" without a "+
			"name goes on, \"anbar rollback\" goes back"))
	}
	if wrong == nil {
		return w.finish(r, fmt.Sprintf("Version %s serves and is well. Version %s is kept: \"anbar rollback\" goes back to it.",
			r.To.Version, r.From.Version))
	}
	r.Phase, r.Why = RollingBack, wrong.Error()
	w.Say("The appliance is not well with the new program: " + r.Why)
	if err := w.store(r); err != nil {
		return err
	}
	return errors.Join(w.restoreOld(ctx, r), ErrRolledBack)
}

func (w *work) finish(r *Record, sentence string) error {
	r.Phase = Done
	err := w.store(r)
	if err == nil {
		w.Say(sentence)
	}
	return err
}

// watch returns what is wrong with the new program, or nil when nothing was for the whole time.
func (w *work) watch(ctx context.Context, r *Record, before *Pulse) error {
	began := time.Now() // it and what is compared with it know nothing of a clock that is set
	well := began
	var wrong error
	for {
		p, err := w.Pulse(ctx)
		if err != nil {
			wrong = fmt.Errorf("it does not answer: %w", err)
		} else if wrong = judge(p, before, r.To.Version); wrong == nil {
			well = time.Now()
		}
		var failing *failingError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(wrong, &failing), wrong != nil && time.Since(well) > min(patience, w.Watch):
			return wrong
		case wrong == nil && time.Since(began) >= w.Watch:
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(min(look, w.Watch)):
		}
	}
}

// failingError means that requests fail which did not before. Waiting does not make it better.
type failingError struct{ failures, requests uint64 }

// Error implements error.
func (e *failingError) Error() string {
	return fmt.Sprintf("%d of %d requests failed", e.failures, e.requests)
}

// judge compares an appliance with how it did with the old program.
func judge(p, before *Pulse, version string) error {
	if p.Version != version {
		return fmt.Errorf("version %s answers, not %s", p.Version, version)
	}
	if p.Failures >= minFailures && p.Failures*max(before.Requests, 1) > 2*before.Failures*p.Requests {
		return &failingError{failures: p.Failures, requests: p.Requests}
	}
	var more []string
	for _, what := range p.Lacks {
		if !slices.Contains(before.Lacks, what) {
			more = append(more, what)
		}
	}
	if len(more) > 0 {
		return fmt.Errorf("it is not ready: %s", strings.Join(more, ", "))
	}
	return nil
}
