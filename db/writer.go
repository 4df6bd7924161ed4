package db

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"
)

const (
	maxBatch  = 256                   // writes that share one commit at most
	batchTime = 15 * time.Millisecond // after which a commit takes no further write
)

// StepTime is how long one step of long work may write: as long as somebody else who writes meanwhile may have to wait for it
// without noticing.
const StepTime = 10 * time.Millisecond

type job struct {
	ctx  context.Context
	fn   func(*Tx) error
	tx   *Tx
	err  error
	took time.Duration
	done chan struct{}
}

// Update runs fn on the writer's goroutine and returns when its changes are durable.
// fn sees everything that was committed before; when it returns an error, its changes
// are rolled back. fn must do no other I/O, since all other writers wait for it.
func (d *DB) Update(ctx context.Context, fn func(*Tx) error) error { return d.submit(ctx, d.queue, fn) }

// Step is Update for one transaction of long work, which takes StepTime or little more. All Updates that wait come before
// it, and after it; it has a commit of its own.
func (d *DB) Step(ctx context.Context, fn func(*Tx) error) error { return d.submit(ctx, d.steps, fn) }

func (d *DB) submit(ctx context.Context, queue chan *job, fn func(*Tx) error) error {
	j := &job{ctx: ctx, fn: fn, done: make(chan struct{})}
	d.closing.RLock()
	if d.closed {
		d.closing.RUnlock()
		return ErrClosed
	}
	select {
	case queue <- j:
		d.closing.RUnlock()
	case <-ctx.Done():
		d.closing.RUnlock()
		return ctx.Err()
	}
	<-j.done
	if j.err != nil {
		return j.err
	}
	for _, fn := range j.tx.after {
		fn()
	}
	return nil
}

// runWriter commits what waits: everything that people wait for, then one step of long work, and so on.
func (d *DB) runWriter() {
	defer close(d.done)
	var waiting []*job
	for {
		if len(waiting) == 0 {
			j, step := d.nextJob()
			if j == nil {
				return
			}
			if step {
				d.commitAndReply([]*job{j})
				continue
			}
			waiting = append(waiting, j)
		}
		waiting = d.addWaiting(waiting)
		waiting = waiting[d.commitAndReply(waiting):]
		select {
		case j := <-d.steps:
			d.commitAndReply([]*job{j})
		default:
		}
	}
}

// nextJob waits for a write; those that people wait for come first. It returns nil when the database is closed.
func (d *DB) nextJob() (j *job, step bool) {
	select {
	case j = <-d.queue:
		return j, false
	default:
	}
	select {
	case j = <-d.queue:
		return j, false
	case j = <-d.steps:
		return j, true
	}
}

// addWaiting adds the writes that wait.
func (d *DB) addWaiting(batch []*job) []*job {
	for len(batch) < maxBatch {
		select {
		case j, open := <-d.queue:
			if open {
				batch = append(batch, j)
				continue
			}
		default:
		}
		break
	}
	return batch
}

// commitAndReply commits the first writes of those that wait, tells those who wait for them, and returns how many these were.
func (d *DB) commitAndReply(waiting []*job) int {
	n := d.commitBatch(waiting)
	for _, j := range waiting[:n] {
		close(j.done)
	}
	return n
}

// commitBatch runs jobs in one SQLite transaction, each in a savepoint unless it is alone, so that a job that fails does not affect
// the others. It stops when they have taken their time, and returns how many it ran.
func (d *DB) commitBatch(waiting []*job) int {
	v := View{ctx: context.Background(), c: d.write, Now: now(), changes: &d.changes, asOf: d.changes.commits.Load()}
	if err := v.execRaw("BEGIN IMMEDIATE"); err != nil {
		failAll(waiting, fmt.Errorf("begin to write: %w", err))
		return len(waiting)
	}
	began, before, wrote, n := time.Now(), d.write.ran, false, 0
	for n == 0 || n < len(waiting) && time.Since(began) < batchTime {
		j := waiting[n]
		from := time.Now()
		if len(waiting) == 1 {
			j.err = v.runJob(j)
		} else {
			j.err = v.runInSavepoint(j)
		}
		j.took = time.Since(from)
		wrote = wrote || j.err == nil
		n++
	}
	statements := d.write.ran - before
	rows, err := d.write.countWritten(&v)
	if wrote {
		// What writes nothing needs no commit, which would wake everybody who waits for one.
		wrote = err != nil || rows > 0 || slices.ContainsFunc(waiting[:n], func(j *job) bool { return j.err == nil && j.tx.hasNotes() })
	}
	batch, ran := waiting[:n], time.Now()
	end := "COMMIT"
	if !wrote {
		end = "ROLLBACK"
	} else {
		d.changes.coming.Store(d.changes.commits.Load() + 1) // readers may see it before it is announced
	}
	if err := v.execRaw(end); err != nil {
		defer d.changes.coming.Store(d.changes.commits.Load())
		failAll(batch, errors.Join(fmt.Errorf("commit: %w", err), batch[0].err, rollback(&v)))
		return n
	}
	d.holds.record(batch, wrote, statements, ran.Sub(began), time.Since(ran))
	if wrote {
		d.changes.announce(batch)
	}
	return n
}

func (v *View) runInSavepoint(j *job) error {
	if err := v.execRaw("SAVEPOINT one"); err != nil {
		return err
	}
	if err := v.runJob(j); err != nil {
		return errors.Join(err, v.execRaw("ROLLBACK TO one"), v.execRaw("RELEASE one"))
	}
	return v.execRaw("RELEASE one")
}

// runJob runs a job, and turns a panic of it into an error.
func (v *View) runJob(j *job) (err error) {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	j.tx = &Tx{View: *v}
	j.tx.growth = newGrowth()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	if err := j.fn(j.tx); err != nil {
		return err
	}
	return errors.Join(j.tx.flush(), j.tx.writeCounters(), j.tx.stampChanges())
}

// rollback ends the failed transaction, if SQLite has not ended it already.
func rollback(v *View) error {
	if err := v.execRaw("ROLLBACK"); err != nil && v.execRaw("BEGIN") != nil {
		return err
	}
	return v.execRaw("ROLLBACK")
}

// failAll fails every write of a batch, also those that failed before: their reason
// may have been a row of another job that is rolled back now.
func failAll(batch []*job, err error) {
	for _, j := range batch {
		j.err = err
	}
}
