package blobstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
)

const (
	// A pack is small when it holds less than this share of a full one; so many
	// small ones are made into one.
	smallShare = 16
	smallPacks = 4

	moveBatchBytes = 4 << 20 // copied in one job
)

// compactPacks copies the living records out of packs that are mostly dead, or small, and
// removes these packs.
func (s *Store) compactPacks(ctx context.Context, report *SweepReport) error {
	s.maintainPacks(true)
	list := s.packs.list()
	slices.SortStableFunc(list, func(a, b pack) int { return cmp.Compare(a.data-a.dead, b.data-b.dead) })
	small := 0
	for _, p := range list {
		if s.isSmall(p) {
			small++
		}
	}
	for _, p := range list {
		alive, err := s.evacuatePack(ctx, p, small >= smallPacks, report)
		switch {
		case errors.Is(err, ErrCorrupt):
			s.log.Error("a pack with a damaged blob is kept", "pack", p.id, "err", err)
		case err != nil:
			return fmt.Errorf("compact pack %d: %w", p.id, err)
		case !alive:
			if err := s.removePack(p, report); err != nil {
				return fmt.Errorf("remove pack %d: %w", p.id, err)
			}
		}
	}
	return nil
}

// evacuatePack moves the living records out of a sealed pack if half or more of it is
// dead, or, with merge, if it is small. It reports whether the pack is still needed.
func (s *Store) evacuatePack(ctx context.Context, p pack, merge bool, report *SweepReport) (needed bool, err error) {
	mostlyDead := 2*p.dead >= p.data
	switch {
	case s.isPackAway(p.id): // it is not fetched to be rewritten
		if !mostlyDead || p.state != packSealed {
			return true, nil
		}
		return s.hasPackEntries(p.id)
	case p.state == packEmptied:
		return false, nil
	case p.state == packSealed && (mostlyDead || merge && s.isSmall(p)):
		moved, needed, err := s.copyLiveRecords(ctx, p.id)
		report.Moved += moved
		report.Compacted++
		return needed, err
	case p.state == packAbandoned && mostlyDead && !p.unreadable:
		// On a disk without room for a footer, removing the pack makes room.
		return s.hasPackEntries(p.id)
	}
	return true, nil
}

// hasPackEntries reports whether the index names anything in a pack.
func (s *Store) hasPackEntries(id uint32) (bool, error) {
	for e, err := range s.index.All() {
		if err != nil || e.Loc.Pack == id {
			return true, err
		}
	}
	return false, nil
}

func (s *Store) isSmall(p pack) bool {
	return p.state == packSealed && p.size < s.o.PackSize/smallShare
}

// copyLiveRecords copies the living records of a pack to the active packs, byte for byte.
// alive reports that the index names the pack even so.
func (s *Store) copyLiveRecords(ctx context.Context, id uint32) (moved int64, alive bool, err error) {
	f, err := s.fs.OpenFile(s.packPath(id), os.O_RDONLY)
	if err != nil {
		return 0, false, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return 0, false, err
	}
	entries, _, err := s.readFooter(f, id, size)
	if err != nil {
		return 0, false, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Loc.Offset, b.Loc.Offset) })
	if moved, err = s.moveRecords(ctx, f, entries); err != nil {
		return moved, false, err
	}
	for _, e := range entries {
		if named, err := s.isIndexed(e); named || err != nil {
			return moved, true, err
		}
	}
	return moved, false, nil
}

// isIndexed reports whether the index has the blob at this place.
func (s *Store) isIndexed(e Entry) (bool, error) {
	loc, ok, err := s.index.Get(e.Digest)
	return ok && loc == e.Loc, err
}

func (s *Store) moveRecords(ctx context.Context, f File, entries []Entry) (moved int64, err error) {
	j := &job{done: make(chan error, 1)}
	held := int64(0)
	for _, e := range entries {
		w, err := s.newMoveWrite(f, e)
		if err != nil {
			return moved, err
		}
		if w == nil {
			continue
		}
		j.writes = append(j.writes, w)
		if held += w.span(); held >= moveBatchBytes || len(j.writes) == batchCount {
			if err := s.runJob(ctx, j); err != nil {
				return moved, err
			}
			moved += held
			held, j = 0, &job{done: make(chan error, 1)}
		}
	}
	if err := s.runJob(ctx, j); err != nil {
		return moved, err
	}
	return moved + held, nil
}

// newMoveWrite returns the write that moves a record; nil when the index does not name it.
func (s *Store) newMoveWrite(f File, e Entry) (*write, error) {
	if named, err := s.isIndexed(e); err != nil || !named {
		return nil, err
	}
	w, err := readRecord(f, e)
	if err != nil {
		s.suspects.add(e.Digest)
		return nil, err
	}
	w.movedFrom = &e.Loc
	return w, nil
}

// readRecord reads a record for a copy and proves it.
func readRecord(f File, e Entry) (*write, error) {
	b := make([]byte, recordSize+int(e.Loc.Stored))
	if err := readFull(f, b, e.Loc.pos()); err != nil {
		return nil, err
	}
	r, ok := decodeRecord(b)
	p := b[recordSize:]
	if !ok || r.digest != e.Digest || crc32C(p) != r.storedCRC || r.isReadable() && !r.matches(p) {
		return nil, fmt.Errorf("%w: record of %v at %d", ErrCorrupt, e.Digest, e.Loc.pos())
	}
	return &write{rec: r, data: p}, nil
}

// runJob queues a job of compaction, once the writes of callers leave room in the queue,
// and waits for it.
func (s *Store) runJob(ctx context.Context, j *job) error {
	if len(j.writes) == 0 {
		return nil
	}
	for {
		err := s.queue.add(j)
		if err == nil {
			return <-j.done
		}
		if !errors.Is(err, ErrBusy) {
			return err
		}
		j.bytes = 0
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// removePack removes the file of a pack of which the index names nothing. While a
// backup reads, the file waits for the next sweep.
func (s *Store) removePack(p pack, report *SweepReport) error {
	own := s.packs.find(p.id)
	if !s.backupMu.TryLock() {
		s.packs.setState(own, packEmptied)
		report.Postponed++
		return nil
	}
	defer s.backupMu.Unlock()
	if s.packs.isLast(p.id) {
		// An empty file keeps the number from being used again: backups keep the
		// old pack under that number.
		if err := s.packs.withNextID(s.reservePackID); err != nil {
			return err
		}
	}
	if err := s.fs.Remove(s.packPath(p.id)); err != nil {
		return err
	}
	s.packs.remove(own)
	report.Freed += p.size
	return nil
}

func (s *Store) reservePackID(next uint32) error {
	f, err := s.fs.OpenFile(s.packPath(next), os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), s.fs.SyncDir(s.path(packsDir)))
}
