package blobstore

import (
	"errors"
	"fmt"
	"syscall"
)

// Errors that callers tell apart with errors.Is.
var (
	ErrNotFound        = errors.New("blobstore: no such content")
	ErrCorrupt         = errors.New("blobstore: content is damaged")
	ErrFull            = errors.New("blobstore: the disk is full")
	ErrBusy            = errors.New("blobstore: too much work waits already")
	ErrChecksum        = errors.New("blobstore: content differs from the expected checksum")
	ErrPartConflict    = errors.New("blobstore: the part was stored with other bytes")
	ErrPartRange       = errors.New("blobstore: no such part, or it has another length")
	ErrPartOffset      = errors.New("blobstore: the part goes on at another byte")
	ErrIncomplete      = errors.New("blobstore: parts are missing")
	ErrSessionGone     = errors.New("blobstore: no such upload session")
	ErrSessionMismatch = errors.New("blobstore: the upload session exists with another size")
	ErrLocked          = errors.New("blobstore: another process has the store open")
	ErrFormat          = errors.New("blobstore: the store has a format this program does not know")
	ErrClosed          = errors.New("blobstore: the store is closed")
	ErrAway            = errors.New("blobstore: content is not on the disk, and cannot be read from where it is now")
	ErrTooLarge        = errors.New("blobstore: content is larger than SmallMax")
)

// IncompleteError is the ErrIncomplete of Seal and says which parts are missing.
type IncompleteError struct {
	Missing [][2]int // half-open ranges of part numbers
}

// Error implements error.
func (e *IncompleteError) Error() string {
	return fmt.Sprintf("%v: %v", ErrIncomplete, e.Missing)
}

// Is makes errors.Is(err, ErrIncomplete) true.
func (e *IncompleteError) Is(target error) bool { return target == ErrIncomplete }

// wrapFull gives a full disk the error that callers look for.
func wrapFull(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
