package sessions

import (
	"testing"
	"time"

	"anbar/app/identity/audit"
	"anbar/db"
)

// TestALostAnswerIsRepeatedHoursLater is a phone on a bad line: its answer was lost, and it asks again
// when there is a line. What it holds from before does not count as the answer.
func TestALostAnswerIsRepeatedHoursLater(t *testing.T) {
	h := newHouse(t)
	l := h.begin()
	h.call(l)
	for range 3 {
		lost := h.use(l.Refresh)
		h.call(l) // the access token of before is still good
		h.pass(5 * time.Hour)
		got := h.use(l.Refresh)
		if got == nil || got.Refresh != lost.Refresh {
			t.Fatalf("the answer does not come again: %+v", got)
		}
		h.call(got)
		h.pass(15 * time.Minute)
		if l = h.use(got.Refresh); l == nil {
			t.Fatal("it goes no further")
		}
		h.call(l)
	}
	n := 0
	err := h.d.View(t.Context(), func(v *db.View) (err error) {
		n, err = v.CountUserAudits(h.user.ID, string(audit.TokenReused), time.Time{})
		return err
	})
	if err != nil || n != 0 {
		t.Errorf("%d copies are reported: %v", n, err)
	}
}
