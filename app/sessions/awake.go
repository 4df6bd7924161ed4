package sessions

import (
	"sync"
	"time"
)

// gap is the longest pause of the process that may be mere load of the machine. It is
// checked every two seconds, and is shorter than the leeway.
const gap = 6 * time.Second

// awake knows since when the process runs without a break. An answer that it gave right
// before one may not have arrived, however long the break was.
type awake struct {
	mu          sync.Mutex
	since, seen time.Time
}

// look says since when, at the time now.
func (a *awake) look(now time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(a.seen) > gap {
		a.since = now
	}
	if now.After(a.seen) {
		a.seen = now
	}
	return a.since
}
