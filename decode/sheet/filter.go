package sheet

import (
	"fmt"
	"path"
	"strings"
)

// Filter is what hides rows of a sheet by what is in their cells.
type Filter struct {
	Range   [4]int         `json:"range"` // row, column, rows, columns, with the heads
	Columns []FilterColumn `json:"columns,omitempty"`
}

// FilterColumn is what is shown of a column.
type FilterColumn struct {
	Column int      `json:"c"` // from 1
	Values []string `json:"values,omitempty"`
	Dates  []string `json:"dates,omitempty"` // years, months or days: 2026, 2026-11, 2026-11-23
	Blank  bool     `json:"blank,omitempty"`
	Other  bool     `json:"other,omitempty"` // it shows by a condition, a colour or a rank
}

const maxFilterValues = 20_000

// readFilter reads the filter whose tag was read.
func (w *workbook) readFilter(s *scanner) error {
	area, ok := parseArea(s.attr("ref"))
	f := &Filter{Range: area}
	column, values := &FilterColumn{}, 0
	for !s.isEndOf("autoFilter") {
		if err := s.next(); err != nil {
			return err
		}
		switch name := string(s.name); {
		case s.isEnd:
		case name == "filterColumn":
			f.Columns = append(f.Columns, FilterColumn{Column: area[1] + s.intAttr("colId", 0, 0, maxColumns)})
			column = &f.Columns[len(f.Columns)-1]
		case name == "filters":
			column.Blank = s.attr("blank") == "1" || s.attr("blank") == "true"
		case values >= maxFilterValues || len(f.Columns) > maxColumns:
		case name == "filter":
			column.Values, values = append(column.Values, s.attr("val")), values+1
		case name == "dateGroupItem":
			if date := formatDateGroup(s); date != "" {
				column.Dates, values = append(column.Dates, date), values+1
			} else {
				column.Other = true
			}
		case name == "customFilters", name == "top10", name == "dynamicFilter", name == "colorFilter", name == "iconFilter":
			column.Other = true
		}
	}
	if ok {
		w.page.Filter = f
	}
	return nil
}

// formatDateGroup returns a year, a month or a day; nothing for what is more exact.
func formatDateGroup(s *scanner) string {
	date := fmt.Sprintf("%04d", s.intAttr("year", 0, 0, 9999))
	grouping := s.attr("dateTimeGrouping")
	if grouping == "year" {
		return date
	}
	date += fmt.Sprintf("-%02d", s.intAttr("month", 0, 0, 12))
	if grouping == "month" {
		return date
	}
	if grouping != "day" {
		return ""
	}
	return date + fmt.Sprintf("-%02d", s.intAttr("day", 0, 0, 31))
}

// parseArea returns the first row and column of a range, from 1, and how many there are.
func parseArea(ref string) (area [4]int, ok bool) {
	from, until, _ := strings.Cut(strings.ReplaceAll(ref, "$", ""), ":")
	if until == "" {
		until = from
	}
	top, left := parseCellName(from)
	bottom, right := parseCellName(until)
	return [4]int{top, left, bottom - top + 1, right - left + 1}, top > 0 && left > 0 && bottom >= top && right >= left
}

// readTables reads where the tables of a sheet are, which have filters of their own.
func (w *workbook) readTables(name string) error {
	kinds := map[string]bool{}
	dir, base := path.Split(name)
	err := w.walkTags(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
		if s.is("Relationship") && path.Base(s.attr("Type")) == "table" {
			kinds[s.attr("Id")] = true
		}
		return len(kinds) < maxTables, nil
	})
	if err != nil || len(kinds) == 0 {
		return err
	}
	parts, err := w.readRelations(name)
	if err != nil {
		return err
	}
	for id := range kinds {
		err := w.walkTags(parts[id], func(s *scanner) (bool, error) {
			if area, ok := parseArea(s.attr("ref")); s.is("table") && ok {
				w.page.Tables = append(w.page.Tables, area)
			}
			return !s.is("table"), nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const maxTables = 500
