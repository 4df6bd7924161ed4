package uploads

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/db"
	"anbar/db/dbtest"
)

// TestSmallFilesThatComeTogetherAreOneGroup holds the writer while files come: those behind the first are one transaction, each has
// its own error, and no row is made before the bytes of its file are in the store.
func TestSmallFilesThatComeTogetherAreOneGroup(t *testing.T) {
	const many = 8
	d := dbtest.New(t)
	blobs, err := blobstore.Open(t.TempDir(), blobstore.Options{Reserve: -1, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer blobs.Close()
	g := &Gatherer{db: d, blobs: blobs}
	boom := errors.New("boom")
	held, begun, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- d.Update(t.Context(), func(*db.Tx) error { close(begun); <-held; return nil })
	}()
	<-begun
	gone, leave := context.WithCancel(t.Context())
	var mu sync.Mutex
	groups, errs := map[*db.Tx]int{}, make([]error, many)
	var all sync.WaitGroup
	store := func(i int) {
		ctx := t.Context()
		if i == 5 {
			ctx = gone
		}
		content := blobstore.NewContent(fmt.Appendf(nil, "content %d", i))
		errs[i] = g.Store(ctx, content, func(tx *db.Tx) error {
			mu.Lock()
			groups[tx]++
			mu.Unlock()
			if _, lease, ok := blobs.AcquireLease(content.Digest()); !ok {
				t.Errorf("file %d has a row and no bytes", i)
			} else {
				lease.Release()
			}
			switch i {
			case 3:
				return boom
			case 4:
				panic("oh")
			}
			return nil
		})
	}
	waiting := func() int {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.waiting)
	}
	for i := range many {
		all.Go(func() { store(i) })
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
			if i == 0 && d.CountWaitingWrites() == 1 || i > 0 && waiting() == i {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("file %d does not wait", i)
			}
		}
	}
	leave()
	close(held)
	all.Wait()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	for i, err := range errs {
		switch {
		case i == 3 && !errors.Is(err, boom), i == 4 && err == nil, i == 5 && !errors.Is(err, context.Canceled):
			t.Errorf("file %d: %v", i, err)
		case (i < 3 || i > 5) && err != nil:
			t.Errorf("file %d: %v", i, err)
		}
	}
	if len(groups) != 2 {
		t.Errorf("the files came in %d groups: %v", len(groups), groups)
	}
}

// TestASmallFileAloneWaitsForNobody asks how long a group waits for more files.
func TestASmallFileAloneWaitsForNobody(t *testing.T) {
	now := time.Now()
	for what, c := range map[string]struct {
		expected, waiting     int
		took, since, patience time.Duration
	}{
		"the first of all":          {0, 1, 0, time.Hour, 0},
		"one after one alone":       {1, 1, time.Hour, 0, 0},
		"one after a group":         {8, 1, 6 * time.Millisecond, time.Millisecond, time.Millisecond},
		"one after a slow group":    {8, 1, time.Hour, 0, groupWait},
		"one long after a group":    {8, 1, time.Hour, time.Second, 0},
		"as many as before":         {8, 8, time.Hour, 0, 0},
		"more than one group takes": {1000, groupFiles, time.Hour, 0, 0},
	} {
		g := &Gatherer{expected: c.expected, took: c.took, ended: now.Add(-c.since), waiting: make([]*smallFile, c.waiting)}
		if got := g.patience(now); got != c.patience {
			t.Errorf("%s: it waits %v, want %v", what, got, c.patience)
		}
	}
}
