// Package folder reads a folder of the machine, whose files become files of a workspace. Links are never followed.
package folder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"

	"golang.org/x/sys/unix"
)

// tree is a folder of the machine.
type tree struct {
	top int // an open directory

	mu    sync.Mutex
	dir   string // whose names are known
	names []string
}

// openTree opens a folder by a path in which no part is a link.
func openTree(path string) (*tree, error) {
	root, err := unix.Open("/", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	top, err := openDirectory(root, strings.Trim(path, "/"))
	if err = errors.Join(err, unix.Close(root)); err != nil {
		return nil, err
	}
	return &tree{top: top}, nil
}

const dirFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

// openDirectory opens a directory below another one. It follows no link, in no part of the path.
func openDirectory(from int, path string) (int, error) {
	at, err := unix.Openat(from, ".", dirFlags, 0)
	if err != nil || path == "" {
		return at, err
	}
	for part := range strings.SplitSeq(path, "/") {
		next, err := openAt(at, part, dirFlags)
		if err = errors.Join(err, unix.Close(at)); err != nil {
			return -1, err
		}
		at = next
	}
	return at, nil
}

// openAt opens what has a name in a directory, unless it is a link.
func openAt(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags, 0)
		if err == unix.EINTR {
			continue
		}
		if err == unix.ENOTDIR || err == unix.ELOOP {
			err = unix.ENOENT // it is something else now
			if st, err := statAt(dir, name); err == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
				return -1, fault.ImportItemLink
			}
		}
		return fd, err
	}
}

func statAt(dir int, name string) (*unix.Stat_t, error) {
	var st unix.Stat_t
	return &st, unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW)
}

// toSourceError says an error in the words of sources.
func toSourceError(err error) error {
	switch {
	case errors.Is(err, unix.ENOENT):
		return errors.Join(source.ErrGone, err)
	case errors.Is(err, unix.EACCES), errors.Is(err, unix.EPERM):
		return errors.Join(source.ErrDenied, err)
	case errors.Is(err, unix.EIO), errors.Is(err, unix.ESTALE), errors.Is(err, unix.ENAMETOOLONG):
		return errors.Join(source.ErrBroken, err)
	}
	return err
}

// formatETag is another one when a file is another one, or was changed.
func formatETag(st *unix.Stat_t) string {
	return fmt.Sprintf("%x-%x-%x-%x", st.Ino, st.Size, time.Unix(st.Mtim.Unix()).UnixNano(), time.Unix(st.Ctim.Unix()).UnixNano())
}

func modifiedAt(st *unix.Stat_t) time.Time { return time.Unix(st.Mtim.Unix()).UTC() }

const (
	pageSize         = 500
	maxDirectoryPath = limits.ImportKey - 300 // bytes of the path of a directory: a name still fits behind it
)

// List implements source.Source. A cursor is the path of a directory, and the name behind which it goes on.
func (t *tree) List(ctx context.Context, cursor string) (*source.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path, last, goesOn := strings.Cut(cursor, "\x00")
	dir, err := openDirectory(t.top, path)
	if err != nil {
		return nil, toSourceError(err)
	}
	defer unix.Close(dir)
	all, err := t.listNames(dir, path, goesOn)
	if err != nil {
		return nil, toSourceError(err)
	}
	if goesOn {
		all = namesAfter(all, last)
	}
	page := &source.Page{}
	if len(all) > pageSize {
		all = all[:pageSize]
		page.Next = path + "\x00" + all[pageSize-1]
	}
	return page, addEntries(page, dir, path, all)
}

// namesAfter returns the names that come after one in a sorted list.
func namesAfter(all []string, last string) []string {
	i, found := slices.BinarySearch(all, last)
	if found {
		i++
	}
	return all[i:]
}

// addEntries adds what has one of the names in an open directory to a page.
func addEntries(page *source.Page, dir int, path string, all []string) error {
	for _, name := range all {
		st, err := statAt(dir, name)
		if errors.Is(err, unix.ENOENT) {
			continue
		}
		if err != nil {
			return toSourceError(err)
		}
		addEntry(page, childPath(path, name), st)
	}
	return nil
}

func childPath(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

// addEntry tells of one thing in a directory.
func addEntry(page *source.Page, key string, st *unix.Stat_t) {
	it := source.Item{Key: key, Path: key, Size: -1, ModifiedAt: modifiedAt(st), ETag: formatETag(st)}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		it.Size = st.Size
	case unix.S_IFDIR:
		it.Directory, it.ETag = true, ""
		if len(key) > maxDirectoryPath {
			it.Skip = fault.ImportItemTooDeep.Key
			break
		}
		page.Listings = append(page.Listings, source.Listing{Cursor: key})
	case unix.S_IFLNK:
		it.Skip = fault.ImportItemLink.Key
	default:
		it.Skip = fault.ImportItemSpecial.Key
	}
	page.Items = append(page.Items, it)
}

// listNames returns the names in a directory, in order. Those of the directory that is being listed are kept.
func (t *tree) listNames(dir int, path string, goesOn bool) ([]string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if goesOn && t.names != nil && t.dir == path {
		return t.names, nil
	}
	own, err := unix.Openat(dir, ".", dirFlags, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(own), path)
	defer f.Close()
	all, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	slices.Sort(all)
	t.dir, t.names = path, all
	return all, nil
}

// Open implements source.Source.
func (t *tree) Open(_ context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	f, st, err := t.openFile(it.Key)
	if err != nil {
		return nil, nil, toSourceError(err)
	}
	if offset > 0 {
		if formatETag(st) != it.ETag {
			err = source.ErrChanged
		} else {
			_, err = f.Seek(offset, io.SeekStart)
		}
		if err != nil {
			return nil, nil, errors.Join(err, f.Close())
		}
	}
	return &contentReader{File: f, etag: formatETag(st), remaining: st.Size - offset}, &source.Info{Size: st.Size, ETag: formatETag(st),
		ModifiedAt: modifiedAt(st)}, nil
}

// openFile opens a file by its path, if it is one.
func (t *tree) openFile(key string) (*os.File, *unix.Stat_t, error) {
	dir, name, err := t.openParent(key)
	if err != nil {
		return nil, nil, err
	}
	defer unix.Close(dir)
	st, err := statAt(dir, name)
	if err == nil {
		err = checkRegular(st)
	}
	if err != nil {
		return nil, nil, err
	}
	fd, err := openAt(dir, name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_NOCTTY|unix.O_CLOEXEC)
	if err != nil {
		return nil, nil, err
	}
	f := os.NewFile(uintptr(fd), key)
	if err = unix.Fstat(fd, st); err == nil {
		err = checkRegular(st) // it may have been another one before it was opened
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, st, nil
}

// openParent opens the directory that something is in.
func (t *tree) openParent(key string) (int, string, error) {
	way, name := "", key
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		way, name = key[:i], key[i+1:]
	}
	dir, err := openDirectory(t.top, way)
	return dir, name, err
}

func checkRegular(st *unix.Stat_t) error {
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		return nil
	case unix.S_IFLNK:
		return fault.ImportItemLink
	case unix.S_IFDIR:
		return unix.ENOENT
	}
	return fault.ImportItemSpecial
}

// contentReader is a file that is being read. Its last bytes come only when it did not change meanwhile.
type contentReader struct {
	*os.File
	etag      string
	remaining int64
}

// Read implements io.Reader.
func (c *contentReader) Read(p []byte) (int, error) {
	if c.remaining == 0 {
		return 0, io.EOF
	}
	n, err := c.File.Read(p[:min(int64(len(p)), c.remaining)])
	if err == io.EOF {
		return 0, fault.ImportItemChanged // it is shorter now
	}
	if err != nil {
		return 0, toSourceError(err)
	}
	if c.remaining -= int64(n); c.remaining == 0 {
		same, err := isUnchanged(c.File, c.etag)
		if err == nil && !same {
			err = fault.ImportItemChanged
		}
		if err != nil {
			return 0, err
		}
	}
	return n, nil
}

func isUnchanged(f *os.File, tag string) (bool, error) {
	var st unix.Stat_t
	err := unix.Fstat(int(f.Fd()), &st)
	return formatETag(&st) == tag, err
}

// Parallel implements source.Source.
func (t *tree) Parallel() int { return limits.ImportParallel }

// Close implements source.Source.
func (t *tree) Close() error { return unix.Close(t.top) }
