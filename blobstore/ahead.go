package blobstore

import (
	"io"
)

// aheadReader reads a file in large pieces, the next one while the last one is
// being worked on.
type aheadReader struct {
	f       File
	current extent
	next    chan extent // the stretch being read; nil for none
	at      int64       // where that begins
}

// extent is a part of a file that was read, or the error that came of it.
type extent struct {
	buf *[]byte
	off int64
	n   int
	err error
}

func newAheadReader(f File) *aheadReader { return &aheadReader{f: f} }

// ReadAt is made for reads one after another; others work, but gain nothing.
func (a *aheadReader) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at < a.current.off || at >= a.current.off+int64(a.current.n) {
			if !a.advanceTo(at) {
				// An error hits the whole stretch: ask for these bytes alone.
				c, err := a.f.ReadAt(p[n:], at)
				return n + c, err
			}
		}
		n += copy(p[n:], (*a.current.buf)[at-a.current.off:a.current.n])
	}
	return n, nil
}

// advanceTo makes the stretch that begins at off the current one.
func (a *aheadReader) advanceTo(off int64) bool {
	if a.next != nil && a.at != off {
		a.releaseExtent(<-a.next)
		a.next = nil
	}
	if a.next == nil {
		a.startRead(off)
	}
	a.releaseExtent(a.current)
	a.current = <-a.next
	a.next = nil
	if a.current.n == 0 || a.current.err != nil && a.current.err != io.EOF {
		a.current.n = 0
		return false
	}
	if a.current.err == nil {
		a.startRead(off + int64(a.current.n))
	}
	return true
}

func (a *aheadReader) startRead(off int64) {
	next := make(chan extent, 1)
	a.next, a.at = next, off
	go func() {
		buf := buffers.get(windowSize)
		n, err := a.f.ReadAt(*buf, off)
		next <- extent{buf: buf, off: off, n: n, err: err}
	}()
}

func (a *aheadReader) releaseExtent(p extent) {
	if p.buf != nil {
		buffers.put(p.buf)
	}
}

// stop gives the buffers back. The file must stay open until then.
func (a *aheadReader) stop() {
	a.releaseExtent(a.current)
	if a.next != nil {
		a.releaseExtent(<-a.next)
	}
}
