package blobstore

import "sync"

// arrivals remembers the large blobs that were stored lately, for a backup that need not look at all.
type arrivals struct {
	mu    sync.Mutex
	some  []Digest
	above bool // there were more than are kept
}

const maxArrivals = 16384

func (a *arrivals) add(d Digest) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.some) == maxArrivals {
		a.some, a.above = nil, true
	}
	if !a.above {
		a.some = append(a.some, d)
	}
}

// NewLarge returns the large blobs that were stored since the last call, and whether these are all of them: after very
// many it is false, and the caller has to look at all. Only one caller may use it.
func (s *Store) NewLarge() (some []Digest, complete bool) {
	a := &s.arrived
	a.mu.Lock()
	defer a.mu.Unlock()
	some, complete = a.some, !a.above
	a.some, a.above = nil, false
	return some, complete
}
