package blobstore

import (
	"context"
	"fmt"
	"iter"
)

// stored is a blob in the store.
type stored struct {
	digest Digest
	large  bool
	loc    Loc // of a small one
}

// stored yields all blobs in order of their digests, in constant memory.
func (s *Store) stored(ctx context.Context) iter.Seq2[stored, error] {
	return func(yield func(stored, error) bool) {
		next, stop := iter.Pull2(s.allLarge())
		defer stop()
		l, err, more := next()
		for e, ierr := range s.index.All() {
			if ierr == nil {
				ierr = ctx.Err()
			}
			for ; more && (err != nil || l.Compare(e.Digest) < 0); l, err, more = next() {
				if !yield(stored{digest: l, large: true}, err) {
					return
				}
			}
			if !yield(stored{digest: e.Digest, loc: e.Loc}, ierr) {
				return
			}
		}
		for ; more; l, err, more = next() {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(stored{digest: l, large: true}, err) {
				return
			}
		}
	}
}

// allLarge yields the large blobs in order.
func (s *Store) allLarge() iter.Seq2[Digest, error] {
	return func(yield func(Digest, error) bool) {
		prefixes, err := s.fs.List(s.path(largeDir))
		if err != nil {
			yield(Digest{}, err)
			return
		}
		for _, prefix := range prefixes {
			if !s.largeIn(prefix, yield) {
				return
			}
		}
	}
}

// largeIn yields the large blobs in one directory, and reports whether to go on.
func (s *Store) largeIn(prefix string, yield func(Digest, error) bool) bool {
	names, err := s.fs.List(s.path(largeDir, prefix))
	if err != nil {
		yield(Digest{}, err)
		return false
	}
	for _, name := range names {
		d, err := ParseDigest(name)
		if err != nil || name[:3] != prefix {
			s.log.Warn("a file with the name of no blob lies in the directory large", "name", prefix+"/"+name)
			continue
		}
		if !yield(d, nil) {
			return false
		}
	}
	return true
}

// ordered passes digests on, each once, and fails when they do not ascend: a mark over
// such a list would condemn blobs that rows name.
func ordered(refs iter.Seq2[Digest, error]) iter.Seq2[Digest, error] {
	return func(yield func(Digest, error) bool) {
		var last Digest
		first := true
		for d, err := range refs {
			if err == nil && !first && d.Compare(last) < 0 {
				err = fmt.Errorf("blobstore: references are not in order: %v after %v", d, last)
			}
			if !first && d == last && err == nil {
				continue
			}
			last, first = d, false
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// pairing is a digest that is referenced, in the store, or both.
type pairing struct {
	digest     Digest
	referenced bool
	there      bool
	content    stored // if the store has it
}

// pairs merges refs, which must be sorted, with the blobs in the store, in order of
// the digests.
func (s *Store) pairs(ctx context.Context, refs iter.Seq2[Digest, error]) iter.Seq2[pairing, error] {
	return func(yield func(pairing, error) bool) {
		next, stop := iter.Pull2(ordered(refs))
		defer stop()
		r, err, more := next()
		for c, cerr := range s.stored(ctx) {
			for ; more && err == nil && cerr == nil && r.Compare(c.digest) < 0; r, err, more = next() {
				if !yield(pairing{digest: r, referenced: true}, nil) {
					return
				}
			}
			if cerr == nil {
				cerr = err
			}
			p := pairing{digest: c.digest, there: true, content: c}
			if more && r == c.digest {
				p.referenced = true
			}
			if !yield(p, cerr) || cerr != nil {
				return
			}
			if p.referenced {
				r, err, more = next()
			}
		}
		for ; more; r, err, more = next() {
			if !yield(pairing{digest: r, referenced: true}, err) || err != nil {
				return
			}
		}
	}
}
