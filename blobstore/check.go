package blobstore

import (
	"context"
	"fmt"
	"iter"
)

// CheckOptions are the options of Check.
type CheckOptions struct {
	Fast   bool // compare the digests of rows and blobs only, read no bytes
	Repair bool // put damaged blobs into quarantine and seal packs without footer
}

// CheckReport says what a check found.
type CheckReport struct {
	Packs, Records, Large int64 // that were read
	Bytes                 int64
	Referenced            int64
	Orphans               int64 // blobs that no row names; later marks condemn them
	Missing               int64 // blobs that rows name and that are not here
	MissingSample         []Digest
	Damaged               []Damage
	Away                  int64    // objects that are not on the disk yet, and were not read
	Problems              []string // with FORMAT, in English
}

// OK reports whether nothing is missing or damaged.
func (r *CheckReport) OK() bool {
	return r.Missing == 0 && len(r.Damaged) == 0 && len(r.Problems) == 0
}

// Check verifies FORMAT, footers, records and large blobs, and that the store
// has every blob of refs, which must be sorted. refs may be nil. Damage is in the
// report; the error is that of refs, of ctx or of the index.
func (s *Store) Check(ctx context.Context, refs iter.Seq2[Digest, error], o CheckOptions) (CheckReport, error) {
	var report CheckReport
	s.gcMu.Lock()
	defer s.gcMu.Unlock()
	s.checkFormat(&report)
	report.Away = int64(len(s.Away()))
	if o.Repair {
		s.maintainPacks(true)
	}
	if !o.Fast {
		if err := s.checkObjects(ctx, &report, o); err != nil {
			return report, err
		}
	}
	if refs == nil {
		return report, nil
	}
	err := s.checkReferences(ctx, &report, refs)
	return report, err
}

func (s *Store) checkFormat(report *CheckReport) {
	if f, err := readFormat(s.fs, s.dir); err != nil {
		report.Problems = append(report.Problems, fmt.Sprintf("FORMAT: %v", err))
	} else if f.Store != s.format.Store {
		report.Problems = append(report.Problems, "FORMAT names another store")
	}
}

func (s *Store) checkReferences(ctx context.Context, report *CheckReport, refs iter.Seq2[Digest, error]) error {
	var found MarkReport
	for p, err := range s.mergeRefs(ctx, refs) {
		if err != nil {
			return err
		}
		found.addMatch(p)
	}
	report.Referenced, report.Orphans = found.Referenced, found.Unreferenced
	report.Missing, report.MissingSample = found.Missing, found.MissingSample
	return nil
}

func (s *Store) checkObjects(ctx context.Context, report *CheckReport, o CheckOptions) error {
	v := &verifier{s: s, ctx: ctx}
	if err := s.checkLarge(v, report); err != nil {
		return err
	}
	for _, p := range s.packs.list() {
		if s.isPackAway(p.id) {
			continue
		}
		report.Packs++
		if err := s.checkPack(v, p); err != nil {
			return err
		}
	}
	report.Bytes, report.Records = v.bytes, v.records
	report.Damaged = v.damaged
	if o.Repair {
		return s.setAside(report.Damaged)
	}
	return nil
}

func (s *Store) checkLarge(v *verifier, report *CheckReport) error {
	for d, err := range s.allLarge() {
		if err != nil {
			return err
		}
		if s.away.find(s.largePath(d)) != nil {
			continue
		}
		report.Large++
		if err := v.verifyLarge(d); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) checkPack(v *verifier, p pack) error {
	switch p.state {
	case packSealed:
		return v.verifyPack(p.id)
	case packActive, packAbandoned:
		return s.checkUnsealed(v, p)
	case packEmptied:
	}
	return nil
}

// checkUnsealed proves the committed records of a pack without footer.
func (s *Store) checkUnsealed(v *verifier, p pack) error {
	if p.data == 0 {
		return nil
	}
	f, err := s.fs.OpenFile(s.packPath(p.id), 0)
	if err != nil {
		v.addDamage(Digest{}, packName(p.id), 0, err)
		return nil
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		v.addDamage(Digest{}, packName(p.id), 0, err)
		return nil
	}
	entries, err := v.listPackEntries(p.id)
	if err != nil {
		return err
	}
	return v.verifyEntries(f, p.id, size, entries)
}
