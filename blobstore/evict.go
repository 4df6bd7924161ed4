package blobstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"
)

// IdleObject is an object on the disk that nobody wanted for a while.
type IdleObject struct {
	Object
	Since time.Time // when it was written or read last, to the day
}

// Idle yields the objects on the disk that can be away and that nobody read, or wrote, since a moment.
func (s *Store) Idle(ctx context.Context, since time.Time) iter.Seq2[IdleObject, error] {
	return func(yield func(IdleObject, error) bool) {
		for o, err := range s.Objects(ctx) {
			if err != nil {
				yield(IdleObject{}, err)
				return
			}
			name, ok := awayName(o.Key)
			if !ok || s.away.find(s.path(name)) != nil {
				continue
			}
			info, err := s.fs.Stat(s.path(name))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			last := info.ModTime
			if info.ReadTime.After(last) {
				last = info.ReadTime
			}
			if (err == nil && !last.Before(since)) || yield(IdleObject{o, last}, err) {
				continue
			}
			return
		}
	}
}

// wantedDays is on how many days somebody has to read an object that is away until it is worth its room on the disk.
const wantedDays = 2

// AwayWanted returns objects that are away and had better be on the disk: those that somebody read on several days since the start, and
// packs that are mostly dead, which can only be rewritten here.
func (s *Store) AwayWanted() []AwayObject {
	if s.away.isEmpty() {
		return nil
	}
	rewritten := map[string]bool{}
	for _, p := range s.packs.list() {
		if p.state == packSealed && 2*p.dead >= p.data && p.dead < p.data {
			rewritten[s.packPath(p.id)] = true
		}
	}
	var all []AwayObject
	s.away.mu.RLock()
	defer s.away.mu.RUnlock()
	for path, o := range s.away.byName {
		if o.days.Load() >= wantedDays || rewritten[path] {
			all = append(all, o.AwayObject)
		}
	}
	return all
}

// ProveObject reads an object on the disk whole. It fails with ErrCorrupt when that is damaged, and with fs.ErrNotExist when it is
// not there.
func (s *Store) ProveObject(key string) error {
	name, ok := awayName(key)
	if !ok {
		return errInvalidKey
	}
	o, err := s.FindObject(key)
	if err != nil {
		return err
	}
	f, err := s.fs.OpenFile(s.path(name), os.O_RDONLY)
	if err != nil {
		return err
	}
	as := awayContent{AwayObject: AwayObject{Key: key, Size: o.Size}}
	if _, isPack := ParsePackKey(key); isPack {
		as.Footer = 1 // of any length
	}
	err = as.verify(f, false)
	f.Forget()
	return errors.Join(err, f.Close())
}

// Evict removes objects from the disk, which the Remote must have: from then on they are read there. It returns those that left. Others
// stay: the newest pack, what is damaged or was removed meanwhile, and packs while a backup reads. Without a Remote it fails.
func (s *Store) Evict(ctx context.Context, keys []string) (gone []AwayObject, err error) {
	if s.away == nil || s.away.remote == nil {
		return nil, errors.New("blobstore: there is no place to read from what would leave the disk")
	}
	var all []AwayObject
	for _, key := range keys {
		o, err := s.prepareEviction(key)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrCorrupt):
			continue
		case err != nil:
			return nil, fmt.Errorf("blobstore: prepare %s for leaving the disk: %w", key, err)
		}
		all = append(all, o)
	}
	if len(all) == 0 {
		return nil, nil
	}
	// A power cut after this leaves both, the entry and the file: then the file counts.
	if err := errors.Join(s.fs.SyncDir(s.path(awayDir)), s.away.append(all)); err != nil {
		return nil, fmt.Errorf("blobstore: %w", err)
	}
	for _, o := range all {
		if err := ctx.Err(); err != nil {
			return gone, errors.Join(err, s.away.settle())
		}
		left, err := s.removeEvicted(o)
		if err != nil {
			return gone, errors.Join(fmt.Errorf("blobstore: take %s from the disk: %w", o.Key, err), s.away.settle())
		}
		if left {
			gone = append(gone, o)
		}
	}
	if len(gone) < len(all) {
		return gone, s.away.settle()
	}
	return gone, nil
}

// prepareEviction writes what of an object stays on the disk, and fails with fs.ErrNotExist for one that has to stay whole.
func (s *Store) prepareEviction(key string) (AwayObject, error) {
	name, ok := awayName(key)
	if !ok {
		return AwayObject{}, errInvalidKey
	}
	path := s.path(name)
	if s.away.find(path) != nil {
		return AwayObject{}, fs.ErrNotExist
	}
	o, err := s.FindObject(key)
	if err != nil {
		return AwayObject{}, err
	}
	a := AwayObject{Key: key, Size: o.Size}
	id, isPack := ParsePackKey(key)
	if !isPack {
		if s.suspects.has(o.Digest) {
			return a, ErrCorrupt
		}
		return a, s.fs.Mkdir(s.path(awayDir))
	}
	if s.packs.isLast(id) {
		return a, fs.ErrNotExist // a program that does not know the list would use its number again
	}
	footer, err := s.readRawFooter(path, id, o.Size)
	if err != nil {
		return a, err
	}
	a.Footer = int64(len(footer))
	dir := s.path(awayDir)
	return a, errors.Join(s.fs.Mkdir(dir), replaceFile(s.fs, filepath.Join(dir, filepath.Base(name)+footerSuffix), footer))
}

// readRawFooter returns the bytes of the footer of a sealed pack.
func (s *Store) readRawFooter(path string, id uint32, size int64) ([]byte, error) {
	f, err := s.fs.OpenFile(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, t, err := s.readFooter(f, id, size)
	if err != nil {
		return nil, fmt.Errorf("%w: footer: %w", ErrCorrupt, err)
	}
	footer := make([]byte, t.length)
	return footer, readFull(f, footer, size-int64(t.length))
}

// removeEvicted removes the file of an object that is in the list already, and reports whether it did.
func (s *Store) removeEvicted(o AwayObject) (gone bool, err error) {
	name, _ := awayName(o.Key)
	path := s.path(name)
	if id, isPack := ParsePackKey(o.Key); isPack {
		if !s.canLockOutBackups() {
			return false, nil
		}
		defer s.backupMu.Unlock()
		if p := s.packs.find(id); p == nil || !s.packs.isSealed(p) { // a sweep may have removed it
			return false, nil
		}
	} else if d, err := ParseDigest(filepath.Base(o.Key)); err == nil {
		st := s.stripe(d)
		st.mu.Lock()
		defer st.mu.Unlock()
		if s.suspects.has(d) {
			return false, nil
		}
	}
	info, err := s.fs.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.Size != o.Size:
		return false, nil
	case err != nil:
		return false, err
	}
	s.away.insert(path, o)
	if err := s.away.FS.Remove(path); err != nil {
		return false, errors.Join(err, s.away.drop(s.away.find(path)))
	}
	return true, nil
}

const backupPatience = 10 * time.Second // with a backup that walks the objects

// canLockOutBackups takes backupMu once no backup walks the objects, and reports whether it did. It does not wait in the queue of the
// lock, where the next backup would wait behind it, and gives up after backupPatience.
func (s *Store) canLockOutBackups() bool {
	for end := time.Now().Add(backupPatience); ; time.Sleep(20 * time.Millisecond) {
		if s.backupMu.TryLock() {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// append adds objects to the list, which is made where it is missing.
func (a *awayFS) append(all []AwayObject) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, err := a.FS.Stat(a.listPath()); errors.Is(err, fs.ErrNotExist) {
		return writeAway(a.FS, a.dir, all)
	}
	var lines []byte
	for _, o := range all {
		line, err := json.Marshal(o)
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	return a.appendLines(lines, true)
}

// appendLines writes behind the end of the list. The caller holds the lock.
func (a *awayFS) appendLines(lines []byte, isDurable bool) error {
	f, err := a.FS.OpenFile(a.listPath(), os.O_RDWR)
	if err != nil {
		return err
	}
	size, err := f.Size()
	if err == nil {
		if _, err = f.WriteAt(lines, size); err == nil && isDurable {
			err = f.Sync()
		}
		if err != nil {
			err = errors.Join(err, f.Truncate(size))
		}
	}
	return wrapFull(errors.Join(err, f.Close()))
}

// settle writes the list anew with what is away: objects that stayed after all must not count as away when they are removed later.
func (a *awayFS) settle() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	all := make([]AwayObject, 0, len(a.byName))
	for _, o := range a.byName {
		all = append(all, o.AwayObject)
	}
	return writeAway(a.FS, a.dir, all)
}
