package blobstore

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// lostBlobs are damaged blobs that a backup is asked for. The file state/lost has them, a line of JSON each.
type lostBlobs struct {
	mu     sync.Mutex
	all    map[Digest]lostBlob
	saving sync.Mutex
}

type lostBlob struct {
	Digest string `json:"digest"`
	Object string `json:"object"` // where it was: a pack, or its own file
	Offset int64  `json:"offset"`
	Since  int64  `json:"since"` // Unix seconds
}

const (
	lostFile   = "lost"
	copySuffix = ".copy" // of what comes from a backup, until it is proven
	askFor     = 30 * 24 * time.Hour
)

func (l *lostBlobs) add(d Damage, since time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[Digest]lostBlob{}
	}
	l.all[d.Digest] = lostBlob{Digest: d.Digest.String(), Object: d.Object, Offset: d.Offset, Since: since.Unix()}
}

func (l *lostBlobs) remove(d Digest) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, d)
}

// removeBefore forgets those that were asked for since before a moment, and returns how many these are.
func (l *lostBlobs) removeBefore(at time.Time) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := len(l.all)
	maps.DeleteFunc(l.all, func(_ Digest, b lostBlob) bool { return b.Since < at.Unix() })
	return before - len(l.all)
}

// list returns them in the order of their places, so that a backup is read from the front to the back.
func (l *lostBlobs) list() []Damage {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make([]Damage, 0, len(l.all))
	for d, b := range l.all {
		all = append(all, Damage{Digest: d, Object: b.Object, Offset: b.Offset})
	}
	slices.SortFunc(all, func(a, b Damage) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Offset, b.Offset)) })
	return all
}

func (s *Store) saveLost() error {
	s.lost.saving.Lock()
	defer s.lost.saving.Unlock()
	s.lost.mu.Lock()
	all := slices.Collect(maps.Values(s.lost.all))
	s.lost.mu.Unlock()
	var text strings.Builder
	for _, b := range all {
		line, err := json.Marshal(b)
		if err != nil {
			return err
		}
		text.Write(append(line, '\n'))
	}
	return replaceFile(s.fs, s.path(stateDir, lostFile), []byte(text.String()))
}

// loadLost reads what was lost before. Until it is repaired, or came again, it counts as suspected.
func (s *Store) loadLost() {
	text, err := readFile(s.fs, s.path(stateDir, lostFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.log.Warn("state/lost cannot be read", "err", err)
	}
	for line := range strings.Lines(string(text)) {
		var b lostBlob
		if err := json.Unmarshal([]byte(line), &b); err != nil {
			s.log.Warn("a line of state/lost cannot be read", "err", err)
			continue
		}
		d, err := ParseDigest(b.Digest)
		if err != nil {
			s.log.Warn("a line of state/lost cannot be read", "err", err)
			continue
		}
		s.lost.add(Damage{Digest: d, Object: b.Object, Offset: b.Offset}, time.Unix(b.Since, 0))
		s.suspects.add(d)
	}
}

// repairLost asks for each lost blob. One that the backup does not have, or cannot give now, is asked for again by the next call; one that
// is damaged there, too, is given up, and so is one that was asked for in vain for 30 days.
func (s *Store) repairLost(ctx context.Context, repair RepairFunc, report *ScrubReport) error {
	if n := s.lost.removeBefore(s.o.Now().Add(-askFor)); n > 0 {
		s.log.Error("damaged blobs were not replaced for 30 days, and are given up", "blobs", n)
		if err := s.saveLost(); err != nil {
			return err
		}
	}
	all := s.lost.list()
	if len(all) == 0 {
		return nil
	}
	if err := s.removeCopies(); err != nil {
		return err
	}
	for _, d := range all {
		if ctx.Err() != nil {
			break
		}
		isThere, err := s.isSound(d.Digest)
		if err == nil && isThere { // it came again
			s.lost.remove(d.Digest)
			continue
		}
		if err == nil {
			err = s.repairBlob(ctx, d, repair)
		}
		d.Repaired = err == nil
		if d.Repaired || errors.Is(err, ErrCorrupt) || errors.Is(err, ErrChecksum) {
			s.lost.remove(d.Digest)
		}
		if d.Repaired {
			s.log.Info("a damaged blob was replaced", "digest", d.Digest)
		} else {
			err = fmt.Errorf("repair: %w", err)
			s.log.Warn("a damaged blob was not replaced", "digest", d.Digest, "err", err)
		}
		report.note(d, err)
	}
	return errors.Join(ctx.Err(), s.saveLost())
}

// note adds what became of a blob to a report.
func (r *ScrubReport) note(d Damage, err error) {
	for i := range r.Damaged {
		if one := &r.Damaged[i]; one.Digest == d.Digest {
			one.Repaired, one.Err = d.Repaired, errors.Join(one.Err, err)
			return
		}
	}
	if d.Repaired {
		r.Damaged = append(r.Damaged, d)
	}
}

// isSound reports whether a blob is there and nothing speaks against it.
func (s *Store) isSound(d Digest) (bool, error) {
	if s.suspects.has(d) {
		return false, nil
	}
	_, ok, err := s.FindPlace(d)
	return ok, err
}

func (s *Store) repairBlob(ctx context.Context, d Damage, repair RepairFunc) error {
	l := s.newLease(d.Digest)
	defer l.Release()
	r, size, err := repair(ctx, d)
	if err != nil {
		return err
	}
	if _, isSmall := d.FindPack(); !isSmall {
		return errors.Join(s.repairLarge(ctx, d.Digest, r, size), r.Close())
	}
	got, lease, err := s.PutReader(ctx, io.LimitReader(r, SmallMax+1))
	err = errors.Join(err, r.Close())
	lease.Release()
	if err == nil && got.Digest != d.Digest {
		err = fmt.Errorf("%w: the copy is %v", ErrChecksum, got.Digest)
	}
	return err
}

// repairLarge proves an object beside the store, and gives it its name then.
func (s *Store) repairLarge(ctx context.Context, d Digest, r io.Reader, size int64) error {
	if err := s.reserveSpace(size); err != nil {
		return err
	}
	stage := s.path(quarantineDir, d.String()+copySuffix)
	f, err := s.fs.OpenFile(stage, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err != nil {
		return wrapFull(err)
	}
	n, _, err := writeHashed(f, io.LimitReader(&contextReader{ctx, r}, size+1), 0)
	if err == nil && n != size {
		err = fmt.Errorf("%w: the object has %d bytes or more, not %d", ErrCorrupt, n, size)
	}
	if err == nil {
		err = verifyLargeFile(f, d)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = s.adoptCopy(stage, d)
	}
	if err != nil {
		return wrapFull(errors.Join(err, removeIfExists(s.fs, stage)))
	}
	return nil
}

func (s *Store) adoptCopy(stage string, d Digest) error {
	path := s.largePath(d)
	if err := s.ensurePrefix(filepath.Dir(path)); err != nil {
		return err
	}
	if err := s.replaceLarge(stage, d); err != nil {
		return err
	}
	return s.fs.SyncDir(filepath.Dir(path))
}

// removeCopies removes what a process left that ended while it repaired.
func (s *Store) removeCopies() error {
	names, err := s.fs.List(s.path(quarantineDir))
	for _, name := range names {
		if strings.HasSuffix(name, copySuffix) {
			err = errors.Join(err, removeIfExists(s.fs, s.path(quarantineDir, name)))
		}
	}
	return err
}

// contextReader ends with its context.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}
