package blobstore_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// remoteObjects is a Remote in memory.
type remoteObjects struct {
	objects map[string][]byte
	read    atomic.Int64 // bytes that were asked for
	calls   atomic.Int64

	mu      sync.Mutex
	failed  error                      // of every call; nil for none
	damaged []string                   // keys that NoteDamage named
	change  func(key string, p []byte) // what is given; nil for nothing
}

func (r *remoteObjects) set(failed error, change func(string, []byte)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed, r.change = failed, change
}

// OpenRange implements blobstore.Remote.
func (r *remoteObjects) OpenRange(_ context.Context, key string, off, n int64) (io.ReadCloser, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls.Add(1)
	object, ok := r.objects[key]
	switch {
	case r.failed != nil:
		return nil, r.failed
	case !ok:
		return nil, fs.ErrNotExist
	case off < 0 || off+n > int64(len(object)):
		return nil, io.ErrUnexpectedEOF
	}
	r.read.Add(n)
	p := bytes.Clone(object[off : off+n])
	if r.change != nil {
		r.change(key, p)
	}
	return io.NopCloser(bytes.NewReader(p)), nil
}

// NoteDamage implements blobstore.Remote.
func (r *remoteObjects) NoteDamage(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.damaged = append(r.damaged, key)
}

var awayOptions = blobstore.Options{Reserve: -1, MinFree: -1, PackSize: 2 * mib, Boot: "one", Log: quiet}

// awayStore is a store of which everything is at a remote that can be.
type awayStore struct {
	*blobstore.Store
	t        *testing.T
	dir      string
	remote   *remoteObjects
	contents map[blobstore.Digest][]byte
	large    []byte
	small    []byte
}

func newAwayStore(t *testing.T) *awayStore {
	t.Helper()
	dir := t.TempDir()
	s := open(t, dir, awayOptions)
	a := &awayStore{t: t, remote: &remoteObjects{objects: map[string][]byte{}}, contents: map[blobstore.Digest][]byte{}}
	for i, size := range []int{0, 1, 5000, 70_000, 300_000, mib - 1, mib, 200_000, 900_000, mib + 1, 3*mib + 77, 9*mib + 5, 70_001} {
		p := blobtest.Bytes(uint64(i+1), size)
		a.contents[put(t, s, p)] = p
		switch size {
		case 9*mib + 5:
			a.large = p
		case 300_000:
			a.small = p
		}
	}
	check(t, s.Close())
	s = open(t, dir, awayOptions) // which seals the packs
	copyTo(t, s, a.remote.objects)
	check(t, s.Close())
	a.dir = filepath.Join(t.TempDir(), "restored")
	r, err := blobstore.NewRestorer(a.dir)
	check(t, err)
	for key, p := range a.remote.objects {
		if blobstore.CanBeAway(key) {
			check(t, r.LeaveAway(t.Context(), a.remote, key, int64(len(p))))
		} else {
			_, err := r.WriteObject(key, bytes.NewReader(p))
			check(t, err)
		}
	}
	check(t, errors.Join(r.WriteAway(), r.Close()))
	a.open()
	return a
}

func (a *awayStore) open() {
	a.t.Helper()
	o := awayOptions
	o.Remote = a.remote
	a.Store = open(a.t, a.dir, o)
}

func (a *awayStore) checkAll() {
	a.t.Helper()
	for _, p := range a.contents {
		blobtest.CheckContent(a.t, a.Store, p)
	}
}

func (a *awayStore) landAll() {
	a.t.Helper()
	for _, o := range a.Away() {
		check(a.t, a.LandAway(a.t.Context(), o.Key, bytes.NewReader(a.remote.objects[o.Key])))
	}
}

func (a *awayStore) readAll(d blobstore.Digest) ([]byte, error) {
	b, err := a.Open(a.t.Context(), d)
	if err != nil {
		return nil, err
	}
	p, err := io.ReadAll(b.NewReader())
	return p, errors.Join(err, b.Close())
}

// TestAwayContentsAreRead reads everything from afar, lets it come to the disk, and reads it without the remote.
func TestAwayContentsAreRead(t *testing.T) {
	a := newAwayStore(t)
	if n := len(a.Away()); n < 5 {
		t.Fatal("only", n, "objects are away")
	}
	a.checkAll()
	found, err := a.Check(t.Context(), nil, blobstore.CheckOptions{})
	check(t, err)
	if int(found.Away) != len(a.Away()) || !found.OK() || found.Large > 0 {
		t.Fatalf("%+v", found)
	}
	check(t, a.Close())
	a.open() // nothing but the footers and the list is known then
	a.checkAll()
	a.landAll()
	if left := a.Away(); len(left) > 0 {
		t.Fatal("still away", left)
	}
	check(t, a.EndAway())
	check(t, a.Close())
	a.remote.set(errors.New("gone"), nil)
	a.open()
	a.checkAll()
	found, err = a.Check(t.Context(), nil, blobstore.CheckOptions{})
	check(t, err)
	if found.Away != 0 || !found.OK() || found.Large == 0 {
		t.Fatalf("%+v", found)
	}
	if left, err := os.ReadDir(filepath.Join(a.dir, "away")); err != nil || len(left) > 0 {
		t.Fatal("left over", left, err)
	}
}

// TestRangesOfAwayContents compares ranges at random places, by several readers at a time, and counts what was asked for.
func TestRangesOfAwayContents(t *testing.T) {
	a := newAwayStore(t)
	a.remote.read.Store(0)
	var all sync.WaitGroup
	for seed := range 4 {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			for range 60 {
				b, err := a.Open(t.Context(), blobstore.Sum(a.large))
				if err != nil {
					t.Error(err)
					return
				}
				p := make([]byte, 1+r.IntN(300_000))
				off := r.IntN(len(a.large) - len(p))
				n, err := b.ReadAt(p, int64(off))
				if err = errors.Join(err, b.Close()); err != nil || n != len(p) || !bytes.Equal(p, a.large[off:off+n]) {
					t.Errorf("%d bytes from %d on: %d, %v", len(p), off, n, err)
				}
			}
		})
	}
	all.Wait()
	if most := int64(len(a.large) + 64<<10 + 10_000); a.remote.read.Load() > most {
		t.Errorf("%d bytes were asked for, of %d", a.remote.read.Load(), most)
	}
}

// TestFewRequestsForAwayContents counts the ways to the remote: a range of 1 MiB is two beside each other, and a small content one.
func TestFewRequestsForAwayContents(t *testing.T) {
	a := newAwayStore(t)
	for _, c := range []struct {
		name string
		of   []byte
		n    int
		most int64
	}{{"the first 1 MiB of a large blob", a.large, mib, 2}, {"a small blob", a.small, len(a.small), 1}} {
		a.remote.calls.Store(0)
		b, err := a.OpenFrom(t.Context(), blobstore.Sum(c.of), 0)
		check(t, err)
		p := make([]byte, c.n)
		_, err = b.ReadAt(p, 0)
		check(t, errors.Join(err, b.Close()))
		if calls := a.remote.calls.Load(); calls > c.most || !bytes.Equal(p, c.of[:c.n]) {
			t.Errorf("%s took %d requests", c.name, calls)
		}
	}
}

// TestARemoteThatDoesNotAnswer leaves everything else working.
func TestARemoteThatDoesNotAnswer(t *testing.T) {
	a := newAwayStore(t)
	down := errors.New("no route")
	a.remote.set(down, nil)
	check(t, a.Close())
	a.open()
	for d, p := range a.contents {
		if _, err := a.readAll(d); len(p) > 0 && (!errors.Is(err, blobstore.ErrAway) || !errors.Is(err, down)) {
			t.Fatalf("%d bytes: %v", len(p), err)
		}
		size, lease, ok := a.AcquireLease(d)
		if !ok || size != int64(len(p)) {
			t.Fatal("no lease on an away content", len(p), size, ok)
		}
		lease.Release()
	}
	fresh := blobtest.Bytes(99, 2*mib)
	put(t, a.Store, fresh)
	blobtest.CheckContent(t, a.Store, fresh)
	// What is sent again is on the disk from then on.
	put(t, a.Store, a.large)
	put(t, a.Store, a.small)
	blobtest.CheckContent(t, a.Store, a.large)
	blobtest.CheckContent(t, a.Store, a.small)
	check(t, a.Close())
	a.open()
	blobtest.CheckContent(t, a.Store, a.large)
	blobtest.CheckContent(t, a.Store, a.small)
	a.remote.set(nil, nil)
	a.checkAll()
}

// TestADamagedRemote gives no wrong byte, and what was damaged is asked for again, and comes first.
func TestADamagedRemote(t *testing.T) {
	a := newAwayStore(t)
	for _, content := range [][]byte{a.large, a.small} {
		a.remote.set(nil, func(_ string, p []byte) { p[len(p)/3] ^= 1 })
		d := blobstore.Sum(content)
		if p, err := a.readAll(d); !errors.Is(err, blobstore.ErrCorrupt) {
			t.Fatal("damage was not found", len(p), err)
		}
		a.remote.set(nil, nil)
		blobtest.CheckContent(t, a.Store, content)
	}
	if len(a.remote.damaged) < 2 {
		t.Error("the remote was not told of damage:", a.remote.damaged)
	}
	first := a.Away()[0].Key
	bad := bytes.Clone(a.remote.objects[first])
	bad[len(bad)/3] ^= 1
	wants(t, a.LandAway(t.Context(), first, bytes.NewReader(bad)), blobstore.ErrCorrupt)
	wants(t, a.LandAway(t.Context(), first, bytes.NewReader(bad[:1000])), blobstore.ErrCorrupt)
	wants(t, a.LandAway(t.Context(), first, io.MultiReader(bytes.NewReader(bad), bytes.NewReader(bad))), blobstore.ErrCorrupt)
	if a.Away()[0].Key != first {
		t.Fatal("a damaged object came to the disk")
	}
	a.checkAll()
	check(t, a.LandAway(t.Context(), first, bytes.NewReader(a.remote.objects[first])))
	wants(t, a.LandAway(t.Context(), first, nil), fs.ErrNotExist)
	a.checkAll()
}

// TestADamagedPackLands brings a pack to the disk of which no undamaged copy exists: one content is lost, the others are there.
func TestADamagedPackLands(t *testing.T) {
	a := newAwayStore(t)
	for _, o := range a.Away() {
		p := bytes.Clone(a.remote.objects[o.Key])
		if o.Footer > 0 {
			p[(len(p)-int(o.Footer))/2] ^= 1
			check(t, a.LandDamagedAway(t.Context(), o.Key, bytes.NewReader(p)))
		} else {
			check(t, a.ForgetAway(o.Key))
		}
	}
	lost := 0
	for d, p := range a.contents {
		switch got, err := a.readAll(d); {
		case errors.Is(err, blobstore.ErrCorrupt), errors.Is(err, blobstore.ErrNotFound):
			lost++
		case err != nil || !bytes.Equal(got, p):
			t.Fatal(len(p), err)
		}
	}
	if lost < 4 || lost > 8 {
		t.Fatal(lost, "contents are lost of", len(a.contents))
	}
}

// TestAReaderGoesOnWhileAnObjectLands reads a blob over the moment at which it comes to the disk.
func TestAReaderGoesOnWhileAnObjectLands(t *testing.T) {
	a := newAwayStore(t)
	b, err := a.Open(t.Context(), blobstore.Sum(a.large))
	check(t, err)
	r := b.NewReader()
	head := make([]byte, 1000)
	_, err = io.ReadFull(r, head)
	check(t, err)
	a.landAll()
	rest, err := io.ReadAll(r)
	check(t, errors.Join(err, b.Close()))
	if !bytes.Equal(append(head, rest...), a.large) {
		t.Fatal("other bytes")
	}
	a.remote.set(errors.New("gone"), nil)
	a.checkAll()
}

// TestAProcessEndsWhileObjectsLand leaves what a process leaves that is killed: pieces, and a line that is not whole.
func TestAProcessEndsWhileObjectsLand(t *testing.T) {
	a := newAwayStore(t)
	a.checkAll()
	away := a.Away()
	check(t, a.LandAway(t.Context(), away[0].Key, bytes.NewReader(a.remote.objects[away[0].Key])))
	check(t, a.Close())
	for _, o := range away[1:] {
		check(t, os.WriteFile(filepath.Join(a.dir, "away", filepath.Base(o.Key)+".landing"), []byte("part"), 0o600))
	}
	list, err := os.OpenFile(filepath.Join(a.dir, "away", "list"), os.O_APPEND|os.O_WRONLY, 0)
	check(t, err)
	_, err = fmt.Fprintf(list, `{"key":%q,"gone":tr`, away[1].Key)
	check(t, errors.Join(err, list.Close()))
	a.open()
	if n := len(a.Away()); n != len(away)-1 {
		t.Fatal(n, "are away, not", len(away)-1)
	}
	names, err := os.ReadDir(filepath.Join(a.dir, "away"))
	check(t, err)
	for _, n := range names {
		if strings.HasSuffix(n.Name(), ".landing") || strings.HasSuffix(n.Name(), ".cache") {
			t.Error("left over:", n.Name())
		}
	}
	a.checkAll()
}

// TestTheListSurvivesATornLine ends while a line is written, goes on, and opens again.
func TestTheListSurvivesATornLine(t *testing.T) {
	a := newAwayStore(t)
	check(t, a.Close())
	list, err := os.OpenFile(filepath.Join(a.dir, "away", "list"), os.O_APPEND|os.O_WRONLY, 0)
	check(t, err)
	_, err = list.WriteString(`{"key":"large/xx","go`)
	check(t, errors.Join(err, list.Close()))
	a.open()
	check(t, a.ForgetAway(a.Away()[0].Key))
	left := len(a.Away())
	check(t, a.Close())
	a.open()
	if len(a.Away()) != left {
		t.Error(len(a.Away()), "are away, not", left)
	}
}

// TestWhatCameIsNotAwayAgain removes a file that came, as compaction and deletion do.
func TestWhatCameIsNotAwayAgain(t *testing.T) {
	a := newAwayStore(t)
	key := blobstore.LargeKey(blobstore.Sum(a.large))
	check(t, a.LandAway(t.Context(), key, bytes.NewReader(a.remote.objects[key])))
	left := len(a.Away())
	check(t, a.Close())
	check(t, os.Remove(filepath.Join(a.dir, filepath.FromSlash(key))))
	a.open()
	if len(a.Away()) != left {
		t.Error(len(a.Away()), "are away, not", left)
	}
}

// TestAnObjectThatTheRemoteLacksIsNotDamaged reads while the remote says that there is nothing, as a disk does that is not mounted.
func TestAnObjectThatTheRemoteLacksIsNotDamaged(t *testing.T) {
	a := newAwayStore(t)
	a.remote.set(fs.ErrNotExist, nil)
	for d, p := range a.contents {
		if _, err := a.readAll(d); len(p) > 0 && (!errors.Is(err, blobstore.ErrAway) || errors.Is(err, blobstore.ErrCorrupt)) {
			t.Error(len(p), err)
		}
	}
	a.remote.set(nil, nil)
	a.landAll()
	for d := range a.contents {
		_, lease, ok := a.AcquireLease(d)
		if !ok {
			t.Error("a content counts as damaged")
		}
		lease.Release()
	}
}

// TestAFullDiskIsNotFilledByReading leaves no room for what is read of contents that are away.
func TestAFullDiskIsNotFilledByReading(t *testing.T) {
	a := newAwayStore(t)
	check(t, a.Close())
	o := awayOptions
	o.Remote, o.MinFree = a.remote, 1<<60
	a.Store = open(t, a.dir, o)
	if _, err := a.readAll(blobstore.Sum(a.large)); !errors.Is(err, blobstore.ErrAway) {
		t.Error(err)
	}
	check(t, a.Close())
	a.open()
	a.checkAll()
}

// TestRemovedAwayContentsStayRemoved gives an object up, and looks for it after a restart.
func TestRemovedAwayContentsStayRemoved(t *testing.T) {
	a := newAwayStore(t)
	d := blobstore.Sum(a.large)
	check(t, a.ForgetAway(blobstore.LargeKey(d)))
	_, err := a.readAll(d)
	wants(t, err, blobstore.ErrNotFound)
	check(t, a.Close())
	a.open()
	_, err = a.readAll(d)
	wants(t, err, blobstore.ErrNotFound)
	wants(t, a.LandAway(t.Context(), blobstore.LargeKey(d), nil), fs.ErrNotExist)
}

// TestADamagedFooterIsRefused proves the footer before an object may stay away.
func TestADamagedFooterIsRefused(t *testing.T) {
	a := newAwayStore(t)
	r, err := blobstore.NewRestorer(t.TempDir())
	check(t, err)
	defer r.Close()
	for _, o := range a.Away() {
		if o.Footer == 0 {
			wants(t, r.LeaveAway(t.Context(), a.remote, o.Key, 17), blobstore.ErrCorrupt)
			continue
		}
		for _, at := range []int64{1, o.Footer - 1} {
			a.remote.set(nil, func(_ string, p []byte) { p[int64(len(p))-at] ^= 1 })
			wants(t, r.LeaveAway(t.Context(), a.remote, o.Key, o.Size), blobstore.ErrCorrupt)
		}
		a.remote.set(nil, nil)
		check(t, r.LeaveAway(t.Context(), a.remote, o.Key, o.Size))
	}
}
