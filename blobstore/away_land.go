package blobstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Away returns the objects that are not on the disk yet, those first that were asked for.
func (s *Store) Away() []AwayObject { return s.away.listByUrgency() }

// CountAway returns how many objects are not on the disk yet, and their bytes.
func (s *Store) CountAway() (objects int, bytes int64) {
	if s.away == nil {
		return 0, 0
	}
	s.away.mu.RLock()
	defer s.away.mu.RUnlock()
	for _, o := range s.away.byName {
		bytes += o.Size
	}
	return len(s.away.byName), bytes
}

// IsAway reports whether an object is not on the disk yet.
func (s *Store) IsAway(key string) bool {
	name, ok := awayName(key)
	return ok && s.away.find(s.path(name)) != nil
}

func (s *Store) isPackAway(id uint32) bool { return s.away.find(s.packPath(id)) != nil }

// AwayStats is what reading of objects that are away does. Bytes are counted since the start.
type AwayStats struct {
	Cached   int64 // bytes that are kept of what was read
	CacheMax int64 // bytes that may be kept
	Fetched  int64 // bytes that came from the Remote for readers
	Hits     int64 // bytes that readers got beyond those: they were kept
}

// AwayStats returns what reading of objects that are away does.
func (s *Store) AwayStats() (a AwayStats) {
	if s.away == nil {
		return a
	}
	s.away.mu.RLock()
	defer s.away.mu.RUnlock()
	fetched := s.away.fetched.Load()
	return AwayStats{
		Cached: s.away.cached, CacheMax: s.away.cacheMax.Load(), Hits: max(s.away.served.Load()-fetched, 0), Fetched: fetched,
	}
}

// SetAwayCache bounds the bytes on the disk that are kept of what was read of objects that are away. It counts from the next read on.
func (s *Store) SetAwayCache(bytes int64) {
	if s.away != nil {
		s.away.cacheMax.Store(bytes)
	}
}

// DiscardAway drops what was read of an object that is away, because it is not what it should be.
func (s *Store) DiscardAway(key string) {
	if name, ok := awayName(key); ok {
		if o := s.away.find(s.path(name)); o != nil {
			o.discard()
		}
	}
}

// IsReadingAway reports whether somebody waits for bytes of an object that is away.
func (s *Store) IsReadingAway() bool { return s.away != nil && s.away.reads.Load() > 0 }

// HasReadAway reports whether somebody waited for bytes of an object that is away within so long a time.
func (s *Store) HasReadAway(within time.Duration) bool {
	return s.away != nil && time.Now().UnixNano()-s.away.ended.Load() < int64(within)
}

// IsContentAway reports whether a blob is not on the disk yet.
func (s *Store) IsContentAway(d Digest) (bool, error) {
	if s.away.isEmpty() {
		return false, nil
	}
	loc, isSmall, err := s.index.Get(d)
	if err != nil {
		return false, err
	}
	path := s.largePath(d)
	if isSmall {
		path = s.packPath(loc.Pack)
	}
	return s.away.find(path) != nil, nil
}

// ListContents returns the blobs whose bytes are in objects: large blobs, and those of packs that the index has there.
func (s *Store) ListContents(keys []string) (all []Digest, err error) {
	packs := map[uint32]bool{}
	for _, key := range keys {
		if id, isPack := ParsePackKey(key); isPack {
			packs[id] = true
		} else if d, err := ParseDigest(filepath.Base(key)); err == nil {
			all = append(all, d)
		} else {
			return nil, err
		}
	}
	if len(packs) == 0 {
		return all, nil
	}
	for e, err := range s.index.All() {
		if err != nil {
			return nil, err
		}
		if packs[e.Loc.Pack] {
			all = append(all, e.Digest)
		}
	}
	return all, nil
}

// LandAway brings an object that is away to the disk. Other bytes than those that were stored are ErrCorrupt, and change nothing. It
// fails with fs.ErrNotExist when the object is not away, and with ErrFull when the disk is.
func (s *Store) LandAway(ctx context.Context, key string, r io.Reader) error {
	err := s.placeAway(ctx, key, r, false)
	if err != nil {
		return fmt.Errorf("blobstore: bring %s to the disk: %w", key, err)
	}
	return nil
}

// LandDamagedAway is LandAway for a pack of which no better copy exists: some records may be damaged, and count as such from then on.
func (s *Store) LandDamagedAway(ctx context.Context, key string, r io.Reader) error {
	return s.placeAway(ctx, key, r, true)
}

// ForgetAway forgets an object that is nowhere any more. What it held is missing from then on.
func (s *Store) ForgetAway(key string) error {
	name, ok := awayName(key)
	o := s.away.find(s.path(name))
	if !ok || o == nil {
		return fs.ErrNotExist
	}
	return errors.Join(s.away.noteGone(o), s.away.drop(o))
}

func (s *Store) placeAway(ctx context.Context, key string, r io.Reader, isDamaged bool) error {
	name, ok := awayName(key)
	o := s.away.find(s.path(name))
	if !ok || o == nil {
		return fs.ErrNotExist
	}
	if err := s.reserveSpace(o.Size); err != nil {
		return err
	}
	landing := o.side + landingSuffix
	f, err := s.fs.OpenFile(landing, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return wrapFull(err)
	}
	n, _, err := writeHashed(f, io.LimitReader(&contextReader{ctx, r}, o.Size+1), 0)
	if err == nil && n != o.Size {
		err = fmt.Errorf("%w: it has %d bytes or more, not %d", ErrCorrupt, n, o.Size)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = o.verify(f, isDamaged)
	}
	f.Forget()
	if err = errors.Join(err, f.Close()); err == nil {
		err = s.placeLanded(o, landing)
	}
	if err != nil {
		return wrapFull(errors.Join(err, removeIfExists(s.fs, landing)))
	}
	return nil
}

// verify reads a whole object. With isDamaged, records of a pack may be.
func (o *awayContent) verify(f File, isDamaged bool) error {
	var pack, crc uint32
	if !o.isPack() {
		d, err := ParseDigest(filepath.Base(o.Key))
		if err != nil {
			return err
		}
		return verifyLargeFile(f, d)
	}
	if !parseKey(o.Key, "packs/%d-%x.pk", &pack, &crc) {
		return errInvalidKey
	}
	damage, err := verifySealedPack(f, pack, crc, o.Size)
	if err != nil || isDamaged {
		return err
	}
	return damage
}

// placeLanded gives a proven object its name. One that was removed, or stored again, meanwhile does not come back.
func (s *Store) placeLanded(o *awayContent, from string) error {
	if d, err := ParseDigest(filepath.Base(o.path)); err == nil {
		st := s.stripe(d)
		st.mu.Lock()
		defer st.mu.Unlock()
		defer s.suspects.remove(d)
	}
	if s.away.find(o.path) != o {
		return removeIfExists(s.fs, from)
	}
	err := errors.Join(s.fs.Rename(from, o.path), s.fs.SyncDir(filepath.Dir(o.path)))
	if id, isPack := ParsePackKey(o.Key); isPack && err == nil {
		return s.clearSuspects(id)
	}
	return err
}

// clearSuspects trusts the blobs of a pack that was proven.
func (s *Store) clearSuspects(pack uint32) error {
	for _, d := range s.suspects.list() {
		loc, ok, err := s.index.Get(d)
		if err != nil {
			return err
		}
		if ok && loc.Pack == pack {
			s.suspects.remove(d)
		}
	}
	return nil
}

// EndAway removes the list of a store of which nothing is away any more. It does nothing while something is.
func (s *Store) EndAway() error {
	if s.away == nil {
		return nil
	}
	s.away.mu.Lock()
	defer s.away.mu.Unlock()
	if len(s.away.byName) > 0 {
		return nil
	}
	err := s.away.FS.Remove(s.away.listPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, s.away.FS.SyncDir(s.path(awayDir)))
}
