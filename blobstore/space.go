package blobstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

// space remembers how much room the disk has.
type space struct {
	mu       sync.Mutex
	checked  time.Time
	free     int64
	total    int64
	promised int64 // to sessions whose stage file could not reserve its room
}

// reserveSpace fails with ErrFull when n more bytes would leave less than MinFree, and
// counts them as taken otherwise. For up to SmallMax bytes, the free space may be a
// second old.
func (s *Store) reserveSpace(n int64) error { return s.claimSpace(n, n) }

// FreeBytes returns how many bytes the store can still take in before ErrFull. What was read of contents that are away gives way, so that
// it counts as free.
func (s *Store) FreeBytes() (int64, error) {
	free, err := s.UnusedBytes()
	return free + s.AwayStats().Cached, err
}

// UnusedBytes returns how many bytes of the disk nobody uses beyond those that writes must leave: the room of what is written beside the
// store.
func (s *Store) UnusedBytes() (int64, error) {
	x := &s.space
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := s.refreshSpace(0); err != nil {
		return 0, err
	}
	return max(0, x.free-x.promised-s.minFree(x.total)), nil
}

// checkSpace is reserveSpace without counting them as taken.
func (s *Store) checkSpace(n int64) error { return s.claimSpace(n, 0) }

// claimSpace has what was read of contents that are away give way where the disk is full.
func (s *Store) claimSpace(n, taken int64) error {
	err := s.claimFree(n, taken)
	if errors.Is(err, ErrFull) && s.away != nil {
		err = s.away.makeRoom(nil, func() error { return s.claimFree(n, taken) }, err)
	}
	return err
}

// claimFree is claimSpace of what nobody uses.
func (s *Store) claimFree(n, taken int64) error {
	x := &s.space
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := s.refreshSpace(n); err != nil {
		return err
	}
	if x.free-x.promised-n < s.minFree(x.total) {
		return fmt.Errorf("%w: %d bytes free", ErrFull, x.free)
	}
	x.free -= taken
	return nil
}

// refreshSpace asks the disk for its free space, unless it did within the last second and n
// is at most SmallMax. The caller holds space.mu.
func (s *Store) refreshSpace(n int64) error {
	x := &s.space
	if time.Since(x.checked) <= time.Second && n <= SmallMax {
		return nil
	}
	free, total, err := s.fs.Space(s.dir)
	if err == nil {
		x.free, x.total, x.checked = free, total, time.Now()
	}
	return err
}

// forgetSpace has the disk asked anew.
func (s *Store) forgetSpace() {
	s.space.mu.Lock()
	defer s.space.mu.Unlock()
	s.space.checked = time.Time{}
}

// cacheMargin is the room that what was read of contents that are away leaves, so that others need not take it away first; where there is
// little room, a quarter of it.
const cacheMargin = 2 << 30

// cacheRoom returns how many bytes may be kept of what was read of contents that are away, where so many are kept now.
func (s *Store) cacheRoom(cached int64) (int64, error) {
	free, total, err := s.fs.Space(s.dir)
	if err != nil {
		return 0, err
	}
	s.space.mu.Lock()
	promised := s.space.promised
	s.space.mu.Unlock()
	room := max(0, cached+free-promised-s.minFree(total))
	return room - min(cacheMargin, room/4), nil
}

func (s *Store) minFree(total int64) int64 {
	switch {
	case s.o.MinFree < 0:
		return 0
	case s.o.MinFree > 0:
		return s.o.MinFree
	}
	return max(1<<30, total/50)
}

// adjustPromised sets room aside for a session, or gives it back when n is negative.
func (s *Store) adjustPromised(n int64) {
	s.space.mu.Lock()
	defer s.space.mu.Unlock()
	s.space.promised += n
}

// maintainSpace gives up RESERVE when the disk is nearly full, so that the database
// and deletions can go on, and takes it back when there is room again.
func (s *Store) maintainSpace() {
	if s.o.Reserve <= 0 {
		return
	}
	free, total, err := s.fs.Space(s.dir)
	if err != nil {
		s.log.Error("free space", "err", err)
		return
	}
	_, err = s.fs.Stat(s.path(reserveFile))
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
	case !missing && free < s.o.Reserve/2:
		s.log.Error("the disk is nearly full: the reserve is given up", "free", free)
		err = s.fs.Remove(s.path(reserveFile))
	case missing && free > s.minFree(total)+2*s.o.Reserve:
		err = s.createReserve()
	case missing:
		err = nil
	}
	if err != nil {
		s.log.Error("reserve", "err", err)
	}
}

// createReserve makes a file that really takes its room on disk.
func (s *Store) createReserve() error {
	f, err := s.fs.OpenFile(s.path(reserveFile), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	err = f.Allocate(s.o.Reserve)
	if errors.Is(err, errors.ErrUnsupported) {
		zeros := make([]byte, 1<<20)
		err = nil
		for off := int64(0); off < s.o.Reserve && err == nil; off += int64(len(zeros)) {
			_, err = f.WriteAt(zeros, off)
		}
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, s.fs.Remove(s.path(reserveFile)))
	}
	return nil
}
