package blobstore_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// tieredStore is a store of which everything is on the disk and at a remote.
type tieredStore struct {
	*awayStore
	options blobstore.Options
	clock   *clock
}

func newTieredStore(t *testing.T, fs blobstore.FS, dir string) *tieredStore {
	t.Helper()
	s := &tieredStore{clock: newClock(), options: awayOptions}
	s.awayStore = &awayStore{t: t, dir: dir, remote: &remoteObjects{objects: map[string][]byte{}}, contents: map[blobstore.Digest][]byte{}}
	s.clock.t = time.Now()
	s.options.FS, s.options.Remote, s.options.Now = fs, s.remote, s.clock.now
	s.open()
	for i, size := range []int{1, 5000, 70_000, 300_000, mib - 1, mib, 900_000, mib + 1, 3*mib + 77, 9*mib + 5} {
		p := blobtest.Bytes(uint64(i+1), size)
		s.contents[put(t, s.Store, p)] = p
		switch size {
		case 9*mib + 5:
			s.large = p
		case 300_000:
			s.small = p
		}
	}
	check(t, s.Close())
	s.open() // the packs are sealed
	copyTo(t, s.Store, s.remote.objects)
	return s
}

func (s *tieredStore) open() { s.Store = open(s.t, s.dir, s.options) }

// keys are those of all objects that can be away.
func (s *tieredStore) keys() (all []string) {
	for key := range s.remote.objects {
		if blobstore.CanBeAway(key) {
			all = append(all, key)
		}
	}
	return all
}

// evictAll has everything leave the disk but the newest pack.
func (s *tieredStore) evictAll() {
	s.t.Helper()
	for _, key := range s.keys() {
		check(s.t, s.ProveObject(key))
	}
	gone, err := s.Evict(s.t.Context(), s.keys())
	check(s.t, err)
	if len(gone) != len(s.keys())-1 {
		s.t.Fatal(len(gone), "of", len(s.keys()), "left the disk")
	}
}

// TestEvictedContentsAreRead has contents leave, reads them, also after a restart, and brings them back.
func TestEvictedContentsAreRead(t *testing.T) {
	dir := t.TempDir()
	s := newTieredStore(t, nil, dir)
	before := diskUse(t, dir)
	s.evictAll()
	if now := diskUse(t, dir); now > before/2 {
		t.Error("the disk has", now, "bytes, and had", before)
	}
	s.checkAll()
	check(t, s.Close())
	s.open()
	s.checkAll()
	if again, err := s.Evict(t.Context(), s.keys()); err != nil || len(again) > 0 {
		t.Error(again, err)
	}
	extra := blobtest.Bytes(99, 4000)
	s.contents[put(t, s.Store, extra)] = extra
	s.landAll()
	check(t, s.EndAway())
	s.remote.set(errors.New("nothing is read"), nil)
	s.checkAll()
	check(t, s.Close())
	s.open()
	if left, _ := s.CountAway(); left > 0 {
		t.Error(left, "are away")
	}
	s.checkAll()
	s.remote.set(nil, nil)
	gone, err := s.Evict(t.Context(), s.keys()) // once more, with a list that was removed
	check(t, err)
	if len(gone) == 0 {
		t.Error("nothing left the disk again")
	}
	s.checkAll()
}

// diskUse sums up the files below a directory.
func diskUse(t *testing.T, dir string) (n int64) {
	t.Helper()
	check(t, filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		n += info.Size()
		return err
	}))
	return n
}

// TestWhatIsReadIsNotIdle asks for what nobody reads after some of it was read.
func TestWhatIsReadIsNotIdle(t *testing.T) {
	s := newTieredStore(t, nil, t.TempDir())
	idle := func() map[string]bool {
		found := map[string]bool{}
		for o, err := range s.Idle(t.Context(), s.clock.now().Add(-10*24*time.Hour)) {
			check(t, err)
			found[o.Key] = true
		}
		return found
	}
	if n := len(idle()); n > 0 {
		t.Error(n, "new objects are idle")
	}
	s.clock.move(20 * 24 * time.Hour)
	if n := len(idle()); n != len(s.keys()) {
		t.Error(n, "of", len(s.keys()), "are idle")
	}
	_, err := s.readAll(blobstore.Sum(s.large))
	check(t, err)
	copyTo(t, s.Store, map[string][]byte{}) // a copy reads everything
	now := idle()
	if now[blobstore.LargeKey(blobstore.Sum(s.large))] || len(now) != len(s.keys())-1 {
		t.Error(now)
	}
	_, err = s.readAll(blobstore.Sum(s.small))
	check(t, err)
	for key := range idle() {
		if strings.HasPrefix(key, "packs/") && holdsSmall(s, key) {
			t.Error("a pack that was read is idle")
		}
	}
}

// holdsSmall reports whether a pack has the bytes of the small content.
func holdsSmall(s *tieredStore, key string) bool {
	return bytes.Contains(s.remote.objects[key], s.small[:64])
}

// TestDamagedObjectsDoNotLeave proves objects of which one is damaged on the disk.
func TestDamagedObjectsDoNotLeave(t *testing.T) {
	dir := t.TempDir()
	s := newTieredStore(t, nil, dir)
	key := blobstore.LargeKey(blobstore.Sum(s.large))
	f, err := os.OpenFile(filepath.Join(dir, filepath.FromSlash(key)), os.O_WRONLY, 0)
	check(t, err)
	_, err = f.WriteAt([]byte("damage"), 5*mib)
	check(t, errors.Join(err, f.Close()))
	wants(t, s.ProveObject(key), blobstore.ErrCorrupt)
	_, err = s.readAll(blobstore.Sum(s.large)) // which notes it
	wants(t, err, blobstore.ErrCorrupt)
	gone, err := s.Evict(t.Context(), []string{key})
	if err != nil || len(gone) > 0 {
		t.Error(gone, err)
	}
}

// TestNothingLeavesWithoutARemote refuses where nobody could read it again.
func TestNothingLeavesWithoutARemote(t *testing.T) {
	s := newTieredStore(t, nil, t.TempDir())
	check(t, s.Close())
	s.options.Remote = nil
	s.open()
	if gone, err := s.Evict(t.Context(), s.keys()); err == nil || len(gone) > 0 {
		t.Error(gone, err)
	}
	s.checkAll()
}

// TestAPowerCutWhileContentsLeave cuts the power at each call of the file system, and reads everything afterwards.
func TestAPowerCutWhileContentsLeave(t *testing.T) {
	for seed := range uint64(40) {
		disk := blobtest.NewDisk()
		s := newTieredStore(t, disk, "/store")
		cuts := &cuttingFS{FS: disk, disk: disk, random: rand.New(rand.NewPCG(seed, 1)), left: int(seed)}
		check(t, s.Close())
		s.options.FS = cuts
		s.open()
		cuts.armed = true
		s.evictAll()
		check(t, s.Close())
		if cuts.after == nil {
			if seed < 10 {
				t.Fatal("the power was not cut, at call", seed)
			}
			return
		}
		s.options.FS = cuts.after
		s.open()
		s.checkAll()
		for d := range s.contents { // and it can be removed for good
			if _, ok, err := s.FindPlace(d); err != nil || !ok {
				t.Error(d, ok, err)
			}
		}
		check(t, s.Close())
	}
}

// cuttingFS remembers what a power cut leaves before one of its changes.
type cuttingFS struct {
	blobstore.FS
	disk   *blobtest.Disk
	random *rand.Rand
	armed  bool
	left   int // changes until the power is cut
	after  *blobtest.Disk
}

func (c *cuttingFS) count() {
	if !c.armed || c.after != nil {
		return
	}
	if c.left--; c.left < 0 {
		c.after = c.disk.Crash(c.random)
	}
}

// Remove implements blobstore.FS.
func (c *cuttingFS) Remove(name string) error {
	c.count()
	err := c.FS.Remove(name)
	c.count()
	return err
}

// Rename implements blobstore.FS.
func (c *cuttingFS) Rename(from, to string) error {
	c.count()
	return c.FS.Rename(from, to)
}

// SyncDir implements blobstore.FS.
func (c *cuttingFS) SyncDir(name string) error {
	c.count()
	return c.FS.SyncDir(name)
}

// TestEvictedContentsAreRemoved deletes what has left, and looks for it after restarts.
func TestEvictedContentsAreRemoved(t *testing.T) {
	s := newTieredStore(t, nil, t.TempDir())
	s.evictAll()
	table := map[blobstore.Digest]bool{}
	for d := range s.contents {
		table[d] = d != blobstore.Sum(s.large)
	}
	refs := []blobstore.Digest{}
	for d, is := range table {
		if is {
			refs = append(refs, d)
		}
	}
	slices.SortFunc(refs, blobstore.Digest.Compare)
	for range 3 {
		_, err := s.Mark(t.Context(), refsOf(refs))
		check(t, err)
		_, err = s.Sweep(t.Context(), func(d blobstore.Digest) (bool, error) { return table[d], nil }, nil)
		check(t, err)
		s.clock.move(25 * time.Hour)
	}
	for range 2 {
		if _, ok, err := s.FindPlace(blobstore.Sum(s.large)); ok || err != nil {
			t.Error("a removed content is there", err)
		}
		for _, d := range refs {
			blobtest.CheckContent(t, s.Store, s.contents[d])
		}
		check(t, s.Close())
		s.open()
	}
}

// TestAnEvictedContentThatComesAgainIsHere uploads what has left.
func TestAnEvictedContentThatComesAgainIsHere(t *testing.T) {
	s := newTieredStore(t, nil, t.TempDir())
	s.evictAll()
	put(t, s.Store, s.large)
	put(t, s.Store, s.small)
	s.remote.set(fmt.Errorf("nothing is read"), nil)
	blobtest.CheckContent(t, s.Store, s.large)
	blobtest.CheckContent(t, s.Store, s.small)
	check(t, s.Close())
	s.open()
	blobtest.CheckContent(t, s.Store, s.large)
	blobtest.CheckContent(t, s.Store, s.small)
}
