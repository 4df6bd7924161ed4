package workbook

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"anbar/decode/formula"
)

// Chart is a chart that an editor adds, with the values that its cells have now.
type Chart struct {
	Name    string        `json:"name"` // by which it is found again
	Kind    string        `json:"kind"` // column, line or pie
	Title   string        `json:"title"`
	From    [2]int        `json:"from"` // row and column of its first corner, and of its last one
	To      [2]int        `json:"to"`
	RTL     bool          `json:"rtl"`   // categories from the right
	Names   *ChartLabels  `json:"names"` // of the categories
	Series  []ChartSeries `json:"series"`
	Format  string        `json:"format"` // of the values
	since   int
	deleted bool
}

// ChartLabels are texts of cells.
type ChartLabels struct {
	F     string   `json:"f"` // the cells, as a formula
	Texts []string `json:"texts"`
}

// ChartSeries is a row of values of a chart.
type ChartSeries struct {
	Name   *ChartLabels `json:"name"`
	F      string       `json:"f"`
	Values []*float64   `json:"values"`
}

const (
	maxCharts      = 100 // that one save adds
	maxChartSeries = 60
	maxChartPoints = 2_000
	maxChartText   = 255
)

// check refuses a chart that no program would draw.
func (c *Chart) check() error {
	if c == nil || c.Name == "" || len(c.Series) == 0 || len(c.Series) > maxChartSeries ||
		!slices.Contains([]string{"column", "line", "pie"}, c.Kind) {
		return invalidf("no chart")
	}
	a := cellRange{c.From[0], c.From[1], c.To[0], c.To[1]}
	if !a.isValid() || a.top == a.bottom || a.left == a.right {
		return invalidf("%v is no place of a chart", a)
	}
	texts := []string{c.Name, c.Title, c.Format}
	points := 0
	add := func(of *ChartLabels) {
		if of != nil {
			texts = append(append(texts, of.F), of.Texts...)
			points += len(of.Texts)
		}
	}
	add(c.Names)
	for i := range c.Series {
		s := &c.Series[i]
		add(s.Name)
		texts = append(texts, s.F)
		points = max(points, len(s.Values))
		for _, v := range s.Values {
			if v != nil && (math.IsInf(*v, 0) || math.IsNaN(*v)) {
				return invalidf("a value that no cell has")
			}
		}
	}
	if points > 2*maxChartPoints {
		return invalidf("a chart of too many points")
	}
	for _, text := range texts {
		if len([]rune(text)) > maxChartText || stripIllegalChars(text) != text {
			return invalidf("a text that no chart has")
		}
	}
	return nil
}

// applySteps brings a chart to where it is after the steps that came behind it.
func (c *Chart) applySteps(b *workbook, sh *sheet) {
	for _, st := range b.steps[c.since:] {
		each := []*string{}
		if c.Names != nil {
			each = append(each, &c.Names.F)
		}
		for i := range c.Series {
			each = append(each, &c.Series[i].F)
			if c.Series[i].Name != nil {
				each = append(each, &c.Series[i].Name.F)
			}
		}
		for _, f := range each {
			*f = st.RewriteFormula(*f, false)
		}
		if st.sheet != sh || !st.IsMove() {
			continue
		}
		axis := 1
		if st.IsRowChange() {
			axis = 0
		}
		for _, corner := range []*[2]int{&c.From, &c.To} {
			if to, left := st.MoveIndex(corner[axis]); left {
				corner[axis] = to
			} else {
				corner[axis] = st.At
			}
		}
	}
	c.To[0] = min(max(c.To[0], c.From[0]+1), formula.MaxRows-1)
	c.To[1] = min(max(c.To[1], c.From[1]+1), formula.MaxColumns-1)
}

const (
	chartHead = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + officeRelationNamespace +
		`"><c:roundedCorners val="0"/><c:chart>`
	chartTail = `<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`
	valueAxis = `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="%s"/>` +
		`<c:majorGridlines/><c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>` +
		`<c:tickLblPos val="nextTo"/><c:crossAx val="1"/><c:crosses val="autoZero"/><c:crossBetween val="between"/></c:valAx>`
	nameAxis = `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="%s"/></c:scaling><c:delete val="0"/><c:axPos val="b"/>` +
		`<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/>` +
		`<c:tickLblPos val="nextTo"/><c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/>` +
		`<c:lblOffset val="100"/><c:noMultiLvlLbl val="0"/></c:catAx>`
)

// encode returns the part of the chart.
func (c *Chart) encode() []byte {
	var out strings.Builder
	out.WriteString(declaration + chartHead)
	if c.Title != "" {
		fmt.Fprintf(&out, `<c:title><c:tx><c:rich>`+
			`<a:bodyPr/><a:p><a:r><a:rPr/><a:t>%s</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/>`+
			`</c:title><c:autoTitleDeleted val="0"/>`, escapeText(c.Title))
	} else {
		out.WriteString(`<c:autoTitleDeleted val="1"/>`)
	}
	out.WriteString("<c:plotArea><c:layout/>")
	series := c.encodeSeries()
	switch c.Kind {
	case "pie":
		out.WriteString(`<c:pieChart><c:varyColors val="1"/>` + series + `<c:firstSliceAng val="0"/></c:pieChart>`)
	case "line":
		out.WriteString(`<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>` + series +
			`<c:marker val="1"/><c:axId val="1"/><c:axId val="2"/></c:lineChart>`)
	default:
		out.WriteString(`<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>` + series +
			`<c:gapWidth val="150"/><c:axId val="1"/><c:axId val="2"/></c:barChart>`)
	}
	if c.Kind != "pie" {
		direction, side := "minMax", "l"
		if c.RTL {
			direction, side = "maxMin", "r"
		}
		fmt.Fprintf(&out, nameAxis+valueAxis, direction, side)
	}
	out.WriteString(`</c:plotArea>`)
	if c.Kind == "pie" || len(c.Series) > 1 {
		out.WriteString(`<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend>`)
	}
	out.WriteString(chartTail)
	return []byte(out.String())
}

func (c *Chart) encodeSeries() string {
	var out strings.Builder
	for i, s := range c.Series {
		fmt.Fprintf(&out, `<c:ser><c:idx val="%d"/><c:order val="%d"/>`, i, i)
		if s.Name != nil {
			out.WriteString("<c:tx>" + s.Name.encode() + "</c:tx>")
		}
		if c.Kind == "line" {
			out.WriteString(`<c:marker><c:symbol val="none"/></c:marker>`)
		}
		if c.Names != nil {
			out.WriteString("<c:cat>" + c.Names.encode() + "</c:cat>")
		}
		format := c.Format
		if format == "" {
			format = "General"
		}
		fmt.Fprintf(&out, `<c:val><c:numRef><c:f>%s</c:f><c:numCache><c:formatCode>%s</c:formatCode><c:ptCount val="%d"/>`, escapeText(s.F),
			escapeText(format), len(s.Values))
		for at, v := range s.Values {
			if v != nil {
				fmt.Fprintf(&out, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, at, strconv.FormatFloat(*v, 'g', -1, 64))
			}
		}
		out.WriteString("</c:numCache></c:numRef></c:val>")
		if c.Kind == "line" {
			out.WriteString(`<c:smooth val="0"/>`)
		}
		out.WriteString("</c:ser>")
	}
	return out.String()
}

// encode returns texts with the cells that they are of.
func (t *ChartLabels) encode() string {
	var out strings.Builder
	fmt.Fprintf(&out, `<c:strRef><c:f>%s</c:f><c:strCache><c:ptCount val="%d"/>`, escapeText(t.F), len(t.Texts))
	for at, text := range t.Texts {
		fmt.Fprintf(&out, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, at, escapeText(text))
	}
	return out.String() + "</c:strCache></c:strRef>"
}
