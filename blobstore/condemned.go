package blobstore

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"iter"
	"os"
	"time"
)

// The file state/condemned is the result of the last mark: each blob that no row
// named, and since when, sorted by digest. It is streamed, never held in memory.
const (
	condemnedFile        = "condemned"
	condemnedMagic       = "CONDEMN1"
	condemnedHeaderSize  = 32
	condemnedEntrySize   = 40
	condemnedTrailerSize = 16

	// condemnedAfter is the time that lies at least between the two marks that
	// condemn a blob.
	condemnedAfter = 24 * time.Hour
)

// candidate is a blob without a row and the time of the first mark that found none.
type candidate struct {
	digest Digest
	since  int64 // Unix milliseconds
}

// condemnedList is an open list.
type condemnedList struct {
	file   File
	marked int64 // Unix milliseconds of the mark that wrote it
	count  int64
}

// openCondemned returns nil when the list does not exist or is damaged. Then the next
// mark begins a new one, and blobs are only removed later than they would be.
func (s *Store) openCondemned() (*condemnedList, error) {
	f, err := s.fs.OpenFile(s.path(stateDir, condemnedFile), os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c := &condemnedList{file: f}
	switch err := c.load(); {
	case errors.Is(err, ErrCorrupt):
		s.log.Warn("the list of condemned blobs is damaged; it begins anew", "err", err)
		return nil, f.Close()
	case err != nil:
		return nil, errors.Join(err, f.Close())
	}
	return c, nil
}

func (c *condemnedList) load() error {
	size, err := c.file.Size()
	if err != nil {
		return err
	}
	body := size - condemnedHeaderSize - condemnedTrailerSize
	if body < 0 || body%condemnedEntrySize != 0 {
		return fmt.Errorf("%w: %d bytes", ErrCorrupt, size)
	}
	var h [condemnedHeaderSize]byte
	var t [condemnedTrailerSize]byte
	if err := readFull(c.file, h[:], 0); err != nil {
		return err
	}
	if err := readFull(c.file, t[:], size-condemnedTrailerSize); err != nil {
		return err
	}
	c.marked, c.count = int64(le.Uint64(h[8:])), body/condemnedEntrySize
	crc := crc32C(h[:])
	for v, err := range c.all() {
		if err != nil {
			return err
		}
		crc = crc32.Update(crc, castagnoli, v.encode())
	}
	if string(h[:8]) != condemnedMagic || int64(le.Uint64(t[:])) != c.count || le.Uint32(t[8:]) != crc {
		return fmt.Errorf("%w: checksum", ErrCorrupt)
	}
	return nil
}

func (v candidate) encode() []byte {
	return le.AppendUint64(v.digest[:len(v.digest):len(v.digest)], uint64(v.since))
}

// all yields the list in order.
func (c *condemnedList) all() iter.Seq2[candidate, error] {
	return func(yield func(candidate, error) bool) {
		if c == nil {
			return
		}
		buf := make([]byte, 1024*condemnedEntrySize)
		for at := int64(0); at < c.count; {
			p := buf[:min(1024, c.count-at)*condemnedEntrySize]
			if err := readFull(c.file, p, condemnedHeaderSize+at*condemnedEntrySize); err != nil {
				yield(candidate{}, err)
				return
			}
			at += int64(len(p)) / condemnedEntrySize
			for ; len(p) > 0; p = p[condemnedEntrySize:] {
				if !yield(candidate{Digest(p[:32]), int64(le.Uint64(p[32:]))}, nil) {
					return
				}
			}
		}
	}
}

func (c *condemnedList) close() error {
	if c == nil {
		return nil
	}
	return c.file.Close()
}

// writeCondemned replaces the list by what fill adds to it, in order.
func (s *Store) writeCondemned(marked int64, fill func(add func(candidate) error) error) error {
	return replaceFileWith(s.fs, s.path(stateDir, condemnedFile), func(f File) error {
		w := newCondemnedWriter(f, marked)
		if err := fill(w.add); err != nil {
			return err
		}
		return w.finish()
	})
}

// condemnedWriter writes a list of condemned blobs.
type condemnedWriter struct {
	file  File
	buf   []byte
	at    int64
	count int64
	crc   uint32
}

func newCondemnedWriter(f File, marked int64) *condemnedWriter {
	buf := make([]byte, condemnedHeaderSize, 64<<10)
	copy(buf, condemnedMagic)
	le.PutUint64(buf[8:], uint64(marked))
	return &condemnedWriter{file: f, buf: buf}
}

func (w *condemnedWriter) add(v candidate) error {
	w.count++
	w.buf = append(w.buf, v.encode()...)
	if len(w.buf) > 60<<10 {
		return w.flush()
	}
	return nil
}

func (w *condemnedWriter) flush() error {
	_, err := w.file.WriteAt(w.buf, w.at)
	w.crc = crc32.Update(w.crc, castagnoli, w.buf)
	w.at += int64(len(w.buf))
	w.buf = w.buf[:0]
	return err
}

// finish writes what is left and the trailer.
func (w *condemnedWriter) finish() error {
	if err := w.flush(); err != nil {
		return err
	}
	t := make([]byte, condemnedTrailerSize)
	le.PutUint64(t, uint64(w.count))
	le.PutUint32(t[8:], w.crc)
	_, err := w.file.WriteAt(t, w.at)
	return err
}
