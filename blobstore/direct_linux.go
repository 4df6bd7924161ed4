package blobstore

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// directFile reads large pieces from the disk past the kernel's memory. What was just flushed is read once; making room for it there and
// copying it takes longer than hashing it.
type directFile struct {
	File
	direct *os.File // nil where the file system only knows the other way
}

// openDirect returns a reader of a file that is flushed. It is closed by itself, and f stays open.
func openDirect(f File) (*directFile, error) {
	own, ok := f.(*osFile)
	if !ok {
		return &directFile{File: f}, nil
	}
	direct, err := os.OpenFile(own.f.Name(), os.O_RDONLY|unix.O_DIRECT, 0)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.EOPNOTSUPP) {
		return &directFile{File: f}, nil
	}
	return &directFile{f, direct}, err
}

// ReadAt implements io.ReaderAt.
func (d *directFile) ReadAt(p []byte, off int64) (int, error) {
	if d.direct == nil || len(p)%diskPage != 0 || off%diskPage != 0 {
		return d.File.ReadAt(p, off)
	}
	n, err := 0, error(nil)
	err = retryEINTR(func() error {
		n, err = unix.Pread(int(d.direct.Fd()), p, off)
		return err
	})
	switch {
	case errors.Is(err, unix.EINVAL): // as where blocks are larger than pages
		return d.File.ReadAt(p, off)
	case err != nil:
		return 0, &os.PathError{Op: "pread", Path: d.direct.Name(), Err: err}
	case n < len(p):
		return n, io.EOF
	}
	return n, nil
}

// Close implements io.Closer.
func (d *directFile) Close() error {
	if d.direct == nil {
		return nil
	}
	return d.direct.Close()
}
