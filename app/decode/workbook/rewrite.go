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

// copy writes up to a place.
func (r *rewriter) copy(until int) {
	if until > r.done {
		r.write(r.b[r.done:until])
		r.done = until
	}
}

// replace writes something instead of what stands between two places.
func (r *rewriter) replace(from, to int, with []byte) {
	r.copy(from)
	r.write(with)
	r.done = max(r.done, to)
}

// insert writes something before a place.
func (r *rewriter) insert(at int, what []byte) { r.replace(at, at, what) }

// retag replaces the tag.
func (r *rewriter) retag(with []byte) { r.replace(r.begin, r.at, with) }

// drop leaves the element out that the tag begins.
func (r *rewriter) drop() error {
	r.copy(r.begin)
	if err := r.pass(); err != nil {
		return err
	}
	r.done = r.at
	return nil
}

// pass goes to the end of the element that the tag begins.
func (r *scanner) pass() error {
	if r.self || r.ends {
		return nil
	}
	depth := r.depth
	for {
		if err := r.next(); err != nil {
			return unexpected(err)
		}
		if r.ends && r.depth == depth {
			return nil
		}
	}
}

// finish writes the rest, when all tags were read.
func (r *rewriter) finish() error {
	r.copy(len(r.b))
	return r.err
}

// unexpected makes an error of the end within an element.
func unexpected(err error) error {
	if err == io.EOF {
		return errXML
	}
	return err
}

// expected makes nothing of the end behind all elements.
func expected(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}
