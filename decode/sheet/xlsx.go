package sheet

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"anbar/app/base/limits"
)

// readXLSX reads a page of an xlsx.
func (w *workbook) readXLSX() error {
	parts, err := w.readRelations("xl/workbook.xml")
	if err != nil {
		return err
	}
	var names []string
	active := 0
	err = w.walkTags("xl/workbook.xml", func(s *scanner) (bool, error) {
		switch {
		case s.is("sheet") && len(names) < maxSheets:
			state := s.attr("state")
			w.page.Sheets = append(w.page.Sheets, Entry{ID: s.attr("sheetId"), Name: s.attr("name"), Hidden: state == "hidden" ||
				state == "veryHidden"})
			names = append(names, parts[s.attr("id")])
		case s.is("workbookView"):
			active = s.intAttr("activeTab", 0, 0, maxSheets)
		case s.is("workbookPr") && (s.attr("date1904") == "1" || s.attr("date1904") == "true"):
			w.page.Epoch = 1904
		case s.is("workbookProtection"):
			w.page.StructureLocked = s.attr("lockStructure") == "1" || s.attr("lockStructure") == "true"
		case s.is("definedName"):
			return true, w.readDefinedName(s)
		case s.is("calcPr"):
			w.page.Stale = s.attr("fullCalcOnLoad") == "1" || s.attr("fullCalcOnLoad") == "true"
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return errors.New("it has no sheets")
	}
	w.page.Sheet, w.page.Active = min(w.request.Sheet, len(names)), min(active, len(names)-1)+1
	if w.request.Sheet == 0 {
		w.page.Sheet = w.page.Active
	}
	if err := w.readTheme(w.xlsxStyles); err != nil {
		return err
	}
	if name := names[w.page.Sheet-1]; len(names) == 1 || w.files[name] != nil { // another sheet may be whole
		if err := w.wholeSheet(name); err != nil {
			return err
		}
	}
	if err := w.readXLSXStyles(); err != nil {
		return err
	}
	if err := w.resolveSharedStrings(); err != nil {
		return err
	}
	w.fulfil(names)
	return nil
}

// wholeSheet reads a sheet with what the parts say that belong to it.
func (w *workbook) wholeSheet(name string) (err error) {
	if err := w.readXLSXSheet(name); err != nil {
		return err
	}
	if w.page.Undeletable, err = w.hasSlicers(name); err != nil {
		return err
	}
	for _, read := range []func(string) error{w.readTables, w.readComments, w.readDrawings} {
		if err := read(name); err != nil {
			return err
		}
	}
	return nil
}

// hasSlicers reports whether slicers may choose what a sheet shows. Editors refuse to delete such a sheet by the same rule.
func (w *workbook) hasSlicers(name string) (bool, error) {
	slicers, err := w.hasRelations("xl/workbook.xml", "slicerCache")
	if err != nil || !slicers {
		return false, err
	}
	return w.hasRelations(name, "table", "pivotTable")
}

// hasRelations reports whether a part has relations of one of the kinds.
func (w *workbook) hasRelations(name string, kinds ...string) (bool, error) {
	dir, base := path.Split(name)
	found := false
	err := w.walkTags(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
		found = found || s.is("Relationship") && slices.Contains(kinds, path.Base(s.attr("Type")))
		return !found, nil
	})
	return found, err
}

// readRelations returns the parts that a part refers to, by the names of the relations.
func (w *workbook) readRelations(name string) (map[string]string, error) {
	all := map[string]string{}
	dir, base := path.Split(name)
	err := w.walkTags(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
		if s.is("Relationship") && s.attr("TargetMode") != "External" {
			to := s.attr("Target")
			if !strings.HasPrefix(to, "/") {
				to = path.Join(dir, to)
			}
			all[s.attr("Id")] = strings.TrimPrefix(path.Clean(to), "/")
		}
		return len(all) < 2*maxSheets, nil
	})
	return all, err
}

// readXLSXSheet reads the rows of the page, and what says how the sheet looks. Rows before and behind are passed over
// without a look at their cells.
func (w *workbook) readXLSXSheet(name string) error {
	if w.files[name] == nil {
		return errors.New("its sheet is missing")
	}
	number, within := 0, true
	var cell []byte // the tag of the latest one in a row before the page
	return w.walkTags(name, func(s *scanner) (bool, error) {
		switch {
		case s.is("c"):
			cell = append(cell[:0], s.tag...)
		case s.is("f"):
			return true, w.recordEarlierFormula(s, cell, number)
		case s.is("row"):
			number = s.intAttr("r", number+1, 1, maxRows)
			w.page.Total = max(w.page.Total, number)
			if within && number >= w.request.First && w.isPageFull(number) {
				w.page.Next, within = number, false
				if w.page.Total > number { // the sheet says how many there are
					return true, s.skipPast("sheetData>")
				}
			}
			if within && number >= w.request.First {
				return true, w.readXLSXRow(s, number)
			}
		case s.is("sheetProtection"):
			w.page.Locked = s.attr("sheet") == "1" || s.attr("sheet") == "true"
		case s.is("sheetView"):
			w.page.RTL = s.attr("rightToLeft") == "1" || s.attr("rightToLeft") == "true"
		case s.is("pane") && strings.HasPrefix(s.attr("state"), "frozen"):
			w.page.Frozen = [2]int{s.intAttr("ySplit", 0, 0, 100), s.intAttr("xSplit", 0, 0, 50)}
		case s.is("sheetFormatPr"):
			w.page.Width, w.page.Height = s.floatAttr("defaultColWidth"), s.floatAttr("defaultRowHeight")
		case s.is("dimension"):
			if _, end, ok := strings.Cut(s.attr("ref"), ":"); ok {
				row, column := parseCellName(end)
				w.page.Total, w.page.Columns = max(w.page.Total, row), max(w.page.Columns, min(column, maxColumns))
			}
		case s.is("col") && len(w.page.Widths) < maxWidths:
			width := ColumnWidth{From: s.intAttr("min", 1, 1, maxColumns), Until: s.intAttr("max", 1, 1, maxColumns),
				Width: s.floatAttr("width")}
			width.Hidden = s.attr("hidden") == "1" || s.attr("hidden") == "true" || width.Width == 0 && s.attr("width") != ""
			w.page.Widths = append(w.page.Widths, width)
		case s.is("mergeCell") && len(w.page.Merges) < maxMerges:
			w.addMerge(s.attr("ref"))
		case s.is("autoFilter"):
			return true, w.readFilter(s)
		case s.is("customSheetViews"):
			return true, s.skipElement("customSheetViews")
		default:
			return true, w.readPageSetup(s)
		}
		return true, nil
	})
}

func (w *workbook) addMerge(ref string) {
	from, until, _ := strings.Cut(ref, ":")
	top, left := parseCellName(from)
	bottom, right := parseCellName(until)
	if top < 1 || left < 1 || bottom < top || right < left || bottom > maxRows || right > maxColumns {
		return
	}
	w.page.Merges = append(w.page.Merges, [4]int{top, left, bottom - top + 1, right - left + 1})
}

// parseCellName returns the row and the column of a name like AB12, from 1; 0 where it says none.
func parseCellName(name string) (row, column int) {
	for i := range len(name) {
		c := name[i] &^ 0x20
		if c < 'A' || c > 'Z' {
			row, _ = strconv.Atoi(name[i:])
			return min(max(row, 0), maxRows), column
		}
		if column = column*26 + int(c-'A') + 1; column > maxColumns {
			return 0, 0
		}
	}
	return 0, column
}

// readXLSXRow reads the cells of a row whose tag was read.
func (w *workbook) readXLSXRow(s *scanner, number int) error {
	row := Row{Number: number, Cells: []Cell{}}
	if ht := s.floatAttr("ht"); ht != w.page.Height {
		row.Height = ht
	}
	row.Hidden = s.attr("hidden") == "1" || s.attr("hidden") == "true"
	if s.selfClosing {
		w.addRow(row)
		return nil
	}
	column := 0
	for {
		if err := s.next(); err != nil {
			return err
		}
		switch {
		case s.isEndOf("row"):
			w.addRow(row)
			return nil
		case s.is("c"):
			cell, err := w.readXLSXCell(s, number, column+1)
			if err != nil {
				return err
			}
			column = cell.Column
			if len(row.Cells) < maxColumns && (cell.hasContent() || cell.Style > 0) {
				row.Cells = append(row.Cells, cell)
			}
		}
	}
}

// hasContent reports whether there is anything in a cell: a value, or a formula that nobody computed yet.
func (c *Cell) hasContent() bool {
	return c.Text != "" || c.Number != nil || c.sharedString > 0 || c.Formula != ""
}

// readXLSXCell reads a cell whose tag was read.
func (w *workbook) readXLSXCell(s *scanner, row, column int) (Cell, error) {
	c := Cell{Column: column, Style: s.intAttr("s", 0, 0, 1<<20)}
	if _, at := parseCellName(string(s.value("r"))); at > 0 {
		c.Column = at
	}
	kind := s.attr("t")
	if s.selfClosing {
		return c, nil
	}
	var inline richText
	for {
		if err := s.next(); err != nil {
			return c, err
		}
		var err error
		switch {
		case s.isEndOf("c"):
			if inline.text != "" {
				c.Text, c.Runs = inline.text, inline.styledRuns()
			}
			return c, nil
		case s.is("f"):
			err = w.readFormula(s, &c, row)
		case s.is("v"):
			var value string
			value, err = s.text(maxCell)
			c.setValue(kind, strings.TrimSpace(value), value)
		default:
			err = inline.readTag(s, w.xlsxStyles)
		}
		if err != nil {
			return c, err
		}
	}
}

// skipElement goes to the end of the element whose tag was read.
func (s *scanner) skipElement(name string) error {
	for !s.isEndOf(name) {
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// setValue gives a cell its value.
func (c *Cell) setValue(kind, value, raw string) {
	switch kind {
	case "s":
		if n, err := strconv.Atoi(value); err == nil && n >= 0 {
			c.sharedString = n + 1
		}
	case "b":
		c.Kind, c.Text = "bool", "FALSE"
		if value == "1" || value == "true" {
			c.Text = "TRUE"
		}
	case "e":
		c.Kind, c.Text = "error", value
	case "str", "d":
		if c.Text = decodeEscapes(raw); c.Text == "" && c.Formula != "" {
			c.Kind = "text"
		}
	default:
		if f, err := strconv.ParseFloat(value, 64); err == nil && f-f == 0 {
			c.Number = &f
		} else {
			c.Text = raw
		}
	}
}

// resolveSharedStrings gives the cells of the page their shared texts.
func (w *workbook) resolveSharedStrings() error {
	wanted, last := w.page.cellsBySharedString()
	number, text := 0, richText{}
	err := w.walkTags("xl/sharedStrings.xml", func(s *scanner) (bool, error) {
		var err error
		switch {
		case s.is("si"):
			number, text = number+1, richText{}
		case len(wanted[number]) > 0:
			err = text.readTag(s, w.xlsxStyles)
		case s.is("rPh"):
			err = s.skipElement("rPh")
		}
		if s.isEndOf("si") && !w.setSharedString(wanted[number], &text) {
			return false, nil
		}
		return number < last || !bytes.Equal(s.name, []byte("si")) || !s.isEnd, err
	})
	return err
}

// cellsBySharedString returns the cells that want shared texts by the numbers of these, and the last number.
func (p *Page) cellsBySharedString() (wanted map[int][]*Cell, last int) {
	wanted = map[int][]*Cell{}
	for i := range p.Rows {
		for j := range p.Rows[i].Cells {
			if c := &p.Rows[i].Cells[j]; c.sharedString > 0 {
				wanted[c.sharedString] = append(wanted[c.sharedString], c)
				last = max(last, c.sharedString)
			}
		}
	}
	return wanted, last
}

// setSharedString gives cells a text, as long as the page does not become too large.
func (w *workbook) setSharedString(cells []*Cell, text *richText) bool {
	runs := text.styledRuns()
	for _, c := range cells {
		if w.textSize += len(text.text) + runSize*len(runs); w.textSize > 2*limits.SheetText { // one text in many cells
			return false
		}
		c.Text, c.Runs = text.text, runs
	}
	return true
}
