package blobstore

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
)

// awayFile is an awayContent that is open.
type awayFile struct {
	o      *awayContent
	closed atomic.Bool
}

// ReadAt implements io.ReaderAt.
func (f *awayFile) ReadAt(p []byte, off int64) (n int, err error) {
	o := f.o
	if off >= o.Size {
		return 0, io.EOF
	}
	want := p[:min(int64(len(p)), o.Size-off)]
	footer := o.Size - o.Footer
	if body := want[:min(int64(len(want)), max(footer-off, 0))]; len(body) > 0 {
		if err := o.readAt(body, off); err != nil {
			return 0, err
		}
		n = len(body)
	}
	if rest := want[n:]; len(rest) > 0 {
		if err := o.readFooter(rest, off+int64(n)-footer); err != nil {
			return n, err
		}
	}
	if len(want) < len(p) {
		return len(want), io.EOF
	}
	return len(want), nil
}

func (o *awayContent) readFooter(p []byte, off int64) error {
	f, err := o.fs.FS.OpenFile(o.side+footerSuffix, os.O_RDONLY)
	if err != nil {
		return err
	}
	return errors.Join(readFull(f, p, off), f.Close())
}

// Size implements File.
func (f *awayFile) Size() (int64, error) { return f.o.Size, nil }

// Close implements io.Closer.
func (f *awayFile) Close() error {
	if f.closed.Swap(true) {
		return os.ErrClosed
	}
	return f.o.release()
}

// Forget implements File.
func (f *awayFile) Forget() {}

// WriteAt implements File.
func (f *awayFile) WriteAt([]byte, int64) (int, error) { return 0, errReadOnly }

// WriteVec implements File.
func (f *awayFile) WriteVec([][]byte, int64) error { return errReadOnly }

// Sync implements File.
func (f *awayFile) Sync() error { return errReadOnly }

// StartSync implements File.
func (f *awayFile) StartSync(int64, int64) error { return errReadOnly }

// Allocate implements File.
func (f *awayFile) Allocate(int64) error { return errReadOnly }

// Discard implements File.
func (f *awayFile) Discard(int64, int64) error { return errReadOnly }

// Truncate implements File.
func (f *awayFile) Truncate(int64) error { return errReadOnly }
