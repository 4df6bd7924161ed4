package blobstore_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/blobstore/blobtest"
)

// story uses every part of the commit path and returns the acknowledged blobs.
func story(t *testing.T, s *blobstore.Store) (acknowledged [][]byte) {
	for i := range 4 {
		p := blobtest.Bytes(uint64(i), 30_000)
		if _, l, err := s.Put(t.Context(), p); err == nil {
			acknowledged = append(acknowledged, p)
			l.Release()
		}
	}
	if _, l, err := s.Put(t.Context(), blobtest.Bytes(0, 30_000)); err == nil {
		l.Release() // the second time, the stored copy is compared
	}
	p := blobtest.Bytes(50, mib+70_000)
	if _, l, err := s.PutReader(t.Context(), bytes.NewReader(p)); err == nil {
		acknowledged = append(acknowledged, p)
		l.Release()
	}
	p = blobtest.Bytes(51, mib+1)
	if l, err := tryUpload(t, s, p); err == nil {
		acknowledged = append(acknowledged, p)
		l.Release()
	}
	return acknowledged
}

// tryUpload sends each part up to three times, as people's programs do.
func tryUpload(t *testing.T, s *blobstore.Store, p []byte) (*blobstore.Lease, error) {
	var l *blobstore.Lease
	var err error
	for range 3 {
		var u *blobstore.Session
		if u, err = s.BeginSession(t.Context(), "sid", int64(len(p)), mib); err != nil {
			continue
		}
		for n := 0; n*mib < len(p) && err == nil; n++ {
			err = sendCut(t, u, n, p[n*mib:min(len(p), (n+1)*mib)])
		}
		if err == nil {
			if _, l, err = u.Seal(t.Context(), nil); err == nil {
				return l, nil
			}
		}
	}
	return nil, err
}

// sendCut sends a part whose connection is cut in the middle, and goes on where the store says.
func sendCut(t *testing.T, u *blobstore.Session, n int, part []byte) error {
	if u.HasPart(n) {
		return nil
	}
	_ = u.WritePart(t.Context(), n, untilCut(part[:len(part)/2])) // whatever else failed before that
	at := int64(0)
	for _, c := range u.ListCutParts() {
		if c.Part == n {
			at = c.Bytes
		}
	}
	return u.WritePartAt(t.Context(), n, at, bytes.NewReader(part[at:]))
}

func TestEachSystemCallFailsOnce(t *testing.T) {
	ops := []blobtest.Op{blobtest.OpOpen, blobtest.OpWrite, blobtest.OpSync, blobtest.OpSyncDir, blobtest.OpRename,
		blobtest.OpTruncate, blobtest.OpAllocate, blobtest.OpStart, blobtest.OpRead, blobtest.OpStat, blobtest.OpRemove, blobtest.OpSpace}
	for _, op := range ops {
		if failNth(t, op, syscall.EIO) == 0 && op != blobtest.OpStat {
			t.Errorf("no %s was met", op)
		}
	}
	for _, op := range []blobtest.Op{blobtest.OpOpen, blobtest.OpWrite, blobtest.OpSync, blobtest.OpAllocate} {
		failNth(t, op, syscall.ENOSPC)
	}
}

// failNth lets the first, second, … operation of a kind fail until the story has
// no more of them.
func failNth(t *testing.T, op blobtest.Op, failure error) (tested int) {
	for nth := 1; ; nth++ {
		disk := blobtest.NewDisk()
		faulty := blobtest.NewFaulty(disk)
		o := inMemory(faulty)
		o.PackSize = 70_000 // the story rolls a pack
		s := open(t, "/store", o)
		before := faulty.Count(op)
		faulty.FailNth(op, nth, failure)
		acknowledged := story(t, s)
		met := faulty.Count(op)-before >= nth
		faulty.Inject(nil)
		// The store must go on to work, at once and after a start.
		again := story(t, s)
		if len(again) != 6 {
			t.Fatalf("%s %d %v: after the trouble, only %d of 6 were stored", op, nth, failure, len(again))
		}
		for _, p := range append(acknowledged, again...) {
			blobtest.CheckContent(t, s, p)
		}
		check(t, s.Close())
		s = open(t, "/store", inMemory(disk))
		for _, p := range append(acknowledged, again...) {
			blobtest.CheckContent(t, s, p)
		}
		report, err := s.Check(t.Context(), nil, blobstore.CheckOptions{})
		check(t, err)
		if !report.OK() {
			t.Fatalf("%s %d %v: %+v", op, nth, failure, report)
		}
		check(t, s.Close())
		if !met {
			return nth - 1
		}
	}
}

func TestSyncThatFailsIsNeverRepeated(t *testing.T) {
	disk := blobtest.NewDisk()
	faulty := blobtest.NewFaulty(disk)
	s := open(t, "/store", inMemory(faulty))
	before := blobtest.Bytes(1, 5000)
	put(t, s, before)
	faulty.FailNth(blobtest.OpSync, 1, syscall.EIO)
	lost := blobtest.Bytes(2, 5000)
	_, _, err := s.Put(t.Context(), lost)
	wants(t, err, syscall.EIO)
	gone(t, s, lost)
	faulty.Inject(nil)
	put(t, s, lost)
	blobtest.CheckContent(t, s, before)
	blobtest.CheckContent(t, s, lost)
	if st := s.Stats(); st.AbandonedPacks != 1 {
		t.Fatalf("%+v", st)
	}
	// Repair reads the closed pack back and seals it.
	report, err := s.Check(t.Context(), nil, blobstore.CheckOptions{Repair: true})
	check(t, err)
	if st := s.Stats(); st.AbandonedPacks != 0 || !report.OK() {
		t.Fatalf("%+v %+v", st, report)
	}
	check(t, s.Close())
	s = open(t, "/store", inMemory(disk))
	blobtest.CheckContent(t, s, before)
	blobtest.CheckContent(t, s, lost)
}

// TestSyncThatFailsAtSeal: the pages of the stage file are lost, so its parts are
// read again and the lost ones asked for.
func TestSyncThatFailsAtSeal(t *testing.T) {
	disk := blobtest.NewDisk()
	faulty := blobtest.NewFaulty(disk)
	s := open(t, "/store", inMemory(faulty))
	p := blobtest.Bytes(3, 4*mib)
	u, err := s.BeginSession(t.Context(), "sid", int64(len(p)), mib)
	check(t, err)
	for n := range 4 {
		check(t, u.WritePart(t.Context(), n, bytes.NewReader(p[n*mib:(n+1)*mib])))
	}
	faulty.FailNth(blobtest.OpSync, 1, syscall.EIO)
	_, _, err = u.Seal(t.Context(), nil)
	wants(t, err, syscall.EIO)
	faulty.Inject(nil)
	_, _, err = u.Seal(t.Context(), nil)
	wants(t, err, blobstore.ErrIncomplete)
	check(t, u.Abort(t.Context()))
	blobtest.Upload(t, s, "sid", p, mib).Release()
	after := open(t, "/store", inMemory(disk.Crash(newRand())))
	blobtest.CheckContent(t, after, p)
}

// TestSmallPartThatTheDiskDoesNotTake: a small part is answered before it is on the
// disk, so Seal says that it did not get there, and asks for it again.
func TestSmallPartThatTheDiskDoesNotTake(t *testing.T) {
	disk := blobtest.NewDisk()
	faulty := blobtest.NewFaulty(disk)
	s := open(t, "/store", inMemory(faulty))
	p := blobtest.Bytes(4, 5000)
	u, err := s.BeginSession(t.Context(), "sid", int64(len(p)), mib)
	check(t, err)
	faulty.FailNth(blobtest.OpSync, 1, syscall.EIO)
	check(t, u.WritePart(t.Context(), 0, bytes.NewReader(p)))
	_, _, err = u.Seal(t.Context(), nil)
	wants(t, err, syscall.EIO)
	gone(t, s, p)
	faulty.Inject(nil)
	_, _, err = u.Seal(t.Context(), nil)
	wants(t, err, blobstore.ErrIncomplete)
	if present, first := u.ListParts(); len(present) != 0 || first != 0 {
		t.Fatalf("parts %v, first %d", present, first)
	}
	check(t, u.WritePart(t.Context(), 0, bytes.NewReader(p)))
	check(t, u.WritePart(t.Context(), 0, bytes.NewReader(p)))
	wants(t, u.WritePart(t.Context(), 0, bytes.NewReader(blobtest.Bytes(5, 5000))), blobstore.ErrPartConflict)
	_, l, err := u.Seal(t.Context(), nil)
	check(t, err)
	l.Release()
	after := open(t, "/store", inMemory(disk.Crash(newRand())))
	blobtest.CheckContent(t, after, p)
}

func TestFullDisk(t *testing.T) {
	disk := blobtest.NewDisk()
	disk.Total = 12 * mib
	o := inMemory(disk)
	s := open(t, "/store", o)
	large := blobtest.Bytes(1, 3*mib)
	put(t, s, large)
	var kept [][]byte
	var err error
	for i := 0; err == nil; i++ {
		p := blobtest.Bytes(uint64(100+i), 60_000)
		var l *blobstore.Lease
		if _, l, err = s.Put(t.Context(), p); err == nil {
			kept = append(kept, p)
			l.Release()
		}
	}
	wants(t, err, blobstore.ErrFull)
	_, err = s.BeginSession(t.Context(), "sid", 5*mib, mib)
	wants(t, err, blobstore.ErrFull)
	_, _, err = s.PutReader(t.Context(), bytes.NewReader(blobtest.Bytes(2, 4*mib)))
	wants(t, err, blobstore.ErrFull)
	// A start on the full disk, downloads, and then deletes that make room.
	check(t, s.Close())
	c := newClock()
	o.Now = c.now
	s = open(t, "/store", o)
	for _, p := range append(kept, large) {
		blobtest.CheckContent(t, s, p)
	}
	mark(t, s, noRows())
	c.move(25 * time.Hour)
	mark(t, s, noRows())
	if r := sweep(t, s, never, nil); r.Removed != int64(len(kept)+1) {
		t.Fatalf("%+v", r)
	}
	put(t, s, large)
	blobtest.CheckContent(t, s, large)
}

func TestReserveIsGivenUpAndTakenBack(t *testing.T) {
	disk := blobtest.NewDisk()
	disk.Total = 40 * mib
	o := inMemory(disk)
	o.Reserve, o.MinFree = 4*mib, 3*mib
	s := open(t, "/store", o)
	if _, err := disk.Stat("/store/RESERVE"); err != nil {
		t.Fatal(err)
	}
	_, err := s.BeginSession(t.Context(), "sid", 38*mib, mib)
	wants(t, err, blobstore.ErrFull)
	check(t, s.Close())
	disk.Total = 1 * mib
	s = open(t, "/store", o)
	if _, err := disk.Stat("/store/RESERVE"); err == nil {
		t.Fatal("the reserve is still there")
	}
	_, _, err = s.Put(t.Context(), make([]byte, 900_000))
	wants(t, err, blobstore.ErrFull)
	check(t, s.Close())
	disk.Total = 40 * mib
	s = open(t, "/store", o)
	if _, err := disk.Stat("/store/RESERVE"); err != nil {
		t.Fatal(err)
	}
	put(t, s, make([]byte, 900_000))
}

func TestAnUnreadableDiskIsNotDamage(t *testing.T) {
	disk := blobtest.NewDisk()
	faulty := blobtest.NewFaulty(disk)
	s := open(t, "/store", inMemory(faulty))
	small, large := blobtest.Bytes(1, 100_000), blobtest.Bytes(2, 3*mib)
	put(t, s, small)
	put(t, s, large)
	faulty.FailAll(blobtest.OpRead, syscall.EIO)
	for _, p := range [][]byte{small, large} {
		b, err := s.Open(t.Context(), blobstore.Sum(p))
		if err == nil {
			_, err = io.ReadAll(b.NewReader())
			b.Close()
		}
		wants(t, err, syscall.EIO)
		if errors.Is(err, blobstore.ErrCorrupt) {
			t.Fatalf("%d bytes: an error of the disk is called damage", len(p))
		}
	}
	faulty.Inject(nil)
	if s.Stats().Suspects != 0 {
		t.Fatal("an error of the disk makes a suspect")
	}
	blobtest.CheckContent(t, s, small)
	blobtest.CheckContent(t, s, large)
}

// TestStartWithAnUnreadablePage: a pack without footer that cannot be read whole is
// not sealed, so that what lies there is found when the disk reads it again.
func TestStartWithAnUnreadablePage(t *testing.T) {
	disk := blobtest.NewDisk()
	faulty := blobtest.NewFaulty(disk)
	s := open(t, "/store", inMemory(faulty))
	var all [][]byte
	for i := range 30 {
		all = append(all, blobtest.Bytes(uint64(i), 5000))
		put(t, s, all[i])
	}
	crashed := blobtest.NewFaulty(disk.Crash(newRand()))
	var failed atomic.Bool
	crashed.Inject(func(op blobtest.Op, name string) error {
		if op == blobtest.OpRead && strings.HasSuffix(name, ".pk") && !failed.Swap(true) {
			return syscall.EIO
		}
		return nil
	})
	s = open(t, "/store", inMemory(crashed))
	for _, p := range all {
		blobtest.CheckContent(t, s, p)
	}
}

func TestTooMuchWaits(t *testing.T) {
	faulty := blobtest.NewFaulty(blobtest.NewDisk())
	s := open(t, "/store", inMemory(faulty))
	block := make(chan struct{})
	faulty.Inject(func(op blobtest.Op, _ string) error {
		if op == blobtest.OpSync {
			<-block
		}
		return nil
	})
	failures := make(chan error, 200)
	for i := range 200 {
		go func() {
			_, l, err := s.Put(t.Context(), blobtest.Bytes(uint64(i), 1_000_000))
			l.Release()
			failures <- err
		}()
	}
	wants(t, <-failures, blobstore.ErrBusy)
	close(block)
	for range 199 {
		if err := <-failures; err != nil && !errors.Is(err, blobstore.ErrBusy) {
			t.Fatal(err)
		}
	}
	put(t, s, []byte("it goes on"))
}

func TestHugeUploadIsRefused(t *testing.T) {
	s := open(t, t.TempDir(), blobstore.Options{Reserve: -1})
	_, err := s.BeginSession(t.Context(), "sid", 1<<50, mib)
	wants(t, err, blobstore.ErrFull)
	_, err = s.BeginSession(t.Context(), "sid", math.MaxInt64, mib)
	wants(t, err, blobstore.ErrPartRange)
}
