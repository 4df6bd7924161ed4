package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path"
	"path/filepath"
)

// Object is an immutable piece of a store and the key under which a backup keeps
// it. The same key always means the same bytes.
type Object struct {
	Key    string
	Size   int64
	Digest Digest // of a large blob; zero for the others
	Open   func() (io.ReadCloser, error)
}

// Flush makes every write that returned before it visible to Objects.
func (s *Store) Flush(ctx context.Context) error {
	s.packs.cut()
	return ctx.Err()
}

// Objects yields the objects of a consistent copy: FORMAT, sealed packs, ranges
// of the others up to the last Flush, and large blobs. Sweep removes no file
// during the iteration, and must not be called by the loop body.
func (s *Store) Objects(ctx context.Context) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		s.walks.RLock()
		defer s.walks.RUnlock()
		if !yield(s.fileObject(formatFile, formatFile, 0, -1)) {
			return
		}
		for _, p := range s.packs.list() {
			if err := ctx.Err(); err != nil {
				yield(Object{}, err)
				return
			}
			if !s.packObjects(p, yield) {
				return
			}
		}
		s.largeObjects(ctx, yield)
	}
}

func (s *Store) largeObjects(ctx context.Context, yield func(Object, error) bool) {
	for d, err := range s.allLarge() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			yield(Object{}, err)
			return
		}
		o, err := s.fileObject(filepath.ToSlash(largeName(d)), largeName(d), 0, -1)
		o.Digest = d
		if !yield(o, err) {
			return
		}
	}
}

// packObjects yields a pack as one object. A pack that a backup has already read in
// part while it grew is yielded as ranges, so that no byte is copied twice.
func (s *Store) packObjects(p pack, yield func(Object, error) bool) bool {
	name := filepath.Join(packsDir, packName(p.id))
	if p.state == packEmptied {
		return true
	}
	ends := p.cuts
	if p.state == packSealed {
		if len(ends) == 0 {
			return yield(s.fileObject(fmt.Sprintf("packs/%08d-%08x.pk", p.id, p.crc), name, 0, p.size))
		}
		if ends[len(ends)-1] != p.size {
			ends = append(ends, p.size)
		}
	}
	from := int64(0)
	for _, to := range ends {
		if !yield(s.fileObject(fmt.Sprintf("packs/%08d/%d-%d", p.id, from, to), name, from, to)) {
			return false
		}
		from = to
	}
	return true
}

// fileObject is a range of a file; to is -1 for its end.
func (s *Store) fileObject(key, name string, from, to int64) (Object, error) {
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

type rangeReader struct {
	*io.SectionReader
	f File
}

func (r *rangeReader) Close() error { return r.f.Close() }

// Restorer writes the objects of a backup into the directory of a store that is
// not open. It holds the lock of the store until it is closed.
type Restorer struct {
	fs   FS
	dir  string
	lock io.Closer
}

// NewRestorer makes the directory if it does not exist, and locks it. It fails with
// ErrLocked when the store is open.
func NewRestorer(dir string) (*Restorer, error) {
	r := &Restorer{fs: OS(), dir: dir}
	if err := r.fs.Mkdir(dir); err != nil {
		return nil, fmt.Errorf("blobstore: restore: %w", err)
	}
	var err error
	if r.lock, err = r.fs.Lock(filepath.Join(dir, lockFile)); err != nil {
		return nil, fmt.Errorf("blobstore: restore: %w", err)
	}
	if err := makeLayout(r.fs, dir); err != nil {
		return nil, errors.Join(fmt.Errorf("blobstore: restore: %w", err), r.lock.Close())
	}
	return r, nil
}

// Object writes one object. Calls may run concurrently and in any order, except
// those for ranges of the same pack, which must not overlap in time. Once all
// objects are written, the store can be opened. A large blob is verified before
// it gets its name. A pack with damaged records but a valid footer is kept, and the
// error is ErrCorrupt even so.
func (r *Restorer) Object(key string, content io.Reader) error {
	if err := restore(r.fs, r.dir, key, content); err != nil {
		return fmt.Errorf("blobstore: restore %s: %w", key, err)
	}
	return nil
}

// Close releases the lock.
func (r *Restorer) Close() error { return r.lock.Close() }

func restore(fsys FS, dir, key string, r io.Reader) error {
	var id, crc uint32
	var from, to int64
	switch {
	case key == formatFile:
		return restoreFile(fsys, filepath.Join(dir, formatFile), r, func(File, int64) error { return nil })
	case path.Dir(path.Dir(key)) == largeDir:
		return restoreLarge(fsys, dir, key, r)
	case scans(key, "packs/%d-%x.pk", &id, &crc) && key == fmt.Sprintf("packs/%08d-%08x.pk", id, crc):
		// A pack with a rotten record still holds all the others.
		var rotten error
		err := restoreFile(fsys, filepath.Join(dir, packsDir, packName(id)), r, func(f File, size int64) (err error) {
			rotten, err = provePack(f, id, crc, size)
			return err
		})
		return errors.Join(err, rotten)
	case scans(key, "packs/%d/%d-%d", &id, &from, &to) && key == fmt.Sprintf("packs/%08d/%d-%d", id, from, to):
		return restoreRange(fsys, filepath.Join(dir, packsDir, packName(id)), r, from, to)
	}
	return errKey
}

func restoreLarge(fsys FS, dir, key string, r io.Reader) error {
	d, err := ParseDigest(path.Base(key))
	if err != nil || filepath.ToSlash(largeName(d)) != key {
		return errKey
	}
	if err := fsys.Mkdir(filepath.Join(dir, filepath.Dir(largeName(d)))); err != nil {
		return err
	}
	return restoreFile(fsys, filepath.Join(dir, largeName(d)), r, func(f File, _ int64) error { return proveLarge(f, d) })
}

var errKey = errors.New("not a key of a backup")

func scans(key, format string, into ...any) bool {
	n, err := fmt.Sscanf(key, format, into...)
	return err == nil && n == len(into)
}

// restoreFile writes a file and gives it its name if prove returns no error.
func restoreFile(fsys FS, name string, r io.Reader, prove func(f File, size int64) error) error {
	return replaceWith(fsys, name, func(f File) error {
		size, err := copyAt(f, r, 0)
		if err != nil {
			return err
		}
		return prove(f, size)
	})
}

func copyAt(f File, r io.Reader, off int64) (n int64, err error) {
	return io.Copy(io.NewOffsetWriter(f, off), r)
}

func restoreRange(fsys FS, name string, r io.Reader, from, to int64) error {
	if from < 0 || from >= to {
		return errKey
	}
	f, err := fsys.OpenFile(name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	n, err := copyAt(f, io.LimitReader(r, to-from+1), from)
	if err == nil && n != to-from {
		err = fmt.Errorf("%w: %d bytes instead of %d", ErrCorrupt, n, to-from)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close(), fsys.SyncDir(filepath.Dir(name)))
}

func proveLarge(f File, d Digest) error {
	t, err := readTrailer(f, d)
	if err != nil {
		return err
	}
	if _, err := readOutline(f, t); err != nil {
		return err
	}
	in := stream{ctx: context.Background(), r: io.NewSectionReader(f, 0, int64(t.size)), limit: int64(t.size)}
	if err := in.run(); err != nil {
		return err
	}
	if rootDigest(merge(appendBlocks(nil, in.groups))) != d {
		return fmt.Errorf("%w: %v", ErrCorrupt, d)
	}
	return nil
}

// provePack reads every record, since the bytes in a backup may have decayed. err is
// a missing or wrong footer, or a failed read; rotten says how many records are
// damaged.
func provePack(f File, id, crc uint32, size int64) (rotten, err error) {
	var b [packTrailerSize]byte
	if size < packTrailerSize {
		return nil, fmt.Errorf("%w: %d bytes", ErrCorrupt, size)
	}
	if err := readFull(f, b[:], size-packTrailerSize); err != nil {
		return nil, err
	}
	t, ok := decodePackTrailer(b[:])
	if !ok || t.pack != id || t.crc != crc || int64(t.length) > size {
		return nil, fmt.Errorf("%w: footer", ErrCorrupt)
	}
	found := scanPack(f, id, size-int64(t.length), true)
	if len(found.entries) < int(t.count) {
		rotten = fmt.Errorf("%w: %d records of %d", ErrCorrupt, len(found.entries), t.count)
	}
	return rotten, found.unreadable
}
