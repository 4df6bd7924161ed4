package decode

import (
	"context"
	"encoding/binary"
	"errors"
	"sync/atomic"
	"time"
)

// watch ends a decoder whose time is up. The processor's time counts, for on a
// busy machine a document waits; on the clock it may be long.
type watch struct {
	child  *child
	limit  time.Duration
	flows  bool          // the limit is for the time without progress
	before time.Duration // of the processor
	began  time.Time
	used   atomic.Int64 // of the processor
	slow   atomic.Bool
	starve atomic.Bool
	moved  atomic.Bool // since the last look
	held   atomic.Bool // by those who take what comes
	read   int64       // of the blob, up to where
}

// asked notes a request for a range. Only one beyond all before is progress: the same may be asked for ever.
func (w *watch) asked(ask []byte) {
	if len(ask) != askSize || ask[askSize-1] != 0 {
		return
	}
	if at := int64(binary.LittleEndian.Uint64(ask)); at > w.read {
		w.read = at
		w.moved.Store(true)
	}
}

// during notes a piece that came, and leaves the time out that its receiver takes.
func (w *watch) during(take func() error) error {
	w.held.Store(true)
	defer w.held.Store(false)
	w.moved.Store(true)
	return take()
}

const (
	looks = 20
	grace = 5 // a decoder ends by itself at its limit; a fifth of it later it is ended
)

func (w *watch) begin(ctx context.Context) (stop func() cost) {
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		w.run(ctx, ended)
	}()
	return func() cost {
		close(ended)
		<-watched
		w.look()
		return cost{time.Since(w.began), time.Duration(w.used.Load())}
	}
}

// run looks at the decoder until the work ended, and kills it when it may not go on.
func (w *watch) run(ctx context.Context, ended <-chan struct{}) {
	look := time.NewTicker(max(w.limit/looks, time.Millisecond))
	defer look.Stop()
	for {
		select {
		case <-ended:
			return
		case <-ctx.Done():
			w.child.kill()
			return
		case <-look.C:
			if w.look() {
				w.child.kill()
				return
			}
		}
	}
}

// look reports whether the time is up.
func (w *watch) look() bool {
	if moved := w.moved.Swap(false); w.flows && (moved || w.held.Load()) {
		w.before, w.began = w.child.processor(), time.Now()
		w.used.Store(0)
		return false
	}
	used := max(time.Duration(w.used.Load()), w.child.processor()-w.before) // none when it is gone
	w.used.Store(int64(used))
	if used >= w.limit+w.limit/grace {
		w.slow.Store(true)
	} else if time.Since(w.began) >= w.child.clock {
		w.slow.Store(used >= w.limit/2)
		w.starve.Store(used < w.limit/2)
	}
	return w.slow.Load() || w.starve.Load()
}

// errStarved is no fault of the document: the machine is too busy.
var errStarved = errors.New("the decoder got no time of the processor")

func (w *watch) reason() error {
	switch {
	case w.slow.Load():
		return ErrSlow
	case w.starve.Load():
		return errStarved
	}
	return nil
}
