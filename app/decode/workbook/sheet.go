package workbook

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"anbar/app/decode/formula"
	"anbar/app/decode/refusal"
)

// sheetWriter writes a sheet again.
type sheetWriter struct {
	*referrer
	ns      string // prefix of the names of elements
	moving  bool   // some sheet's cells move, so that shared formulas have to be taken apart
	plain   bool   // no cell depends on an edit of another one
	rows    []int  // with edits, not yet written
	shared  map[string]*shared
	columns []column // as the file has them
	merges  []area
	filters map[int][]byte  // of columns of the file
	seen    map[string]bool // elements of the sheet that were there
}

// shared is a formula that cells share: the first one has its text.
type shared struct {
	text        string
	row, column int
	apart       bool // the others get texts of their own
}

func (b *book) newSheetWriter(sh *sheet, body []byte, out io.Writer) (*sheetWriter, error) {
	r, err := newRewriter(body, out)
	if err != nil {
		return nil, err
	}
	w := &sheetWriter{referrer: b.refer(r, sh), shared: map[string]*shared{}, filters: map[int][]byte{}, seen: map[string]bool{}}
	for _, st := range b.steps {
		w.moving = w.moving || st.Moves()
	}
	w.plain = len(b.steps) == 0
	for _, kind := range []string{"shared", "array", "dataTable"} {
		w.plain = w.plain && !bytes.Contains(body, []byte(kind))
	}
	w.rows = sorted(sh.edits.rows)
	return w, nil
}

// The elements of a sheet before which those stand that an edit may add (ECMA-376, part 1, 18.3.1.99).
var (
	afterViews  = strings.Fields("sheetFormatPr cols sheetData")
	afterCols   = strings.Fields("sheetData")
	beforeMerge = strings.Fields("sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate " +
		"customSheetViews")
)

// run writes the whole sheet.
func (w *sheetWriter) run() error {
	for {
		err := w.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if err := w.writeElement(); err != nil {
			return err
		}
	}
	if !w.seen["sheetData"] {
		return errXML
	}
	return w.finish()
}

// writeElement writes what the tag begins or ends.
func (w *sheetWriter) writeElement() error {
	if w.depth == 1 {
		if w.ns = string(w.prefix); string(w.name) != "worksheet" || w.self {
			return errXML
		}
		if w.ends {
			w.insertFilter()
			w.insertMerges()
			w.insertLate("")
		}
		return nil
	}
	if w.depth == 2 && !w.ends {
		filter := w.is("autoFilter") && w.sheet.edits.filter != nil
		if err := w.section(); err != nil || filter {
			return err
		}
	}
	return w.property()
}

// section looks at what stands directly in the sheet, and adds before it what is missing.
func (w *sheetWriter) section() error {
	name := string(w.name)
	w.insertBefore(name)
	w.seen[name] = true
	switch name {
	case "sheetProtection":
		if truth(w.attr("sheet")) && w.sheet.edits.touched {
			return refusal.New(refusal.Protected, "sheet %s is protected", w.sheet.id)
		}
	case "cols":
		return w.readCols()
	case "sheetData":
		return w.data()
	case "mergeCells":
		return w.readMerges()
	case "printOptions", "pageMargins", "pageSetup":
		if tag := w.printed(name, w.raw()); !bytes.Equal(tag, w.raw()) {
			w.retag(tag)
		}
	case "headerFooter":
		if p := w.sheet.edits.page; p != nil && p.Heads != nil {
			return w.readHeads(p.Heads)
		}
	case "autoFilter":
		if w.sheet.edits.filter != nil {
			return w.readFilter()
		}
	}
	return nil
}

// insertBefore adds what is missing and has its place before an element of that name.
func (w *sheetWriter) insertBefore(name string) {
	frozen := w.sheet.edits.frozen
	if name != "sheetPr" {
		w.insertProperties()
	}
	if slices.Contains(afterViews, name) && !w.seen["sheetViews"] && frozen != nil {
		w.seen["sheetViews"] = true
		p := w.ns
		w.insert(w.begin, fmt.Appendf(nil, `<%ssheetViews><%ssheetView workbookViewId="0">%s</%ssheetView></%ssheetViews>`, p, p,
			w.frozenPane(frozen), p, p))
	}
	if slices.Contains(afterCols, name) && !w.seen["cols"] {
		w.seen["cols"] = true
		w.insert(w.begin, w.cols())
	}
	if w.seen["sheetData"] && !slices.Contains(beforeFilter, name) {
		w.insertFilter()
	}
	if w.seen["sheetData"] && !slices.Contains(beforeMerge, name) && name != "mergeCells" {
		w.insertMerges()
		w.insertLate(name)
	}
}

// readMerges reads the merged areas and writes what they become.
func (w *sheetWriter) readMerges() error {
	tag, depth := slices.Clone(w.raw()), w.depth
	self := w.self
	begin := w.begin
	for !self {
		if err := w.next(); err != nil {
			return unexpected(err)
		}
		if w.ends && w.depth == depth {
			break
		}
		if w.is("mergeCell") {
			if top, left, bottom, right, ok := formula.Corners(w.attr("ref")); ok {
				w.merges = append(w.merges, area{top, left, bottom, right})
			}
		}
		if len(w.merges) > maxMerges {
			return refusal.New(refusal.TooLarge, "it has too many merged cells")
		}
	}
	if len(w.sheet.edits.inOrder) > 0 {
		w.replace(begin, w.at, w.mergeCells(tag))
	}
	return nil
}

const maxMerges = 50_000

// insertMerges adds merged areas to a sheet that had none.
func (w *sheetWriter) insertMerges() {
	if w.seen["mergeCells"] {
		return
	}
	w.seen["mergeCells"] = true
	if len(w.sheet.edits.inOrder) > 0 {
		w.insert(w.begin, w.mergeCells([]byte("<"+w.ns+"mergeCells>")))
	}
}

func (w *sheetWriter) mergeCells(tag []byte) []byte {
	all := w.sheet.edits.merges(w.merges)
	if len(all) == 0 {
		return nil
	}
	tag, _, _ = parts(slices.Concat(bytes.TrimSuffix(tag[:len(tag)-1], []byte("/")), []byte("/>")))
	out := with(tag, "count", strconv.Itoa(len(all)))
	for _, a := range all {
		out = fmt.Appendf(out, `<%smergeCell ref="%s"/>`, w.ns, a.text())
	}
	return fmt.Appendf(out, "</%smergeCells>", w.ns)
}

// data writes the rows.
func (w *sheetWriter) data() error {
	if w.self {
		if len(w.rows) > 0 {
			tag, _, _ := parts(w.raw())
			w.retag(tag)
			w.freshRows(formula.MaxRows)
			w.write([]byte("</" + w.ns + "sheetData>"))
		}
		return w.err
	}
	last, before := -1, -1
	for {
		if err := w.next(); err != nil {
			return unexpected(err)
		}
		if w.ends && w.depth == 2 {
			w.copy(w.begin)
			w.freshRows(formula.MaxRows)
			return w.err
		}
		if !w.is("row") || w.depth != 3 {
			return errXML
		}
		number := before + 1
		if r := w.attr("r"); r != "" {
			n, err := strconv.Atoi(r)
			if err != nil || n < 1 || n > formula.MaxRows {
				return errXML
			}
			number = n - 1
		}
		if number <= before {
			return fmt.Errorf("%w: row %d comes behind row %d", errXML, number+1, before+1)
		}
		before = number
		to, left, err := w.goes(number, true)
		if err != nil {
			return err
		}
		if !left {
			if err := w.dropRow(number); err != nil {
				return err
			}
			continue
		}
		if to <= last {
			return errXML
		}
		last = to
		w.copy(w.begin)
		w.freshRows(to)
		if err := w.row(number, to); err != nil {
			return err
		}
	}
}

// goes returns where a row or column goes.
func (w *sheetWriter) goes(n int, rows bool) (to int, left bool, err error) {
	for _, c := range w.own {
		if c.Rows() != rows {
			continue
		}
		if n, left = c.Move(n); !left {
			if c.What == formula.InsertRows || c.What == formula.InsertColumns {
				return 0, false, refusal.New(refusal.Structure, "the end of sheet %s would be lost", w.sheet.id)
			}
			return 0, false, nil
		}
	}
	return n, true, nil
}

// dropRow leaves a row out. Its formulas may be those that other rows share.
func (w *sheetWriter) dropRow(number int) error {
	w.copy(w.begin)
	column, depth := -1, w.depth
	for !w.self || w.depth != depth {
		if err := w.next(); err != nil {
			return unexpected(err)
		}
		if w.ends && w.depth == depth {
			break
		}
		if w.is("c") {
			var err error
			if column, err = w.column(column); err != nil {
				return err
			}
		}
		if w.is("f") {
			if err := w.dropFormula(number, column); err != nil {
				return err
			}
		}
	}
	w.done = w.at
	return nil
}

// freshRows writes the rows with edits before a row, which the file does not have.
func (w *sheetWriter) freshRows(before int) {
	for len(w.rows) > 0 && w.rows[0] < before {
		n := w.rows[0]
		w.rows = w.rows[1:]
		edit := w.sheet.edits.rows[n]
		cells := w.freshCells(edit, n, sorted(edit.cells), -1)
		if len(cells) == 0 && edit.height == nil && (edit.hidden == nil || !*edit.hidden) {
			continue
		}
		w.write(rowTag(fmt.Appendf(nil, `<%srow r="%d">`, w.ns, n+1), edit))
		w.write(cells)
		w.write([]byte("</" + w.ns + "row>"))
	}
}

// rowTag gives a row its height, and hides or shows it.
func rowTag(tag []byte, edit *rowEdit) []byte {
	hidden := edit.hidden
	if edit.height != nil {
		if hides := *edit.height == 0; hidden == nil || hides {
			hidden = &hides
		}
		if *edit.height > 0 {
			tag = with(with(tag, "ht", strconv.FormatFloat(*edit.height*0.75, 'g', 7, 64)), "customHeight", "1")
		}
	}
	switch {
	case hidden == nil:
		return tag
	case *hidden:
		return with(tag, "hidden", "1")
	}
	return without(tag, "hidden")
}
