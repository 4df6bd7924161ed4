package blobstore

import (
	"slices"
	"sync"
)

// Arrivals are the large blobs that were stored since somebody began to watch, for a backup that need not look at all.
type Arrivals struct {
	mu         sync.Mutex
	digests    []Digest
	overflowed bool // there were more than are kept
}

const maxArrivals = 16384

func (a *Arrivals) add(d Digest) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.digests) == maxArrivals {
		a.digests, a.overflowed = nil, true
	}
	if !a.overflowed {
		a.digests = append(a.digests, d)
	}
}

// Drain returns the large blobs that were stored since the last call, and whether these are all of them: after very many it is
// false, and the caller has to look at all.
func (a *Arrivals) Drain() (some []Digest, complete bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	some, complete = a.digests, !a.overflowed
	a.digests, a.overflowed = nil, false
	return some, complete
}

// watchers are those that want to know which large blobs are stored.
type watchers struct {
	mu  sync.Mutex
	all []*Arrivals
}

func (w *watchers) add(d Digest) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.all {
		a.add(d)
	}
}

// WatchLarge notes the large blobs that are stored from now on, until UnwatchLarge.
func (s *Store) WatchLarge() *Arrivals {
	a := &Arrivals{}
	s.watchers.mu.Lock()
	defer s.watchers.mu.Unlock()
	s.watchers.all = append(s.watchers.all, a)
	return a
}

// UnwatchLarge ends what WatchLarge began.
func (s *Store) UnwatchLarge(a *Arrivals) {
	s.watchers.mu.Lock()
	defer s.watchers.mu.Unlock()
	s.watchers.all = slices.DeleteFunc(s.watchers.all, func(other *Arrivals) bool { return other == a })
}
