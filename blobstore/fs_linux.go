package blobstore

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// OS returns the file system of the machine.
func OS() FS { return osFS{} }

type osFS struct{}

func (osFS) OpenFile(name string, flag int) (File, error) {
	// Copies and checks read everything: only NoteRead says that somebody wanted a file.
	f, err := os.OpenFile(name, flag|unix.O_NOATIME, 0o600)
	if errors.Is(err, unix.EPERM) { // the file is somebody else's
		f, err = os.OpenFile(name, flag, 0o600)
	}
	if err != nil {
		return nil, err
	}
	return &osFile{f}, nil
}

func (osFS) Mkdir(name string) error { return os.MkdirAll(name, 0o700) }

func (osFS) Rename(from, to string) error { return os.Rename(from, to) }

func (osFS) Remove(name string) error { return os.Remove(name) }

func (osFS) List(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

func (osFS) Stat(name string) (FileInfo, error) {
	i, err := os.Lstat(name)
	if err != nil {
		return FileInfo{}, err
	}
	info := FileInfo{Size: i.Size(), ModTime: i.ModTime(), Dir: i.IsDir()}
	if st, ok := i.Sys().(*syscall.Stat_t); ok {
		info.ReadTime = time.Unix(st.Atim.Unix())
	}
	return info, nil
}

func (osFS) NoteRead(name string, at time.Time) error {
	times := []unix.Timespec{unix.NsecToTimespec(at.UnixNano()), {Nsec: unix.UTIME_OMIT}}
	if err := unix.UtimesNanoAt(unix.AT_FDCWD, name, times, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return &fs.PathError{Op: "utimensat", Path: name, Err: err}
	}
	return nil
}

func (osFS) SyncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func (osFS) Lock(name string) (io.Closer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			err = ErrLocked
		}
		return nil, &fs.PathError{Op: "flock", Path: name, Err: err}
	}
	return fileLock{f}, nil
}

// fileLock gives the lock up by itself: a process that is being started has a copy of
// the file until it executes its program, and would hold the lock for so long.
type fileLock struct{ f *os.File }

func (l fileLock) Close() error {
	return errors.Join(unix.Flock(int(l.f.Fd()), unix.LOCK_UN), l.f.Close())
}

func (osFS) Space(dir string) (free, total int64, err error) {
	var st unix.Statfs_t
	if err := retryEINTR(func() error { return unix.Statfs(dir, &st) }); err != nil {
		return 0, 0, &fs.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return int64(st.Bavail) * st.Bsize, int64(st.Blocks) * st.Bsize, nil
}

type osFile struct{ f *os.File }

func (o *osFile) ReadAt(p []byte, off int64) (int, error) { return o.f.ReadAt(p, off) }

func (o *osFile) WriteAt(p []byte, off int64) (int, error) { return o.f.WriteAt(p, off) }

func (o *osFile) Close() error { return o.f.Close() }

func (o *osFile) Truncate(n int64) error { return o.f.Truncate(n) }

func (o *osFile) Size() (int64, error) {
	i, err := o.f.Stat()
	if err != nil {
		return 0, err
	}
	return i.Size(), nil
}

// maxVec is the most buffers that Linux takes in one call.
const maxVec = 1024

func (o *osFile) WriteVec(buffers [][]byte, off int64) error {
	for len(buffers) > 0 {
		n, err := 0, error(nil)
		err = o.runSyscall("pwritev", func() error {
			n, err = unix.Pwritev(int(o.f.Fd()), buffers[:min(len(buffers), maxVec)], off)
			return err
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return &fs.PathError{Op: "pwritev", Path: o.f.Name(), Err: io.ErrShortWrite}
		}
		off += int64(n)
		buffers = skipBytes(buffers, n)
	}
	return nil
}

// skipBytes drops the first n bytes of buffers without touching the caller's slice.
func skipBytes(buffers [][]byte, n int) [][]byte {
	for len(buffers) > 0 && n >= len(buffers[0]) {
		n -= len(buffers[0])
		buffers = buffers[1:]
	}
	if n > 0 {
		rest := slices.Clone(buffers)
		rest[0] = rest[0][n:]
		return rest
	}
	return buffers
}

func (o *osFile) Sync() error {
	return o.runSyscall("fdatasync", func() error { return unix.Fdatasync(int(o.f.Fd())) })
}

func (o *osFile) StartSync(off, n int64) error {
	return o.runSyscall("sync_file_range", func() error {
		return unix.SyncFileRange(int(o.f.Fd()), off, n, unix.SYNC_FILE_RANGE_WRITE)
	})
}

func (o *osFile) Allocate(n int64) error {
	if n == 0 {
		return nil
	}
	err := o.runSyscall("fallocate", func() error {
		return unix.Fallocate(int(o.f.Fd()), unix.FALLOC_FL_KEEP_SIZE, 0, n)
	})
	if errors.Is(err, unix.EOPNOTSUPP) {
		return errors.ErrUnsupported
	}
	return err
}

func (o *osFile) Discard(off, n int64) error {
	err := o.runSyscall("fallocate", func() error {
		return unix.Fallocate(int(o.f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, off, n)
	})
	if errors.Is(err, unix.EOPNOTSUPP) {
		return errors.ErrUnsupported
	}
	return err
}

func (o *osFile) Forget() {
	// Advice only: a kernel that does not take it costs memory, not bytes.
	_ = unix.Fadvise(int(o.f.Fd()), 0, 0, unix.FADV_DONTNEED)
}

func (o *osFile) runSyscall(op string, f func() error) error {
	if err := retryEINTR(f); err != nil {
		return &fs.PathError{Op: op, Path: o.f.Name(), Err: err}
	}
	return nil
}

func retryEINTR(f func() error) error {
	for {
		if err := f(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
