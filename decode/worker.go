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

// worker is one decoder, replaced when it is spent or dead. It does one work at a
// time; others wait.
type worker struct {
	log     *slog.Logger
	nice    int // of its decoders
	args    []string
	timeout time.Duration // that one document may take on it
	sem     chan struct{}
	child   *child // nil while none runs; only the holder of the turn may use it
	idle    *time.Timer
	warned  bool
	closed  bool
}

func newWorker(log *slog.Logger, nice int, args ...string) *worker {
	l := &worker{log: log, nice: nice, timeout: limits.DecodeClock, args: append([]string{Command}, args...), sem: make(chan struct{}, 1)}
	l.idle = time.AfterFunc(time.Hour, l.retireIdle)
	l.idle.Stop()
	return l
}

// retireIdle ends a decoder that has nothing to do, so that its memory goes back.
func (l *worker) retireIdle() {
	select {
	case l.sem <- struct{}{}:
		l.stopChild()
		<-l.sem
	default: // it has something to do
	}
}

func (l *worker) close() error {
	l.sem <- struct{}{}
	defer func() { <-l.sem }()
	l.closed = true
	l.idle.Stop()
	l.stopChild()
	return nil
}

func (l *worker) stopChild() {
	if l.child != nil {
		l.child.stop()
		l.child = nil
	}
}

// errShutDown answers work that comes after the end.
var errShutDown = errors.New("the decoders are shut down")

// run has one work done. A decoder that something else ended than the document
// is replaced, and the document gets a second one. So does one that ended a decoder with documents before it: what they
// left of the memory may have been too little.
func (l *worker) run(ctx context.Context, c Content, j Job) (answer []byte, took cost, err error) {
	select {
	case l.sem <- struct{}{}:
		defer func() { <-l.sem }()
	case <-ctx.Done():
		return nil, took, ctx.Err()
	}
	l.idle.Stop()
	defer l.idle.Reset(limits.DecodeIdle)
	for again := false; ; again = true {
		if l.closed {
			return nil, took, errShutDown
		}
		if err := l.ensureChild(ctx); err != nil {
			return nil, took, err
		}
		b, now, err := l.child.runJob(ctx, c, j)
		took = cost{took.clock + now.clock, took.cpu + now.cpu}
		var died *exitError
		if !errors.As(err, &died) {
			if l.child.needsReplacement() {
				l.stopChild()
			}
			return b, took, err
		}
		l.child = nil
		if err := ctx.Err(); err != nil {
			return nil, took, err
		}
		l.log.Info("a decoder ended with its document", "content", c.Hash, "reason", died)
		if died.cause != nil {
			return nil, took, died.cause
		}
		if again || !died.killed && !died.reused {
			return nil, took, fmt.Errorf("%w: %w", ErrKilled, died)
		}
	}
}

// ensureChild starts a decoder when none runs.
func (l *worker) ensureChild(ctx context.Context) error {
	if l.child != nil {
		return nil
	}
	c, missing, err := startChild(ctx, l.nice, l.args)
	if err != nil {
		return fmt.Errorf("start a decoder: %w", err)
	}
	if missing != "" && !l.warned {
		l.warned = true
		l.log.Warn("decoders of foreign documents are less locked in than they should be", "reason", missing)
	}
	c.timeout, l.child = l.timeout, c
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
