package workbook

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// PageSetup is what changes of how a sheet goes onto paper.
type PageSetup struct {
	Landscape *bool       `json:"landscape"`
	Paper     *int        `json:"paper"` // as workbooks number them: 9 is A4
	Fits      *bool       `json:"fits"`  // onto pages of the whole width
	Margins   *[4]float64 `json:"margins"`
	Grid      *bool       `json:"grid"`
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
	return nil
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
