package sheet

import (
	"bytes"
	"strconv"

	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/decode/source"
)

// Position is the place of a cell; all zero where there is none.
type Position struct {
	Sheet  int `json:"sheet"`
	Row    int `json:"row"`
	Column int `json:"column"`
}

// Find returns the first cell that has all of some words in it, as the search compares them, or else the first one
// with one of them. It looks until the time of src is up.
func Find(src *source.Source, words []string) (Position, error) {
	var keys [][]byte
	for _, w := range words {
		if key := names.AppendSearchKey(nil, w); len(key) > 0 {
			keys = append(keys, key)
		}
	}
	var one Position
	if len(keys) == 0 {
		return one, nil
	}
	want := PageRequest{Sheet: 1, First: 1, Rows: limits.SheetRows}
	for pages := 0; ; pages++ {
		p, err := ReadPage(src, want)
		if err != nil && pages > 0 && src.Context().Err() != nil {
			return one, nil // found so far
		}
		if err != nil {
			return one, err
		}
		if p.Sheets[p.Sheet-1].Hidden {
			p.Rows, p.Next = nil, 0
		}
		for _, r := range p.Rows {
			for _, c := range r.Cells {
				switch n := c.countMatches(keys); {
				case n == len(keys):
					return Position{p.Sheet, r.Number, c.Column}, nil
				case n > 0 && one == Position{}:
					one = Position{p.Sheet, r.Number, c.Column}
				}
			}
		}
		switch {
		case p.Next > 0:
			want.First = p.Next
		case p.Sheet < len(p.Sheets):
			want.Sheet, want.First = p.Sheet+1, 1
		default:
			return one, nil
		}
	}
}

// countMatches returns how many of the words are in the cell.
func (c *Cell) countMatches(keys [][]byte) (n int) {
	text := c.Text
	if c.Number != nil {
		text = strconv.FormatFloat(*c.Number, 'f', -1, 64)
	}
	if text == "" {
		return 0
	}
	key := names.AppendSearchKey(nil, text)
	for _, k := range keys {
		if bytes.Contains(key, k) {
			n++
		}
	}
	return n
}
