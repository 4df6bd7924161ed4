// Package source gives decoders the bytes of one blob.
package source

import (
	"bufio"
	"context"
	"errors"
	"io"
)

const blockSize = 64 << 10 // the store verifies a block at a time

// Source reads a blob for decoders, a block at a time, and keeps failures of the disk apart
// from decoding errors. It stops when ctx ends.
type Source struct {
	ctx   context.Context
	from  io.ReaderAt
	size  int64
	block []byte
	at    int64 // of block
	err   error
}

// New makes a source; it stops when ctx ends.
func New(ctx context.Context, from io.ReaderAt, size int64) *Source {
	return &Source{ctx: ctx, from: from, size: size, at: -1}
}

// ReadAt implements io.ReaderAt.
func (s *Source) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		if off+int64(n) >= s.size || off < 0 {
			return n, io.EOF
		}
		if err := s.loadBlock((off + int64(n)) / blockSize * blockSize); err != nil {
			return n, err
		}
		n += copy(p[n:], s.block[off+int64(n)-s.at:])
	}
	return n, nil
}

func (s *Source) loadBlock(at int64) error {
	if s.at == at {
		return nil
	}
	if s.err == nil {
		s.err = s.ctx.Err()
	}
	if s.err != nil {
		return s.err
	}
	if s.block == nil {
		s.block = make([]byte, blockSize)
	}
	s.at, s.block = -1, s.block[:min(blockSize, s.size-at)]
	if n, err := s.from.ReadAt(s.block, at); n < len(s.block) {
		s.err = errors.Join(err, io.ErrUnexpectedEOF)
		return s.err
	}
	s.at = at
	return nil
}

// NewReader reads from the beginning.
func (s *Source) NewReader() *io.SectionReader { return io.NewSectionReader(s, 0, s.size) }

// NewBufferedReader is NewReader for decoders that read a byte at a time.
func (s *Source) NewBufferedReader() *bufio.Reader { return bufio.NewReaderSize(s.NewReader(), 16<<10) }

// Size returns the length of the blob in bytes.
func (s *Source) Size() int64 { return s.size }

// Context returns the context that ends the reading.
func (s *Source) Context() context.Context { return s.ctx }

// Err returns the failure of the disk, or the end of the context, that the reader met.
// It takes precedence over the decoder's own error.
func (s *Source) Err() error { return s.err }
