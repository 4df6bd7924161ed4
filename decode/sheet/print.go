package sheet

import (
	"strconv"
	"strings"
)

// PageSetup is how a sheet goes onto paper (ECMA-376, part 1, 18.3.1.62 and 18.3.1.63).
type PageSetup struct {
	Paper     int         `json:"paper,omitempty"` // as workbooks number them: 9 is A4
	Landscape bool        `json:"landscape,omitempty"`
	Scale     int         `json:"scale,omitempty"` // percent
	Fits      bool        `json:"fits,omitempty"`  // the scale is that at which it takes so many pages
	Wide      int         `json:"wide,omitempty"`  // pages beside one another; 0 as many as it takes
	High      int         `json:"high,omitempty"`
	Margins   *[4]float64 `json:"margins,omitempty"` // left, right, top and bottom, in inches
	Grid      bool        `json:"grid,omitempty"`    // with the lines between all cells
	Centered  bool        `json:"centered,omitempty"`
	Breaks    []int       `json:"breaks,omitempty"` // rows behind which a page ends
	Begin     int         `json:"begin,omitempty"`  // number of the first page, when the sheet says one
	Edges     *[2]float64 `json:"edges,omitempty"`  // from those of the paper to header and footer, in inches
	Heads     *Heads      `json:"heads,omitempty"`
}

// Heads are the headers and footers of pages, in the codes of workbooks (ECMA-376, part 1, 18.3.1.46). Each has the
// header first.
type Heads struct {
	Odd     [2]string `json:"odd"` // of all pages that have none of their own
	Even    [2]string `json:"even"`
	First   [2]string `json:"first"`
	OnEven  bool      `json:"onEven,omitempty"` // even pages have their own
	OnFirst bool      `json:"onFirst,omitempty"`
	Fixed   bool      `json:"fixed,omitempty"` // as large as they say, whatever the scale of the page is
	Wide    bool      `json:"wide,omitempty"`  // whatever the margins are
}

const (
	maxBreaks = 1_000
	maxHead   = 4_000 // bytes of a header or a footer
)

// readPageSetup reads what an element says of how the sheet is printed.
func (w *workbook) readPageSetup(s *scanner) error {
	p := &w.pageSetup
	yes := func(name string) bool { return s.attr(name) == "1" || s.attr(name) == "true" }
	switch {
	case s.is("pageSetUpPr"):
		p.Fits = yes("fitToPage")
	case s.is("printOptions"):
		p.Grid, p.Centered = yes("gridLines"), yes("horizontalCentered")
	case s.is("pageMargins"):
		p.Margins = &[4]float64{}
		for i, side := range []string{"left", "right", "top", "bottom"} {
			p.Margins[i] = min(s.floatAttr(side), 10)
		}
		p.Edges = &[2]float64{min(s.floatAttr("header"), 10), min(s.floatAttr("footer"), 10)}
	case s.is("pageSetup"):
		p.Paper, p.Landscape = s.intAttr("paperSize", 0, 0, 200), s.attr("orientation") == "landscape"
		p.Scale = s.intAttr("scale", 100, 10, 400)
		p.Wide, p.High = s.intAttr("fitToWidth", 1, 0, 1000), s.intAttr("fitToHeight", 1, 0, 1000)
		if yes("useFirstPageNumber") {
			p.Begin = s.intAttr("firstPageNumber", 0, 0, 1<<15)
		}
	case s.is("headerFooter"):
		p.Heads = &Heads{
			OnEven: yes("differentOddEven"), OnFirst: yes("differentFirst"),
			Fixed: s.attr("scaleWithDoc") == "0" || s.attr("scaleWithDoc") == "false",
			Wide:  s.attr("alignWithMargins") == "0" || s.attr("alignWithMargins") == "false",
		}
	case p.Heads != nil && !s.isEnd && p.Heads.text(string(s.name)) != nil:
		text, err := s.text(maxHead)
		if err != nil {
			return err
		}
		*p.Heads.text(string(s.name)) = decodeEscapes(text)
	case s.is("rowBreaks"):
		w.inRowBreaks = true
	case s.isEndOf("rowBreaks"):
		w.inRowBreaks = false
	case s.is("brk") && w.inRowBreaks && len(p.Breaks) < maxBreaks:
		if id, err := strconv.Atoi(s.attr("id")); err == nil && id > 0 && id < maxRows {
			p.Breaks = append(p.Breaks, id)
		}
	default:
		return nil
	}
	w.page.Print = p
	return nil
}

// text returns the header or footer of that element; nil when it is none.
func (h *Heads) text(name string) *string {
	kind, is := strings.CutSuffix(name, "Header")
	at := 0
	if !is {
		if kind, is = strings.CutSuffix(name, "Footer"); !is {
			return nil
		}
		at = 1
	}
	switch kind {
	case "odd":
		return &h.Odd[at]
	case "even":
		return &h.Even[at]
	case "first":
		return &h.First[at]
	}
	return nil
}
