package blobstore_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

func noRows() iter.Seq2[blobstore.Digest, error] { return refsOf(nil) }

func never(blobstore.Digest) (bool, error) { return false, nil }

// gcStore is a store with a clock, in memory.
func gcStore(t *testing.T) (*blobstore.Store, *clock, *blobtest.Disk) {
	disk, c := blobtest.NewDisk(), newClock()
	o := inMemory(disk)
	o.Now, o.PackSize = c.now, 1<<20
	return open(t, "/store", o), c, disk
}

func mark(t *testing.T, s *blobstore.Store, refs iter.Seq2[blobstore.Digest, error]) blobstore.MarkReport {
	t.Helper()
	r, err := s.Mark(t.Context(), refs)
	check(t, err)
	return r
}

func sweep(t *testing.T, s *blobstore.Store, referenced func(blobstore.Digest) (bool, error),
	pinned func(blobstore.Digest) bool) blobstore.SweepReport {
	t.Helper()
	r, err := s.Sweep(t.Context(), referenced, pinned)
	check(t, err)
	return r
}

func gone(t *testing.T, s *blobstore.Store, p []byte) {
	t.Helper()
	_, err := s.Open(t.Context(), blobstore.Sum(p))
	wants(t, err, blobstore.ErrNotFound)
}

func TestTwoMarksADayApartCondemn(t *testing.T) {
	s, c, _ := gcStore(t)
	kept, small, large := blobtest.Bytes(1, 100), blobtest.Bytes(2, 5000), blobtest.Bytes(3, 2*mib)
	for _, p := range [][]byte{kept, small, large} {
		put(t, s, p)
	}
	refs := func() iter.Seq2[blobstore.Digest, error] { return refsOf([]blobstore.Digest{blobstore.Sum(kept)}) }
	holdsAll := func() {
		t.Helper()
		sweep(t, s, never, nil)
		for _, p := range [][]byte{kept, small, large} {
			blobtest.CheckContent(t, s, p)
		}
	}
	holdsAll()
	if r := mark(t, s, refs()); r.Referenced != 1 || r.Unreferenced != 2 || r.Condemned != 0 {
		t.Fatal(r)
	}
	holdsAll()
	c.move(23 * time.Hour)
	mark(t, s, refs())
	holdsAll()
	c.move(time.Hour)
	if r := mark(t, s, refs()); r.Condemned != 2 {
		t.Fatal(r)
	}
	r := sweep(t, s, never, nil)
	if r.Removed != 2 || r.Bytes < 2*mib {
		t.Fatal(r)
	}
	gone(t, s, small)
	gone(t, s, large)
	blobtest.CheckContent(t, s, kept)
	// A removed blob that is stored again must be condemned anew.
	put(t, s, small)
	mark(t, s, refs())
	sweep(t, s, never, nil)
	blobtest.CheckContent(t, s, small)
}

func TestClockSetBackCondemnsNothing(t *testing.T) {
	s, c, _ := gcStore(t)
	p := blobtest.Bytes(1, 100)
	put(t, s, p)
	c.move(1000 * time.Hour)
	mark(t, s, noRows())
	c.move(-2000 * time.Hour)
	if r := mark(t, s, noRows()); r.Condemned != 0 {
		t.Fatal(r)
	}
	c.move(time.Hour)
	if r := mark(t, s, noRows()); r.Condemned != 0 {
		t.Fatal(r)
	}
	sweep(t, s, never, nil)
	blobtest.CheckContent(t, s, p)
}

func TestSweepSparesWhatIsInUse(t *testing.T) {
	s, c, _ := gcStore(t)
	leased, rowed, pinned, bigLeased := blobtest.Bytes(1, 100), blobtest.Bytes(2, 100), blobtest.Bytes(3, 100), blobtest.Bytes(4, 2*mib)
	for _, p := range [][]byte{leased, rowed, pinned, bigLeased} {
		put(t, s, p)
	}
	mark(t, s, noRows())
	c.move(48 * time.Hour)
	mark(t, s, noRows())
	_, l1, err := s.Put(t.Context(), leased)
	check(t, err)
	_, l2, ok := s.AcquireLease(blobstore.Sum(bigLeased))
	if !ok {
		t.Fatal("not held")
	}
	referenced := func(d blobstore.Digest) (bool, error) { return d == blobstore.Sum(rowed), nil }
	pin := func(d blobstore.Digest) bool { return d == blobstore.Sum(pinned) }
	if r := sweep(t, s, referenced, pin); r.Removed != 0 || r.Kept != 4 {
		t.Fatal(r)
	}
	l1.Release()
	l2.Release()
	if r := sweep(t, s, referenced, pin); r.Removed != 2 || r.Kept != 2 {
		t.Fatal(r)
	}
	gone(t, s, leased)
	gone(t, s, bigLeased)
	blobtest.CheckContent(t, s, rowed)
	blobtest.CheckContent(t, s, pinned)
}

func TestBadReferencesStopTheMark(t *testing.T) {
	s, c, _ := gcStore(t)
	p, q := blobtest.Bytes(1, 100), blobtest.Bytes(2, 100)
	a, b := put(t, s, p), put(t, s, q)
	if a.Compare(b) > 0 {
		a, b = b, a
	}
	mark(t, s, refsOf([]blobstore.Digest{a, a, b}))
	broken := errors.New("database is gone")
	for i, refs := range []iter.Seq2[blobstore.Digest, error]{
		refsOf([]blobstore.Digest{b, a}),
		func(yield func(blobstore.Digest, error) bool) { yield(blobstore.Digest{}, broken) },
		func(yield func(blobstore.Digest, error) bool) { _ = yield(a, nil) && yield(blobstore.Digest{}, broken) },
	} {
		if _, err := s.Mark(t.Context(), refs); err == nil {
			t.Fatalf("references %d: no error", i)
		}
		c.move(48 * time.Hour)
	}
	if r := sweep(t, s, never, nil); r.Removed != 0 {
		t.Fatal(r)
	}
	missing := blobstore.Sum([]byte("missing"))
	if r := mark(t, s, refsOf([]blobstore.Digest{missing})); r.Missing != 1 || r.MissingSample[0] != missing {
		t.Fatal(r)
	}
}

func TestDamagedListOfCondemnedBeginsAnew(t *testing.T) {
	s, c, disk := gcStore(t)
	p := blobtest.Bytes(1, 100)
	put(t, s, p)
	mark(t, s, noRows())
	c.move(48 * time.Hour)
	size := len(readDisk(t, disk, "/store/state/condemned"))
	for at := range size {
		check(t, disk.Damage("/store/state/condemned", func(p []byte) []byte { p[at] ^= 4; return p }))
		if r := sweep(t, s, never, nil); r.Removed != 0 {
			t.Fatal(at, r)
		}
		check(t, disk.Damage("/store/state/condemned", func(p []byte) []byte { p[at] ^= 4; return p }))
	}
	check(t, disk.Damage("/store/state/condemned", func(p []byte) []byte { return p[:len(p)-9] }))
	if r := mark(t, s, noRows()); r.Condemned != 0 {
		t.Fatal(r)
	}
	blobtest.CheckContent(t, s, p)
}

func readDisk(t *testing.T, disk *blobtest.Disk, name string) (content []byte) {
	t.Helper()
	check(t, disk.Damage(name, func(p []byte) []byte { content = bytes.Clone(p); return p }))
	return content
}

// halve puts blobs until packs are sealed, removes most and returns the rest.
func halve(t *testing.T, s *blobstore.Store, c *clock) (kept [][]byte, isKept func(blobstore.Digest) (bool, error)) {
	set := map[blobstore.Digest]bool{}
	for i := range 400 {
		p := blobtest.Bytes(uint64(i), 20_000)
		put(t, s, p)
		if i%3 == 0 {
			kept = append(kept, p)
			set[blobstore.Sum(p)] = true
		}
	}
	table := rows{set: map[blobstore.Digest][]byte{}}
	for _, p := range kept {
		table.add(p)
	}
	mark(t, s, table.refs())
	c.move(25 * time.Hour)
	mark(t, s, table.refs())
	return kept, func(d blobstore.Digest) (bool, error) { return set[d], nil }
}

func TestCompactionGivesSpaceBack(t *testing.T) {
	s, c, disk := gcStore(t)
	kept, isKept := halve(t, s, c)
	before := s.Stats()
	r := sweep(t, s, isKept, nil)
	after := s.Stats()
	if r.Compacted < 5 || r.Freed == 0 || after.PackBytes > before.PackBytes/2 {
		t.Fatalf("%+v: %d -> %d", r, before.PackBytes, after.PackBytes)
	}
	for _, p := range kept {
		blobtest.CheckContent(t, s, p)
	}
	check(t, s.Close())
	s = open(t, "/store", inMemory(disk))
	for _, p := range kept {
		blobtest.CheckContent(t, s, p)
	}
}

func TestSmallPacksBecomeOne(t *testing.T) {
	disk := blobtest.NewDisk()
	var all [][]byte
	for i := range 6 {
		s := open(t, "/store", inMemory(disk))
		p := blobtest.Bytes(uint64(i), 500)
		all = append(all, p)
		put(t, s, p)
		check(t, s.Close())
	}
	s := open(t, "/store", inMemory(disk))
	if n := s.Stats().SealedPacks; n != 6 {
		t.Fatal(n)
	}
	sweep(t, s, never, nil)
	check(t, s.Close())
	s = open(t, "/store", inMemory(disk))
	if n := s.Stats().SealedPacks; n > 2 {
		t.Fatal(n)
	}
	for _, p := range all {
		blobtest.CheckContent(t, s, p)
	}
}

func TestBackupPinDuringCompaction(t *testing.T) {
	s, c, _ := gcStore(t)
	large := blobtest.Bytes(9, 2*mib)
	put(t, s, large)
	kept, isKept := halve(t, s, c)
	first := true
	for o, err := range s.Objects(t.Context()) {
		check(t, err)
		if first {
			first = false
			if r := sweep(t, s, isKept, nil); r.Postponed == 0 || r.Freed != 0 {
				t.Fatal(r)
			}
		}
		rc, err := o.Open()
		check(t, err)
		n, err := io.Copy(io.Discard, rc)
		check(t, errors.Join(err, rc.Close()))
		if n != o.Size {
			t.Fatal(o.Key, n, o.Size)
		}
	}
	if r := sweep(t, s, isKept, nil); r.Freed == 0 || r.Postponed != 0 {
		t.Fatal(r)
	}
	gone(t, s, large)
	for _, p := range kept {
		blobtest.CheckContent(t, s, p)
	}
}

// TestSweepRacesDedup lets people bring a condemned blob again while it is
// swept: the store must have it for every caller that got a lease.
func TestSweepRacesDedup(t *testing.T) {
	s, c, _ := gcStore(t)
	table := &rows{set: map[blobstore.Digest][]byte{}}
	ps := [][]byte{blobtest.Bytes(1, 700), blobtest.Bytes(2, mib+9)}
	for round := range 150 {
		for _, p := range ps {
			put(t, s, p)
			table.remove(blobstore.Sum(p))
		}
		for range 2 {
			mark(t, s, noRows())
			c.move(25 * time.Hour)
		}
		mark(t, s, noRows())
		var group sync.WaitGroup
		for _, p := range ps {
			for worker := range 2 {
				group.Go(func() {
					time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
					var l *blobstore.Lease
					var err error
					if worker == 0 {
						_, l, err = s.PutReader(context.Background(), bytes.NewReader(p))
					} else if _, held, ok := s.AcquireLease(blobstore.Sum(p)); ok {
						l = held
					} else {
						return
					}
					if err != nil {
						t.Error(err)
						return
					}
					blobtest.CheckContent(t, s, p)
					table.add(p)
					l.Release()
				})
			}
		}
		sweep(t, s, table.has, nil)
		group.Wait()
		for _, p := range ps {
			if !readsAs(t, s, blobstore.Sum(p), p) {
				t.Fatal("lost in round", round)
			}
		}
	}
}
