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
}

func (w *cellWriter) write() error {
	begin, end, depth, tag := w.begin, w.at, w.depth, w.raw()
	formulas := 0
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
		if formulas == 1 && w.left && (w.edit == nil || !w.edit.set) {
			if changed := w.tagOf(tag); !bytes.Equal(changed, tag) {
				w.replace(begin, begin+len(tag), changed)
			}
		}
		if err := w.cellFormula(); err != nil {
			return err
		}
	}
	switch {
	case !w.left:
		w.replace(begin, end, nil)
	case w.edit != nil && w.edit.set:
		style, _ := strconv.Atoi(attrOf(tag, "s"))
		fresh := tag
		for _, name := range []string{"t", "cm", "vm", "s"} {
			fresh = without(fresh, name)
		}
		fresh, _, _ = parts(with(fresh, "r", formula.Cell(w.toRow, w.toColumn)))
		w.replace(begin, end, w.cell(nil, fresh, style, w.edit))
	case formulas == 0:
		if changed := w.tagOf(tag); !bytes.Equal(changed, tag) {
			w.replace(begin, begin+len(tag), changed)
		}
	}
	return w.err
}

// tagOf returns the tag of a cell that keeps its value.
func (w *cellWriter) tagOf(tag []byte) []byte {
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
	tag, from := w.raw(), w.begin
	raw, err := w.content()
	if err != nil {
		return err
	}
	text := unescape(raw)
	replaced := w.edit != nil && w.edit.set
	kind := attrOf(tag, "t")
	after := tag
	switch kind {
	case "shared":
		var apart bool
		if text, apart, err = w.share(attrOf(tag, "si"), text, w.row, w.column, replaced || !w.left); err != nil {
			return err
		}
		if apart {
			after = without(without(without(tag, "t"), "ref"), "si")
		}
	case "array", "dataTable":
		if after, err = w.array(tag, kind); err != nil {
			return err
		}
	}
	if replaced || !w.left {
		return nil
	}
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
		_, err = w.array(tag, attrOf(tag, "t"))
	}
	return err
}

// array moves the range of an array of formulas, which nobody may change or move in part.
func (w *sheetWriter) array(tag []byte, kind string) ([]byte, error) {
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
				if e.set && a.meets(area{n, c, n, c}) {
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
