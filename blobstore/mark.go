package blobstore

import (
	"context"
	"errors"
	"iter"
)

// maxMissingSample bounds the digests that a report lists one by one.
const maxMissingSample = 1000

// MarkReport counts the blobs that a mark found.
type MarkReport struct {
	Referenced    int64    // in the store and named by a row
	Unreferenced  int64    // in the store and named by no row
	Condemned     int64    // of these, the ones that Sweep may remove
	Missing       int64    // named by a row and not in the store
	MissingSample []Digest // of these, at most maxMissingSample
}

// Mark compares the blobs with refs, the sorted digests that the rows of the database
// name. A blob that two marks at least 24 hours apart found without a row is
// condemned. After an error of refs, or digests out of order, the list of condemned
// blobs is as it was before.
func (s *Store) Mark(ctx context.Context, refs iter.Seq2[Digest, error]) (MarkReport, error) {
	var report MarkReport
	if err := checkFeatures("mark", s.format.Mandatory.GC); err != nil {
		return report, err
	}
	s.gcMu.Lock()
	defer s.gcMu.Unlock()
	old, err := s.openCondemned()
	if err != nil {
		return report, err
	}
	next, stop := iter.Pull2(old.all())
	defer stop()
	before, berr, more := next()
	now := s.o.Now().UnixMilli()
	err = s.writeCondemned(now, func(add func(candidate) error) error {
		for p, err := range s.mergeRefs(ctx, refs) {
			if err != nil {
				return err
			}
			if !report.addMatch(p) {
				continue
			}
			for more && berr == nil && before.digest.Compare(p.digest) < 0 {
				before, berr, more = next()
			}
			if berr != nil {
				return berr
			}
			v := candidate{p.digest, now}
			// A time in the future means that the clock was set back.
			if more && before.digest == p.digest && before.since <= now {
				v.since = before.since
			}
			if now-v.since >= condemnedAfter.Milliseconds() {
				report.Condemned++
			}
			if err := add(v); err != nil {
				return err
			}
		}
		return nil
	})
	return report, errors.Join(err, old.close())
}

// addMatch counts a step of the walk and reports whether it is a blob without a row.
func (r *MarkReport) addMatch(p refMatch) bool {
	switch {
	case !p.stored:
		r.Missing++
		if len(r.MissingSample) < maxMissingSample {
			r.MissingSample = append(r.MissingSample, p.digest)
		}
	case p.referenced:
		r.Referenced++
	default:
		r.Unreferenced++
		return true
	}
	return false
}
