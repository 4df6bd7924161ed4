package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"sync"
	"time"

	"anbar/app/base/panics"
	"anbar/blobstore"

	"golang.org/x/time/rate"
)

// sender copies what takes long beside the rounds, one object after another: large contents, and packs that were copied in
// ranges and have stopped growing. Rounds go before it on a slow line.
type sender struct {
	c    *Copier
	rate *rate.Limiter // bytes a second; nil for no limit

	mu      sync.Mutex
	changed sync.Cond
	waiting map[string]blobstore.Object
	order   []string
	failed  map[string]failedObject // until a round comes across them again
	lost    map[string]bool         // objects that are nowhere any more; they are tried again, and are not on their way
	sent    map[string]Entry        // since the last collect
	bytes   int64
	yielded bool // a round is under way
	isStale bool // the last watermark says of an object that is lost that it is on its way
	err     error
}

// failedObject is an object that could not be sent.
type failedObject struct {
	blobstore.Object
	err error
}

func newSender(c *Copier) *sender {
	s := &sender{c: c, waiting: map[string]blobstore.Object{}, failed: map[string]failedObject{}, sent: map[string]Entry{},
		lost: map[string]bool{}}
	s.changed.L = &s.mu
	return s
}

// enqueue has an object sent, unless it waits already.
func (s *sender) enqueue(o blobstore.Object) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, waits := s.waiting[o.Key]; waits {
		return
	}
	delete(s.failed, o.Key)
	s.waiting[o.Key] = o
	s.order = append(s.order, o.Key)
	s.changed.Broadcast()
}

// run sends until ctx ends.
func (s *sender) run(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})
	defer stop()
	for {
		o, ok := s.next(ctx)
		if !ok {
			return
		}
		var e Entry
		err := panics.Catch(func() (err error) {
			e, err = s.c.copyPiece(ctx, o, piece{key: o.Key, from: 0, to: o.Size}, s.wait)
			return err
		})
		s.finish(o, e, err)
	}
}

func (s *sender) next(ctx context.Context) (blobstore.Object, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.order) == 0 && ctx.Err() == nil {
		s.changed.Wait()
	}
	if ctx.Err() != nil {
		return blobstore.Object{}, false
	}
	return s.waiting[s.order[0]], true
}

// finish takes the object from the queue. One that failed is come across again by the next round.
func (s *sender) finish(o blobstore.Object, e Entry, err error) {
	isLost := errors.As(err, new(*lostError))
	if isLost {
		s.c.noteLost(e.key(&s.c.grant.claim, o.Key))
	} else if err != nil {
		s.c.requestFullScan()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waiting, o.Key)
	s.order = s.order[1:]
	switch {
	case err == nil:
		delete(s.lost, o.Key)
		s.sent[o.Key] = e
		s.bytes += e.Size
		s.err = nil
	case isLost:
		s.isStale = s.isStale || !s.lost[o.Key]
		s.lost[o.Key] = true
	case errors.Is(err, fs.ErrNotExist) && !errors.As(err, new(*GoneError)) && !s.c.blobs.IsAway(o.Key): // it was deleted here meanwhile
	default:
		s.err = fmt.Errorf("copy %s: %w", o.Key, err)
		s.failed[o.Key] = failedObject{o, s.err}
	}
	s.changed.Broadcast()
}

const (
	longestPause = 3 * time.Second
	pauseStep    = 20 * time.Millisecond
)

// wait waits while a round is under way, though not for ever, and for the limit of the rate.
func (s *sender) wait(ctx context.Context, n int) error {
	for began := time.Now(); time.Since(began) < longestPause; {
		s.mu.Lock()
		yielded := s.yielded
		s.mu.Unlock()
		if !yielded {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pauseStep):
		}
	}
	if s.rate != nil {
		return s.rate.WaitN(ctx, min(n, s.rate.Burst()))
	}
	return ctx.Err()
}

// setYielded says whether a round is under way.
func (s *sender) setYielded(is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.yielded = is
}

// clearFailed is called before a round looks at all contents.
func (s *sender) clearFailed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.failed)
}

// collect adds what was sent since the last call, and notes in the watermark what is still on its way.
func (s *sender) collect(now map[string]Entry, r *Report, m *Watermark) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, e := range s.sent {
		if isLarge(k) {
			now[k] = e
			r.Objects++
		}
		if _, listed := now[k]; listed { // a pack is listed by the next round, which finds it known
			delete(s.sent, k)
		}
	}
	r.Bytes += s.bytes
	s.bytes, s.isStale = 0, false
	pending := func(o blobstore.Object) {
		if !isLarge(o.Key) || s.lost[o.Key] {
			return
		}
		m.PendingCount++
		m.PendingBytes += o.Size
		if len(m.Pending) < maxPending {
			m.Pending = append(m.Pending, o.Key)
		}
	}
	for _, o := range s.waiting {
		pending(o)
	}
	for _, o := range s.failed {
		pending(o.Object)
	}
	r.Pending = m.PendingCount
}

// hasNews reports whether something was sent that no manifest lists yet, or failed, or was lost.
func (s *sender) hasNews() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sent)+len(s.failed) > 0 || s.isStale
}

// isLost reports whether an object is nowhere any more.
func (s *sender) isLost(key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost[key]
}

// lastError returns why the last object failed, until one goes well or nothing is left to send.
func (s *sender) lastError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failed)+len(s.waiting) == 0 {
		s.err = nil
	}
	return s.err
}

// pendingKeys returns the keys of the large contents that wait, or that failed.
func (s *sender) pendingKeys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for k := range s.waiting {
		if isLarge(k) && !s.lost[k] {
			all = append(all, k)
		}
	}
	for k := range s.failed {
		if isLarge(k) && !s.lost[k] {
			all = append(all, k)
		}
	}
	return all
}

// waitFor returns when none of some objects waits any more. It fails when one of them failed.
func (s *sender) waitFor(ctx context.Context, keys []string) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.changed.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for ; len(keys) > 0 && ctx.Err() == nil; keys = keys[1:] {
		for s.waiting[keys[0]].Key != "" && ctx.Err() == nil {
			s.changed.Wait()
		}
		if no, failed := s.failed[keys[0]]; failed {
			return no.err
		}
	}
	return ctx.Err()
}

// unlistedObjects returns what was sent or is being sent, and stands in no manifest yet.
func (s *sender) unlistedObjects() map[string]Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := maps.Clone(s.sent)
	for k, o := range s.waiting {
		all[k] = Entry{Size: o.Size}
	}
	return all
}
