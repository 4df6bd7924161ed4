package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"

	"anbar/db/replica"
)

// directory is a target on a disk.
type directory struct {
	path  string
	bound atomic.Pointer[string]
}

const partial = ".partial"

// Bind implements Target.
func (d *directory) Bind(copyID string) { d.bound.Store(&copyID) }

// openRoot opens the directory for one change. It fails with a GoneError when the directory is no longer the copy that it was
// bound to. What is changed through the handle lands in that copy, also when its disk is unmounted or replaced meanwhile.
// The caller closes it after the change: an open handle keeps the disk from being unmounted.
func (d *directory) openRoot() (*os.Root, error) {
	want := d.bound.Load()
	if want == nil {
		if err := os.MkdirAll(d.path, 0o700); err != nil {
			return nil, d.explainError(err)
		}
		return os.OpenRoot(d.path)
	}
	r, err := os.OpenRoot(d.path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil, &GoneError{Target: d.path}
	}
	if err != nil {
		return nil, err
	}
	if err := d.checkIdentity(r, *want); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// checkIdentity fails with a GoneError when an open directory is not the copy of an id.
func (d *directory) checkIdentity(r *os.Root, copyID string) error {
	b, err := r.ReadFile(identityKey)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("read the identity of %s: %w", d.path, err)
	}
	if err != nil || !bytes.Contains(b, []byte(copyID)) {
		return &GoneError{Target: d.path}
	}
	return nil
}

// Put implements Target. The name is given once the bytes are on the disk.
func (d *directory) Put(_ context.Context, key string, r io.Reader, size int64) error {
	return d.writeFile(key, r, size, (*os.Root).Rename)
}

// Create implements Target.
func (d *directory) Create(_ context.Context, key string, content []byte) error {
	return d.writeFile(key, bytes.NewReader(content), int64(len(content)), func(at *os.Root, from, to string) error {
		err := at.Link(from, to)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return errors.Join(err, at.Remove(from))
		}
		// The file system knows no links.
		f, err := at.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			return err
		}
		_, err = f.Write(content)
		if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
			err = errors.Join(err, at.Remove(to))
		}
		return errors.Join(err, at.Remove(from))
	})
}

// writeFile fills a temporary file and has it named.
func (d *directory) writeFile(key string, r io.Reader, size int64, name func(at *os.Root, from, to string) error) error {
	at, err := d.openRoot()
	if err != nil {
		return err
	}
	return errors.Join(d.writeFileIn(at, key, r, size, name), at.Close())
}

func (d *directory) writeFileIn(
	at *os.Root, key string, r io.Reader, size int64, name func(at *os.Root, from, to string) error,
) error {
	to := filepath.FromSlash(key)
	if err := at.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return d.explainError(err)
	}
	from := filepath.Join(filepath.Dir(to), randomHex(8)+partial)
	f, err := at.OpenFile(from, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return d.explainError(err)
	}
	n, err := io.Copy(f, r)
	if err == nil && n != size {
		err = fmt.Errorf("%s has %d bytes, not %d", key, n, size)
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = name(at, from, to)
	}
	if err != nil {
		if gone := at.Remove(from); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
		return err
	}
	return syncDir(at.Open(filepath.Dir(to)))
}

// explainError adds what to do when it is the system's service manager that refuses to write here: to a service of the packages
// everything but its data is read-only.
func (d *directory) explainError(err error) error {
	if !errors.Is(err, syscall.EROFS) || os.Getenv("INVOCATION_ID") == "" {
		return err
	}
	return fmt.Errorf("%w; the service may write only where its unit says: make the directory (install -d -o anbar -g anbar %s), "+
		"run \"systemctl edit anbar\", add the two lines \"[Service]\" and \"ReadWritePaths=%s\", and run \"systemctl restart anbar\"",
		err, d.path, d.path)
}

// syncDir makes the names in a directory durable, and closes it. It takes what an Open returns.
func syncDir(d *os.File, err error) error {
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Get implements Target.
func (d *directory) Get(_ context.Context, key string) (io.ReadCloser, error) {
	return os.Open(d.filePath(key))
}

// List implements Target.
func (d *directory) List(ctx context.Context, prefix string, fn func(string, int64) error) error {
	err := filepath.WalkDir(d.filePath(prefix), func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasSuffix(name, partial) {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		key, err := filepath.Rel(d.path, name)
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
func (d *directory) Delete(_ context.Context, key string) error {
	at, err := d.openRoot()
	if err != nil {
		return err
	}
	if err = at.Remove(filepath.FromSlash(key)); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, at.Close())
}

// Replica implements Target.
func (d *directory) Replica(prefix string) replica.Target {
	return replica.Target{Dir: d.path, Folder: prefix, Open: d.openRoot}
}

// String implements Target.
func (d *directory) String() string { return d.path }

func (d *directory) filePath(key string) string {
	return filepath.Join(d.path, filepath.FromSlash(key))
}

// closedNames are the parts of a copy that others have no business with.
var closedNames = []string{"db", "blobs", "manifests", "epochs", "copies", "sealed", identityKey, legacyWatermarkKey, secretsName}

// restrictAccess takes from the other accounts of the machine what they may do with the copies
// in a directory. The directory itself may hold other things, and stays as it is.
func restrictAccess(t Target) error {
	d, ok := t.(*directory)
	if !ok {
		return nil
	}
	for _, name := range closedNames {
		info, err := os.Stat(d.filePath(name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(d.filePath(name), info.Mode().Perm()&^0o077)
		}
		if err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrPermission) { // a disk that knows no permissions
			return fmt.Errorf("close the copies to others: %w", err)
		}
	}
	return nil
}

// checkOutsideData refuses a target inside the data directory: it would share its fate.
func checkOutsideData(t Target, database string) error {
	d, ok := t.(*directory)
	if !ok {
		return nil
	}
	data, err := filepath.Abs(filepath.Dir(database))
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(data, d.path); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return fmt.Errorf("%s lies in the data directory; copies belong elsewhere", d)
	}
	return nil
}
