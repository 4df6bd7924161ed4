package stories

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode"
	"anbar/decode/refusal"

	"github.com/rogpeppe/go-internal/testscript"
)

// plainMerger is a merger for stories about leases and conflicts, whose documents need not be ones of an office program:
// a Doc becomes what was edited, a Sheet the original with its operations behind it.
type plainMerger struct{}

// CheckEditable implements editors.Merger. A document with the word macros in it is not edited.
func (plainMerger) CheckEditable(_ context.Context, _ limits.Owner, _ decode.DocumentKind, c decode.Content) error {
	b, err := io.ReadAll(io.NewSectionReader(c.From, 0, c.Size))
	if err == nil && bytes.Contains(b, []byte("vbaProject")) {
		err = fmt.Errorf("%w: %w", decode.ErrContent, refusal.New(refusal.Macros, "it has programs"))
	}
	return err
}

// Merge implements editors.Merger.
func (plainMerger) Merge(_ context.Context, _ limits.Owner, kind decode.DocumentKind, original decode.Content, parts []decode.Content,
	out io.Writer) error {
	if kind == decode.EditWord {
		_, err := io.Copy(out, io.NewSectionReader(parts[1].From, 0, parts[1].Size))
		return err
	}
	ops, err := io.ReadAll(io.NewSectionReader(parts[0].From, 0, parts[0].Size))
	if err != nil {
		return err
	}
	var some struct{ Ops []json.RawMessage }
	if json.Unmarshal(ops, &some) != nil {
		return fmt.Errorf("%w: %w", decode.ErrContent, refusal.New(refusal.Invalid, "no operations"))
	}
	_, err = io.Copy(out, io.NewSectionReader(original.From, 0, original.Size))
	for _, op := range some.Ops {
		_, werr := out.Write(op)
		err = errors.Join(err, werr)
	}
	return err
}

// form writes the body that a Doc is saved with: "form OUT untouched=FILE edited=FILE", and sets the header of the next call.
func (s *story) form(ts *testscript.TestScript, args []string) error {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, arg := range args[1:] {
		name, file, _ := strings.Cut(arg, "=")
		part, err := w.CreateFormFile(name, file)
		if err == nil {
			_, err = io.WriteString(part, ts.ReadFile(file))
		}
		if err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	s.next.Set("Content-Type", w.FormDataContentType())
	return os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600)
}
