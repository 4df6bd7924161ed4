package sftp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	wire "github.com/pkg/sftp"
)

// Extensions of OpenSSH's server that make writing safe.
const (
	syncExtension   = "fsync@openssh.com"
	renameExtension = "posix-rename@openssh.com"
	spaceExtension  = "statvfs@openssh.com"
)

// Guard refuses changes. It is asked before each.
type Guard func(context.Context) error

// Write writes a file whole or not at all, in place of one of the name, and returns its size. It has the given time, unless that is
// zero. A negative size is one that is not known. When the connection turns out to be broken before r was read, or r can be read again,
// it is tried once more.
func (c *Connection) Write(
	ctx context.Context, name string, r io.Reader, size int64, made time.Time, allow Guard,
) (written int64, err error) {
	first := &firstRead{r: r}
	err = c.run(ctx, func(s *session) error {
		if !first.canRestart() {
			return errors.New("the connection to the SSH server broke in the middle of a file") // not errLost: it is not tried again
		}
		var temporary string
		if temporary, written, err = c.writeTemporary(ctx, s, name, first, size, made, allow); err != nil {
			return c.fail(ctx, s, "put", name, err)
		}
		if err = c.rename(ctx, s, temporary, c.filePath(name)); err != nil {
			c.discard(ctx, temporary)
			return c.fail(ctx, s, "put", name, err)
		}
		return nil
	})
	return written, err
}

// firstRead knows whether anything was read.
type firstRead struct {
	r      io.Reader
	isRead bool
}

// Read implements io.Reader.
func (f *firstRead) Read(p []byte) (int, error) {
	f.isRead = true
	return f.r.Read(p)
}

// canRestart reports whether everything is read from the beginning from now on.
func (f *firstRead) canRestart() bool {
	if !f.isRead {
		return true
	}
	back, ok := f.r.(*bytes.Reader) // a file may have been read in part before it came here
	if !ok {
		return false
	}
	_, err := back.Seek(0, io.SeekStart)
	return err == nil
}

// Create writes a file under a name that does not exist; fs.ErrExist when it does. Of several that do at a time one succeeds.
func (c *Connection) Create(ctx context.Context, name string, content []byte, allow Guard) error {
	var temporary string
	err := c.run(ctx, func(s *session) (err error) {
		temporary, _, err = c.writeTemporary(ctx, s, name, bytes.NewReader(content), int64(len(content)), time.Time{}, allow)
		return err
	})
	if err != nil {
		return fmt.Errorf("create %s: %w", name, err)
	}
	defer c.discard(ctx, temporary)
	s, err := c.acquire(ctx) // and not run: a second try would find the name that the first one took
	if err != nil {
		return fmt.Errorf("create %s: %w", name, err)
	}
	defer s.release()
	to := c.filePath(name)
	err = s.call(ctx, func() error { return s.files.Link(temporary, to) })
	if err == nil {
		return nil
	}
	if there := s.call(ctx, func() error { _, err := s.files.Lstat(to); return err }); there == nil {
		return fs.ErrExist
	}
	if refused := ignoreRefusal(err); refused != nil {
		return c.fail(ctx, s, "create", name, refused)
	}
	if err = c.createExclusive(ctx, s, to, content); err != nil && !errors.Is(err, fs.ErrExist) {
		err = c.fail(ctx, s, "create", name, err)
	}
	return err
}

// createExclusive is for servers without links. A writer that breaks off in the middle leaves a file that is not whole.
func (c *Connection) createExclusive(ctx context.Context, s *session, to string, content []byte) error {
	f, err := s.openFile(ctx, to, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		if there := s.call(ctx, func() error { _, err := s.files.Lstat(to); return err }); there == nil {
			return fs.ErrExist
		}
		return err
	}
	_, err = s.fill(ctx, f, bytes.NewReader(content))
	if err == nil {
		err = s.finish(ctx, f, int64(len(content)))
	}
	if err = errors.Join(err, s.closeFile(ctx, f)); err != nil {
		c.discard(ctx, to)
	}
	return err
}

// writeTemporary fills a file beside the one that it will be, and returns its path. Whether it lies in the right place is asked before;
// another disk that is mounted there meanwhile does not have it, and so cannot give it its name.
func (c *Connection) writeTemporary(
	ctx context.Context, s *session, name string, r io.Reader, size int64, made time.Time, allow Guard,
) (temporary string, n int64, err error) {
	if err := allow(ctx); err != nil {
		return "", 0, err
	}
	to := c.filePath(name)
	temporary = path.Join(path.Dir(to), newName()+partial)
	f, err := s.openFile(ctx, temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if isAnswer(err) { // the directory is missing, for which not every server has the same word
		if err = c.makeDir(ctx, s, path.Dir(to)); err == nil {
			f, err = s.openFile(ctx, temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
		}
	}
	if err != nil {
		return "", 0, err
	}
	c.discardLeft(ctx)
	if path.Dir(path.Clean(name)) == "." { // the directories below are closed to others, this one may not be
		err = ignoreRefusal(s.call(ctx, func() error { return f.Chmod(0o600) }))
	}
	if err == nil {
		n, err = s.fill(ctx, f, r)
	}
	if err == nil && size >= 0 && n != size {
		err = fmt.Errorf("it has %d bytes, not %d", n, size)
	}
	if err == nil {
		err = s.finish(ctx, f, n)
	}
	if err = errors.Join(err, s.closeFile(ctx, f)); err == nil && !made.IsZero() {
		err = s.call(ctx, func() error { return s.files.Chtimes(temporary, made, made) })
	}
	if err != nil {
		c.discard(ctx, temporary)
	}
	return temporary, n, err
}

func newName() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// isAnswer reports whether the server answered with an error.
func isAnswer(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.As(err, new(*wire.StatusError))
}

// openFile opens a file. One that is open only after ctx has ended is closed again.
func (s *session) openFile(ctx context.Context, file string, flags int) (*wire.File, error) {
	opened := make(chan *wire.File, 1)
	err := s.call(ctx, func() error {
		f, err := s.files.OpenFile(file, flags)
		if err != nil {
			return err
		}
		opened <- f
		if ctx.Err() == nil {
			return nil
		}
		select { // unless the caller has it
		case f := <-opened:
			return f.Close()
		default:
			return nil
		}
	})
	select {
	case f := <-opened:
		if err == nil {
			return f, nil
		}
		return nil, errors.Join(err, s.closeFile(ctx, f))
	default:
	}
	if err == nil {
		err = context.Cause(ctx)
	}
	return nil, err
}

// closeFile closes a file, also when ctx has ended.
func (s *session) closeFile(ctx context.Context, f *wire.File) error {
	if ctx.Err() == nil {
		return s.call(ctx, f.Close)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupWait)
	defer cancel()
	return s.call(ctx, f.Close)
}

// fill writes everything, and has the server flush now and then.
func (s *session) fill(ctx context.Context, f *wire.File, r io.Reader) (n int64, err error) {
	b := make([]byte, firstChunk)
	for flushed := int64(0); ; {
		got, end := io.ReadFull(r, b)
		if end != nil && !errors.Is(end, io.EOF) && !errors.Is(end, io.ErrUnexpectedEOF) {
			return n, end
		}
		if got > 0 {
			part, at := b[:got], n
			if err = s.call(ctx, func() error { _, err := f.WriteAt(part, at); return err }); err != nil {
				return n, err
			}
		}
		if n += int64(got); end != nil {
			return n, nil
		}
		if len(b) < chunk {
			b = make([]byte, 4*len(b))
		}
		if n-flushed >= syncEvery {
			if flushed, err = n, s.flush(ctx, f); err != nil {
				return n, err
			}
		}
	}
}

// flush has a file written to the disk, where the server knows how to: others do it when they please.
func (s *session) flush(ctx context.Context, f *wire.File) error {
	if _, ok := s.files.HasExtension(syncExtension); !ok {
		return nil
	}
	return s.call(ctx, f.Sync)
}

// finish has a file on the disk, and as long as what was sent.
func (s *session) finish(ctx context.Context, f *wire.File, size int64) error {
	if err := s.flush(ctx, f); err != nil {
		return err
	}
	return s.call(ctx, func() error {
		info, err := f.Stat()
		if err == nil && info.Size() != size {
			err = fmt.Errorf("the server has %d bytes of it, not %d", info.Size(), size)
		}
		return err
	})
}

// rename gives a file its name, in place of another one. A server without the extension renames to free names only: between the
// deletion of the old file and the new name neither is there, and who breaks off in that moment leaves none. Files that are written more
// than once are made again in the next round; a reader sees a file that is missing, and never a part of one.
func (c *Connection) rename(ctx context.Context, s *session, from, to string) error {
	if _, ok := s.files.HasExtension(renameExtension); ok {
		return s.call(ctx, func() error { return s.files.PosixRename(from, to) })
	}
	err := s.call(ctx, func() error { return s.files.Rename(from, to) })
	if err == nil || !isAnswer(err) {
		return err
	}
	if there := s.call(ctx, func() error { _, err := s.files.Lstat(to); return err }); there != nil {
		return err
	}
	if err := s.call(ctx, func() error { return s.files.Remove(to) }); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.call(ctx, func() error { return s.files.Rename(from, to) })
}

// discard deletes what was not ended. When the server is out of reach it is deleted with the next write, if nothing else can bear its name
// then.
func (c *Connection) discard(ctx context.Context, file string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupWait)
	defer cancel()
	err := c.run(ctx, func(s *session) error { return s.call(ctx, func() error { return s.files.Remove(file) }) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) && IsPartial(file) {
		select {
		case c.left <- file:
		default: // so many never are
		}
	}
}

// discardLeft deletes one of the files that could not be deleted when they were given up.
func (c *Connection) discardLeft(ctx context.Context) {
	select {
	case file := <-c.left:
		c.discard(ctx, file)
	default:
	}
}

// fail names the file in an error, and the cause when the server has no word for it.
func (c *Connection) fail(ctx context.Context, s *session, what, name string, err error) error {
	var status *wire.StatusError
	if !errors.As(err, &status) || status.FxCode() != wire.ErrSSHFxFailure {
		return fmt.Errorf("%s %s: %w", what, name, err)
	}
	if _, ok := s.files.HasExtension(spaceExtension); ok {
		space, looked := fetchAnswer(ctx, s, func() (*wire.StatVFS, error) { return s.files.StatVFS(c.address.Path) })
		if looked == nil && isFull(space) {
			return fmt.Errorf("%s %s: the disk of the server is full: %w", what, name, err)
		}
	}
	return fmt.Errorf("%s %s: the server could not write it (is its disk full, or a limit of the account reached?): %w", what, name, err)
}

// isFull reports whether nothing of use can be written to a disk.
func isFull(space *wire.StatVFS) bool {
	const least = 4 << 20
	return space.Bavail*space.Frsize < least || space.Files > 0 && space.Favail == 0
}
