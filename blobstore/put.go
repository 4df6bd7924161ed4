package blobstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
)

// Put stores a blob of at most SmallMax bytes, which is durable when Put returns. A
// longer one is ErrTooLarge.
func (s *Store) Put(ctx context.Context, p []byte) (Digest, *Lease, error) {
	ds, l, err := s.PutAll(ctx, [][]byte{p})
	if err != nil {
		return Digest{}, nil, err
	}
	return ds[0], l, nil
}

// PutAll stores blobs of at most SmallMax bytes each in one durable commit and holds
// one lease for all. ctx is checked before the commit is queued; afterwards PutAll
// waits for the commit even if ctx ends. It fails with ErrBusy when too many bytes
// are queued, and with ErrFull when the disk is.
func (s *Store) PutAll(ctx context.Context, ps [][]byte) ([]Digest, *Lease, error) {
	if err := s.checkWritable(ctx); err != nil {
		return nil, nil, err
	}
	digests := make([]Digest, len(ps))
	for i, p := range ps {
		if len(p) > SmallMax { // before the time that its hash takes
			return nil, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(p))
		}
		digests[i] = Sum(p)
	}
	return s.putHashed(ctx, digests, ps)
}

// putHashed is PutAll for blobs that are hashed.
func (s *Store) putHashed(ctx context.Context, digests []Digest, ps [][]byte) ([]Digest, *Lease, error) {
	if err := s.checkWritable(ctx); err != nil {
		return nil, nil, err
	}
	total := int64(0)
	for _, p := range ps {
		if len(p) > SmallMax {
			return nil, nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(p))
		}
		total += int64(len(p))
	}
	if err := s.reserveSpace(total); err != nil {
		return nil, nil, err
	}
	l := s.newLease(digests...)
	if err := s.putSmall(digests, ps); err != nil {
		l.Release()
		return nil, nil, err
	}
	return digests, l, nil
}

// Content is a small blob with its digest, which is computed once.
type Content struct {
	data   []byte
	digest Digest
}

// NewContent hashes bytes, which must not change any more.
func NewContent(p []byte) Content { return Content{data: p, digest: Sum(p)} }

// Digest returns the digest of the content.
func (c Content) Digest() Digest { return c.digest }

// Size returns the length of the content.
func (c Content) Size() int64 { return int64(len(c.data)) }

// PutContents is PutAll for contents that are hashed already.
func (s *Store) PutContents(ctx context.Context, cs []Content) (*Lease, error) {
	digests, ps := make([]Digest, len(cs)), make([][]byte, len(cs))
	for i, c := range cs {
		digests[i], ps[i] = c.digest, c.data
	}
	_, l, err := s.putHashed(ctx, digests, ps)
	return l, err
}

func (s *Store) checkWritable(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return checkFeatures("write", s.format.Mandatory.Write)
}

// putSmall stores blobs on which the caller holds leases.
func (s *Store) putSmall(digests []Digest, ps [][]byte) error {
	flights, err := s.queueSmall(digests, ps)
	if err != nil {
		return err
	}
	for _, f := range flights {
		if err := f.wait(); err != nil {
			return err
		}
	}
	return nil
}

// queueSmall is putSmall without the wait: the blobs are durable once all flights
// have landed without an error. Until then the caller must not change ps.
func (s *Store) queueSmall(digests []Digest, ps [][]byte) ([]*flight, error) {
	flights, writes, err := s.claimAllSmall(digests, ps)
	if err == nil {
		err = s.queue.add(&job{writes: writes})
	}
	if err != nil {
		for _, w := range writes {
			s.landFlight(w.rec.digest, w.flight, err)
		}
	}
	return flights, err
}

// claimAllSmall is claimSmall for many blobs. It stops at an error and returns what it
// claimed before.
func (s *Store) claimAllSmall(digests []Digest, ps [][]byte) (flights []*flight, writes []*write, err error) {
	for i, d := range digests {
		f, w, err := s.claimSmall(d, ps[i])
		if err != nil {
			return flights, writes, err
		}
		if f != nil {
			flights = append(flights, f)
		}
		if w != nil {
			writes = append(writes, w)
		}
	}
	return flights, writes, nil
}

// claimSmall returns the flight that the caller has to wait for and the write that
// it has to queue; nil for none. A stored copy is compared with p, so that a damaged
// one is replaced.
func (s *Store) claimSmall(d Digest, p []byte) (*flight, *write, error) {
	for {
		var loc Loc
		var known bool
		f, mine, err := s.claimWrite(d, func() (ok bool, err error) {
			loc, known, err = s.index.Get(d)
			return known && !s.suspects.has(d) && !s.isPackAway(loc.Pack), err
		})
		switch {
		case err != nil:
			return nil, nil, err
		case mine:
			w := &write{rec: newRecord(d, p, s.o.Now()), data: p, flight: f}
			if known {
				w.replaces = &loc
			}
			return f, w, nil
		case f != nil:
			return f, nil, nil
		}
		same, err := s.matchesStored(loc, p)
		if same {
			return nil, nil, nil
		}
		if now, ok, e := s.index.Get(d); e == nil && ok && now != loc {
			continue // it was moved while it was read
		}
		s.log.Warn("a stored blob was damaged and is replaced", "digest", d, "pack", loc.Pack, "offset", loc.pos(), "err", err)
		s.suspects.add(d)
	}
}

func (s *Store) matchesStored(loc Loc, p []byte) (bool, error) {
	if int(loc.Stored) != len(p) {
		return false, nil
	}
	f, err := s.fs.OpenFile(s.packPath(loc.Pack), os.O_RDONLY)
	if err != nil {
		return false, err
	}
	b := buffers.get(recordSize + len(p))
	defer buffers.put(b)
	err = errors.Join(readFull(f, *b, loc.pos()), f.Close())
	if err != nil {
		return false, err
	}
	r, ok := decodeRecord(*b)
	return ok && r.isReadable() && bytes.Equal((*b)[recordSize:], p), nil
}
