package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
)

// RestoreLarge stores the object of a large blob, as a backup keeps it. One with other bytes is ErrCorrupt.
func (s *Store) RestoreLarge(d Digest, r io.Reader) error {
	if err := restoreLarge(s.fs, s.dir, LargeKey(d), r); err != nil {
		return fmt.Errorf("blobstore: restore %v: %w", d, err)
	}
	return nil
}

// Restorer writes the objects of a backup into the directory of a store that is
// not open. It holds the lock of the store until it is closed.
type Restorer struct {
	fs   FS
	dir  string
	lock io.Closer

	mu     sync.Mutex
	ranged map[uint32]bool // packs that were written in ranges
	away   []AwayObject
}

// NewRestorer makes the directory if it does not exist, and locks it. It fails with
// ErrLocked when the store is open.
func NewRestorer(dir string) (*Restorer, error) {
	r := &Restorer{fs: OS(), dir: dir, ranged: map[uint32]bool{}}
	if err := r.fs.Mkdir(dir); err != nil {
		return nil, fmt.Errorf("blobstore: restore: %w", err)
	}
	var err error
	if r.lock, err = r.fs.Lock(filepath.Join(dir, lockFile)); err != nil {
		return nil, fmt.Errorf("blobstore: restore: %w", err)
	}
	if err := createLayout(r.fs, dir); err != nil {
		return nil, errors.Join(fmt.Errorf("blobstore: restore: %w", err), r.lock.Close())
	}
	return r, nil
}

// WriteObject writes one object. Calls may run concurrently and in any order, except
// those for ranges of the same pack, which must not overlap in time. Once all
// objects are written, the store can be opened. A large blob is verified before
// it gets its name. A pack with damaged records but a valid footer is kept, and the
// error is ErrCorrupt even so. Ranges are verified by VerifyRanges, when the pack is whole.
func (r *Restorer) WriteObject(key string, content io.Reader) error {
	if p, ok := ParsePackRange(key); ok {
		r.mu.Lock()
		r.ranged[p.Pack] = true
		r.mu.Unlock()
	}
	if err := restoreStore(r.fs, r.dir, key, content); err != nil {
		return fmt.Errorf("blobstore: restore %s: %w", key, err)
	}
	return nil
}

// VerifyRanges reads every record of the packs that were written in ranges, and returns for
// each damaged one an error that is ErrCorrupt, with its number.
func (r *Restorer) VerifyRanges() (damaged map[uint32]error, err error) {
	damaged = map[uint32]error{}
	for id := range r.ranged {
		broken, err := r.VerifyPack(id)
		if err != nil {
			return nil, err
		}
		if broken != nil {
			damaged[id] = broken
		}
	}
	return damaged, nil
}

// VerifyPack reads every record of a pack that was written. broken is ErrCorrupt when something is damaged.
func (r *Restorer) VerifyPack(id uint32) (broken, err error) {
	f, err := r.fs.OpenFile(filepath.Join(r.dir, packsDir, packName(id)), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nothing of it could be written, which is known already
	}
	if err == nil {
		broken, err = verifyGrowingPack(f, id)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("blobstore: restore: prove pack %d: %w", id, err)
	}
	return broken, nil
}

// verifyGrowingPack proves a pack that may have a footer, and may have none yet. bad is what is damaged.
func verifyGrowingPack(f File, id uint32) (bad, err error) {
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	t, ok, err := readPackTrailer(f, id, size)
	if err != nil {
		return nil, err
	}
	if ok {
		return verifySealedPack(f, id, t.crc, size)
	}
	found := scanPack(f, id, size, true)
	if found.badBytes > 0 {
		bad = fmt.Errorf("%w: %d bytes belong to no record", ErrCorrupt, found.badBytes)
	}
	return bad, found.unreadable
}

// readPackTrailer returns the trailer at the end of a pack; ok is false when there is no valid one.
func readPackTrailer(f File, id uint32, size int64) (t packTrailer, ok bool, err error) {
	var b [packTrailerSize]byte
	if size < packTrailerSize {
		return t, false, nil
	}
	if err := readFull(f, b[:], size-packTrailerSize); err != nil {
		return t, false, err
	}
	t, ok = decodePackTrailer(b[:])
	return t, ok && t.pack == id && int64(t.length) <= size, nil
}

// Close releases the lock.
func (r *Restorer) Close() error { return r.lock.Close() }

func restoreStore(fsys FS, dir, key string, r io.Reader) error {
	var id, crc uint32
	ranged, isRange := ParsePackRange(key)
	switch {
	case key == formatFile:
		return restoreFile(fsys, filepath.Join(dir, formatFile), r, func(File, int64) error { return nil })
	case path.Dir(path.Dir(key)) == largeDir:
		return restoreLarge(fsys, dir, key, r)
	case parseKey(key, "packs/%d-%x.pk", &id, &crc) && key == packKey(id, crc):
		// A pack with a rotten record still holds all the others.
		var rotten error
		err := restoreFile(fsys, filepath.Join(dir, packsDir, packName(id)), r, func(f File, size int64) (err error) {
			rotten, err = verifySealedPack(f, id, crc, size)
			return err
		})
		return errors.Join(err, rotten)
	case isRange:
		return restoreRange(fsys, filepath.Join(dir, packsDir, packName(ranged.Pack)), r, ranged.From, ranged.To)
	}
	return errInvalidKey
}

func restoreLarge(fsys FS, dir, key string, r io.Reader) error {
	d, err := ParseDigest(path.Base(key))
	if err != nil || filepath.ToSlash(largeName(d)) != key {
		return errInvalidKey
	}
	if err := fsys.Mkdir(filepath.Join(dir, filepath.Dir(largeName(d)))); err != nil {
		return err
	}
	return restoreFile(fsys, filepath.Join(dir, largeName(d)), r, func(f File, _ int64) error { return verifyLargeFile(f, d) })
}

var errInvalidKey = errors.New("not a key of a backup")

// restoreFile writes a file and gives it its name if prove returns no error.
func restoreFile(fsys FS, name string, r io.Reader, prove func(f File, size int64) error) error {
	return replaceFileWith(fsys, name, func(f File) error {
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
		return errInvalidKey
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

func verifyLargeFile(f File, d Digest) error {
	t, err := readTrailer(f, d)
	if err != nil {
		return err
	}
	if _, err := readOutline(f, t); err != nil {
		return err
	}
	in := stream{ctx: context.Background(), r: io.NewSectionReader(f, 0, int64(t.size)), limit: int64(t.size)}
	if err := in.consume(); err != nil {
		return err
	}
	if rootDigest(mergeSubtrees(appendBlockCVs(nil, in.groups))) != d {
		return fmt.Errorf("%w: %v", ErrCorrupt, d)
	}
	return nil
}

// verifySealedPack reads every record, since the bytes in a backup may have decayed. err is
// a missing or wrong footer, or a failed read; rotten says how many records are
// damaged.
func verifySealedPack(f File, id, crc uint32, size int64) (rotten, err error) {
	t, ok, err := readPackTrailer(f, id, size)
	if err != nil {
		return nil, err
	}
	if !ok || t.crc != crc {
		return nil, fmt.Errorf("%w: footer", ErrCorrupt)
	}
	found := scanPack(f, id, size-int64(t.length), true)
	if len(found.entries) < int(t.count) {
		rotten = fmt.Errorf("%w: %d records of %d", ErrCorrupt, len(found.entries), t.count)
	}
	return rotten, found.unreadable
}
