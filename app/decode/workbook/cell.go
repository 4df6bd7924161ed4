package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"anbar/app/decode/formula"
	"anbar/app/decode/refusal"
)

// cellWriter writes a cell again whose tag was read.
type cellWriter struct {
	*sheetWriter
	row, column     int // as the file has it
	toRow, toColumn int
	left            bool // it is not deleted
	edit            *cellEdit
	begin           int // of its tag
	tag             []byte
	behind          int // the end of a formula that stays while its value changes; 0 when there is none
}

func (w *cellWriter) write() error {
	w.begin, w.tag = w.sheetWriter.begin, w.raw()
	end, depth, formulas := w.at, w.depth, 0
	for !w.self || w.depth != depth {
		if err := w.next(); err != nil {
			return unexpected(err)
		}
		if end = w.at; w.ends && w.depth == depth {
			break
		}
		if !w.is("f") {
			continue
		}
		if formulas++; formulas > 1 {
			return errXML
		}
		if err := w.cellFormula(); err != nil {
			return err
		}
	}
	switch {
	case !w.left:
		w.replace(w.begin, end, nil)
	case w.behind > 0:
		w.replace(w.behind, end, fmt.Appendf(w.valueOf(w.edit), "</%sc>", w.ns))
	case w.edit != nil && w.edit.set:
		style, _ := strconv.Atoi(attrOf(w.tag, "s"))
		fresh := w.tag
		for _, name := range []string{"t", "cm", "vm", "s"} {
			fresh = without(fresh, name)
		}
		fresh, _, _ = parts(with(fresh, "r", formula.Cell(w.toRow, w.toColumn)))
		w.replace(w.begin, end, w.cell(nil, fresh, style, w.edit))
	case formulas == 0:
		w.putTag(w.tagOf())
	}
	return w.err
}

// putTag writes another tag, unless it is the same.
func (w *cellWriter) putTag(tag []byte) {
	if !bytes.Equal(tag, w.tag) {
		w.replace(w.begin, w.begin+len(w.tag), tag)
	}
}

// tagOf returns the tag of a cell that keeps its value.
func (w *cellWriter) tagOf() []byte {
	tag := w.tag
	if name := formula.Cell(w.toRow, w.toColumn); w.toRow != w.row || w.toColumn != w.column || w.edit != nil && attrOf(tag, "r") != name {
		tag = with(tag, "r", name)
	}
	if w.edit != nil && w.edit.style != nil {
		style, _ := strconv.Atoi(attrOf(tag, "s"))
		tag = with(tag, "s", strconv.Itoa(w.style(style, w.edit.style)))
	}
	return tag
}

// cellFormula writes the formula whose tag was read.
func (w *cellWriter) cellFormula() error {
	tag, from := w.raw(), w.sheetWriter.begin
	raw, err := w.content()
	if err != nil {
		return err
	}
	text, kind, after := unescape(raw), attrOf(tag, "t"), tag
	stays := w.left && (w.edit == nil || !w.edit.set || w.calculated(kind, attrOf(tag, "si"), text))
	switch kind {
	case "shared":
		var apart bool
		if text, apart, err = w.share(attrOf(tag, "si"), text, w.row, w.column, !stays); err != nil {
			return err
		}
		if apart {
			after = without(without(without(tag, "t"), "ref"), "si")
		}
	case "array", "dataTable":
		if after, err = w.array(tag, kind, stays); err != nil {
			return err
		}
	}
	if !stays {
		return nil
	}
	cellTag := w.tagOf()
	if w.edit != nil && w.edit.set {
		w.behind = w.at
		cellTag = typed(cellTag, w.edit)
	}
	w.putTag(cellTag)
	if text != "" {
		text = w.now(text, 0)
	}
	if bytes.Equal(after, tag) && (text == unescape(raw) || kind == "shared" && len(raw) == 0) {
		return nil
	}
	after, _, _ = parts(after)
	w.replace(from, w.at, fmt.Appendf(slices.Clone(after), "%s</%sf>", content(text), w.ns))
	return w.err
}

// calculated reports whether the edit has the formula that is there, with another value. Then it stays as it is, shared
// with others or filling several cells.
func (w *cellWriter) calculated(kind, id, text string) bool {
	if first := w.shared[id]; kind == "shared" && text == "" && first != nil {
		text = formula.Relative(first.text, w.row-first.row, w.column-first.column)
	}
	for _, st := range w.book.steps[:w.edit.since] {
		text = st.Formula(text, st.sheet == w.sheet)
	}
	return w.edit.formula != "" && formula.Plain(text) == formula.Plain(w.edit.formula)
}

// typed returns the tag of a cell with a formula that has another value.
func typed(tag []byte, e *cellEdit) []byte {
	if kind := map[byte]string{'b': "b", 'e': "e", 's': "str"}[e.kind]; kind != "" {
		return with(tag, "t", kind)
	}
	return without(tag, "t")
}

// content goes to the end of the element that the tag begins, which has text alone, and returns it as it is written.
func (s *scanner) content() ([]byte, error) {
	if s.self {
		return nil, nil
	}
	from, depth := s.at, s.depth
	if err := s.next(); err != nil {
		return nil, unexpected(err)
	}
	if !s.ends || s.depth != depth {
		return nil, errXML
	}
	return s.b[from:s.begin], nil
}

// share returns the text of a formula that cells share, and whether it has to be written for this cell alone.
func (w *sheetWriter) share(id, text string, row, column int, replaced bool) (string, bool, error) {
	if text != "" {
		w.shared[id] = &shared{text, row, column, w.moving || replaced}
		return text, w.moving, nil
	}
	first := w.shared[id]
	if first == nil {
		return "", false, fmt.Errorf("%w: formula %s is shared, and nobody has it", errXML, id)
	}
	if !first.apart {
		return "", false, nil
	}
	return formula.Relative(first.text, row-first.row, column-first.column), true, nil
}

// dropFormula looks at a formula whose row is deleted: others may share it.
func (w *sheetWriter) dropFormula(row, column int) error {
	tag := w.raw()
	raw, err := w.content()
	if err != nil {
		return err
	}
	switch attrOf(tag, "t") {
	case "shared":
		_, _, err = w.share(attrOf(tag, "si"), unescape(raw), row, column, true)
	case "array", "dataTable":
		_, err = w.array(tag, attrOf(tag, "t"), false)
	}
	return err
}

// array moves the range of an array of formulas, which nobody may change or move in part.
func (w *sheetWriter) array(tag []byte, kind string, stays bool) ([]byte, error) {
	top, left, bottom, right, ok := formula.Corners(attrOf(tag, "ref"))
	if !ok {
		return tag, nil
	}
	a := area{top, left, bottom, right}
	for _, c := range w.own {
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
				if e.set && !first && a.meets(area{n, c, n, c}) {
					return nil, refusal.New(refusal.Structure, "%s is within the array of formulas at %s", formula.Cell(n, c), a.text())
				}
			}
		}
	}
	if to := a.text(); len(w.own) > 0 && a != (area{top, left, bottom, right}) {
		if a.top == a.bottom && a.left == a.right {
			to = formula.Cell(a.top, a.left)
		}
		return with(tag, "ref", to), nil
	}
	return tag, nil
}
