// Package fence keeps a machine whose place another one may take from acknowledging changes, once it cannot know any more that it still
// has that place.
package fence

import (
	"errors"
	"sync/atomic"
	"time"

	"anbar/db"

	"golang.org/x/sys/unix"
)

// Moment is a time of a clock that also runs while the machine sleeps or the process is stopped. Nobody sets it.
type Moment int64

// Now returns the moment.
func Now() Moment {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &t); err != nil {
		panic("fence: the system has no clock that counts sleep: " + err.Error())
	}
	return Moment(t.Nano())
}

// Add returns the moment after a time.
func (m Moment) Add(d time.Duration) Moment { return m + Moment(d) }

// Until returns how long it is from now to the moment; negative for one that has passed.
func (m Moment) Until() time.Duration { return time.Duration(m - Now()) }

// Fence says whether this machine may acknowledge changes. It is closed until it is extended for the first time. The zero value is for
// New alone.
type Fence struct {
	until  atomic.Int64 // Moment
	lifted atomic.Bool
	other  atomic.Bool // see SetReplaced
	ended  atomic.Pointer[EndedError]
	opened chan struct{} // closed when it is open for the first time
	closed chan struct{} // closed when it ends
	isOpen atomic.Bool   // opened is closed
}

// New returns a fence that is closed.
func New() *Fence { return &Fence{opened: make(chan struct{}), closed: make(chan struct{})} }

// errLate, errOther and EndedError are what Check fails with. All are db.ErrFenced.
var (
	errLate  = errors.Join(db.ErrFenced, errors.New("the backup target could not be asked whether another machine took over"))
	errOther = errors.Join(db.ErrFenced, db.ErrReplaced, errors.New("the backup target is that of another machine now"))
)

// EndedError reports a fence that is closed for good.
type EndedError struct {
	Why      string
	Replaced bool // another machine took over; the error is db.ErrReplaced, too
}

// Error implements error.
func (e *EndedError) Error() string { return e.Why }

// Unwrap makes it db.ErrFenced, and db.ErrReplaced where another machine took over.
func (e *EndedError) Unwrap() []error {
	if e.Replaced {
		return []error{db.ErrFenced, db.ErrReplaced}
	}
	return []error{db.ErrFenced}
}

// Check fails with db.ErrFenced where nothing may be acknowledged. It does no I/O.
func (f *Fence) Check() error {
	if f == nil {
		return nil
	}
	if ended := f.ended.Load(); ended != nil {
		return ended
	}
	if f.lifted.Load() || Now() < Moment(f.until.Load()) {
		return nil
	}
	if f.other.Load() {
		return errOther
	}
	return errLate
}

// Extend keeps the fence open until a moment.
func (f *Fence) Extend(until Moment) {
	for {
		old := f.until.Load()
		if int64(until) <= old || f.until.CompareAndSwap(old, int64(until)) {
			break
		}
	}
	if Now() < until {
		f.markOpen()
	}
}

// Lift opens the fence for as long as it does not end: no other machine takes over without being told that this one is off.
func (f *Fence) Lift() {
	f.lifted.Store(true)
	f.markOpen()
}

func (f *Fence) markOpen() {
	if f.isOpen.CompareAndSwap(false, true) {
		close(f.opened)
	}
}

// End closes the fence for good, and says why.
func (f *Fence) End(why string) { f.closeForGood(&EndedError{Why: why}) }

// Replace closes the fence for good, because another machine took over, and says which.
func (f *Fence) Replace(why string) { f.closeForGood(&EndedError{Why: why, Replaced: true}) }

// SetReplaced says whether the backup target is that of another machine now, which may end when somebody decides for this one. It opens and
// closes nothing: a closed fence says why.
func (f *Fence) SetReplaced(is bool) { f.other.Store(is) }

func (f *Fence) closeForGood(e *EndedError) {
	if f.ended.CompareAndSwap(nil, e) {
		close(f.closed)
	}
}

// Until returns the moment when the fence closes unless it is extended.
func (f *Fence) Until() Moment { return Moment(f.until.Load()) }

// IsLifted reports whether the fence is open without an end.
func (f *Fence) IsLifted() bool { return f.lifted.Load() }

// WaitOpen returns a channel that is closed when the fence was open once.
func (f *Fence) WaitOpen() <-chan struct{} { return f.opened }

// WaitEnd returns a channel that is closed when the fence is closed for good.
func (f *Fence) WaitEnd() <-chan struct{} { return f.closed }
