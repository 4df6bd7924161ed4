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
