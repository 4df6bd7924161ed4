package workbook

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// rewriteTables rewrites the tables of sheets with edits or moves. It comes before the sheets: a cell in the head of a table
// has the name of its column, and no other text.
func (b *workbook) rewriteTables() error {
	for _, sh := range b.sheets {
		if sh.isNew || !sh.edits.touched && len(b.steps) == 0 {
			continue
		}
		for _, part := range b.relatedParts(sh.part, "table") {
			if err := b.rewriteTable(sh, part); err != nil {
				return fmt.Errorf("%s: %w", part, err)
			}
		}
	}
	return b.checkRenamedColumns()
}

// checkRenamedColumns refuses edits that rename a column which formulas name: those of cells, of names and of columns of tables.
// Each part is read once, however many columns have other names.
func (b *workbook) checkRenamedColumns() error {
	if len(b.renamedColumns) == 0 {
		return nil
	}
	if column := b.findRenamedColumn(b.mainXML); column != "" {
		return refusal.New(refusal.Structure, "names of the workbook name the column %s of a table", column)
	}
	for _, sh := range b.sheets {
		if sh.isNew || b.sheetKind(sh) == "" {
			continue
		}
		for _, part := range append(b.relatedParts(sh.part, "table"), sh.part) {
			body, err := b.readPart(part)
			if err != nil {
				return err
			}
			if column := b.findRenamedColumn(body); column != "" {
				return refusal.New(refusal.Structure, "formulas of %s name the column %s of a table", part, column)
			}
		}
	}
	return nil
}

// findRenamedColumn returns a renamed column that stands in brackets in a part, as formulas name one: [x], [[#This Row],[x]] or
// [@x]. Letters that mean something there follow an apostrophe.
func (b *workbook) findRenamedColumn(body []byte) string {
	for at := bytes.IndexByte(body, '['); at >= 0; {
		end := bracketEnd(body, at)
		if end < len(body) && body[end] == ']' {
			name := unquoteColumn.ReplaceAllString(strings.ToLower(unescape(body[at+1:end])), "$1")
			if column := b.renamedColumns[name]; column != "" {
				return column
			}
			if row, is := strings.CutPrefix(name, "@"); is && b.renamedColumns[row] != "" {
				return b.renamedColumns[row]
			}
		}
		if end >= len(body) {
			break
		}
		next := bytes.IndexByte(body[end:], '[')
		if next < 0 {
			break
		}
		at = end + next
	}
	return ""
}

// bracketEnd returns the place of the next bracket behind the one at a place, or one behind the body.
func bracketEnd(body []byte, at int) int {
	end := at + 1
	for end < len(body) && body[end] != '[' && body[end] != ']' {
		if body[end] == '\'' {
			end++
		}
		end++
	}
	return end
}

var unquoteColumn = regexp.MustCompile(`'(.)`)

func (b *workbook) rewriteTable(sh *sheet, part string) error {
	body, err := b.readPart(part)
	if err != nil {
		return err
	}
	names, err := readColumnNames(body)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	r, err := newRewriter(body, &out)
	if err != nil {
		return err
	}
	f := b.newReferenceRewriter(r, sh)
	var head []*cellEdit // of each column
	column := 0
	var renamed []string
	for {
		err := f.next()
		if err != nil {
			if err = ignoreEOF(err); err != nil {
				return err
			}
			break
		}
		switch {
		case f.is("table") && f.depth == 1:
			head, err = b.moveTable(f, sh)
			for i := range min(len(head), len(names)) {
				if head[i] != nil {
					names[i] = "" // until it has its new one
				}
			}
		case f.is("tableColumn"):
			if column < len(head) && head[column] != nil {
				if name := setColumnName(column, head[column], names); name != f.attr("name") {
					renamed = append(renamed, f.attr("name"))
					f.replaceTag(setAttr(f.raw(), "name", name))
				}
			}
			column++
		default:
			err = f.rewriteElement()
		}
		if err != nil {
			return err
		}
	}
	if err := f.finish(); err != nil {
		return err
	}
	if !bytes.Equal(out.Bytes(), body) {
		b.changedParts[part] = out.Bytes()
	}
	for _, name := range renamed {
		b.renamedColumns[strings.ToLower(name)] = name
	}
	return nil
}

// moveTable moves a table and returns the edits of its head.
func (b *workbook) moveTable(f *referenceRewriter, sh *sheet) ([]*cellEdit, error) {
	was, ok := parseCellRange(f.attr("ref"))
	if !ok {
		return nil, errXML
	}
	heads, totals := 1, 0
	if text := f.attr("headerRowCount"); text != "" {
		heads, _ = strconv.Atoi(text)
	}
	totals, _ = strconv.Atoi(f.attr("totalsRowCount"))
	a := was
	for _, c := range f.moves {
		to := a.shift(c)
		rows := cellRange{c.At, 0, c.At + c.Count - 1, formula.MaxColumns - 1}
		fixed := []cellRange{{a.top, a.left, a.top + heads - 1, a.right}, {a.bottom - totals + 1, a.left, a.bottom, a.right}}
		within := to.right-to.left != a.right-a.left || to.bottom-to.top < heads+totals || c.Kind == formula.InsertRows && c.At > a.top &&
			c.At < a.top+heads
		if c.Kind == formula.DeleteRows {
			within = within || rows.overlaps(fixed[0]) && heads > 0 || rows.overlaps(fixed[1]) && totals > 0
		}
		if within || to.bottom < to.top {
			return nil, refusal.New(refusal.Structure, "a table stands at %s", a.text())
		}
		a = to
	}
	if len(f.moves) > 0 && a != was {
		f.replaceTag(setAttr(f.raw(), "ref", a.text()))
	}
	if heads == 0 {
		return nil, nil
	}
	head := make([]*cellEdit, a.right-a.left+1)
	if row := sh.edits.rows[a.top]; row != nil {
		for i := range head {
			if e := row.cells[a.left+i]; e != nil && e.set {
				head[i] = e
			}
		}
	}
	return head, nil
}

// readColumnNames returns the names of the columns of a table.
func readColumnNames(body []byte) ([]string, error) {
	s, err := newScanner(body)
	if err != nil {
		return nil, err
	}
	var names []string
	for err = s.next(); err == nil; err = s.next() {
		if s.is("tableColumn") {
			names = append(names, s.attr("name"))
		}
	}
	return names, ignoreEOF(err)
}

// setColumnName gives a column the name that the edit of its head says, with a number when another column has it, and makes the
// cell say the same.
func setColumnName(column int, e *cellEdit, names []string) string {
	base := cmp.Or(strings.TrimSpace(e.value), "Column"+strconv.Itoa(column+1))
	name := base
	for n := 2; slices.ContainsFunc(names, func(o string) bool { return strings.EqualFold(o, name) }); n++ {
		name = base + strconv.Itoa(n)
	}
	names[column] = name
	e.kind, e.value, e.formula = 's', name, ""
	return name
}
