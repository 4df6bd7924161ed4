package extract

import (
	"archive/zip"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"anbar/app/decode/source"
	"anbar/app/limits"
)

// Tables returns the sheets of a workbook as rows of cells, as far as limits.DecodeText goes. Numbers and dates stand
// there as the workbook stores them. A csv or tsv is a workbook of one sheet without a name.
func Tables(src *source.Source, kind Kind) (*Document, error) {
	switch kind {
	case Plain:
		return separated(src)
	case Sheet:
		return workbook(src)
	}
	return nil, ErrUnreadable
}

func separated(src *source.Source) (*Document, error) {
	text, err := plain(src, limits.DecodeText)
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	for _, comma := range []rune{'\t', ';'} {
		if strings.Count(first, string(comma)) > strings.Count(first, string(r.Comma)) {
			r.Comma = comma
		}
	}
	o := &output{Document: Document{Blocks: []Block{}, Names: []string{""}}}
	for !o.full() {
		cells, err := r.Read()
		if err != nil {
			break // the end, or where it stops to be a table
		}
		o.add(Block{Kind: Row, Place: 1, Cells: cells})
	}
	o.Cut = o.Cut || src.Size() >= limits.DecodeText
	return &o.Document, nil
}

func workbook(src *source.Source) (*Document, error) {
	if err := small(src); err != nil {
		return nil, err
	}
	z, err := zip.NewReader(src, src.Size())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	p := &packet{src: src, files: z.File, left: limits.DecodeUnpacked}
	o := &output{Document: Document{Blocks: []Block{}, Names: []string{}}}
	names, files := p.sheets()
	shared := p.shared()
	for i, f := range files {
		o.Names = append(o.Names, names[i])
		s := &sheetWalker{o: o, shared: shared, place: i + 1}
		err := p.walk(f, func(t xml.Token) (bool, error) {
			s.take(t)
			return !o.full(), nil
		})
		if o.full() || err != nil { // keep what came so far
			o.Cut = true
			break
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: it has no sheets", ErrUnreadable)
	}
	return &o.Document, nil
}

// sheets returns the names and files of the sheets in the order of the workbook.
func (p *packet) sheets() (names []string, files []*zip.File) {
	const book = "xl/workbook.xml"
	to := p.relations(book)
	_ = p.walk(p.file(book), func(t xml.Token) (bool, error) { // without it the files say the order
		if e, ok := t.(xml.StartElement); ok && e.Name.Local == "sheet" {
			for _, a := range e.Attr {
				if f := p.file(to[a.Value]); f != nil && a.Name.Space != "" {
					names, files = append(names, attr(e, "name")), append(files, f)
				}
			}
		}
		return len(files) < maxParts, nil
	})
	if len(files) == 0 {
		files = p.matching("xl/worksheets/sheet*.xml")
		names = make([]string, len(files))
	}
	return names, files
}

// shared returns the texts that cells refer to by their number.
func (p *packet) shared() (all []string) {
	var b strings.Builder
	size, text, phonetic := 0, false, false
	_ = p.walk(p.file("xl/sharedStrings.xml"), func(t xml.Token) (bool, error) { // cells of those that are missing are empty
		switch t := t.(type) {
		case xml.StartElement:
			text = t.Name.Local == "t"
			phonetic = phonetic || t.Name.Local == "rPh"
		case xml.EndElement:
			text = false
			switch t.Name.Local {
			case "rPh":
				phonetic = false
			case "si":
				all = append(all, b.String())
				size += b.Len()
				b.Reset()
			}
		case xml.CharData:
			if text && !phonetic && b.Len() < limits.DecodeToken {
				b.Write(t)
			}
		}
		return size < 4*limits.DecodeText && len(all) < 4*limits.DecodeText, nil
	})
	return all
}

// sheetWalker makes the rows of one sheet.
type sheetWalker struct {
	o      *output
	shared []string
	place  int
	cells  []string
	at     int    // column of the open cell
	kind   string // of the open cell
	text   bool
	b      strings.Builder
}

const widest = 200 // columns of a row that are read

func (s *sheetWalker) take(t xml.Token) {
	switch t := t.(type) {
	case xml.StartElement:
		s.text = t.Name.Local == "v" || t.Name.Local == "t"
		switch t.Name.Local {
		case "row":
			s.cells, s.at = nil, -1
		case "c":
			s.kind = attr(t, "t")
			if s.at++; attr(t, "r") != "" {
				s.at = columnOf(attr(t, "r"))
			}
			s.b.Reset()
		}
	case xml.CharData:
		if s.text && s.b.Len() < limits.DecodeToken {
			s.b.Write(t)
		}
	case xml.EndElement:
		s.text = false
		switch t.Name.Local {
		case "c":
			s.cell()
		case "row":
			s.o.add(Block{Kind: Row, Place: s.place, Cells: s.cells})
		}
	}
}

func (s *sheetWalker) cell() {
	if s.at < 0 || s.at >= widest {
		return
	}
	for len(s.cells) <= s.at {
		s.cells = append(s.cells, "")
	}
	value := s.b.String()
	if n, err := strconv.Atoi(value); s.kind == "s" {
		value = ""
		if err == nil && n >= 0 && n < len(s.shared) {
			value = s.shared[n]
		}
	}
	s.cells[s.at] = value
}

// columnOf reads the letters of the address of a cell: 0 for A1, 27 for AB7; widest for one that is far out.
func columnOf(address string) int {
	n := 0
	for _, r := range address {
		if r < 'A' || r > 'Z' || n > widest {
			break
		}
		n = n*26 + int(r-'A') + 1
	}
	return min(n-1, widest)
}
