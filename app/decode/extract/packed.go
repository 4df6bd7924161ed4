package extract

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"anbar/app/decode/source"
	"anbar/app/limits"
	"anbar/app/names"
)

const (
	endRecord = 22
	locator   = 20 // of the end of a zip64, before endRecord
	maxDepth  = 500
)

// packed reads the documents that are a zip of XML.
func packed(src *source.Source, kind Kind, o *output) error {
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
	left := int64(limits.DecodeUnpacked)
	for i, f := range parts {
		if o.full() {
			break
		}
		err := part(src, f, kind, &left, o)
		if err != nil && i == 0 && o.Len() == 0 {
			return fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if err != nil {
			break // keep the text read so far
		}
		o.end('\n')
	}
	return nil
}

// small refuses a directory that would fill the memory. Office writes none with
// a comment behind it, and none as zip64, which would say its size elsewhere.
func small(src *source.Source) error {
	if src.Size() < endRecord {
		return ErrUnreadable
	}
	end := make([]byte, min(locator+endRecord, src.Size()))
	if _, err := src.ReadAt(end, src.Size()-int64(len(end))); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	before, end := end[:len(end)-endRecord], end[len(end)-endRecord:]
	size, at := int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	if string(end[:4]) != "PK\x05\x06" || size > limits.DecodeDirectory || at+size != src.Size()-endRecord {
		return ErrUnreadable
	}
	if bytes.HasPrefix(before, []byte("PK\x06\x07")) {
		return fmt.Errorf("%w: it is a zip64", ErrUnreadable)
	}
	return nil
}

// wanted are the parts with text, by pattern, in the order they are read.
var wanted = map[Kind][]string{
	Word: {
		"word/document.xml", "word/footnotes.xml", "word/endnotes.xml", "word/comments.xml", "word/header*.xml", "word/footer*.xml",
	},
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

// bounded reads until too much was unpacked, or the time is up. A reader of XML
// keeps one token in memory, so a token ends where its budget does.
type bounded struct {
	r     io.Reader
	left  *int64
	token int
	src   *source.Source
}

var errTooMuch = errors.New("it unpacks to too much")

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	if *b.left <= 0 {
		return 0, errTooMuch
	}
	if b.token <= 0 {
		return 0, io.EOF // text that came so far is text; everything else is broken off
	}
	if err := b.src.Context().Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p[:min(int64(len(p)), *b.left)])
	*b.left -= int64(n)
	if b.token -= n; b.token <= 0 {
		n = wholeRunes(p[:n])
	}
	return n, err
}

// wholeRunes is how much of p there is without a rune that is cut at the end.
func wholeRunes(p []byte) int {
	for n := len(p) - 1; n >= 0 && n >= len(p)-utf8.UTFMax; n-- {
		if utf8.RuneStart(p[n]) && !utf8.FullRune(p[n:]) {
			return n
		}
	}
	return len(p)
}

// part reads the text of one part.
func part(src *source.Source, f *zip.File, kind Kind, left *int64, o *output) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	b := &bounded{r: r, left: left, src: src}
	dec := xml.NewDecoder(b)
	dec.Strict = false
	w := walker{kind: kind, o: o}
	for !o.full() {
		b.token = limits.DecodeToken
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
