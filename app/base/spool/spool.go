// Package spool takes what others send, up to a bound, in memory or on the disk.
package spool

import (
	"errors"
	"io"
	"os"
)

// ErrTooLarge reports that more came than the caller takes.
var ErrTooLarge = errors.New("spool: more bytes than may come")

// ReadAll reads up to that many bytes into memory. It fails with ErrTooLarge when there are more, and reads no further.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(b)) > most {
		return nil, ErrTooLarge
	}
	return b, nil
}

// Buffer keeps what is written to it in memory, up to a number of bytes. Writes that would exceed it fail with ErrTooLarge.
type Buffer struct {
	Most int64

	kept []byte
	full bool
}

// Write implements io.Writer.
func (b *Buffer) Write(p []byte) (int, error) {
	if b.full = b.full || int64(len(b.kept)+len(p)) > b.Most; b.full {
		return 0, ErrTooLarge
	}
	b.kept = append(b.kept, p...)
	return len(p), nil
}

// Bytes returns all that was written. It fails with ErrTooLarge when a write did.
func (b *Buffer) Bytes() ([]byte, error) {
	if b.full {
		return nil, ErrTooLarge
	}
	return b.kept, nil
}

// NewFile makes a file without a name in a directory, which it makes when it is missing. The file is gone when it is closed, and
// no crash leaves one.
func NewFile(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, "spool-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Receive reads up to that many bytes into a file without a name, and returns how many there were. It fails with ErrTooLarge when
// there are more, and reads no further.
func Receive(dir string, r io.Reader, most int64) (*os.File, int64, error) {
	f, err := NewFile(dir)
	if err != nil {
		return nil, 0, err
	}
	n, err := io.Copy(f, io.LimitReader(r, most+1))
	if err == nil && n > most {
		err = ErrTooLarge
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, n, nil
}
