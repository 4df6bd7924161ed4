package sentences

import (
	"strconv"
	"strings"

	"anbar/app/base/names"
	"anbar/decode/extract"
)

// Sheet is a sheet in short.
type Sheet struct {
	Name    string   `json:"name"`
	Place   int      `json:"place"` // from 1
	Rows    int      `json:"rows"`  // without the one that names the columns
	Columns []Column `json:"columns"`
	Cut     bool     `json:"cut"` // there are more rows than were read
}

// Column is a column of a sheet. Sum is nil unless most of its cells are numbers that can be added up.
type Column struct {
	Name  string   `json:"name"`
	Count int      `json:"count"` // cells with something in them
	Sum   *float64 `json:"sum"`
}

// SchemaName implements api.SchemaNamer.
func (Sheet) SchemaName() string { return "SheetSummary" }

// SchemaName implements api.SchemaNamer.
func (Column) SchemaName() string { return "SheetColumn" }

const (
	maxSheets  = 50
	maxColumns = 40
)

type columnSum struct {
	count, numbers int
	sum            float64
}

// summarizeSheets describes each sheet with rows.
func summarizeSheets(doc *extract.Document) []Sheet {
	all := []Sheet{}
	for from := 0; from < len(doc.Blocks) && len(all) < maxSheets; {
		to := from
		for to < len(doc.Blocks) && doc.Blocks[to].Place == doc.Blocks[from].Place {
			to++
		}
		if s := summarizeSheet(doc.Blocks[from:to]); s != nil {
			if at := s.Place - 1; at >= 0 && at < len(doc.Names) {
				s.Name = shorten(collapseSpace(doc.Names[at]))
			}
			s.Cut = doc.Cut && to == len(doc.Blocks)
			all = append(all, *s)
		}
		from = to
	}
	return all
}

func summarizeSheet(blocks []extract.Block) *Sheet {
	rows := rowsOf(blocks)
	head := findHeadRow(rows)
	if head < 0 {
		return nil
	}
	names := rows[head]
	s := &Sheet{Place: blocks[0].Place, Columns: []Column{}}
	sums := make([]columnSum, min(len(names), maxColumns))
	for _, row := range rows[head+1:] {
		if isTotal(row) {
			continue
		}
		s.Rows++
		for i := range min(len(row), len(sums)) {
			sums[i].add(row[i])
		}
	}
	for i := range sums {
		if c := sums[i].toColumn(names[i]); c.Name != "" || c.Count > 0 {
			s.Columns = append(s.Columns, c)
		}
	}
	return s
}

func rowsOf(blocks []extract.Block) [][]string {
	var rows [][]string
	for _, b := range blocks {
		if b.Kind == extract.Row {
			rows = append(rows, b.Cells)
		}
	}
	return rows
}

// toColumn returns the name and the counts of a column. It has a sum when at least four of five cells are numbers that mean amounts.
func (c *columnSum) toColumn(name string) Column {
	one := Column{Name: shorten(collapseSpace(name)), Count: c.count}
	if c.numbers > 0 && c.numbers*5 >= c.count*4 && !isOrdinal(one.Name) {
		one.Sum = &c.sum
	}
	return one
}

func (c *columnSum) add(cell string) {
	if strings.TrimSpace(cell) == "" {
		return
	}
	c.count++
	if n, ok := parseNumeric(cell); ok {
		c.numbers++
		c.sum += n
	}
}

const maxHeadRow = 10 // rows

// findHeadRow is the row that names the columns: the first with the most cells among the first ones. Titles above it have
// fewer.
func findHeadRow(rows [][]string) int {
	at, most := -1, 0
	for i := range min(len(rows), maxHeadRow) {
		n := 0
		for _, cell := range rows[i] {
			if strings.TrimSpace(cell) != "" {
				n++
			}
		}
		if n > most {
			at, most = i, n
		}
	}
	return at
}

// isTotal reports whether a row adds up the others.
func isTotal(row []string) bool {
	for _, cell := range row {
		if cell = strings.Trim(names.SearchKey(cell), " :"); cell != "" {
			return cell == "total" || cell == "sum" || cell == "grand total" || cell == "جمع" || cell == "جمع کل" || cell == "مجموع"
		}
	}
	return false
}

// isOrdinal reports whether the numbers of a column name something, so that their sum means nothing.
func isOrdinal(name string) bool {
	for _, w := range tokenize(name) {
		if ordinals[w] {
			return true
		}
	}
	return false
}

var ordinals = func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`id no number code year month day date row phone mobile rate percent % ردیف شماره کد سال ماه روز تاریخ
		تلفن موبایل شناسه درصد نرخ`) {
		all[names.SearchKey(w)] = true
	}
	return all
}()

// parseNumeric reads a number as people write it in sheets.
func parseNumeric(cell string) (float64, bool) {
	s := strings.Map(func(r rune) rune {
		switch r {
		case ',', '٬', ' ', '$', '€', '£', '\u00a0', '\u200f', '\u200e':
			return -1
		case '٫':
			return '.'
		}
		return r
	}, names.LatinDigits(strings.TrimSpace(cell)))
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil && n-n == 0
}
