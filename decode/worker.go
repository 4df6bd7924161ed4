package decode

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"syscall"
	"time"

	"anbar/app/base/limits"
)

// worker is a place for one decoder process, which is replaced when it is spent or dead. It runs one job at a
// time; others wait.
type worker struct {
	log     *slog.Logger
	nice    int // of its decoders
	args    []string
	timeout time.Duration // that one document may take on it
	sem     chan struct{}
	child   *child // nil while none runs; only who holds sem may use it
	idle    *time.Timer
	warned  bool
	closed  bool
}

func newWorker(log *slog.Logger, nice int, args ...string) *worker {
	w := &worker{log: log, nice: nice, timeout: limits.DecodeClock, args: append([]string{Command}, args...), sem: make(chan struct{}, 1)}
	w.idle = time.AfterFunc(time.Hour, w.retireIdle)
	w.idle.Stop()
	return w
}

// retireIdle ends a decoder that has nothing to do, so that its memory goes back.
func (w *worker) retireIdle() {
	select {
	case w.sem <- struct{}{}:
		w.stopChild()
		<-w.sem
	default: // it has something to do
	}
}

func (w *worker) close() error {
	w.sem <- struct{}{}
	defer func() { <-w.sem }()
	w.closed = true
	w.idle.Stop()
	w.stopChild()
	return nil
}

func (w *worker) stopChild() {
	if w.child != nil {
		w.child.stop()
		w.child = nil
	}
}

// errShutDown answers work that comes after the end.
var errShutDown = errors.New("the decoders are shut down")

// run runs one job. When a decoder dies for another reason than the document, or had served documents before, which may have
// left too little memory, the job runs once more in a new one.
func (w *worker) run(ctx context.Context, c Content, j Job) (answer []byte, took cost, err error) {
	select {
	case w.sem <- struct{}{}:
		defer func() { <-w.sem }()
	case <-ctx.Done():
		return nil, took, ctx.Err()
	}
	w.idle.Stop()
	defer w.idle.Reset(limits.DecodeIdle)
	for again := false; ; again = true {
		if w.closed {
			return nil, took, errShutDown
		}
		if err := w.ensureChild(ctx); err != nil {
			return nil, took, err
		}
		if j.out != nil {
			if err := j.out.restart(); err != nil { // of what a decoder before this one wrote
				return nil, took, err
			}
		}
		watch, stop := startWatchdog(ctx, w.child, j)
		b, err := (&exchange{child: w.child, content: c, job: j, watch: watch}).run()
		now := stop()
		took = cost{took.clock + now.clock, took.cpu + now.cpu}
		var lost *protocolError
		if !errors.As(err, &lost) {
			if w.child.needsReplacement() {
				w.stopChild()
			}
			return b, took, err
		}
		died := w.child.reap(watch, lost)
		w.child = nil
		if err := ctx.Err(); err != nil {
			return nil, took, err
		}
		w.log.Info("a decoder ended with its document", "content", c.Hash, "reason", died)
		if died.cause != nil {
			return nil, took, died.cause
		}
		if again || !died.killed && !died.reused {
			return nil, took, fmt.Errorf("%w: %w", ErrKilled, died)
		}
	}
}

// ensureChild starts a decoder when none runs.
func (w *worker) ensureChild(ctx context.Context) error {
	if w.child != nil {
		return nil
	}
	c, missing, err := startChild(ctx, w.nice, w.args)
	if err != nil {
		return fmt.Errorf("start a decoder: %w", err)
	}
	if missing != "" && !w.warned {
		w.warned = true
		w.log.Warn("decoders of foreign documents are less locked in than they should be", "reason", missing)
	}
	c.timeout, w.child = w.timeout, c
	return nil
}

// exitError is the end of a decoder in the middle of its work.
type exitError struct {
	cause  error // when it was ended by us
	killed bool  // ended from outside
	reused bool  // by documents before this one
	state  *os.ProcessState
	stderr string
}

func (d *exitError) Error() string {
	if d.cause != nil {
		return d.cause.Error()
	}
	return fmt.Sprintf("the decoder ended: %v: %s", d.state, d.stderr)
}

// isKilled is whether a process was killed, as the system does when memory is short.
func isKilled(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGKILL
}
