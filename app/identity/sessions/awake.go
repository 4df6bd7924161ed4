package sessions

import (
	"sync"
	"time"
)

// maxCheckGap is the longest pause of the process that may be mere load of the machine. It is
// checked every two seconds, and is shorter than the leeway.
const maxCheckGap = 6 * time.Second

// pauseDetector knows since when the process runs without a break. An answer that it gave right
// before one may not have arrived, however long the break was.
type pauseDetector struct {
	mu               sync.Mutex
	since, lastCheck time.Time
}

// check says since when, at the time now.
func (a *pauseDetector) check(now time.Time) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(a.lastCheck) > maxCheckGap {
		a.since = now
	}
	if now.After(a.lastCheck) {
		a.lastCheck = now
	}
	return a.since
}
