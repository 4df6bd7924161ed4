package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
)

// SweepReport is the result of Sweep.
type SweepReport struct {
	Removed   int64 // blobs
	Bytes     int64 // of these blobs; the room of small ones becomes free when their pack is compacted
	Kept      int64 // condemned blobs that are leased, referenced or pinned after all
	Postponed int64 // files that were not removed because a backup is reading

	Compacted int64 // packs that were rewritten
	Moved     int64 // bytes that were copied for it
	Freed     int64 // bytes of packs that were removed
}

// Sweep removes the condemned blobs, except those with a lease and those for which
// referenced or pinned returns true. Then it rewrites the packs of which half or more
// is dead. pinned may be nil. Neither function may call the store.
func (s *Store) Sweep(ctx context.Context, referenced func(Digest) (bool, error), pinned func(Digest) bool) (SweepReport, error) {
	var report SweepReport
	if err := checkFeatures("sweep", s.format.Mandatory.GC); err != nil {
		return report, err
	}
	s.gcMu.Lock()
	defer s.gcMu.Unlock()
	list, err := s.openCondemned()
	if err != nil {
		return report, err
	}
	if list != nil {
		err = s.removeCondemned(ctx, list, &report, referenced, pinned)
		if err = errors.Join(err, list.close()); err != nil {
			return report, err
		}
	}
	err = s.compactPacks(ctx, &report)
	return report, err
}

func (s *Store) removeCondemned(ctx context.Context, list *condemnedList, report *SweepReport,
	referenced func(Digest) (bool, error), pinned func(Digest) bool) error {
	removed := make([]bool, list.count)
	before := report.Removed
	i := -1
	for v, err := range list.all() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		i++
		if list.marked-v.since < condemnedAfter.Milliseconds() {
			continue
		}
		if removed[i], err = s.removeBlob(v.digest, report, referenced, pinned); err != nil {
			return fmt.Errorf("remove %v: %w", v.digest, err)
		}
	}
	if report.Removed == before {
		return nil
	}
	return s.rewriteCondemned(list, removed)
}

// rewriteCondemned takes the removed blobs off the list of condemned ones.
func (s *Store) rewriteCondemned(list *condemnedList, removed []bool) error {
	// A removed blob that is stored again must be condemned again by two marks. On a
	// full disk the list cannot be written; then the next mark drops removed blobs.
	err := s.writeCondemned(list.marked, func(add func(candidate) error) error {
		i := -1
		for v, err := range list.all() {
			if err != nil {
				return err
			}
			if i++; removed[i] {
				continue
			}
			if err := add(v); err != nil {
				return err
			}
		}
		return nil
	})
	if errors.Is(err, ErrFull) {
		s.log.Warn("the list of condemned blobs could not be written", "err", err)
		return nil
	}
	return err
}

// removeBlob removes one blob unless something keeps it.
func (s *Store) removeBlob(d Digest, report *SweepReport, referenced func(Digest) (bool, error), pinned func(Digest) bool) (bool, error) {
	st := s.stripe(d)
	st.mu.Lock()
	defer st.mu.Unlock()
	keep, err := st.isInUse(d, referenced, pinned)
	if err != nil {
		return false, err
	}
	if keep {
		report.Kept++
		return false, nil
	}
	loc, small, err := s.index.Get(d)
	if err != nil {
		return false, err
	}
	if small {
		return s.removeSmall(d, loc, report)
	}
	return s.removeLarge(d, report)
}

// isInUse reports whether a blob is in use. The caller holds mu.
func (st *stripe) isInUse(d Digest, referenced func(Digest) (bool, error), pinned func(Digest) bool) (bool, error) {
	// First the lease, then the row: a lease is released only after its row is
	// committed, so one of the two checks finds a blob that is in use.
	if st.leases[d] > 0 || st.flights[d] != nil || pinned != nil && pinned(d) {
		return true, nil
	}
	return referenced(d)
}

func (s *Store) removeSmall(d Digest, loc Loc, report *SweepReport) (bool, error) {
	if err := s.index.Delete(d); err != nil {
		return false, err
	}
	s.packs.addDead(loc)
	report.Removed++
	report.Bytes += int64(loc.Plain)
	return true, nil
}

func (s *Store) removeLarge(d Digest, report *SweepReport) (bool, error) {
	if !s.backupMu.TryLock() {
		report.Postponed++
		return false, nil
	}
	defer s.backupMu.Unlock()
	path := s.largePath(d)
	info, err := s.fs.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if err := s.fs.Remove(path); err != nil {
		return false, err
	}
	report.Removed++
	report.Bytes += info.Size
	return true, nil
}
