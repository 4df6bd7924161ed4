package blobstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
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

func (v *verifier) damage(d Digest, object string, offset int64, err error) {
	v.damaged = append(v.damaged, Damage{
		Digest: d, Object: object, Offset: offset, Err: err,
		Unreadable: !errors.Is(err, ErrCorrupt),
	})
}

func (v *verifier) rest(began time.Time, n int64) error {
	v.bytes += n
	if v.worked += time.Since(began); v.pause != nil && v.worked > pauseAfter {
		v.pause(v.worked)
		v.worked = 0
	}
	return v.ctx.Err()
}

// large proves a large blob: trailer, list, root and every byte.
func (v *verifier) large(d Digest) error {
	f, err := v.s.fs.OpenFile(v.s.largePath(d), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // removed meanwhile
	}
	if err != nil {
		v.damage(d, largeName(d), 0, err)
		return nil
	}
	defer f.Close()
	f.Forget()
	off, err := v.provenUpTo(f, d)
	f.Forget()
	if err != nil && v.ctx.Err() == nil {
		v.damage(d, largeName(d), off, err)
	}
	return v.ctx.Err()
}

func (v *verifier) provenUpTo(f File, d Digest) (off int64, err error) {
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
	ahead := readAhead(f)
	defer ahead.stop()
	var crc uint32
	var groups []cv
	for size := int64(t.size); off < size; {
		began := time.Now()
		p := (*buf)[:min(windowSize, size-off)]
		if err := readFull(ahead, p, off); err != nil {
			return off, err
		}
		groups = appendGroups(groups[:0], p, off/groupSize)
		for i, b := range appendBlocks(nil, groups) {
			if b != blocks[off/blockSize+int64(i)] {
				return off + int64(i)*blockSize, fmt.Errorf("%w: block %d", ErrCorrupt, off/blockSize+int64(i))
			}
		}
		crc = crc32.Update(crc, crc32.IEEETable, p)
		off += int64(len(p))
		if err := v.rest(began, int64(len(p))); err != nil {
			return off, err
		}
	}
	if crc != t.crc {
		return off, fmt.Errorf("%w: checksum for zip", ErrCorrupt)
	}
	return off, nil
}

// pack proves the footer of a sealed pack and every record that the index names.
func (v *verifier) pack(id uint32) error {
	name := filepath.Join(packsDir, packName(id))
	f, err := v.s.fs.OpenFile(v.s.packPath(id), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		if v.s.packs.find(id) != nil {
			v.damage(Digest{}, name, 0, fmt.Errorf("%w: the pack is missing", ErrCorrupt))
		}
		return nil
	}
	if err != nil {
		v.damage(Digest{}, name, 0, err)
		return nil
	}
	defer f.Close()
	f.Forget()
	defer f.Forget()
	return v.packFile(f, id, name)
}

func (v *verifier) packFile(f File, id uint32, name string) error {
	size, err := f.Size()
	if err != nil {
		v.damage(Digest{}, name, 0, err)
		return nil
	}
	entries, t, err := v.s.readFooter(f, id, size)
	if err != nil {
		if errors.Is(err, errNoFooter) {
			err = fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		v.damage(Digest{}, name, size, err)
		entries = v.indexed(id)
		t.length = 0
	}
	return v.entries(f, id, size-int64(t.length), entries)
}

// indexed returns the entries of the index that lie in a pack.
func (v *verifier) indexed(id uint32) (entries []Entry) {
	for e, err := range v.s.index.All() {
		if err == nil && e.Loc.Pack == id {
			entries = append(entries, e)
		}
	}
	return entries
}

// entries proves records of a pack that holds size bytes of them.
func (v *verifier) entries(f File, id uint32, size int64, entries []Entry) error {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Loc.Offset, b.Loc.Offset) })
	ahead := readAhead(f)
	defer ahead.stop()
	w := window{f: ahead, size: size, buf: *buffers.get(windowSize)}
	defer buffers.put(&w.buf)
	name := filepath.Join(packsDir, packName(id))
	for _, e := range entries {
		began := time.Now()
		got, n, err := w.record(id, e.Loc.pos(), true)
		if err == nil && (n == 0 || got != e) {
			err = fmt.Errorf("%w: record", ErrCorrupt)
		}
		if err != nil {
			if err := v.damageIfUsed(e, name, err); err != nil {
				return err
			}
		}
		v.records++
		if err := v.rest(began, e.Loc.span()); err != nil {
			return err
		}
	}
	return nil
}

// damageIfUsed notes the damage of a record that the index names.
func (v *verifier) damageIfUsed(e Entry, name string, damage error) error {
	used, err := v.s.names(e)
	if err == nil && used {
		v.damage(e.Digest, name, e.Loc.pos(), damage)
	}
	return err
}
