package workbook

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"anbar/app/decode/formula"
)

// The attributes that name ranges of the sheet to which a part belongs. An element whose last range is gone goes too.
var rangeAttrs = map[string][]string{
	"conditionalFormatting": {"sqref"}, "dataValidation": {"sqref"}, "hyperlink": {"ref"}, "autoFilter": {"ref"}, "sortState": {"ref"},
	"sortCondition": {"ref"}, "protectedRange": {"sqref"}, "ignoredError": {"sqref"}, "cellWatch": {"r"}, "comment": {"ref"},
	"threadedComment": {"ref"}, "selection": {"activeCell", "sqref"}, "sheetView": {"topLeftCell"}, "pane": {"topLeftCell"},
}

// kept are those that stay where they are when their range is gone.
var kept = map[string]bool{"selection": true, "sheetView": true, "pane": true}

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

// referrer rewrites what a part refers to.
type referrer struct {
	*rewriter
	book  *book
	sheet *sheet           // to which the part belongs; nil for none
	own   []formula.Change // that move its cells

	corner   string // from or to, within an anchor
	breaks   string // rowBreaks or colBreaks, within such a list
	filtered string // range of the filter
}

func (b *book) refer(r *rewriter, sh *sheet) *referrer {
	f := &referrer{rewriter: r, book: b, sheet: sh}
	for _, st := range b.steps {
		if st.Moves() && st.sheet == sh {
			f.own = append(f.own, st.Change)
		}
	}
	return f
}

// all rewrites a whole part.
func (f *referrer) all() error {
	for {
		err := f.next()
		if err != nil {
			if err = expected(err); err != nil {
				return err
			}
			return f.finish()
		}
		if err := f.element(); err != nil {
			return err
		}
	}
}

// element rewrites what the element of the tag refers to.
func (f *referrer) element() error {
	name := string(f.name)
	f.trackPosition(name)
	if f.ends || len(f.book.steps) == 0 {
		return nil
	}
	switch {
	case f.corner != "" && len(f.own) > 0 && (name == "row" || name == "col"):
		return f.anchor(name == "row")
	case formulaTexts[name]:
		return f.formulaText()
	case name == "sqref" && len(f.own) > 0:
		return f.textOf(func(s string) string {
			if to := f.ranges(s); to != "" {
				return to
			}
			return s
		})
	case name == "brk" && len(f.own) > 0:
		return f.pageBreak()
	}
	return f.attributes(name)
}

// trackPosition notes which corner of a drawing or which list of page breaks is being read.
func (f *referrer) trackPosition(name string) {
	if name == "from" || name == "to" {
		if f.corner = name; f.ends || f.self {
			f.corner = ""
		}
	}
	if name == "rowBreaks" || name == "colBreaks" {
		f.breaks = name
	}
}

// attributes rewrites the attributes of the tag.
func (f *referrer) attributes(name string) error {
	tag := f.raw()
	if child := lists[name]; child != "" && len(f.own) > 0 {
		all, left, err := f.survivors(child)
		if err != nil {
			return err
		}
		if left == 0 && all > 0 {
			return f.drop()
		}
		if _, counted := attribute(tag, "count"); counted && left < all {
			tag = with(tag, "count", strconv.Itoa(left))
		}
	}
	for _, attr := range rangeAttrs[name] {
		text, is := attribute(tag, attr)
		if !is || len(f.own) == 0 {
			continue
		}
		switch to := f.ranges(text); {
		case to == "" && !kept[name]:
			return f.drop()
		case to == "":
		case to != text:
			tag = with(tag, attr, to)
		}
	}
	for _, attr := range formulaAttrs[name] {
		if text, is := attribute(tag, attr); is {
			if to := f.formula(text); to != text {
				tag = with(tag, attr, to)
			}
		}
	}
	if name == "pane" {
		tag = f.pane(tag)
	}
	if name == "worksheetSource" {
		tag = f.source(tag)
	}
	if name == "autoFilter" || name == "filterColumn" {
		return f.filter(name, tag)
	}
	if !bytes.Equal(tag, f.raw()) {
		f.retag(tag)
	}
	return f.err
}

// lists are elements that must not be empty, with those that are in them.
var lists = map[string]string{
	"hyperlinks": "hyperlink", "dataValidations": "dataValidation", "ignoredErrors": "ignoredError", "protectedRanges": "protectedRange",
	"cellWatches": "cellWatch",
}

// survivors counts the elements in a list whose tag was read, and those of which something is left.
func (f *referrer) survivors(child string) (all, left int, err error) {
	ahead := *f.scanner
	ahead.open = slices.Clone(ahead.open)
	depth := ahead.depth
	for !ahead.self || ahead.depth > depth {
		if err := ahead.next(); err != nil {
			return 0, 0, unexpected(err)
		}
		if ahead.ends && ahead.depth == depth {
			break
		}
		if !ahead.is(child) || ahead.depth != depth+1 {
			continue
		}
		all++
		text, is := attribute(ahead.raw(), rangeAttrs[child][0])
		if !is || f.ranges(text) != "" {
			left++
		}
	}
	return all, left, nil
}

func (f *referrer) formula(text string) string {
	for _, st := range f.book.steps {
		text = st.Formula(text, st.sheet == f.sheet)
	}
	return text
}

// formulaText rewrites a formula that is the text of an element; an element with others inside is left to them.
func (f *referrer) formulaText() error { return f.textOf(f.formula) }

func (f *referrer) textOf(change func(string) string) error {
	if f.self {
		return nil
	}
	from := f.at
	if err := f.next(); err != nil {
		return unexpected(err)
	}
	if !f.ends {
		return f.element()
	}
	text := unescape(f.b[from:f.begin])
	if to := change(text); to != text {
		f.replace(from, f.begin, []byte(content(to)))
	}
	return f.err
}

// ranges moves a list of ranges; it is empty when nothing is left of them.
func (f *referrer) ranges(text string) string {
	var out []string
	for one := range strings.FieldsSeq(text) {
		for _, c := range f.own {
			if one = c.Range(one); one == "" {
				break
			}
		}
		if one != "" {
			out = append(out, one)
		}
	}
	return strings.Join(out, " ")
}

// move moves a row or a column; what is gone goes to where it was.
func (f *referrer) move(n int, rows bool) (to int, left bool) {
	left = true
	for _, c := range f.own {
		if c.Rows() != rows {
			continue
		}
		if m, is := c.Move(n); is {
			n = m
		} else {
			n, left = c.At, false
		}
	}
	return n, left
}

func (f *referrer) anchor(rows bool) error {
	return f.textOf(func(s string) string {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 0 {
			return s
		}
		to, _ := f.move(n, rows)
		return strconv.Itoa(to)
	})
}

// pageBreak moves a break behind a row or a column, whose id says how many are before it.
func (f *referrer) pageBreak() error {
	id, err := strconv.Atoi(f.attr("id"))
	if err != nil {
		return nil
	}
	to, left := f.move(id, f.breaks == "rowBreaks")
	if !left {
		return f.drop()
	}
	if to != id {
		f.retag(with(f.raw(), "id", strconv.Itoa(to)))
	}
	return f.err
}

// pane keeps the rows and columns in sight that were.
func (f *referrer) pane(tag []byte) []byte {
	if state, _ := attribute(tag, "state"); !strings.HasPrefix(state, "frozen") {
		return tag
	}
	for attr, rows := range map[string]bool{"ySplit": true, "xSplit": false} {
		text, is := attribute(tag, attr)
		n, err := strconv.Atoi(text)
		if !is || err != nil || n < 1 {
			continue
		}
		if to := f.frozenAfter(n, rows); to != n {
			tag = with(tag, attr, strconv.Itoa(to))
		}
	}
	return tag
}

// frozenAfter returns how many rows or columns stay in sight where n did.
func (f *referrer) frozenAfter(n int, rows bool) int {
	for _, c := range f.own {
		if c.Rows() != rows || c.At >= n {
			continue
		}
		if c.What == formula.InsertRows || c.What == formula.InsertColumns {
			n += c.Count
		} else {
			n = max(n-min(c.Count, n-c.At), 1)
		}
	}
	return n
}

// source rewrites where a pivot table has its data.
func (f *referrer) source(tag []byte) []byte {
	name, _ := attribute(tag, "sheet")
	ref, is := attribute(tag, "ref")
	for _, st := range f.book.steps {
		if name == "" || !strings.EqualFold(st.Sheet, name) {
			continue
		}
		switch {
		case st.What == formula.Rename:
			name = st.Name
			tag = with(tag, "sheet", name)
		case st.Moves() && is:
			if to := st.Range(ref); to != "" && to != ref {
				ref = to
				tag = with(tag, "ref", ref)
			}
		}
	}
	return tag
}

// filter rewrites the columns of a filter, which count from its first one.
func (f *referrer) filter(name string, tag []byte) error {
	if name == "autoFilter" {
		f.filtered = f.attr("ref")
	} else if _, left, _, _, ok := formula.Corners(f.filtered); ok && len(f.own) > 0 {
		if id, err := strconv.Atoi(f.attr("colId")); err == nil && id >= 0 {
			first, _ := f.move(left, false)
			to, is := f.move(left+id, false)
			if !is {
				return f.drop()
			}
			tag = with(tag, "colId", strconv.Itoa(to-first))
		}
	}
	if !bytes.Equal(tag, f.raw()) {
		f.retag(tag)
	}
	return f.err
}

// notes rewrites the anchors of notes, whose part need not be well formed.
func (f *referrer) notes(body []byte) []byte {
	if len(f.own) == 0 {
		return body
	}
	shapes := slices.Clone(body)
	for _, tag := range []struct {
		name string
		rows []int // places of numbers that are rows; the others that move are columns
		cols []int
	}{{"Anchor", []int{2, 6}, []int{0, 4}}, {"Row", []int{0}, nil}, {"Column", nil, []int{0}}} {
		shapes = f.numbers(shapes, tag.name, tag.rows, tag.cols)
	}
	return shapes
}

func (f *referrer) numbers(body []byte, name string, rows, columns []int) []byte {
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
				to, _ := f.move(v, slices.Contains(rows, n))
				fields[n] = strings.Replace(field, strconv.Itoa(v), strconv.Itoa(to), 1)
			}
		}
		out = append(out, strings.Join(fields, ",")...)
		body = body[i+end:]
	}
}
