package sheet

import (
	"strconv"
	"strings"

	"anbar/app/decode/formula"
)

// sharedFormula is the first of some cells with one formula; the others only name it.
type sharedFormula struct {
	text        string
	row, column int
}

const (
	maxShared     = 20_000
	maxSharedText = 4 << 20 // bytes
	maxArrays     = 1_000
)

// formula reads the formula of a cell whose tag was read, as people write it.
func (w *workbook) formula(s *scanner, c *Cell, row int) error {
	kind, id, ref := s.attr("t"), s.attr("si"), s.attr("ref")
	text, err := s.text(maxCell)
	if err != nil {
		return err
	}
	switch kind {
	case "shared":
		text = w.share(id, text, row, c.Column)
	case "array":
		top, left, bottom, right, ok := formula.Corners(ref)
		switch {
		case !ok || top == bottom && left == right:
			c.Array = true
		case len(w.page.Arrays) < maxArrays:
			w.page.Arrays = append(w.page.Arrays, [4]int{top + 1, left + 1, bottom - top + 1, right - left + 1})
		}
	}
	c.Formula = formula.Plain(text)
	return nil
}

// share returns the formula of a cell that shares one.
func (w *workbook) share(id, text string, row, column int) string {
	if text == "" {
		first := w.shared[id]
		return formula.Relative(first.text, row-first.row, column-first.column)
	}
	if len(w.shared) < maxShared && w.kept < maxSharedText {
		w.shared[id] = sharedFormula{text, row, column}
		w.kept += len(text)
	}
	return text
}

// earlier keeps a formula that cells of the page may share with a cell before it.
func (w *workbook) earlier(s *scanner, cell []byte, row int) error {
	if s.self || s.attr("t") != "shared" || row >= w.want.First {
		return nil
	}
	id := s.attr("si")
	text, err := s.text(maxCell)
	if err != nil || text == "" {
		return err
	}
	tag := scanner{tag: cell}
	_, column := place(tag.attr("r"))
	w.share(id, text, row, column)
	return nil
}

// decoded returns a text whose escaped characters such as _x000D_ are themselves (ECMA-376, part 1, 22.9.2.19).
func decoded(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var out strings.Builder
	for {
		i := strings.Index(s, "_x")
		if i < 0 || len(s) < i+7 {
			return out.String() + s
		}
		c, err := strconv.ParseUint(s[i+2:i+6], 16, 16)
		if err != nil || s[i+6] != '_' || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			out.WriteString(s[:i+2])
			s = s[i+2:]
			continue
		}
		out.WriteString(s[:i])
		out.WriteRune(rune(c))
		s = s[i+7:]
	}
}
