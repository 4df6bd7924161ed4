package blobstore_test

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// rows plays the database: the store must keep every blob that it names.
type rows struct {
	mu       sync.Mutex
	set      map[blobstore.Digest][]byte
	removals map[blobstore.Digest]int // how often each was removed
}

func (r *rows) add(p []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.set[blobstore.Sum(p)] = p
}

func (r *rows) remove(d blobstore.Digest) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.set, d)
	if r.removals == nil {
		r.removals = map[blobstore.Digest]int{}
	}
	r.removals[d]++
}

// countRemovals returns how often each was removed so far.
func (r *rows) countRemovals() map[blobstore.Digest]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.removals)
}

func (r *rows) has(d blobstore.Digest) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.set[d] != nil, nil
}

func (r *rows) snapshot() [][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([][]byte, 0, len(r.set))
	for _, p := range r.set {
		list = append(list, p)
	}
	return list
}

func (r *rows) refs() iter.Seq2[blobstore.Digest, error] {
	list := []blobstore.Digest{}
	for _, p := range r.snapshot() {
		list = append(list, blobstore.Sum(p))
	}
	slices.SortFunc(list, blobstore.Digest.Compare)
	return refsOf(list)
}

func refsOf(list []blobstore.Digest) iter.Seq2[blobstore.Digest, error] {
	return func(yield func(blobstore.Digest, error) bool) {
		for _, d := range list {
			if !yield(d, nil) {
				return
			}
		}
	}
}

// clock is a time that a test moves.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) move(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(by)
}

// busyStore is a store that many people use at once until stop is closed.
func busyStore(t *testing.T, fs blobstore.FS, seed uint64, table *rows) (stop func()) {
	c := newClock()
	o := inMemory(fs)
	o.Now, o.PackSize = c.now, 200_000
	s := open(t, "/store", o)
	done := make(chan struct{})
	var group sync.WaitGroup
	work := func(f func(r *rand.Rand)) {
		r := rand.New(rand.NewPCG(seed, rand.Uint64()))
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					f(r)
				}
			}
		})
	}
	for range 4 {
		work(func(r *rand.Rand) { putRow(t, s, table, blobtest.Bytes(r.Uint64N(2000), 1+r.IntN(9000))) })
	}
	work(func(r *rand.Rand) { putRow(t, s, table, blobtest.Bytes(r.Uint64N(8), mib+1+r.IntN(3)*70_000)) })
	work(func(r *rand.Rand) {
		p := blobtest.Bytes(1000+r.Uint64N(8), 2*mib+5)
		l := blobtest.Upload(t, s, fmt.Sprint("sid", r.Uint64()), p, mib)
		table.add(p)
		l.Release()
	})
	work(func(r *rand.Rand) {
		for _, p := range table.snapshot() {
			if r.IntN(3) == 0 {
				table.remove(blobstore.Sum(p))
			}
		}
		for range 2 {
			c.move(25 * time.Hour)
			if _, err := s.Mark(t.Context(), table.refs()); err != nil {
				t.Error(err)
			}
		}
		if _, err := s.Sweep(t.Context(), table.has, nil); err != nil {
			t.Error(err)
		}
	})
	work(func(*rand.Rand) {
		s.ListSessions()
		s.Stats()
		time.Sleep(time.Millisecond)
	})
	return func() { close(done); group.Wait(); s.Close() }
}

func putRow(t *testing.T, s *blobstore.Store, table *rows, p []byte) {
	_, l, err := s.PutReader(t.Context(), bytes.NewReader(p))
	if err != nil {
		t.Error(err)
		return
	}
	table.add(p)
	l.Release()
}

// cutPower crashes a busy store a few times and returns the acknowledged blobs that
// the store does not have afterwards.
func cutPower(t *testing.T, seed uint64, wrap func(blobstore.FS) blobstore.FS) (lost []string) {
	disk := blobtest.NewDisk()
	table := &rows{set: map[blobstore.Digest][]byte{}}
	stop := busyStore(t, wrap(disk), seed, table)
	defer stop()
	r := rand.New(rand.NewPCG(seed, 7))
	for range 4 {
		time.Sleep(time.Duration(5+r.IntN(30)) * time.Millisecond)
		removed := table.countRemovals()
		acknowledged := table.snapshot()
		after := disk.Crash(r)
		since := table.countRemovals()
		o := inMemory(after)
		o.Boot = "two"
		s, err := blobstore.Open("/store", withLog(o))
		if err != nil {
			return append(lost, err.Error())
		}
		for _, p := range acknowledged {
			d := blobstore.Sum(p)
			// The row may have been removed before the cut, and then its blob; it may be there again since.
			if removed[d] == since[d] && !readsAs(t, s, d, p) {
				lost = append(lost, d.String())
			}
		}
		s.Close()
	}
	return lost
}

func withLog(o blobstore.Options) blobstore.Options {
	o.Log = quiet
	return o
}

func readsAs(t *testing.T, s *blobstore.Store, d blobstore.Digest, p []byte) bool {
	b, err := s.Open(t.Context(), d)
	if err != nil {
		return false
	}
	defer b.Close()
	got := make([]byte, len(p))
	n, _ := b.ReadAt(got, 0)
	return b.Size() == int64(len(p)) && bytes.Equal(got[:n], p)
}

func TestPowerCutLosesNothing(t *testing.T) {
	for seed := range uint64(8) {
		if lost := cutPower(t, seed, func(fs blobstore.FS) blobstore.FS { return fs }); len(lost) > 0 {
			t.Fatalf("seed %d: %d contents were acknowledged and lost: %v", seed, len(lost), lost[0])
		}
	}
}

// lazy is a mutant of the store: it says that it synced and did not.
type lazy struct {
	blobstore.FS
	file, dir bool
}

type lazyFile struct{ blobstore.File }

func (lazyFile) Sync() error { return nil }

func (l lazy) OpenFile(name string, flag int) (blobstore.File, error) {
	f, err := l.FS.OpenFile(name, flag)
	if err == nil && l.file {
		f = lazyFile{f}
	}
	return f, err
}

func (l lazy) SyncDir(name string) error {
	if l.dir {
		return nil
	}
	return l.FS.SyncDir(name)
}

func TestMutantsAreCaught(t *testing.T) {
	for name, mutant := range map[string]lazy{"no fdatasync": {file: true}, "no fsync of directories": {dir: true}} {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(10) {
				lost := cutPower(t, seed, func(fs blobstore.FS) blobstore.FS {
					mutant.FS = fs
					return mutant
				})
				if len(lost) > 0 {
					return
				}
			}
			t.Fatal("the power cuts did not find it out")
		})
	}
}

// TestPowerCutDuringUpload cuts the power in the middle of an upload: parts that
// are still claimed must be right, and the upload must end well.
func TestPowerCutDuringUpload(t *testing.T) {
	p := blobtest.Bytes(5, 9*mib+100)
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 1))
		disk := blobtest.NewDisk()
		s := open(t, "/store", inMemory(disk))
		u, err := s.BeginSession(t.Context(), "sid", int64(len(p)), mib)
		if err != nil {
			t.Fatal(err)
		}
		// The names of the stage are not synced one by one; here they are, so that
		// the session itself survives.
		if err := disk.SyncDir("/store/stage"); err != nil {
			t.Fatal(err)
		}
		for n := range 7 {
			if err := u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:(n+1)*mib])); err != nil {
				t.Fatal(err)
			}
		}
		o := inMemory(disk.Crash(r))
		o.Boot = "two"
		after := open(t, "/store", o)
		if len(after.ListSessions()) == 0 {
			continue // the journal is not synced either: the upload begins anew
		}
		if u, err = after.FindSession("sid"); err != nil {
			t.Fatal(err)
		}
		_, _, err = u.Seal(t.Context(), nil)
		var missing *blobstore.IncompleteError
		if !asIncomplete(err, &missing) {
			t.Fatal(err)
		}
		for _, m := range missing.Missing {
			for n := m[0]; n < m[1]; n++ {
				if err := u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:min(len(p), (n+1)*mib)])); err != nil {
					t.Fatal(err)
				}
			}
		}
		want := blobstore.Sum(p)
		if _, _, err := u.Seal(t.Context(), &want); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		blobtest.CheckContent(t, after, p)
	}
}
