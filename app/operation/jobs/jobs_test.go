package jobs

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
)

func runner(all ...Job) *Runner {
	r := New(slog.New(slog.DiscardHandler))
	r.Add(all...)
	return r
}

func TestAJobThatRunsIsNotStartedTwice(t *testing.T) {
	going, end := make(chan struct{}), make(chan struct{})
	r := runner(Job{"sweep", time.Hour, func(context.Context) error {
		close(going)
		<-end
		return nil
	}})
	if err := r.Start("sweep"); err != nil {
		t.Fatal(err)
	}
	<-going
	if err := r.Start("sweep"); !errors.Is(err, fault.JobRunning) {
		t.Errorf("the second start: %v", err)
	}
	if err := r.RunNow(t.Context(), "sweep"); !errors.Is(err, fault.JobRunning) {
		t.Errorf("the third start: %v", err)
	}
	if s := r.List()[0]; !s.Running || s.Started.IsZero() {
		t.Errorf("%+v", s)
	}
	close(end)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if s := r.List()[0]; s.Running || s.Runs != 1 || s.Error != "" {
		t.Errorf("%+v", s)
	}
	if err := r.Start("sweep"); err == nil {
		t.Error("it runs after the end")
	}
}

func TestFailuresAreCountedUntilItGoesWell(t *testing.T) {
	fails := true
	r := runner(Job{"send", time.Hour, func(context.Context) error {
		if fails {
			return errors.New("the disk is gone")
		}
		return nil
	}})
	for want := range 2 {
		if err := r.RunNow(t.Context(), "send"); err == nil {
			t.Error("no error")
		}
		if s := r.List()[0]; s.Failed != want+1 || s.Error != "the disk is gone" {
			t.Errorf("%+v", s)
		}
	}
	fails = false
	if err := r.RunNow(t.Context(), "send"); err != nil {
		t.Error(err)
	}
	if s := r.List()[0]; s.Failed != 0 || s.Error != "" || s.Runs != 3 {
		t.Errorf("%+v", s)
	}
	if err := r.Start("nothing"); !errors.Is(err, fault.InvalidID) {
		t.Errorf("%v", err)
	}
}

func TestAJobComesByItselfAndSaysWhenItIsNext(t *testing.T) {
	did := make(chan struct{}, 100)
	r := runner(Job{"tick", 5 * time.Millisecond, func(context.Context) error {
		did <- struct{}{}
		return nil
	}})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	<-did
	<-did
	if s := r.List()[0]; s.Next.IsZero() {
		t.Errorf("%+v", s)
	}
	stop()
	<-done
}

func TestAJobThatPanicsHasFailed(t *testing.T) {
	r := runner(Job{"sweep", time.Hour, func(context.Context) error { panic("oops") }})
	if err := r.RunNow(t.Context(), "sweep"); err == nil || !strings.Contains(err.Error(), "oops") {
		t.Errorf("it ended with %v", err)
	}
	if s := r.List()[0]; s.Running || s.Failed != 1 || !strings.Contains(s.Error, "oops") {
		t.Errorf("%+v", s)
	}
}
