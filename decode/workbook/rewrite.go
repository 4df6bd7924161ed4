package workbook

import (
	"io"
)

// rewriter writes a part again. What is not replaced is written as it is.
type rewriter struct {
	*scanner
	out  io.Writer
	done int // so far it is written, or left out
	err  error
}

func newRewriter(b []byte, out io.Writer) (*rewriter, error) {
	s, err := newScanner(b)
	return &rewriter{scanner: s, out: out}, err
}

func (r *rewriter) write(b []byte) {
	if r.err == nil && len(b) > 0 {
		_, r.err = r.out.Write(b)
	}
}

// copyUntil writes up to a place.
func (r *rewriter) copyUntil(until int) {
	if until > r.done {
		r.write(r.src[r.done:until])
		r.done = until
	}
}

// replace writes something instead of what stands between two places.
func (r *rewriter) replace(from, to int, with []byte) {
	r.copyUntil(from)
	r.write(with)
	r.done = max(r.done, to)
}

// insert writes something before a place.
func (r *rewriter) insert(at int, what []byte) { r.replace(at, at, what) }

// replaceTag replaces the tag.
func (r *rewriter) replaceTag(with []byte) { r.replace(r.tagStart, r.pos, with) }

// dropElement leaves the element out that the tag begins.
func (r *rewriter) dropElement() error {
	r.copyUntil(r.tagStart)
	if err := r.skipElement(); err != nil {
		return err
	}
	r.done = r.pos
	return nil
}

// skipElement goes to the end of the element that the tag begins.
func (r *scanner) skipElement() error {
	if r.selfClosing || r.isEnd {
		return nil
	}
	depth := r.depth
	for {
		if err := r.next(); err != nil {
			return rejectEOF(err)
		}
		if r.isEnd && r.depth == depth {
			return nil
		}
	}
}

// finish writes the rest, when all tags were read.
func (r *rewriter) finish() error {
	r.copyUntil(len(r.src))
	return r.err
}

// rejectEOF makes an error of the end within an element.
func rejectEOF(err error) error {
	if err == io.EOF {
		return errXML
	}
	return err
}

// ignoreEOF makes nothing of the end behind all elements.
func ignoreEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
