package db

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func writeSomething(tx *Tx) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES (lower(hex(randomblob(9))), '1')")
}

// TestStepsWaitForWhatPeopleWaitFor lets steps of long work and writes of people wait at the same time.
func TestStepsWaitForWhatPeopleWaitFor(t *testing.T) {
	d := open(t)
	var order []string // written by the writer alone
	note := func(what string) func(*Tx) error {
		return func(tx *Tx) error { order = append(order, what); return writeSomething(tx) }
	}
	ended := make(chan error, 8)
	held, begun := make(chan struct{}), make(chan struct{})
	go func() {
		ended <- d.Update(t.Context(), func(tx *Tx) error { close(begun); <-held; return writeSomething(tx) })
	}()
	<-begun
	for _, what := range []string{"step 1", "step 2"} {
		go func() { ended <- d.Step(t.Context(), note(what)) }()
	}
	for range 3 {
		go func() { ended <- d.Update(t.Context(), note("person")) }()
	}
	for len(d.queue) < 3 {
		time.Sleep(time.Millisecond)
	}
	before := d.Commits()
	close(held)
	for range 6 {
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	at := func(what string) int {
		return slices.IndexFunc(order, func(s string) bool { return strings.HasPrefix(s, what) })
	}
	first := at("person")
	if last := len(order) - 1; len(order) != 5 || first > 1 || !strings.HasPrefix(order[last], "step") {
		t.Errorf("the order was %q", order)
	}
	// One step may come between, but never two, and none shares a commit.
	if n := d.Commits() - before; n != 4 {
		t.Errorf("%d commits: %q", n, order)
	}
}

// TestACommitTakesNoMoreWhenItsTimeIsOver lets slow writes wait at the same time: they must not become one long commit.
func TestACommitTakesNoMoreWhenItsTimeIsOver(t *testing.T) {
	d := open(t)
	ended := make(chan error, 8)
	held, begun := make(chan struct{}), make(chan struct{})
	go func() {
		ended <- d.Update(t.Context(), func(tx *Tx) error { close(begun); <-held; return writeSomething(tx) })
	}()
	<-begun
	before := d.Commits()
	for range 5 {
		go func() {
			ended <- d.Update(t.Context(), func(tx *Tx) error { time.Sleep(batchTime); return writeSomething(tx) })
		}()
	}
	for len(d.queue) < 5 {
		time.Sleep(time.Millisecond)
	}
	close(held)
	for range 6 {
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
	}
	if n := d.Commits() - before; n != 6 {
		t.Errorf("%d commits for six slow writes", n)
	}
}

func TestLongHoldsAreCounted(t *testing.T) {
	d := open(t)
	d.WriterStatsSince()
	boom := errors.New("boom")
	if err := d.Update(t.Context(), func(*Tx) error { time.Sleep(LongCommit + time.Millisecond); return boom }); !errors.Is(err, boom) {
		t.Fatal(err)
	}
	h := d.WriterStatsSince()
	if h.Long != 1 || h.Longest <= LongCommit || !strings.Contains(h.Work, "TestLongHoldsAreCounted") {
		t.Errorf("%+v", h)
	}
	if h = d.WriterStatsSince(); h.Commits != 0 || d.WriterStats().Long != 1 {
		t.Errorf("%+v since, %+v", h, d.WriterStats())
	}
}

// TestNothingIsAcknowledgedBehindTheGate closes the gate before a write, and while one is under way.
func TestNothingIsAcknowledgedBehindTheGate(t *testing.T) {
	d := open(t)
	var closed atomic.Bool
	d.SetGate(func() error {
		if closed.Load() {
			return ErrFenced
		}
		return nil
	})
	if err := d.Update(t.Context(), writeSomething); err != nil {
		t.Fatal(err)
	}
	told := false
	err := d.Update(t.Context(), func(tx *Tx) error {
		tx.AfterCommit(func() { told = true })
		closed.Store(true)
		return writeSomething(tx)
	})
	if !errors.Is(err, ErrFenced) || told {
		t.Fatalf("a commit behind the gate was acknowledged: %v, %v", err, told)
	}
	before := d.Commits()
	ran := false
	for _, write := range []func(context.Context, func(*Tx) error) error{d.Update, d.Step} {
		err := write(t.Context(), func(tx *Tx) error { ran = true; return writeSomething(tx) })
		if !errors.Is(err, ErrFenced) {
			t.Fatal(err)
		}
	}
	if ran || d.Commits() != before {
		t.Fatal("a write began behind the gate")
	}
	closed.Store(false)
	if err := d.Update(t.Context(), writeSomething); err != nil {
		t.Fatal(err)
	}
}
