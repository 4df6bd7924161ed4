package decode

import (
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/db"
)

// TestSlowDocumentsHaveABudget has documents that take all the time they get.
func TestSlowDocumentsHaveABudget(t *testing.T) {
	var turns Scheduler
	turns.addTime(1, cost{clock: time.Second})
	turns.addTime(2, cost{clock: 2 * time.Second})
	if first := turns.NextSpace([]db.SpaceID{2, 1, 3}); first != 3 {
		t.Errorf("%d is first, who took nothing is 3", first)
	}
	if first := turns.NextSpace([]db.SpaceID{2, 1}); first != 1 {
		t.Errorf("%d is first, who took less is 1", first)
	}
	all := time.Duration(0)
	for range 1000 {
		next := turns.TimeLimit(7)
		turns.addTime(7, cost{next, next})
		all += next
	}
	if most := limits.DecodeSlowBudget + limits.DecodeTime + 1000*limits.DecodeShort; all > most {
		t.Errorf("a thousand slow documents take %v", all)
	}
	if turns.TimeLimit(8) != limits.DecodeTime {
		t.Error("another workspace has less time for it")
	}
	for range 1000 { // quick ones never use it up
		turns.addTime(9, cost{limits.DecodeTime, limits.DecodeSlow - time.Millisecond})
	}
	if turns.TimeLimit(9) != limits.DecodeTime {
		t.Error("quick documents use up the budget of slow ones")
	}
}
