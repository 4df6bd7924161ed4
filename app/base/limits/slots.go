package limits

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrBusy says that no slot became free within the patience, or that too many
// of that owner wait already.
var ErrBusy = errors.New("limits: no slot became free in time")

// Slots are what owners share. An owner holds at most Each of them, all together
// hold Total. A request beyond that waits, and waiting owners are served in turns, so that
// many requests of one do not delay the others.
type Slots struct {
	Total    int64         // of all owners
	Each     int64         // of one owner
	Waiting  int           // requests of one owner that may wait; more are ErrBusy at once
	Patience time.Duration // how long a request waits

	mu     sync.Mutex
	used   int64
	owners map[Owner]*ownerState
	turns  []*ownerState // that wait, the next one first
}

// Owner is whose share something counts against: a person by their id, or a
// stranger by the address they come from.
type Owner struct {
	Person  int64
	Address string
}

type ownerState struct {
	name  Owner
	used  int64
	queue []*waiter
}

type waiter struct {
	n     int64
	ready chan struct{}
}

// Acquire takes n slots for the owner and returns the function that gives them back, which
// may be called once. n is cut to the limit of one owner. Acquire fails with ErrBusy, or with
// the error of ctx.
func (s *Slots) Acquire(ctx context.Context, name Owner, n int64) (release func(), err error) {
	n = min(n, s.Each, s.Total)
	s.mu.Lock()
	o := s.owner(name)
	if len(o.queue) == 0 && s.hasRoom(o, n) && !s.canServeAny() {
		s.grant(o, n)
		s.mu.Unlock()
		return func() { s.release(o, n) }, nil
	}
	if len(o.queue) >= s.Waiting {
		s.mu.Unlock()
		return nil, ErrBusy
	}
	w := &waiter{n, make(chan struct{})}
	if o.queue = append(o.queue, w); len(o.queue) == 1 {
		s.turns = append(s.turns, o)
	}
	s.mu.Unlock()
	patience := time.NewTimer(s.Patience)
	defer patience.Stop()
	select {
	case <-w.ready:
		return func() { s.release(o, n) }, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
		err = ErrBusy
	}
	s.cancel(o, w)
	return nil, err
}

// Usage is how many slots all owners hold, and how many requests wait.
func (s *Slots) Usage() (used int64, waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.turns {
		waiting += len(o.queue)
	}
	return s.used, waiting
}

func (s *Slots) owner(name Owner) *ownerState {
	if s.owners == nil {
		s.owners = map[Owner]*ownerState{}
	}
	o := s.owners[name]
	if o == nil {
		o = &ownerState{name: name}
		s.owners[name] = o
	}
	return o
}

func (s *Slots) hasRoom(o *ownerState, n int64) bool {
	return o.used+n <= s.Each && s.used+n <= s.Total
}

// canServeAny reports whether a waiting owner could be served now. Owners that wait for
// their own slots do not block others.
func (s *Slots) canServeAny() bool {
	for _, o := range s.turns {
		if o.used+o.queue[0].n <= s.Each {
			return true
		}
	}
	return false
}

func (s *Slots) grant(o *ownerState, n int64) {
	o.used += n
	s.used += n
}

// release gives slots back, and hands them to those who wait.
func (s *Slots) release(o *ownerState, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.grant(o, -n)
	s.serveWaiters()
	s.dropOwner(o)
}

// serveWaiters gives free slots to the owners in turn.
func (s *Slots) serveWaiters() {
	for i := 0; i < len(s.turns); {
		o := s.turns[i]
		w := o.queue[0]
		if o.used+w.n > s.Each {
			i++ // the owner waits for itself
			continue
		}
		if s.used+w.n > s.Total {
			return // the turn is kept, so that a large request is not passed by small ones for ever
		}
		s.grant(o, w.n)
		close(w.ready)
		o.queue = o.queue[1:]
		s.turns = append(s.turns[:i], s.turns[i+1:]...)
		if len(o.queue) > 0 {
			s.turns = append(s.turns, o) // behind the others
		}
	}
}

// cancel takes back a request that waits no more. It may have been served in the
// meantime.
func (s *Slots) cancel(o *ownerState, w *waiter) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, other := range o.queue {
		if other == w {
			if o.queue = append(o.queue[:i], o.queue[i+1:]...); len(o.queue) == 0 {
				s.dropIdle(o)
			}
			s.serveWaiters()
			s.dropOwner(o)
			return
		}
	}
	s.grant(o, -w.n)
	s.serveWaiters()
	s.dropOwner(o)
}

func (s *Slots) dropIdle(o *ownerState) {
	for i, other := range s.turns {
		if other == o {
			s.turns = append(s.turns[:i], s.turns[i+1:]...)
			return
		}
	}
}

func (s *Slots) dropOwner(o *ownerState) {
	if o.used == 0 && len(o.queue) == 0 {
		delete(s.owners, o.name)
	}
}
