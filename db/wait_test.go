package db

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestWaitForCommit has readers that follow the commits while others write: none is missed, and what writes nothing wakes nobody.
func TestWaitForCommit(t *testing.T) {
	d := open(t)
	ctx := t.Context()
	nothing := func(tx *Tx) error { return tx.exec("UPDATE spaces SET title = title WHERE id = 0") }
	before := d.Commits()
	if err := errors.Join(d.Update(ctx, nothing), d.Step(ctx, nothing)); err != nil {
		t.Fatal(err)
	}
	if d.Commits() != before {
		t.Error("a transaction without a change counts as a commit")
	}
	began := time.Now()
	d.WaitForCommit(ctx, before, 50*time.Millisecond)
	if took := time.Since(began); took < 50*time.Millisecond {
		t.Errorf("it waited %v for a commit that did not come", took)
	}
	const all = 200
	end, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	followers := make(chan uint64)
	for range 4 {
		go func() {
			seen := before
			for seen < before+all && end.Err() == nil {
				d.WaitForCommit(end, seen, time.Hour)
				seen = d.Commits()
			}
			followers <- seen
		}()
	}
	for range all {
		if err := d.Update(ctx, writeSomething); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		if seen := <-followers; seen < before+all {
			t.Errorf("a follower stays at commit %d of %d", seen-before, all)
		}
	}
	cancel()
	d.WaitForCommit(end, d.Commits(), time.Hour) // returns, since nobody waits any more
}
