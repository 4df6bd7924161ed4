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

// filter reads the filter whose tag was read.
func (w *workbook) filter(s *scanner) error {
	top, left, bottom, right, ok := corners(s.attr("ref"))
	f := &Filter{Range: [4]int{top, left, bottom - top + 1, right - left + 1}}
	column, values := &FilterColumn{}, 0
	for !s.over("autoFilter") {
		if err := s.next(); err != nil {
			return err
		}
		switch name := string(s.name); {
		case s.ends:
		case name == "filterColumn":
			f.Columns = append(f.Columns, FilterColumn{Column: left + s.number("colId", 0, 0, maxColumns)})
			column = &f.Columns[len(f.Columns)-1]
		case name == "filters":
			column.Blank = s.attr("blank") == "1" || s.attr("blank") == "true"
		case values >= maxFilterValues || len(f.Columns) > maxColumns:
		case name == "filter":
			column.Values, values = append(column.Values, s.attr("val")), values+1
		case name == "dateGroupItem":
			if date := dateGroup(s); date != "" {
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

// dateGroup returns a year, a month or a day; nothing for what is more exact.
func dateGroup(s *scanner) string {
	date := fmt.Sprintf("%04d", s.number("year", 0, 0, 9999))
	grouping := s.attr("dateTimeGrouping")
	if grouping == "year" {
		return date
	}
	date += fmt.Sprintf("-%02d", s.number("month", 0, 0, 12))
	if grouping == "month" {
		return date
	}
	if grouping != "day" {
		return ""
	}
	return date + fmt.Sprintf("-%02d", s.number("day", 0, 0, 31))
}

// corners returns the first and last row and column of a range, from 1.
func corners(ref string) (top, left, bottom, right int, ok bool) {
	from, until, _ := strings.Cut(strings.ReplaceAll(ref, "$", ""), ":")
	if until == "" {
		until = from
	}
	top, left = place(from)
	bottom, right = place(until)
	return top, left, bottom, right, top > 0 && left > 0 && bottom >= top && right >= left
}

// tables reads where the tables of a sheet are, which have filters of their own.
func (w *workbook) tables(name string) error {
	kinds := map[string]bool{}
	dir, base := path.Split(name)
	err := w.each(dir+"_rels/"+base+".rels", func(s *scanner) (bool, error) {
		if s.is("Relationship") && path.Base(s.attr("Type")) == "table" {
			kinds[s.attr("Id")] = true
		}
		return len(kinds) < maxTables, nil
	})
	if err != nil || len(kinds) == 0 {
		return err
	}
	parts, err := w.relations(name)
	if err != nil {
		return err
	}
	for id := range kinds {
		err := w.each(parts[id], func(s *scanner) (bool, error) {
			if top, left, bottom, right, ok := corners(s.attr("ref")); s.is("table") && ok {
				w.page.Tables = append(w.page.Tables, [4]int{top, left, bottom - top + 1, right - left + 1})
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
