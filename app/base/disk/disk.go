// Package disk has what the standard library lacks for files.
package disk

import (
	"errors"
	"io"
	"os"
)

// SyncFile makes a file, or the names in a directory, durable.
func SyncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// CopyFile copies a file to a name that is free, for its owner alone; the system shares the blocks where it can. It is not durable yet.
func CopyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
