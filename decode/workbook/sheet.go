package workbook

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"anbar/decode/formula"
	"anbar/decode/refusal"
)

// sheetWriter writes a sheet again.
type sheetWriter struct {
	*referenceRewriter
	ns              string // prefix of the names of elements
	moving          bool   // some sheet's cells move, so that shared formulas have to be taken apart
	canSkipRows     bool   // no cell depends on an edit of another one
	pendingRows     []int  // with edits, not yet written
	sharedFormulas  map[string]*sharedFormula
	columns         []columnSpan // as the file has them
	merges          []cellRange
	filters         map[int][]byte  // of columns of the file
	presentElements map[string]bool // elements of the sheet that were there
}

// sharedFormula is a formula that cells share: the first one has its text.
type sharedFormula struct {
	text        string
	row, column int
	expanded    bool // the others get texts of their own
}

func (b *workbook) newSheetWriter(sh *sheet, body []byte, out io.Writer) (*sheetWriter, error) {
	r, err := newRewriter(body, out)
	if err != nil {
		return nil, err
	}
	w := &sheetWriter{referenceRewriter: b.newReferenceRewriter(r, sh), sharedFormulas: map[string]*sharedFormula{},
		filters: map[int][]byte{}, presentElements: map[string]bool{}}
	for _, st := range b.steps {
		w.moving = w.moving || st.IsMove()
	}
	w.canSkipRows = len(b.steps) == 0
	for _, kind := range []string{"shared", "array", "dataTable"} {
		w.canSkipRows = w.canSkipRows && !bytes.Contains(body, []byte(kind))
	}
	w.pendingRows = sortedKeys(sh.edits.rows)
	return w, nil
}

// The elements of a sheet before which those stand that an edit may add (ECMA-376, part 1, 18.3.1.99).
var (
	afterViews  = strings.Fields("sheetFormatPr cols sheetData")
	afterCols   = strings.Fields("sheetData")
	beforeMerge = strings.Fields("sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate " +
		"customSheetViews")
)

// writeAll writes the whole sheet.
func (w *sheetWriter) writeAll() error {
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
	if !w.presentElements["sheetData"] {
		return errXML
	}
	return w.finish()
}

// writeElement writes what the tag begins or ends.
func (w *sheetWriter) writeElement() error {
	if w.depth == 1 {
		if w.ns = string(w.prefix); string(w.name) != "worksheet" || w.selfClosing {
			return errXML
		}
		if w.isEnd {
			w.insertFilter()
			w.insertMerges()
			w.insertTrailing("")
		}
		return nil
	}
	if w.depth == 2 && !w.isEnd {
		filter := w.is("autoFilter") && w.sheet.edits.filter != nil
		if err := w.writeSection(); err != nil || filter {
			return err
		}
	}
	return w.rewriteProperty()
}

// writeSection looks at what stands directly in the sheet, and adds before it what is missing.
func (w *sheetWriter) writeSection() error {
	name := string(w.name)
	w.insertMissing(name)
	w.presentElements[name] = true
	switch name {
	case "sheetProtection":
		if isTrue(w.attr("sheet")) && w.sheet.edits.touched {
			return refusal.New(refusal.Protected, "sheet %s is protected", w.sheet.id)
		}
	case "cols":
		return w.rewriteCols()
	case "sheetData":
		return w.writeRows()
	case "mergeCells":
		return w.rewriteMerges()
	case "printOptions", "pageMargins", "pageSetup":
		if tag := w.applyPageSetup(name, w.raw()); !bytes.Equal(tag, w.raw()) {
			w.replaceTag(tag)
		}
	case "headerFooter":
		if p := w.sheet.edits.page; p != nil && p.Heads != nil {
			return w.readHeads(p.Heads)
		}
	case "autoFilter":
		if w.sheet.edits.filter != nil {
			return w.rewriteFilter()
		}
	}
	return nil
}

// insertMissing adds what is missing and has its place before an element of that name.
func (w *sheetWriter) insertMissing(name string) {
	frozen := w.sheet.edits.frozen
	if name != "sheetPr" {
		w.insertProperties()
	}
	if slices.Contains(afterViews, name) && !w.presentElements["sheetViews"] && frozen != nil {
		w.presentElements["sheetViews"] = true
		p := w.ns
		w.insert(w.tagStart, fmt.Appendf(nil, `<%ssheetViews><%ssheetView workbookViewId="0">%s</%ssheetView></%ssheetViews>`, p, p,
			w.encodeFrozenPane(frozen), p, p))
	}
	if slices.Contains(afterCols, name) && !w.presentElements["cols"] {
		w.presentElements["cols"] = true
		w.insert(w.tagStart, w.encodeCols())
	}
	if w.presentElements["sheetData"] && !slices.Contains(beforeFilter, name) {
		w.insertFilter()
	}
	if w.presentElements["sheetData"] && !slices.Contains(beforeMerge, name) && name != "mergeCells" {
		w.insertMerges()
		w.insertTrailing(name)
	}
}

// rewriteMerges reads the merged areas and writes what they become.
func (w *sheetWriter) rewriteMerges() error {
	tag, depth := slices.Clone(w.raw()), w.depth
	self := w.selfClosing
	begin := w.tagStart
	for !self {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		if w.isEnd && w.depth == depth {
			break
		}
		if w.is("mergeCell") {
			if area, ok := parseCellRange(w.attr("ref")); ok {
				w.merges = append(w.merges, area)
			}
		}
		if len(w.merges) > maxMerges {
			return refusal.New(refusal.TooLarge, "it has too many merged cells")
		}
	}
	if len(w.sheet.edits.mergeLog) > 0 {
		w.replace(begin, w.pos, w.encodeMerges(tag))
	}
	return nil
}

const maxMerges = 50_000

// insertMerges adds merged areas to a sheet that had none.
func (w *sheetWriter) insertMerges() {
	if w.presentElements["mergeCells"] {
		return
	}
	w.presentElements["mergeCells"] = true
	if len(w.sheet.edits.mergeLog) > 0 {
		w.insert(w.tagStart, w.encodeMerges([]byte("<"+w.ns+"mergeCells>")))
	}
}

func (w *sheetWriter) encodeMerges(tag []byte) []byte {
	all := w.sheet.edits.applyMerges(w.merges)
	if len(all) == 0 {
		return nil
	}
	tag, _, _ = splitElement(slices.Concat(bytes.TrimSuffix(tag[:len(tag)-1], []byte("/")), []byte("/>")))
	out := setAttr(tag, "count", strconv.Itoa(len(all)))
	for _, a := range all {
		out = fmt.Appendf(out, `<%smergeCell ref="%s"/>`, w.ns, a.text())
	}
	return fmt.Appendf(out, "</%smergeCells>", w.ns)
}

// writeRows writes the rows.
func (w *sheetWriter) writeRows() error {
	if w.selfClosing {
		if len(w.pendingRows) > 0 {
			tag, _, _ := splitElement(w.raw())
			w.replaceTag(tag)
			w.writeNewRows(formula.MaxRows)
			w.write([]byte("</" + w.ns + "sheetData>"))
		}
		return w.err
	}
	last, before := -1, -1
	for {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		if w.isEnd && w.depth == 2 {
			w.copyUntil(w.tagStart)
			w.writeNewRows(formula.MaxRows)
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
		to, left, err := w.resolveIndex(number, true)
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
		w.copyUntil(w.tagStart)
		w.writeNewRows(to)
		if err := w.writeRow(number, to); err != nil {
			return err
		}
	}
}

// resolveIndex returns where a row or column goes.
func (w *sheetWriter) resolveIndex(n int, rows bool) (to int, left bool, err error) {
	for _, c := range w.moves {
		if c.IsRowChange() != rows {
			continue
		}
		if n, left = c.MoveIndex(n); !left {
			if c.Kind == formula.InsertRows || c.Kind == formula.InsertColumns {
				return 0, false, refusal.New(refusal.Structure, "the end of sheet %s would be lost", w.sheet.id)
			}
			return 0, false, nil
		}
	}
	return n, true, nil
}

// dropRow leaves a row out. Its formulas may be those that other rows share.
func (w *sheetWriter) dropRow(number int) error {
	w.copyUntil(w.tagStart)
	column, depth := -1, w.depth
	for !w.selfClosing || w.depth != depth {
		if err := w.next(); err != nil {
			return rejectEOF(err)
		}
		if w.isEnd && w.depth == depth {
			break
		}
		if w.is("c") {
			var err error
			if column, err = w.readColumn(column); err != nil {
				return err
			}
		}
		if w.is("f") {
			if err := w.dropFormula(number, column); err != nil {
				return err
			}
		}
	}
	w.done = w.pos
	return nil
}

// writeNewRows writes the rows with edits before a row, which the file does not have.
func (w *sheetWriter) writeNewRows(before int) {
	for len(w.pendingRows) > 0 && w.pendingRows[0] < before {
		n := w.pendingRows[0]
		w.pendingRows = w.pendingRows[1:]
		edit := w.sheet.edits.rows[n]
		cells := w.encodeNewCells(edit, n, sortedKeys(edit.cells), -1)
		if len(cells) == 0 && edit.height == nil && (edit.hidden == nil || !*edit.hidden) {
			continue
		}
		w.write(setRowAttrs(fmt.Appendf(nil, `<%srow r="%d">`, w.ns, n+1), edit))
		w.write(cells)
		w.write([]byte("</" + w.ns + "row>"))
	}
}

// setRowAttrs gives a row its height, and hides or shows it.
func setRowAttrs(tag []byte, edit *rowEdit) []byte {
	hidden := edit.hidden
	if edit.height != nil {
		if hides := *edit.height == 0; hidden == nil || hides {
			hidden = &hides
		}
		if *edit.height > 0 {
			tag = setAttr(setAttr(tag, "ht", strconv.FormatFloat(*edit.height*0.75, 'g', 7, 64)), "customHeight", "1")
		}
	}
	switch {
	case hidden == nil:
		return tag
	case *hidden:
		return setAttr(tag, "hidden", "1")
	}
	return removeAttr(tag, "hidden")
}
