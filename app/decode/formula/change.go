package formula

import (
	"strconv"
	"strings"
)

// Change is something that happens to a sheet and to what refers to it.
type Change struct {
	What  What
	Sheet string // its name until then
	Name  string // of Rename
	At    int    // row or column, from 0
	Count int
}

// What is the kind of a change.
type What byte

// The kinds.
const (
	InsertRows What = iota
	InsertColumns
	DeleteRows
	DeleteColumns
	Rename
	Remove // the sheet
)

// Moves reports whether the change moves cells.
func (c Change) Moves() bool { return c.What <= DeleteColumns }

// Rows reports whether it moves rows, and not columns.
func (c Change) Rows() bool { return c.What == InsertRows || c.What == DeleteRows }

func (c Change) deletes() bool { return c.What == DeleteRows || c.What == DeleteColumns }

// Formula returns a formula as it is after the change. Own says that it stands on the sheet that changes.
func (c Change) Formula(text string, own bool) string {
	return rewrite(text, func(r ref, prefix, body string) string {
		first, last := c.concerns(r.sheet), c.concerns(r.last)
		switch {
		case r.external:
		case c.What == Rename && (first || last):
			return c.renamed(r).prefix() + body
		case c.What == Remove && first && r.last == "":
			return Broken
		case c.Moves() && r.kind != none && r.last == "" && (first || r.sheet == "" && own):
			moved, left := c.ref(r)
			if !left {
				return prefix + Broken
			}
			if moved != r {
				return prefix + moved.text()
			}
		}
		return prefix + body
	})
}

// concerns reports whether a sheet is the one that changes.
func (c Change) concerns(sheet string) bool { return sheet != "" && strings.EqualFold(sheet, c.Sheet) }

// renamed returns a reference with the new name of the sheet.
func (c Change) renamed(r ref) ref {
	if c.concerns(r.sheet) {
		r.sheet = c.Name
	}
	if c.concerns(r.last) {
		r.last = c.Name
	}
	return r
}

// ref moves a reference; nothing may be left of it.
func (c Change) ref(r ref) (ref, bool) {
	if r.kind == columns && c.Rows() || r.kind == rows && !c.Rows() {
		return r, true
	}
	from, to := &r.from.row, &r.to.row
	if !c.Rows() {
		from, to = &r.from.column, &r.to.column
	}
	if *from > *to {
		from, to = to, from
	}
	var left bool
	if *from, *to, left = c.Span(*from, *to); !left {
		return r, false
	}
	if !r.ranged {
		r.to = r.from
	}
	return r, true
}

// Span moves rows or columns from the first to the last, which may be the same; nothing may be left of them. The
// other axis is not the caller's to ask for.
func (c Change) Span(first, last int) (newFirst, newLast int, left bool) {
	most := MaxColumns - 1
	if c.Rows() {
		most = MaxRows - 1
	}
	if c.deletes() {
		return c.spanAfterDelete(first, last)
	}
	if first == 0 && last == most { // all of them
		return first, last, true
	}
	if first >= c.At {
		first += c.Count
	}
	if last >= c.At {
		last += c.Count
	}
	return first, min(last, most), first <= most
}

func (c Change) spanAfterDelete(first, last int) (newFirst, newLast int, left bool) {
	end := c.At + c.Count
	if first >= c.At && last < end {
		return 0, 0, false
	}
	down := func(n, within int) int {
		switch {
		case n >= end:
			return n - c.Count
		case n >= c.At:
			return within
		}
		return n
	}
	return down(first, c.At), down(last, c.At-1), true
}

// Move moves one row or column; it may be gone.
func (c Change) Move(n int) (int, bool) {
	n, _, left := c.Span(n, n)
	return n, left
}

// Range moves a range such as A1:B2 or A1 without the name of a sheet; it is empty when nothing is left of it.
func (c Change) Range(text string) string {
	r, body, next := scan(text, 0)
	if body != 0 || next != len(text) || next == 0 {
		return text
	}
	moved, left := c.ref(r)
	if !left {
		return ""
	}
	return moved.text()
}

// Relative returns a formula as it is so many rows further down and columns further on.
func Relative(text string, down, on int) string {
	return rewrite(text, func(r ref, prefix, body string) string {
		if r.kind == none {
			return prefix + body
		}
		for _, e := range []*end{&r.from, &r.to} {
			if !e.absRow && r.kind != columns {
				e.row += down
			}
			if !e.absColumn && r.kind != rows {
				e.column += on
			}
			if e.row < 0 || e.row >= MaxRows || e.column < 0 || e.column >= MaxColumns {
				return prefix + Broken
			}
		}
		return prefix + r.text()
	})
}

// prefix returns what stands before the reference.
func (r ref) prefix() string {
	if r.last != "" {
		return quote(r.sheet+":"+r.last, plain(r.sheet) && plain(r.last)) + "!"
	}
	return quote(r.sheet, plain(r.sheet)) + "!"
}

// Quote returns the name of a sheet as formulas write it.
func Quote(sheet string) string { return quote(sheet, plain(sheet)) }

func quote(name string, plain bool) string {
	if plain {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}

// plain reports whether a name needs no quotes for sure.
func plain(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !(wordy(c) && c < 0x80 && c != '$' && c != '\\' && c != '?') {
			return false
		}
	}
	_, _, cells := corner(name)
	upper := strings.ToUpper(name)
	return !cells && !strings.HasPrefix(upper, "R") && !strings.HasPrefix(upper, "C") && upper != "TRUE" && upper != "FALSE"
}

func (r ref) text() string {
	if !r.ranged {
		return r.from.text(r.kind)
	}
	return r.from.text(r.kind) + ":" + r.to.text(r.kind)
}

func (e end) text(k kind) string {
	var b []byte
	if k != rows {
		if e.absColumn {
			b = append(b, '$')
		}
		b = append(b, Column(e.column)...)
	}
	if k != columns {
		if e.absRow {
			b = append(b, '$')
		}
		b = strconv.AppendInt(b, int64(e.row)+1, 10)
	}
	return string(b)
}

// Column returns the letters of a column, from 0.
func Column(n int) string {
	var b [8]byte
	i := len(b)
	for n++; n > 0; n = (n - 1) / 26 {
		i--
		b[i] = byte('A' + (n-1)%26)
	}
	return string(b[i:])
}

// Cell returns the name of a cell, whose row and column count from 0.
func Cell(row, column int) string { return Column(column) + strconv.Itoa(row+1) }

// Corners reads a range without the name of a sheet, such as A1:B2 or A1.
func Corners(text string) (top, left, bottom, right int, ok bool) {
	r, body, next := scan(text, 0)
	if body != 0 || next != len(text) || next == 0 || r.kind == none {
		return 0, 0, 0, 0, false
	}
	switch r.kind {
	case rows:
		r.to.column = MaxColumns - 1
	case columns:
		r.to.row = MaxRows - 1
	}
	return min(r.from.row, r.to.row), min(r.from.column, r.to.column), max(r.from.row, r.to.row), max(r.from.column, r.to.column), true
}
