package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// cellWriter writes a cell again whose tag was read.
type cellWriter struct {
	*sheetWriter
	row, column     int // as the file has it
	toRow, toColumn int
	survives        bool // it is not deleted
	edit            *cellEdit
	cellStart       int // of its tag
	cellTag         []byte
	formulaEnd      int // the end of a formula that stays while its value changes; 0 when there is none
}

func (w *cellWriter) rewrite() error {
	w.cellStart, w.cellTag = w.sheetWriter.tagStart, w.raw()
	end, depth, formulas := w.pos, w.depth, 0
	for !w.selfClosing || w.depth != depth {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		if end = w.pos; w.isEnd && w.depth == depth {
			break
		}
		if !w.is("f") {
			continue
		}
		if formulas++; formulas > 1 {
			return errXML
		}
		if err := w.writeFormula(); err != nil {
			return err
		}
	}
	switch {
	case !w.survives:
		w.replace(w.cellStart, end, nil)
	case w.formulaEnd > 0:
		w.replace(w.formulaEnd, end, fmt.Appendf(w.encodeCellValue(w.edit), "</%sc>", w.ns))
	case w.edit != nil && w.edit.set:
		style, _ := strconv.Atoi(attrOf(w.cellTag, "s"))
		fresh := w.cellTag
		for _, name := range []string{"t", "cm", "vm", "s"} {
			fresh = removeAttr(fresh, name)
		}
		fresh, _, _ = splitElement(setAttr(fresh, "r", formula.CellName(w.toRow, w.toColumn)))
		w.replace(w.cellStart, end, w.appendCell(nil, fresh, style, w.edit))
	case formulas == 0:
		w.replaceCellTag(w.buildTag())
	}
	return w.err
}

// replaceCellTag writes another tag, unless it is the same.
func (w *cellWriter) replaceCellTag(tag []byte) {
	if !bytes.Equal(tag, w.cellTag) {
		w.replace(w.cellStart, w.cellStart+len(w.cellTag), tag)
	}
}

// buildTag returns the tag of a cell that keeps its value.
func (w *cellWriter) buildTag() []byte {
	tag := w.cellTag
	if name := formula.CellName(w.toRow, w.toColumn); w.toRow != w.row || w.toColumn != w.column || w.edit != nil &&
		attrOf(tag, "r") != name {
		tag = setAttr(tag, "r", name)
	}
	if w.edit != nil && w.edit.style != nil {
		style, _ := strconv.Atoi(attrOf(tag, "s"))
		tag = setAttr(tag, "s", strconv.Itoa(w.resolveStyle(style, w.edit.style)))
	}
	return tag
}

// writeFormula writes the formula whose tag was read.
func (w *cellWriter) writeFormula() error {
	tag, from := w.raw(), w.sheetWriter.tagStart
	raw, err := w.readRawText()
	if err != nil {
		return err
	}
	text, kind, after := unescape(raw), attrOf(tag, "t"), tag
	stays := w.survives && (w.edit == nil || !w.edit.set || w.hasSameFormula(kind, attrOf(tag, "si"), text))
	switch kind {
	case "shared":
		var apart bool
		if text, apart, err = w.resolveShared(attrOf(tag, "si"), text, w.row, w.column, !stays); err != nil {
			return err
		}
		if apart {
			after = removeAttr(removeAttr(removeAttr(tag, "t"), "ref"), "si")
		}
	case "array", "dataTable":
		if after, err = w.moveArray(tag, kind, stays); err != nil {
			return err
		}
	}
	if !stays {
		return nil
	}
	cellTag := w.buildTag()
	if w.edit != nil && w.edit.set {
		w.formulaEnd = w.pos
		cellTag = setValueType(cellTag, w.edit)
	}
	w.replaceCellTag(cellTag)
	if text != "" {
		text = w.currentFormula(text, 0)
	}
	if bytes.Equal(after, tag) && (text == unescape(raw) || kind == "shared" && len(raw) == 0) {
		return nil
	}
	after, _, _ = splitElement(after)
	w.replace(from, w.pos, fmt.Appendf(slices.Clone(after), "%s</%sf>", escapeText(text), w.ns))
	return w.err
}

// hasSameFormula reports whether the edit has the formula that is there, with another value. Then it stays as it is, shared
// with others or filling several cells.
func (w *cellWriter) hasSameFormula(kind, id, text string) bool {
	if first := w.sharedFormulas[id]; kind == "shared" && text == "" && first != nil {
		text = formula.Shift(first.text, w.row-first.row, w.column-first.column)
	}
	for _, st := range w.workbook.steps[:w.edit.since] {
		text = st.RewriteFormula(text, st.sheet == w.sheet)
	}
	return w.edit.formula != "" && formula.StripPrefixes(text) == formula.StripPrefixes(w.edit.formula)
}

// setValueType returns the tag of a cell with a formula that has another value.
func setValueType(tag []byte, e *cellEdit) []byte {
	if kind := map[byte]string{'b': "b", 'e': "e", 's': "str"}[e.kind]; kind != "" {
		return setAttr(tag, "t", kind)
	}
	return removeAttr(tag, "t")
}

// readRawText goes to the end of the element that the tag begins, which has text alone, and returns it as it is written.
func (s *scanner) readRawText() ([]byte, error) {
	if s.selfClosing {
		return nil, nil
	}
	from, depth := s.pos, s.depth
	if err := s.next(); err != nil {
		return nil, rejectEOF(err)
	}
	if !s.isEnd || s.depth != depth {
		return nil, errXML
	}
	return s.src[from:s.tagStart], nil
}

// resolveShared returns the text of a formula that cells share, and whether it has to be written for this cell alone.
func (w *sheetWriter) resolveShared(id, text string, row, column int, replaced bool) (string, bool, error) {
	if text != "" {
		w.sharedFormulas[id] = &sharedFormula{text: text, row: row, column: column, expanded: w.moving || replaced}
		return text, w.moving, nil
	}
	first := w.sharedFormulas[id]
	if first == nil {
		return "", false, fmt.Errorf("%w: formula %s is shared, and nobody has it", errXML, id)
	}
	if !first.expanded {
		return "", false, nil
	}
	return formula.Shift(first.text, row-first.row, column-first.column), true, nil
}

// dropFormula looks at a formula whose row is deleted: others may share it.
func (w *sheetWriter) dropFormula(row, column int) error {
	tag := w.raw()
	raw, err := w.readRawText()
	if err != nil {
		return err
	}
	switch attrOf(tag, "t") {
	case "shared":
		_, _, err = w.resolveShared(attrOf(tag, "si"), unescape(raw), row, column, true)
	case "array", "dataTable":
		_, err = w.moveArray(tag, attrOf(tag, "t"), false)
	}
	return err
}

// moveArray moves the range of an array of formulas, which nobody may change or move in part.
func (w *sheetWriter) moveArray(tag []byte, kind string, stays bool) ([]byte, error) {
	was, ok := parseCellRange(attrOf(tag, "ref"))
	if !ok {
		return tag, nil
	}
	a := was
	for _, c := range w.moves {
		before := a
		if a = a.shift(c); a.bottom < a.top {
			return tag, nil // deleted whole
		}
		if a.bottom-a.top != before.bottom-before.top || a.right-a.left != before.right-before.left || kind == "dataTable" {
			return nil, refusal.New(refusal.Structure, "an array of formulas stands at %s", before.text())
		}
	}
	if a.top != a.bottom || a.left != a.right {
		for n, row := range w.sheet.edits.rows {
			for c, e := range row.cells {
				first := stays && n == a.top && c == a.left
				if e.set && !first && a.overlaps(cellRange{n, c, n, c}) {
					return nil, refusal.New(refusal.Structure, "%s is within the array of formulas at %s", formula.CellName(n, c), a.text())
				}
			}
		}
	}
	if to := a.text(); len(w.moves) > 0 && a != was {
		if a.top == a.bottom && a.left == a.right {
			to = formula.CellName(a.top, a.left)
		}
		return setAttr(tag, "ref", to), nil
	}
	return tag, nil
}
