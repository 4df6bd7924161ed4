package blobstore

import (
	"context"
	"errors"
	"iter"
)

// maxNamed bounds the digests that a report lists one by one.
const maxNamed = 1000

// MarkReport says what a mark found.
type MarkReport struct {
	Referenced   int64 // contents that rows name and that are here
	Unreferenced int64 // contents here that no row names
	Condemned    int64 // of these, the ones that Sweep may remove
	Missing      int64 // contents that rows name and that are not here
	MissingSome  []Digest
}

// Mark compares the contents with refs, the sorted digests of every row that
// names one. A content that two marks at least 24 hours apart found without a row
// is condemned. An error of refs leaves everything as it was.
func (s *Store) Mark(ctx context.Context, refs iter.Seq2[Digest, error]) (MarkReport, error) {
	var report MarkReport
	if err := refuse("mark", s.format.Mandatory.GC); err != nil {
		return report, err
	}
	s.gc.Lock()
	defer s.gc.Unlock()
	old, err := s.openCondemned()
	if err != nil {
		return report, err
	}
	next, stop := iter.Pull2(old.all())
	defer stop()
	before, berr, more := next()
	now := s.o.Now().UnixMilli()
	err = s.writeCondemned(now, func(add func(candidate) error) error {
		for p, err := range s.pairs(ctx, refs) {
			if err != nil {
				return err
			}
			if !report.count(p) {
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

// count adds a step of the walk and reports whether it is a content without row.
func (r *MarkReport) count(p pairing) bool {
	switch {
	case !p.there:
		r.Missing++
		if len(r.MissingSome) < maxNamed {
			r.MissingSome = append(r.MissingSome, p.digest)
		}
	case p.referenced:
		r.Referenced++
	default:
		r.Unreferenced++
		return true
	}
	return false
}
