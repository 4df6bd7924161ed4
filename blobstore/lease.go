package blobstore

import (
	"sync"
)

// Lease keeps contents from the sweep until the row that names them is
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

// stripe guards what happens to the contents whose digests begin alike.
type stripe struct {
	mu      sync.Mutex
	leases  map[Digest]int
	flights map[Digest]*flight
}

// flight is a content that is being written. Others who bring the same bytes
// wait for it: before it is durable, they may not be told that it is there.
type flight struct {
	done chan struct{}
	err  error
}

// wait returns once the content is durable, or why it is not.
func (f *flight) wait() error {
	<-f.done
	return f.err
}

func (s *Store) stripe(d Digest) *stripe { return &s.stripes[d[0]] }

// lease takes a lease on contents, whether they are there yet or not.
func (s *Store) lease(digests ...Digest) *Lease {
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

// claim makes the caller the one who writes d: mine is true and the caller must
// land the flight. Otherwise d is there (flight is nil) or somebody writes it.
func (s *Store) claim(d Digest, there func() (bool, error)) (f *flight, mine bool, err error) {
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

// land ends a flight; on success the content must be visible already.
func (s *Store) land(d Digest, f *flight, err error) {
	st := s.stripe(d)
	st.mu.Lock()
	delete(st.flights, d)
	st.mu.Unlock()
	f.err = err
	close(f.done)
}

// suspects are contents of which a damaged copy was seen. They are not good
// enough for a dedup hit, and scrub looks at them first.
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
