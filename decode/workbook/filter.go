package workbook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// FilterColumn is what a filter shows of a column.
type FilterColumn struct {
	Column int      `json:"c"` // from 0, of the sheet
	Values []string `json:"values"`
	Dates  []string `json:"dates"` // years, months or days: 2026, 2026-11, 2026-11-23
	Blank  bool     `json:"blank"`
	Keep   bool     `json:"keep"` // it stays as the file has it
}

// filterEdit is the filter that a sheet gets.
type filterEdit struct {
	area    cellRange // ends before it begins for none
	columns []FilterColumn
}

const (
	maxFilterValues = 20_000
	filterName      = "_xlnm._FilterDatabase"
)

func (e *sheetEdits) setFilter(op *Op) error {
	a := cellRange{op.Range[0], op.Range[1], op.Range[2], op.Range[3]}
	if !a.isValid() {
		return invalidf("%v is no range", op.Range)
	}
	values := 0
	for i, c := range op.Columns {
		values += len(c.Values) + len(c.Dates)
		if c.Column < a.left || c.Column > a.right || values > maxFilterValues ||
			slices.ContainsFunc(op.Columns[:i], func(o FilterColumn) bool { return o.Column == c.Column }) {
			return invalidf("no filter of column %d", c.Column)
		}
		for _, v := range c.Values {
			if len(v) > maxText || stripIllegalChars(v) != v {
				return invalidf("a value that no cell has")
			}
		}
		for _, d := range c.Dates {
			if dateGroupAttrs(d) == "" {
				return invalidf("%q is no date", d)
			}
		}
	}
	e.filter = &filterEdit{a, op.Columns}
	return nil
}

func (a cellRange) isValid() bool {
	return a.top >= 0 && a.left >= 0 && a.bottom >= a.top && a.right >= a.left && a.bottom < formula.MaxRows && a.right < formula.MaxColumns
}

// shift moves a filter and its columns.
func (f *filterEdit) shift(c formula.Change) {
	f.area = f.area.shift(c)
	if c.IsRowChange() {
		return
	}
	var left []FilterColumn
	for _, column := range f.columns {
		if n, is := c.MoveIndex(column.Column); is {
			column.Column = n
			left = append(left, column)
		}
	}
	f.columns = left
}

// dateGroupAttrs returns the attributes of a year, a month or a day; nothing when it is none.
func dateGroupAttrs(text string) string {
	for layout, grouping := range map[string]string{"2006": "year", "2006-01": "month", "2006-01-02": "day"} {
		if _, err := time.Parse(layout, text); err != nil {
			continue
		}
		var attrs strings.Builder
		for i, part := range strings.Split(text, "-") {
			n, _ := strconv.Atoi(part)
			fmt.Fprintf(&attrs, `%s="%d" `, [...]string{"year", "month", "day"}[i], n)
		}
		return attrs.String() + `dateTimeGrouping="` + grouping + `"`
	}
	return ""
}

// beforeFilter are the elements between the rows of a sheet and its filter.
var beforeFilter = strings.Fields("sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter")

// rewriteFilter leaves the filter of the file out, and keeps the columns that stay.
func (w *sheetWriter) rewriteFilter() error {
	begin, depth, self := w.tagStart, w.depth, w.selfClosing
	area, ok := parseCellRange(w.attr("ref"))
	for !self {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		if w.isEnd && w.depth == depth {
			break
		}
		if !w.is("filterColumn") || w.depth != depth+1 {
			continue
		}
		id, err := strconv.Atoi(w.attr("colId"))
		from := w.tagStart
		if err := w.skipElement(); err != nil {
			return err
		}
		if err != nil || id < 0 || !ok {
			continue
		}
		to, is, err := w.resolveIndex(area.left+id, false)
		if err != nil {
			return err
		}
		if is {
			w.filters[to] = slices.Clone(w.src[from:w.pos])
		}
	}
	w.presentElements["autoFilter"] = true
	w.replace(begin, w.pos, w.encodeFilter())
	return w.err
}

// insertFilter adds the filter to a sheet that had none.
func (w *sheetWriter) insertFilter() {
	if w.presentElements["autoFilter"] || w.sheet.edits.filter == nil {
		return
	}
	w.presentElements["autoFilter"] = true
	w.insert(w.tagStart, w.encodeFilter())
}

// encodeFilter returns the element of the filter; nothing when there is none any more.
func (w *sheetWriter) encodeFilter() []byte {
	f := w.sheet.edits.filter
	if f.area.bottom < f.area.top {
		return nil
	}
	out := fmt.Appendf(nil, `<%sautoFilter ref="%s">`, w.ns, f.area.text())
	columns := slices.Clone(f.columns)
	slices.SortFunc(columns, func(a, b FilterColumn) int { return a.Column - b.Column })
	for _, c := range columns {
		id := strconv.Itoa(c.Column - f.area.left)
		if c.Keep {
			if xml := w.filters[c.Column]; xml != nil {
				tag, children, end := splitElement(xml)
				out = append(out, joinElement(setAttr(tag, "colId", id), children, end, w.ns+"filterColumn")...)
			}
			continue
		}
		out = fmt.Appendf(out, `<%sfilterColumn colId="%s"><%sfilters`, w.ns, id, w.ns)
		if c.Blank {
			out = append(out, ` blank="1"`...)
		}
		out = append(out, '>')
		for _, v := range c.Values {
			out = fmt.Appendf(out, `<%sfilter val="%s"/>`, w.ns, escapeAttr(v, '"'))
		}
		for _, d := range c.Dates {
			out = fmt.Appendf(out, `<%sdateGroupItem %s/>`, w.ns, dateGroupAttrs(d))
		}
		out = fmt.Appendf(out, "</%sfilters></%sfilterColumn>", w.ns, w.ns)
	}
	return fmt.Appendf(out, "</%sautoFilter>", w.ns)
}

// setFilterMode says in the properties of the sheet whether rows are filtered.
func (w *sheetWriter) setFilterMode(tag []byte) []byte {
	f := w.sheet.edits.filter
	if f == nil {
		return tag
	}
	if len(f.columns) == 0 || f.area.bottom < f.area.top {
		return removeAttr(tag, "filterMode")
	}
	return setAttr(tag, "filterMode", "1")
}

// insertProperties adds the properties of a sheet that has none, when its rows are filtered or its pages have a width.
func (w *sheetWriter) insertProperties() {
	if w.presentElements["sheetPr"] {
		return
	}
	w.presentElements["sheetPr"] = true
	plain := []byte("<" + w.ns + "sheetPr/>")
	tag := w.setFilterMode(plain)
	if fits := w.fitToPage(); fits != nil {
		open, _, _ := splitElement(tag)
		tag = slices.Concat(open, w.encodeFitToPage(*fits), []byte("</"+w.ns+"sheetPr>"))
	}
	if len(tag) > len(plain) {
		w.insert(w.tagStart, tag)
	}
}

// encodeFilterNames returns the names by which Excel knows the filters that edits set, as they stand in the workbook.
func (b *workbook) encodeFilterNames(ns string) []byte {
	var out []byte
	for i, sh := range b.sheets {
		f := sh.edits.filter
		if f == nil || f.area.bottom < f.area.top {
			continue
		}
		out = fmt.Appendf(out, `<%sdefinedName name="%s" localSheetId="%d" hidden="1">%s</%sdefinedName>`, ns, filterName, i,
			escapeText(absoluteRange(sh.name, f.area)), ns)
	}
	return out
}

func absoluteRange(sheet string, a cellRange) string {
	corner := func(row, column int) string {
		name := formula.CellName(row, column)
		letters := strings.TrimRight(name, "0123456789")
		return "$" + letters + "$" + name[len(letters):]
	}
	return "'" + strings.ReplaceAll(sheet, "'", "''") + "'!" + corner(a.top, a.left) + ":" + corner(a.bottom, a.right)
}

// hasFilterEdits reports whether edits set or take away a filter.
func (b *workbook) hasFilterEdits() bool {
	return slices.ContainsFunc(b.sheets, func(sh *sheet) bool { return sh.edits.filter != nil })
}

// checkTableOverlap refuses a filter over a table, which has one of its own.
func (b *workbook) checkTableOverlap(sh *sheet, a cellRange) error {
	for _, part := range b.relatedParts(sh.part, "table") {
		body, err := b.readPart(part)
		if err != nil {
			return err
		}
		s, err := newScanner(body)
		if err != nil {
			return err
		}
		if err := s.next(); err != nil {
			return rejectEOF(err)
		}
		for err == nil && !s.is("table") {
			err = s.next()
		}
		if err != nil {
			return rejectEOF(err)
		}
		if other, ok := parseCellRange(s.attr("ref")); ok && a.overlaps(other) {
			return refusal.New(refusal.Structure, "a table of sheet %s has a filter of its own", sh.id)
		}
	}
	return nil
}
