package sheet

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Chart is a chart by the values that the file keeps of its cells.
type Chart struct {
	Title      string   `json:"title,omitempty"`
	Categories []string `json:"categories"`
	Shape      string   `json:"shape,omitempty"` // format of the categories, when they are numbers
	Names      string   `json:"names,omitempty"` // the cells that the categories are from, as a formula
	Series     []Series `json:"series"`
	Horizontal bool     `json:"horizontal,omitempty"`
	Stacking   string   `json:"stacking,omitempty"` // stacked or percent
	Legend     string   `json:"legend,omitempty"`   // r, l, t, b or tr
	Below      string   `json:"below,omitempty"`    // title of the axis of categories
	Beside     string   `json:"beside,omitempty"`   // and of that of values
	Reversed   bool     `json:"reversed,omitempty"` // categories from the right
	Format     string   `json:"format,omitempty"`
	Hole       float64  `json:"hole,omitempty"`
	Other      string   `json:"other,omitempty"` // its kind, when it is not drawn as one
}

// Series is a row of values of a chart.
type Series struct {
	Name   string         `json:"name,omitempty"`
	Plot   string         `json:"plot"` // bar, line, area, pie or scatter
	Values []*float64     `json:"values"`
	From   string         `json:"from,omitempty"` // the cells that the values are from, as a formula
	Head   string         `json:"head,omitempty"` // the cell that the name is from
	Across []*float64     `json:"across,omitempty"`
	Along  string         `json:"along,omitempty"` // the cells that those are from
	Color  string         `json:"color,omitempty"` // RRGGBB
	Points map[int]string `json:"points,omitempty"`
	Line   bool           `json:"line,omitempty"`
	Marks  bool           `json:"marks,omitempty"`
	Second bool           `json:"second,omitempty"` // measured by the axis at the other side
}

const (
	maxSeries = 60
	maxPoints = 2_000
	maxWords  = 500 // bytes of a title or a name
)

var plots = map[string]string{
	"barChart": "bar", "bar3DChart": "bar", "lineChart": "line", "line3DChart": "line", "areaChart": "area", "area3DChart": "area",
	"pieChart": "pie", "pie3DChart": "pie", "ofPieChart": "pie", "doughnutChart": "pie", "scatterChart": "scatter",
}

// chart reads the part of a chart; nil when there is none.
func (w *workbook) chart(part string) (*Chart, error) {
	root, err := w.tree(part)
	if err != nil {
		return nil, err
	}
	space := root.kid("chartSpace")
	if data := space.kid("chartData", "data"); data != nil {
		return w.newChart(space, data), nil
	}
	area := space.kid("chart", "plotArea")
	if area == nil {
		return nil, nil
	}
	r := &chartReader{w: w, area: area, chart: &Chart{Categories: []string{}, Series: []Series{}}}
	for _, k := range area.kids {
		if strings.HasSuffix(k.name, "Chart") {
			r.plots = append(r.plots, k)
		} else if strings.HasSuffix(k.name, "Ax") {
			r.axes = append(r.axes, k)
		}
	}
	r.read(space.kid("chart"))
	return r.chart, nil
}

// chartReader reads the element of a chart.
type chartReader struct {
	w           *workbook
	area        *node
	plots, axes []*node
	chart       *Chart
	auto        bool // its title is the name of its series
}

func (r *chartReader) read(in *node) {
	c := r.chart
	for _, plot := range r.plots {
		for _, ser := range plot.own("ser") {
			if len(c.Series) >= maxSeries {
				break
			}
			r.categories(ser.kid("cat"))
			c.Series = append(c.Series, r.series(ser, plot))
		}
	}
	r.wishes()
	c.Other = r.kind()
	if len(r.plots) > 0 {
		r.plot(r.plots[0])
	}
	r.titles(in)
}

// kind returns the kind of a chart that is not drawn, or is of several that do not go together.
func (r *chartReader) kind() string {
	if len(r.plots) == 0 {
		return "chart"
	}
	for _, plot := range r.plots {
		if plots[plot.name] == "" {
			return strings.TrimSuffix(strings.TrimSuffix(plot.name, "Chart"), "3D")
		}
		if plots[plot.name] == "pie" && len(r.plots) > 1 {
			return "pie"
		}
	}
	return ""
}

// plot reads what the first plot says of all.
func (r *chartReader) plot(first *node) {
	c := r.chart
	switch first.kid("grouping").attr("val") {
	case "stacked":
		c.Stacking = "stacked"
	case "percentStacked":
		c.Stacking = "percent"
	}
	c.Horizontal = strings.HasPrefix(first.name, "bar") && first.kid("barDir").attr("val") == "bar" && len(r.plots) == 1
	if first.name == "doughnutChart" {
		c.Hole = 0.5
		if size, err := strconv.Atoi(first.kid("holeSize").attr("val")); err == nil && size >= 10 && size <= 90 {
			c.Hole = float64(size) / 100
		}
	}
}

// titles reads the words around a chart, and the format of its values.
func (r *chartReader) titles(in *node) {
	c := r.chart
	c.Title = words(in.kid("title"))
	if r.auto = c.Title == "" && !in.kid("autoTitleDeleted").is(false) && len(c.Series) == 1; r.auto {
		c.Title = c.Series[0].Name
	}
	if legend := in.kid("legend"); legend != nil {
		if c.Legend = legend.kid("legendPos").attr("val"); c.Legend == "" {
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
	c.Below = words(across.kid("title"))
	c.Reversed = across.kid("scaling", "orientation").attr("val") == "maxMin"
	if across != up {
		c.Beside = words(up.kid("title"))
	}
	if format := up.kid("numFmt"); format != nil && format.attr("sourceLinked") == "0" {
		c.Format = format.attr("formatCode")
	}
}

func (r *chartReader) series(ser, plot *node) Series {
	s := Series{Name: words(ser.kid("tx")), Plot: plots[plot.name], Points: map[int]string{}, Second: r.second(plot)}
	if s.Plot == "" {
		s.Plot = "bar"
	}
	values := ser.kid("val")
	if values == nil {
		values = ser.kid("yVal")
	}
	texts, format := r.w.cached(values)
	s.Values, s.From, s.Head = numbers(texts), cellsOf(values), cellsOf(ser.kid("tx"))
	if len(r.chart.Series) == 0 {
		r.chart.Format = format
	}
	if texts, _ := r.w.cached(ser.kid("xVal")); len(texts) > 0 {
		s.Across = numbers(texts)
	}
	s.Along = cellsOf(ser.kid("xVal"))
	look, line := ser.kid("spPr"), ser.kid("spPr", "ln")
	if s.Color = r.w.fillColor(look); s.Color == "" {
		s.Color = r.w.fillColor(line)
	}
	for _, point := range ser.own("dPt") {
		at, err := strconv.Atoi(point.kid("idx").attr("val"))
		if color := r.w.fillColor(point.kid("spPr")); err == nil && color != "" && at >= 0 && at < maxPoints {
			s.Points[at] = color
		}
	}
	style := plot.kid("scatterStyle").attr("val")
	s.Line = line.kid("noFill") == nil && (s.Plot != "scatter" || style != "marker" && style != "none")
	symbol := ser.kid("marker", "symbol")
	s.Marks = symbol.attr("val") != "none" && (s.Plot == "scatter" || symbol != nil || plot.kid("marker").is(false))
	return s
}

// second reports whether a plot has another axis of values than the first one.
func (r *chartReader) second(plot *node) bool {
	upright := func(plot *node) string {
		for _, id := range plot.own("axId") {
			for _, axis := range r.axes {
				if axis.name == "valAx" && axis.kid("axId").attr("val") == id.attr("val") {
					return id.attr("val")
				}
			}
		}
		return ""
	}
	return plot != r.plots[0] && upright(plot) != upright(r.plots[0])
}

// cellsOf returns the formula of the cells from which values are.
func cellsOf(holder *node) string {
	if f := holder.all("f"); len(f) > 0 {
		return strings.TrimSpace(f[0].text)
	}
	return ""
}

// words returns the text of a title or of a name.
func words(n *node) string {
	parts := n.all("t")
	if len(parts) == 0 {
		parts = n.all("v")
	}
	var text strings.Builder
	for _, p := range parts {
		text.WriteString(p.text)
	}
	return cut(text.String(), maxWords)
}

func cut(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// cached returns the points that a file keeps of cells, by their numbers; empty for those that are not there.
func (w *workbook) cached(holder *node) (points []string, format string) {
	caches := holder.all("strCache", "numCache", "strLit", "numLit")
	if len(caches) == 0 {
		caches = holder.all("lvl")
	}
	if len(caches) == 0 {
		return nil, ""
	}
	cache := caches[0]
	count, err := strconv.Atoi(cache.kid("ptCount").attr("val"))
	if err != nil || count < 0 {
		count = 0
	}
	points = make([]string, min(count, maxPoints, max(0, maxChartIn-w.charted)))
	for _, point := range cache.own("pt") {
		at, err := strconv.Atoi(point.attr("idx"))
		if err != nil || at < 0 || at >= min(maxPoints, max(0, maxChartIn-w.charted)) {
			continue
		}
		for at >= len(points) {
			points = append(points, "")
		}
		if v := point.kid("v"); v != nil {
			points[at] = cut(v.text, 200)
		}
	}
	w.charted += len(points)
	if code := cache.kid("formatCode"); code != nil {
		format = code.text
	}
	return points, format
}

func numbers(texts []string) []*float64 {
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
	names, format := r.w.cached(holder)
	if c.Names == "" || len(names) > len(c.Categories) {
		c.Names = cellsOf(holder)
	}
	if len(names) > len(c.Categories) {
		c.Categories, c.Shape = names, ""
		if len(holder.all("numCache", "numLit")) > 0 {
			c.Shape = cmp.Or(format, "General")
		}
	}
}

// wishes lets the cells be read of which the file keeps no values, once all series are there.
func (r *chartReader) wishes() {
	c, at := r.chart, 0
	for _, plot := range r.plots {
		for _, ser := range plot.own("ser") {
			if at >= len(c.Series) {
				return
			}
			s := &c.Series[at]
			at++
			values := ser.kid("val")
			if values == nil {
				values = ser.kid("yVal")
			}
			r.w.wishes(values, func(texts []string, format string) {
				s.Values = numbers(texts)
				c.Format = cmp.Or(c.Format, format)
			})
			r.w.wishes(ser.kid("xVal"), func(texts []string, _ string) { s.Across = numbers(texts) })
			r.w.wishes(ser.kid("tx"), func(texts []string, _ string) {
				if s.Name = cut(strings.Join(texts, " "), maxWords); r.auto {
					c.Title = s.Name
				}
			})
			if len(c.Categories) == 0 && at == 1 {
				r.w.wishes(ser.kid("cat"), func(texts []string, format string) { c.Categories, c.Shape = texts, format })
			}
		}
	}
}

// fillColor returns the colour with which something is filled; empty when it says none.
func (w *workbook) fillColor(look *node) string {
	fill := look.kid("solidFill")
	if rgb := fill.kid("srgbClr").attr("val"); len(rgb) == 6 {
		return hex("#" + rgb)
	}
	at := map[string]int{
		"bg1": 0, "lt1": 0, "tx1": 1, "dk1": 1, "bg2": 2, "lt2": 2, "tx2": 3, "dk2": 3, "accent1": 4, "accent2": 5, "accent3": 6,
		"accent4": 7, "accent5": 8, "accent6": 9,
	}
	if i, is := at[fill.kid("schemeClr").attr("val")]; is && i < len(w.look.theme) {
		return hex("#" + w.look.theme[i])
	}
	return ""
}

// newChart reads a chart of a kind that came after 2013: it is shown as its values.
func (w *workbook) newChart(space, data *node) *Chart {
	c := &Chart{Title: words(space.kid("chart", "title")), Categories: []string{}, Other: "chart"}
	s := Series{Plot: "bar", Values: []*float64{}}
	texts := func(dim string) (all []string) {
		for _, point := range data.kid(dim, "lvl").own("pt") {
			if len(all) < min(maxPoints, max(0, maxChartIn-w.charted)) {
				all = append(all, cut(point.text, 200))
			}
		}
		w.charted += len(all)
		return all
	}
	c.Categories = append(c.Categories, texts("strDim")...)
	s.Values = append(s.Values, numbers(texts("numDim"))...)
	if all := space.kid("chart").all("series"); len(all) > 0 {
		s.Name = words(all[0].kid("tx"))
		if kind := all[0].attr("layoutId"); kind != "" {
			c.Other = cut(kind, 40)
		}
	}
	c.Format = data.kid("numDim", "lvl").attr("formatCode")
	c.Series = []Series{s}
	return c
}
