package blobstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	stageSuffix   = ".part"
	journalSuffix = ".ses"
)

var validSID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// SessionStatus describes an upload under way.
type SessionStatus struct {
	SID            string
	Size, PartSize int64
	Touched        time.Time // when the last part arrived
}

// Session is an upload under way. Its methods may be called from many goroutines.
type Session struct {
	s              *Store
	sid            string
	size, partSize int64

	sealMu sync.Mutex // Seal, Abort and the check of parts run one at a time

	mu         sync.Mutex // guards the fields below
	parts      pagedList[part]
	blocks     pagedList[cv]
	busy       map[int]chan struct{}
	cut        map[int]*partPrefix // by the part
	writers    int
	gone       bool
	unverified bool // the stage file may not hold what the journal says
	touched    time.Time
	journalEnd int64 // of the journal
	stage      File
	journal    File
	partBytes  int64  // bytes of the parts that are stored or being written
	allocated  int64  // bytes set aside on the disk
	promised   int64  // those of allocated that space only counts, where the file system cannot set any aside
	lease      *Lease // of a small session
	digest     Digest
	flights    []*flight // of a small session whose bytes are on their way to the disk
}

type part struct {
	stored  bool
	crc     uint32 // IEEE, of the bytes
	listCRC uint32 // Castagnoli, of the values of the groups
}

type sessions struct {
	mu   sync.Mutex
	byID map[string]*Session
}

func (x *sessions) get(sid string) *Session {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.byID[sid]
}

func (x *sessions) remove(sid string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	delete(x.byID, sid)
}

// putLocked adds a session. The caller holds the lock, or is alone while the store opens.
func (x *sessions) putLocked(u *Session) {
	if x.byID == nil {
		x.byID = map[string]*Session{}
	}
	x.byID[u.sid] = u
}

// list returns a copy of the list of sessions, so that the caller can lock them. The
// lock of the set is taken after that of a session, never before it.
func (x *sessions) list() []*Session {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Collect(maps.Values(x.byID))
}

func (x *sessions) closeAll() {
	for _, u := range x.list() {
		u.sealMu.Lock() // a blob that is being sealed needs the file
		u.mu.Lock()
		u.gone = true
		u.closeFiles()
		u.mu.Unlock()
		u.sealMu.Unlock()
	}
}

// BeginSession opens an upload of size bytes in parts of partSize bytes, a multiple of
// 1 MiB; only the last part may be shorter. sid is 1 to 64 letters, digits, dashes
// and underscores. It fails with ErrFull when the disk has no room for the whole
// size, but takes the room only as the parts arrive. A session with that sid and the
// same sizes is returned as it is; with other sizes the error is ErrSessionMismatch.
func (s *Store) BeginSession(ctx context.Context, sid string, size, partSize int64) (*Session, error) {
	if err := s.checkWritable(ctx); err != nil {
		return nil, err
	}
	switch {
	case !validSID.MatchString(sid):
		return nil, fmt.Errorf("blobstore: session id %q", sid)
	case size < 0 || size >= maxBlobSize:
		return nil, fmt.Errorf("%w: size %d", ErrPartRange, size)
	case partSize <= 0 || partSize%blockSize != 0 || partSize > maxPartSize:
		return nil, fmt.Errorf("%w: part size %d is no multiple of 1 MiB", ErrPartRange, partSize)
	}
	u, err := s.findOrCreateSession(sid, size, partSize)
	if err == nil {
		err = u.ensureVerified()
	}
	return u, err
}

func (s *Store) findOrCreateSession(sid string, size, partSize int64) (*Session, error) {
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	if u := s.sessions.byID[sid]; u != nil {
		if u.size != size || u.partSize != partSize {
			return nil, fmt.Errorf("%w: %s", ErrSessionMismatch, sid)
		}
		return u, nil
	}
	if err := s.checkSpace(size); err != nil {
		return nil, err
	}
	u := s.newSession(sid, size, partSize)
	if size > SmallMax {
		if err := u.createStage(); err != nil {
			return nil, wrapFull(err)
		}
	}
	s.sessions.putLocked(u)
	return u, nil
}

func (s *Store) newSession(sid string, size, partSize int64) *Session {
	return &Session{
		s: s, sid: sid, size: size, partSize: partSize, touched: s.o.Now(),
		parts:  newPagedList[part](int((size + partSize - 1) / partSize)),
		blocks: newPagedList[cv](int(blockCount(size))),
		busy:   map[int]chan struct{}{},
	}
}

func (u *Session) isSmall() bool { return u.size <= SmallMax }

func (u *Session) stagePath() string { return u.s.path(stageDir, u.sid+stageSuffix) }

func (u *Session) journalPath() string { return u.s.path(stageDir, u.sid+journalSuffix) }

func (u *Session) createStage() (err error) {
	fsys := u.s.fs
	if u.stage, err = fsys.OpenFile(u.stagePath(), os.O_RDWR|os.O_CREATE|os.O_TRUNC); err != nil {
		return err
	}
	u.journal, err = fsys.OpenFile(u.journalPath(), os.O_RDWR|os.O_CREATE|os.O_TRUNC)
	if err == nil {
		h := journalHeader{size: u.size, partSize: u.partSize, boot: u.s.boot, created: u.touched.UnixMilli()}
		_, err = u.journal.WriteAt(h.encode(), 0)
		u.journalEnd = journalHeaderSize
	}
	if err != nil {
		return errors.Join(err, u.removeFiles())
	}
	return nil
}

// maxReserveAhead is how much of the disk is set aside at most for parts that did not
// come yet.
const maxReserveAhead = 1 << 30

// reserveAhead reserves disk space for the parts that are stored or being written, and as
// much again, at most maxReserveAhead, for later ones. So an upload that only began takes no
// space, and a file of many parts still lies in few extents.
func (u *Session) reserveAhead() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	whole := largeFileSize(u.size)
	need := min(whole, u.partBytes)
	if need <= u.allocated {
		return nil
	}
	want := min(whole, need+min(need, maxReserveAhead))
	if err := u.s.reserveSpace(want - u.allocated); err != nil {
		want = need
		if u.s.reserveSpace(want-u.allocated) != nil {
			return err
		}
	}
	err := u.stage.Allocate(want)
	if errors.Is(err, errors.ErrUnsupported) {
		u.s.adjustPromised(want - u.allocated)
		u.promised, err = u.promised+want-u.allocated, nil
	}
	if err == nil {
		u.allocated = want
	}
	return wrapFull(err)
}

// recountBytes sets the bytes stored and reserved from the parts of a recovered session.
func (u *Session) recountBytes() {
	u.partBytes = 0
	for n := range u.parts.len() {
		if u.parts.get(n).stored {
			u.partBytes += u.partLen(n)
		}
	}
	u.allocated = u.partBytes
}

// removeFiles removes the files of a session. The caller holds mu.
func (u *Session) removeFiles() error {
	u.closeFiles()
	clear(u.cut)
	u.s.adjustPromised(-u.promised)
	u.promised = 0
	if u.isSmall() {
		return nil
	}
	return errors.Join(removeIfExists(u.s.fs, u.journalPath()), removeIfExists(u.s.fs, u.stagePath()))
}

// closeFiles closes the files unless a part is being written; then the last
// writer does. The caller holds mu. Nothing can be done about an error: the parts were promised to
// survive the process only.
func (u *Session) closeFiles() {
	if u.writers > 0 {
		return
	}
	for _, f := range []File{u.stage, u.journal} {
		if f != nil {
			_ = f.Close()
		}
	}
	u.stage, u.journal = nil, nil
}

// FindSession returns an upload under way, or ErrSessionGone.
func (s *Store) FindSession(sid string) (*Session, error) {
	u := s.sessions.get(sid)
	if u == nil {
		return nil, fmt.Errorf("%w: %s", ErrSessionGone, sid)
	}
	if err := u.ensureVerified(); err != nil {
		return nil, err
	}
	return u, nil
}

// ListSessions lists the uploads under way, in no order.
func (s *Store) ListSessions() []SessionStatus {
	all := s.sessions.list()
	list := make([]SessionStatus, 0, len(all))
	for _, u := range all {
		u.mu.Lock()
		list = append(list, SessionStatus{SID: u.sid, Size: u.size, PartSize: u.partSize, Touched: u.touched})
		u.mu.Unlock()
	}
	return list
}

// ListParts returns the numbers of the stored parts, as half-open ranges [from, to), and
// the lowest number that is missing; the number of parts when none is.
func (u *Session) ListParts() (present [][2]int, first int) {
	if err := u.ensureVerified(); err != nil {
		u.s.log.Warn("no part of an upload can be trusted", "sid", u.sid, "err", err)
		return [][2]int{}, 0
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	present = u.partRanges(true)
	if len(present) > 0 && present[0][0] == 0 {
		first = present[0][1]
	}
	return present, first
}

// HasPart reports whether a part is stored.
func (u *Session) HasPart(n int) bool {
	if u.ensureVerified() != nil || n < 0 || n >= u.parts.len() {
		return false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return !u.gone && u.parts.get(n).stored
}

// ComparePart fails with ErrPartConflict unless the stored part n holds p at a place in it. Only uploads of more than SmallMax
// bytes can be compared.
func (u *Session) ComparePart(ctx context.Context, n int, at int64, p []byte) error {
	if err := u.ensureVerified(); err != nil {
		return err
	}
	if n < 0 || n >= u.parts.len() || at < 0 || at+int64(len(p)) > u.partLen(n) {
		return fmt.Errorf("%w: part %d of %d", ErrPartRange, n, u.parts.len())
	}
	there, err := u.acquirePart(ctx, n)
	if err != nil {
		return err
	}
	defer u.releasePart(n)
	if !there {
		return &IncompleteError{Missing: [][2]int{{n, n + 1}}}
	}
	got := make([]byte, len(p))
	if err := readFull(u.stage, got, int64(n)*u.partSize+at); err != nil {
		return wrapFull(err)
	}
	if !bytes.Equal(got, p) {
		return fmt.Errorf("%w: part %d", ErrPartConflict, n)
	}
	return nil
}

func (u *Session) partRanges(there bool) [][2]int {
	list := [][2]int{}
	for n := range u.parts.len() {
		switch {
		case u.parts.get(n).stored != there:
		case len(list) > 0 && list[len(list)-1][1] == n:
			list[len(list)-1][1]++
		default:
			list = append(list, [2]int{n, n + 1})
		}
	}
	return list
}

// Abort ends the upload and removes its files. Parts that are being written meanwhile
// fail with ErrSessionGone. A second call does nothing.
func (u *Session) Abort(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	u.sealMu.Lock()
	defer u.sealMu.Unlock()
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.gone {
		return nil
	}
	return u.finish()
}

// recoverSessions continues the uploads that the end of the process interrupted, and
// removes files in the stage directory that belong to none.
func (s *Store) recoverSessions() error {
	names, err := s.fs.List(s.path(stageDir))
	if err != nil {
		return err
	}
	for _, name := range names {
		sid, ok := strings.CutSuffix(name, journalSuffix)
		if !ok || !validSID.MatchString(sid) {
			continue
		}
		u, err := s.recoverSession(sid)
		if err != nil {
			return fmt.Errorf("session %s: %w", sid, err)
		}
		if u != nil {
			s.sessions.putLocked(u)
		}
	}
	return s.removeStrayFiles(names)
}

// removeStrayFiles removes those of the files in the stage directory that belong to no session.
func (s *Store) removeStrayFiles(names []string) error {
	for _, name := range names {
		sid, _, _ := strings.Cut(name, ".")
		if s.sessions.byID[sid] == nil {
			if err := s.fs.Remove(s.path(stageDir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
