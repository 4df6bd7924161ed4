package blobstore

import (
	"context"
	"fmt"
	"iter"
)

// storedBlob is a blob in the store.
type storedBlob struct {
	digest Digest
	large  bool
	loc    Loc // of a small one
}

// allBlobs yields all blobs in order of their digests, in constant memory.
func (s *Store) allBlobs(ctx context.Context) iter.Seq2[storedBlob, error] {
	return func(yield func(storedBlob, error) bool) {
		next, stop := iter.Pull2(s.allLarge())
		defer stop()
		l, err, more := next()
		for e, ierr := range s.index.All() {
			if ierr == nil {
				ierr = ctx.Err()
			}
			for ; more && (err != nil || l.Compare(e.Digest) < 0); l, err, more = next() {
				if !yield(storedBlob{digest: l, large: true}, err) {
					return
				}
			}
			if !yield(storedBlob{digest: e.Digest, loc: e.Loc}, ierr) {
				return
			}
		}
		for ; more; l, err, more = next() {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(storedBlob{digest: l, large: true}, err) {
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
			if !s.yieldLarge(prefix, yield) {
				return
			}
		}
	}
}

// yieldLarge yields the large blobs in one directory, and reports whether to go on.
func (s *Store) yieldLarge(prefix string, yield func(Digest, error) bool) bool {
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

// dedupRefs passes digests on, each once, and fails when they do not ascend: a mark over
// such a list would condemn blobs that rows name.
func dedupRefs(refs iter.Seq2[Digest, error]) iter.Seq2[Digest, error] {
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

// refMatch is a digest that is referenced, in the store, or both.
type refMatch struct {
	digest     Digest
	referenced bool
	stored     bool
	blob       storedBlob // if the store has it
}

// mergeRefs merges refs, which must be sorted, with the blobs in the store, in order of
// the digests.
func (s *Store) mergeRefs(ctx context.Context, refs iter.Seq2[Digest, error]) iter.Seq2[refMatch, error] {
	return func(yield func(refMatch, error) bool) {
		next, stop := iter.Pull2(dedupRefs(refs))
		defer stop()
		r, err, more := next()
		for c, cerr := range s.allBlobs(ctx) {
			for ; more && err == nil && cerr == nil && r.Compare(c.digest) < 0; r, err, more = next() {
				if !yield(refMatch{digest: r, referenced: true}, nil) {
					return
				}
			}
			if cerr == nil {
				cerr = err
			}
			p := refMatch{digest: c.digest, stored: true, blob: c}
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
			if !yield(refMatch{digest: r, referenced: true}, err) || err != nil {
				return
			}
		}
	}
}

// ListUnreferenced yields the blobs that are not in refs, which must be sorted, in order of their digests.
func (s *Store) ListUnreferenced(ctx context.Context, refs iter.Seq2[Digest, error]) iter.Seq2[Digest, error] {
	return func(yield func(Digest, error) bool) {
		for m, err := range s.mergeRefs(ctx, refs) {
			if (err != nil || m.stored && !m.referenced) && !yield(m.digest, err) {
				return
			}
		}
	}
}
