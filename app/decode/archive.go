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

	"anbar/app/decode/unpack"
	"anbar/app/limits"
)

// archiveErrors are numbered from 1 on the wire.
var archiveErrors = []error{unpack.ErrBroken, unpack.ErrNone, unpack.ErrEncrypted, unpack.ErrTooLarge}

// ArchiveCode is the number of an error of package unpack on the wire; 0 for any other.
func ArchiveCode(err error) byte {
	for i, known := range archiveErrors {
		if errors.Is(err, known) {
			return byte(i + 1)
		}
	}
	return 0
}

// ofArchive is the refusal of an archive that a decoder answered with.
func ofArchive(b []byte) error {
	if len(b) == 0 || b[0] == 0 || int(b[0]) > len(archiveErrors) {
		return errElse
	}
	return fmt.Errorf("%w: %w: %s", ErrContent, archiveErrors[b[0]-1], Reason(b[1:]))
}

func archiveLanes(log *slog.Logger) []*lane {
	all := make([]*lane, limits.Archives().Total)
	for i := range all {
		all[i] = newLane(log, behind, Documents)
	}
	return all
}

// Archive is an archive whose entries are known. Any number of goroutines may use it.
type Archive struct {
	unpack.Facts
	d    *Decoders
	who  limits.Owner
	of   Content
	list *made
}

// Archive lists an archive, which takes as long as reading it when it is compressed as a whole. sidecars asks for what the
// JSON files of Google Takeout say. It fails with ErrContent and mostly one of the errors of package unpack, with
// limits.ErrBusy, and else with what would also happen to other archives. The caller closes the archive, before the blob.
func (d *Decoders) Archive(ctx context.Context, who limits.Owner, c Content, sidecars bool) (*Archive, error) {
	args, err := json.Marshal(unpack.Bounds{
		Entries: limits.UnpackEntries, Ratio: limits.UnpackRatio, Floor: limits.UnpackFloor, Directory: limits.UnpackDirectory,
		Sidecars: sidecars,
	})
	if err != nil {
		return nil, err
	}
	full := fmt.Errorf("%w: %w: its list has more than %d bytes", ErrContent, unpack.ErrTooLarge, limits.UnpackListing)
	list, err := newMade(d.dir, limits.UnpackListing, full)
	if err != nil {
		return nil, err
	}
	a := &Archive{d: d, who: who, of: c, list: list}
	b, err := d.flow(ctx, who, c, Job{Work: List, Args: args, made: list})
	if err == nil && (json.Unmarshal(b, &a.Facts) != nil || a.Entries < 0 || a.Entries > limits.UnpackEntries) {
		err = errElse
	}
	if err != nil {
		return nil, errors.Join(err, list.Close())
	}
	return a, nil
}

// flow has a work done that may take as long as it makes progress.
func (d *Decoders) flow(ctx context.Context, who limits.Owner, c Content, j Job) ([]byte, error) {
	leave, err := d.archives.turns.Acquire(ctx, who, 1)
	if err != nil {
		return nil, err
	}
	defer leave()
	var l *lane
	select {
	case l = <-d.archives.free:
		defer func() { d.archives.free <- l }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	j.Time = limits.UnpackIdle
	b, _, err := l.run(ctx, c, j)
	return b, err
}

// Listed is how many bytes on the disk the list of the archive takes.
func (a *Archive) Listed() int64 { return a.list.size }

// Close ends the use of the archive.
func (a *Archive) Close() error { return a.list.Close() }

// most of the encoded form of an entry: a path of 4 KiB may take six times as much as JSON, and so may a title.
const maxListed = 64 << 10

// Page returns up to n entries from a place in the list on, and the place of the next ones; -1 at the end. The list of an
// archive has the same places each time.
func (a *Archive) Page(at int64, n int) ([]unpack.Entry, int64, error) {
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
		return nil, 0, errElse
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxListed {
		return nil, 0, errElse
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(r, b); err != nil {
		return nil, 0, errElse
	}
	e := &unpack.Entry{}
	if json.Unmarshal(b, e) != nil || e.Size < 0 || e.At < 0 || !utf8.ValidString(e.Path) {
		return nil, 0, errElse
	}
	return e, int64(len(head)) + int64(size), nil
}

// Read reads one content from an offset on, or with a solid format any stretch of all contents. It fails as Archive does, at
// once or while it is read. The caller closes the reader; until then a decoder is in use, unless the content is small.
func (a *Archive) Read(ctx context.Context, w unpack.Want) (io.ReadCloser, error) {
	w.Format = a.Format
	args, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	if w.Size < 0 || w.Offset < 0 || w.Offset > w.Size {
		return nil, errElse
	}
	if size := w.Size - w.Offset; size > limits.UnpackSmall {
		return a.readFlowing(ctx, args, size), nil
	}
	return a.readWhole(ctx, args, w.Size-w.Offset)
}

func (a *Archive) readWhole(ctx context.Context, args []byte, size int64) (io.ReadCloser, error) {
	whole := &memory{most: size}
	if size > 0 {
		if _, err := a.d.flow(ctx, a.who, a.of, Job{Work: Unpack, Args: args, made: whole}); err != nil {
			return nil, err
		}
	}
	if int64(whole.Len()) != size {
		return nil, errElse
	}
	return io.NopCloser(whole), nil
}

func (a *Archive) readFlowing(ctx context.Context, args []byte, size int64) io.ReadCloser {
	ctx, cancel := context.WithCancel(ctx)
	from, to := io.Pipe()
	f := &flowing{PipeReader: from, to: to, left: size, cancel: cancel, ended: make(chan struct{})}
	go func() {
		defer close(f.ended)
		_, err := a.d.flow(ctx, a.who, a.of, Job{Work: Unpack, Args: args, made: f})
		if err == nil && f.left > 0 {
			err = errElse
		}
		_ = to.CloseWithError(err) // it returns nil, always
	}()
	return f
}

// memory is a small content.
type memory struct {
	bytes.Buffer
	most int64
}

func (m *memory) empty() error {
	m.Reset()
	return nil
}

func (m *memory) add(b []byte) error {
	if int64(m.Len()+len(b)) > m.most {
		return errElse
	}
	_, err := m.Write(b)
	return err
}

// flowing is a content that is read while it is unpacked.
type flowing struct {
	*io.PipeReader
	to     *io.PipeWriter
	left   int64
	begun  bool
	cancel context.CancelFunc
	ended  chan struct{}
}

var errTwice = errors.New("the decoder ended while it unpacked")

func (f *flowing) empty() error {
	return errIf(f.begun, errTwice)
}

func (f *flowing) add(b []byte) error {
	f.begun = true
	if f.left -= int64(len(b)); f.left < 0 {
		return errElse
	}
	_, err := f.to.Write(b)
	return err
}

// Close implements io.Closer. The decoder is free afterwards.
func (f *flowing) Close() error {
	err := f.PipeReader.Close()
	f.cancel()
	<-f.ended
	return err
}
