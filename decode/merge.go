package decode

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"anbar/app/base/limits"
	"anbar/app/base/spool"
	"anbar/decode/refusal"
)

// CheckEditable returns nil when a document may be changed in an editor of ours, and else ErrContent, mostly with a
// *refusal.Error that says why. It is for a user who waits and fails as ReadBlocks does.
func (d *Decoders) CheckEditable(ctx context.Context, who limits.Owner, kind DocumentKind, c Content) error {
	if c.Size > limits.MergeSource {
		return newRefusal(refusal.TooLarge, "it has %d bytes", c.Size)
	}
	_, err := d.runPreview(ctx, d.previews, who, c, Job{Work: Check, Kind: byte(kind)})
	return err
}

// ReadEditParts returns what an editor of docx gets beside the document, as JSON of a docx.EditParts. It fails as CheckEditable does.
func (d *Decoders) ReadEditParts(ctx context.Context, who limits.Owner, c Content) (json.RawMessage, error) {
	if c.Size > limits.MergeSource {
		return nil, newRefusal(refusal.TooLarge, "it has %d bytes", c.Size)
	}
	b, err := d.runPreview(ctx, d.previews, who, c, Job{Work: EditParts, Kind: byte(EditWord)})
	if err == nil && !json.Valid(b) {
		err = errBadAnswer
	}
	return b, err
}

// Merge writes a changed document to out: the original with what an editor sent, by the kind one or two parts. The
// document is made whole before its first byte is written. Merge fails with limits.ErrBusy when too many wait, with
// ErrContent and mostly a *refusal.Error when the document cannot be changed so, and else with what would also happen
// to other documents. The time of the workspace of the original counts.
func (d *Decoders) Merge(ctx context.Context, who limits.Owner, kind DocumentKind, original Content, parts []Content, out io.Writer) error {
	if len(parts) > maxOthers {
		return fmt.Errorf("%d parts of a document", len(parts))
	}
	all := original.Size
	for _, p := range parts {
		all += p.Size
	}
	if all > limits.MergeSource {
		return newRefusal(refusal.TooLarge, "it has %d bytes with its changes", all)
	}
	m, err := newResultFile(d.dir, limits.MergedBytes,
		newRefusal(refusal.TooLarge, "the changed document has more than %d bytes", limits.MergedBytes))
	if err != nil {
		return err
	}
	defer m.Close()
	w, release, err := d.merges.acquire(ctx, who)
	if err != nil {
		return err
	}
	defer release()
	_, took, err := w.run(ctx, original, Job{Work: Merge, Kind: byte(kind), Time: limits.MergeTime, others: parts, out: m})
	d.addTime(original.Space, took)
	if err != nil {
		return err
	}
	release() // others need it while the document is stored
	if _, err := m.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if n, err := io.Copy(out, m.File); err != nil || n != m.size {
		return cmp.Or(err, io.ErrUnexpectedEOF)
	}
	return nil
}

// resultFile is a document that a decoder writes, in a file without a name: it is gone with this process.
type resultFile struct {
	*os.File
	size, limit int64
	errFull     error // that a larger one fails with
}

func newResultFile(dir string, most int64, full error) (*resultFile, error) {
	f, err := spool.NewFile(dir)
	if err != nil {
		return nil, err
	}
	return &resultFile{File: f, limit: most, errFull: full}, nil
}

func (m *resultFile) restart() error {
	if m.size == 0 {
		return nil
	}
	m.size = 0
	_, err := m.Seek(0, io.SeekStart)
	return errors.Join(err, m.Truncate(0))
}

func (m *resultFile) add(b []byte) error {
	if m.size += int64(len(b)); m.size > m.limit {
		return m.errFull
	}
	_, err := m.Write(b)
	return err
}

// newRefusal is ErrContent with the reason.
func newRefusal(code refusal.Code, format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrContent, refusal.New(code, format, args...))
}

// parseRefusal is the refusal that a decoder answered with, as far as it is one.
func parseRefusal(b []byte) error {
	if len(b) == 0 || !refusal.Code(b[0]).IsKnown() {
		return errBadAnswer
	}
	return newRefusal(refusal.Code(b[0]), "%s", FirstLine(b[1:]))
}
