package blobtest

import (
	"io"
	"sync"
	"time"

	"anbar/blobstore"
)

// Op names an operation of a file system that Faulty can let fail.
type Op string

// The operations of blobstore.FS and blobstore.File.
const (
	OpOpen     Op = "open"
	OpMkdir    Op = "mkdir"
	OpRename   Op = "rename"
	OpRemove   Op = "remove"
	OpList     Op = "list"
	OpStat     Op = "stat"
	OpSyncDir  Op = "syncdir"
	OpSpace    Op = "space"
	OpRead     Op = "read"
	OpWrite    Op = "write"
	OpSync     Op = "sync"
	OpStart    Op = "startsync"
	OpAllocate Op = "allocate"
	OpTruncate Op = "truncate"
)

// Faulty is a file system that fails on demand.
type Faulty struct {
	under  blobstore.FS
	mu     sync.Mutex
	fault  func(op Op, name string) error
	counts map[Op]int
}

// NewFaulty returns a file system that passes every operation to under until faults
// are set.
func NewFaulty(under blobstore.FS) *Faulty {
	return &Faulty{under: under, counts: map[Op]int{}}
}

// Inject has fault called before each operation. An error becomes the result of the
// operation; with nil the operation is done. A write that fails leaves the first half
// of its bytes behind, as on a real disk. A nil fault removes the former one.
func (f *Faulty) Inject(fault func(op Op, name string) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = fault
}

// FailNth lets the nth operation of a kind from now on fail, counted from 1.
func (f *Faulty) FailNth(op Op, nth int, err error) {
	var mu sync.Mutex
	f.Inject(func(o Op, _ string) error {
		mu.Lock()
		defer mu.Unlock()
		if o == op {
			if nth--; nth == 0 {
				return err
			}
		}
		return nil
	})
}

// FailAll lets all operations of a kind fail.
func (f *Faulty) FailAll(op Op, err error) {
	f.Inject(func(o Op, _ string) error {
		if o == op {
			return err
		}
		return nil
	})
}

// Slow delays the operations of a kind.
func (f *Faulty) Slow(op Op, by time.Duration) {
	f.Inject(func(o Op, _ string) error {
		if o == op {
			time.Sleep(by)
		}
		return nil
	})
}

// Count returns how many operations of a kind were asked for.
func (f *Faulty) Count(op Op) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counts[op]
}

func (f *Faulty) checkFault(op Op, name string) error {
	f.mu.Lock()
	f.counts[op]++
	fault := f.fault
	f.mu.Unlock()
	if fault == nil {
		return nil
	}
	if err := fault(op, name); err != nil {
		return pathError(string(op), name, err)
	}
	return nil
}

// OpenFile implements blobstore.FS.
func (f *Faulty) OpenFile(name string, flag int) (blobstore.File, error) {
	if err := f.checkFault(OpOpen, name); err != nil {
		return nil, err
	}
	file, err := f.under.OpenFile(name, flag)
	if err != nil {
		return nil, err
	}
	return &faultyFile{File: file, f: f, name: name}, nil
}

// Mkdir implements blobstore.FS.
func (f *Faulty) Mkdir(name string) error {
	if err := f.checkFault(OpMkdir, name); err != nil {
		return err
	}
	return f.under.Mkdir(name)
}

// Rename implements blobstore.FS.
func (f *Faulty) Rename(from, to string) error {
	if err := f.checkFault(OpRename, to); err != nil {
		return err
	}
	return f.under.Rename(from, to)
}

// Remove implements blobstore.FS.
func (f *Faulty) Remove(name string) error {
	if err := f.checkFault(OpRemove, name); err != nil {
		return err
	}
	return f.under.Remove(name)
}

// List implements blobstore.FS.
func (f *Faulty) List(dir string) ([]string, error) {
	if err := f.checkFault(OpList, dir); err != nil {
		return nil, err
	}
	return f.under.List(dir)
}

// Stat implements blobstore.FS.
func (f *Faulty) Stat(name string) (blobstore.FileInfo, error) {
	if err := f.checkFault(OpStat, name); err != nil {
		return blobstore.FileInfo{}, err
	}
	return f.under.Stat(name)
}

// NoteRead implements blobstore.FS.
func (f *Faulty) NoteRead(name string, at time.Time) error { return f.under.NoteRead(name, at) }

// SyncDir implements blobstore.FS.
func (f *Faulty) SyncDir(name string) error {
	if err := f.checkFault(OpSyncDir, name); err != nil {
		return err
	}
	return f.under.SyncDir(name)
}

// Lock implements blobstore.FS.
func (f *Faulty) Lock(name string) (io.Closer, error) { return f.under.Lock(name) }

// Space implements blobstore.FS.
func (f *Faulty) Space(dir string) (free, total int64, err error) {
	if err := f.checkFault(OpSpace, dir); err != nil {
		return 0, 0, err
	}
	return f.under.Space(dir)
}

type faultyFile struct {
	blobstore.File
	f    *Faulty
	name string
}

func (x *faultyFile) ReadAt(p []byte, off int64) (int, error) {
	if err := x.f.checkFault(OpRead, x.name); err != nil {
		return 0, err
	}
	return x.File.ReadAt(p, off)
}

func (x *faultyFile) WriteAt(p []byte, off int64) (int, error) {
	if err := x.f.checkFault(OpWrite, x.name); err != nil {
		n, _ := x.File.WriteAt(p[:len(p)/2], off)
		return n, err
	}
	return x.File.WriteAt(p, off)
}

func (x *faultyFile) WriteVec(buffers [][]byte, off int64) error {
	if err := x.f.checkFault(OpWrite, x.name); err != nil {
		_ = x.File.WriteVec(buffers[:len(buffers)/2], off)
		return err
	}
	return x.File.WriteVec(buffers, off)
}

func (x *faultyFile) Sync() error {
	if err := x.f.checkFault(OpSync, x.name); err != nil {
		if d, ok := x.File.(*diskFile); ok {
			d.loseDirty()
		}
		return err
	}
	return x.File.Sync()
}

func (x *faultyFile) StartSync(off, n int64) error {
	if err := x.f.checkFault(OpStart, x.name); err != nil {
		return err
	}
	return x.File.StartSync(off, n)
}

func (x *faultyFile) Allocate(n int64) error {
	if err := x.f.checkFault(OpAllocate, x.name); err != nil {
		return err
	}
	return x.File.Allocate(n)
}

func (x *faultyFile) Truncate(n int64) error {
	if err := x.f.checkFault(OpTruncate, x.name); err != nil {
		return err
	}
	return x.File.Truncate(n)
}
