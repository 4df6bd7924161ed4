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

	"anbar/app/fault"
	"anbar/app/webdav"
	"anbar/blobstore"
	"anbar/db"
)

// block is the unit in which the store takes bytes. Chunks begin and end anywhere; what they hold of a block that is not
// whole waits as a piece.
const block = blobstore.SmallMax

// assembly is the bytes of one upload while they come. Whole blocks go to their final place at once, so that the end costs the
// same for any size.
type assembly struct {
	blobs *blobstore.Store
	id    db.ChunkUploadID
	size  int64 // of the file
	dir   string
	sum   running

	mu     sync.Mutex // guards the fields below
	pieces map[int64][]piece
	landed map[span]uint32 // sums of the pieces that came since the start of the process
}

// span is a range of the file, [from, to).
type span struct{ from, to int64 }

// session is the name of an upload in the store.
func session(id db.ChunkUploadID) string { return sessionPrefix + id.String() }

const sessionPrefix = "chunks-"

// assemblies are the uploads under way.
type assemblies struct {
	blobs *blobstore.Store
	dir   string

	mu  sync.Mutex
	all map[db.ChunkUploadID]*assembly
}

// of returns the assembly of an upload whose size is known, and reads what the last run of the process left.
func (s *assemblies) of(u *db.ChunkUpload) (*assembly, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.all[u.ID]; a != nil {
		return a, nil
	}
	a := &assembly{blobs: s.blobs, id: u.ID, size: u.Size, dir: s.dirOf(u.ID), landed: map[span]uint32{}}
	var err error
	if a.pieces, err = readPieces(a.dir); err != nil {
		return nil, err
	}
	s.all[u.ID] = a
	return a, nil
}

func (s *assemblies) dirOf(id db.ChunkUploadID) string { return filepath.Join(s.dir, id.String()) }

// drop removes the bytes of an upload.
func (s *assemblies) drop(ctx context.Context, id db.ChunkUploadID) error {
	s.mu.Lock()
	delete(s.all, id)
	s.mu.Unlock()
	se, err := s.blobs.Session(session(id))
	if err == nil {
		err = se.Abort(context.WithoutCancel(ctx))
	}
	if errors.Is(err, blobstore.ErrSessionGone) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(s.dirOf(id)))
}

func (a *assembly) session(ctx context.Context) (*blobstore.Session, error) {
	se, err := a.blobs.Session(session(a.id))
	if errors.Is(err, blobstore.ErrSessionGone) {
		return a.blobs.Begin(ctx, session(a.id), a.size, block)
	}
	return se, err
}

var blocks = sync.Pool{New: func() any { return new([block]byte) }}

// write stores the bytes of a chunk that begins at a place, and returns how many came. length is how many the app announced;
// -1 when it did not say.
func (a *assembly) write(ctx context.Context, start, length int64, r io.Reader) (n int64, err error) {
	if start < 0 || start > a.size || length > a.size-start {
		return 0, fault.InvalidPart
	}
	se, err := a.session(ctx)
	if err != nil {
		return 0, err
	}
	leg := a.sum.begin(start)
	defer func() { leg.end(n, err) }()
	buf := blocks.Get().(*[block]byte)
	defer blocks.Put(buf)
	for {
		at := start + n
		whole := min(block-at%block, a.size-at)
		if whole == 0 {
			return n, a.over(r)
		}
		got, rerr := io.ReadFull(r, buf[:whole])
		ended := errors.Is(rerr, io.EOF) || errors.Is(rerr, io.ErrUnexpectedEOF)
		if rerr != nil && !ended {
			return n, rerr
		}
		if got > 0 {
			leg.write(buf[:got])
			if err := a.keep(ctx, se, at, buf[:got]); err != nil {
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

// over fails when bytes follow behind the end of the file.
func (a *assembly) over(r io.Reader) error {
	var one [1]byte
	if n, err := io.ReadFull(r, one[:]); n > 0 {
		return fault.InvalidPart
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// keep stores bytes that lie within one block.
func (a *assembly) keep(ctx context.Context, se *blobstore.Session, at int64, b []byte) error {
	first := at / block * block
	if at == first && int64(len(b)) == min(block, a.size-first) {
		if err := writePart(ctx, se, first/block, b); err != nil {
			return err
		}
		return a.tidy(first / block)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	p := newPiece(at, b)
	if a.has(se, first/block) {
		// The bytes were stored by an earlier try of this chunk. Others than these are found at the end.
		if sum, same := a.landed[p.span]; !same || sum != p.sum {
			a.sum.lose()
		}
		return nil
	}
	if err := p.store(a.dir, b); err != nil {
		return err
	}
	a.landed[p.span] = p.sum
	a.pieces[first/block] = withPiece(a.pieces[first/block], p)
	return a.join(ctx, se, first/block)
}

// join hands a block to the store once its pieces make up the whole of it.
func (a *assembly) join(ctx context.Context, se *blobstore.Session, n int64) error {
	first := n * block
	end := min(first+block, a.size)
	if covered(a.pieces[n], first) != end {
		return nil
	}
	buf := blocks.Get().(*[block]byte)
	defer blocks.Put(buf)
	for _, p := range a.pieces[n] {
		if err := p.load(a.dir, buf[p.from-first:]); err != nil {
			return err
		}
	}
	if err := writePart(ctx, se, n, buf[:end-first]); err != nil {
		return err
	}
	return a.forget(n)
}

// tidy removes the pieces of a block that came whole.
func (a *assembly) tidy(n int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pieces[n]) == 0 {
		return nil
	}
	return a.forget(n)
}

func (a *assembly) forget(n int64) error {
	var err error
	for _, p := range a.pieces[n] {
		err = errors.Join(err, p.remove(a.dir))
	}
	delete(a.pieces, n)
	return err
}

// has reports whether the store has a block.
func (a *assembly) has(se *blobstore.Session, n int64) bool {
	for _, r := range present(se) {
		if int64(r[0]) <= n && n < int64(r[1]) {
			return true
		}
	}
	return false
}

func present(se *blobstore.Session) [][2]int {
	all, _ := se.Parts()
	return all
}

// holds reports which of the chunks are here, to the last byte.
func (a *assembly) holds(chunks []db.Chunk) (map[string]bool, error) {
	here := map[string]bool{}
	a.mu.Lock()
	defer a.mu.Unlock()
	var stored [][2]int
	se, err := a.blobs.Session(session(a.id))
	if err == nil {
		stored = present(se)
	} else if !errors.Is(err, blobstore.ErrSessionGone) {
		return nil, err
	}
	for _, c := range chunks {
		if c.Start >= 0 {
			here[c.Name] = a.holdsSpan(stored, span{c.Start, c.Start + c.Size})
		}
	}
	return here, nil
}

func (a *assembly) holdsSpan(stored [][2]int, s span) bool {
	for at := s.from; at < s.to; {
		to := at
		for _, r := range stored {
			if int64(r[0])*block <= at && at < int64(r[1])*block {
				to = int64(r[1]) * block
			}
		}
		if to == at {
			to = covered(a.pieces[at/block], at)
		}
		if to == at {
			return false
		}
		at = to
	}
	return true
}

// seal makes the bytes a blob with the sums that the app sent.
func (a *assembly) seal(ctx context.Context) (blobstore.Digest, *blobstore.Lease, error) {
	se, err := a.session(ctx)
	if err != nil {
		return blobstore.Digest{}, nil, err
	}
	digest, lease, err := se.Seal(ctx, nil)
	return digest, lease, partFault(err)
}

func writePart(ctx context.Context, se *blobstore.Session, n int64, b []byte) error {
	return partFault(se.WritePart(ctx, int(n), bytes.NewReader(b)))
}

// partFault gives errors of the store the words of the catalogue.
func partFault(err error) error {
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

// found returns the uploads of which there are bytes.
func (s *assemblies) found() []db.ChunkUploadID {
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
	for _, se := range s.blobs.Sessions() {
		add(strings.CutPrefix(se.SID, sessionPrefix))
	}
	return all
}
