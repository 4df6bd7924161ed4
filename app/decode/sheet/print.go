package sheet

import "strconv"

// Print is how a sheet goes onto paper (ECMA-376, part 1, 18.3.1.62 and 18.3.1.63).
type Print struct {
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
}

const maxBreaks = 1_000

// print reads what an element says of how the sheet is printed.
func (w *workbook) print(s *scanner) {
	p := &w.printed
	yes := func(name string) bool { return s.attr(name) == "1" || s.attr(name) == "true" }
	switch {
	case s.is("pageSetUpPr"):
		p.Fits = yes("fitToPage")
	case s.is("printOptions"):
		p.Grid, p.Centered = yes("gridLines"), yes("horizontalCentered")
	case s.is("pageMargins"):
		p.Margins = &[4]float64{}
		for i, side := range []string{"left", "right", "top", "bottom"} {
			p.Margins[i] = min(s.float(side), 10)
		}
	case s.is("pageSetup"):
		p.Paper, p.Landscape = s.number("paperSize", 0, 0, 200), s.attr("orientation") == "landscape"
		p.Scale = s.number("scale", 100, 10, 400)
		p.Wide, p.High = s.number("fitToWidth", 1, 0, 1000), s.number("fitToHeight", 1, 0, 1000)
	case s.is("rowBreaks"):
		w.breaks = true
	case s.over("rowBreaks"):
		w.breaks = false
	case s.is("brk") && w.breaks && len(p.Breaks) < maxBreaks:
		if id, err := strconv.Atoi(s.attr("id")); err == nil && id > 0 && id < maxRows {
			p.Breaks = append(p.Breaks, id)
		}
	default:
		return
	}
	w.page.Print = p
}
