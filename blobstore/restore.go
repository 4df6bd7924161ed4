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
	"slices"
	"sync"
	"time"
)

// RestoreLarge stores the object of a large blob, as a backup keeps it. One with other bytes is ErrCorrupt.
func (s *Store) RestoreLarge(d Digest, r io.Reader) error {
	if _, err := restoreLarge(s.fs, s.dir, LargeKey(d), r); err != nil {
		return fmt.Errorf("blobstore: restore %v: %w", d, err)
	}
	return nil
}

// Restorer writes the objects of a backup into the directory of a store that is
// not open. It holds the lock of the store until it is closed. What it wrote and returned no
// error for was flushed, read back from the disk and hashed.
type Restorer struct {
	fs   FS
	dir  string
	lock io.Closer

	mu   sync.Mutex
	away []AwayObject
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
	if err := createLayout(r.fs, dir); err != nil {
		return nil, errors.Join(fmt.Errorf("blobstore: restore: %w", err), r.lock.Close())
	}
	return r, nil
}

// TrustMemory has what is written proven as it is in memory, and not as the disk gives it back.
func (r *Restorer) TrustMemory() { r.fs = rememberingFS{r.fs} }

// rememberingFS keeps in memory what is written.
type rememberingFS struct{ FS }

// OpenFile implements FS.
func (r rememberingFS) OpenFile(name string, flag int) (File, error) {
	f, err := r.FS.OpenFile(name, flag)
	if err != nil {
		return nil, err
	}
	return rememberedFile{f}, nil
}

type rememberedFile struct{ File }

// Forget implements File.
func (rememberedFile) Forget() {}

// WriteObject writes one object and returns the digest of its bytes. Calls may run concurrently and in any order, except
// those for ranges of the same pack, which must not overlap in time. Once all
// objects are written, the store can be opened. A large blob is verified before
// it gets its name. A pack with damaged records but a valid footer is kept, and the
// error is ErrCorrupt even so. A range is verified by VerifyPack, when the pack is whole.
func (r *Restorer) WriteObject(key string, content io.Reader) (Digest, error) {
	d, err := restoreStore(r.fs, r.dir, key, content)
	if err != nil {
		return d, fmt.Errorf("blobstore: restore %s: %w", key, err)
	}
	return d, nil
}

// RestoreLarge is WriteObject of a large blob.
func (r *Restorer) RestoreLarge(d Digest, content io.Reader) error {
	_, err := r.WriteObject(LargeKey(d), content)
	return err
}

// VerifyPack reads every record of a pack that was written in ranges. broken is ErrCorrupt when something is damaged. A pack that is whole
// gets a footer, so that the store opens without reading it once more.
func (r *Restorer) VerifyPack(id uint32) (broken, err error) {
	f, err := r.fs.OpenFile(filepath.Join(r.dir, packsDir, packName(id)), os.O_RDWR)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // nothing of it could be written, which is known already
	}
	if err == nil {
		broken, err = r.verifyGrowingPack(f, id)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("blobstore: restore: prove pack %d: %w", id, err)
	}
	return broken, nil
}

// verifyGrowingPack proves a pack that may have a footer, and may have none yet. bad is what is damaged.
func (r *Restorer) verifyGrowingPack(f File, id uint32) (bad, err error) {
	f.Forget() // its ranges were flushed
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
	found, err := proveFlushed(f, id, size)
	if err != nil {
		return nil, err
	}
	if found.badBytes > 0 {
		bad = fmt.Errorf("%w: %d bytes belong to no record", ErrCorrupt, found.badBytes)
	}
	if bad != nil || found.unreadable != nil {
		return bad, found.unreadable
	}
	return nil, r.sealPack(f, id, &found)
}

// proveFlushed reads every record of a pack that was flushed.
func proveFlushed(f File, id uint32, size int64) (scanResult, error) {
	direct, err := openDirect(f)
	if err != nil {
		return scanResult{}, err
	}
	found := scanPack(direct, id, size, true)
	return found, direct.Close()
}

// sealPack gives a proven pack its footer. Without FORMAT, which may be laid down later, the store does that when it is opened.
func (r *Restorer) sealPack(f File, id uint32, found *scanResult) error {
	known, err := readFormat(r.fs, r.dir)
	if err != nil {
		return nil
	}
	footer, _ := encodeFooter(known.Store, id, found.entries, time.Now().UnixMilli())
	if _, err := f.WriteAt(footer, found.end); err != nil {
		return wrapFull(err)
	}
	return f.Sync()
}

// FindMissing returns those of some digests, which must be sorted, that the store will not have once it is opened.
func (r *Restorer) FindMissing(refs []Digest) (missing []Digest, err error) {
	there := make([]bool, len(refs))
	names, err := r.fs.List(filepath.Join(r.dir, packsDir))
	if err != nil {
		return nil, fmt.Errorf("blobstore: restore: %w", err)
	}
	for _, name := range names {
		id, ok := parsePackName(name)
		if !ok {
			continue
		}
		entries, err := r.listPack(id)
		if err != nil {
			return nil, fmt.Errorf("blobstore: restore: list pack %d: %w", id, err)
		}
		for _, e := range entries {
			if at, named := slices.BinarySearchFunc(refs, e.Digest, Digest.Compare); named {
				there[at] = true
			}
		}
	}
	for i, d := range refs {
		if there[i] {
			continue
		}
		if _, err := r.fs.Stat(filepath.Join(r.dir, largeName(d))); err == nil {
			continue
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("blobstore: restore: %w", err)
		}
		missing = append(missing, d)
	}
	return missing, nil
}

// listPack returns what the store will find in a pack: what its footer says, or its records where it has none.
func (r *Restorer) listPack(id uint32) (entries []Entry, err error) {
	f, err := r.fs.OpenFile(filepath.Join(r.dir, packsDir, packName(id)), os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	if t, ok, err := readPackTrailer(f, id, size); err == nil && ok {
		if entries, err := readEntries(f, t, size); err == nil {
			return entries, nil
		}
	}
	return scanPack(f, id, size, false).entries, nil
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

func restoreStore(fsys FS, dir, key string, r io.Reader) (Digest, error) {
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
		d, err := restoreFile(fsys, filepath.Join(dir, packsDir, packName(id)), r, func(f File, size int64) (err error) {
			rotten, err = verifySealedPack(f, id, crc, size)
			return err
		})
		return d, errors.Join(err, rotten)
	case isRange:
		return restoreRange(fsys, filepath.Join(dir, packsDir, packName(ranged.Pack)), r, ranged.From, ranged.To)
	}
	return Digest{}, errInvalidKey
}

func restoreLarge(fsys FS, dir, key string, r io.Reader) (Digest, error) {
	d, err := ParseDigest(path.Base(key))
	if err != nil || filepath.ToSlash(largeName(d)) != key {
		return d, errInvalidKey
	}
	if err := fsys.Mkdir(filepath.Join(dir, filepath.Dir(largeName(d)))); err != nil {
		return d, err
	}
	return restoreFile(fsys, filepath.Join(dir, largeName(d)), r, func(f File, _ int64) error { return verifyLargeFile(f, d) })
}

var errInvalidKey = errors.New("not a key of a backup")

// restoreFile writes a file and gives it its name if prove, which reads it back from the disk, returns no error.
func restoreFile(fsys FS, name string, r io.Reader, prove func(f File, size int64) error) (d Digest, err error) {
	err = replaceFileWith(fsys, name, func(f File) (err error) {
		var size int64
		if size, d, err = writeHashed(f, r, 0); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
		f.Forget()
		return prove(f, size)
	})
	return d, err
}

// writeHashed writes what r gives to a file from off on, and returns the digest of that.
func writeHashed(f File, r io.Reader, off int64) (n int64, d Digest, err error) {
	buf := buffers.get(streamUnit)
	defer buffers.put(buf)
	var groups []cv
	started := int64(0) // bytes that the disk was told to write, so that the sync at the end finds little to do
	for last := false; !last; {
		k, err := io.ReadFull(r, *buf)
		last = errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return n, d, err
		}
		p := (*buf)[:k]
		if _, err := f.WriteAt(p, off+n); err != nil {
			return n, d, wrapFull(err)
		}
		if last && n == 0 && k <= groupSize {
			return int64(k), Sum(p), nil
		}
		groups = appendGroupCVs(groups, p, n/groupSize)
		if n += int64(k); n-started >= spreadUnit {
			_ = f.StartSync(off+started, n-started)
			started = n
		}
	}
	return n, rootDigest(mergeSubtrees(groups)), nil
}

func restoreRange(fsys FS, name string, r io.Reader, from, to int64) (d Digest, err error) {
	if from < 0 || from >= to {
		return d, errInvalidKey
	}
	f, err := fsys.OpenFile(name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return d, err
	}
	n, d, err := writeHashed(f, io.LimitReader(r, to-from+1), from)
	if err == nil && n != to-from {
		err = fmt.Errorf("%w: %d bytes instead of %d", ErrCorrupt, n, to-from)
	}
	if err == nil {
		err = f.Sync()
	}
	return d, errors.Join(err, f.Close(), fsys.SyncDir(filepath.Dir(name)))
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
	listed, err := readEntries(f, t, size)
	if err != nil {
		return nil, err
	}
	found, err := proveFlushed(f, id, size-int64(t.length))
	if err != nil {
		return nil, err
	}
	there := make(map[Entry]bool, len(found.entries))
	for _, e := range found.entries {
		there[e] = true
	}
	whole := 0
	for _, e := range listed {
		if there[e] {
			whole++
		}
	}
	if whole < len(listed) {
		rotten = fmt.Errorf("%w: %d records of %d", ErrCorrupt, whole, len(listed))
	}
	return rotten, found.unreadable
}
