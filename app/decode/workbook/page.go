package workbook

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// PageSetup is what changes of how a sheet goes onto paper.
type PageSetup struct {
	Landscape *bool       `json:"landscape"`
	Paper     *int        `json:"paper"` // as workbooks number them: 9 is A4
	Fits      *bool       `json:"fits"`  // onto pages of the whole width
	Margins   *[4]float64 `json:"margins"`
	Grid      *bool       `json:"grid"`
	Heads     *Heads      `json:"heads"`
}

// Heads are headers and footers that change, in the codes of workbooks (ECMA-376, part 1, 18.3.1.46).
type Heads struct {
	Texts   map[string]string `json:"texts"` // by the names of their elements; empty ones go
	OnEven  *bool             `json:"onEven"`
	OnFirst *bool             `json:"onFirst"`
}

// headNames are the elements of headers and footers, in their order.
var headNames = strings.Fields("oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter")

// maxHead is the length of a header in units of UTF-16 beyond which Excel takes a workbook for damaged.
const maxHead = 255

func (h *Heads) check() error {
	if h == nil {
		return nil
	}
	for name, text := range h.Texts {
		if !slices.Contains(headNames, name) || len(utf16.Encode([]rune(text))) > maxHead || clean(text) != text {
			return invalid("no header or footer")
		}
	}
	return nil
}

// over returns headers and footers with others over them.
func (h *Heads) over(o *Heads) *Heads {
	if h == nil || o == nil {
		return cmp.Or(o, h)
	}
	all := Heads{maps.Clone(h.Texts), cmp.Or(o.OnEven, h.OnEven), cmp.Or(o.OnFirst, h.OnFirst)}
	if all.Texts == nil {
		all.Texts = map[string]string{}
	}
	maps.Copy(all.Texts, o.Texts)
	return &all
}

// check refuses a setup that no printer has.
func (p *PageSetup) check() error {
	if p == nil {
		return invalid("nothing changes of the page")
	}
	if p.Paper != nil && (*p.Paper < 1 || *p.Paper > 118) {
		return invalid("there is no paper %d", *p.Paper)
	}
	if p.Margins != nil {
		for _, inches := range p.Margins {
			if !(inches >= 0 && inches <= 5) {
				return invalid("no margin of a page")
			}
		}
	}
	return p.Heads.check()
}

// over returns a setup with another one over it.
func (p *PageSetup) over(o *PageSetup) *PageSetup {
	if p == nil {
		return o
	}
	all := *p
	for _, flag := range []struct{ to, from **bool }{{&all.Landscape, &o.Landscape}, {&all.Fits, &o.Fits}, {&all.Grid, &o.Grid}} {
		if *flag.from != nil {
			*flag.to = *flag.from
		}
	}
	if o.Paper != nil {
		all.Paper = o.Paper
	}
	if o.Margins != nil {
		all.Margins = o.Margins
	}
	all.Heads = p.Heads.over(o.Heads)
	return &all
}

func flag(b bool) string { return map[bool]string{true: "1", false: "0"}[b] }

// fits says in the properties of the sheet that it is made as small as the page is wide.
func (w *sheetWriter) fits() *bool {
	if p := w.sheet.edits.page; p != nil {
		return p.Fits
	}
	return nil
}

// setUpPage returns the element that holds whether the scale is that of the page.
func (w *sheetWriter) setUpPage(fits bool) []byte {
	return fmt.Appendf(nil, `<%spageSetUpPr fitToPage="%s"/>`, w.ns, flag(fits))
}

// printed returns the tag of an element about printing with what changes; the tag itself when nothing does.
func (w *sheetWriter) printed(name string, tag []byte) []byte {
	p := w.sheet.edits.page
	switch {
	case p == nil:
	case name == "printOptions" && p.Grid != nil && *p.Grid:
		tag = with(tag, "gridLines", "1")
	case name == "printOptions" && p.Grid != nil:
		tag = without(without(tag, "gridLines"), "gridLinesSet")
	case name == "pageMargins" && p.Margins != nil:
		for i, side := range []string{"left", "right", "top", "bottom"} {
			tag = with(tag, side, strconv.FormatFloat(p.Margins[i], 'g', 6, 64))
		}
		for _, side := range []string{"header", "footer"} { // none may be missing
			if _, is := attribute(tag, side); !is {
				tag = with(tag, side, "0.3")
			}
		}
	case name == "pageSetup":
		tag = p.setup(tag)
	}
	return tag
}

func (p *PageSetup) setup(tag []byte) []byte {
	if p.Paper != nil {
		tag = with(tag, "paperSize", strconv.Itoa(*p.Paper))
	}
	if p.Landscape != nil {
		tag = with(tag, "orientation", map[bool]string{true: "landscape", false: "portrait"}[*p.Landscape])
	}
	if p.Fits != nil && *p.Fits {
		tag = with(with(tag, "fitToWidth", "1"), "fitToHeight", "0")
	}
	return tag
}

// The elements of a sheet behind its merged cells, in their order (ECMA-376, part 1, 18.3.1.99).
var behindMerges = strings.Fields("phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup " +
	"headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF " +
	"drawingHF picture oleObjects controls webPublishItems tableParts extLst")

// insertLate adds the elements that are missing and have their place before one of that name, or before the end.
func (w *sheetWriter) insertLate(name string) {
	until := len(behindMerges)
	if name != "" {
		until = slices.Index(behindMerges, name)
	}
	for _, name := range behindMerges[:max(until, 0)] {
		if w.seen[name] {
			continue
		}
		w.seen[name] = true
		w.insert(w.begin, w.late(name))
	}
}

// late returns an element that the sheet did not have; nothing when no edit needs it.
func (w *sheetWriter) late(name string) []byte {
	switch name {
	case "printOptions", "pageMargins", "pageSetup":
		plain := []byte("<" + w.ns + name + "/>")
		if tag := w.printed(name, plain); !bytes.Equal(tag, plain) {
			return tag
		}
	case "headerFooter":
		if p := w.sheet.edits.page; p != nil && p.Heads != nil {
			return w.heads(fmt.Appendf(nil, "<%sheaderFooter/>", w.ns), p.Heads)
		}
	case "drawing":
		if rel := w.sheet.edits.drawing; rel != "" {
			return fmt.Appendf(nil, `<%sdrawing xmlns:r="%s" r:id="%s"/>`, w.ns, relations, rel)
		}
	case "legacyDrawing":
		if rel := w.sheet.edits.legacy; rel != "" {
			return fmt.Appendf(nil, `<%slegacyDrawing xmlns:r="%s" r:id="%s"/>`, w.ns, relations, rel)
		}
	}
	return nil
}

// readHeads reads the headers and footers and writes what they become.
func (w *sheetWriter) readHeads(h *Heads) error {
	begin := w.begin
	if err := w.pass(); err != nil {
		return err
	}
	w.replace(begin, w.at, w.heads(w.b[begin:w.at], h))
	return w.err
}

// heads returns the element of headers and footers with what changes; nothing when none is left.
func (w *sheetWriter) heads(xml []byte, h *Heads) []byte {
	tag, children, end := parts(xml)
	for _, flag := range []struct {
		name string
		on   *bool
	}{{"differentOddEven", h.OnEven}, {"differentFirst", h.OnFirst}} {
		switch {
		case flag.on == nil:
		case *flag.on:
			tag = with(tag, flag.name, "1")
		default:
			tag = without(tag, flag.name)
		}
	}
	old := map[string][]byte{}
	for _, e := range elements(children) {
		old[e.name] = e.xml
	}
	var out []byte
	for _, name := range headNames {
		text, changes := h.Texts[name]
		switch {
		case !changes:
			out = append(out, old[name]...)
		case text != "":
			out = fmt.Appendf(out, "<%s%s>%s</%s%s>", w.ns, name, content(text), w.ns, name)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return join(tag, out, end, w.ns+"headerFooter")
}
