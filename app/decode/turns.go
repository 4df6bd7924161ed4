package decode

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"anbar/app/limits"
	"anbar/db"
)

const (
	fades      = 10 * time.Minute // half-life of the time that a workspace took
	budgetSpan = time.Hour
	maxSlow    = 10_000
)

// Turns decides whose document is next: that of the workspace that took the least time
// lately, so that a thousand documents of one workspace do not delay the others. The zero
// value is ready.
type Turns struct {
	mu     sync.Mutex
	shares map[db.SpaceID]*share
}

type share struct {
	lately time.Duration // fades
	at     time.Time     // of lately
	slow   time.Duration // of slow documents since
	since  time.Time
}

// First returns whose turn it is among some.
func (t *Turns) First(spaces []db.SpaceID) db.SpaceID {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	return slices.MinFunc(spaces, func(a, b db.SpaceID) int { return cmp.Compare(t.lately(a, now), t.lately(b, now)) })
}

func (t *Turns) lately(s db.SpaceID, now time.Time) time.Duration {
	of := t.shares[s]
	if of == nil {
		return 0
	}
	return time.Duration(float64(of.lately) * math.Exp2(-float64(now.Sub(of.at))/float64(fades)))
}

// took counts the time of a workspace's document: elapsed time for the turns, processor
// time for slow documents.
func (t *Turns) took(s db.SpaceID, c cost) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if t.shares == nil {
		t.shares = map[db.SpaceID]*share{}
	}
	for other, of := range t.shares {
		if now.Sub(of.at) > budgetSpan {
			delete(t.shares, other)
		}
	}
	of := t.shares[s]
	if of == nil {
		of = &share{since: now}
		t.shares[s] = of
	}
	of.lately, of.at = t.lately(s, now)+c.clock, now
	if now.Sub(of.since) > budgetSpan {
		of.slow, of.since = 0, now
	}
	if c.processor >= limits.DecodeSlow {
		of.slow += c.processor
	}
}

// Time returns the time that the next document of a workspace may take.
func (t *Turns) Time(s db.SpaceID) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if of := t.shares[s]; of != nil && of.slow >= limits.DecodeSlowBudget && time.Since(of.since) <= budgetSpan {
		return limits.DecodeShort
	}
	return limits.DecodeTime
}

// slowOnes remembers the latest blobs that exceeded their time.
type slowOnes struct {
	mu    sync.Mutex
	known map[db.Hash]bool
	order []db.Hash
}

func (s *slowOnes) has(h db.Hash) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[h]
}

func (s *slowOnes) add(h db.Hash) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known[h] {
		return
	}
	if s.known == nil {
		s.known = map[db.Hash]bool{}
	}
	if len(s.order) == maxSlow {
		delete(s.known, s.order[0])
		s.order = slices.Delete(s.order, 0, 1)
	}
	s.known[h] = true
	s.order = append(s.order, h)
}
