package workbook

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"anbar/decode/formula"
)

// The attributes that name ranges of the sheet to which a part belongs. An element whose last range is gone goes too.
var rangeAttrs = map[string][]string{
	"conditionalFormatting": {"sqref"}, "dataValidation": {"sqref"}, "hyperlink": {"ref"}, "autoFilter": {"ref"}, "sortState": {"ref"},
	"sortCondition": {"ref"}, "protectedRange": {"sqref"}, "ignoredError": {"sqref"}, "cellWatch": {"r"}, "comment": {"ref"},
	"threadedComment": {"ref"}, "selection": {"activeCell", "sqref"}, "sheetView": {"topLeftCell"}, "pane": {"topLeftCell"},
}

// stationaryElements are those that stay where they are when their range is gone.
var stationaryElements = map[string]bool{"selection": true, "sheetView": true, "pane": true}

// The attributes that hold formulas, and the elements whose text is one.
var (
	formulaAttrs = map[string][]string{
		"hyperlink": {"location"}, "controlPr": {"linkedCell", "listFillRange"}, "sp": {"textlink"}, "pic": {"textlink"},
		"cxnSp":         {"textlink"},
		"formControlPr": {"fmlaLink", "fmlaRange", "fmlaTxbx", "fmlaGroup"}, "cfvo": {"val"},
	}
	formulaTexts = map[string]bool{
		"f": true, "formula": true, "formula1": true, "formula2": true, "calculatedColumnFormula": true, "totalsRowFormula": true,
		"definedName": true,
	}
)

// referenceRewriter rewrites what a part refers to.
type referenceRewriter struct {
	*rewriter
	workbook *workbook
	sheet    *sheet           // to which the part belongs; nil for none
	moves    []formula.Change // that move its cells

	corner      string // from or to, within an anchor
	breaks      string // rowBreaks or colBreaks, within such a list
	filterRange string // range of the filter
}

func (b *workbook) newReferenceRewriter(r *rewriter, sh *sheet) *referenceRewriter {
	f := &referenceRewriter{rewriter: r, workbook: b, sheet: sh}
	for _, st := range b.steps {
		if st.IsMove() && st.sheet == sh {
			f.moves = append(f.moves, st.Change)
		}
	}
	return f
}

// rewriteAll rewrites a whole part.
func (f *referenceRewriter) rewriteAll() error {
	for {
		err := f.next()
		if err != nil {
			if err = ignoreEOF(err); err != nil {
				return err
			}
			return f.finish()
		}
		if err := f.rewriteElement(); err != nil {
			return err
		}
	}
}

// rewriteElement rewrites what the element of the tag refers to.
func (f *referenceRewriter) rewriteElement() error {
	name := string(f.name)
	f.trackPosition(name)
	if f.isEnd || len(f.workbook.steps) == 0 {
		return nil
	}
	switch {
	case f.corner != "" && len(f.moves) > 0 && (name == "row" || name == "col"):
		return f.moveAnchor(name == "row")
	case formulaTexts[name]:
		return f.rewriteFormulaText()
	case name == "sqref" && len(f.moves) > 0:
		return f.rewriteText(func(s string) string {
			if to := f.moveRanges(s); to != "" {
				return to
			}
			return s
		})
	case name == "brk" && len(f.moves) > 0:
		return f.movePageBreak()
	}
	return f.rewriteAttributes(name)
}

// trackPosition notes which corner of a drawing or which list of page breaks is being read.
func (f *referenceRewriter) trackPosition(name string) {
	if name == "from" || name == "to" {
		if f.corner = name; f.isEnd || f.selfClosing {
			f.corner = ""
		}
	}
	if name == "rowBreaks" || name == "colBreaks" {
		f.breaks = name
	}
}

// rewriteAttributes rewrites the attributes of the tag.
func (f *referenceRewriter) rewriteAttributes(name string) error {
	tag := f.raw()
	if child := listElements[name]; child != "" && len(f.moves) > 0 {
		all, left, err := f.countSurvivors(child)
		if err != nil {
			return err
		}
		if left == 0 && all > 0 {
			return f.dropElement()
		}
		if _, counted := findAttr(tag, "count"); counted && left < all {
			tag = setAttr(tag, "count", strconv.Itoa(left))
		}
	}
	for _, attr := range rangeAttrs[name] {
		text, is := findAttr(tag, attr)
		if !is || len(f.moves) == 0 {
			continue
		}
		switch to := f.moveRanges(text); {
		case to == "" && !stationaryElements[name]:
			return f.dropElement()
		case to == "":
		case to != text:
			tag = setAttr(tag, attr, to)
		}
	}
	for _, attr := range formulaAttrs[name] {
		if text, is := findAttr(tag, attr); is {
			if to := f.rewriteFormula(text); to != text {
				tag = setAttr(tag, attr, to)
			}
		}
	}
	if name == "pane" {
		tag = f.rewritePane(tag)
	}
	if name == "worksheetSource" {
		tag = f.rewritePivotSource(tag)
	}
	if name == "autoFilter" || name == "filterColumn" {
		return f.rewriteFilterTag(name, tag)
	}
	if !bytes.Equal(tag, f.raw()) {
		f.replaceTag(tag)
	}
	return f.err
}

// listElements are elements that must not be empty, with those that are in them.
var listElements = map[string]string{
	"hyperlinks": "hyperlink", "dataValidations": "dataValidation", "ignoredErrors": "ignoredError", "protectedRanges": "protectedRange",
	"cellWatches": "cellWatch",
}

// countSurvivors counts the elements in a list whose tag was read, and those of which something is left.
func (f *referenceRewriter) countSurvivors(child string) (all, left int, err error) {
	ahead := *f.scanner
	ahead.openNames = slices.Clone(ahead.openNames)
	depth := ahead.depth
	for !ahead.selfClosing || ahead.depth > depth {
		if err := ahead.next(); err != nil {
			return 0, 0, rejectEOF(err)
		}
		if ahead.isEnd && ahead.depth == depth {
			break
		}
		if !ahead.is(child) || ahead.depth != depth+1 {
			continue
		}
		all++
		text, is := findAttr(ahead.raw(), rangeAttrs[child][0])
		if !is || f.moveRanges(text) != "" {
			left++
		}
	}
	return all, left, nil
}

func (f *referenceRewriter) rewriteFormula(text string) string {
	for _, st := range f.workbook.steps {
		text = st.RewriteFormula(text, st.sheet == f.sheet)
	}
	return text
}

// rewriteFormulaText rewrites a formula that is the text of an element; an element with others inside is left to them.
func (f *referenceRewriter) rewriteFormulaText() error { return f.rewriteText(f.rewriteFormula) }

func (f *referenceRewriter) rewriteText(change func(string) string) error {
	if f.selfClosing {
		return nil
	}
	from := f.pos
	if err := f.next(); err != nil {
		return rejectEOF(err)
	}
	if !f.isEnd {
		return f.rewriteElement()
	}
	text := unescape(f.src[from:f.tagStart])
	if to := change(text); to != text {
		f.replace(from, f.tagStart, []byte(escapeText(to)))
	}
	return f.err
}

// moveRanges moves a list of ranges; it is empty when nothing is left of them.
func (f *referenceRewriter) moveRanges(text string) string {
	var out []string
	for one := range strings.FieldsSeq(text) {
		for _, c := range f.moves {
			if one = c.MoveRange(one); one == "" {
				break
			}
		}
		if one != "" {
			out = append(out, one)
		}
	}
	return strings.Join(out, " ")
}

// moveIndex moves a row or a column; what is gone goes to where it was.
func (f *referenceRewriter) moveIndex(n int, rows bool) (to int, left bool) {
	left = true
	for _, c := range f.moves {
		if c.IsRowChange() != rows {
			continue
		}
		if m, is := c.MoveIndex(n); is {
			n = m
		} else {
			n, left = c.At, false
		}
	}
	return n, left
}

func (f *referenceRewriter) moveAnchor(rows bool) error {
	return f.rewriteText(func(s string) string {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 0 {
			return s
		}
		to, _ := f.moveIndex(n, rows)
		return strconv.Itoa(to)
	})
}

// movePageBreak moves a break behind a row or a column, whose id says how many are before it.
func (f *referenceRewriter) movePageBreak() error {
	id, err := strconv.Atoi(f.attr("id"))
	if err != nil {
		return nil
	}
	to, left := f.moveIndex(id, f.breaks == "rowBreaks")
	if !left {
		return f.dropElement()
	}
	if to != id {
		f.replaceTag(setAttr(f.raw(), "id", strconv.Itoa(to)))
	}
	return f.err
}

// rewritePane keeps the rows and columns in sight that were.
func (f *referenceRewriter) rewritePane(tag []byte) []byte {
	if state, _ := findAttr(tag, "state"); !strings.HasPrefix(state, "frozen") {
		return tag
	}
	for attr, rows := range map[string]bool{"ySplit": true, "xSplit": false} {
		text, is := findAttr(tag, attr)
		n, err := strconv.Atoi(text)
		if !is || err != nil || n < 1 {
			continue
		}
		if to := f.shiftFrozen(n, rows); to != n {
			tag = setAttr(tag, attr, strconv.Itoa(to))
		}
	}
	return tag
}

// shiftFrozen returns how many rows or columns stay in sight where n did.
func (f *referenceRewriter) shiftFrozen(n int, rows bool) int {
	for _, c := range f.moves {
		if c.IsRowChange() != rows || c.At >= n {
			continue
		}
		if c.Kind == formula.InsertRows || c.Kind == formula.InsertColumns {
			n += c.Count
		} else {
			n = max(n-min(c.Count, n-c.At), 1)
		}
	}
	return n
}

// rewritePivotSource rewrites where a pivot table has its data.
func (f *referenceRewriter) rewritePivotSource(tag []byte) []byte {
	name, _ := findAttr(tag, "sheet")
	ref, is := findAttr(tag, "ref")
	for _, st := range f.workbook.steps {
		if name == "" || !strings.EqualFold(st.Sheet, name) {
			continue
		}
		switch {
		case st.Kind == formula.RenameSheet:
			name = st.Name
			tag = setAttr(tag, "sheet", name)
		case st.IsMove() && is:
			if to := st.MoveRange(ref); to != "" && to != ref {
				ref = to
				tag = setAttr(tag, "ref", ref)
			}
		}
	}
	return tag
}

// rewriteFilterTag rewrites the columns of a filter, which count from its first one.
func (f *referenceRewriter) rewriteFilterTag(name string, tag []byte) error {
	if name == "autoFilter" {
		f.filterRange = f.attr("ref")
	} else if area, ok := formula.ParseRange(f.filterRange); ok && len(f.moves) > 0 {
		if id, err := strconv.Atoi(f.attr("colId")); err == nil && id >= 0 {
			first, _ := f.moveIndex(area.Left, false)
			to, is := f.moveIndex(area.Left+id, false)
			if !is {
				return f.dropElement()
			}
			tag = setAttr(tag, "colId", strconv.Itoa(to-first))
		}
	}
	if !bytes.Equal(tag, f.raw()) {
		f.replaceTag(tag)
	}
	return f.err
}

// moveNoteAnchors rewrites the anchors of notes, whose part need not be well formed.
func (f *referenceRewriter) moveNoteAnchors(body []byte) []byte {
	if len(f.moves) == 0 {
		return body
	}
	shapes := slices.Clone(body)
	for _, tag := range []struct {
		name string
		rows []int // places of numbers that are rows; the others that move are columns
		cols []int
	}{{"Anchor", []int{2, 6}, []int{0, 4}}, {"Row", []int{0}, nil}, {"Column", nil, []int{0}}} {
		shapes = f.moveNumbers(shapes, tag.name, tag.rows, tag.cols)
	}
	return shapes
}

func (f *referenceRewriter) moveNumbers(body []byte, name string, rows, columns []int) []byte {
	var out []byte
	for {
		i := bytes.Index(body, []byte(":"+name+">"))
		if i < 0 {
			return append(out, body...)
		}
		i += len(name) + 2
		end := bytes.IndexByte(body[i:], '<')
		if end < 0 {
			return append(out, body...)
		}
		out = append(out, body[:i]...)
		fields := strings.Split(string(body[i:i+end]), ",")
		for n, field := range fields {
			if v, err := strconv.Atoi(strings.TrimSpace(field)); err == nil && (slices.Contains(rows, n) || slices.Contains(columns, n)) {
				to, _ := f.moveIndex(v, slices.Contains(rows, n))
				fields[n] = strings.Replace(field, strconv.Itoa(v), strconv.Itoa(to), 1)
			}
		}
		out = append(out, strings.Join(fields, ",")...)
		body = body[i+end:]
	}
}
