package blobstore

import "sync"

// recentLarge remembers the large blobs that were stored lately, for a backup that need not look at all.
type recentLarge struct {
	mu         sync.Mutex
	digests    []Digest
	overflowed bool // there were more than are kept
}

const maxRecentLarge = 16384

func (a *recentLarge) add(d Digest) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.digests) == maxRecentLarge {
		a.digests, a.overflowed = nil, true
	}
	if !a.overflowed {
		a.digests = append(a.digests, d)
	}
}

// DrainRecentLarge returns the large blobs that were stored since the last call, and whether these are all of them: after very
// many it is false, and the caller has to look at all. Only one caller may use it.
func (s *Store) DrainRecentLarge() (some []Digest, complete bool) {
	a := &s.recentLarge
	a.mu.Lock()
	defer a.mu.Unlock()
	some, complete = a.digests, !a.overflowed
	a.digests, a.overflowed = nil, false
	return some, complete
}
