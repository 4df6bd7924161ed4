package sheet

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"anbar/app/limits"
)

// office reads a page of an xlsx.
func (w *workbook) office() error {
	parts, err := w.relations("xl/workbook.xml")
	if err != nil {
		return err
	}
	var names []string
	active := 0
	err = w.each("xl/workbook.xml", func(s *scanner) (bool, error) {
		switch {
		case s.is("sheet") && len(names) < maxSheets:
			state := s.attr("state")
			w.page.Sheets = append(w.page.Sheets, Info{s.attr("sheetId"), s.attr("name"), state == "hidden" || state == "veryHidden"})
			names = append(names, parts[s.attr("id")])
		case s.is("workbookView"):
			active = s.number("activeTab", 0, 0, maxSheets)
		case s.is("workbookPr") && (s.attr("date1904") == "1" || s.attr("date1904") == "true"):
			w.page.Epoch = 1904
		case s.is("workbookProtection"):
			w.page.Fixed = s.attr("lockStructure") == "1" || s.attr("lockStructure") == "true"
		case s.is("definedName"):
			return true, w.name(s)
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
	w.page.Sheet, w.page.Active = min(w.want.Sheet, len(names)), min(active, len(names)-1)+1
	if w.want.Sheet == 0 {
		w.page.Sheet = w.page.Active
	}
	if err := w.theme(w.look); err != nil {
		return err
	}
	if name := names[w.page.Sheet-1]; len(names) == 1 || w.files[name] != nil { // another sheet may be whole
		if err := w.wholeSheet(name); err != nil {
			return err
		}
	}
	if err := w.officeStyles(); err != nil {
		return err
	}
	if err := w.sharedTexts(); err != nil {
		return err
	}
	w.fulfil(names)
	return nil
}

// wholeSheet reads a sheet with what the parts say that belong to it.
func (w *workbook) wholeSheet(name string) (err error) {
	if err := w.officeSheet(name); err != nil {
		return err
	}
	if w.page.Stays, err = w.sliced(name); err != nil {
		return err
	}
	for _, read := range []func(string) error{w.tables, w.comments, w.drawings} {
		if err := read(name); err != nil {
			return err
		}
	}
	return nil
}

// sliced reports whether slicers may choose what a sheet shows. Editors refuse to delete such a sheet by the same rule.
func (w *workbook) sliced(name string) (bool, error) {
	slicers, err := w.related("xl/workbook.xml", "slicerCache")
	if err != nil || !slicers {
		return false, err
	}
	return w.related(name, "table", "pivotTable")
}

// related reports whether a part has relations of one of the kinds.
func (w *workbook) related(name string, kinds ...string) (bool, error) {
	dir, base := path.Split(name)
	found := false
	err := w.each(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
		found = found || s.is("Relationship") && slices.Contains(kinds, path.Base(s.attr("Type")))
		return !found, nil
	})
	return found, err
}

// relations returns the parts that a part refers to, by the names of the relations.
func (w *workbook) relations(name string) (map[string]string, error) {
	all := map[string]string{}
	dir, base := path.Split(name)
	err := w.each(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
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

// officeSheet reads the rows of the page, and what says how the sheet looks. Rows before and behind are passed over
// without a look at their cells.
func (w *workbook) officeSheet(name string) error {
	if w.files[name] == nil {
		return errors.New("its sheet is missing")
	}
	number, within := 0, true
	var cell []byte // the tag of the latest one in a row before the page
	return w.each(name, func(s *scanner) (bool, error) {
		switch {
		case s.is("c"):
			cell = append(cell[:0], s.tag...)
		case s.is("f"):
			return true, w.earlier(s, cell, number)
		case s.is("row"):
			number = s.number("r", number+1, 1, maxRows)
			w.page.Total = max(w.page.Total, number)
			if within && number >= w.want.First && w.full(number) {
				w.page.Next, within = number, false
				if w.page.Total > number { // the sheet says how many there are
					return true, s.skipPast("sheetData>")
				}
			}
			if within && number >= w.want.First {
				return true, w.officeRow(s, number)
			}
		case s.is("sheetProtection"):
			w.page.Locked = s.attr("sheet") == "1" || s.attr("sheet") == "true"
		case s.is("sheetView"):
			w.page.RTL = s.attr("rightToLeft") == "1" || s.attr("rightToLeft") == "true"
		case s.is("pane") && strings.HasPrefix(s.attr("state"), "frozen"):
			w.page.Frozen = [2]int{s.number("ySplit", 0, 0, 100), s.number("xSplit", 0, 0, 50)}
		case s.is("sheetFormatPr"):
			w.page.Width, w.page.Height = s.float("defaultColWidth"), s.float("defaultRowHeight")
		case s.is("dimension"):
			if _, end, ok := strings.Cut(s.attr("ref"), ":"); ok {
				row, column := place(end)
				w.page.Total, w.page.Columns = max(w.page.Total, row), max(w.page.Columns, min(column, maxColumns))
			}
		case s.is("col") && len(w.page.Widths) < maxWidths:
			width := Width{From: s.number("min", 1, 1, maxColumns), Until: s.number("max", 1, 1, maxColumns), Width: s.float("width")}
			width.Hidden = s.attr("hidden") == "1" || s.attr("hidden") == "true" || width.Width == 0 && s.attr("width") != ""
			w.page.Widths = append(w.page.Widths, width)
		case s.is("mergeCell") && len(w.page.Merges) < maxMerges:
			w.merge(s.attr("ref"))
		case s.is("autoFilter"):
			return true, w.filter(s)
		case s.is("customSheetViews"):
			return true, s.pass("customSheetViews")
		default:
			return true, w.print(s)
		}
		return true, nil
	})
}

func (w *workbook) merge(ref string) {
	from, until, _ := strings.Cut(ref, ":")
	top, left := place(from)
	bottom, right := place(until)
	if top < 1 || left < 1 || bottom < top || right < left || bottom > maxRows || right > maxColumns {
		return
	}
	w.page.Merges = append(w.page.Merges, [4]int{top, left, bottom - top + 1, right - left + 1})
}

// place returns the row and the column of a name like AB12, from 1; 0 where it says none.
func place(name string) (row, column int) {
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

// officeRow reads the cells of a row whose tag was read.
func (w *workbook) officeRow(s *scanner, number int) error {
	row := Row{Number: number, Cells: []Cell{}}
	if ht := s.float("ht"); ht != w.page.Height {
		row.Height = ht
	}
	row.Hidden = s.attr("hidden") == "1" || s.attr("hidden") == "true"
	if s.self {
		w.addRow(row)
		return nil
	}
	column := 0
	for {
		if err := s.next(); err != nil {
			return err
		}
		switch {
		case s.over("row"):
			w.addRow(row)
			return nil
		case s.is("c"):
			cell, err := w.officeCell(s, number, column+1)
			if err != nil {
				return err
			}
			column = cell.Column
			if len(row.Cells) < maxColumns && (cell.says() || cell.Style > 0) {
				row.Cells = append(row.Cells, cell)
			}
		}
	}
}

// says reports whether there is anything in a cell: a value, or a formula that nobody computed yet.
func (c *Cell) says() bool { return c.Text != "" || c.Number != nil || c.shared > 0 || c.Formula != "" }

// officeCell reads a cell whose tag was read.
func (w *workbook) officeCell(s *scanner, row, column int) (Cell, error) {
	c := Cell{Column: column, Style: s.number("s", 0, 0, 1<<20)}
	if _, at := place(string(s.value("r"))); at > 0 {
		c.Column = at
	}
	kind := s.attr("t")
	if s.self {
		return c, nil
	}
	var inline richText
	for {
		if err := s.next(); err != nil {
			return c, err
		}
		var err error
		switch {
		case s.over("c"):
			if inline.text != "" {
				c.Text, c.Runs = inline.text, inline.styled()
			}
			return c, nil
		case s.is("f"):
			err = w.formula(s, &c, row)
		case s.is("v"):
			var value string
			value, err = s.text(maxCell)
			c.take(kind, strings.TrimSpace(value), value)
		default:
			err = inline.take(s, w.look)
		}
		if err != nil {
			return c, err
		}
	}
}

// pass goes to the end of the element whose tag was read.
func (s *scanner) pass(name string) error {
	for !s.over(name) {
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// take gives a cell its value.
func (c *Cell) take(kind, value, raw string) {
	switch kind {
	case "s":
		if n, err := strconv.Atoi(value); err == nil && n >= 0 {
			c.shared = n + 1
		}
	case "b":
		c.Kind, c.Text = "bool", "FALSE"
		if value == "1" || value == "true" {
			c.Text = "TRUE"
		}
	case "e":
		c.Kind, c.Text = "error", value
	case "str", "d":
		if c.Text = decoded(raw); c.Text == "" && c.Formula != "" {
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

// sharedTexts gives the cells of the page their shared texts.
func (w *workbook) sharedTexts() error {
	wanted, last := w.page.cellsBySharedText()
	number, text := 0, richText{}
	err := w.each("xl/sharedStrings.xml", func(s *scanner) (bool, error) {
		var err error
		switch {
		case s.is("si"):
			number, text = number+1, richText{}
		case len(wanted[number]) > 0:
			err = text.take(s, w.look)
		case s.is("rPh"):
			err = s.pass("rPh")
		}
		if s.over("si") && !w.setText(wanted[number], &text) {
			return false, nil
		}
		return number < last || !bytes.Equal(s.name, []byte("si")) || !s.ends, err
	})
	return err
}

// cellsBySharedText returns the cells that want shared texts by the numbers of these, and the last number.
func (p *Page) cellsBySharedText() (wanted map[int][]*Cell, last int) {
	wanted = map[int][]*Cell{}
	for i := range p.Rows {
		for j := range p.Rows[i].Cells {
			if c := &p.Rows[i].Cells[j]; c.shared > 0 {
				wanted[c.shared] = append(wanted[c.shared], c)
				last = max(last, c.shared)
			}
		}
	}
	return wanted, last
}

// setText gives cells a text, as long as the page does not become too large.
func (w *workbook) setText(cells []*Cell, text *richText) bool {
	runs := text.styled()
	for _, c := range cells {
		if w.size += len(text.text) + runSize*len(runs); w.size > 2*limits.SheetText { // one text in many cells
			return false
		}
		c.Text, c.Runs = text.text, runs
	}
	return true
}
