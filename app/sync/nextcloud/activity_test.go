package nextcloud

import (
	"testing"
	"time"

	"anbar/db"
)

func TestAPageOfActivitiesEndsWithASecond(t *testing.T) {
	now := time.Now().Truncate(time.Second)
	var all []db.Activity
	add := func(n int, at time.Time) {
		for range n {
			all = append(all, db.Activity{ID: db.ActivityID(db.FirstIDAt(at) + 1)})
		}
	}
	add(10, now)
	add(100, now.Add(-time.Second))
	add(5, now.Add(-2*time.Second))
	if got := len(cutAtSecond(all)); got != 110 {
		t.Errorf("%d activities of a busy second, want 110", got)
	}
	if got := len(cutAtSecond(all[:20])); got != 20 {
		t.Errorf("%d of 20", got)
	}
	if got := len(cutAtSecond(all[:110])); got != 110 {
		t.Errorf("%d of 110", got)
	}
}
