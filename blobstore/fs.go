package blobstore

import (
	"io"
	"time"
)

// FS is the file system of a store. Names are paths that begin with the directory
// given to Open. Tests replace it to simulate faults and power cuts.
type FS interface {
	// OpenFile opens name with the flags of package os, for its owner alone.
	OpenFile(name string, flag int) (File, error)
	// Mkdir makes a directory and its parents; one that exists is no error.
	Mkdir(name string) error
	Rename(from, to string) error
	Remove(name string) error
	// List returns the names in a directory, sorted.
	List(dir string) ([]string, error)
	Stat(name string) (FileInfo, error)
	// NoteRead sets the ReadTime of a file, which reading alone does not change.
	NoteRead(name string, at time.Time) error
	// SyncDir makes the names in a directory durable.
	SyncDir(name string) error
	// Lock takes the lock of a file until the closer is closed, or fails with
	// ErrLocked at once.
	Lock(name string) (io.Closer, error)
	// Space returns the free and the total bytes of the disk under dir.
	Space(dir string) (free, total int64, err error)
}

// File is an open file of an FS.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	// WriteVec writes the buffers one after another from off on.
	WriteVec(buffers [][]byte, off int64) error
	// Sync makes the content and the size durable.
	Sync() error
	// StartSync begins to write a range to disk and does not wait for it.
	StartSync(off, n int64) error
	// Allocate takes disk space for the first n bytes and leaves the size.
	Allocate(n int64) error
	Truncate(n int64) error
	// Discard gives the disk space of a range back, which reads as zeros from then on. Where the file system cannot do that it fails with
	// errors.ErrUnsupported.
	Discard(off, n int64) error
	Size() (int64, error)
	// Forget drops clean pages of the file from memory.
	Forget()
}

// FileInfo describes a file.
type FileInfo struct {
	Size     int64
	ModTime  time.Time
	ReadTime time.Time // as of the last NoteRead, or earlier than ModTime
	Dir      bool
}
