package nextcloud

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/blobstore"
)

// storeBytes stores bytes that lie within one block.
func (a *assembly) storeBytes(ctx context.Context, se *blobstore.Session, at int64, b []byte) error {
	n := at / blockSize
	if first := n * blockSize; at == first && int64(len(b)) == min(blockSize, a.size-first) {
		if err := writePart(ctx, se, n, b); err != nil {
			return err
		}
		return a.removeCovered(n, b)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if se.HasPart(int(n)) { // of an earlier try of this chunk
		return toPartFault(se.ComparePart(ctx, int(n), at%blockSize, b))
	}
	if err := a.storePiece(at, b); err != nil {
		return err
	}
	return a.flushIfWhole(ctx, se, n)
}

// storePiece keeps bytes of a block as a piece, together with those that lie around them. The newer ones count: no two pieces
// of a block overlap, so that its pieces are never more than a block.
func (a *assembly) storePiece(at int64, b []byte) error {
	s := span{at, at + int64(len(b))}
	over := findOverlapping(a.pieces[at/blockSize], s)
	if err := a.checkRoom(len(over) == 0, s); err != nil {
		return err
	}
	buf := blockBuffers.Get().(*[blockSize]byte)
	defer blockBuffers.Put(buf)
	all, err := a.loadPieces(s, over, buf[:])
	if err != nil {
		return err
	}
	if a.isDifferent(over, at, b, buf[:]) {
		a.sum.invalidate()
	} else if len(over) == 1 && over[0].span == all {
		return nil // they are there
	}
	copy(buf[at%blockSize:], b)
	whole := buf[all.from%blockSize:][:all.to-all.from]
	p := newPiece(all.from, whole)
	if err := p.store(a.dir, whole); err != nil {
		return err
	}
	return a.replacePieces(over, p)
}

func findOverlapping(pieces []piece, s span) (over []piece) {
	for _, p := range pieces {
		if p.from < s.to && p.to > s.from {
			over = append(over, p)
		}
	}
	return over
}

// checkRoom fails when another piece would be too many, or when the disk is too full for it.
func (a *assembly) checkRoom(another bool, s span) error {
	if another && a.count >= 2*limits.Chunks {
		return fault.BadRequest
	}
	free, err := a.blobs.FreeBytes()
	if err == nil && free < s.to-s.from {
		err = blobstore.ErrFull
	}
	return err
}

// loadPieces loads pieces into a block, and returns the span of them and of s.
func (a *assembly) loadPieces(s span, pieces []piece, buf []byte) (span, error) {
	for _, p := range pieces {
		if err := p.load(a.dir, buf[p.from%blockSize:]); err != nil {
			return s, err
		}
		s = span{min(s.from, p.from), max(s.to, p.to)}
	}
	return s, nil
}

// replacePieces puts a piece in the place of those that it was made of.
func (a *assembly) replacePieces(old []piece, p piece) error {
	n := p.from / blockSize
	for _, o := range old {
		if o == p {
			continue
		}
		if err := a.removePiece(n, o); err != nil {
			return err
		}
	}
	a.count += len(insertPiece(a.pieces[n], p)) - len(a.pieces[n])
	a.pieces[n] = insertPiece(a.pieces[n], p)
	return nil
}

// isDifferent reports whether bytes are others than those of pieces that were loaded into a block.
func (a *assembly) isDifferent(pieces []piece, at int64, b, loaded []byte) bool {
	for _, p := range pieces {
		from, to := max(p.from, at), min(p.to, at+int64(len(b)))
		if !bytes.Equal(b[from-at:to-at], loaded[from%blockSize:][:to-from]) {
			return true
		}
	}
	return false
}

// removePiece removes a piece of a block.
func (a *assembly) removePiece(n int64, p piece) error {
	kept := slices.DeleteFunc(a.pieces[n], func(o piece) bool { return o == p })
	a.count -= len(a.pieces[n]) - len(kept)
	a.pieces[n] = kept
	return p.remove(a.dir)
}

// flushIfWhole hands a block to the store once its pieces make up the whole of it.
func (a *assembly) flushIfWhole(ctx context.Context, se *blobstore.Session, n int64) error {
	first := n * blockSize
	end := min(first+blockSize, a.size)
	if coverageEnd(a.pieces[n], first) != end {
		return nil
	}
	buf := blockBuffers.Get().(*[blockSize]byte)
	defer blockBuffers.Put(buf)
	for _, p := range a.pieces[n] {
		if err := p.load(a.dir, buf[p.from-first:]); err != nil {
			return err
		}
	}
	if err := writePart(ctx, se, n, buf[:end-first]); err != nil {
		return err
	}
	return a.removePieces(n)
}

// removeCovered removes the pieces of a block that came whole, and ends the running sum when it was one of other bytes.
func (a *assembly) removeCovered(n int64, whole []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pieces[n]) == 0 {
		return nil
	}
	buf := blockBuffers.Get().(*[blockSize]byte)
	defer blockBuffers.Put(buf)
	for _, p := range a.pieces[n] {
		if err := p.load(a.dir, buf[p.from%blockSize:]); err != nil {
			return err
		}
	}
	if a.isDifferent(a.pieces[n], n*blockSize, whole, buf[:]) {
		a.sum.invalidate()
	}
	return a.removePieces(n)
}

func (a *assembly) removePieces(n int64) error {
	var err error
	for _, p := range a.pieces[n] {
		err = errors.Join(err, p.remove(a.dir))
	}
	a.count -= len(a.pieces[n])
	delete(a.pieces, n)
	return err
}
