package sheet

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// odsStyles are the named styles of an ods, by their family.
type odsStyles struct {
	cells   map[string]int // index among the styles of the page
	columns map[string]float64
	rows    map[string]float64
	tables  map[string]bool // written from right to left
}

// readODS reads a page of an ods. All of its sheets are in one part, with the values as they were shown when it was
// saved.
func (w *workbook) readODS() error {
	o := &odsStyles{cells: map[string]int{}, columns: map[string]float64{}, rows: map[string]float64{}, tables: map[string]bool{}}
	for _, part := range []string{"styles.xml", "content.xml"} {
		if err := w.readODSStyles(part, o); err != nil {
			return err
		}
	}
	if w.request.Sheet == 0 {
		w.request.Sheet = 1
	}
	within := false
	err := w.walkTags("content.xml", func(s *scanner) (bool, error) {
		within = within || s.is("spreadsheet") // the tables of a text are no sheets
		if !within || !s.is("table") {
			return true, nil
		}
		if len(w.page.Sheets) >= maxSheets {
			return false, nil
		}
		w.page.Sheets = append(w.page.Sheets, Entry{ID: strconv.Itoa(len(w.page.Sheets) + 1), Name: s.attr("name")})
		if len(w.page.Sheets) != w.request.Sheet || s.selfClosing {
			return true, nil
		}
		w.page.RTL = o.tables[s.attr("style-name")]
		return true, w.readODSSheet(s, o)
	})
	if err != nil && err != io.EOF {
		return err
	}
	if len(w.page.Sheets) == 0 {
		return errors.New("it has no sheets")
	}
	if w.page.Sheet == 0 { // a later sheet than there is
		w.page.Sheet = len(w.page.Sheets)
	}
	return nil
}

func (w *workbook) readODSStyles(part string, o *odsStyles) error {
	name, family := "", ""
	style := Style{}
	return w.walkTags(part, func(s *scanner) (bool, error) {
		switch {
		case s.is("style"):
			name, family, style = s.attr("name"), s.attr("family"), Style{}
		case s.is("table-column-properties") && len(o.columns) < maxStyles:
			o.columns[name] = parseLength(s.attr("column-width")) / pointsPerCharacter
		case s.is("table-row-properties") && len(o.rows) < maxStyles && s.attr("use-optimal-row-height") == "false":
			o.rows[name] = parseLength(s.attr("row-height"))
		case s.is("table-properties") && len(o.tables) < maxStyles:
			o.tables[name] = s.attr("writing-mode") == "rl-tb"
		default:
			style.readODSProperties(s)
		}
		if s.isEndOf("style") && family == "table-cell" && style != (Style{}) && len(o.cells) < maxStyles {
			o.cells[name] = w.addStyle(style)
		}
		return !s.is("spreadsheet"), nil // content.xml goes on with its sheets
	})
}

// readODSProperties reads what an element of an OpenDocument style says of cells.
func (st *Style) readODSProperties(s *scanner) {
	switch {
	case s.is("table-cell-properties"):
		st.Fill = parseHexColor(s.attr("background-color"))
		st.Wrap = s.attr("wrap-option") == "wrap"
		st.Border = parseODSBorder(s)
	case s.is("paragraph-properties"):
		st.Align = map[string]string{"center": "center", "end": "right", "right": "right", "left": "left"}[s.attr("text-align")]
	case s.is("text-properties"):
		st.Bold, st.Italic = s.attr("font-weight") == "bold", s.attr("font-style") == "italic"
		st.Color = parseHexColor(s.attr("color"))
		st.Underline = s.attr("text-underline-style") == "solid"
		st.Strike = s.attr("text-line-through-style") == "solid"
	}
}

// pointsPerCharacter is about the width of a digit of the default font.
const pointsPerCharacter = 5.6

// parseLength returns points of a length of OpenDocument; 0 for what is none.
func parseLength(s string) float64 {
	for unit, points := range map[string]float64{"cm": 28.35, "mm": 2.835, "in": 72, "pt": 1, "px": 0.75} {
		if n, ok := strings.CutSuffix(s, unit); ok {
			if f, err := strconv.ParseFloat(n, 64); err == nil && f >= 0 && f < 1e4 {
				return f * points
			}
		}
	}
	return 0
}

func parseHexColor(s string) string {
	if len(s) != 7 || s[0] != '#' {
		return ""
	}
	if _, err := strconv.ParseUint(s[1:], 16, 32); err != nil {
		return ""
	}
	return strings.ToUpper(s[1:])
}

// readODSSheet reads the rows of the page, until the sheet ends.
func (w *workbook) readODSSheet(s *scanner, o *odsStyles) error {
	w.page.Sheet = w.request.Sheet
	number, column, depth := 0, 0, 1
	for {
		if err := s.next(); err != nil {
			return err
		}
		switch {
		case s.is("table") && !s.selfClosing:
			depth++ // within a drawing
		case s.isEnd && string(s.name) == "table":
			if depth--; depth == 0 {
				return nil
			}
		case depth > 1:
		case s.is("table-column"):
			n := s.intAttr("number-columns-repeated", 1, 1, maxColumns)
			if width := o.columns[s.attr("style-name")]; width > 0 && len(w.page.Widths) < maxWidths {
				w.page.Widths = append(w.page.Widths, ColumnWidth{From: column + 1, Until: min(column+n, maxColumns), Width: width})
			}
			column = min(column+n, maxColumns)
		case s.is("table-row"):
			n, err := w.readODSRow(s, o, number)
			if err != nil {
				return err
			}
			number = min(number+n, maxRows)
		}
	}
}

// fillerRepeat is how often an empty row stands that fills a sheet.
const fillerRepeat = 1000

// readODSRow reads a row whose tag was read, behind the row of that number, and returns how often it stands there. Empty
// rows that fill the sheet to its end count for nothing, and neither do those behind them.
func (w *workbook) readODSRow(s *scanner, o *odsStyles, before int) (int, error) {
	repeat := s.intAttr("number-rows-repeated", 1, 1, maxRows)
	row := Row{
		Number: before + 1, Height: o.rows[s.attr("style-name")], Hidden: strings.HasPrefix(s.attr("visibility"), "c"), Cells: []Cell{},
	}
	merges, err := row.readODSCells(s, o)
	if err != nil {
		return 0, err
	}
	words := len(merges) > 0 || slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Text != "" })
	if w.pastEnd = !words && (w.pastEnd || repeat > fillerRepeat); w.pastEnd {
		return repeat, nil
	}
	for end := before + repeat; row.Number <= min(end, maxRows); row.Number++ {
		if row.Number < w.request.First || w.page.Next > 0 {
			w.page.Total = max(w.page.Total, row.Number)
			continue
		}
		if w.isPageFull(row.Number) {
			w.page.Next, w.page.Total = row.Number, max(w.page.Total, end)
			break
		}
		w.addRow(row)
	}
	if len(w.page.Merges) < maxMerges {
		w.page.Merges = append(w.page.Merges, merges...)
	}
	return repeat, nil
}

// readODSCells reads the cells of the row until it ends, and returns the ranges that are one cell each.
func (r *Row) readODSCells(s *scanner, o *odsStyles) (merges [][4]int, err error) {
	column := 0
	for !s.isEndOf("table-row") {
		if err := s.next(); err != nil {
			return nil, err
		}
		if !s.is("table-cell") && !s.is("covered-table-cell") {
			continue
		}
		times := s.intAttr("number-columns-repeated", 1, 1, maxColumns)
		rows, columns := s.intAttr("number-rows-spanned", 1, 1, maxRows), s.intAttr("number-columns-spanned", 1, 1, maxColumns)
		style, kind := o.cells[s.attr("style-name")], s.attr("value-type")
		cell, err := readODSCell(s)
		if err != nil {
			return nil, err
		}
		if rows*columns > 1 {
			merges = append(merges, [4]int{r.Number, column + 1, rows, min(columns, maxColumns-column)})
		}
		cell.Style, cell.Kind = style, cell.odsKind(kind)
		for i := range times {
			if !cell.hasContent() && (cell.Style == 0 || times > 200) || column+i+1 > maxColumns {
				break
			}
			cell.Column = column + i + 1
			r.Cells = append(r.Cells, cell)
		}
		column = min(column+times, maxColumns)
	}
	return merges, nil
}

// odsKind returns the kind of a cell with a value of that type.
func (c *Cell) odsKind(value string) string {
	switch value {
	case "float", "percentage", "currency", "date", "time":
		return "number"
	case "":
		return ""
	}
	if c.Text == "" && c.Formula != "" {
		return "text"
	}
	return ""
}

// readODSCell reads a cell whose tag was read.
func readODSCell(s *scanner) (Cell, error) {
	c := Cell{Formula: strings.TrimPrefix(s.attr("formula"), "of:=")}
	name, self := string(s.name), s.selfClosing
	if self {
		return c, nil
	}
	skip := 0
	for {
		if skip == 0 && s.is("p") && c.Text != "" {
			c.Text += "\n"
		}
		if !s.is("annotation") && skip == 0 && !s.is(name) && len(c.Text) < maxCell {
			text, err := s.textAfter(maxCell - len(c.Text))
			if err != nil {
				return c, err
			}
			c.Text += text
		}
		if err := s.next(); err != nil {
			return c, err
		}
		switch {
		case s.isEnd && string(s.name) == name:
			c.Text = strings.TrimSpace(c.Text)
			return c, nil
		case s.is("annotation") && !s.selfClosing:
			skip++
		case s.isEnd && string(s.name) == "annotation":
			skip--
		case s.is("s") && skip == 0:
			c.Text += strings.Repeat(" ", s.intAttr("c", 1, 1, 50))
		}
	}
}
