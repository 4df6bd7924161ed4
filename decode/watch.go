package decode

import (
	"context"
	"encoding/binary"
	"errors"
	"sync/atomic"
	"time"
)

// watchdog ends a decoder whose time is up. The processor's time counts, for on a
// busy machine a document waits; on the clock it may be long.
type watchdog struct {
	child      *child
	limit      time.Duration
	streaming  bool          // the limit is for the time without progress
	before     time.Duration // of the processor
	began      time.Time
	used       atomic.Int64 // of the processor
	slow       atomic.Bool
	starved    atomic.Bool
	progressed atomic.Bool // since the last look
	receiving  atomic.Bool // by those who take what comes
	readUpTo   int64       // of the blob, up to where
}

// noteRequest notes a request for a range. Only one beyond all before is progress: the same may be asked for ever.
func (w *watchdog) noteRequest(ask []byte) {
	if len(ask) != requestSize || ask[requestSize-1] != 0 {
		return
	}
	if at := int64(binary.LittleEndian.Uint64(ask)); at > w.readUpTo {
		w.readUpTo = at
		w.progressed.Store(true)
	}
}

// pauseDuring notes a piece that came, and leaves the time out that its receiver takes.
func (w *watchdog) pauseDuring(take func() error) error {
	w.receiving.Store(true)
	defer w.receiving.Store(false)
	w.progressed.Store(true)
	return take()
}

const (
	watchTicks   = 20
	graceDivisor = 5 // a decoder ends by itself at its limit; a fifth of it later it is ended
)

// startWatchdog watches over a decoder while it does a job. stop ends that and returns the time that the job took.
func startWatchdog(ctx context.Context, c *child, j Job) (w *watchdog, stop func() cost) {
	w = &watchdog{child: c, limit: j.Time, streaming: j.Work.isStreaming(), before: c.readCPUTime(), began: time.Now()}
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		w.run(ctx, ended)
	}()
	return w, func() cost {
		close(ended)
		<-watched
		w.updateUsage()
		return cost{time.Since(w.began), time.Duration(w.used.Load())}
	}
}

// run looks at the decoder until the work ended, and kills it when it may not go on.
func (w *watchdog) run(ctx context.Context, ended <-chan struct{}) {
	look := time.NewTicker(max(w.limit/watchTicks, time.Millisecond))
	defer look.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ctx.Done():
			w.child.kill()
			return
		case <-look.C:
			if w.updateUsage() {
				w.child.kill()
				return
			}
		}
	}
}

// updateUsage reports whether the time is up.
func (w *watchdog) updateUsage() bool {
	if moved := w.progressed.Swap(false); w.streaming && (moved || w.receiving.Load()) {
		w.before, w.began = w.child.readCPUTime(), time.Now()
		w.used.Store(0)
		return false
	}
	used := max(time.Duration(w.used.Load()), w.child.readCPUTime()-w.before) // none when it is gone
	w.used.Store(int64(used))
	if used >= w.limit+w.limit/graceDivisor {
		w.slow.Store(true)
	} else if time.Since(w.began) >= w.child.timeout {
		w.slow.Store(used >= w.limit/2)
		w.starved.Store(used < w.limit/2)
	}
	return w.slow.Load() || w.starved.Load()
}

// errStarved is no fault of the document: the machine is too busy.
var errStarved = errors.New("the decoder got no time of the processor")

func (w *watchdog) checkProgress() error {
	switch {
	case w.slow.Load():
		return ErrSlow
	case w.starved.Load():
		return errStarved
	}
	return nil
}
