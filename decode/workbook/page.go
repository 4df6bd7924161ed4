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
		if !slices.Contains(headNames, name) || len(utf16.Encode([]rune(text))) > maxHead || stripIllegalChars(text) != text {
			return invalidf("no header or footer")
		}
	}
	return nil
}

// over returns headers and footers with others over them.
func (h *Heads) over(o *Heads) *Heads {
	if h == nil || o == nil {
		return cmp.Or(o, h)
	}
	all := Heads{Texts: maps.Clone(h.Texts), OnEven: cmp.Or(o.OnEven, h.OnEven), OnFirst: cmp.Or(o.OnFirst, h.OnFirst)}
	if all.Texts == nil {
		all.Texts = map[string]string{}
	}
	maps.Copy(all.Texts, o.Texts)
	return &all
}

// check refuses a setup that no printer has.
func (p *PageSetup) check() error {
	if p == nil {
		return invalidf("nothing changes of the page")
	}
	if p.Paper != nil && (*p.Paper < 1 || *p.Paper > 118) {
		return invalidf("there is no paper %d", *p.Paper)
	}
	if p.Margins != nil {
		for _, inches := range p.Margins {
			if !(inches >= 0 && inches <= 5) {
				return invalidf("no margin of a page")
			}
		}
	}
	return p.Heads.check()
}

// merge returns a setup with another one over it.
func (p *PageSetup) merge(o *PageSetup) *PageSetup {
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

func formatBool(b bool) string { return map[bool]string{true: "1", false: "0"}[b] }

// fitToPage says in the properties of the sheet that it is made as small as the page is wide.
func (w *sheetWriter) fitToPage() *bool {
	if p := w.sheet.edits.page; p != nil {
		return p.Fits
	}
	return nil
}

// encodeFitToPage returns the element that holds whether the scale is that of the page.
func (w *sheetWriter) encodeFitToPage(fits bool) []byte {
	return fmt.Appendf(nil, `<%spageSetUpPr fitToPage="%s"/>`, w.ns, formatBool(fits))
}

// applyPageSetup returns the tag of an element about printing with what changes; the tag itself when nothing does.
func (w *sheetWriter) applyPageSetup(name string, tag []byte) []byte {
	p := w.sheet.edits.page
	switch {
	case p == nil:
	case name == "printOptions" && p.Grid != nil && *p.Grid:
		tag = setAttr(tag, "gridLines", "1")
	case name == "printOptions" && p.Grid != nil:
		tag = removeAttr(removeAttr(tag, "gridLines"), "gridLinesSet")
	case name == "pageMargins" && p.Margins != nil:
		for i, side := range []string{"left", "right", "top", "bottom"} {
			tag = setAttr(tag, side, strconv.FormatFloat(p.Margins[i], 'g', 6, 64))
		}
		for _, side := range []string{"header", "footer"} { // none may be missing
			if _, is := findAttr(tag, side); !is {
				tag = setAttr(tag, side, "0.3")
			}
		}
	case name == "pageSetup":
		tag = p.applyToTag(tag)
	}
	return tag
}

func (p *PageSetup) applyToTag(tag []byte) []byte {
	if p.Paper != nil {
		tag = setAttr(tag, "paperSize", strconv.Itoa(*p.Paper))
	}
	if p.Landscape != nil {
		tag = setAttr(tag, "orientation", map[bool]string{true: "landscape", false: "portrait"}[*p.Landscape])
	}
	if p.Fits != nil && *p.Fits {
		tag = setAttr(setAttr(tag, "fitToWidth", "1"), "fitToHeight", "0")
	}
	return tag
}

// The elements of a sheet behind its merged cells, in their order (ECMA-376, part 1, 18.3.1.99).
var trailingElements = strings.Fields("phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup " +
	"headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF " +
	"drawingHF picture oleObjects controls webPublishItems tableParts extLst")

// insertTrailing adds the elements that are missing and have their place before one of that name, or before the end.
func (w *sheetWriter) insertTrailing(name string) {
	until := len(trailingElements)
	if name != "" {
		until = slices.Index(trailingElements, name)
	}
	for _, name := range trailingElements[:max(until, 0)] {
		if w.presentElements[name] {
			continue
		}
		w.presentElements[name] = true
		w.insert(w.tagStart, w.trailingElement(name))
	}
}

// trailingElement returns an element that the sheet did not have; nothing when no edit needs it.
func (w *sheetWriter) trailingElement(name string) []byte {
	switch name {
	case "printOptions", "pageMargins", "pageSetup":
		plain := []byte("<" + w.ns + name + "/>")
		if tag := w.applyPageSetup(name, plain); !bytes.Equal(tag, plain) {
			return tag
		}
	case "headerFooter":
		if p := w.sheet.edits.page; p != nil && p.Heads != nil {
			return w.heads(fmt.Appendf(nil, "<%sheaderFooter/>", w.ns), p.Heads)
		}
	case "drawing":
		if rel := w.sheet.edits.drawingRelation; rel != "" {
			return fmt.Appendf(nil, `<%sdrawing xmlns:r="%s" r:id="%s"/>`, w.ns, officeRelationNamespace, rel)
		}
	case "legacyDrawing":
		if rel := w.sheet.edits.legacyDrawingRelation; rel != "" {
			return fmt.Appendf(nil, `<%slegacyDrawing xmlns:r="%s" r:id="%s"/>`, w.ns, officeRelationNamespace, rel)
		}
	}
	return nil
}

// readHeads reads the headers and footers and writes what they become.
func (w *sheetWriter) readHeads(h *Heads) error {
	begin := w.tagStart
	if err := w.skipElement(); err != nil {
		return err
	}
	w.replace(begin, w.pos, w.heads(w.src[begin:w.pos], h))
	return w.err
}

// heads returns the element of headers and footers with what changes; nothing when none is left.
func (w *sheetWriter) heads(xml []byte, h *Heads) []byte {
	tag, children, end := splitElement(xml)
	for _, flag := range []struct {
		name string
		on   *bool
	}{{"differentOddEven", h.OnEven}, {"differentFirst", h.OnFirst}} {
		switch {
		case flag.on == nil:
		case *flag.on:
			tag = setAttr(tag, flag.name, "1")
		default:
			tag = removeAttr(tag, flag.name)
		}
	}
	old := map[string][]byte{}
	for _, e := range parseChildren(children) {
		old[e.name] = e.xml
	}
	var out []byte
	for _, name := range headNames {
		text, changes := h.Texts[name]
		switch {
		case !changes:
			out = append(out, old[name]...)
		case text != "":
			out = fmt.Appendf(out, "<%s%s>%s</%s%s>", w.ns, name, escapeText(text), w.ns, name)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return joinElement(tag, out, end, w.ns+"headerFooter")
}
