package formula

import (
	"strconv"
	"strings"
)

// Change is something that happens to a sheet and to what refers to it.
type Change struct {
	Kind  ChangeKind
	Sheet string // its name until then
	Name  string // of RenameSheet
	At    int    // row or column, from 0
	Count int
}

// ChangeKind is the kind of a change.
type ChangeKind byte

// The kinds.
const (
	InsertRows ChangeKind = iota
	InsertColumns
	DeleteRows
	DeleteColumns
	RenameSheet
	RemoveSheet
)

// IsMove reports whether the change moves cells.
func (c Change) IsMove() bool { return c.Kind <= DeleteColumns }

// IsRowChange reports whether it moves rows, and not columns.
func (c Change) IsRowChange() bool { return c.Kind == InsertRows || c.Kind == DeleteRows }

func (c Change) isDelete() bool { return c.Kind == DeleteRows || c.Kind == DeleteColumns }

// RewriteFormula returns a formula as it is after the change. Own says that it stands on the sheet that changes.
func (c Change) RewriteFormula(text string, own bool) string {
	return rewriteReferences(text, func(r reference, prefix, body string) string {
		first, last := c.isTarget(r.sheet), c.isTarget(r.lastSheet)
		switch {
		case r.external:
		case c.Kind == RenameSheet && (first || last):
			return c.renameSheet(r).sheetPrefix() + body
		case c.Kind == RemoveSheet && first && r.lastSheet == "":
			return RefError
		case c.IsMove() && r.kind != noKind && r.lastSheet == "" && (first || r.sheet == "" && own):
			moved, left := c.moveRef(r)
			if !left {
				return prefix + RefError
			}
			if moved != r {
				return prefix + moved.text()
			}
		}
		return prefix + body
	})
}

// isTarget reports whether a sheet is the one that changes.
func (c Change) isTarget(sheet string) bool { return sheet != "" && strings.EqualFold(sheet, c.Sheet) }

// renameSheet returns a reference with the new name of the sheet.
func (c Change) renameSheet(r reference) reference {
	if c.isTarget(r.sheet) {
		r.sheet = c.Name
	}
	if c.isTarget(r.lastSheet) {
		r.lastSheet = c.Name
	}
	return r
}

// moveRef moves a reference; false when nothing is left of it.
func (c Change) moveRef(r reference) (reference, bool) {
	if r.kind == columnsKind && c.IsRowChange() || r.kind == rowsKind && !c.IsRowChange() {
		return r, true
	}
	from, to := &r.from.row, &r.to.row
	if !c.IsRowChange() {
		from, to = &r.from.column, &r.to.column
	}
	if *from > *to {
		from, to = to, from
	}
	var left bool
	if *from, *to, left = c.MoveSpan(*from, *to); !left {
		return r, false
	}
	if !r.isRange {
		r.to = r.from
	}
	return r, true
}

// MoveSpan moves the rows, or else the columns, from the first to the last, which may be the same; left is false when none of them
// is left. It asks not whether the change is one of rows or of columns: the caller has to (IsRowChange).
func (c Change) MoveSpan(first, last int) (newFirst, newLast int, left bool) {
	most := MaxColumns - 1
	if c.IsRowChange() {
		most = MaxRows - 1
	}
	if c.isDelete() {
		return c.deleteFromSpan(first, last)
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

func (c Change) deleteFromSpan(first, last int) (newFirst, newLast int, left bool) {
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

// MoveIndex moves one row or column, as MoveSpan does; false when it is deleted.
func (c Change) MoveIndex(n int) (int, bool) {
	n, _, left := c.MoveSpan(n, n)
	return n, left
}

// MoveRange moves a range such as A1:B2 or A1 without the name of a sheet; it is empty when nothing is left of it.
func (c Change) MoveRange(text string) string {
	r, body, next := scanReference(text, 0)
	if body != 0 || next != len(text) || next == 0 {
		return text
	}
	moved, left := c.moveRef(r)
	if !left {
		return ""
	}
	return moved.text()
}

// Shift returns a formula as it is when its cell moves by that many rows and columns.
func Shift(text string, rows, columns int) string {
	return rewriteReferences(text, func(r reference, prefix, body string) string {
		if r.kind == noKind {
			return prefix + body
		}
		for _, e := range []*endpoint{&r.from, &r.to} {
			if !e.absRow && r.kind != columnsKind {
				e.row += rows
			}
			if !e.absColumn && r.kind != rowsKind {
				e.column += columns
			}
			if e.row < 0 || e.row >= MaxRows || e.column < 0 || e.column >= MaxColumns {
				return prefix + RefError
			}
		}
		return prefix + r.text()
	})
}

// sheetPrefix returns what stands before the reference.
func (r reference) sheetPrefix() string {
	if r.lastSheet != "" {
		return quoteUnlessPlain(r.sheet+":"+r.lastSheet, isPlainName(r.sheet) && isPlainName(r.lastSheet)) + "!"
	}
	return quoteUnlessPlain(r.sheet, isPlainName(r.sheet)) + "!"
}

// QuoteSheet returns the name of a sheet as formulas write it.
func QuoteSheet(sheet string) string { return quoteUnlessPlain(sheet, isPlainName(sheet)) }

func quoteUnlessPlain(name string, plain bool) string {
	if plain {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", "''") + "'"
}

// isPlainName reports whether a name needs no quotes for sure.
func isPlainName(name string) bool {
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !(isWordByte(c) && c < 0x80 && c != '$' && c != '\\' && c != '?') {
			return false
		}
	}
	_, _, cells := parseEndpoint(name)
	upper := strings.ToUpper(name)
	return !cells && !strings.HasPrefix(upper, "R") && !strings.HasPrefix(upper, "C") && upper != "TRUE" && upper != "FALSE"
}

func (r reference) text() string {
	if !r.isRange {
		return r.from.text(r.kind)
	}
	return r.from.text(r.kind) + ":" + r.to.text(r.kind)
}

func (e endpoint) text(k refKind) string {
	var b []byte
	if k != rowsKind {
		if e.absColumn {
			b = append(b, '$')
		}
		b = append(b, ColumnName(e.column)...)
	}
	if k != columnsKind {
		if e.absRow {
			b = append(b, '$')
		}
		b = strconv.AppendInt(b, int64(e.row)+1, 10)
	}
	return string(b)
}

// ColumnName returns the letters of a column, from 0.
func ColumnName(n int) string {
	var b [8]byte
	i := len(b)
	for n++; n > 0; n = (n - 1) / 26 {
		i--
		b[i] = byte('A' + (n-1)%26)
	}
	return string(b[i:])
}

// CellName returns the name of a cell, whose row and column count from 0.
func CellName(row, column int) string { return ColumnName(column) + strconv.Itoa(row+1) }

// Range is the first and last row and column of some cells, counted from 0.
type Range struct{ Top, Left, Bottom, Right int }

// ParseRange reads a range without the name of a sheet, such as A1:B2 or A1.
func ParseRange(text string) (cells Range, ok bool) {
	r, body, next := scanReference(text, 0)
	if body != 0 || next != len(text) || next == 0 || r.kind == noKind {
		return Range{}, false
	}
	switch r.kind {
	case rowsKind:
		r.to.column = MaxColumns - 1
	case columnsKind:
		r.to.row = MaxRows - 1
	}
	return Range{
		Top: min(r.from.row, r.to.row), Left: min(r.from.column, r.to.column),
		Bottom: max(r.from.row, r.to.row), Right: max(r.from.column, r.to.column),
	}, true
}
