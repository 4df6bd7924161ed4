package unpack

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	"anbar/decode/source"

	"github.com/bodgit/sevenzip"
)

// lockedReader lets one reader at a time in: decoders of 7z read ahead on their own.
type lockedReader struct {
	mu  sync.Mutex
	src *source.Source
}

// ReadAt implements io.ReaderAt.
func (a *lockedReader) ReadAt(p []byte, off int64) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.src.ReadAt(p, off)
}

func openSeven(src *source.Source) (*sevenzip.Reader, error) {
	z, err := sevenzip.NewReader(&lockedReader{src: src}, src.Size())
	return z, mapSevenError(err)
}

func mapSevenError(err error) error {
	var read *sevenzip.ReadError
	if errors.As(err, &read) && read.Encrypted {
		return ErrEncrypted
	}
	return err
}

// listSeven lists a 7z. Each of its streams is begun once, for only so its encryption shows.
func (l *lister) listSeven() error {
	z, err := openSeven(l.src)
	if err != nil {
		return err
	}
	if len(z.File) > l.bounds.Entries {
		return fmt.Errorf("%w: %d entries", ErrTooLarge, len(z.File))
	}
	var before int64
	stream := -1
	for _, f := range z.File {
		e, err := newSevenEntry(f)
		if err != nil {
			return err
		}
		e.At = before
		if !e.Directory && e.Skip == "" && e.Size > 0 {
			before += e.Size
			if f.Stream != stream {
				stream = f.Stream
				if err := checkStream(f); err != nil {
					return err
				}
			}
		}
		if err := l.addEntry(e); err != nil {
			return err
		}
	}
	return nil
}

func checkStream(f *sevenzip.File) error {
	r, err := f.Open()
	if err != nil {
		return mapSevenError(err)
	}
	_, err = io.ReadFull(r, make([]byte, 1))
	return errors.Join(mapSevenError(err), r.Close())
}

func newSevenEntry(f *sevenzip.File) (*Entry, error) {
	if f.UncompressedSize > 1<<62 {
		return nil, fmt.Errorf("%w: an entry of %d bytes", ErrTooLarge, f.UncompressedSize)
	}
	e := &Entry{Size: int64(f.UncompressedSize), Sum: f.CRC32, Summed: f.CRC32 != 0}
	if !f.Modified.IsZero() {
		e.setModified(f.Modified.Unix())
	}
	switch mode := f.Mode(); {
	case mode.IsDir():
		e.Directory = true
	case mode&fs.ModeSymlink != 0:
		e.Skip = Link
	case mode&fs.ModeType != 0:
		e.Skip = Special
	}
	var reason Reason
	if e.Path, reason = cleanPath(strings.ToValidUTF8(f.Name, "\ufffd")); reason != "" {
		e.Skip = reason
	}
	if e.Directory || e.Skip != "" {
		e.Size, e.Summed = 0, false
	}
	return e, nil
}

// readSeven writes the contents of a 7z from a place on.
func readSeven(src *source.Source, w Selection, out io.Writer) error {
	z, err := openSeven(src)
	if err != nil {
		return err
	}
	cut := &window{to: out, skip: w.At, remaining: w.Size}
	for _, f := range z.File {
		e, err := newSevenEntry(f)
		if err != nil {
			return err
		}
		if e.Directory || e.Skip != "" || cut.skipContent(e.Size) {
			continue
		}
		if err := copySeven(cut, f, e); err != nil {
			return err
		}
		if cut.remaining == 0 {
			return nil
		}
	}
	return cut.checkComplete()
}

func copySeven(cut *window, f *sevenzip.File, e *Entry) error {
	r, err := f.Open()
	if err != nil {
		return mapSevenError(err)
	}
	err = copyVerified(cut, r, Selection{Size: e.Size, Sum: e.Sum, Summed: e.Summed})
	if errors.Is(err, errWindowFull) {
		err = nil
	}
	return errors.Join(mapSevenError(err), r.Close())
}
