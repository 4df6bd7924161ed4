package sheet

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Chart is a chart by the values that the file keeps of its cells.
type Chart struct {
	Title         string   `json:"title,omitempty"`
	Categories    []string `json:"categories"`
	Shape         string   `json:"shape,omitempty"` // format of the categories, when they are numbers
	Names         string   `json:"names,omitempty"` // the cells that the categories are from, as a formula
	Series        []Series `json:"series"`
	Horizontal    bool     `json:"horizontal,omitempty"`
	Stacking      string   `json:"stacking,omitempty"` // stacked or percent
	Legend        string   `json:"legend,omitempty"`   // r, l, t, b or tr
	CategoryTitle string   `json:"below,omitempty"`    // title of the axis of categories
	ValueTitle    string   `json:"beside,omitempty"`   // and of that of values
	Reversed      bool     `json:"reversed,omitempty"` // categories from the right
	Format        string   `json:"format,omitempty"`
	Hole          float64  `json:"hole,omitempty"`
	Other         string   `json:"other,omitempty"` // its kind, when it is not drawn as one
}

// Series is a row of values of a chart.
type Series struct {
	Name       string         `json:"name,omitempty"`
	Plot       string         `json:"plot"` // bar, line, area, pie or scatter
	Values     []*float64     `json:"values"`
	From       string         `json:"from,omitempty"` // the cells that the values are from, as a formula
	Head       string         `json:"head,omitempty"` // the cell that the name is from
	XValues    []*float64     `json:"across,omitempty"`
	Along      string         `json:"along,omitempty"` // the cells that those are from
	Color      string         `json:"color,omitempty"` // RRGGBB
	Points     map[int]string `json:"points,omitempty"`
	Line       bool           `json:"line,omitempty"`
	Marks      bool           `json:"marks,omitempty"`
	SecondAxis bool           `json:"second,omitempty"` // measured by the axis at the other side
}

const (
	maxSeries = 60
	maxPoints = 2_000
	maxTitle  = 500 // bytes of a title or a name
)

var plotKinds = map[string]string{
	"barChart": "bar", "bar3DChart": "bar", "lineChart": "line", "line3DChart": "line", "areaChart": "area", "area3DChart": "area",
	"pieChart": "pie", "pie3DChart": "pie", "ofPieChart": "pie", "doughnutChart": "pie", "scatterChart": "scatter",
}

// readChart reads the part of a chart; nil when there is none.
func (w *workbook) readChart(part string) (*Chart, error) {
	root, err := w.readTree(part)
	if err != nil {
		return nil, err
	}
	space := root.child("chartSpace")
	if data := space.child("chartData", "data"); data != nil {
		return w.readExtendedChart(space, data), nil
	}
	area := space.child("chart", "plotArea")
	if area == nil {
		return nil, nil
	}
	r := &chartReader{workbook: w, plotArea: area, chart: &Chart{Categories: []string{}, Series: []Series{}}}
	for _, k := range area.children {
		if strings.HasSuffix(k.name, "Chart") {
			r.plots = append(r.plots, k)
		} else if strings.HasSuffix(k.name, "Ax") {
			r.axes = append(r.axes, k)
		}
	}
	r.read(space.child("chart"))
	return r.chart, nil
}

// chartReader reads the element of a chart.
type chartReader struct {
	workbook    *workbook
	plotArea    *node
	plots, axes []*node
	chart       *Chart
	auto        bool // its title is the name of its series
}

func (r *chartReader) read(in *node) {
	c := r.chart
	for _, plot := range r.plots {
		for _, ser := range plot.childrenNamed("ser") {
			if len(c.Series) >= maxSeries {
				break
			}
			r.categories(ser.child("cat"))
			c.Series = append(c.Series, r.readSeries(ser, plot))
		}
	}
	r.wishes()
	c.Other = r.unsupportedKind()
	if len(r.plots) > 0 {
		r.readPlot(r.plots[0])
	}
	r.readTitles(in)
}

// unsupportedKind returns the kind of a chart that is not drawn, or is of several that do not go together.
func (r *chartReader) unsupportedKind() string {
	if len(r.plots) == 0 {
		return "chart"
	}
	for _, plot := range r.plots {
		if plotKinds[plot.name] == "" {
			return strings.TrimSuffix(strings.TrimSuffix(plot.name, "Chart"), "3D")
		}
		if plotKinds[plot.name] == "pie" && len(r.plots) > 1 {
			return "pie"
		}
	}
	return ""
}

// readPlot reads what the first plot says of all.
func (r *chartReader) readPlot(first *node) {
	c := r.chart
	switch first.child("grouping").attr("val") {
	case "stacked":
		c.Stacking = "stacked"
	case "percentStacked":
		c.Stacking = "percent"
	}
	c.Horizontal = strings.HasPrefix(first.name, "bar") && first.child("barDir").attr("val") == "bar" && len(r.plots) == 1
	if first.name == "doughnutChart" {
		c.Hole = 0.5
		if size, err := strconv.Atoi(first.child("holeSize").attr("val")); err == nil && size >= 10 && size <= 90 {
			c.Hole = float64(size) / 100
		}
	}
}

// readTitles reads the words around a chart, and the format of its values.
func (r *chartReader) readTitles(in *node) {
	c := r.chart
	c.Title = titleText(in.child("title"))
	if r.auto = c.Title == "" && !in.child("autoTitleDeleted").isTrue(false) && len(c.Series) == 1; r.auto {
		c.Title = c.Series[0].Name
	}
	if legend := in.child("legend"); legend != nil {
		if c.Legend = legend.child("legendPos").attr("val"); c.Legend == "" {
			c.Legend = "r"
		}
	}
	var across, up *node
	for _, axis := range r.axes {
		if axis.name != "valAx" && across == nil {
			across = axis
		} else if axis.name == "valAx" {
			up = axis
		}
	}
	if across == nil && len(r.axes) > 0 {
		across = r.axes[0]
	}
	c.CategoryTitle = titleText(across.child("title"))
	c.Reversed = across.child("scaling", "orientation").attr("val") == "maxMin"
	if across != up {
		c.ValueTitle = titleText(up.child("title"))
	}
	if format := up.child("numFmt"); format != nil && format.attr("sourceLinked") == "0" {
		c.Format = format.attr("formatCode")
	}
}

func (r *chartReader) readSeries(ser, plot *node) Series {
	s := Series{Name: titleText(ser.child("tx")), Plot: plotKinds[plot.name], Points: map[int]string{}, SecondAxis: r.hasSecondAxis(plot)}
	if s.Plot == "" {
		s.Plot = "bar"
	}
	values := ser.child("val")
	if values == nil {
		values = ser.child("yVal")
	}
	texts, format := r.workbook.readCachedPoints(values)
	s.Values, s.From, s.Head = parseNumbers(texts), formulaOf(values), formulaOf(ser.child("tx"))
	if len(r.chart.Series) == 0 {
		r.chart.Format = format
	}
	if texts, _ := r.workbook.readCachedPoints(ser.child("xVal")); len(texts) > 0 {
		s.XValues = parseNumbers(texts)
	}
	s.Along = formulaOf(ser.child("xVal"))
	look, line := ser.child("spPr"), ser.child("spPr", "ln")
	if s.Color = r.workbook.fillColor(look); s.Color == "" {
		s.Color = r.workbook.fillColor(line)
	}
	for _, point := range ser.childrenNamed("dPt") {
		at, err := strconv.Atoi(point.child("idx").attr("val"))
		if color := r.workbook.fillColor(point.child("spPr")); err == nil && color != "" && at >= 0 && at < maxPoints {
			s.Points[at] = color
		}
	}
	style := plot.child("scatterStyle").attr("val")
	s.Line = line.child("noFill") == nil && (s.Plot != "scatter" || style != "marker" && style != "none")
	symbol := ser.child("marker", "symbol")
	s.Marks = symbol.attr("val") != "none" && (s.Plot == "scatter" || symbol != nil || plot.child("marker").isTrue(false))
	return s
}

// hasSecondAxis reports whether a plot has another axis of values than the first one.
func (r *chartReader) hasSecondAxis(plot *node) bool {
	upright := func(plot *node) string {
		for _, id := range plot.childrenNamed("axId") {
			for _, axis := range r.axes {
				if axis.name == "valAx" && axis.child("axId").attr("val") == id.attr("val") {
					return id.attr("val")
				}
			}
		}
		return ""
	}
	return plot != r.plots[0] && upright(plot) != upright(r.plots[0])
}

// formulaOf returns the formula of the cells from which values are.
func formulaOf(holder *node) string {
	if f := holder.descendants("f"); len(f) > 0 {
		return strings.TrimSpace(f[0].text)
	}
	return ""
}

// titleText returns the text of a title or of a name.
func titleText(n *node) string {
	parts := n.descendants("t")
	if len(parts) == 0 {
		parts = n.descendants("v")
	}
	var text strings.Builder
	for _, p := range parts {
		text.WriteString(p.text)
	}
	return truncate(text.String(), maxTitle)
}

func truncate(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// readCachedPoints returns the points that a file keeps of cells, by their numbers; empty for those that are not there.
func (w *workbook) readCachedPoints(holder *node) (points []string, format string) {
	caches := holder.descendants("strCache", "numCache", "strLit", "numLit")
	if len(caches) == 0 {
		caches = holder.descendants("lvl")
	}
	if len(caches) == 0 {
		return nil, ""
	}
	cache := caches[0]
	count, err := strconv.Atoi(cache.child("ptCount").attr("val"))
	if err != nil || count < 0 {
		count = 0
	}
	points = make([]string, min(count, maxPoints, max(0, maxChartPoints-w.chartPoints)))
	for _, point := range cache.childrenNamed("pt") {
		at, err := strconv.Atoi(point.attr("idx"))
		if err != nil || at < 0 || at >= min(maxPoints, max(0, maxChartPoints-w.chartPoints)) {
			continue
		}
		for at >= len(points) {
			points = append(points, "")
		}
		if v := point.child("v"); v != nil {
			points[at] = truncate(v.text, 200)
		}
	}
	w.chartPoints += len(points)
	if code := cache.child("formatCode"); code != nil {
		format = code.text
	}
	return points, format
}

func parseNumbers(texts []string) []*float64 {
	all := make([]*float64, len(texts))
	for i, text := range texts {
		if f, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil && math.Abs(f) < 1e300 {
			all[i] = &f
		}
	}
	return all
}

// categories reads the names along an axis.
func (r *chartReader) categories(holder *node) {
	c := r.chart
	names, format := r.workbook.readCachedPoints(holder)
	if c.Names == "" || len(names) > len(c.Categories) {
		c.Names = formulaOf(holder)
	}
	if len(names) > len(c.Categories) {
		c.Categories, c.Shape = names, ""
		if len(holder.descendants("numCache", "numLit")) > 0 {
			c.Shape = cmp.Or(format, "General")
		}
	}
}

// wishes lets the cells be read of which the file keeps no values, once all series are there.
func (r *chartReader) wishes() {
	c, at := r.chart, 0
	for _, plot := range r.plots {
		for _, ser := range plot.childrenNamed("ser") {
			if at >= len(c.Series) {
				return
			}
			s := &c.Series[at]
			at++
			values := ser.child("val")
			if values == nil {
				values = ser.child("yVal")
			}
			r.workbook.wishes(values, func(texts []string, format string) {
				s.Values = parseNumbers(texts)
				c.Format = cmp.Or(c.Format, format)
			})
			r.workbook.wishes(ser.child("xVal"), func(texts []string, _ string) { s.XValues = parseNumbers(texts) })
			r.workbook.wishes(ser.child("tx"), func(texts []string, _ string) {
				if s.Name = truncate(strings.Join(texts, " "), maxTitle); r.auto {
					c.Title = s.Name
				}
			})
			if len(c.Categories) == 0 && at == 1 {
				r.workbook.wishes(ser.child("cat"), func(texts []string, format string) { c.Categories, c.Shape = texts, format })
			}
		}
	}
}

// fillColor returns the colour with which something is filled; empty when it says none.
func (w *workbook) fillColor(look *node) string {
	fill := look.child("solidFill")
	if rgb := fill.child("srgbClr").attr("val"); len(rgb) == 6 {
		return parseHexColor("#" + rgb)
	}
	at := map[string]int{
		"bg1": 0, "lt1": 0, "tx1": 1, "dk1": 1, "bg2": 2, "lt2": 2, "tx2": 3, "dk2": 3, "accent1": 4, "accent2": 5, "accent3": 6,
		"accent4": 7, "accent5": 8, "accent6": 9,
	}
	if i, is := at[fill.child("schemeClr").attr("val")]; is && i < len(w.xlsxStyles.theme) {
		return parseHexColor("#" + w.xlsxStyles.theme[i])
	}
	return ""
}

// readExtendedChart reads a chart of a kind that came after 2013: it is shown as its values.
func (w *workbook) readExtendedChart(space, data *node) *Chart {
	c := &Chart{Title: titleText(space.child("chart", "title")), Categories: []string{}, Other: "chart"}
	s := Series{Plot: "bar", Values: []*float64{}}
	texts := func(dim string) (all []string) {
		for _, point := range data.child(dim, "lvl").childrenNamed("pt") {
			if len(all) < min(maxPoints, max(0, maxChartPoints-w.chartPoints)) {
				all = append(all, truncate(point.text, 200))
			}
		}
		w.chartPoints += len(all)
		return all
	}
	c.Categories = append(c.Categories, texts("strDim")...)
	s.Values = append(s.Values, parseNumbers(texts("numDim"))...)
	if all := space.child("chart").descendants("series"); len(all) > 0 {
		s.Name = titleText(all[0].child("tx"))
		if kind := all[0].attr("layoutId"); kind != "" {
			c.Other = truncate(kind, 40)
		}
	}
	c.Format = data.child("numDim", "lvl").attr("formatCode")
	c.Series = []Series{s}
	return c
}
