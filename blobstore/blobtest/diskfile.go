package blobtest

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
	"time"

	"anbar/blobstore"
)

// OpenFile implements blobstore.FS.
func (d *Disk) OpenFile(name string, flag int) (blobstore.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	dir, x, err := d.findParent("open", name)
	if err != nil {
		return nil, err
	}
	n := dir.children[x]
	switch {
	case n == nil && flag&os.O_CREATE == 0:
		return nil, pathError("open", name, fs.ErrNotExist)
	case n == nil:
		n = &node{modTime: time.Now(), dirty: map[int64]bool{}}
		dir.setChild(x, n)
	case n.dir:
		return nil, pathError("open", name, syscall.EISDIR)
	case flag&os.O_EXCL != 0:
		return nil, pathError("open", name, fs.ErrExist)
	}
	f := &diskFile{d: d, n: n, name: name}
	if flag&os.O_TRUNC != 0 {
		f.resize(0)
	}
	return f, nil
}

type diskFile struct {
	d    *Disk
	n    *node
	name string
}

func (f *diskFile) ReadAt(p []byte, off int64) (int, error) {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if off >= int64(len(f.n.data)) {
		return 0, io.EOF
	}
	n := copy(p, f.n.data[off:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *diskFile) WriteAt(p []byte, off int64) (int, error) {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	return f.write(p, off)
}

// write writes as many bytes as the disk has room for, like a system call.
func (f *diskFile) write(p []byte, off int64) (int, error) {
	n := len(p)
	if grow := off + int64(n) - int64(len(f.n.data)); grow > 0 && grow > f.d.Total-f.d.used {
		n = max(0, n-int(grow-(f.d.Total-f.d.used)))
	}
	if end := off + int64(n); end > int64(len(f.n.data)) {
		f.resize(end)
	}
	copy(f.n.data[off:], p[:n])
	f.markDirty(off, off+int64(n))
	f.n.modTime = time.Now()
	if n < len(p) {
		return n, pathError("write", f.name, syscall.ENOSPC)
	}
	return n, nil
}

func (f *diskFile) markDirty(from, to int64) {
	for s := from / sector; s*sector < to; s++ {
		f.n.dirty[s] = true
	}
}

func (f *diskFile) resize(size int64) {
	old := int64(len(f.n.data))
	f.d.used += size - old
	if size <= old {
		clear(f.n.data[size:])
		f.n.data = f.n.data[:size]
		return
	}
	if size <= int64(cap(f.n.data)) {
		f.n.data = f.n.data[:size]
	} else {
		grown := make([]byte, size, size+size/2)
		copy(grown, f.n.data)
		f.n.data = grown
	}
	f.markDirty(old, size)
}

func (f *diskFile) WriteVec(buffers [][]byte, off int64) error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	for _, b := range buffers {
		n, err := f.write(b, off)
		if err != nil {
			return err
		}
		off += int64(n)
	}
	return nil
}

func (f *diskFile) Sync() error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	n := f.n
	if len(n.data) < len(n.durable) {
		n.durable = n.durable[:len(n.data)]
	} else {
		n.durable = append(n.durable, make([]byte, len(n.data)-len(n.durable))...)
	}
	for s := range n.dirty {
		if from := s * sector; from < int64(len(n.data)) {
			to := min(from+sector, int64(len(n.data)))
			copy(n.durable[from:to], n.data[from:to])
		}
	}
	clear(n.dirty)
	return nil
}

func (f *diskFile) StartSync(off, n int64) error { return nil }

func (f *diskFile) Allocate(n int64) error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if n > f.d.Total-f.d.used {
		return pathError("allocate", f.name, syscall.ENOSPC)
	}
	return nil
}

// Discard implements blobstore.File.
func (*diskFile) Discard(int64, int64) error { return errors.ErrUnsupported }

func (f *diskFile) Truncate(n int64) error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	f.resize(n)
	return nil
}

func (f *diskFile) Size() (int64, error) {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	return int64(len(f.n.data)), nil
}

// Forget shows what the medium holds wherever the cache is clean.
func (f *diskFile) Forget() {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	size := int64(len(f.n.data))
	for at := int64(0); at < size; at += sector {
		if !f.n.dirty[at/sector] {
			p := f.n.data[at:min(at+sector, size)]
			clear(p)
			if at < int64(len(f.n.durable)) {
				copy(p, f.n.durable[at:])
			}
		}
	}
}

// loseDirty behaves like a kernel after a failed sync: the pages count as clean, but the
// medium does not have them.
func (f *diskFile) loseDirty() {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	clear(f.n.dirty)
}

func (f *diskFile) Close() error { return nil }
