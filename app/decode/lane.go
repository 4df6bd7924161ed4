package decode

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"syscall"
	"time"

	"anbar/app/limits"
)

// lane is one decoder, replaced when it is spent or dead. It does one work at a
// time; others wait.
type lane struct {
	log    *slog.Logger
	nice   int // of its decoders
	args   []string
	clock  time.Duration // that one document may take on it
	turn   chan struct{}
	child  *child // nil while none runs; only the holder of the turn may use it
	idle   *time.Timer
	warned bool
	closed bool
}

func newLane(log *slog.Logger, nice int, args ...string) *lane {
	l := &lane{log: log, nice: nice, clock: limits.DecodeClock, args: append([]string{Command}, args...), turn: make(chan struct{}, 1)}
	l.idle = time.AfterFunc(time.Hour, l.rest)
	l.idle.Stop()
	return l
}

// rest ends a decoder that has nothing to do, so that its memory goes back.
func (l *lane) rest() {
	select {
	case l.turn <- struct{}{}:
		l.retire()
		<-l.turn
	default: // it has something to do
	}
}

func (l *lane) close() error {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	l.closed = true
	l.idle.Stop()
	l.retire()
	return nil
}

func (l *lane) retire() {
	if l.child != nil {
		l.child.end()
		l.child = nil
	}
}

// errShutDown answers work that comes after the end.
var errShutDown = errors.New("the decoders are shut down")

// run has one work done. A decoder that something else ended than the document
// is replaced, and the document gets a second one. So does one that ended a decoder with documents before it: what they
// left of the memory may have been too little.
func (l *lane) run(ctx context.Context, c Content, j Job) (answer []byte, took cost, err error) {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return nil, took, ctx.Err()
	}
	l.idle.Stop()
	defer l.idle.Reset(limits.DecodeIdle)
	for again := false; ; again = true {
		if l.closed {
			return nil, took, errShutDown
		}
		if err := l.ready(ctx); err != nil {
			return nil, took, err
		}
		b, now, err := l.child.do(ctx, c, j)
		took = cost{took.clock + now.clock, took.processor + now.processor}
		var died *death
		if !errors.As(err, &died) {
			if l.child.spent() {
				l.retire()
			}
			return b, took, err
		}
		l.child = nil
		if err := ctx.Err(); err != nil {
			return nil, took, err
		}
		l.log.Info("a decoder ended with its document", "content", c.Hash, "reason", died)
		if died.why != nil {
			return nil, took, died.why
		}
		if again || !died.killed && !died.used {
			return nil, took, fmt.Errorf("%w: %w", ErrKilled, died)
		}
	}
}

// ready starts a decoder when none runs.
func (l *lane) ready(ctx context.Context) error {
	if l.child != nil {
		return nil
	}
	c, missing, err := start(ctx, l.nice, l.args)
	if err != nil {
		return fmt.Errorf("start a decoder: %w", err)
	}
	if missing != "" && !l.warned {
		l.warned = true
		l.log.Warn("decoders of foreign documents are less locked in than they should be", "reason", missing)
	}
	c.clock, l.child = l.clock, c
	return nil
}

// death is the end of a decoder in the middle of its work.
type death struct {
	why    error // when it was ended by us
	killed bool  // ended from outside
	used   bool  // by documents before this one
	state  *os.ProcessState
	said   string
}

func (d *death) Error() string {
	if d.why != nil {
		return d.why.Error()
	}
	return fmt.Sprintf("the decoder ended: %v: %s", d.state, d.said)
}

// byOther is whether a process was killed, as the system does when memory is short.
func byOther(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && w.Signal() == syscall.SIGKILL
}
