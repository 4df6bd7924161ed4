package blobstore_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// tightFS is a disk that has room for what is read of contents that are away, and for little more.
type tightFS struct {
	blobstore.FS
	free atomic.Int64 // when nothing is kept
	most atomic.Int64 // bytes that were kept at a time
}

// Space implements blobstore.FS.
func (f *tightFS) Space(dir string) (free, total int64, err error) {
	kept := int64(0)
	all, err := filepath.Glob(filepath.Join(dir, "away", "*.cache"))
	for _, name := range all {
		if info, err := os.Stat(name); err == nil { // it may have gone
			kept += info.Sys().(*syscall.Stat_t).Blocks * 512
		}
	}
	f.most.Store(max(f.most.Load(), kept))
	return f.free.Load() - kept, 1 << 40, err
}

const tightMinFree = mib

// openTight opens the store on a disk with so much room, and a cache that may be larger than that.
func (a *awayStore) openTight(room int64) *tightFS {
	a.t.Helper()
	check(a.t, a.Close())
	f := &tightFS{FS: blobstore.OS()}
	f.free.Store(room + tightMinFree)
	o := awayOptions
	o.Remote, o.MinFree, o.FS = a.remote, tightMinFree, f
	a.Store = open(a.t, a.dir, o)
	a.SetAwayCache(1 << 40)
	return f
}

// TestTheCacheLeavesRoomOnTheDisk reads more than the disk has room for, while the cache may have any size. No read fails, and a quarter of
// the room stays free, but for what is being read.
func TestTheCacheLeavesRoomOnTheDisk(t *testing.T) {
	a := newAwayStore(t)
	const room = 20 * mib // all contents fit in, and not in three quarters of it
	f := a.openTight(room)
	for range 3 {
		a.checkAll()
	}
	kept := a.AwayStats().Cached
	for began := time.Now(); kept > room*3/4 && time.Since(began) < 5*time.Second; kept = a.AwayStats().Cached {
		time.Sleep(10 * time.Millisecond) // a fetch ends after its reader
	}
	if kept > room*3/4 || kept == 0 {
		t.Errorf("%d bytes are kept", kept)
	}
	if most := f.most.Load(); most > room {
		t.Errorf("%d bytes were kept", most)
	}
	if free, err := a.FreeBytes(); err != nil || free < room-4*mib {
		t.Errorf("%d bytes count as free, %v", free, err) // what is kept gives way
	}
	if unused, err := a.UnusedBytes(); err != nil || unused < room/4-mib || unused > room {
		t.Errorf("%d bytes are unused, %v", unused, err)
	}
}

// TestTheCacheGivesWay takes the room away when the cache is full: what is read, and what is uploaded, takes its place.
func TestTheCacheGivesWay(t *testing.T) {
	for name, use := range map[string]func(*awayStore) error{
		"an upload": func(a *awayStore) error {
			_, lease, err := a.Put(t.Context(), blobtest.Bytes(99, 500_000))
			lease.Release()
			return err
		},
		"a large upload": func(a *awayStore) error {
			p := blobtest.Bytes(98, 3*mib)
			_, lease, err := a.PutReader(t.Context(), strings.NewReader(string(p)))
			lease.Release()
			return err
		},
		"a read": func(a *awayStore) error {
			_, err := a.readAll(blobstore.Sum(a.large))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAwayStore(t)
			f := a.openTight(64 * mib)
			for d := range a.contents {
				if len(a.contents[d]) != len(a.large) {
					_, err := a.readAll(d)
					check(t, err)
				}
			}
			kept := a.AwayStats().Cached
			if kept < 4*mib {
				t.Fatalf("%d bytes are kept", kept)
			}
			f.free.Store(kept + tightMinFree) // others filled the disk
			check(t, use(a))
			if now := a.AwayStats().Cached; now >= kept {
				t.Errorf("%d bytes are kept, and were %d", now, kept)
			}
		})
	}
}

// TestALargeContentOnASmallDisk reads one that is larger than the room of the disk, and than the cache may be, without closing it.
func TestALargeContentOnASmallDisk(t *testing.T) {
	a := newAwayStore(t)
	f := a.openTight(7 * mib)
	for _, most := range []int64{1 << 40, 4 * mib} {
		f.most.Store(0)
		a.SetAwayCache(most)
		for range 2 {
			got, err := a.readAll(blobstore.Sum(a.large))
			check(t, err)
			if !bytes.Equal(got, a.large) {
				t.Error("other bytes were read")
			}
		}
		if kept := f.most.Load(); kept > 8*mib { // and what is read ahead
			t.Errorf("%d bytes were kept of %d", kept, len(a.large))
		}
	}
}

// TestReadersOnATightDisk reads many contents at a time where there is room for few, and writes meanwhile.
func TestReadersOnATightDisk(t *testing.T) {
	a := newAwayStore(t)
	a.openTight(16 * mib)
	var all sync.WaitGroup
	failed := make(chan error, 8)
	for n := range cap(failed) {
		all.Go(func() {
			random := rand.New(rand.NewPCG(uint64(n), 1))
			for i := range 20 {
				for d := range a.contents {
					if random.IntN(3) > 0 {
						continue
					}
					if _, err := a.readAll(d); err != nil && !errors.Is(err, blobstore.ErrAway) {
						failed <- err
						return
					}
				}
				_, lease, err := a.Put(t.Context(), blobtest.Bytes(uint64(1000+n*100+i), 5000))
				if err != nil {
					failed <- err
					return
				}
				lease.Release()
			}
		})
	}
	all.Wait()
	close(failed)
	check(t, <-failed)
	a.checkAll()
}
