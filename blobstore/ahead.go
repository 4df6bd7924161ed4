package blobstore

import (
	"io"
)

// aheadReader reads a file in large pieces, the next one while the last one is
// being worked on.
type aheadReader struct {
	f    File
	now  stretch
	next chan stretch // the stretch being read; nil for none
	at   int64        // where that begins
}

// stretch is a part of a file that was read, or the error that came of it.
type stretch struct {
	buf *[]byte
	off int64
	n   int
	err error
}

func readAhead(f File) *aheadReader { return &aheadReader{f: f} }

// ReadAt is made for reads one after another; others work, but gain nothing.
func (a *aheadReader) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if at < a.now.off || at >= a.now.off+int64(a.now.n) {
			if !a.turn(at) {
				// An error hits the whole stretch: ask for these bytes alone.
				c, err := a.f.ReadAt(p[n:], at)
				return n + c, err
			}
		}
		n += copy(p[n:], (*a.now.buf)[at-a.now.off:a.now.n])
	}
	return n, nil
}

// turn makes the stretch that begins at off the current one.
func (a *aheadReader) turn(off int64) bool {
	if a.next != nil && a.at != off {
		a.drop(<-a.next)
		a.next = nil
	}
	if a.next == nil {
		a.start(off)
	}
	a.drop(a.now)
	a.now = <-a.next
	a.next = nil
	if a.now.n == 0 || a.now.err != nil && a.now.err != io.EOF {
		a.now.n = 0
		return false
	}
	if a.now.err == nil {
		a.start(off + int64(a.now.n))
	}
	return true
}

func (a *aheadReader) start(off int64) {
	next := make(chan stretch, 1)
	a.next, a.at = next, off
	go func() {
		buf := buffers.get(windowSize)
		n, err := a.f.ReadAt(*buf, off)
		next <- stretch{buf, off, n, err}
	}()
}

func (a *aheadReader) drop(p stretch) {
	if p.buf != nil {
		buffers.put(p.buf)
	}
}

// stop gives the buffers back. The file must stay open until then.
func (a *aheadReader) stop() {
	a.drop(a.now)
	if a.next != nil {
		a.drop(<-a.next)
	}
}
