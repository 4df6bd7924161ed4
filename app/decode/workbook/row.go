package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anbar/app/decode/formula"
)

// row writes a row whose tag was read, which is at another number then.
func (w *sheetWriter) row(number, to int) error {
	edit := &rowEdit{}
	if len(w.rows) > 0 && w.rows[0] == to {
		w.rows, edit = w.rows[1:], w.sheet.edits.rows[to]
	}
	tag, style := w.raw(), -1
	if truth(w.attr("customFormat")) {
		style, _ = strconv.Atoi(w.attr("s"))
	}
	if w.attr("r") != strconv.Itoa(to+1) {
		tag = with(tag, "r", strconv.Itoa(to+1))
	}
	tag = w.spans(rowTag(tag, edit), edit)
	fresh := sorted(edit.cells)
	if w.self {
		if cells := w.freshCells(edit, to, fresh, style); len(cells) > 0 {
			tag, _, _ = parts(tag)
			tag = append(slices.Concat(tag, cells), "</"+w.ns+"row>"...)
		}
	}
	if !bytes.Equal(tag, w.raw()) {
		w.retag(tag)
	}
	if w.self {
		return w.err
	}
	if w.plain && len(edit.cells) == 0 {
		return errors.Join(w.pass(), w.err)
	}
	return (&rowWriter{w, edit, fresh, number, to, style, -1, -1}).cells()
}

// rowWriter writes the cells of a row.
type rowWriter struct {
	*sheetWriter
	edit         *rowEdit
	fresh        []int // columns with edits, not yet written
	number, to   int   // as the file has it, and then
	style        int   // of cells that are new; -1 for that of their columns
	column, last int   // of the latest cell, as the file has it and then
}

func (w *rowWriter) cells() error {
	for {
		if err := w.next(); err != nil {
			return unexpected(err)
		}
		var err error
		switch {
		case w.ends && w.depth == 3:
			w.before(formula.MaxColumns)
			return w.err
		case w.is("c"):
			err = w.one()
		default:
			err = w.pass()
		}
		if err != nil {
			return err
		}
	}
}

// before writes the cells with edits before a column, which the file does not have.
func (w *rowWriter) before(column int) {
	if n, _ := slices.BinarySearch(w.fresh, column); n > 0 {
		w.insert(w.begin, w.freshCells(w.edit, w.to, w.fresh[:n], w.style))
		w.fresh = w.fresh[n:]
	}
}

// one writes the cell whose tag was read.
func (w *rowWriter) one() error {
	column, err := w.sheetWriter.column(w.column)
	if err != nil {
		return err
	}
	w.column = column
	at, left, err := w.goes(column, false)
	if err != nil {
		return err
	}
	c := &cellWriter{sheetWriter: w.sheetWriter, row: w.number, column: column, toRow: w.to, toColumn: at, left: left}
	if left {
		if at <= w.last {
			return errXML
		}
		w.before(at)
		if w.last, c.edit = at, w.edit.cells[at]; len(w.fresh) > 0 && w.fresh[0] == at {
			w.fresh = w.fresh[1:]
		}
	}
	return c.write()
}

// column returns the column of the cell whose tag was read, behind another one.
func (w *sheetWriter) column(before int) (int, error) {
	from, to := place(w.raw(), "r")
	if from < 0 {
		return before + 1, nil
	}
	n := 0
	for _, c := range w.raw()[from:to] {
		if c |= 0x20; c < 'a' || c > 'z' {
			break
		}
		if n = n*26 + int(c-'a') + 1; n > formula.MaxColumns {
			return 0, errXML
		}
	}
	if n-1 <= before {
		return 0, fmt.Errorf("%w: cells are not in their order", errXML)
	}
	return n - 1, nil
}

// spans keeps what a row says of its first and last cell.
func (w *sheetWriter) spans(tag []byte, edit *rowEdit) []byte {
	text, is := attribute(tag, "spans")
	if !is {
		return tag
	}
	first, last, ok := parseSpan(text)
	if !ok {
		return tag
	}
	before := [2]int{first, last}
	for _, c := range w.own {
		if !c.Rows() {
			if f, l, left := c.Span(first-1, last-1); left {
				first, last = f+1, l+1
			}
		}
	}
	for c := range edit.cells {
		first, last = min(first, c+1), max(last, c+1)
	}
	if before == [2]int{first, last} {
		return tag
	}
	return with(tag, "spans", fmt.Sprintf("%d:%d", first, last))
}

// parseSpan reads a first and a last number, as in 1:5.
func parseSpan(text string) (first, last int, ok bool) {
	from, to, ok := strings.Cut(text, ":")
	first, err := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	return first, last, ok && err == nil && err2 == nil
}

// freshCells returns the cells of some columns, which the file does not have.
func (w *sheetWriter) freshCells(edit *rowEdit, row int, columns []int, style int) []byte {
	var out []byte
	for _, c := range columns {
		e := edit.cells[c]
		if e.kind == 0 && e.formula == "" && e.style == nil {
			continue
		}
		base := style
		if base < 0 {
			base = w.columnStyle(c)
		}
		out = w.cell(out, fmt.Appendf(nil, `<%sc r="%s">`, w.ns, formula.Cell(row, c)), base, e)
	}
	return out
}

// cell appends a cell with another content, whose tag has no type.
func (w *sheetWriter) cell(out, tag []byte, style int, e *cellEdit) []byte {
	if e.style != nil {
		style = w.style(style, e.style)
	}
	if style > 0 {
		tag = with(tag, "s", strconv.Itoa(style))
	}
	text := ""
	if e.formula != "" {
		text = w.now(e.formula, e.since)
	}
	kind := map[byte]string{'b': "b", 'e': "e", 's': "inlineStr"}[e.kind]
	if e.kind == 's' && text != "" {
		kind = "str"
	}
	if kind != "" {
		tag = with(tag, "t", kind)
	}
	if text == "" && e.kind == 0 {
		return append(append(out, bytes.TrimRight(tag, "/>")...), "/>"...)
	}
	out = append(out, tag...)
	if text != "" {
		out = fmt.Appendf(out, "<%sf>%s</%sf>", w.ns, content(formula.Prefixed(text)), w.ns)
	}
	switch {
	case kind == "inlineStr":
		out = fmt.Appendf(out, `<%sis><%st%s>%s</%st></%sis>`, w.ns, w.ns, space(e.value), content(cellText(e.value)), w.ns, w.ns)
	default:
		out = append(out, w.valueOf(e)...)
	}
	return fmt.Appendf(out, "</%sc>", w.ns)
}

// valueOf returns the element with the value of a cell that has a formula, or no text.
func (w *sheetWriter) valueOf(e *cellEdit) []byte {
	if e.kind == 0 {
		return nil
	}
	return fmt.Appendf(nil, "<%sv>%s</%sv>", w.ns, content(cellText(e.value)), w.ns)
}

// style returns the index of a style with changes. The error comes with the end of the sheet.
func (w *sheetWriter) style(index int, change *Style) int {
	n, err := w.book.styles.of(max(index, 0), change)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n
}

// now returns a formula as it is after the steps from one on.
func (w *sheetWriter) now(text string, since int) string {
	for _, st := range w.book.steps[since:] {
		text = st.Formula(text, st.sheet == w.sheet)
	}
	return text
}

// space keeps the blanks at the ends of a text.
func space(s string) string {
	if strings.TrimSpace(s) != s || strings.ContainsAny(s, "\n\t") || strings.Contains(s, "  ") {
		return ` xml:space="preserve"`
	}
	return ""
}

// content returns a text as it stands between tags.
func content(s string) string {
	if !strings.ContainsAny(s, "&<>\r") {
		return s
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r\n", "\n", "\r", "\n").Replace(s)
}

// cellText returns a text as cells have it: what looks like an escaped character is escaped, and what XML does not
// have is left out (ECMA-376, part 1, 22.9.2.19).
func cellText(s string) string {
	s = clean(s)
	for i := 0; i+7 <= len(s); i++ {
		if escaped(s[i:]) {
			s = s[:i] + "_x005F" + s[i:]
			i += 6
		}
	}
	return s
}

// escaped reports whether a text begins with an escaped character such as _x000D_.
func escaped(s string) bool {
	if len(s) < 7 || s[0] != '_' || s[1] != 'x' || s[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}
