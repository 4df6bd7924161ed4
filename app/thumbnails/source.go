package thumbnails

import (
	"bufio"
	"context"
	"errors"
	"io"
)

const blockSize = 64 << 10 // what the store proves at a time

// source reads a content for decoders, a block at a time, and keeps failures of
// the disk apart from what a decoder makes of them. It stops when ctx ends.
type source struct {
	ctx    context.Context
	from   io.ReaderAt
	size   int64
	block  []byte
	at     int64 // of block
	failed error
}

func newSource(ctx context.Context, from io.ReaderAt, size int64) *source {
	return &source{ctx: ctx, from: from, size: size, at: -1}
}

// ReadAt implements io.ReaderAt.
func (s *source) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		if off+int64(n) >= s.size || off < 0 {
			return n, io.EOF
		}
		if err := s.load((off + int64(n)) / blockSize * blockSize); err != nil {
			return n, err
		}
		n += copy(p[n:], s.block[off+int64(n)-s.at:])
	}
	return n, nil
}

func (s *source) load(at int64) error {
	if s.at == at {
		return nil
	}
	if s.failed == nil {
		s.failed = s.ctx.Err()
	}
	if s.failed != nil {
		return s.failed
	}
	if s.block == nil {
		s.block = make([]byte, blockSize)
	}
	s.at, s.block = -1, s.block[:min(blockSize, s.size-at)]
	if n, err := s.from.ReadAt(s.block, at); n < len(s.block) {
		s.failed = errors.Join(err, io.ErrUnexpectedEOF)
		return s.failed
	}
	s.at = at
	return nil
}

// all reads from the beginning.
func (s *source) all() *io.SectionReader { return io.NewSectionReader(s, 0, s.size) }

func (s *source) buffered() *bufio.Reader { return bufio.NewReaderSize(s.all(), 16<<10) }
