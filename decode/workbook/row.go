package workbook

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anbar/decode/formula"
)

// writeRow writes a row whose tag was read, which is at another number then.
func (w *sheetWriter) writeRow(number, to int) error {
	edit := &rowEdit{}
	if len(w.pendingRows) > 0 && w.pendingRows[0] == to {
		w.pendingRows, edit = w.pendingRows[1:], w.sheet.edits.rows[to]
	}
	tag, style := w.raw(), -1
	if isTrue(w.attr("customFormat")) {
		style, _ = strconv.Atoi(w.attr("s"))
	}
	if w.attr("r") != strconv.Itoa(to+1) {
		tag = setAttr(tag, "r", strconv.Itoa(to+1))
	}
	tag = w.updateSpans(setRowAttrs(tag, edit), edit)
	fresh := sortedKeys(edit.cells)
	if w.selfClosing {
		if cells := w.encodeNewCells(edit, to, fresh, style); len(cells) > 0 {
			tag, _, _ = splitElement(tag)
			tag = append(slices.Concat(tag, cells), "</"+w.ns+"row>"...)
		}
	}
	if !bytes.Equal(tag, w.raw()) {
		w.replaceTag(tag)
	}
	if w.selfClosing {
		return w.err
	}
	if w.canSkipRows && len(edit.cells) == 0 {
		return errors.Join(w.skipElement(), w.err)
	}
	return (&rowWriter{sheetWriter: w, edit: edit, newColumns: fresh, number: number, to: to, style: style, column: -1,
		last: -1}).writeCells()
}

// rowWriter writes the cells of a row.
type rowWriter struct {
	*sheetWriter
	edit         *rowEdit
	newColumns   []int // columns with edits, not yet written
	number, to   int   // as the file has it, and then
	style        int   // of cells that are new; -1 for that of their columns
	column, last int   // of the latest cell, as the file has it and then
}

func (w *rowWriter) writeCells() error {
	for {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		var err error
		switch {
		case w.isEnd && w.depth == 3:
			w.insertCellsBefore(formula.MaxColumns)
			return w.err
		case w.is("c"):
			err = w.writeCell()
		default:
			err = w.skipElement()
		}
		if err != nil {
			return err
		}
	}
}

// insertCellsBefore writes the cells with edits before a column, which the file does not have.
func (w *rowWriter) insertCellsBefore(column int) {
	if n, _ := slices.BinarySearch(w.newColumns, column); n > 0 {
		w.insert(w.tagStart, w.encodeNewCells(w.edit, w.to, w.newColumns[:n], w.style))
		w.newColumns = w.newColumns[n:]
	}
}

// writeCell writes the cell whose tag was read.
func (w *rowWriter) writeCell() error {
	column, err := w.sheetWriter.readColumn(w.column)
	if err != nil {
		return err
	}
	w.column = column
	at, left, err := w.resolveIndex(column, false)
	if err != nil {
		return err
	}
	c := &cellWriter{sheetWriter: w.sheetWriter, row: w.number, column: column, toRow: w.to, toColumn: at, survives: left}
	if left {
		if at <= w.last {
			return errXML
		}
		w.insertCellsBefore(at)
		if w.last, c.edit = at, w.edit.cells[at]; len(w.newColumns) > 0 && w.newColumns[0] == at {
			w.newColumns = w.newColumns[1:]
		}
	}
	return c.rewrite()
}

// readColumn returns the column of the cell whose tag was read, behind another one.
func (w *sheetWriter) readColumn(before int) (int, error) {
	from, to := findAttrValue(w.raw(), "r")
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

// updateSpans keeps what a row says of its first and last cell.
func (w *sheetWriter) updateSpans(tag []byte, edit *rowEdit) []byte {
	text, is := findAttr(tag, "spans")
	if !is {
		return tag
	}
	first, last, ok := parseSpan(text)
	if !ok {
		return tag
	}
	before := [2]int{first, last}
	for _, c := range w.moves {
		if !c.IsRowChange() {
			if f, l, left := c.MoveSpan(first-1, last-1); left {
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
	return setAttr(tag, "spans", fmt.Sprintf("%d:%d", first, last))
}

// parseSpan reads a first and a last number, as in 1:5.
func parseSpan(text string) (first, last int, ok bool) {
	from, to, ok := strings.Cut(text, ":")
	first, err := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	return first, last, ok && err == nil && err2 == nil
}

// encodeNewCells returns the cells of some columns, which the file does not have.
func (w *sheetWriter) encodeNewCells(edit *rowEdit, row int, columns []int, style int) []byte {
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
		out = w.appendCell(out, fmt.Appendf(nil, `<%sc r="%s">`, w.ns, formula.CellName(row, c)), base, e)
	}
	return out
}

// appendCell appends a cell with another content, whose tag has no type.
func (w *sheetWriter) appendCell(out, tag []byte, style int, e *cellEdit) []byte {
	if e.style != nil {
		style = w.resolveStyle(style, e.style)
	}
	if style > 0 {
		tag = setAttr(tag, "s", strconv.Itoa(style))
	}
	text := ""
	if e.formula != "" {
		text = w.currentFormula(e.formula, e.since)
	}
	kind := map[byte]string{'b': "b", 'e': "e", 's': "inlineStr"}[e.kind]
	if e.kind == 's' && text != "" {
		kind = "str"
	}
	if kind != "" {
		tag = setAttr(tag, "t", kind)
	}
	if text == "" && e.kind == 0 {
		return append(append(out, bytes.TrimRight(tag, "/>")...), "/>"...)
	}
	out = append(out, tag...)
	if text != "" {
		out = fmt.Appendf(out, "<%sf>%s</%sf>", w.ns, escapeText(formula.AddPrefixes(text)), w.ns)
	}
	switch {
	case kind == "inlineStr":
		out = fmt.Appendf(out, `<%sis><%st%s>%s</%st></%sis>`, w.ns, w.ns, spaceAttr(e.value),
			escapeText(encodeCellText(e.value)), w.ns, w.ns)
	default:
		out = append(out, w.encodeCellValue(e)...)
	}
	return fmt.Appendf(out, "</%sc>", w.ns)
}

// encodeCellValue returns the element with the value of a cell that has a formula, or no text.
func (w *sheetWriter) encodeCellValue(e *cellEdit) []byte {
	if e.kind == 0 {
		return nil
	}
	return fmt.Appendf(nil, "<%sv>%s</%sv>", w.ns, escapeText(encodeCellText(e.value)), w.ns)
}

// resolveStyle returns the index of a style with changes. The error comes with the end of the sheet.
func (w *sheetWriter) resolveStyle(index int, change *Style) int {
	n, err := w.workbook.styles.deriveStyle(max(index, 0), change)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n
}

// currentFormula returns a formula as it is after the steps from one on.
func (w *sheetWriter) currentFormula(text string, since int) string {
	for _, st := range w.workbook.steps[since:] {
		text = st.RewriteFormula(text, st.sheet == w.sheet)
	}
	return text
}

// spaceAttr keeps the blanks at the ends of a text.
func spaceAttr(s string) string {
	if strings.TrimSpace(s) != s || strings.ContainsAny(s, "\n\t") || strings.Contains(s, "  ") {
		return ` xml:space="preserve"`
	}
	return ""
}

// escapeText returns a text as it stands between tags.
func escapeText(s string) string {
	if !strings.ContainsAny(s, "&<>\r") {
		return s
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r\n", "\n", "\r", "\n").Replace(s)
}

// encodeCellText returns a text as cells have it: what looks like an escaped character is escaped, and what XML does not
// have is left out (ECMA-376, part 1, 22.9.2.19).
func encodeCellText(s string) string {
	s = stripIllegalChars(s)
	for i := 0; i+7 <= len(s); i++ {
		if hasEscapePrefix(s[i:]) {
			s = s[:i] + "_x005F" + s[i:]
			i += 6
		}
	}
	return s
}

// hasEscapePrefix reports whether a text begins with an escaped character such as _x000D_.
func hasEscapePrefix(s string) bool {
	if len(s) < 7 || s[0] != '_' || s[1] != 'x' || s[6] != '_' {
		return false
	}
	_, err := strconv.ParseUint(s[2:6], 16, 16)
	return err == nil
}
