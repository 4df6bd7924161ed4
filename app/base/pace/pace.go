// Package pace lets the waits of all background work end together, so that a machine with nothing to do wakes once a second
// and not once for each of them.
package pace

import "time"

var start = time.Now()

// Align returns about d, so that a wait of that long ends at a whole second since the program started. For a second or more it is
// half a second longer or shorter at most; for less than a second it ends with the next one.
func Align(d time.Duration) time.Duration {
	now := time.Since(start)
	return max((now+d).Round(time.Second), now.Truncate(time.Second)+time.Second) - now
}
