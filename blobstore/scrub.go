package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
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
// quarantine and replaced by the copy that repair returns, from a backup for example;
// repair may be nil. Blobs that the disk cannot read are not moved, only replaced.
func (s *Store) Scrub(ctx context.Context, repair RepairFunc) (ScrubReport, error) {
	var report ScrubReport
	s.gcMu.Lock()
	defer s.gcMu.Unlock()
	v := &verifier{s: s, ctx: ctx, pause: func(worked time.Duration) {
		time.Sleep(time.Duration(float64(worked) * (1 - scrubShare) / scrubShare))
	}}
	err := runIdle(func() error { return s.scrubSlice(ctx, v, &report) })
	report.Bytes = v.bytes
	for _, d := range v.damaged {
		report.Damaged = append(report.Damaged, s.repairDamage(ctx, d, repair))
	}
	return report, err
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
			if err == nil && largeName(d) <= cursor {
				continue
			}
			if !yield(scrubObject{largeName(d), func(v *verifier) error { return v.verifyLarge(d) }}, err) {
				return
			}
		}
		for _, p := range s.packs.list() {
			name := filepath.Join(packsDir, packName(p.id))
			if p.state != packSealed || name <= cursor {
				continue
			}
			if !yield(scrubObject{name, func(v *verifier) error { return v.verifyPack(p.id) }}, nil) {
				return
			}
		}
	}
}

// repairDamage moves a damaged blob to quarantine and stores the copy that repair returns. The
// result is d with Repaired and errors filled in. While the backup cannot be read, the blob stays
// where it is, and a later call tries again.
func (s *Store) repairDamage(ctx context.Context, d Damage, repair RepairFunc) Damage {
	s.log.Error("damage", "digest", d.Digest, "object", d.Object, "offset", d.Offset, "err", d.Err)
	if d.Digest == (Digest{}) {
		return d
	}
	s.suspects.add(d.Digest)
	l := s.newLease(d.Digest)
	defer l.Release()
	copied, err := fetchRepair(ctx, d, repair)
	if err != nil {
		d.Err = errors.Join(d.Err, fmt.Errorf("repair: %w", err))
		if !isNoRepair(err) {
			return d
		}
	}
	if !d.Unreadable {
		if err := s.quarantineBlob(d); err != nil {
			d.Err = errors.Join(d.Err, err)
			return d
		}
	}
	if copied == nil {
		return d
	}
	if err := s.storeRepair(ctx, d, copied); err != nil {
		d.Err = errors.Join(d.Err, fmt.Errorf("repair: %w", err), s.restoreQuarantined(d))
		return d
	}
	d.Repaired = true
	s.log.Info("a damaged blob was replaced", "digest", d.Digest)
	return d
}

func fetchRepair(ctx context.Context, d Damage, repair RepairFunc) (io.ReadCloser, error) {
	if repair == nil {
		return nil, nil
	}
	r, err := repair(ctx, d)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// isNoRepair reports whether the backup has no undamaged copy, so that another try is of no use.
func isNoRepair(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrCorrupt)
}

func (s *Store) storeRepair(ctx context.Context, d Damage, r io.ReadCloser) error {
	if _, isSmall := d.FindPack(); !isSmall {
		err := errors.Join(s.RestoreLarge(d.Digest, r), r.Close())
		if err == nil {
			s.suspects.remove(d.Digest)
		}
		return err
	}
	got, l, err := s.PutReader(ctx, r)
	err = errors.Join(err, r.Close())
	l.Release()
	if err == nil && got.Digest != d.Digest {
		err = fmt.Errorf("%w: the copy is %v", ErrChecksum, got.Digest)
	}
	return err
}

// restoreQuarantined puts a large blob back whose copy broke off, so that a later call tries again.
func (s *Store) restoreQuarantined(d Damage) error {
	if _, isSmall := d.FindPack(); isSmall || d.Unreadable {
		return nil
	}
	path := s.largePath(d.Digest)
	if _, err := s.fs.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err // a good copy came meanwhile
	}
	if err := s.fs.Rename(s.path(quarantineDir, d.Digest.String()), path); err != nil {
		return err
	}
	s.suspects.add(d.Digest)
	return errors.Join(s.fs.SyncDir(s.path(quarantineDir)), s.fs.SyncDir(filepath.Dir(path)))
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
	if err != nil {
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
