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

	"anbar/app/decode/source"
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

// packed lists an archive that is compressed as a whole.
func (l *lister) packed(f Format) error {
	plain, name, err := unpacked(l.src, f)
	if err != nil {
		return err
	}
	counted := &bounded{r: plain, left: l.most + int64(l.bounds.Entries)<<10}
	b := bufio.NewReaderSize(counted, 64<<10)
	head, err := b.Peek(magicSize)
	if err != nil && err != io.EOF {
		return err
	}
	if isTar(head) {
		return l.tar(b, true)
	}
	n, err := io.Copy(io.Discard, b)
	if err != nil {
		return err
	}
	var g guess
	path, reason := clean(g.next(name))
	if reason != "" {
		path = ""
	}
	return l.take(&Entry{Path: path, Size: n})
}

// bounded ends the reading of what unpacks to too much.
type bounded struct {
	r    io.Reader
	left int64
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, ErrTooLarge
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// tar lists a tar. The place of an entry is that in the tar, or else in all contents.
func (l *lister) tar(r io.Reader, solid bool) error {
	t := tar.NewReader(r)
	var before int64
	var g guess
	for {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return tarError(err)
		}
		if h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		e := entryOf(h, &g)
		e.At = before
		if s, ok := r.(io.Seeker); ok && !solid {
			if e.At, err = s.Seek(0, io.SeekCurrent); err != nil {
				return err
			}
		}
		if !e.Directory && e.Skip == "" {
			before += e.Size
			if l.bounds.Sidecars && sidecar(e) {
				if e.About, err = about(t); err != nil {
					return err
				}
			}
		}
		if err := l.take(e); err != nil {
			return err
		}
	}
}

// tarError takes the reason out of an error that may be of the bounds.
func tarError(err error) error {
	if errors.Is(err, ErrTooLarge) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

func entryOf(h *tar.Header, g *guess) *Entry {
	e := &Entry{Size: h.Size}
	e.date(h.ModTime.Unix())
	e.Directory, e.Skip = h.Typeflag == tar.TypeDir, skipOf(h)
	if e.Directory || e.Skip != "" {
		e.Size = 0
	}
	var reason Reason
	if e.Path, reason = clean(g.next(h.Name)); reason != "" {
		e.Skip, e.Size = reason, 0
	}
	return e
}

// skipOf returns why an entry is not unpacked; empty when it is.
func skipOf(h *tar.Header) Reason {
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
func readPacked(src *source.Source, w Want, out io.Writer) error {
	plain, _, err := unpacked(src, w.Format)
	if err != nil {
		return err
	}
	b := bufio.NewReaderSize(plain, 64<<10)
	head, err := b.Peek(magicSize)
	if err != nil && err != io.EOF {
		return err
	}
	cut := &window{to: out, skip: w.At, left: w.Size}
	if !isTar(head) {
		if _, err := io.Copy(cut, b); err != nil && !errors.Is(err, errFull) {
			return err
		}
		return cut.end()
	}
	if err := cut.takeTar(tar.NewReader(b)); err != nil {
		return err
	}
	return cut.end()
}

// takeTar takes the contents of a tar one after another.
func (w *window) takeTar(t *tar.Reader) error {
	for w.left > 0 {
		h, err := t.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		e := entryOf(h, &guess{})
		if e.Directory || e.Skip != "" || w.pass(e.Size) {
			continue
		}
		if _, err := io.Copy(w, t); err != nil && !errors.Is(err, errFull) {
			return err
		}
	}
	return nil
}

var errFull = errors.New("all that was wanted is there")

// window lets a part of what is written through.
type window struct {
	to         io.Writer
	skip, left int64
}

// pass leaves a whole content out when it lies before the window.
func (w *window) pass(size int64) bool {
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
	part = part[:min(int64(len(part)), w.left)]
	n, err := w.to.Write(part)
	w.left -= int64(n)
	if err == nil && w.left == 0 {
		err = errFull
	}
	if err != nil {
		return int(skip) + n, err
	}
	return len(p), nil
}

func (w *window) end() error {
	if w.left > 0 {
		return fmt.Errorf("%w: it ends %d bytes early", ErrBroken, w.left)
	}
	return nil
}
