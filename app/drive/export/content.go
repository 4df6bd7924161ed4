package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strconv"
	"time"

	"anbar/blobstore"
	"anbar/db"

	"golang.org/x/sys/unix"
	"lukechampine.com/blake3"
)

// content is the content of a file at its time.
type content struct {
	hash db.Hash
	size int64
	at   time.Time
}

// The reasons why a content is not there.
const (
	damaged  = "damaged"
	missing  = "missing"
	tooLarge = "too_large" // for a file of that file system
)

// problem is a reason why one content alone is not written.
type problem string

// Error implements error.
func (p problem) Error() string { return string(p) }

// writeContent writes a content under a name, or one that the file system takes, unless it is there already. It returns the name, and
// a problem when the content is not there.
func (e *export) writeContent(ctx context.Context, at *folder, wanted, id string, c *content) (string, string, error) {
	first := e.rules.fitName(wanted, id)
	for _, name := range []string{first, e.rules.markName(wanted, id), e.rules.fallbackName(wanted, id)} {
		err := e.storeContent(ctx, at, name, c)
		var p problem
		switch {
		case isNameRejected(err), errors.Is(err, errInTheWay):
			continue
		case errors.As(err, &p):
			e.Damaged++
			e.printLine("%-8s %s", string(p), quotePath(path.Join(at.path, name)))
			return name, string(p), nil
		case err != nil:
			return "", "", fmt.Errorf("write %s: %w", path.Join(at.path, name), err)
		}
		return name, "", nil
	}
	return "", "", fmt.Errorf("write %s: its file system takes no such name", path.Join(at.path, first))
}

var errInTheWay = errors.New("a folder has the name")

// removePart removes the temporary file of a folder, if it is there.
func removePart(root *os.Root) error {
	if err := root.Remove(partName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// storeContent writes a content under a name.
func (e *export) storeContent(ctx context.Context, at *folder, name string, c *content) error {
	there, err := at.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case !there.Mode().IsRegular():
		return errInTheWay
	case there.Size() == c.size:
		same, err := e.matchesHash(ctx, at.root, name, c.hash)
		if err != nil || same {
			return errors.Join(err, at.root.Chtimes(name, c.at, c.at))
		}
	}
	if err := removePart(at.root); err != nil {
		return err
	}
	if err := e.copyContent(ctx, at, c); err != nil {
		return errors.Join(err, removePart(at.root))
	}
	if err := at.root.Rename(partName, name); err != nil {
		return errors.Join(err, at.root.Remove(partName))
	}
	e.Written++
	return nil
}

// matchesHash reports whether a file that is there has a hash.
func (e *export) matchesHash(ctx context.Context, root *os.Root, name string, want db.Hash) (bool, error) {
	f, err := root.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	h := blake3.New(len(want), nil)
	e.part = 0
	if _, err := io.Copy(h, &cancelReader{ctx: ctx, r: f, e: e}); err != nil {
		return false, err
	}
	return db.Hash(h.Sum(nil)) == want, nil
}

// copyContent writes a content to a temporary name. Each stretch is verified before it is written.
func (e *export) copyContent(ctx context.Context, at *folder, c *content) error {
	blob, err := e.Blobs.Open(ctx, blobstore.Digest(c.hash))
	if err != nil {
		return toProblem(err)
	}
	defer blob.Close()
	if blob.Size() != c.size {
		return problem(damaged)
	}
	out, err := at.root.OpenFile(partName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	all := blob.NewReader()
	e.part = 0
	in := &cancelReader{ctx: ctx, r: all, e: e}
	_, err = io.CopyBuffer(onlyWriter{out}, in, make([]byte, 64<<10))
	switch {
	case in.err != nil:
		err = toProblem(in.err)
	case errors.Is(err, unix.EFBIG):
		err = problem(tooLarge)
	}
	err = errors.Join(err, all.Close(), out.Close())
	if err == nil {
		err = at.root.Chtimes(partName, c.at, c.at)
	}
	return err
}

// toProblem turns what reading one content says of it alone into a problem of that content.
func toProblem(err error) error {
	switch {
	case errors.Is(err, blobstore.ErrCorrupt), errors.Is(err, unix.EIO):
		return errors.Join(problem(damaged), err)
	case errors.Is(err, blobstore.ErrNotFound):
		return errors.Join(problem(missing), err)
	}
	return err
}

// cancelReader ends reading when its context does, and keeps the error of reading apart from that of writing.
type cancelReader struct {
	ctx context.Context
	r   io.Reader
	e   *export // is told what came
	err error
}

// Read implements io.Reader.
func (s *cancelReader) Read(p []byte) (int, error) {
	n, err := 0, s.ctx.Err()
	if err == nil {
		n, err = s.r.Read(p)
	}
	if err != nil && err != io.EOF {
		s.err = err
	}
	s.e.part += int64(n)
	s.e.reportProgress()
	return n, err
}

// onlyWriter hides that a file reads by itself, which takes a buffer for each one.
type onlyWriter struct{ io.Writer }

// quotePath shows a path on one line.
func quotePath(p string) string { return strconv.Quote(p) }
