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

	together bool     // see UpdateTogether
	after    []func() // of AfterCommit
}

// Update runs fn on the writer's goroutine and returns when its changes are durable.
// fn sees everything that was committed before; when it returns an error, its changes
// are rolled back. fn must do no other I/O, since all other writers wait for it.
func (d *DB) Update(ctx context.Context, fn func(*Tx) error) error {
	return d.submit(d.queue, &job{ctx: ctx, fn: fn})
}

// UpdateTogether is Update for short work of which much may wait at the same time, such as the rows of small files. What waits is one
// transaction, of which each fn is a part as that of Attempt, so that counters of directories, activities and the numbers of
// changes are written once for all.
func (d *DB) UpdateTogether(ctx context.Context, fn func(*Tx) error) error {
	return d.submit(d.queue, &job{ctx: ctx, fn: fn, together: true})
}

// UpdateEach is UpdateTogether for parts that one caller has, and returns the error of each. A part that fails changes nothing, and the
// others stay; the last result is an error of all.
func (d *DB) UpdateEach(ctx context.Context, parts []func(*Tx) error) ([]error, error) {
	errs := make([]error, len(parts))
	err := d.UpdateTogether(ctx, func(tx *Tx) error {
		if len(parts) == 1 {
			return parts[0](tx)
		}
		for i, fn := range parts {
			var fatal error
			if errs[i], fatal = tx.tryPart(func() error { return callPart(tx, fn) }); fatal != nil {
				return fatal
			}
		}
		return nil
	})
	return errs, err
}

// callPart turns a panic into an error.
func callPart(tx *Tx, fn func(*Tx) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", p, debug.Stack())
		}
	}()
	return fn(tx)
}

// Step is Update for one transaction of long work, which takes StepTime or little more. All Updates that wait come before
// it, and after it; it has a commit of its own.
func (d *DB) Step(ctx context.Context, fn func(*Tx) error) error {
	return d.submit(d.steps, &job{ctx: ctx, fn: fn})
}

func (d *DB) submit(queue chan *job, j *job) error {
	ctx := j.ctx
	j.done = make(chan struct{})
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
	for _, fn := range j.after {
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
	n := len(waiting)
	if err := d.CheckGate(); err != nil {
		failAll(waiting, err)
	} else {
		n = d.commitBatch(waiting)
		if err := d.CheckGate(); err != nil {
			failAll(waiting[:n], fmt.Errorf("committed too late to be told: %w", err))
		}
	}
	for _, j := range waiting[:n] {
		close(j.done)
	}
	return n
}

// SetGate has every write ask before it begins, and again once it is committed: where the gate fails, so does the write, though its
// changes may be there. The gate must do no I/O.
func (d *DB) SetGate(gate func() error) { d.gate.Store(&gate) }

// CheckGate fails with what the gate fails with; without one it never does.
func (d *DB) CheckGate() error {
	if gate := d.gate.Load(); gate != nil {
		return (*gate)()
	}
	return nil
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
	group := jobGroup{v: &v}
	for n == 0 || n < len(waiting) && group.err == nil && time.Since(began) < batchTime {
		j := waiting[n]
		from := time.Now()
		switch {
		case len(waiting) == 1:
			j.err = v.runJob(j)
		case j.together:
			group.run(j)
		default:
			group.end()
			j.err = v.runInSavepoint(j)
		}
		j.took = time.Since(from)
		wrote = wrote || j.err == nil
		n++
	}
	if group.end(); group.err != nil {
		failAll(waiting[:n], errors.Join(fmt.Errorf("write together: %w", group.err), rollback(&v)))
		return n
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

// runJob runs a job as a transaction of its own.
func (v *View) runJob(j *job) error {
	j.tx = v.newTx()
	if err := j.call(j.tx); err != nil {
		return err
	}
	j.after = j.tx.after
	return j.tx.finish()
}

func (v *View) newTx() *Tx {
	tx := &Tx{View: *v}
	tx.growth = newGrowth()
	return tx
}

// call runs the function of a job, unless nobody waits for it any more.
func (j *job) call(tx *Tx) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	return callPart(tx, j.fn)
}

// finish writes what a transaction sums up until its end.
func (tx *Tx) finish() error { return errors.Join(tx.flush(), tx.writeCounters(), tx.stampChanges()) }

// jobGroup is a row of jobs of UpdateTogether, which are one transaction.
type jobGroup struct {
	v   *View
	tx  *Tx // of the jobs since the last end; nil for none
	err error
}

// run runs a job as a part of the transaction.
func (g *jobGroup) run(j *job) {
	if g.tx == nil {
		g.tx = g.v.newTx()
	}
	from := len(g.tx.after)
	j.err, g.err = g.tx.tryPart(func() error { return j.call(g.tx) })
	if j.err != nil || g.err != nil {
		return
	}
	j.after = g.tx.after[from:len(g.tx.after):len(g.tx.after)]
	j.tx = g.tx // several jobs announce the same changes
}

// end ends the transaction. After an error nothing of the batch may be committed: the parts are released already.
func (g *jobGroup) end() {
	if g.tx != nil {
		g.err = errors.Join(g.err, g.tx.finish())
		g.tx = nil
	}
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
