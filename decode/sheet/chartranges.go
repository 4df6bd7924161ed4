package sheet

import (
	"strings"

	"anbar/decode/formula"
)

// wishedRange is one range of the cells that a chart wants to know.
type wishedRange struct {
	sheet string
	area  [4]int // top, left, bottom and right, from 0
	// Of whole rows or columns what is behind the last cell is no part.
	isOpen bool
	cells  []Cell // that are shown, from left to right and from top to bottom; empty ones are there
}

// maxNameDepth bounds names that stand for names.
const maxNameDepth = 3

// rangesOf returns the ranges of cells that a formula of a chart names: one, several in brackets, whole rows and columns, and names that
// stand for these; nothing when it is another one, or they have too many cells.
func (w *workbook) rangesOf(text string, depth int) []*wishedRange {
	text = strings.TrimSpace(text)
	if inside, is := strings.CutPrefix(text, "("); is && strings.HasSuffix(inside, ")") {
		var all []*wishedRange
		for _, one := range splitUnion(strings.TrimSuffix(inside, ")")) {
			ranges := w.rangesOf(one, depth)
			if ranges == nil || len(all)+len(ranges) > maxWishes {
				return nil
			}
			all = append(all, ranges...)
		}
		return all
	}
	at := strings.LastIndexByte(text, '!')
	name := text[:max(at, 0)]
	if quoted, is := strings.CutPrefix(name, "'"); is {
		name = strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), "''", "'")
	}
	a, ok := formula.ParseRange(strings.ReplaceAll(text[at+1:], "$", ""))
	if !ok {
		return w.rangesOfName(name, text[at+1:], depth)
	}
	if at < 0 {
		return nil
	}
	r := &wishedRange{sheet: name, area: [4]int{a.Top, a.Left, a.Bottom, a.Right}}
	switch {
	case a.Bottom == formula.MaxRows-1 && a.Right-a.Left < maxPoints:
		r.isOpen, r.area[2] = true, min(a.Bottom, a.Top+maxPoints/(a.Right-a.Left+1)-1)
	case a.Right == formula.MaxColumns-1 && a.Bottom-a.Top < maxPoints:
		r.isOpen, r.area[3] = true, min(a.Right, a.Left+maxPoints/(a.Bottom-a.Top+1)-1)
	case (a.Bottom-a.Top+1)*(a.Right-a.Left+1) > maxPoints:
		return nil
	}
	return []*wishedRange{r}
}

// rangesOfName is what a name stands for, that of its sheet before that of the workbook; the file itself stands before names as [0].
func (w *workbook) rangesOfName(sheet, name string, depth int) []*wishedRange {
	if depth >= maxNameDepth {
		return nil
	}
	id := ""
	for _, info := range w.page.Sheets {
		if strings.EqualFold(info.Name, sheet) {
			id = info.ID
		}
	}
	found := ""
	for _, one := range w.page.Names {
		if strings.EqualFold(one.Name, name) && (one.Sheet == id && id != "" || one.Sheet == "" && found == "") {
			found = one.Formula
		}
	}
	if found == "" {
		return nil
	}
	if strings.Contains(found, ",") && !strings.HasPrefix(found, "(") {
		found = "(" + found + ")"
	}
	return w.rangesOf(found, depth+1)
}

// splitUnion returns what stands between the commas that are outside of names of sheets.
func splitUnion(text string) []string {
	var all []string
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '\'':
			quoted = !quoted
		case text[i] == ',' && !quoted:
			all, from = append(all, text[from:i]), i+1
		}
	}
	return append(all, text[from:])
}

// shownCells are the cells of a range, without the empty ones behind the last of whole rows and columns.
func (r *wishedRange) shownCells() []Cell {
	cells := r.cells
	for r.isOpen && len(cells) > 0 {
		last := cells[len(cells)-1]
		if last.sharedString > 0 || last.Number != nil || last.Text != "" {
			break
		}
		cells = cells[:len(cells)-1]
	}
	return cells
}
