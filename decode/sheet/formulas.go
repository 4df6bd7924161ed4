package sheet

import (
	"strconv"
	"strings"

	"anbar/decode/formula"
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

// readFormula reads the formula of a cell whose tag was read, as people write it.
func (w *workbook) readFormula(s *scanner, c *Cell, row int) error {
	kind, id, ref := s.attr("t"), s.attr("si"), s.attr("ref")
	text, err := s.text(maxCell)
	if err != nil {
		return err
	}
	switch kind {
	case "shared":
		text = w.resolveShared(id, text, row, c.Column)
	case "array":
		a, ok := formula.ParseRange(ref)
		switch {
		case !ok || a.Top == a.Bottom && a.Left == a.Right:
			c.Array = true
		case len(w.page.Arrays) < maxArrays:
			w.page.Arrays = append(w.page.Arrays, [4]int{a.Top + 1, a.Left + 1, a.Bottom - a.Top + 1, a.Right - a.Left + 1})
		}
	}
	c.Formula = formula.StripPrefixes(text)
	return nil
}

// resolveShared returns the formula of a cell that shares one.
func (w *workbook) resolveShared(id, text string, row, column int) string {
	if text == "" {
		first := w.sharedFormulas[id]
		return formula.Shift(first.text, row-first.row, column-first.column)
	}
	if len(w.sharedFormulas) < maxShared && w.sharedFormulasSize < maxSharedText {
		w.sharedFormulas[id] = sharedFormula{text: text, row: row, column: column}
		w.sharedFormulasSize += len(text)
	}
	return text
}

// recordEarlierFormula keeps a formula that cells of the page may share with a cell before it.
func (w *workbook) recordEarlierFormula(s *scanner, cell []byte, row int) error {
	if s.selfClosing || s.attr("t") != "shared" || row >= w.request.First {
		return nil
	}
	id := s.attr("si")
	text, err := s.text(maxCell)
	if err != nil || text == "" {
		return err
	}
	tag := scanner{tag: cell}
	_, column := parseCellName(tag.attr("r"))
	w.resolveShared(id, text, row, column)
	return nil
}

// decodeEscapes returns a text whose escaped characters such as _x000D_ are themselves (ECMA-376, part 1, 22.9.2.19).
func decodeEscapes(s string) string {
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
