package blobstore

import (
	"sync"
)

// Lease keeps blobs from the sweep until the row that names them is
// committed. Release may be called more than once, and on nil.
type Lease struct {
	s       *Store
	digests []Digest
	once    sync.Once
}

// Release ends the lease.
func (l *Lease) Release() {
	if l == nil {
		return
	}
	l.once.Do(func() {
		for _, d := range l.digests {
			st := l.s.stripe(d)
			st.mu.Lock()
			if st.leases[d]--; st.leases[d] == 0 {
				delete(st.leases, d)
			}
			st.mu.Unlock()
		}
	})
}

// stripe is the lock, the leases and the writes under way of the blobs whose digests
// have the same first byte.
type stripe struct {
	mu      sync.Mutex
	leases  map[Digest]int
	flights map[Digest]*flight
}

// flight is a blob that is being written. Other writers of the same bytes wait for
// it, since they must not be answered before it is durable.
type flight struct {
	done chan struct{}
	err  error
}

// wait returns once the blob is durable, or the error for which it is not.
func (f *flight) wait() error {
	<-f.done
	return f.err
}

func (s *Store) stripe(d Digest) *stripe { return &s.stripes[d[0]] }

// newLease takes a lease on blobs, which the store need not have yet.
func (s *Store) newLease(digests ...Digest) *Lease {
	for _, d := range digests {
		st := s.stripe(d)
		st.mu.Lock()
		if st.leases == nil {
			st.leases = map[Digest]int{}
		}
		st.leases[d]++
		st.mu.Unlock()
	}
	return &Lease{s: s, digests: digests}
}

// claimWrite makes the caller the writer of d: then mine is true, and the caller must call
// landFlight. Otherwise the store has d, which there reports (f is nil), or another
// goroutine is writing it (f is its flight).
func (s *Store) claimWrite(d Digest, there func() (bool, error)) (f *flight, mine bool, err error) {
	st := s.stripe(d)
	st.mu.Lock()
	defer st.mu.Unlock()
	if f := st.flights[d]; f != nil {
		return f, false, nil
	}
	if ok, err := there(); ok || err != nil {
		return nil, false, err
	}
	f = &flight{done: make(chan struct{})}
	if st.flights == nil {
		st.flights = map[Digest]*flight{}
	}
	st.flights[d] = f
	return f, true, nil
}

// landFlight ends a flight. Without an error, the index or the file of the blob must exist
// before.
func (s *Store) landFlight(d Digest, f *flight, err error) {
	st := s.stripe(d)
	st.mu.Lock()
	delete(st.flights, d)
	st.mu.Unlock()
	f.err = err
	close(f.done)
}

// suspects are blobs of which a damaged copy was seen. Writes of the same bytes store
// them again, and scrub reads these blobs first.
type suspects struct {
	mu  sync.Mutex
	set map[Digest]struct{}
}

func (x *suspects) add(d Digest) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.set == nil {
		x.set = map[Digest]struct{}{}
	}
	x.set[d] = struct{}{}
}

func (x *suspects) remove(d Digest) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.set, d)
}

func (x *suspects) has(d Digest) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	_, ok := x.set[d]
	return ok
}

func (x *suspects) list() []Digest {
	x.mu.Lock()
	defer x.mu.Unlock()
	list := make([]Digest, 0, len(x.set))
	for d := range x.set {
		list = append(list, d)
	}
	return list
}
