package decode

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"time"

	"anbar/app/base/limits"
	"anbar/db"
)

const (
	usageHalfLife = 10 * time.Minute // half-life of the time that a workspace took
	budgetSpan    = time.Hour
	maxSlow       = 10_000
)

// Scheduler decides whose document is next: that of the workspace that took the least time
// lately, so that a thousand documents of one workspace do not delay the others. The zero
// value is ready.
type Scheduler struct {
	mu     sync.Mutex
	shares map[db.SpaceID]*spaceUsage
}

type spaceUsage struct {
	recent time.Duration // fades
	at     time.Time     // of recent
	slow   time.Duration // of slow documents since
	since  time.Time
}

// NextSpace returns whose turn it is among some.
func (t *Scheduler) NextSpace(spaces []db.SpaceID) db.SpaceID {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	return slices.MinFunc(spaces, func(a, b db.SpaceID) int { return cmp.Compare(t.recentTime(a, now), t.recentTime(b, now)) })
}

func (t *Scheduler) recentTime(s db.SpaceID, now time.Time) time.Duration {
	of := t.shares[s]
	if of == nil {
		return 0
	}
	return time.Duration(float64(of.recent) * math.Exp2(-float64(now.Sub(of.at))/float64(usageHalfLife)))
}

// addTime counts the time of a workspace's document: elapsed time for the turns, processor
// time for slow documents.
func (t *Scheduler) addTime(s db.SpaceID, c cost) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if t.shares == nil {
		t.shares = map[db.SpaceID]*spaceUsage{}
	}
	for other, of := range t.shares {
		if now.Sub(of.at) > budgetSpan {
			delete(t.shares, other)
		}
	}
	of := t.shares[s]
	if of == nil {
		of = &spaceUsage{since: now}
		t.shares[s] = of
	}
	of.recent, of.at = t.recentTime(s, now)+c.clock, now
	if now.Sub(of.since) > budgetSpan {
		of.slow, of.since = 0, now
	}
	if c.cpu >= limits.DecodeSlow {
		of.slow += c.cpu
	}
}

// TimeLimit returns the time that the next document of a workspace may take.
func (t *Scheduler) TimeLimit(s db.SpaceID) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if of := t.shares[s]; of != nil && of.slow >= limits.DecodeSlowBudget && time.Since(of.since) <= budgetSpan {
		return limits.DecodeShort
	}
	return limits.DecodeTime
}

// slowBlobs remembers the latest blobs that exceeded their time.
type slowBlobs struct {
	mu    sync.Mutex
	known map[db.Hash]bool
	order []db.Hash
}

func (s *slowBlobs) has(h db.Hash) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[h]
}

func (s *slowBlobs) add(h db.Hash) {
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
