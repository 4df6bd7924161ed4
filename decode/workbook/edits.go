package workbook

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// sheetEdits are what changes in a sheet. Their rows and columns are those at the end of all operations.
type sheetEdits struct {
	rows                  map[int]*rowEdit
	columnWidths          map[int]float64 // of columns, in pixels
	hiddenColumns         map[int]bool    // columns that are hidden or shown
	filter                *filterEdit     // nil for the one of the file
	frozen                *[2]int         // rows and columns
	page                  *PageSetup      // on paper
	charts                []*Chart        // that come and go
	drawingRelation       string          // relation of the drawing that it gets
	notes                 map[[2]int]note // said at cells, by row and column
	legacyDrawingRelation string          // relation of the shapes of notes that it gets
	mergeLog              []mergeChange   // of merges, with the moves between them
	touched               bool
}

type rowEdit struct {
	height *float64 // in pixels
	hidden *bool
	cells  map[int]*cellEdit
}

// cellEdit is what a cell becomes.
type cellEdit struct {
	set     bool // value and formula
	kind    byte // n, s, b, e; 0 for an empty one
	value   string
	formula string
	since   int // the number of steps that had happened before the formula was written
	style   *Style
}

// mergeChange is a merge, an unmerge or a move.
type mergeChange struct {
	kind  byte // m, u or s
	area  cellRange
	shift formula.Change
}

// cellRange is a range of cells, with its last row and column.
type cellRange struct{ top, left, bottom, right int }

func parseCellRange(text string) (cellRange, bool) {
	r, ok := formula.ParseRange(text)
	return cellRange{r.Top, r.Left, r.Bottom, r.Right}, ok
}

func (a cellRange) overlaps(o cellRange) bool {
	return a.top <= o.bottom && o.top <= a.bottom && a.left <= o.right && o.left <= a.right
}

func (a cellRange) text() string {
	return formula.CellName(a.top, a.left) + ":" + formula.CellName(a.bottom, a.right)
}

func (e *sheetEdits) initialize() {
	if e.rows == nil {
		e.rows, e.columnWidths, e.hiddenColumns, e.touched = map[int]*rowEdit{}, map[int]float64{}, map[int]bool{}, true
	}
}

func (e *sheetEdits) ensureRow(n int) *rowEdit {
	r := e.rows[n]
	if r == nil {
		r = &rowEdit{cells: map[int]*cellEdit{}}
		e.rows[n] = r
	}
	return r
}

func (e *sheetEdits) setCell(c *Cell, since int) error {
	if c.R < 0 || c.R >= formula.MaxRows || c.C < 0 || c.C >= formula.MaxColumns {
		return invalidf("there is no cell in row %d and column %d", c.R, c.C)
	}
	if err := c.S.normalize(); err != nil {
		return err
	}
	row := e.ensureRow(c.R)
	to := row.cells[c.C]
	if to == nil {
		to = &cellEdit{}
		row.cells[c.C] = to
	}
	to.style = to.style.merge(c.S)
	if c.F == "" && c.V == nil {
		return nil
	}
	to.set, to.formula, to.since = true, strings.TrimPrefix(c.F, "="), since
	if len(utf16.Encode([]rune(to.formula))) > maxFormula || stripIllegalChars(to.formula) != to.formula {
		return invalidf("a formula is too long, or has characters that no workbook has")
	}
	var err error
	to.kind, to.value, err = encodeValue(c.V, c.T)
	return err
}

const maxFormula = 8_192 // units of UTF-16

// encodeValue returns what a cell holds, as workbooks write it.
func encodeValue(raw json.RawMessage, kind string) (byte, string, error) {
	var v any
	if raw != nil {
		if err := json.Unmarshal(raw, &v); err != nil {
			return 0, "", invalidf("a value: %v", err)
		}
	}
	switch v := v.(type) {
	case nil:
		return 0, "", nil
	case bool:
		return 'b', map[bool]string{true: "1", false: "0"}[v], nil
	case float64:
		k, text := encodeNumber(v, kind)
		return k, text, nil
	case string:
		return encodeText(v, kind)
	}
	return 0, "", invalidf("a value is no number, text or truth value")
}

func encodeNumber(v float64, kind string) (byte, string) {
	switch {
	case kind == "b" && v != 0:
		return 'b', "1"
	case kind == "b":
		return 'b', "0"
	case kind == "s":
		return 's', strconv.FormatFloat(v, 'f', -1, 64)
	}
	return 'n', strconv.FormatFloat(v, 'g', -1, 64)
}

func encodeText(v, kind string) (byte, string, error) {
	if f, err := strconv.ParseFloat(v, 64); kind == "n" && err == nil && !math.IsInf(f, 0) && f == f {
		return 'n', strconv.FormatFloat(f, 'g', -1, 64), nil
	}
	if kind == "e" && errorValues[v] {
		return 'e', v, nil
	}
	if len(utf16.Encode([]rune(v))) > maxText {
		return 0, "", invalidf("a text has more than %d characters", maxText)
	}
	return 's', v, nil
}

// errorValues are the values of cells whose formula failed.
var errorValues = map[string]bool{
	"#NULL!": true, "#DIV/0!": true, "#VALUE!": true, "#REF!": true, "#NAME?": true, "#NUM!": true, "#N/A": true, "#GETTING_DATA": true,
}

func (e *sheetEdits) setSize(op *Op) error {
	most, limit := formula.MaxColumns, 1_790.0
	if op.Op == "height" {
		most, limit = formula.MaxRows, 546
	}
	if op.From < 0 || op.To < op.From || op.To >= most || op.Px == nil || *op.Px < 0 || op.To-op.From > maxSized {
		return invalidf("no size of rows or columns")
	}
	px := min(*op.Px, limit)
	for n := op.From; n <= op.To; n++ {
		if op.Op == "height" {
			e.ensureRow(n).height, e.ensureRow(n).hidden = &px, nil
		} else {
			e.columnWidths[n] = px
			delete(e.hiddenColumns, n)
		}
	}
	return nil
}

const (
	maxSized  = 20_000 // rows or columns at a time
	maxHidden = 400_000
)

// setHidden hides rows or columns, or shows them with the sizes that they have.
func (e *sheetEdits) setHidden(op *Op) error {
	most, left := formula.MaxColumns, maxHidden
	if op.Axis == "rows" {
		most = formula.MaxRows
	} else if op.Axis != "cols" {
		return invalidf("%q is no axis", op.Axis)
	}
	hidden := op.Op == "hide"
	for _, span := range op.Spans {
		if span[0] < 0 || span[1] < span[0] || span[1] >= most {
			return invalidf("%v are no rows or columns", span)
		}
		if left -= span[1] - span[0] + 1; left < 0 {
			return refusal.New(refusal.TooLarge, "too many rows are hidden or shown")
		}
		for n := span[0]; n <= span[1]; n++ {
			e.setHiddenAt(op.Axis, n, &hidden)
		}
	}
	return nil
}

// setHiddenAt hides a row or column, or shows it: a size of 0 that it got before counts no more then.
func (e *sheetEdits) setHiddenAt(axis string, n int, hidden *bool) {
	if axis == "rows" {
		row := e.ensureRow(n)
		if row.hidden = hidden; row.height != nil && *row.height == 0 {
			row.height = nil
		}
		return
	}
	if px, is := e.columnWidths[n]; is && px == 0 {
		delete(e.columnWidths, n)
	}
	e.hiddenColumns[n] = *hidden
}

func (e *sheetEdits) addMerge(op *Op) error {
	a := cellRange{op.Range[0], op.Range[1], op.Range[2], op.Range[3]}
	if !a.isValid() {
		return invalidf("%v is no range", op.Range)
	}
	if op.Op == "merge" && a.top == a.bottom && a.left == a.right {
		return nil
	}
	e.mergeLog = append(e.mergeLog, mergeChange{kind: op.Op[0], area: a})
	return nil
}

// shift moves the edits so far with the cells that they are of.
func (e *sheetEdits) shift(c formula.Change) error {
	e.mergeLog = append(e.mergeLog, mergeChange{kind: 's', shift: c})
	if e.filter != nil {
		e.filter.shift(c)
	}
	e.shiftNotes(c)
	var err error
	if c.IsRowChange() {
		e.rows, err = shiftKeys(e.rows, c)
		return err
	}
	if e.hiddenColumns, err = shiftKeys(e.hiddenColumns, c); err != nil {
		return err
	}
	if e.columnWidths, err = shiftKeys(e.columnWidths, c); err != nil {
		return err
	}
	for _, r := range e.rows {
		if r.cells, err = shiftKeys(r.cells, c); err != nil {
			return err
		}
	}
	return nil
}

func shiftKeys[T any](all map[int]T, c formula.Change) (map[int]T, error) {
	to := make(map[int]T, len(all))
	for n, v := range all {
		if n, left := c.MoveIndex(n); left {
			to[n] = v
		} else if c.Kind == formula.InsertRows || c.Kind == formula.InsertColumns {
			return nil, invalidf("the end of the sheet would be lost")
		}
	}
	return to, nil
}

// applyMerges returns the merged areas of a sheet after the edits.
func (e *sheetEdits) applyMerges(all []cellRange) []cellRange {
	for _, c := range e.mergeLog {
		switch c.kind {
		case 'm', 'u':
			all = slices.DeleteFunc(all, c.area.overlaps)
			if c.kind == 'm' {
				all = append(all, c.area)
			}
		case 's':
			for i := range all {
				all[i] = all[i].shift(c.shift)
			}
			all = slices.DeleteFunc(all, func(a cellRange) bool { return a.bottom < a.top || a.top == a.bottom && a.left == a.right })
		}
	}
	return all
}

// shift moves an area; one that is gone ends before it begins.
func (a cellRange) shift(c formula.Change) cellRange {
	left := true
	if c.IsRowChange() {
		a.top, a.bottom, left = c.MoveSpan(a.top, a.bottom)
	} else {
		a.left, a.right, left = c.MoveSpan(a.left, a.right)
	}
	if !left {
		a.bottom = a.top - 1
	}
	return a
}

// sortedKeys returns the numbers of some rows or columns in order.
func sortedKeys[T any](all map[int]T) []int { return slices.Sorted(maps.Keys(all)) }

// bounds returns the area of all edited cells, and whether there are some.
func (e *sheetEdits) bounds() (cellRange, bool) {
	a, some := cellRange{formula.MaxRows, formula.MaxColumns, -1, -1}, false
	for r, row := range e.rows {
		for c, cell := range row.cells {
			if cell.kind != 0 || cell.formula != "" || cell.style != nil {
				a = cellRange{min(a.top, r), min(a.left, c), max(a.bottom, r), max(a.right, c)}
				some = true
			}
		}
	}
	return a, some
}

// stripIllegalChars leaves characters out that XML does not have.
func stripIllegalChars(s string) string {
	return strings.Map(func(c rune) rune {
		if !isLegalChar(c) {
			return -1
		}
		return c
	}, s)
}
