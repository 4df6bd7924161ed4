package extract

import (
	"archive/zip"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"anbar/app/decode"

	"anbar/app/names"
)

const (
	endRecord    = 22
	maxDirectory = 4 << 20
	maxDepth     = 500
)

// packed reads the documents that are a zip of XML.
func packed(src *decode.Source, kind Kind, o *output) error {
	if err := small(src); err != nil {
		return err
	}
	z, err := zip.NewReader(src, src.Size())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	parts := partsOf(z, kind)
	if len(parts) == 0 {
		return fmt.Errorf("%w: it has no text inside", ErrUnreadable)
	}
	left := int64(maxUnpacked)
	for i, f := range parts {
		if o.full() {
			break
		}
		err := part(src, f, kind, &left, o)
		if err != nil && i == 0 && o.Len() == 0 {
			return fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if err != nil {
			break // what was read before serves
		}
		o.end('\n')
	}
	return nil
}

// small refuses a directory that would fill the memory. Office writes none with
// a comment behind it.
func small(src *decode.Source) error {
	if src.Size() < endRecord {
		return ErrUnreadable
	}
	end := make([]byte, endRecord)
	if _, err := src.ReadAt(end, src.Size()-endRecord); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	size, at := int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	if string(end[:4]) != "PK\x05\x06" || size > maxDirectory || at+size != src.Size()-endRecord {
		return ErrUnreadable
	}
	return nil
}

// wanted are the parts with text, by pattern, in the order they are read.
var wanted = map[Kind][]string{
	Word:         {"word/document.xml", "word/footnotes.xml", "word/endnotes.xml", "word/comments.xml", "word/header*.xml", "word/footer*.xml"},
	Sheet:        {"xl/sharedStrings.xml", "xl/worksheets/sheet*.xml"},
	Slides:       {"ppt/slides/slide*.xml", "ppt/notesSlides/notesSlide*.xml"},
	OpenDocument: {"content.xml"},
}

func partsOf(z *zip.Reader, kind Kind) []*zip.File {
	var all []*zip.File
	for _, pattern := range wanted[kind] {
		var some []*zip.File
		for _, f := range z.File {
			if ok, err := path.Match(pattern, f.Name); ok && err == nil && len(some) < 1000 {
				some = append(some, f)
			}
		}
		slices.SortStableFunc(some, func(a, b *zip.File) int { return names.Compare([]byte(a.Name), []byte(b.Name)) })
		all = append(all, some...)
	}
	return all
}

// bounded reads until too much was unpacked, or the time is up.
type bounded struct {
	r    io.Reader
	left *int64
	src  *decode.Source
}

var errTooMuch = errors.New("it unpacks to too much")

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if *b.left <= 0 {
		return 0, errTooMuch
	}
	if err := b.src.Context().Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), *b.left)])
	*b.left -= int64(n)
	return n, err
}

// part reads the text of one part.
func part(src *decode.Source, f *zip.File, kind Kind, left *int64, o *output) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	dec := xml.NewDecoder(&bounded{r, left, src})
	dec.Strict = false
	w := walker{kind: kind, o: o}
	for !o.full() {
		t, err := dec.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := w.take(t); err != nil {
			return err
		}
	}
	return nil
}

// walker follows the elements of a part.
type walker struct {
	kind   Kind
	o      *output
	depth  int
	text   int // how many open elements hold text
	shared bool
}

func (w *walker) take(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		if w.depth++; w.depth > maxDepth {
			return errors.New("it is nested too deep")
		}
		w.open(t)
	case xml.EndElement:
		w.depth--
		w.close(t.Name.Local)
	case xml.CharData:
		if w.text > 0 {
			w.o.add(t)
		}
	}
	return nil
}

func (w *walker) open(t xml.StartElement) {
	switch name := t.Name.Local; {
	case w.kind == Sheet && name == "c":
		w.shared = slices.ContainsFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == "t" && a.Value == "s" })
	case w.kind == OpenDocument && (name == "s" || name == "tab") || w.kind == Word && name == "tab":
		w.o.end(' ')
	case name == "br" || name == "line-break":
		w.o.end('\n')
	}
	if w.holds(t.Name.Local) {
		w.text++
	}
}

// holds reports whether the characters inside such an element are text. Cells of
// a sheet with a shared text hold its number.
func (w *walker) holds(name string) bool {
	switch w.kind {
	case OpenDocument:
		return name == "p" || name == "h"
	case Sheet:
		return name == "t" || name == "v" && !w.shared
	}
	return name == "t"
}

func (w *walker) close(name string) {
	if w.holds(name) && w.text > 0 {
		w.text--
	}
	switch {
	case name == "p" || name == "h" || name == "si" || name == "row" || name == "table-row":
		w.o.end('\n')
	case w.kind == Sheet && name == "c" || strings.HasSuffix(name, "table-cell"):
		w.o.end(' ')
	}
}
