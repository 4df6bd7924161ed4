package docx

import "bytes"

// splicer copies a part with stretches of it left out or replaced.
type splicer struct {
	src  []byte
	out  bytes.Buffer
	done int // what is before it in src was copied or left out
}

// cut copies what is before start and leaves out what is from there to end. What is written to out next stands there
// instead.
func (s *splicer) cut(start, end int) {
	s.out.Write(s.src[s.done:start])
	s.done = end
}

// finish copies the rest and returns all: src itself when nothing was cut.
func (s *splicer) finish() []byte {
	if s.done == 0 {
		return s.src
	}
	s.out.Write(s.src[s.done:])
	return s.out.Bytes()
}
