package host

import (
	"context"
	"errors"
	"sync"
	"time"

	"anbar/app/base/panics"
	"anbar/db"
)

// errWriterHangs means that a transaction was not even begun within the time.
var errWriterHangs = errors.New("the database does not answer")

// writerProbe has the writer of the database do something, never more than once at a time: a writer that hangs must not collect
// those who wait for it.
type writerProbe struct {
	write func(context.Context) error

	mu      sync.Mutex
	pending *probeRun // nil while nothing is asked
}

type probeRun struct {
	done chan struct{}
	err  error // once it is done
}

// run returns how the writer answered, or errWriterHangs after the time.
func (p *writerProbe) run(wait time.Duration) error {
	p.mu.Lock()
	run := p.pending
	if run == nil {
		run = &probeRun{done: make(chan struct{})}
		p.pending = run
		go p.finish(run)
	}
	p.mu.Unlock()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-run.done:
		return run.err
	case <-timer.C:
		return errWriterHangs
	}
}

func (p *writerProbe) finish(run *probeRun) {
	run.err = panics.Catch(func() error { return p.write(context.Background()) })
	p.mu.Lock()
	p.pending = nil
	p.mu.Unlock()
	close(run.done)
}

// probeWrites is how often a check writes a row while all is well. Each one is copied to the backup target.
const probeWrites = time.Minute

// newWriteProbe has a row written now and then, and after a failure each time; otherwise a transaction without changes has to do.
func newWriteProbe(d *db.DB) *writerProbe {
	var written time.Time
	return &writerProbe{write: func(ctx context.Context) error {
		if time.Since(written) < probeWrites {
			return d.AwaitTurn(ctx)
		}
		err := d.Update(ctx, (*db.Tx).PutProbe)
		if err == nil {
			written = time.Now()
		}
		return err
	}}
}
