package workbook

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"anbar/decode/refusal"
)

// styleSheet is the part with the styles of cells. Edits append to its lists.
type styleSheet struct {
	part          string
	body          []byte
	prefix        string
	lists         map[string]*recordList
	derivedStyles map[string]int // indexes of styles that were made for an index and a change
}

// recordList is one of its lists: of fonts, for example.
type recordList struct {
	tag          []byte
	start, end   int // where the whole of it stands; the same where it is missing
	contentStart int // where its first record stands
	contentEnd   int // where its end tag stands
	records      []string
	added        int // of them are here anew
}

// The lists that edits append to, in the order in which they stand.
var listNames = []string{"numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs"}

const (
	maxFormats        = 60_000 // styles of cells; Excel knows 65,490
	firstCustomFormat = 164    // number of the first format that is not built in
	emptyStyles       = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"></styleSheet>`
	defaultFont       = `<font><sz val="11"/><name val="Calibri"/></font>`
	defaultFill       = `<fill><patternFill patternType="none"/></fill>`
	grayFill          = `<fill><patternFill patternType="gray125"/></fill>`
)

func parseStyles(part string, body []byte) (*styleSheet, error) {
	st := &styleSheet{part: part, body: body, lists: map[string]*recordList{}, derivedStyles: map[string]int{}}
	s, err := newScanner(body)
	if err != nil {
		return nil, err
	}
	var in *recordList
	record := 0
	at := -1 // of the next element that is missing
	for err = s.next(); err == nil; err = s.next() {
		name := string(s.name)
		switch {
		case s.depth == 1 && !s.isEnd:
			st.prefix = string(s.prefix)
			if s.selfClosing || name != "styleSheet" {
				return nil, errXML
			}
		case s.depth == 2 && slices.Contains(listNames, name):
			if !s.isEnd {
				in = &recordList{tag: slices.Clone(s.raw()), start: s.tagStart, contentStart: s.pos, contentEnd: s.pos}
				st.lists[name] = in
			}
			if s.isEnd || s.selfClosing {
				if s.isEnd {
					in.contentEnd = s.tagStart
				}
				in.end = s.pos
				in = nil
			}
		case in != nil && s.depth == 3:
			if !s.isEnd {
				record = s.tagStart
			}
			if s.isEnd || s.selfClosing {
				in.records = append(in.records, string(body[record:s.pos]))
			}
		}
		if s.depth == 1 && s.isEnd {
			at = s.tagStart
		}
	}
	if err != io.EOF {
		return nil, err
	}
	st.addMissingLists(at)
	return st, nil
}

// addMissingLists makes lists that are missing, before those that follow them.
func (st *styleSheet) addMissingLists(end int) {
	next := end
	for _, name := range slices.Backward(listNames) {
		l := st.lists[name]
		if l == nil {
			l = &recordList{tag: []byte("<" + st.prefix + name + `>`), start: next, end: next, contentStart: next, contentEnd: next}
			st.lists[name] = l
		}
		next = l.start
	}
	first := map[string][]string{
		"fonts": {defaultFont}, "fills": {defaultFill, grayFill}, "borders": {"<border/>"},
		"cellStyleXfs": {`<xf/>`}, "cellXfs": {`<xf/>`},
	}
	for _, name := range listNames {
		if l := st.lists[name]; len(l.records) == 0 {
			for _, record := range first[name] {
				l.add(st.qualify(record))
			}
		}
	}
}

// qualify puts the prefix of the part before the names of elements.
func (st *styleSheet) qualify(xml string) string {
	if st.prefix == "" {
		return xml
	}
	xml = strings.ReplaceAll(xml, "<", "<"+st.prefix)
	return strings.ReplaceAll(xml, "<"+st.prefix+"/", "</"+st.prefix)
}

// add returns the index of a record that is there, or was added.
func (l *recordList) add(record string) int {
	if i := slices.Index(l.records, record); i >= 0 {
		return i
	}
	l.records = append(l.records, record)
	l.added++
	return len(l.records) - 1
}

// deriveStyle returns the index of the style of a cell that had another one, with changes.
func (st *styleSheet) deriveStyle(index int, change *Style) (int, error) {
	name := strconv.Itoa(index) + " " + change.key()
	if n, ok := st.derivedStyles[name]; ok {
		return n, nil
	}
	cells := st.lists["cellXfs"]
	if index < 0 || index >= len(cells.records) {
		index = 0
	}
	n := cells.add(string(st.applyToXf([]byte(cells.records[index]), change)))
	if n >= maxFormats {
		return 0, refusal.New(refusal.TooLarge, "it has more than %d styles", maxFormats)
	}
	st.derivedStyles[name] = n
	return n, nil
}

// applyToXf returns the record of a style with changes.
func (st *styleSheet) applyToXf(xf []byte, c *Style) []byte {
	tag, children, end := splitElement(xf)
	set := func(list, id, applies string, make func(old string) string) {
		l := st.lists[list]
		i, _ := strconv.Atoi(attrOf(tag, id))
		old := ""
		if i >= 0 && i < len(l.records) {
			old = l.records[i]
		}
		tag = setAttr(setAttr(tag, id, strconv.Itoa(l.add(make(old)))), applies, "1")
	}
	if c.Bold.Set || c.Italic.Set || c.Underline.Set || c.Strike.Set || c.Color.Set || c.Size.Set || c.Font.Set {
		set("fonts", "fontId", "applyFont", func(old string) string { return st.encodeFont(old, c) })
	}
	if c.Fill.Set {
		set("fills", "fillId", "applyFill", func(string) string { return st.encodeFill(c.Fill.Value) })
	}
	if c.Border.Set {
		set("borders", "borderId", "applyBorder", func(old string) string { return st.encodeBorder(old, &c.Border.Value) })
	}
	if c.Format.Set {
		tag = setAttr(setAttr(tag, "numFmtId", strconv.Itoa(st.ensureFormat(c.Format.Value))), "applyNumberFormat", "1")
	}
	if c.Align.Set || c.VAlign.Set || c.Wrap.Set {
		tag = setAttr(tag, "applyAlignment", "1")
		children = st.setAlignment(children, c)
	}
	return joinElement(tag, children, end, st.prefix+"xf")
}

// setAlignment changes the element alignment among the children of a style.
func (st *styleSheet) setAlignment(children []byte, c *Style) []byte {
	tag, rest := []byte("<"+st.prefix+"alignment/>"), children
	if all := parseChildren(children); len(all) > 0 && all[0].name == "alignment" {
		t, _, _ := splitElement(all[0].xml)
		tag, rest = slices.Concat(t[:len(t)-1], []byte("/>")), children[bytes.Index(children, all[0].xml)+len(all[0].xml):]
	}
	put := func(name, value string) {
		if value == "" {
			tag = removeAttr(tag, name)
		} else {
			tag = setAttr(tag, name, value)
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

// replaceChildren returns an element with some children replaced; empty text takes one away.
func (st *styleSheet) replaceChildren(old, name string, order []string, change map[string]string) string {
	if old == "" {
		old = "<" + st.prefix + name + "/>"
	}
	tag, children, _ := splitElement([]byte(old))
	var out []byte
	all := parseChildren(children)
	for _, child := range order {
		if xml, is := change[child]; is {
			out = append(out, st.qualify(xml)...)
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
	return string(joinElement(tag, out, nil, st.prefix+name))
}

func (st *styleSheet) encodeFont(old string, c *Style) string {
	change := map[string]string{}
	flag := func(name string, s Optional[bool]) {
		if s.Set {
			change[name] = map[bool]string{true: "<" + name + "/>"}[s.Value]
		}
	}
	flag("b", c.Bold)
	flag("i", c.Italic)
	flag("strike", c.Strike)
	flag("u", c.Underline)
	if c.Color.Set {
		change["color"] = encodeColor("color", c.Color.Value)
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
			change["name"] = fmt.Sprintf(`<name val="%s"/>`, escapeAttr(c.Font.Value, '"'))
		}
		change["family"], change["charset"], change["scheme"] = "", "", ""
	}
	return st.replaceChildren(old, "font", fontOrder, change)
}

func encodeColor(name, rgb string) string {
	if rgb == "" {
		return ""
	}
	return fmt.Sprintf(`<%s rgb="FF%s"/>`, name, rgb)
}

func (st *styleSheet) encodeFill(rgb string) string {
	if rgb == "" {
		return st.lists["fills"].records[0]
	}
	return st.qualify(`<fill><patternFill patternType="solid">` + encodeColor("fgColor", rgb) +
		`<bgColor indexed="64"/></patternFill></fill>`)
}

func (st *styleSheet) encodeBorder(old string, b *Border) string {
	change := map[string]string{}
	none := *b == (Border{})
	for _, l := range b.sides() {
		if l.line.Set || none {
			change[l.name] = lineOf(l.name, l.line.Value)
		}
	}
	tag, children, end := splitElement([]byte(cmp.Or(old, "<"+st.prefix+"border/>")))
	crossed := false
	for _, d := range b.diagonals() { // both have the same look
		switch {
		case d.line.Value.Style != "":
			tag, change["diagonal"] = setAttr(tag, d.name, "1"), lineOf("diagonal", d.line.Value)
		case d.line.Set || none:
			tag = removeAttr(tag, d.name)
		}
		crossed = crossed || isTrue(attrOf(tag, d.name))
	}
	if !crossed && (none || b.Up.Set || b.Down.Set) {
		change["diagonal"] = "<diagonal/>"
	}
	return st.replaceChildren(string(joinElement(tag, children, end, st.prefix+"border")), "border", lineOrder, change)
}

// lineOf returns the element of a line; an empty one where there is none.
func lineOf(name string, l Line) string {
	switch {
	case l.Style == "":
		return "<" + name + "/>"
	case l.Color == "":
		return fmt.Sprintf(`<%s style="%s"><color auto="1"/></%s>`, name, l.Style, name)
	}
	return fmt.Sprintf(`<%s style="%s">%s</%s>`, name, l.Style, encodeColor("color", l.Color), name)
}

// ensureFormat returns the number of a format, which may be built in.
func (st *styleSheet) ensureFormat(code string) int {
	if code == "" || strings.EqualFold(code, "general") {
		return 0
	}
	for id, known := range builtInFormats {
		if known == code {
			return id
		}
	}
	l, most := st.lists["numFmts"], firstCustomFormat-1
	for _, record := range l.records {
		id, _ := strconv.Atoi(attrOf([]byte(record), "numFmtId"))
		if attrOf([]byte(record), "formatCode") == code {
			return id
		}
		most = max(most, id)
	}
	l.add(fmt.Sprintf(`<%snumFmt numFmtId="%d" formatCode="%s"/>`, st.prefix, most+1, escapeAttr(code, '"')))
	return most + 1
}

// builtInFormats are formats that workbooks name by number alone (ECMA-376, part 1, 18.8.30), but for those that depend on
// the language.
var builtInFormats = map[int]string{
	1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 20: "h:mm",
	21: "h:mm:ss",
	45: "mm:ss", 46: "[h]:mm:ss", 49: "@",
}

// encode returns the part.
func (st *styleSheet) encode() []byte {
	var out bytes.Buffer
	done := 0
	for _, name := range listNames {
		l := st.lists[name]
		if l.added == 0 {
			continue
		}
		out.Write(st.body[done:l.start])
		tag, _, _ := splitElement(l.tag)
		out.Write(setAttr(tag, "count", strconv.Itoa(len(l.records))))
		out.Write(st.body[l.contentStart:l.contentEnd])
		for _, record := range l.records[len(l.records)-l.added:] {
			out.WriteString(record)
		}
		out.WriteString("</" + st.prefix + name + ">")
		done = l.end
	}
	out.Write(st.body[done:])
	return out.Bytes()
}
