package extract

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"anbar/app/base/limits"
	"anbar/decode/sheet"
	"anbar/decode/source"
)

// Tables returns the sheets of a workbook as rows of cells, as far as limits.DecodeText goes. Numbers and dates stand
// there as the workbook stores them. A csv or tsv is a workbook of one sheet without a name.
func Tables(src *source.Source, kind Kind) (*Document, error) {
	switch kind {
	case Plain:
		return readSeparated(src)
	case Sheet:
		return readWorkbook(src)
	}
	return nil, ErrUnreadable
}

func readSeparated(src *source.Source) (*Document, error) {
	text, err := readPlain(src, limits.DecodeText)
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
	o := &documentBuilder{Document: Document{Blocks: []Block{}, Names: []string{""}}}
	for !o.isFull() {
		cells, err := r.Read()
		if err != nil {
			break // the end, or where it stops to be a table
		}
		o.add(Block{Kind: Row, Place: 1, Cells: cells})
	}
	o.Cut = o.Cut || src.Size() >= limits.DecodeText
	return &o.Document, nil
}

const maxColumns = 200 // columns of a row that are read

func readWorkbook(src *source.Source) (*Document, error) {
	o := &documentBuilder{Document: Document{Blocks: []Block{}, Names: []string{}}}
	for want := (sheet.PageRequest{Sheet: 1, First: 1, Rows: limits.SheetRows}); !o.isFull(); {
		p, err := sheet.ReadPage(src, want)
		if err != nil && len(o.Names) == 0 {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if err != nil { // keep what came so far
			o.Cut = true
			break
		}
		o.addPage(p)
		switch {
		case p.Next > 0:
			want.First = p.Next
		case p.Sheet < len(p.Sheets):
			want.Sheet, want.First = p.Sheet+1, 1
		default:
			return &o.Document, nil
		}
	}
	o.Cut = true
	return &o.Document, nil
}

// addPage adds the rows of a page, and the names of sheets that are not known yet.
func (o *documentBuilder) addPage(p *sheet.Page) {
	for _, s := range p.Sheets[len(o.Names):] {
		o.Names = append(o.Names, s.Name)
	}
	for _, r := range p.Rows {
		o.add(Block{Kind: Row, Place: p.Sheet, Cells: cellsOf(r)})
	}
}

// cellsOf returns the cells of a row with the empty ones between them.
func cellsOf(r sheet.Row) []string {
	var all []string
	for _, c := range r.Cells {
		if c.Column > maxColumns {
			continue
		}
		for len(all) < c.Column {
			all = append(all, "")
		}
		if all[c.Column-1] = c.Text; c.Number != nil {
			all[c.Column-1] = strconv.FormatFloat(*c.Number, 'f', -1, 64)
		}
	}
	return all
}
