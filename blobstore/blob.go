package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// Blob is an open blob. It stays readable when the blob is removed from the store.
type Blob struct {
	s      *Store
	digest Digest
	size   int64
	crc    uint32
	file   File
	base   int64 // offset of the first byte in the file
	large  bool

	once    sync.Once
	tree    []cv // of the groups of a small blob, of the blocks of a large one
	treeErr error
}

// Open opens a blob. It fails with ErrNotFound, and with ErrCorrupt when the copy on
// disk is visibly damaged or in quarantine. Damage that only reading shows is
// ErrCorrupt of the reader.
func (s *Store) Open(ctx context.Context, d Digest) (*Blob, error) { return s.OpenFrom(ctx, d, -1) }

// OpenFrom is Open for a caller that reads from off on first: of a blob that is away these bytes are asked for at once.
func (s *Store) OpenFrom(ctx context.Context, d Digest, off int64) (*Blob, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		loc, ok, err := s.index.Get(d)
		if err != nil {
			return nil, err
		}
		if !ok {
			return s.openLarge(d, off)
		}
		b, err := s.openSmall(d, loc)
		if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrAway) { // the target may lack the object of a content that is away
			return b, err
		}
		// Compaction moved the record after the look into the index, or the pack
		// is gone.
		if now, ok, err := s.index.Get(d); err != nil || ok && now == loc {
			s.suspects.add(d)
			return nil, errors.Join(fmt.Errorf("%w: %v: pack %d is missing", ErrCorrupt, d, loc.Pack), err)
		}
	}
}

func (s *Store) openSmall(d Digest, loc Loc) (*Blob, error) {
	if flags := loc.Flags; flags != kindBlob {
		return nil, fmt.Errorf("%w: record flags %#x", ErrFormat, flags)
	}
	f, err := s.fs.OpenFile(s.packPath(loc.Pack), os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	s.noteRead(s.packPath(loc.Pack))
	if away, ok := f.(*awayFile); ok && loc.Plain > 0 { // whether it can be had is known before the first byte is answered
		if err := away.o.await(loc.pos()+recordSize, int64(loc.Plain)); err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	return &Blob{s: s, digest: d, size: int64(loc.Plain), crc: loc.CRC, file: f, base: loc.pos() + recordSize}, nil
}

func (s *Store) openLarge(d Digest, off int64) (*Blob, error) {
	f, err := s.fs.OpenFile(s.largePath(d), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, s.missingError(d)
	}
	if err != nil {
		return nil, err
	}
	s.noteRead(s.largePath(d))
	if away, ok := f.(*awayFile); ok && off >= 0 {
		err = away.o.prefetch(off)
	}
	b := &Blob{s: s, digest: d, file: f, large: true}
	if err == nil {
		err = b.retryAway(func() error {
			t, err := readTrailer(f, d)
			b.size, b.crc = int64(t.size), t.crc
			s.noteDamage(d, f, err)
			return err
		})
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return b, nil
}

// Digest returns the digest of the blob.
func (b *Blob) Digest() Digest { return b.digest }

// Size returns the length of the blob in bytes.
func (b *Blob) Size() int64 { return b.size }

// CRC32 returns the IEEE checksum of the bytes, as zip files need it. It is always
// known.
func (b *Blob) CRC32() (uint32, bool) { return b.crc, true }

// Close closes the file. Readers made from b must not be used afterwards.
func (b *Blob) Close() error { return b.file.Close() }

// NewReader returns a reader that verifies each group of 64 KiB before it returns
// bytes of it. Damage is ErrCorrupt; an error of the disk is returned as it is.
func (b *Blob) NewReader() io.ReadSeekCloser { return &verifyingReader{b: b, dataGroup: -1} }

// ReadAt implements io.ReaderAt. The bytes are verified; damage is ErrCorrupt.
func (b *Blob) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, fmt.Errorf("blobstore: negative offset %d", off)
	}
	buf := buffers.get(groupSize)
	defer buffers.put(buf)
	var groups []cv
	block, n := int64(-1), 0
	for n < len(p) && off < b.size {
		g := off / groupSize
		var err error
		if groups, block, err = b.loadGroups(g, groups, block); err != nil {
			return n, err
		}
		if length := min(groupSize, b.size-off); off == g*groupSize && int64(len(p)-n) >= length {
			// A whole group is wanted: it is proven where it belongs.
			if _, err := b.readGroup(g, groups, p[n:]); err != nil {
				clear(p[n:])
				return n, err
			}
			n, off = n+int(length), off+length
			continue
		}
		q, err := b.readGroup(g, groups, *buf)
		if err != nil {
			return n, err
		}
		c := copy(p[n:], q[off-g*groupSize:])
		n, off = n+c, off+int64(c)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// loadTree reads, once, the hashes that later reads are verified against.
func (b *Blob) loadTree() error {
	b.once.Do(func() {
		b.treeErr = b.retryAway(func() (err error) {
			if b.large {
				b.tree, err = b.s.loadOutline(b)
			} else {
				b.tree, err = b.hashGroups()
			}
			b.flagSuspect(err)
			return err
		})
	})
	return b.treeErr
}

func (b *Blob) flagSuspect(err error) { b.s.noteDamage(b.digest, b.file, err) }

// noteDamage remembers a blob that turned out to be damaged while its file was read. One that is away is asked for again.
func (s *Store) noteDamage(d Digest, f File, err error) {
	if !errors.Is(err, ErrCorrupt) {
		return
	}
	if away, ok := f.(*awayFile); ok {
		away.o.discard()
		return
	}
	s.suspects.add(d)
}

// hashGroups hashes a whole small blob and keeps the values of its groups, so
// that a slow reader need not keep the content in memory.
func (b *Blob) hashGroups() ([]cv, error) {
	if b.size <= groupSize {
		return nil, nil // the only group is proven by the digest itself
	}
	buf := buffers.get(int(b.size))
	defer buffers.put(buf)
	if err := readFull(b.file, *buf, b.base); err != nil {
		return nil, err
	}
	groups := appendGroupCVs(make([]cv, 0, groupsPerBlock), *buf, 0)
	if rootDigest(mergeSubtrees(groups)) != b.digest {
		return nil, fmt.Errorf("%w: %v", ErrCorrupt, b.digest)
	}
	return groups, nil
}

// loadGroups returns the values of the groups around group g. have are those of
// the given block, which are returned again when g lies in it.
func (b *Blob) loadGroups(g int64, have []cv, block int64) ([]cv, int64, error) {
	want := g / groupsPerBlock
	if want == block {
		return have, block, nil
	}
	if err := b.loadTree(); err != nil {
		return nil, -1, err
	}
	if !b.large {
		return b.tree, 0, nil
	}
	have, err := b.readBlockCVs(want, have[:0])
	if err != nil {
		return nil, -1, err
	}
	return have, want, nil
}

// readBlockCVs appends the values of the groups of a block to groups and proves them.
func (b *Blob) readBlockCVs(block int64, groups []cv) (all []cv, err error) {
	err = b.retryAway(func() (err error) {
		all, err = b.tryBlockCVs(block, groups)
		return err
	})
	return all, err
}

// retryAway reads once more what is damaged, where it is away: another target is asked then.
func (b *Blob) retryAway(read func() error) error {
	err := read()
	if _, isAway := b.file.(*awayFile); isAway && errors.Is(err, ErrCorrupt) {
		return read()
	}
	return err
}

func (b *Blob) tryBlockCVs(block int64, groups []cv) ([]cv, error) {
	first := block * groupsPerBlock
	count := min(groupsPerBlock, groupCount(b.size)-first)
	var raw [groupsPerBlock * cvSize]byte
	p := raw[:count*cvSize]
	if err := readFull(b.file, p, b.size+first*cvSize); err != nil {
		return nil, err
	}
	groups = decodeCVs(groups, p)
	if mergeCVs(groups) != b.tree[block] {
		err := fmt.Errorf("%w: %v: list of block %d", ErrCorrupt, b.digest, block)
		b.flagSuspect(err)
		return nil, err
	}
	return groups, nil
}

// readGroup reads group g into buf and proves it.
func (b *Blob) readGroup(g int64, groups []cv, buf []byte) (p []byte, err error) {
	err = b.retryAway(func() (err error) {
		p, err = b.tryGroup(g, groups, buf)
		return err
	})
	return p, err
}

func (b *Blob) tryGroup(g int64, groups []cv, buf []byte) ([]byte, error) {
	p := buf[:min(groupSize, b.size-g*groupSize)]
	err := readFull(b.file, p, b.base+g*groupSize)
	if err == nil {
		if b.size <= groupSize {
			if Sum(p) != b.digest {
				err = ErrCorrupt
			}
		} else if hashGroup(p, g) != groups[g%groupsPerBlock] {
			err = ErrCorrupt
		}
	}
	if err != nil {
		err = fmt.Errorf("%v: bytes from %d on: %w", b.digest, g*groupSize, err)
		b.flagSuspect(err)
		return nil, err
	}
	return p, nil
}

// verifiedFor is how long the bytes of a verified blob are sent without being
// verified again.
const verifiedFor = 30 * 24 * time.Hour

// AcquireLease takes a lease on a blob that the store has and returns its size. ok is false
// when the store does not have it, or only a copy that may be damaged. It waits
// for a write of the blob that is under way.
func (s *Store) AcquireLease(d Digest) (size int64, l *Lease, ok bool) {
	l = s.newLease(d)
	size, ok = s.findSize(d)
	if !ok {
		l.Release()
		return 0, nil, false
	}
	return size, l, true
}

func (s *Store) findSize(d Digest) (int64, bool) {
	var loc Loc
	var known, busy bool
	f, mine, err := s.claimWrite(d, func() (bool, error) {
		var err error
		loc, known, err = s.index.Get(d)
		return true, err
	})
	busy = f != nil && !mine
	switch {
	case err != nil || s.suspects.has(d):
		return 0, false
	case busy:
		<-f.done
		if f.err != nil {
			return 0, false
		}
		return s.findSize(d)
	case known:
		return int64(loc.Plain), true
	}
	if o := s.away.find(s.largePath(d)); o != nil {
		return blobSize(o.Size), true
	}
	t, err := s.ensureLargeDurable(d)
	return int64(t.size), err == nil
}
