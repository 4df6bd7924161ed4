package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"

	"lukechampine.com/blake3"
)

// Object is an immutable piece of a store and the key under which a backup keeps
// it. The same key always means the same bytes.
type Object struct {
	Key    string
	Size   int64
	Digest Digest // of a large blob; zero for the others
	Open   func() (io.ReadCloser, error)
}

// CutRanges makes every write that returned before it visible to Objects, which offers a growing pack in ranges. The bytes are
// on the disk already.
func (s *Store) CutRanges(ctx context.Context) error {
	s.packs.cutRanges()
	return ctx.Err()
}

// Objects yields the objects of a consistent copy: FORMAT, sealed packs, ranges
// of the others up to the last CutRanges, and large blobs. Sweep removes no file
// during the iteration, and must not be called by the loop body.
func (s *Store) Objects(ctx context.Context) iter.Seq2[Object, error] {
	return s.yieldObjects(ctx, s.allLarge())
}

// ObjectsSince yields the same as Objects, but of the large blobs only the ones given, which Arrivals.Drain returned. One that was
// removed meanwhile is left out.
func (s *Store) ObjectsSince(ctx context.Context, large []Digest) iter.Seq2[Object, error] {
	return s.yieldObjects(ctx, func(yield func(Digest, error) bool) {
		for _, d := range large {
			if _, err := s.fs.Stat(s.largePath(d)); errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if !yield(d, nil) {
				return
			}
		}
	})
}

func (s *Store) yieldObjects(ctx context.Context, large iter.Seq2[Digest, error]) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		s.backupMu.RLock()
		defer s.backupMu.RUnlock()
		if !yield(s.newFileObject(formatFile, formatFile, 0, -1)) {
			return
		}
		for _, p := range s.packs.list() {
			if err := ctx.Err(); err != nil {
				yield(Object{}, err)
				return
			}
			if !s.yieldPackObjects(p, yield) {
				return
			}
		}
		s.yieldLargeObjects(ctx, large, yield)
	}
}

func (s *Store) yieldLargeObjects(ctx context.Context, all iter.Seq2[Digest, error], yield func(Object, error) bool) {
	for d, err := range all {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(Object{}, err)
			return
		}
		if !yield(s.newLargeObject(d)) {
			return
		}
	}
}

// yieldPackObjects yields a sealed pack as one object, and one that grows as the ranges that
// CutRanges made of it.
func (s *Store) yieldPackObjects(p pack, yield func(Object, error) bool) bool {
	name := filepath.Join(packsDir, packName(p.id))
	if p.state == packEmptied {
		return true
	}
	if p.state == packSealed {
		return yield(s.newFileObject(packKey(p.id, p.crc), name, 0, p.size))
	}
	from := int64(0)
	for _, to := range p.cuts {
		if !yield(s.newFileObject(PackRange{Pack: p.id, From: from, To: to}.Key(), name, from, to)) {
			return false
		}
		from = to
	}
	return true
}

// FindObject returns the object of a key as far as the store has it, a range also of a pack that was sealed since. Others are
// fs.ErrNotExist.
func (s *Store) FindObject(key string) (Object, error) {
	if key == formatFile {
		return s.newFileObject(key, formatFile, 0, -1)
	}
	if d, err := ParseDigest(path.Base(key)); err == nil && key == LargeKey(d) {
		return s.newLargeObject(d)
	}
	want, ranged := ParsePackRange(key)
	if !ranged {
		var ok bool
		if want.Pack, ok = ParsePackKey(key); !ok {
			return Object{}, fs.ErrNotExist
		}
	}
	for _, p := range s.packs.list() {
		if p.id != want.Pack || p.state == packEmptied {
			continue
		}
		name := filepath.Join(packsDir, packName(p.id))
		if ranged && want.To <= p.size {
			return s.newFileObject(key, name, want.From, want.To)
		}
		if !ranged && p.state == packSealed && key == packKey(p.id, p.crc) {
			return s.newFileObject(key, name, 0, p.size)
		}
	}
	return Object{}, fs.ErrNotExist
}

// Place says where a store has a blob: in a large object of its own, or in a pack.
type Place struct {
	Large bool
	Pack  PackRange
}

// FindPlace returns where the store has a blob; ok is false when it does not have it.
func (s *Store) FindPlace(d Digest) (p Place, ok bool, err error) {
	loc, ok, err := s.index.Get(d)
	if err != nil {
		return p, false, err
	}
	if ok {
		return Place{Pack: PackRange{Pack: loc.Pack, From: loc.pos(), To: loc.pos() + loc.span()}}, true, nil
	}
	switch _, err := s.fs.Stat(s.largePath(d)); {
	case err == nil:
		return Place{Large: true}, true, nil
	case !errors.Is(err, fs.ErrNotExist):
		return p, false, err
	}
	return p, false, nil
}

func packKey(id, crc uint32) string { return fmt.Sprintf("packs/%08d-%08x.pk", id, crc) }

// newFileObject is a range of a file; to is -1 for its end.
func (s *Store) newFileObject(key, name string, from, to int64) (Object, error) {
	if to < 0 {
		info, err := s.fs.Stat(s.path(name))
		if err != nil {
			return Object{}, err
		}
		to = info.Size
	}
	return Object{Key: key, Size: to - from, Open: func() (io.ReadCloser, error) {
		f, err := s.fs.OpenFile(s.path(name), os.O_RDONLY)
		if err != nil {
			return nil, err
		}
		return &rangeReader{io.NewSectionReader(f, from, to-from), f}, nil
	}}, nil
}

// newLargeObject is the object of a large blob. It is proven while it is read: reading fails with ErrCorrupt before the last bytes of a
// damaged one, so that none takes the place of a good one in a backup.
func (s *Store) newLargeObject(d Digest) (Object, error) {
	o, err := s.newFileObject(LargeKey(d), largeName(d), 0, -1)
	o.Digest = d
	o.Open = func() (io.ReadCloser, error) { return s.openProven(d, o.Size) }
	return o, err
}

func (s *Store) openProven(d Digest, size int64) (io.ReadCloser, error) {
	if s.suspects.has(d) {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, d)
	}
	f, err := s.fs.OpenFile(s.path(largeName(d)), os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	t, err := readTrailer(f, d)
	if err == nil {
		_, err = readOutline(f, t)
	}
	if err != nil {
		s.noteDamage(d, f, err)
		return nil, errors.Join(err, f.Close())
	}
	return &provenReader{s: s, f: f, r: io.NewSectionReader(f, 0, size), digest: d, left: int64(t.size), hash: blake3.New(32, nil)}, nil
}

// provenReader reads the file of a large blob whose trailer and outline were proven.
type provenReader struct {
	s      *Store
	f      File
	r      io.Reader
	digest Digest
	left   int64 // bytes of the blob, in front of the outline
	hash   *blake3.Hasher
}

// Read implements io.Reader.
func (p *provenReader) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	if p.left == 0 || n == 0 {
		return n, err
	}
	content := b[:min(int64(n), p.left)]
	p.left -= int64(len(content))
	_, _ = p.hash.Write(content) // it never fails
	if p.left == 0 && Digest(p.hash.Sum(nil)) != p.digest {
		err := fmt.Errorf("%w: %v", ErrCorrupt, p.digest)
		p.s.noteDamage(p.digest, p.f, err)
		return 0, err
	}
	return n, err
}

// Close implements io.Closer.
func (p *provenReader) Close() error { return p.f.Close() }

type rangeReader struct {
	*io.SectionReader
	f File
}

func (r *rangeReader) Close() error { return r.f.Close() }

// PackRange is the bytes of a pack between two offsets.
type PackRange struct {
	Pack     uint32
	From, To int64
}

// ParsePackRange takes apart the key of a range of a pack.
func ParsePackRange(key string) (r PackRange, ok bool) {
	ok = parseKey(key, "packs/%d/%d-%d", &r.Pack, &r.From, &r.To) && key == r.Key()
	return r, ok
}

// Key is the key of the range in a backup.
func (r PackRange) Key() string { return fmt.Sprintf("packs/%08d/%d-%d", r.Pack, r.From, r.To) }

// ParsePackKey returns the number of the pack that a key stands for as a whole.
func ParsePackKey(key string) (id uint32, ok bool) {
	var crc uint32
	ok = parseKey(key, "packs/%d-%x.pk", &id, &crc) && key == packKey(id, crc)
	return id, ok
}

// LargeKey is the key of a large blob.
func LargeKey(d Digest) string { return filepath.ToSlash(largeName(d)) }

func parseKey(key, format string, into ...any) bool {
	n, err := fmt.Sscanf(key, format, into...)
	return err == nil && n == len(into)
}
