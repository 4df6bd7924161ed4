package nextcloud

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/blobstore"
)

// keep stores bytes that lie within one block.
func (a *assembly) keep(ctx context.Context, se *blobstore.Session, at int64, b []byte) error {
	n := at / block
	if first := n * block; at == first && int64(len(b)) == min(block, a.size-first) {
		if err := writePart(ctx, se, n, b); err != nil {
			return err
		}
		return a.tidy(n, b)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if se.Has(int(n)) { // of an earlier try of this chunk
		return partFault(se.Compare(ctx, int(n), at%block, b))
	}
	if err := a.lay(at, b); err != nil {
		return err
	}
	return a.join(ctx, se, n)
}

// lay keeps bytes of a block as a piece, together with those that lie around them. The newer ones count: no two pieces
// of a block overlap, so that its pieces are never more than a block.
func (a *assembly) lay(at int64, b []byte) error {
	s := span{at, at + int64(len(b))}
	over := overlapping(a.pieces[at/block], s)
	if err := a.room(len(over) == 0, s); err != nil {
		return err
	}
	buf := blocks.Get().(*[block]byte)
	defer blocks.Put(buf)
	all, err := a.around(s, over, buf[:])
	if err != nil {
		return err
	}
	if a.differs(over, at, b, buf[:]) {
		a.sum.lose()
	} else if len(over) == 1 && over[0].span == all {
		return nil // they are there
	}
	copy(buf[at%block:], b)
	whole := buf[all.from%block:][:all.to-all.from]
	p := newPiece(all.from, whole)
	if err := p.store(a.dir, whole); err != nil {
		return err
	}
	return a.replace(over, p)
}

func overlapping(pieces []piece, s span) (over []piece) {
	for _, p := range pieces {
		if p.from < s.to && p.to > s.from {
			over = append(over, p)
		}
	}
	return over
}

// room fails when another piece would be too many, or when the disk is too full for it.
func (a *assembly) room(another bool, s span) error {
	if another && a.count >= 2*limits.Chunks {
		return fault.BadRequest
	}
	free, err := a.blobs.Free()
	if err == nil && free < s.to-s.from {
		err = blobstore.ErrFull
	}
	return err
}

// around loads pieces into a block, and returns the span of them and of s.
func (a *assembly) around(s span, pieces []piece, buf []byte) (span, error) {
	for _, p := range pieces {
		if err := p.load(a.dir, buf[p.from%block:]); err != nil {
			return s, err
		}
		s = span{min(s.from, p.from), max(s.to, p.to)}
	}
	return s, nil
}

// replace puts a piece in the place of those that it was made of.
func (a *assembly) replace(old []piece, p piece) error {
	n := p.from / block
	for _, o := range old {
		if o == p {
			continue
		}
		if err := a.without(n, o); err != nil {
			return err
		}
	}
	a.count += len(withPiece(a.pieces[n], p)) - len(a.pieces[n])
	a.pieces[n] = withPiece(a.pieces[n], p)
	return nil
}

// differs reports whether bytes are others than those of pieces that were loaded into a block.
func (a *assembly) differs(pieces []piece, at int64, b, loaded []byte) bool {
	for _, p := range pieces {
		from, to := max(p.from, at), min(p.to, at+int64(len(b)))
		if !bytes.Equal(b[from-at:to-at], loaded[from%block:][:to-from]) {
			return true
		}
	}
	return false
}

// without removes a piece of a block.
func (a *assembly) without(n int64, p piece) error {
	kept := slices.DeleteFunc(a.pieces[n], func(o piece) bool { return o == p })
	a.count -= len(a.pieces[n]) - len(kept)
	a.pieces[n] = kept
	return p.remove(a.dir)
}

// join hands a block to the store once its pieces make up the whole of it.
func (a *assembly) join(ctx context.Context, se *blobstore.Session, n int64) error {
	first := n * block
	end := min(first+block, a.size)
	if covered(a.pieces[n], first) != end {
		return nil
	}
	buf := blocks.Get().(*[block]byte)
	defer blocks.Put(buf)
	for _, p := range a.pieces[n] {
		if err := p.load(a.dir, buf[p.from-first:]); err != nil {
			return err
		}
	}
	if err := writePart(ctx, se, n, buf[:end-first]); err != nil {
		return err
	}
	return a.forget(n)
}

// tidy removes the pieces of a block that came whole, and ends the running sum when it was one of other bytes.
func (a *assembly) tidy(n int64, whole []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pieces[n]) == 0 {
		return nil
	}
	buf := blocks.Get().(*[block]byte)
	defer blocks.Put(buf)
	for _, p := range a.pieces[n] {
		if err := p.load(a.dir, buf[p.from%block:]); err != nil {
			return err
		}
	}
	if a.differs(a.pieces[n], n*block, whole, buf[:]) {
		a.sum.lose()
	}
	return a.forget(n)
}

func (a *assembly) forget(n int64) error {
	var err error
	for _, p := range a.pieces[n] {
		err = errors.Join(err, p.remove(a.dir))
	}
	a.count -= len(a.pieces[n])
	delete(a.pieces, n)
	return err
}
