// Package archive brings in what archives hold that lie in the drive: of any program, of Google Takeout, and of accounts of
// Nextcloud. The archives themselves are read by decode.
package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
	"anbar/decode"
	"anbar/decode/unpack"
)

// Part is one archive of a source.
type Part struct {
	Name    string // of its file
	Content decode.Content
	Close   func() error
}

// archiveSet is archives that are read as one source.
type archiveSet struct {
	dec      *decode.Decoders
	who      limits.Owner
	files    []Part
	sidecars bool // for what JSON files of Google Takeout say

	ctx    context.Context // of the contents that are unpacked one after another
	cancel context.CancelFunc

	mu         sync.Mutex // of what follows: a listing and contents come at a time
	parts      []*decode.Archive
	listBudget budget        // bytes of the lists of all parts, on the disk
	memBudget  budget        // bytes of what is known beside them, in memory
	stream     io.ReadCloser // of a solid archive; nil for none
	streamPart int           // the number of its part
	streamPos  int64         // where it is
}

func newArchiveSet(dec *decode.Decoders, who limits.Owner, files []Part, asks bool) *archiveSet {
	ctx, end := context.WithCancel(context.Background())
	return &archiveSet{
		dec: dec, who: who, files: files, sidecars: asks, ctx: ctx, cancel: end, parts: make([]*decode.Archive, len(files)),
		listBudget: budget{limit: limits.UnpackListing}, memBudget: budget{limit: limits.UnpackHeld},
	}
}

// openPart lists an archive when it is needed for the first time.
func (s *archiveSet) openPart(ctx context.Context, n int) (*decode.Archive, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < 0 || n >= len(s.files) {
		return nil, fmt.Errorf("there is no part %d", n)
	}
	if s.parts[n] != nil {
		return s.parts[n], nil
	}
	a, err := s.dec.OpenArchive(ctx, s.who, s.files[n].Content, s.sidecars)
	if err != nil {
		return nil, toArchiveFault(err)
	}
	if err := s.listBudget.reserve(a.ListSize()); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	s.parts[n] = a
	return a, nil
}

// toArchiveFault is the fault of an archive that cannot be read as a whole.
func toArchiveFault(err error) error {
	switch {
	case errors.Is(err, unpack.ErrEncrypted):
		return fault.ImportArchiveEncrypted.Because(err)
	case errors.Is(err, unpack.ErrTooLarge):
		return fault.ImportArchiveTooLarge.Because(err)
	case errors.Is(err, decode.ErrContent):
		return fault.ImportArchiveBroken.Because(err)
	}
	return err
}

// toEntryError says of an error that it is of one entry.
func toEntryError(err error) error {
	if errors.Is(err, unpack.ErrEncrypted) {
		return fault.ImportArchiveEncrypted.Because(err)
	}
	if errors.Is(err, decode.ErrContent) {
		return fmt.Errorf("%w: %w", source.ErrBroken, err)
	}
	return err
}

const pageSize = 1_000

// entryPage is some entries of a part.
type entryPage struct {
	part    int
	first   int64 // number of the first entry in the part
	entries []unpack.Entry
	next    string // the cursor of the next page; empty at the end of the last part
}

func (s *archiveSet) readPage(ctx context.Context, cursor string) (*entryPage, error) {
	p := &entryPage{}
	if cursor != "" {
		if _, err := fmt.Sscanf(cursor, "%d:%d", &p.part, &p.first); err != nil {
			return nil, fmt.Errorf("a cursor %q: %w", cursor, err)
		}
	}
	a, err := s.openPart(ctx, p.part)
	if err != nil {
		return nil, err
	}
	entries, more, err := a.ReadPage(p.first, pageSize)
	if err != nil {
		return nil, toArchiveFault(err)
	}
	if p.entries = entries; more >= 0 {
		p.next = fmt.Sprintf("%d:%d", p.part, more)
	} else if p.part+1 < len(s.files) {
		p.next = fmt.Sprintf("%d:0", p.part+1)
	}
	return p, nil
}

// walkEntries gives every entry of all parts to fn.
func (s *archiveSet) walkEntries(ctx context.Context, fn func(part int, e *unpack.Entry) error) error {
	for cursor := ""; ; {
		p, err := s.readPage(ctx, cursor)
		if err != nil {
			return err
		}
		for i := range p.entries {
			if err := fn(p.part, &p.entries[i]); err != nil {
				return err
			}
		}
		if cursor = p.next; cursor == "" {
			return nil
		}
	}
}

// ref is how Open finds a content.
type ref struct {
	Part int `json:"n"`
	unpack.Selection
}

func formatRef(part int, e *unpack.Entry) (string, error) {
	b, err := json.Marshal(ref{part, unpack.Selection{
		At: e.At, Packed: e.Packed, Method: e.Method, Size: e.Size, Sum: e.Sum, Summed: e.Summed,
	}})
	return string(b), err
}

// maxKeyPath is how much of a path is in a key: the number before it tells entries apart.
const maxKeyPath = 3_900

// toItem is an entry as the engine has it. The place of its page and its number there name it: an archive may hold two entries
// of one path.
func (p *entryPage) toItem(i int) (source.Item, error) {
	e := &p.entries[i]
	r, err := formatRef(p.part, e)
	it := source.Item{
		Key:  fmt.Sprintf("%d.%d.%d:%s", p.part+1, p.first, i, e.Path[:min(len(e.Path), maxKeyPath)]),
		Path: e.Path, Directory: e.Directory, Size: e.Size, Skip: skipReason(e.Skip), Ref: r,
	}
	if e.Dated {
		it.ModifiedAt = time.Unix(e.Modified, 0).UTC()
	}
	return it, err
}

// skipReason is the one of the catalogue why an entry is left out.
func skipReason(r unpack.Reason) string {
	switch r {
	case "":
		return ""
	case unpack.Link, unpack.Special:
		return fault.ImportItemLink.Key
	case unpack.Outside:
		return fault.ImportItemOutside.Key
	}
	return fault.ImportItemBroken.Key
}

// openEntry reads a content.
func (s *archiveSet) openEntry(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	var r ref
	if err := json.Unmarshal([]byte(it.Ref), &r); err != nil {
		return nil, nil, fmt.Errorf("the place of a content: %w", err)
	}
	a, err := s.openPart(ctx, r.Part)
	if err != nil {
		return nil, nil, err
	}
	info := &source.Info{Size: r.Size, ModifiedAt: it.ModifiedAt}
	if offset > r.Size {
		return nil, nil, source.ErrChanged
	}
	if a.Format.IsSolid() {
		body, err := s.openSolid(a, r, offset)
		return body, info, toEntryError(err)
	}
	r.Offset = offset
	body, err := a.OpenContent(ctx, r.Selection)
	if err != nil {
		return nil, nil, toEntryError(err)
	}
	return entryReader{body}, info, nil
}

// entryReader names the errors of contents.
type entryReader struct{ io.ReadCloser }

// Read implements io.Reader.
func (r entryReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	return n, toEntryError(err)
}

// openSolid goes on in a solid archive to a content, or begins anew when it lies behind.
func (s *archiveSet) openSolid(a *decode.Archive, r ref, offset int64) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	want := r.At + offset
	if s.stream != nil && (s.streamPart != r.Part || s.streamPos > want) {
		if err := s.closeStream(); err != nil {
			return nil, err
		}
	}
	if s.stream == nil {
		stream, err := a.OpenContent(s.ctx, unpack.Selection{At: want, Size: a.Bytes - want})
		if err != nil {
			return nil, err
		}
		s.stream, s.streamPart, s.streamPos = stream, r.Part, want
	}
	skipped, err := io.CopyN(io.Discard, s.stream, want-s.streamPos)
	s.streamPos += skipped
	if err != nil {
		return nil, errors.Join(err, s.closeStream())
	}
	return &solidReader{s: s, from: s.stream, remaining: r.Size - offset}, nil
}

func (s *archiveSet) closeStream() error {
	if s.stream == nil {
		return nil
	}
	err := s.stream.Close()
	s.stream = nil
	return err
}

// solidReader is one content of the stream of a solid archive.
type solidReader struct {
	s         *archiveSet
	from      io.ReadCloser
	remaining int64
}

var errOutOfTurn = errors.New("contents of a solid archive are read one after another")

// Read implements io.Reader.
func (t *solidReader) Read(p []byte) (int, error) {
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	if t.remaining == 0 {
		return 0, io.EOF
	}
	if t.from != t.s.stream {
		return 0, errOutOfTurn
	}
	n, err := t.from.Read(p[:min(int64(len(p)), t.remaining)])
	t.remaining -= int64(n)
	t.s.streamPos += int64(n)
	if err == io.EOF && t.remaining > 0 {
		err = io.ErrUnexpectedEOF
	}
	if err != nil && err != io.EOF {
		err = errors.Join(toEntryError(err), t.s.closeStream())
	}
	return n, err
}

// Close implements io.Closer.
func (t *solidReader) Close() error { return nil }

// parallelReads is how many contents may be read at a time. The beginning of a zip is looked at, and nothing more: it is asked
// before an archive was listed. A wrong answer costs time alone.
func (s *archiveSet) parallelReads() int {
	head := make([]byte, 2)
	for _, f := range s.files {
		if _, err := f.Content.From.ReadAt(head, 0); err != nil || string(head) != "PK" {
			return 1
		}
	}
	return zipReads
}

// zipReads is enough: two decoders work for one person, and small contents are in memory at once.
const zipReads = 4

// Close implements io.Closer.
func (s *archiveSet) Close() error {
	s.cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.closeStream()
	for _, a := range s.parts {
		if a != nil {
			err = errors.Join(err, a.Close())
		}
	}
	for _, f := range s.files {
		err = errors.Join(err, f.Close())
	}
	return err
}

// Plain is archives whose contents come as they are.
type Plain struct{ *archiveSet }

// NewPlain returns a source of archives, which it closes.
func NewPlain(dec *decode.Decoders, who limits.Owner, files []Part) *Plain {
	return &Plain{newArchiveSet(dec, who, files, false)}
}

// List implements source.Source.
func (p *Plain) List(ctx context.Context, cursor string) (*source.Page, error) {
	all, err := p.readPage(ctx, cursor)
	if err != nil {
		return nil, err
	}
	page := &source.Page{Next: all.next, Items: make([]source.Item, len(all.entries))}
	for i := range all.entries {
		if page.Items[i], err = all.toItem(i); err != nil {
			return nil, err
		}
		if page.Items[i].Path == "" {
			page.Items[i].Path = singleName(p.files[all.part].Name)
		}
	}
	return page, nil
}

// listItems returns a page of items. keep completes each of them, and reports whether it belongs into the page.
func (s *archiveSet) listItems(ctx context.Context, cursor string, keep func(*source.Item, *unpack.Entry) bool) (*source.Page, error) {
	all, err := s.readPage(ctx, cursor)
	if err != nil {
		return nil, err
	}
	page := &source.Page{Next: all.next}
	for i := range all.entries {
		it, err := all.toItem(i)
		if err != nil {
			return nil, err
		}
		if keep(&it, &all.entries[i]) {
			page.Items = append(page.Items, it)
		}
	}
	return page, nil
}

// singleName is the name of the one file of an archive that holds no names.
func singleName(archive string) string {
	if i := strings.LastIndex(archive, "."); i > 0 {
		return archive[:i]
	}
	return archive + strconv.Itoa(1)
}

// Open implements source.Source.
func (p *Plain) Open(ctx context.Context, it *source.Item, offset int64) (io.ReadCloser, *source.Info, error) {
	return p.openEntry(ctx, it, offset)
}

// Parallel implements source.Source.
func (p *Plain) Parallel() int { return p.parallelReads() }
