package sheet

import (
	"slices"
	"strconv"
	"strings"

	"anbar/decode/formula"
)

// wish is what a chart wants to know of cells, because the file keeps no values of them.
type wish struct {
	sheet string
	area  [4]int // top, left, bottom and right, from 0
	cells []Cell // that are shown, from left to right and from top to bottom; empty ones are there
	take  func(texts []string, format string)
}

// maxWishes is how many ranges of cells are read for the charts of a sheet.
const maxWishes = 2 * maxSeries

// wishes remembers that a chart has a formula without values; nothing when they are there, or nobody knows the cells.
func (w *workbook) wishes(holder *node, take func(texts []string, format string)) {
	from := formulaOf(holder)
	if from == "" || len(holder.descendants("pt")) > 0 || len(w.wanted) >= maxWishes {
		return
	}
	at := strings.LastIndexByte(from, '!')
	if at < 0 {
		return
	}
	name := from[:at]
	if quoted, is := strings.CutPrefix(name, "'"); is {
		name = strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), "''", "'")
	}
	a, ok := formula.ParseRange(strings.ReplaceAll(from[at+1:], "$", ""))
	if !ok || (a.Bottom-a.Top+1)*(a.Right-a.Left+1) > maxPoints {
		return
	}
	w.wanted = append(w.wanted, &wish{sheet: name, area: [4]int{a.Top, a.Left, a.Bottom, a.Right}, take: take})
}

// fulfil reads the cells that charts wish for, whose values the file keeps nowhere else. Sheets that cannot be read
// leave their charts as they are.
func (w *workbook) fulfil(parts []string) {
	for i, info := range w.page.Sheets {
		var mine []*wish
		for _, one := range w.wanted {
			if strings.EqualFold(one.sheet, info.Name) {
				mine = append(mine, one)
			}
		}
		if len(mine) > 0 && i < len(parts) {
			w.readWishes(parts[i], mine)
		}
	}
	texts := w.textsOf(w.wanted)
	for _, one := range w.wanted {
		if one.cells == nil {
			continue
		}
		all, format := make([]string, len(one.cells)), ""
		for i := range one.cells {
			c := &one.cells[i]
			switch {
			case c.sharedString > 0:
				all[i] = texts[c.sharedString]
			case c.Number != nil:
				all[i] = strconv.FormatFloat(*c.Number, 'g', -1, 64)
				if format == "" && c.Style < len(w.xlsxStyles.cellStyles) {
					format = w.xlsxStyles.cellStyles[c.Style].Format
				}
			default:
				all[i] = c.Text
			}
		}
		w.chartPoints += len(all)
		one.take(all, format)
	}
}

// readWishes reads cells of a sheet. Those of hidden rows and columns are no part of charts.
func (w *workbook) readWishes(part string, mine []*wish) {
	shared := w.sharedFormulas
	w.sharedFormulas = map[string]sharedFormula{}
	defer func() { w.sharedFormulas = shared }()
	var hidden [maxColumns + 1]bool // columns
	row, last, columns := 0, 0, 0
	for _, one := range mine {
		last = max(last, one.area[2]+1)
	}
	on := func(s *scanner, name string) bool { return s.attr(name) == "1" || s.attr(name) == "true" }
	err := w.walkTags(part, func(s *scanner) (bool, error) {
		switch {
		case s.is("col") && on(s, "hidden"):
			from, until := s.intAttr("min", 1, 1, maxColumns), s.intAttr("max", 1, 1, maxColumns)
			for c := from; c <= until && columns < maxWidths; c++ {
				hidden[c] = true
			}
			columns++
		case s.is("row"):
			row = s.intAttr("r", row+1, 1, maxRows)
			if row > last || on(s, "hidden") {
				return row <= last, nil
			}
			return true, w.rowOfWishes(s, row, mine, hidden[:])
		}
		return true, nil
	})
	if err != nil {
		for _, one := range mine {
			one.cells = nil
		}
	}
}

// rowOfWishes reads the cells of a row whose tag was read.
func (w *workbook) rowOfWishes(s *scanner, row int, mine []*wish, hidden []bool) error {
	reaches := func(one *wish) bool { return row > one.area[0] && row <= one.area[2]+1 }
	if !slices.ContainsFunc(mine, reaches) {
		return nil
	}
	cells, column := map[int]Cell{}, 0
	for !s.isEndOf("row") {
		if err := s.next(); err != nil {
			return err
		}
		if s.is("c") {
			c, err := w.readXLSXCell(s, row, column+1)
			if err != nil {
				return err
			}
			column = c.Column
			cells[column] = c
		}
	}
	for _, one := range mine {
		if !reaches(one) {
			continue
		}
		for c := one.area[1] + 1; c <= one.area[3]+1; c++ {
			if !hidden[c] {
				one.cells = append(one.cells, cells[c])
			}
		}
	}
	return nil
}

// textsOf returns the shared texts of cells by their numbers, from 1.
func (w *workbook) textsOf(wishes []*wish) map[int]string {
	texts, last := map[int]string{}, 0
	for _, one := range wishes {
		for _, c := range one.cells {
			if c.sharedString > 0 {
				texts[c.sharedString], last = "", max(last, c.sharedString)
			}
		}
	}
	number, text := 0, richText{}
	if last == 0 {
		return texts
	}
	_ = w.walkTags("xl/sharedStrings.xml", func(s *scanner) (bool, error) { // without them names are empty
		_, wanted := texts[number]
		var err error
		switch {
		case s.is("si"):
			number, text = number+1, richText{}
		case wanted:
			err = text.readTag(s, w.xlsxStyles)
		}
		if _, is := texts[number]; is && s.isEndOf("si") {
			texts[number] = truncate(text.text, 200)
		}
		return number < last || !s.isEndOf("si"), err
	})
	return texts
}
