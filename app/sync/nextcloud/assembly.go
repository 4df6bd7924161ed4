package nextcloud

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"anbar/app/base/fault"
	"anbar/app/sync/webdav"
	"anbar/blobstore"
	"anbar/db"
)

// blockSize is the unit in which the store takes bytes. Chunks begin and end anywhere; what they hold of a block that is not
// whole waits as a piece.
const blockSize = blobstore.SmallMax

// assembly is the bytes of one upload while they come. Whole blocks go to their final place at once, so that the end costs the
// same for any size.
type assembly struct {
	blobs *blobstore.Store
	id    db.ChunkUploadID
	size  int64 // of the file
	dir   string
	sum   runningSum

	mu     sync.Mutex // guards the fields below
	pieces map[int64][]piece
	count  int // of the pieces
	digest blobstore.Digest
	lease  *blobstore.Lease // on all of it, once it is sealed
}

// span is a range of the file, [from, to).
type span struct{ from, to int64 }

// sessionName is the name of an upload in the store.
func sessionName(id db.ChunkUploadID) string { return sessionPrefix + id.String() }

const sessionPrefix = "chunks-"

// assemblies are the uploads under way.
type assemblies struct {
	blobs *blobstore.Store
	dir   string

	mu  sync.Mutex
	all map[db.ChunkUploadID]*assembly
}

// open returns the assembly of an upload whose size is known, and reads what the last run of the process left.
func (s *assemblies) open(u *db.ChunkUpload) (*assembly, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.all[u.ID]; a != nil {
		return a, nil
	}
	a := &assembly{blobs: s.blobs, id: u.ID, size: u.Size, dir: s.dirOf(u.ID)}
	var err error
	if a.pieces, err = recoverPieces(a.dir); err != nil {
		return nil, err
	}
	for _, all := range a.pieces {
		a.count += len(all)
	}
	s.all[u.ID] = a
	return a, nil
}

func (s *assemblies) dirOf(id db.ChunkUploadID) string { return filepath.Join(s.dir, id.String()) }

// remove removes the bytes of an upload.
func (s *assemblies) remove(ctx context.Context, id db.ChunkUploadID) error {
	s.mu.Lock()
	a := s.all[id]
	delete(s.all, id)
	s.mu.Unlock()
	if a != nil {
		a.mu.Lock()
		a.lease.Release()
		a.mu.Unlock()
	}
	se, err := s.blobs.FindSession(sessionName(id))
	if err == nil {
		err = se.Abort(context.WithoutCancel(ctx))
	}
	if errors.Is(err, blobstore.ErrSessionGone) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(s.dirOf(id)))
}

func (a *assembly) openSession(ctx context.Context) (*blobstore.Session, error) {
	se, err := a.blobs.FindSession(sessionName(a.id))
	if errors.Is(err, blobstore.ErrSessionGone) {
		return a.blobs.BeginSession(ctx, sessionName(a.id), a.size, blockSize)
	}
	return se, err
}

var blockBuffers = sync.Pool{New: func() any { return new([blockSize]byte) }}

// write stores the bytes of a chunk that begins at a place, and returns how many came. length is how many the app announced;
// -1 when it did not say.
func (a *assembly) write(ctx context.Context, start, length int64, r io.Reader) (n int64, err error) {
	if start < 0 || start > a.size || length > a.size-start {
		return 0, fault.InvalidPart
	}
	if _, sealed := a.sealedDigest(); sealed {
		return 0, fault.InvalidPart // the file is whole
	}
	se, err := a.openSession(ctx)
	if err != nil {
		return 0, err
	}
	leg := a.sum.startPart(start)
	defer func() { leg.finish(n, err) }()
	buf := blockBuffers.Get().(*[blockSize]byte)
	defer blockBuffers.Put(buf)
	for {
		at := start + n
		whole := min(blockSize-at%blockSize, a.size-at)
		if whole == 0 {
			return n, a.checkEnd(r)
		}
		got, rerr := io.ReadFull(r, buf[:whole])
		ended := errors.Is(rerr, io.EOF) || errors.Is(rerr, io.ErrUnexpectedEOF)
		if rerr != nil && !ended {
			return n, rerr
		}
		if got > 0 {
			leg.write(buf[:got])
			if err := a.storeBytes(ctx, se, at, buf[:got]); err != nil {
				return n, err
			}
		}
		n += int64(got)
		if !ended {
			continue
		}
		if length >= 0 && n != length {
			return n, webdav.ErrLength
		}
		return n, nil
	}
}

// checkEnd fails when bytes follow behind the end of the file.
func (a *assembly) checkEnd(r io.Reader) error {
	var one [1]byte
	if n, err := io.ReadFull(r, one[:]); n > 0 {
		return fault.InvalidPart
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func storedRanges(se *blobstore.Session) [][2]int {
	all, _ := se.ListParts()
	return all
}

// listStored reports which of the chunks are here, to the last byte.
func (a *assembly) listStored(chunks []db.Chunk) (map[string]bool, error) {
	here := map[string]bool{}
	a.mu.Lock()
	defer a.mu.Unlock()
	var stored [][2]int
	se, err := a.blobs.FindSession(sessionName(a.id))
	if err == nil {
		stored = storedRanges(se)
	} else if !errors.Is(err, blobstore.ErrSessionGone) {
		return nil, err
	}
	for _, c := range chunks {
		if a.lease != nil {
			here[c.Name] = true
		} else if c.Start >= 0 {
			here[c.Name] = a.hasSpan(stored, span{c.Start, c.Start + c.Size})
		}
	}
	return here, nil
}

func (a *assembly) hasSpan(stored [][2]int, s span) bool {
	for at := s.from; at < s.to; {
		to := at
		for _, r := range stored {
			if int64(r[0])*blockSize <= at && at < int64(r[1])*blockSize {
				to = int64(r[1]) * blockSize
			}
		}
		if to == at {
			to = coverageEnd(a.pieces[at/blockSize], at)
		}
		if to == at {
			return false
		}
		at = to
	}
	return true
}

// sealedDigest returns the blob that the bytes are already.
func (a *assembly) sealedDigest() (blobstore.Digest, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.digest, a.lease != nil
}

// seal makes the bytes a blob, which the assembly keeps until it is dropped.
func (a *assembly) seal(ctx context.Context) (blobstore.Digest, error) {
	se, err := a.blobs.FindSession(sessionName(a.id)) // one that is gone is not begun anew: it would lack all that came
	if errors.Is(err, blobstore.ErrSessionGone) {
		return blobstore.Digest{}, fmt.Errorf("%w: %w", webdav.ErrLength, err)
	}
	if err != nil {
		return blobstore.Digest{}, err
	}
	digest, lease, err := se.Seal(ctx, nil)
	if err != nil {
		return digest, toPartFault(err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.digest, a.lease = digest, lease
	return digest, nil
}

func writePart(ctx context.Context, se *blobstore.Session, n int64, b []byte) error {
	return toPartFault(se.WritePart(ctx, int(n), bytes.NewReader(b)))
}

// toPartFault gives errors of the store the words of the catalogue.
func toPartFault(err error) error {
	var missing *blobstore.IncompleteError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &missing):
		return fmt.Errorf("%w: %w", webdav.ErrLength, err)
	case errors.Is(err, blobstore.ErrPartConflict):
		return fault.PartConflict.Because(err)
	case errors.Is(err, blobstore.ErrBusy):
		return fault.TooManyRequests.After(busyWait).Because(err)
	case errors.Is(err, blobstore.ErrSessionGone):
		return fault.UploadNotFound.Because(err)
	}
	return err
}

// listIDs returns the uploads of which there are bytes.
func (s *assemblies) listIDs() []db.ChunkUploadID {
	var all []db.ChunkUploadID
	add := func(text string, ok bool) {
		var id db.ChunkUploadID
		if ok && id.UnmarshalText([]byte(text)) == nil && id != 0 {
			all = append(all, id)
		}
	}
	list, _ := os.ReadDir(s.dir) // there may be no directory
	for _, e := range list {
		add(e.Name(), e.IsDir())
	}
	for _, se := range s.blobs.ListSessions() {
		add(strings.CutPrefix(se.SID, sessionPrefix))
	}
	return all
}
