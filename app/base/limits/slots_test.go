package limits

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func take(t *testing.T, s *Slots, owner string, n int64) func() {
	t.Helper()
	free, err := s.Acquire(context.Background(), Owner{Address: owner}, n)
	if err != nil {
		t.Fatalf("%s takes %d: %v", owner, n, err)
	}
	return free
}

func TestAnOwnerHoldsNoMoreThanItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Slots{Total: 10, Each: 2, Waiting: 1, Patience: time.Second}
		first := take(t, s, "a", 1)
		take(t, s, "a", 1)
		began := time.Now()
		if _, err := s.Acquire(context.Background(), Owner{Address: "a"}, 1); !errors.Is(err, ErrBusy) || time.Since(began) != time.Second {
			t.Fatalf("a third place: %v after %v", err, time.Since(began))
		}
		take(t, s, "b", 1) // others have theirs
		go func() { time.Sleep(time.Second / 2); first() }()
		take(t, s, "a", 1)
	})
}

func TestNobodyWaitsBehindTheManyRequestsOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Slots{Total: 2, Each: 2, Waiting: 100, Patience: time.Hour}
		held := []func(){take(t, s, "a", 1), take(t, s, "a", 1)}
		var order []string
		var mu sync.Mutex
		wait := func(owner string) {
			free, err := s.Acquire(context.Background(), Owner{Address: owner}, 1)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			order = append(order, owner)
			mu.Unlock()
			time.Sleep(time.Second)
			free()
		}
		for range 20 {
			go wait("a")
			synctest.Wait()
		}
		go wait("b")
		synctest.Wait()
		held[0]()
		time.Sleep(30 * time.Second)
		if i := slices.Index(order, "b"); i != 1 {
			t.Errorf("b came in at place %d of %v", i, order)
		}
		if len(order) != 21 {
			t.Errorf("%d of 21 came in", len(order))
		}
	})
}

func TestTooManyThatWaitAreRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Slots{Total: 1, Each: 1, Waiting: 2, Patience: time.Minute}
		take(t, s, "a", 1)
		for range 2 {
			go func() { _, _ = s.Acquire(context.Background(), Owner{Address: "a"}, 1) }()
		}
		synctest.Wait()
		began := time.Now()
		if _, err := s.Acquire(context.Background(), Owner{Address: "a"}, 1); !errors.Is(err, ErrBusy) || time.Since(began) != 0 {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		time.Sleep(2 * time.Minute) // those who wait give up
	})
}

// TestPlacesAreNeitherLostNorInvented lets owners take, wait, give up and give
// back at random, and counts.
func TestPlacesAreNeitherLostNorInvented(t *testing.T) {
	s := &Slots{Total: 12, Each: 5, Waiting: 8, Patience: 2 * time.Millisecond}
	var mu sync.Mutex
	used, all := map[string]int64{}, int64(0)
	change := func(owner string, n int64) {
		mu.Lock()
		defer mu.Unlock()
		used[owner] += n
		all += n
		if used[owner] > s.Each || all > s.Total {
			t.Errorf("%s holds %d, all hold %d", owner, used[owner], all)
		}
	}
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			owner := fmt.Sprint(i % 6)
			for range 300 {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(rand.IntN(3000))*time.Microsecond)
				n := 1 + rand.Int64N(5)
				if free, err := s.Acquire(ctx, Owner{Address: owner}, n); err == nil {
					change(owner, n)
					time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
					change(owner, -n)
					free()
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if held, waiting := s.Usage(); held != 0 || waiting != 0 || len(s.owners) != 0 || len(s.turns) != 0 {
		t.Errorf("%d places are held, %d wait, %d owners and %d turns are left", held, waiting, len(s.owners), len(s.turns))
	}
}
