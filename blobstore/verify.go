package blobstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Damage is a blob, or a footer, that is damaged or that the disk cannot read.
type Damage struct {
	Digest     Digest // zero when it is not known which blob is damaged
	Object     string // the file, relative to the store
	Offset     int64
	Unreadable bool // the disk returned an error, so the bytes may be right
	Repaired   bool
	Err        error
}

// RepairFunc returns a damaged blob from a backup, with its size: the bytes of a small one, and the object of a large one. It fails with
// ErrCorrupt where that is damaged in the backup, too; after other errors it is called again later.
type RepairFunc func(context.Context, Damage) (io.ReadCloser, int64, error)

// FindPack returns the pack that the damage is in; ok is false for that of a large blob.
func (d *Damage) FindPack() (id uint32, ok bool) {
	dir, name := filepath.Split(d.Object)
	if filepath.Clean(dir) != packsDir {
		return 0, false
	}
	ok = parseKey(name, "%d.pk", &id) && name == packName(id)
	return id, ok
}

// pauseAfter is the time worked after which the verifier pauses.
const pauseAfter = 20 * time.Millisecond

// verifier reads objects as they are on disk and proves them.
type verifier struct {
	s     *Store
	ctx   context.Context
	pause func(worked time.Duration) // after each piece of work, if not nil

	worked  time.Duration
	bytes   int64
	records int64
	damaged []Damage
}

func (v *verifier) addDamage(d Digest, object string, offset int64, err error) {
	if d != (Digest{}) {
		v.s.suspects.add(d) // until a good copy takes its place
	}
	v.damaged = append(v.damaged, Damage{
		Digest: d, Object: object, Offset: offset, Err: err,
		Unreadable: !errors.Is(err, ErrCorrupt),
	})
}

func (v *verifier) throttle(began time.Time, n int64) error {
	v.bytes += n
	if v.worked += time.Since(began); v.pause != nil && v.worked > pauseAfter {
		v.pause(v.worked)
		v.worked = 0
	}
	return v.ctx.Err()
}

// verifyLarge proves a large blob: trailer, list, root and every byte.
func (v *verifier) verifyLarge(d Digest) error {
	f, err := v.s.fs.OpenFile(v.s.largePath(d), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // removed meanwhile
	}
	if err != nil {
		v.addDamage(d, largeName(d), 0, err)
		return nil
	}
	defer f.Close()
	f.Forget()
	off, err := v.verifyContent(f, d)
	f.Forget()
	if err != nil && v.ctx.Err() == nil {
		v.addDamage(d, largeName(d), off, err)
	}
	return v.ctx.Err()
}

func (v *verifier) verifyContent(f File, d Digest) (off int64, err error) {
	t, err := readTrailer(f, d)
	if err != nil {
		return 0, err
	}
	blocks, err := readOutline(f, t)
	if err != nil {
		return int64(t.size), err
	}
	buf := buffers.get(windowSize)
	defer buffers.put(buf)
	ahead := newAheadReader(f)
	defer ahead.stop()
	var crc uint32
	var groups []cv
	for size := int64(t.size); off < size; {
		began := time.Now()
		p := (*buf)[:min(windowSize, size-off)]
		if err := readFull(ahead, p, off); err != nil {
			return off, err
		}
		groups = appendGroupCVs(groups[:0], p, off/groupSize)
		for i, b := range appendBlockCVs(nil, groups) {
			if b != blocks[off/blockSize+int64(i)] {
				return off + int64(i)*blockSize, fmt.Errorf("%w: block %d", ErrCorrupt, off/blockSize+int64(i))
			}
		}
		crc = crc32.Update(crc, crc32.IEEETable, p)
		off += int64(len(p))
		if err := v.throttle(began, int64(len(p))); err != nil {
			return off, err
		}
	}
	if crc != t.crc {
		return off, fmt.Errorf("%w: checksum for zip", ErrCorrupt)
	}
	return off, nil
}

// verifyPack proves the footer of a sealed pack and every record that the index names.
func (v *verifier) verifyPack(id uint32) error {
	name := filepath.Join(packsDir, packName(id))
	f, err := v.s.fs.OpenFile(v.s.packPath(id), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		if v.s.packs.find(id) == nil {
			return nil
		}
		return v.addMissingPack(id, name)
	}
	if err != nil {
		v.addDamage(Digest{}, name, 0, err)
		return nil
	}
	defer f.Close()
	f.Forget()
	defer f.Forget()
	return v.verifyPackFile(f, id, name)
}

func (v *verifier) addMissingPack(id uint32, name string) error {
	missing := fmt.Errorf("%w: the pack is missing", ErrCorrupt)
	entries, err := v.listPackEntries(id)
	for _, e := range entries {
		v.addDamage(e.Digest, name, e.Loc.pos(), missing)
	}
	if len(entries) == 0 {
		v.addDamage(Digest{}, name, 0, missing)
	}
	return err
}

func (v *verifier) verifyPackFile(f File, id uint32, name string) error {
	size, err := f.Size()
	if err != nil {
		v.addDamage(Digest{}, name, 0, err)
		return nil
	}
	entries, t, err := v.s.readFooter(f, id, size)
	if err != nil {
		if errors.Is(err, errNoFooter) {
			err = fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		v.addDamage(Digest{}, name, size, err)
		if entries, err = v.listPackEntries(id); err != nil {
			return err
		}
		t.length = 0
	}
	return v.verifyEntries(f, id, size-int64(t.length), entries)
}

// listPackEntries returns the entries of the index that lie in a pack.
func (v *verifier) listPackEntries(id uint32) (entries []Entry, err error) {
	for e, err := range v.s.index.All() {
		if err != nil {
			return nil, err
		}
		if e.Loc.Pack == id {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// verifyEntries proves records of a pack that holds size bytes of them.
func (v *verifier) verifyEntries(f File, id uint32, size int64, entries []Entry) error {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Loc.Offset, b.Loc.Offset) })
	ahead := newAheadReader(f)
	defer ahead.stop()
	w := window{f: ahead, size: size, buf: *buffers.get(windowSize)}
	defer buffers.put(&w.buf)
	name := filepath.Join(packsDir, packName(id))
	for _, e := range entries {
		began := time.Now()
		got, n, err := w.scanRecord(id, e.Loc.pos(), true)
		if err == nil && (n == 0 || got != e) {
			err = fmt.Errorf("%w: record", ErrCorrupt)
		}
		if err != nil {
			if err := v.addDamageIfIndexed(e, name, err); err != nil {
				return err
			}
		}
		v.records++
		if err := v.throttle(began, e.Loc.span()); err != nil {
			return err
		}
	}
	return nil
}

// addDamageIfIndexed notes the damage of a record that the index names.
func (v *verifier) addDamageIfIndexed(e Entry, name string, damage error) error {
	used, err := v.s.isIndexed(e)
	if err == nil && used {
		v.addDamage(e.Digest, name, e.Loc.pos(), damage)
	}
	return err
}
