package workbook

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// Op is one operation of an editor. Rows and columns count from 0; a sheet is named by its id, which Page.Sheets has.
type Op struct {
	Op    string `json:"op"`
	Sheet string `json:"sheet"`

	Cells []Cell `json:"cells"` // of cells

	From int      `json:"from"` // of width and height: the first column or row
	To   int      `json:"to"`   // the last one
	Px   *float64 `json:"px"`   // 0 hides

	Range [4]int `json:"range"` // of merge and unmerge: first row and column, last row and column

	Axis  string `json:"axis"` // of insert and delete: rows or cols
	At    int    `json:"at"`   // and of sheet-add and sheet-move: the place among the sheets
	Count int    `json:"count"`

	ID   string `json:"id"`   // of sheet-add: a number from 1 to 65534 that no sheet has
	Name string `json:"name"` // and of name and unname, which count on a sheet or, without one, on all
	RTL  bool   `json:"rtl"`
	F    string `json:"f"` // of name: the formula that it stands for

	Rows int `json:"rows"` // of freeze
	Cols int `json:"cols"`

	Page  *PageSetup `json:"page"`  // of page
	Chart *Chart     `json:"chart"` // of chart; unchart has its name

	R      int    `json:"r"` // of note: its cell
	C      int    `json:"c"`
	Text   string `json:"text"` // empty takes it away
	Author string `json:"author"`

	Spans   [][2]int       `json:"spans"`   // of hide and show: first and last ones on an axis
	Columns []FilterColumn `json:"columns"` // of filter, with its range
}

// Cell is what changes in a cell: its value or formula, when one is there, and its style.
type Cell struct {
	R int             `json:"r"`
	C int             `json:"c"`
	V json.RawMessage `json:"v"` // a number, text, true, false or null; with F what the formula gives
	F string          `json:"f"` // without the equals sign
	T string          `json:"t"` // n, s, b or e; from V when it is empty
	S *Style          `json:"s"`
}

const (
	maxOps   = 100_000
	maxMoves = 1_000
	maxName  = 31     // units of UTF-16 in the name of a sheet
	maxText  = 32_767 // the same in a cell
	maxSheet = 65_534 // id of a sheet
	maxEdits = 400_000
)

// step is something that happens to the whole workbook, in order.
type step struct {
	formula.Change
	sheet *sheet
}

// collectEdits reads the operations and collects for each sheet what changes there.
func (b *workbook) collectEdits(in io.Reader) error {
	d := json.NewDecoder(in)
	if err := readOpsHeader(d); err != nil {
		return err
	}
	count, cells := 0, 0
	for d.More() {
		var op Op
		if err := d.Decode(&op); err != nil {
			return invalidf("an operation: %v", err)
		}
		count, cells = count+1, cells+len(op.Cells)
		if count > maxOps || cells > maxEdits || len(b.steps) > maxMoves {
			return refusal.New(refusal.TooLarge, "there are too many operations")
		}
		if err := b.applyOp(&op); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return invalidf("the operations break off: %v", err)
	}
	return nil
}

// readOpsHeader reads the JSON before the first operation.
func readOpsHeader(d *json.Decoder) error {
	for _, want := range []any{json.Delim('{'), "ops", json.Delim('[')} {
		if got, err := d.Token(); err != nil || got != want {
			return invalidf("the operations do not begin as they should: %v", err)
		}
	}
	return nil
}

func invalidf(format string, args ...any) error { return refusal.New(refusal.Invalid, format, args...) }

func (b *workbook) applyOp(op *Op) error {
	switch op.Op {
	case "sheet-add":
		return b.addSheet(op)
	case "name", "unname":
		return b.setName(op)
	}
	sh := b.findSheet(op.Sheet)
	if sh == nil {
		return invalidf("there is no sheet %q", op.Sheet)
	}
	switch op.Op {
	case "sheet-delete":
		return b.deleteSheet(sh)
	case "sheet-rename":
		return b.renameSheet(sh, op.Name)
	case "sheet-move":
		return b.moveSheet(sh, op.At)
	}
	if !sh.isNew && b.sheetKind(sh) == "" {
		return invalidf("sheet %s has no cells", sh.id)
	}
	return b.applySheetOp(sh, op)
}

// applySheetOp takes an operation on the cells of a sheet.
func (b *workbook) applySheetOp(sh *sheet, op *Op) error {
	e := &sh.edits
	e.initialize()
	switch op.Op {
	case "cells":
		for i := range op.Cells {
			if err := e.setCell(&op.Cells[i], len(b.steps)); err != nil {
				return err
			}
		}
		return nil
	case "note":
		return e.setNote(op)
	case "chart", "unchart":
		return e.setChart(op, len(b.steps))
	case "width", "height":
		return e.setSize(op)
	case "page":
		if err := op.Page.check(); err != nil {
			return err
		}
		e.page = e.page.merge(op.Page)
		return nil
	case "hide", "show":
		return e.setHidden(op)
	case "filter":
		if err := e.setFilter(op); err != nil {
			return err
		}
		return b.checkTableOverlap(sh, e.filter.area)
	case "unfilter":
		e.filter = &filterEdit{area: cellRange{0, 0, -1, -1}}
		return nil
	case "merge", "unmerge":
		return e.addMerge(op)
	case "insert", "delete":
		return b.shiftCells(sh, op)
	case "freeze":
		if op.Rows < 0 || op.Rows >= formula.MaxRows || op.Cols < 0 || op.Cols >= formula.MaxColumns {
			return invalidf("%d rows and %d columns cannot be frozen", op.Rows, op.Cols)
		}
		e.frozen = &[2]int{op.Rows, op.Cols}
		return nil
	}
	return invalidf("there is no operation %q", op.Op)
}

// sheetKind returns the kind of a sheet when it has cells.
func (b *workbook) sheetKind(sh *sheet) string {
	for _, l := range b.relations[b.mainPart] {
		if l.id == sh.relationID && l.kind == "worksheet" && b.parts[sh.part] != nil {
			return l.kind
		}
	}
	return ""
}

func (b *workbook) findSheet(id string) *sheet {
	for _, sh := range b.sheets {
		if sh.id == id {
			return sh
		}
	}
	return nil
}

// shiftCells inserts or deletes rows or columns.
func (b *workbook) shiftCells(sh *sheet, op *Op) error {
	c := formula.Change{Kind: formula.InsertRows, Sheet: sh.name, At: op.At, Count: op.Count}
	most := formula.MaxRows
	switch {
	case op.Axis == "cols" && op.Op == "insert":
		c.Kind, most = formula.InsertColumns, formula.MaxColumns
	case op.Axis == "cols":
		c.Kind, most = formula.DeleteColumns, formula.MaxColumns
	case op.Axis != "rows":
		return invalidf("%q is no axis", op.Axis)
	case op.Op == "delete":
		c.Kind = formula.DeleteRows
	}
	if op.At < 0 || op.Count < 1 || op.At+op.Count > most {
		return invalidf("%d at %d are beyond the sheet", op.Count, op.At)
	}
	if sh.part != "" && len(b.relatedParts(sh.part, "pivotTable")) > 0 {
		return refusal.New(refusal.Structure, "sheet %s has a pivot table", sh.id)
	}
	b.steps = append(b.steps, step{c, sh})
	return sh.edits.shift(c)
}

// addSheet adds an empty sheet.
func (b *workbook) addSheet(op *Op) error {
	n, err := strconv.Atoi(op.ID)
	if err != nil || n < 1 || n > maxSheet || strconv.Itoa(n) != op.ID || b.findSheet(op.ID) != nil {
		return invalidf("%q is no id for another sheet", op.ID)
	}
	if err := b.beginListChange(); err != nil {
		return err
	}
	if err := b.checkSheetName(op.Name, nil); err != nil {
		return err
	}
	sh := &sheet{id: op.ID, name: op.Name, originalName: op.Name, isNew: true, rtl: op.RTL}
	b.insertSheet(sh, op.At)
	return nil
}

// beginListChange refuses changes of the list of sheets where its author locked it.
func (b *workbook) beginListChange() error {
	if b.structureLocked {
		return refusal.New(refusal.Protected, "the list of sheets is locked")
	}
	if len(b.sheets) >= maxSheets {
		return refusal.New(refusal.TooLarge, "there are too many sheets")
	}
	b.sheetListChanged = true
	return nil
}

func (b *workbook) insertSheet(sh *sheet, at int) {
	at = min(max(at, 0), len(b.sheets))
	b.sheets = append(b.sheets[:at], append([]*sheet{sh}, b.sheets[at:]...)...)
}

// checkSheetName refuses names that no sheet may have, or another one has.
func (b *workbook) checkSheetName(name string, own *sheet) error {
	if name == "" || len(utf16.Encode([]rune(name))) > maxName || strings.ContainsAny(name, `[]:*?/\`) || strings.HasPrefix(name, "'") ||
		strings.HasSuffix(name, "'") || strings.EqualFold(name, "history") || stripIllegalChars(name) != name {
		return invalidf("%q is no name of a sheet", name)
	}
	for _, other := range b.sheets {
		if other != own && strings.EqualFold(other.name, name) {
			return invalidf("a sheet is called %q already", name)
		}
	}
	return nil
}

func (b *workbook) renameSheet(sh *sheet, name string) error {
	if err := b.beginListChange(); err != nil {
		return err
	}
	if err := b.checkSheetName(name, sh); err != nil {
		return err
	}
	if name != sh.name {
		b.steps = append(b.steps, step{formula.Change{Kind: formula.RenameSheet, Sheet: sh.name, Name: name}, sh})
		sh.name = name
	}
	return nil
}

func (b *workbook) moveSheet(sh *sheet, at int) error {
	if err := b.beginListChange(); err != nil {
		return err
	}
	b.removeSheet(sh)
	b.insertSheet(sh, at)
	return nil
}

func (b *workbook) removeSheet(sh *sheet) {
	for i, other := range b.sheets {
		if other == sh {
			b.sheets = append(b.sheets[:i], b.sheets[i+1:]...)
			return
		}
	}
}

func (b *workbook) deleteSheet(sh *sheet) error {
	if err := b.beginListChange(); err != nil {
		return err
	}
	if (len(b.relatedParts(sh.part, "table")) > 0 || len(b.relatedParts(sh.part, "pivotTable")) > 0) &&
		len(b.relatedParts(b.mainPart, "slicerCache")) > 0 {
		return refusal.New(refusal.Structure, "slicers may choose what sheet %s shows", sh.id)
	}
	b.removeSheet(sh)
	seen := false
	for _, other := range b.sheets {
		seen = seen || other.state == "" || other.state == "visible"
	}
	if !seen {
		return invalidf("a workbook shows at least one sheet")
	}
	b.steps = append(b.steps, step{formula.Change{Kind: formula.RemoveSheet, Sheet: sh.name}, sh})
	b.deletedSheets = append(b.deletedSheets, sh)
	return nil
}
