package sheet

import (
	"slices"
	"strconv"
	"strings"
)

// wish is what a chart wants to know of cells, because the file keeps no values of them.
type wish struct {
	ranges []*wishedRange
	take   func(texts []string, format string)
}

// maxWishes is how many ranges of cells are read for the charts of a sheet.
const maxWishes = 2 * maxSeries

// wishes remembers that a chart has a formula without values; nothing when they are there, or nobody knows the cells.
func (w *workbook) wishes(holder *node, take func(texts []string, format string)) {
	from := formulaOf(holder)
	if from == "" || len(holder.descendants("pt")) > 0 || len(w.wanted) >= maxWishes {
		return
	}
	if ranges := w.rangesOf(from, 0); ranges != nil {
		w.wanted = append(w.wanted, &wish{ranges: ranges, take: take})
	}
}

// cells are those of all ranges of a wish, nil when a sheet of them was not read.
func (one *wish) cells() []Cell {
	var all []Cell
	for _, r := range one.ranges {
		if r.cells == nil {
			return nil
		}
		all = append(all, r.shownCells()...)
	}
	return all[:min(len(all), maxPoints)]
}

// fulfil reads the cells that charts wish for, whose values the file keeps nowhere else. Sheets that cannot be read
// leave their charts as they are.
func (w *workbook) fulfil(parts []string) {
	for i, info := range w.page.Sheets {
		var mine []*wishedRange
		for _, one := range w.wanted {
			for _, r := range one.ranges {
				if strings.EqualFold(r.sheet, info.Name) {
					mine = append(mine, r)
				}
			}
		}
		if len(mine) > 0 && i < len(parts) {
			w.readWishes(parts[i], mine)
		}
	}
	texts := w.textsOf(w.wanted)
	for _, one := range w.wanted {
		cells := one.cells()
		if cells == nil {
			continue
		}
		all, format := make([]string, len(cells)), ""
		for i := range cells {
			c := &cells[i]
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
func (w *workbook) readWishes(part string, mine []*wishedRange) {
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
func (w *workbook) rowOfWishes(s *scanner, row int, mine []*wishedRange, hidden []bool) error {
	reaches := func(one *wishedRange) bool { return row > one.area[0] && row <= one.area[2]+1 }
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
		for _, c := range one.cells() {
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
