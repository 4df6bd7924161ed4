package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// A round begins at most so often; with verifiedFor it has as long again to end.
	scrubInterval = 14 * 24 * time.Hour
	// A slice reads this share of the store at least, so that calls once an hour
	// end a round in time.
	scrubSlices   = 14 * 24
	scrubMinSlice = 1 << 30
	// The share of the time in which scrub works; the rest it sleeps.
	scrubShare = 0.3
)

// ScrubReport is the result of one call of Scrub.
type ScrubReport struct {
	Objects int64 // packs and large files that were read
	Bytes   int64
	Damaged []Damage
	Done    bool // the round is over; the next begins two weeks after it began
}

// Scrub reads and verifies a part of the store; called once an hour, it verifies each
// object within 30 days. Suspects are read first. Damaged blobs are moved to
// quarantine and replaced by what repair returns, from a backup for example, now or by
// a later call, also after a restart; repair may be nil. Blobs that the disk cannot
// read are not moved, only replaced. The report has what was found and what was replaced.
func (s *Store) Scrub(ctx context.Context, repair RepairFunc) (ScrubReport, error) {
	report, err := s.scrubOnce(ctx)
	if repair != nil && ctx.Err() == nil {
		err = errors.Join(err, s.repairLost(ctx, repair, &report))
	}
	return report, err
}

func (s *Store) scrubOnce(ctx context.Context) (ScrubReport, error) {
	var report ScrubReport
	s.gcMu.Lock()
	defer s.gcMu.Unlock()
	v := &verifier{s: s, ctx: ctx, pause: func(worked time.Duration) {
		time.Sleep(time.Duration(float64(worked) * (1 - scrubShare) / scrubShare))
	}}
	err := runIdle(func() error { return s.scrubSlice(ctx, v, &report) })
	report.Bytes, report.Damaged = v.bytes, v.damaged
	return report, errors.Join(err, s.setAside(report.Damaged))
}

// runIdle runs f with the lowest priority for the disk.
func runIdle(f func() error) error {
	done := make(chan error)
	go func() {
		LockIdleThread()
		done <- f()
	}()
	return <-done
}

func (s *Store) scrubSlice(ctx context.Context, v *verifier, report *ScrubReport) error {
	for _, d := range s.suspects.list() {
		report.Objects++
		if err := s.scrubSuspect(v, d); err != nil {
			return err
		}
	}
	round := s.scrubRound()
	if round.Started.IsZero() {
		now := s.o.Now()
		if age := now.Sub(round.Previous); age >= 0 && age < scrubInterval {
			report.Done = true
			return nil
		}
		round = scrubRound{Previous: round.Previous, Started: now}
	}
	return s.continueRound(v, round, report)
}

// continueRound verifies objects from the place of the round on, until the slice is full.
func (s *Store) continueRound(v *verifier, round scrubRound, report *ScrubReport) error {
	budget := max(scrubMinSlice, s.Stats().Bytes/scrubSlices)
	for object, err := range s.objectsAfter(round.Cursor) {
		if err != nil {
			return err
		}
		if err := object.verify(v); err != nil {
			return errors.Join(err, s.setScrubRound(round))
		}
		report.Objects++
		round.Cursor = object.name
		if v.bytes >= budget {
			return s.setScrubRound(round)
		}
	}
	report.Done = true
	return s.setScrubRound(scrubRound{Previous: round.Started})
}

func (s *Store) scrubSuspect(v *verifier, d Digest) error {
	loc, small, err := s.index.Get(d)
	if err != nil {
		return err
	}
	before := len(v.damaged)
	if small {
		err = v.verifyRecord(Entry{d, loc})
	} else {
		err = v.verifyLarge(d)
	}
	if err != nil {
		return err
	}
	if len(v.damaged) == before {
		s.suspects.remove(d) // a passing error, of memory perhaps
	}
	return nil
}

// verifyRecord proves one record of a pack.
func (v *verifier) verifyRecord(e Entry) error {
	f, err := v.s.fs.OpenFile(v.s.packPath(e.Loc.Pack), unix.O_RDONLY)
	if err != nil {
		v.addDamage(e.Digest, filepath.Join(packsDir, packName(e.Loc.Pack)), e.Loc.pos(), fmt.Errorf("%w: %w", ErrCorrupt, err))
		return nil
	}
	defer f.Close()
	f.Forget()
	return v.verifyEntries(f, e.Loc.Pack, e.Loc.pos()+e.Loc.span(), []Entry{e})
}

// scrubObject is a file that scrub and check read.
type scrubObject struct {
	name   string
	verify func(*verifier) error
}

// objectsAfter yields the objects whose names come after the cursor, in order.
func (s *Store) objectsAfter(cursor string) iter.Seq2[scrubObject, error] {
	return func(yield func(scrubObject, error) bool) {
		for d, err := range s.allLarge() {
			if err == nil && (largeName(d) <= cursor || s.away.find(s.largePath(d)) != nil) { // what is away is proven when it comes
				continue
			}
			if !yield(scrubObject{largeName(d), func(v *verifier) error { return v.verifyLarge(d) }}, err) {
				return
			}
		}
		for _, p := range s.packs.list() {
			name := filepath.Join(packsDir, packName(p.id))
			if p.state != packSealed || name <= cursor || s.isPackAway(p.id) {
				continue
			}
			if !yield(scrubObject{name, func(v *verifier) error { return v.verifyPack(p.id) }}, nil) {
				return
			}
		}
	}
}

// setAside moves damaged blobs to quarantine. What is lost is remembered first, so that a process that ends in between repairs it, too.
func (s *Store) setAside(all []Damage) error {
	for _, d := range all {
		s.log.Error("damage", "digest", d.Digest, "object", d.Object, "offset", d.Offset, "err", d.Err)
		if d.Digest != (Digest{}) {
			s.lost.add(d, s.o.Now())
		}
	}
	if len(all) == 0 {
		return nil
	}
	err := s.saveLost() // on a full disk it is known until the next start
	for i := range all {
		d := &all[i]
		if d.Digest == (Digest{}) || d.Unreadable {
			continue
		}
		if err := s.quarantineBlob(*d); err != nil {
			d.Err = errors.Join(d.Err, err)
		}
	}
	return err
}

// quarantineBlob takes a damaged blob out of use and keeps its bytes in the directory
// quarantine, for an administrator to examine.
func (s *Store) quarantineBlob(d Damage) error {
	st := s.stripe(d.Digest)
	st.mu.Lock()
	defer st.mu.Unlock()
	loc, small, err := s.index.Get(d.Digest)
	if err != nil {
		return err
	}
	if !small {
		return s.quarantineLarge(d.Digest)
	}
	return s.quarantineSmall(d, loc)
}

func (s *Store) quarantineSmall(d Damage, loc Loc) error {
	if loc.pos() != d.Offset || filepath.Join(packsDir, packName(loc.Pack)) != d.Object {
		return nil // a good copy has taken its place
	}
	raw, err := s.readRawRecord(loc)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // of a pack that is gone there is nothing to keep
		return err
	}
	if err := replaceFile(s.fs, s.path(quarantineName(d.Digest, loc)), raw); err != nil {
		return err
	}
	if err := s.index.Delete(d.Digest); err != nil {
		return err
	}
	s.packs.addDead(loc)
	s.suspects.remove(d.Digest)
	return nil
}

func (s *Store) quarantineLarge(d Digest) error {
	if !s.suspects.has(d) {
		return nil // a good copy has taken its place
	}
	path := s.largePath(d)
	err := s.fs.Rename(path, s.path(quarantineDir, d.String()))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it was removed meanwhile
	}
	if err != nil {
		return err
	}
	s.suspects.remove(d)
	return errors.Join(s.fs.SyncDir(s.path(quarantineDir)), s.fs.SyncDir(filepath.Dir(path)))
}

// readRawRecord reads the bytes of a record; those behind the end of the file are zero.
func (s *Store) readRawRecord(loc Loc) ([]byte, error) {
	f, err := s.fs.OpenFile(s.packPath(loc.Pack), unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw := make([]byte, loc.span())
	err = readFull(f, raw, loc.pos())
	if errors.Is(err, ErrCorrupt) {
		err = nil
	}
	return slices.Clip(raw), err
}
