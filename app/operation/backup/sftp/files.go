package sftp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	wire "github.com/pkg/sftp"
)

// Names of files are slash-separated, and lie below the path of the address.

const (
	cleanupWait = 5 * time.Second
	chunk       = 1 << 20  // what is asked or sent at a time, in many requests
	firstChunk  = 32 << 10 // most files are small
	syncEvery   = 64 << 20 // bytes: a server that has to flush more would be silent for long
	partial     = ".partial"
)

// IsPartial reports whether a file is one that is being written, or was when something broke.
func IsPartial(name string) bool { return strings.HasSuffix(name, partial) }

func (c *Connection) filePath(name string) string { return path.Join(c.address.Path, name) }

// ReadFile reads a small file; fs.ErrNotExist when there is none.
func (c *Connection) ReadFile(ctx context.Context, name string, most int64) (b []byte, err error) {
	err = c.run(ctx, func(s *session) error {
		r, err := c.openIn(ctx, s, name, 0)
		if err != nil {
			return err
		}
		b, err = io.ReadAll(io.LimitReader(r, most))
		return errors.Join(err, r.Close())
	})
	return b, err
}

// Open opens a file at an offset; fs.ErrNotExist when there is none. A connection that breaks while it is read fails the reading.
func (c *Connection) Open(ctx context.Context, name string, offset int64) (r io.ReadCloser, err error) {
	err = c.run(ctx, func(s *session) error {
		r, err = c.openIn(ctx, s, name, offset)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (c *Connection) openIn(ctx context.Context, s *session, name string, offset int64) (io.ReadCloser, error) {
	f, err := s.openFile(ctx, c.filePath(name), os.O_RDONLY)
	if err != nil {
		return nil, wrapError("open", name, err, s)
	}
	if !s.acquire() {
		_ = s.closeFile(ctx, f) // the session has ended
		return nil, wrapError("open", name, nil, s)
	}
	return &body{ctx: ctx, s: s, f: f, name: name, at: offset}, nil
}

// wrapError names the file in an error, unless it says all already.
func wrapError(what, name string, err error, s *session) error {
	if err == nil {
		err = s.reason()
	}
	return fmt.Errorf("%s %s: %w", what, name, err)
}

// body is a file that is read.
type body struct {
	ctx    context.Context //nolint:containedctx // it bounds what Read asks
	s      *session
	f      *wire.File
	name   string
	at     int64
	chunk  []byte
	rest   []byte
	err    error
	closed bool
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if len(b.rest) == 0 && b.err == nil {
		b.fetch()
	}
	if len(b.rest) == 0 {
		return 0, b.err
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// fetch reads the next bytes, more each time.
func (b *body) fetch() {
	b.chunk = make([]byte, min(chunk, max(firstChunk, 4*len(b.chunk)))) // a call that was given up may still write into the last one
	type part struct {
		n     int
		isEnd bool // which is no error of the connection
	}
	into, at := b.chunk, b.at
	got, err := fetchAnswer(b.ctx, b.s, func() (part, error) {
		n, err := b.f.ReadAt(into, at)
		if errors.Is(err, io.EOF) {
			return part{n, true}, nil
		}
		return part{n: n}, err
	})
	switch {
	case err != nil:
		b.err = fmt.Errorf("read %s: %w", b.name, err)
		return
	case got.isEnd:
		b.err = io.EOF
	}
	b.rest = into[:got.n]
	b.at += int64(got.n)
}

// Close implements io.Closer.
func (b *body) Close() error {
	if b.closed {
		return fs.ErrClosed
	}
	b.closed = true
	defer b.s.release()
	_ = b.s.closeFile(b.ctx, b.f) // nothing was written
	return nil
}

// List returns what is in a directory, by name; nothing when there is none.
func (c *Connection) List(ctx context.Context, dir string) ([]fs.FileInfo, error) {
	var all []fs.FileInfo
	err := c.run(ctx, func(s *session) (err error) {
		all, err = fetchAnswer(ctx, s, func() ([]fs.FileInfo, error) { return s.files.ReadDirContext(ctx, c.filePath(dir)) })
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", path.Join(".", dir), err)
	}
	slices.SortFunc(all, func(a, b fs.FileInfo) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// Stat looks at a file or a directory; fs.ErrNotExist when there is none.
func (c *Connection) Stat(ctx context.Context, name string) (info fs.FileInfo, err error) {
	err = c.run(ctx, func(s *session) error {
		info, err = fetchAnswer(ctx, s, func() (fs.FileInfo, error) { return s.files.Stat(c.filePath(name)) })
		return err
	})
	return info, err
}

// RestrictAccess takes from others what they may do with a file or a directory, where the server has such rights.
func (c *Connection) RestrictAccess(ctx context.Context, name string) error {
	info, err := c.Stat(ctx, name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode().Perm()&0o077 == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	return c.run(ctx, func(s *session) error {
		return ignoreRefusal(s.call(ctx, func() error { return s.files.Chmod(c.filePath(name), info.Mode().Perm()&^0o077) }))
	})
}

// ignoreRefusal lets pass that a server does not do something that it may well lack.
func ignoreRefusal(err error) error {
	if errors.As(err, new(*wire.StatusError)) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// Remove deletes a file, or a directory in which nothing is; none is no error.
func (c *Connection) Remove(ctx context.Context, name string) error {
	err := c.run(ctx, func(s *session) error {
		return s.call(ctx, func() error { return s.files.Remove(c.filePath(name)) })
	})
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("delete %s: %w", name, err)
}

// RemoveAll deletes a directory with everything in it; none is no error.
func (c *Connection) RemoveAll(ctx context.Context, dir string) error {
	all, err := c.List(ctx, dir)
	for _, e := range all {
		if err != nil {
			return err
		}
		if e.IsDir() {
			err = c.RemoveAll(ctx, path.Join(dir, e.Name()))
		} else {
			err = c.Remove(ctx, path.Join(dir, e.Name()))
		}
	}
	if err != nil {
		return err
	}
	return c.Remove(ctx, dir)
}

// makeDir makes a directory and those above it, for this account alone.
func (c *Connection) makeDir(ctx context.Context, s *session, dir string) error {
	err := s.call(ctx, func() error { return s.files.Mkdir(dir) })
	if err == nil {
		return ignoreRefusal(s.call(ctx, func() error { return s.files.Chmod(dir, 0o700) }))
	}
	if errors.Is(err, errLost) {
		return err
	}
	stat := func() (fs.FileInfo, error) { return s.files.Stat(dir) }
	info, there := fetchAnswer(ctx, s, stat)
	switch {
	case there == nil && info.IsDir():
		return nil
	case there == nil:
		return fmt.Errorf("%s is no directory", dir)
	case !errors.Is(there, fs.ErrNotExist) || path.Dir(dir) == dir:
		return fmt.Errorf("make the directory %s: %w", dir, err)
	}
	if err := c.makeDir(ctx, s, path.Dir(dir)); err != nil {
		return err
	}
	if err = s.call(ctx, func() error { return s.files.Mkdir(dir) }); err != nil {
		if info, there := fetchAnswer(ctx, s, stat); there == nil && info.IsDir() {
			return nil // another one made it meanwhile
		}
		return fmt.Errorf("make the directory %s: %w", dir, err)
	}
	return ignoreRefusal(s.call(ctx, func() error { return s.files.Chmod(dir, 0o700) }))
}
