package pace

import (
	"testing"
	"time"
)

func TestAlignEndsAtWholeSeconds(t *testing.T) {
	for _, d := range []time.Duration{time.Second, 1400 * time.Millisecond, 2 * time.Second, 10 * time.Second, time.Hour} {
		for range 50 {
			time.Sleep(time.Millisecond)
			now := time.Since(start)
			wait := Align(d)
			// A little time passed between the two looks at the clock.
			if off := (now + wait + time.Millisecond/2) % time.Second; off > 20*time.Millisecond {
				t.Errorf("%v ends %v after a whole second", d, off)
			}
			if wait < d-time.Second/2-20*time.Millisecond || wait > d+time.Second/2 {
				t.Errorf("%v became %v", d, wait)
			}
		}
	}
	if wait := Align(0); wait <= 0 || wait > time.Second {
		t.Errorf("no wait became %v", wait)
	}
}
