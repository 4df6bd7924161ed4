package unpack

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"anbar/decode/source"
)

// isTar is whether a block is the head of a tar: it has a checksum of its own.
func isTar(head []byte) bool {
	if len(head) < magicSize {
		return false
	}
	field := strings.Trim(string(head[148:156]), " \x00")
	want, err := strconv.ParseInt(field, 8, 64)
	var sum int64
	for i, b := range head {
		if i >= 148 && i < 156 {
			b = ' '
		}
		sum += int64(b)
	}
	return err == nil && sum == want && !bytes.Equal(head, make([]byte, magicSize))
}

// listPacked lists an archive that is compressed as a whole.
func (l *lister) listPacked(f Format) error {
	plain, name, err := openPacked(l.src, f)
	if err != nil {
		return err
	}
	counted := &limitedReader{r: plain, remaining: l.maxBytes + int64(l.bounds.Entries)<<10}
	b := bufio.NewReaderSize(counted, 64<<10)
	head, err := b.Peek(magicSize)
	if err != nil && err != io.EOF {
		return err
	}
	if isTar(head) {
		return l.listTar(b, true)
	}
	n, err := io.Copy(io.Discard, b)
	if err != nil {
		return err
	}
	var g nameDecoder
	path, reason := cleanPath(g.decodeNext(name))
	if reason != "" {
		path = ""
	}
	return l.addEntry(&Entry{Path: path, Size: n})
}

// limitedReader ends the reading of what unpacks to too much.
type limitedReader struct {
	r         io.Reader
	remaining int64
}

// Read implements io.Reader.
func (b *limitedReader) Read(p []byte) (int, error) {
	if b.remaining <= 0 {
		return 0, ErrTooLarge
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.remaining)])
	b.remaining -= int64(n)
	return n, err
}

// listTar lists a tar. The place of an entry is that in the tar, or else in all contents.
func (l *lister) listTar(r io.Reader, solid bool) error {
	t := tar.NewReader(r)
	var before int64
	var g nameDecoder
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return mapTarError(err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		e := newTarEntry(h, &g)
		e.At = before
		if s, ok := r.(io.Seeker); ok && !solid {
			if e.At, err = s.Seek(0, io.SeekCurrent); err != nil {
				return err
			}
		}
		if !e.Directory && e.Skip == "" {
			before += e.Size
			if l.bounds.Sidecars && isSidecar(e) {
				if e.About, err = readSidecar(t); err != nil {
					return err
				}
			}
		}
		if err := l.addEntry(e); err != nil {
			return err
		}
	}
}

// mapTarError takes the reason out of an error that may be of the bounds.
func mapTarError(err error) error {
	if errors.Is(err, ErrTooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

func newTarEntry(h *tar.Header, g *nameDecoder) *Entry {
	e := &Entry{Size: h.Size}
	e.setModified(h.ModTime.Unix())
	e.Directory, e.Skip = h.Typeflag == tar.TypeDir, skipReason(h)
	if e.Directory || e.Skip != "" {
		e.Size = 0
	}
	var reason Reason
	if e.Path, reason = cleanPath(g.decodeNext(h.Name)); reason != "" {
		e.Skip, e.Size = reason, 0
	}
	return e
}

// skipReason returns why an entry is not unpacked; empty when it is.
func skipReason(h *tar.Header) Reason {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return Unsupported
		}
	}
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeDir:
		return ""
	case tar.TypeLink, tar.TypeSymlink:
		return Link
	case tar.TypeGNUSparse:
		return Unsupported
	}
	return Special
}

// readPacked writes the contents of a compressed archive from a place on.
func readPacked(src *source.Source, w Selection, out io.Writer) error {
	plain, _, err := openPacked(src, w.Format)
	if err != nil {
		return err
	}
	b := bufio.NewReaderSize(plain, 64<<10)
	head, err := b.Peek(magicSize)
	if err != nil && err != io.EOF {
		return err
	}
	cut := &window{to: out, skip: w.At, remaining: w.Size}
	if !isTar(head) {
		if _, err := io.Copy(cut, b); err != nil && !errors.Is(err, errWindowFull) {
			return err
		}
		return cut.checkComplete()
	}
	if err := cut.copyTar(tar.NewReader(b)); err != nil {
		return err
	}
	return cut.checkComplete()
}

// copyTar takes the contents of a tar one after another.
func (w *window) copyTar(t *tar.Reader) error {
	for w.remaining > 0 {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		e := newTarEntry(h, &nameDecoder{})
		if e.Directory || e.Skip != "" || w.skipContent(e.Size) {
			continue
		}
		if _, err := io.Copy(w, t); err != nil && !errors.Is(err, errWindowFull) {
			return err
		}
	}
	return nil
}

var errWindowFull = errors.New("all that was wanted is there")

// window lets a part of what is written through.
type window struct {
	to              io.Writer
	skip, remaining int64
}

// skipContent leaves a whole content out when it lies before the window.
func (w *window) skipContent(size int64) bool {
	if size > w.skip {
		return false
	}
	w.skip -= size
	return true
}

// Write implements io.Writer.
func (w *window) Write(p []byte) (int, error) {
	skip := min(w.skip, int64(len(p)))
	w.skip -= skip
	part := p[skip:]
	part = part[:min(int64(len(part)), w.remaining)]
	n, err := w.to.Write(part)
	w.remaining -= int64(n)
	if err == nil && w.remaining == 0 {
		err = errWindowFull
	}
	if err != nil {
		return int(skip) + n, err
	}
	return len(p), nil
}

func (w *window) checkComplete() error {
	if w.remaining > 0 {
		return fmt.Errorf("%w: it ends %d bytes early", ErrBroken, w.remaining)
	}
	return nil
}
