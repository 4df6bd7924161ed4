package decode

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"unicode/utf8"

	"anbar/app/base/limits"
	"anbar/decode/unpack"
)

// archiveErrors are numbered from 1 on the wire.
var archiveErrors = []error{unpack.ErrBroken, unpack.ErrNotArchive, unpack.ErrEncrypted, unpack.ErrTooLarge}

// ArchiveCode is the number of an error of package unpack on the wire; 0 for any other.
func ArchiveCode(err error) byte {
	for i, known := range archiveErrors {
		if errors.Is(err, known) {
			return byte(i + 1)
		}
	}
	return 0
}

// parseArchiveError is the refusal of an archive that a decoder answered with.
func parseArchiveError(b []byte) error {
	if len(b) == 0 || b[0] == 0 || int(b[0]) > len(archiveErrors) {
		return errBadAnswer
	}
	return fmt.Errorf("%w: %w: %s", ErrContent, archiveErrors[b[0]-1], FirstLine(b[1:]))
}

func newArchiveWorkers(log *slog.Logger) []*worker {
	all := make([]*worker, limits.Archives().Total)
	for i := range all {
		all[i] = newWorker(log, niceBehind, Documents)
	}
	return all
}

// Archive is an archive whose entries are known. Any number of goroutines may use it.
type Archive struct {
	unpack.Facts
	d       *Decoders
	owner   limits.Owner
	content Content
	list    *resultFile
}

// OpenArchive lists an archive, which takes as long as reading it when it is compressed as a whole. sidecars asks for what the
// JSON files of Google Takeout say. It fails with ErrContent and mostly one of the errors of package unpack, with
// limits.ErrBusy, and else with what would also happen to other archives. The caller closes the archive, before the blob.
func (d *Decoders) OpenArchive(ctx context.Context, who limits.Owner, c Content, sidecars bool) (*Archive, error) {
	args, err := json.Marshal(unpack.Bounds{
		Entries: limits.UnpackEntries, Ratio: limits.UnpackRatio, Floor: limits.UnpackFloor, Directory: limits.UnpackDirectory,
		Sidecars: sidecars,
	})
	if err != nil {
		return nil, err
	}
	full := fmt.Errorf("%w: %w: its list has more than %d bytes", ErrContent, unpack.ErrTooLarge, limits.UnpackListing)
	list, err := newResultFile(d.dir, limits.UnpackListing, full)
	if err != nil {
		return nil, err
	}
	a := &Archive{d: d, owner: who, content: c, list: list}
	b, err := d.runStreaming(ctx, who, c, Job{Work: List, Args: args, out: list})
	if err == nil && (json.Unmarshal(b, &a.Facts) != nil || a.Entries < 0 || a.Entries > limits.UnpackEntries) {
		err = errBadAnswer
	}
	if err != nil {
		return nil, errors.Join(err, list.Close())
	}
	return a, nil
}

// runStreaming has a work done that may take as long as it makes progress.
func (d *Decoders) runStreaming(ctx context.Context, who limits.Owner, c Content, j Job) ([]byte, error) {
	w, release, err := d.archives.acquire(ctx, who)
	if err != nil {
		return nil, err
	}
	defer release()
	j.Time = limits.UnpackIdle
	b, _, err := w.run(ctx, c, j)
	return b, err
}

// ListSize is how many bytes on the disk the list of the archive takes.
func (a *Archive) ListSize() int64 { return a.list.size }

// Close ends the use of the archive.
func (a *Archive) Close() error { return a.list.Close() }

// most of the encoded form of an entry: a path of 4 KiB may take six times as much as JSON, and so may a title.
const maxEntrySize = 64 << 10

// ReadPage returns up to n entries from a place in the list on, and the place of the next ones; -1 at the end. The list of an
// archive has the same places each time.
func (a *Archive) ReadPage(at int64, n int) ([]unpack.Entry, int64, error) {
	if at < 0 || at > a.list.size {
		return nil, 0, fmt.Errorf("no place in the list of an archive: %d", at)
	}
	r := bufio.NewReader(io.NewSectionReader(a.list, at, a.list.size-at))
	var page []unpack.Entry
	for len(page) < n {
		e, size, err := readEntry(r)
		if err == io.EOF {
			return page, -1, nil
		}
		if err != nil {
			return nil, 0, err
		}
		page = append(page, *e)
		at += size
	}
	if at == a.list.size {
		at = -1
	}
	return page, at, nil
}

// readEntry reads one entry of a list and returns its size there. Its error is io.EOF at the end of the list.
func readEntry(r io.Reader) (*unpack.Entry, int64, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err == io.EOF {
		return nil, 0, io.EOF
	} else if err != nil {
		return nil, 0, errBadAnswer
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxEntrySize {
		return nil, 0, errBadAnswer
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, 0, errBadAnswer
	}
	e := &unpack.Entry{}
	if json.Unmarshal(b, e) != nil || e.Size < 0 || e.At < 0 || !utf8.ValidString(e.Path) {
		return nil, 0, errBadAnswer
	}
	return e, int64(len(head)) + int64(size), nil
}

// OpenContent reads one content from an offset on, or with a solid format any stretch of all contents. It fails as Archive does, at
// once or while it is read. The caller closes the reader; until then a decoder is in use, unless the content is small.
func (a *Archive) OpenContent(ctx context.Context, w unpack.Selection) (io.ReadCloser, error) {
	w.Format = a.Format
	args, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	if w.Size < 0 || w.Offset < 0 || w.Offset > w.Size {
		return nil, errBadAnswer
	}
	if size := w.Size - w.Offset; size > limits.UnpackSmall {
		return a.startStream(ctx, args, size), nil
	}
	return a.readSmall(ctx, args, w.Size-w.Offset)
}

func (a *Archive) readSmall(ctx context.Context, args []byte, size int64) (io.ReadCloser, error) {
	whole := &memoryBuffer{limit: size}
	if size > 0 {
		if _, err := a.d.runStreaming(ctx, a.owner, a.content, Job{Work: Unpack, Args: args, out: whole}); err != nil {
			return nil, err
		}
	}
	if int64(whole.Len()) != size {
		return nil, errBadAnswer
	}
	return io.NopCloser(whole), nil
}

func (a *Archive) startStream(ctx context.Context, args []byte, size int64) io.ReadCloser {
	ctx, cancel := context.WithCancel(ctx)
	from, to := io.Pipe()
	f := &contentStream{PipeReader: from, to: to, remaining: size, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(f.done)
		_, err := a.d.runStreaming(ctx, a.owner, a.content, Job{Work: Unpack, Args: args, out: f})
		if err == nil && f.remaining > 0 {
			err = errBadAnswer
		}
		_ = to.CloseWithError(err) // it returns nil, always
	}()
	return f
}

// memoryBuffer is a small content.
type memoryBuffer struct {
	bytes.Buffer
	limit int64
}

func (m *memoryBuffer) restart() error {
	m.Reset()
	return nil
}

func (m *memoryBuffer) add(b []byte) error {
	if int64(m.Len()+len(b)) > m.limit {
		return errBadAnswer
	}
	_, err := m.Write(b)
	return err
}

// contentStream is a content that is read while it is unpacked.
type contentStream struct {
	*io.PipeReader
	to        *io.PipeWriter
	remaining int64
	started   bool
	cancel    context.CancelFunc
	done      chan struct{}
}

var errRestarted = errors.New("the decoder ended while it unpacked")

func (f *contentStream) restart() error {
	if f.started {
		return errRestarted
	}
	return nil
}

func (f *contentStream) add(b []byte) error {
	f.started = true
	if f.remaining -= int64(len(b)); f.remaining < 0 {
		return errBadAnswer
	}
	_, err := f.to.Write(b)
	return err
}

// Close implements io.Closer. The decoder is free afterwards.
func (f *contentStream) Close() error {
	err := f.PipeReader.Close()
	f.cancel()
	<-f.done
	return err
}
