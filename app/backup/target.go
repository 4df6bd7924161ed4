// Package backup keeps a copy of everything in another place, all the time:
// the database as a stream of its changes, the contents as the immutable
// objects of the blob store. It brings a drive back from the copy and proves
// that nothing is missing.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"anbar/config"
	"anbar/db/replica"
)

// Target is a place for copies. Keys are slash-separated and made of letters,
// digits, dots and dashes. A key is written once, whole or not at all.
type Target interface {
	// Put stores what r gives under key.
	Put(ctx context.Context, key string, r io.Reader, size int64) error
	// Get opens what is stored under key; fs.ErrNotExist when there is nothing.
	Get(ctx context.Context, key string) (io.ReadCloser, error)
	// List calls fn for every key below prefix, in order.
	List(ctx context.Context, prefix string, fn func(key string, size int64) error) error
	// Delete removes a key; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	// Replica is where the database's part goes.
	Replica() replica.Target
	// String names the target for people.
	String() string
}

// OpenTarget takes a target as people write it: the path of a directory, or
// s3://bucket/prefix.
func OpenTarget(ctx context.Context, name string, c config.S3) (Target, error) {
	if rest, ok := strings.CutPrefix(name, "s3://"); ok {
		return openS3(ctx, rest, c)
	}
	if strings.Contains(name, "://") {
		return nil, fmt.Errorf("%q is neither a directory nor s3://bucket/prefix", name)
	}
	dir, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return directory(dir), nil
}

// closed takes from the other accounts of the machine what they may do with the copies
// in a directory. The directory itself may hold other things, and stays as it is.
func closed(t Target) error {
	dir, ok := t.(directory)
	if !ok {
		return nil
	}
	for _, name := range []string{"db", "blobs", "manifests", watermarkKey, secretsKey} {
		info, err := os.Stat(dir.path(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(dir.path(name), info.Mode().Perm()&^0o077)
		}
		if err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrPermission) { // a disk that knows no permissions
			return fmt.Errorf("close the copies to others: %w", err)
		}
	}
	return nil
}

// directory is a target on a disk.
type directory string

const partial = ".partial"

// Put implements Target. The name is given once the bytes are on the disk.
func (d directory) Put(_ context.Context, key string, r io.Reader, size int64) error {
	name := d.path(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "*"+partial)
	if err != nil {
		return err
	}
	n, err := io.Copy(f, r)
	if err == nil && n != size {
		err = fmt.Errorf("%s has %d bytes, not %d", key, n, size)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncDir(filepath.Dir(name))
}

func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Get implements Target.
func (d directory) Get(_ context.Context, key string) (io.ReadCloser, error) {
	return os.Open(d.path(key))
}

// List implements Target.
func (d directory) List(ctx context.Context, prefix string, fn func(string, int64) error) error {
	err := filepath.WalkDir(d.path(prefix), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasSuffix(name, partial) {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		key, err := filepath.Rel(string(d), name)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return fn(filepath.ToSlash(key), info.Size())
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Delete implements Target.
func (d directory) Delete(_ context.Context, key string) error {
	err := os.Remove(d.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Replica implements Target.
func (d directory) Replica() replica.Target { return replica.Target{Dir: string(d)} }

// String implements Target.
func (d directory) String() string { return string(d) }

func (d directory) path(key string) string { return filepath.Join(string(d), filepath.FromSlash(key)) }
