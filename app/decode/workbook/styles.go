package workbook

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"anbar/app/decode/refusal"
)

// styles is the part with the styles of cells. Edits append to its lists.
type styles struct {
	part   string
	body   []byte
	prefix string
	lists  map[string]*list
	cells  map[string]int // indexes of styles that were made for an index and a change
}

// list is one of its lists: of fonts, for example.
type list struct {
	tag      []byte
	from, to int // where the whole of it stands; the same where it is missing
	inner    int // where its first record stands
	close    int // where its end tag stands
	all      []string
	fresh    int // of them are here anew
}

// The lists that edits append to, in the order in which they stand.
var listNames = []string{"numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs"}

const (
	maxFormats   = 60_000 // styles of cells; Excel knows 65,490
	firstOwn     = 164    // number of the first format that is not built in
	emptyStyles  = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"></styleSheet>`
	defaultFont  = `<font><sz val="11"/><name val="Calibri"/></font>`
	defaultFills = `<fill><patternFill patternType="none"/></fill>`
	secondFill   = `<fill><patternFill patternType="gray125"/></fill>`
)

func parseStyles(part string, body []byte) (*styles, error) {
	st := &styles{part: part, body: body, lists: map[string]*list{}, cells: map[string]int{}}
	s, err := newScanner(body)
	if err != nil {
		return nil, err
	}
	var in *list
	record := 0
	at := -1 // of the next element that is missing
	for err = s.next(); err == nil; err = s.next() {
		name := string(s.name)
		switch {
		case s.depth == 1 && !s.ends:
			st.prefix = string(s.prefix)
			if s.self || name != "styleSheet" {
				return nil, errXML
			}
		case s.depth == 2 && slices.Contains(listNames, name):
			if !s.ends {
				in = &list{tag: slices.Clone(s.raw()), from: s.begin, inner: s.at, close: s.at}
				st.lists[name] = in
			}
			if s.ends || s.self {
				if s.ends {
					in.close = s.begin
				}
				in.to = s.at
				in = nil
			}
		case in != nil && s.depth == 3:
			if !s.ends {
				record = s.begin
			}
			if s.ends || s.self {
				in.all = append(in.all, string(body[record:s.at]))
			}
		}
		if s.depth == 1 && s.ends {
			at = s.begin
		}
	}
	if err != io.EOF {
		return nil, err
	}
	st.complete(at)
	return st, nil
}

// complete makes lists that are missing, before those that follow them.
func (st *styles) complete(end int) {
	next := end
	for _, name := range slices.Backward(listNames) {
		l := st.lists[name]
		if l == nil {
			l = &list{tag: []byte("<" + st.prefix + name + `>`), from: next, to: next, inner: next, close: next}
			st.lists[name] = l
		}
		next = l.from
	}
	first := map[string][]string{
		"fonts": {defaultFont}, "fills": {defaultFills, secondFill}, "borders": {"<border/>"},
		"cellStyleXfs": {`<xf/>`}, "cellXfs": {`<xf/>`},
	}
	for _, name := range listNames {
		if l := st.lists[name]; len(l.all) == 0 {
			for _, record := range first[name] {
				l.add(st.own(record))
			}
		}
	}
}

// own puts the prefix of the part before the names of elements.
func (st *styles) own(xml string) string {
	if st.prefix == "" {
		return xml
	}
	xml = strings.ReplaceAll(xml, "<", "<"+st.prefix)
	return strings.ReplaceAll(xml, "<"+st.prefix+"/", "</"+st.prefix)
}

// add returns the index of a record that is there, or was added.
func (l *list) add(record string) int {
	if i := slices.Index(l.all, record); i >= 0 {
		return i
	}
	l.all = append(l.all, record)
	l.fresh++
	return len(l.all) - 1
}

// of returns the index of the style of a cell that had another one, with changes.
func (st *styles) of(index int, change *Style) (int, error) {
	name := strconv.Itoa(index) + " " + change.key()
	if n, ok := st.cells[name]; ok {
		return n, nil
	}
	cells := st.lists["cellXfs"]
	if index < 0 || index >= len(cells.all) {
		index = 0
	}
	n := cells.add(string(st.change([]byte(cells.all[index]), change)))
	if n >= maxFormats {
		return 0, refusal.New(refusal.TooLarge, "it has more than %d styles", maxFormats)
	}
	st.cells[name] = n
	return n, nil
}

// change returns the record of a style with changes.
func (st *styles) change(xf []byte, c *Style) []byte {
	tag, children, end := parts(xf)
	set := func(list, id, applies string, make func(old string) string) {
		l := st.lists[list]
		i, _ := strconv.Atoi(attrOf(tag, id))
		old := ""
		if i >= 0 && i < len(l.all) {
			old = l.all[i]
		}
		tag = with(with(tag, id, strconv.Itoa(l.add(make(old)))), applies, "1")
	}
	if c.Bold.Set || c.Italic.Set || c.Underline.Set || c.Strike.Set || c.Color.Set || c.Size.Set || c.Font.Set {
		set("fonts", "fontId", "applyFont", func(old string) string { return st.font(old, c) })
	}
	if c.Fill.Set {
		set("fills", "fillId", "applyFill", func(string) string { return st.fill(c.Fill.Value) })
	}
	if c.Border.Set {
		set("borders", "borderId", "applyBorder", func(old string) string { return st.border(old, &c.Border.Value) })
	}
	if c.Format.Set {
		tag = with(with(tag, "numFmtId", strconv.Itoa(st.format(c.Format.Value))), "applyNumberFormat", "1")
	}
	if c.Align.Set || c.VAlign.Set || c.Wrap.Set {
		tag = with(tag, "applyAlignment", "1")
		children = st.align(children, c)
	}
	return join(tag, children, end, st.prefix+"xf")
}

// align changes the element alignment among the children of a style.
func (st *styles) align(children []byte, c *Style) []byte {
	tag, rest := []byte("<"+st.prefix+"alignment/>"), children
	if all := elements(children); len(all) > 0 && all[0].name == "alignment" {
		t, _, _ := parts(all[0].xml)
		tag, rest = slices.Concat(t[:len(t)-1], []byte("/>")), children[bytes.Index(children, all[0].xml)+len(all[0].xml):]
	}
	put := func(name, value string) {
		if value == "" {
			tag = without(tag, name)
		} else {
			tag = with(tag, name, value)
		}
	}
	if c.Align.Set {
		put("horizontal", c.Align.Value)
	}
	if c.VAlign.Set {
		put("vertical", c.VAlign.Value)
	}
	if c.Wrap.Set {
		put("wrapText", map[bool]string{true: "1"}[c.Wrap.Value])
	}
	return slices.Concat(tag, rest)
}

// The order in which the elements of a font and of a border stand.
var (
	fontOrder = strings.Fields("b i strike condense extend outline shadow u vertAlign sz color name family charset scheme")
	lineOrder = strings.Fields("start end left right top bottom diagonal vertical horizontal")
)

// rebuild returns an element with some children replaced; empty text takes one away.
func (st *styles) rebuild(old, name string, order []string, change map[string]string) string {
	if old == "" {
		old = "<" + st.prefix + name + "/>"
	}
	tag, children, _ := parts([]byte(old))
	var out []byte
	all := elements(children)
	for _, child := range order {
		if xml, is := change[child]; is {
			out = append(out, st.own(xml)...)
			continue
		}
		for _, e := range all {
			if e.name == child {
				out = append(out, e.xml...)
			}
		}
	}
	for _, e := range all {
		if !slices.Contains(order, e.name) {
			out = append(out, e.xml...)
		}
	}
	return string(join(tag, out, nil, st.prefix+name))
}

func (st *styles) font(old string, c *Style) string {
	change := map[string]string{}
	flag := func(name string, s Some[bool]) {
		if s.Set {
			change[name] = map[bool]string{true: "<" + name + "/>"}[s.Value]
		}
	}
	flag("b", c.Bold)
	flag("i", c.Italic)
	flag("strike", c.Strike)
	flag("u", c.Underline)
	if c.Color.Set {
		change["color"] = color("color", c.Color.Value)
	}
	if c.Size.Set {
		change["sz"] = ""
		if c.Size.Value > 0 {
			change["sz"] = fmt.Sprintf(`<sz val="%g"/>`, c.Size.Value)
		}
	}
	if c.Font.Set {
		change["name"] = ""
		if c.Font.Value != "" {
			change["name"] = fmt.Sprintf(`<name val="%s"/>`, escape(c.Font.Value, '"'))
		}
		change["family"], change["charset"], change["scheme"] = "", "", ""
	}
	return st.rebuild(old, "font", fontOrder, change)
}

func color(name, rgb string) string {
	if rgb == "" {
		return ""
	}
	return fmt.Sprintf(`<%s rgb="FF%s"/>`, name, rgb)
}

func (st *styles) fill(rgb string) string {
	if rgb == "" {
		return st.lists["fills"].all[0]
	}
	return st.own(`<fill><patternFill patternType="solid">` + color("fgColor", rgb) + `<bgColor indexed="64"/></patternFill></fill>`)
}

func (st *styles) border(old string, b *Border) string {
	change := map[string]string{}
	none := *b == (Border{})
	for _, l := range b.sides() {
		if l.line.Set || none {
			change[l.name] = lineOf(l.name, l.line.Value)
		}
	}
	tag, children, end := parts([]byte(cmp.Or(old, "<"+st.prefix+"border/>")))
	crossed := false
	for _, d := range b.diagonals() { // both have the same look
		switch {
		case d.line.Value.Style != "":
			tag, change["diagonal"] = with(tag, d.name, "1"), lineOf("diagonal", d.line.Value)
		case d.line.Set || none:
			tag = without(tag, d.name)
		}
		crossed = crossed || truth(attrOf(tag, d.name))
	}
	if !crossed && (none || b.Up.Set || b.Down.Set) {
		change["diagonal"] = "<diagonal/>"
	}
	return st.rebuild(string(join(tag, children, end, st.prefix+"border")), "border", lineOrder, change)
}

// lineOf returns the element of a line; an empty one where there is none.
func lineOf(name string, l Line) string {
	switch {
	case l.Style == "":
		return "<" + name + "/>"
	case l.Color == "":
		return fmt.Sprintf(`<%s style="%s"><color auto="1"/></%s>`, name, l.Style, name)
	}
	return fmt.Sprintf(`<%s style="%s">%s</%s>`, name, l.Style, color("color", l.Color), name)
}

// format returns the number of a format, which may be built in.
func (st *styles) format(code string) int {
	if code == "" || strings.EqualFold(code, "general") {
		return 0
	}
	for id, known := range builtIn {
		if known == code {
			return id
		}
	}
	l, most := st.lists["numFmts"], firstOwn-1
	for _, record := range l.all {
		id, _ := strconv.Atoi(attrOf([]byte(record), "numFmtId"))
		if attrOf([]byte(record), "formatCode") == code {
			return id
		}
		most = max(most, id)
	}
	l.add(fmt.Sprintf(`<%snumFmt numFmtId="%d" formatCode="%s"/>`, st.prefix, most+1, escape(code, '"')))
	return most + 1
}

// builtIn are formats that workbooks name by number alone (ECMA-376, part 1, 18.8.30), but for those that depend on
// the language.
var builtIn = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 20: "h:mm",
	21: "h:mm:ss",
	45: "mm:ss", 46: "[h]:mm:ss", 49: "@",
}

// bytes returns the part.
func (st *styles) bytes() []byte {
	var out bytes.Buffer
	done := 0
	for _, name := range listNames {
		l := st.lists[name]
		if l.fresh == 0 {
			continue
		}
		out.Write(st.body[done:l.from])
		tag, _, _ := parts(l.tag)
		out.Write(with(tag, "count", strconv.Itoa(len(l.all))))
		out.Write(st.body[l.inner:l.close])
		for _, record := range l.all[len(l.all)-l.fresh:] {
			out.WriteString(record)
		}
		out.WriteString("</" + st.prefix + name + ">")
		done = l.to
	}
	out.Write(st.body[done:])
	return out.Bytes()
}
