package summaries

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"anbar/app/base/limits"
	"anbar/db"
)

func TestWorkspacesHaveTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(t.Context(), 1)
		var order []db.SummaryID
		hold := make(chan struct{})
		add := func(space db.SpaceID, id db.SummaryID) {
			if err := q.add(space, id, func(context.Context) { <-hold; order = append(order, id) }); err != nil {
				t.Fatal(err)
			}
		}
		for id := range db.SummaryID(4) {
			add(1, 10+id)
		}
		add(2, 20)
		add(3, 30)
		add(2, 21)
		synctest.Wait()
		for id, want := range map[db.SummaryID]int{10: 0, 11: 1, 20: 2, 30: 3, 12: 4, 21: 5, 13: 6, 99: 0} {
			if got := q.position(id); got != want {
				t.Errorf("%d has place %d, not %d", id, got, want)
			}
		}
		q.cancel(12)
		close(hold)
		q.running.Wait()
		if want := []db.SummaryID{10, 11, 20, 30, 13, 21}; !slices.Equal(order, want) {
			t.Errorf("%v, not %v", order, want)
		}
	})
}

func TestALineIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		q := newQueue(ctx, 1)
		wait := func(ctx context.Context) { <-ctx.Done() }
		for id := range db.SummaryID(limits.SummariesWaiting + 1) { // one of them begins at once
			if err := q.add(1, 1+id, wait); err != nil {
				t.Fatal(id, err)
			}
		}
		if err := q.add(1, 999, wait); !errors.Is(err, limits.ErrBusy) {
			t.Error(err)
		}
		if err := q.add(2, 1000, wait); err != nil {
			t.Error("another workspace:", err)
		}
		q.cancel(1)
		synctest.Wait()
		if q.contains(1) || !q.contains(2) || q.position(2) != 0 {
			t.Error("a canceled task makes place for the next")
		}
		stop()
		q.running.Wait()
	})
}
