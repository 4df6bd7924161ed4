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

	moveBytes = 4 << 20 // copied in one job
)

// compact copies what is alive out of packs that are mostly dead, or small, and
// removes them.
func (s *Store) compact(ctx context.Context, report *SweepReport) error {
	list := s.packs.list()
	slices.SortStableFunc(list, func(a, b pack) int { return cmp.Compare(a.data-a.dead, b.data-b.dead) })
	small := 0
	for _, p := range list {
		if s.isSmall(p) {
			small++
		}
	}
	for _, p := range list {
		worth := p.state == packSealed && (2*p.dead >= p.data || small >= smallPacks && s.isSmall(p))
		if !worth && p.state != packEmptied {
			continue
		}
		if p.state == packSealed {
			moved, alive, err := s.empty(ctx, p.id)
			report.Moved += moved
			if errors.Is(err, ErrCorrupt) {
				s.log.Error("a pack with a damaged content is kept", "pack", p.id, "err", err)
				continue
			}
			if err != nil {
				return fmt.Errorf("compact pack %d: %w", p.id, err)
			}
			if alive {
				continue
			}
			report.Compacted++
		}
		if err := s.dropPack(p, report); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) isSmall(p pack) bool {
	return p.state == packSealed && p.size < s.o.PackSize/smallShare
}

// empty copies the living records of a pack to the active packs, byte for byte.
// alive reports that the index names the pack even so.
func (s *Store) empty(ctx context.Context, id uint32) (moved int64, alive bool, err error) {
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
	if moved, err = s.moveAll(ctx, f, entries); err != nil {
		return moved, false, err
	}
	for _, e := range entries {
		if named, err := s.names(e); named || err != nil {
			return moved, true, err
		}
	}
	return moved, false, nil
}

// names reports whether the index finds a content at this very place.
func (s *Store) names(e Entry) (bool, error) {
	loc, ok, err := s.index.Get(e.Digest)
	return ok && loc == e.Loc, err
}

func (s *Store) moveAll(ctx context.Context, f File, entries []Entry) (moved int64, err error) {
	j := &job{done: make(chan error, 1)}
	held := int64(0)
	for _, e := range entries {
		named, err := s.names(e)
		if err != nil {
			return moved, err
		}
		if !named {
			continue
		}
		w, err := readRecord(f, e)
		if err != nil {
			s.suspects.add(e.Digest)
			return moved, err
		}
		w.moves = &e.Loc
		j.writes = append(j.writes, w)
		if held += w.span(); held >= moveBytes || len(j.writes) == batchCount {
			if err := s.run(ctx, j); err != nil {
				return moved, err
			}
			moved += held
			held, j = 0, &job{done: make(chan error, 1)}
		}
	}
	if err := s.run(ctx, j); err != nil {
		return moved, err
	}
	return moved + held, nil
}

// readRecord reads a record for a copy and proves it.
func readRecord(f File, e Entry) (*write, error) {
	b := make([]byte, recordSize+int(e.Loc.Stored))
	if err := readFull(f, b, e.Loc.pos()); err != nil {
		return nil, err
	}
	r, ok := decodeRecord(b)
	p := b[recordSize:]
	if !ok || r.digest != e.Digest || crcC(p) != r.storedCRC || r.readable() && !r.matches(p) {
		return nil, fmt.Errorf("%w: record of %v at %d", ErrCorrupt, e.Digest, e.Loc.pos())
	}
	return &write{rec: r, data: p}, nil
}

// run queues a job of compaction, behind the people, and waits for it.
func (s *Store) run(ctx context.Context, j *job) error {
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

// dropPack removes the file of a pack of which the index names nothing. While a
// backup reads, the file waits for the next sweep. The pack with the highest
// number stays, so that no number is used twice.
func (s *Store) dropPack(p pack, report *SweepReport) error {
	if s.packs.highest() == p.id {
		return nil
	}
	own := s.packs.find(p.id)
	if !s.walks.TryLock() {
		s.packs.setState(own, packEmptied)
		report.Postponed++
		return nil
	}
	defer s.walks.Unlock()
	if err := s.fs.Remove(s.packPath(p.id)); err != nil {
		return err
	}
	s.packs.forget(own)
	report.Freed += p.size
	return nil
}
