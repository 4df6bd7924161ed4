package sheet

import (
	"fmt"
	"strings"
	"testing"
)

const (
	drawingPart = `<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>9525</xdr:colOff><xdr:row>7</xdr:row>` +
		`<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>20</xdr:row>` +
		`<xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic>` +
		`</xdr:graphicFrame></xdr:twoCellAnchor><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>0</xdr:row></xdr:from>` +
		`<xdr:ext cx="95250" cy="190500"/><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="p"/></a:graphicData></a:graphic>` +
		`</xdr:graphicFrame></xdr:oneCellAnchor><xdr:twoCellAnchor><xdr:pic/></xdr:twoCellAnchor><xdr:absoluteAnchor><xdr:sp/>` +
		`</xdr:absoluteAnchor><mc:AlternateContent><mc:Choice Requires="x">` +
		`<xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData>` +
		`<sle:slicer name="x"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></mc:Choice><mc:Fallback>` +
		`<xdr:twoCellAnchor><xdr:sp/></xdr:twoCellAnchor></mc:Fallback></mc:AlternateContent>` +
		`<xdr:twoCellAnchor><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="none"/></a:graphicData></a:graphic>` +
		`</xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>`
	barPart = `<c:chartSpace><c:chart><c:title><c:tx>` +
		`<c:rich><a:p><a:r><a:t>فروش </a:t></a:r><a:r><a:t>ماه</a:t></a:r></a:p></c:rich></c:tx>` +
		`</c:title><c:plotArea><c:barChart>` +
		`<c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:tx><c:strRef><c:f>A!$B$1</c:f>` +
		`<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>مبلغ</c:v></c:pt></c:strCache></c:strRef></c:tx><c:spPr><a:solidFill>` +
		`<a:srgbClr val="00ff00"/></a:solidFill></c:spPr><c:dPt><c:idx val="1"/><c:spPr><a:solidFill><a:schemeClr val="accent1"/>` +
		`</a:solidFill></c:spPr></c:dPt><c:cat><c:numRef><c:f>A!$A$2:$A$4</c:f><c:numCache><c:formatCode>yyyy/mm/dd</c:formatCode>` +
		`<c:ptCount val="3"/><c:pt idx="0"><c:v>46349</c:v></c:pt></c:numCache></c:numRef></c:cat><c:val><c:numRef><c:f>A!$B$2:$B$4</c:f>` +
		`<c:numCache><c:formatCode>#,##0</c:formatCode><c:ptCount val="3"/><c:pt idx="0"><c:v>1.5</c:v></c:pt>` +
		`<c:pt idx="2"><c:v>x</c:v></c:pt>` +
		`</c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling>` +
		`<c:orientation val="maxMin"/></c:scaling></c:catAx><c:valAx><c:axId val="2"/><c:title><c:tx>` +
		`<c:rich><a:t>ریال</a:t></c:rich></c:tx>` +
		`</c:title></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/></c:legend></c:chart></c:chartSpace>`
	piePart = `<c:chartSpace><c:chart><c:plotArea><c:doughnutChart><c:ser>` +
		`<c:val><c:numLit><c:ptCount val="%s"/><c:pt idx="1"><c:v>2</c:v>` +
		`</c:pt></c:numLit></c:val></c:ser><c:holeSize val="60"/></c:doughnutChart></c:plotArea></c:chart></c:chartSpace>`
)

// drawn is a workbook with charts and other things over its cells.
func drawn(t testing.TB, pie string) []byte {
	return pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml", sheet2,
		"xl/theme/theme1.xml", strings.Replace(theme, "</a:clrScheme>",
			`<a:accent1><a:srgbClr val="112233"/></a:accent1></a:clrScheme>`, 1),
		"xl/worksheets/_rels/sheet2.xml.rels", `<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/d.xml"/>`+
			`</Relationships>`,
		"xl/drawings/d.xml", drawingPart, "xl/drawings/_rels/d.xml.rels", `<Relationships><Relationship Id="c" Type="x/chart" `+
			`Target="../charts/c.xml"/><Relationship Id="p" Type="x/chart" Target="../charts/p.xml"/></Relationships>`,
		"xl/charts/c.xml", barPart, "xl/charts/p.xml", pie)
}

func TestChartsOverTheCells(t *testing.T) {
	in := drawn(t, fmt.Sprintf(piePart, "3"))
	p, err := read(in, PageRequest{Sheet: 2, Rows: 10})
	if err != nil || len(p.Drawings) != 2 {
		t.Fatalf("%+v, %v", p, err)
	}
	bar, pie := p.Drawings[0], p.Drawings[1]
	if bar.From != (AnchorPoint{8, 4, 0, 9525}) || *bar.To != (AnchorPoint{21, 10, 0, 0}) || pie.To != nil ||
		*pie.Size != [2]int64{95250, 190500} {
		t.Errorf("they stand at %+v and %+v", bar, pie)
	}
	c := bar.Chart
	if c.Title != "فروش ماه" || c.Legend != "b" || c.ValueTitle != "ریال" || !c.Reversed || c.Other != "" || c.Horizontal ||
		c.Format != "#,##0" ||
		c.Categories[0] != "46349" || c.Shape != "yyyy/mm/dd" || c.Series[0].Head != "A!$B$1" || c.Names != "A!$A$2:$A$4" {
		t.Errorf("the first one is %+v", c)
	}
	s := c.Series[0]
	if s.Name != "مبلغ" || s.Plot != "bar" || *s.Values[0] != 1.5 || s.Values[1] != nil || s.Values[2] != nil || s.Color != "00FF00" ||
		s.Points[1] != "112233" || s.From != "A!$B$2:$B$4" {
		t.Errorf("its values are %+v", s)
	}
	if c := pie.Chart; c.Hole != 0.6 || c.Series[0].Plot != "pie" || *c.Series[0].Values[1] != 2 {
		t.Errorf("the second one is %+v", c)
	}
	if *p.Missing != (Omissions{Pictures: 1, Shapes: 1, Slicers: 1, Charts: 1}) {
		t.Errorf("not shown are %+v", p.Missing)
	}
	if later, err := read(in, PageRequest{Sheet: 2, First: 9, Rows: 10}); err != nil || later.Drawings != nil || later.Missing != nil {
		t.Errorf("with later rows come %+v, %v", later.Drawings, err)
	}
}

// TestPicturesAreCounted has pictures in each way that a sheet has them: nothing over or behind the cells goes unsaid.
func TestPicturesAreCounted(t *testing.T) {
	const emf, two = `<xdr:pic><xdr:blipFill><a:blip r:embed="e"/></xdr:blipFill></xdr:pic>`, `xdr:twoCellAnchor`
	choice := func(kind, inside string) string {
		return `<mc:AlternateContent><mc:` + kind + ` Requires="x">` + inside + `</mc:` + kind + `></mc:AlternateContent>`
	}
	group := func(inside string) string { return `<xdr:grpSp><xdr:grpSpPr/>` + inside + `</xdr:grpSp>` }
	for name, c := range map[string]struct {
		inside, behind string
		missing        Omissions
	}{
		"a picture":             {emf, "", Omissions{Pictures: 1}},
		"of one form":           {choice("Choice", emf), "", Omissions{Pictures: 1}},
		"of the old form alone": {choice("Fallback", emf), "", Omissions{Pictures: 1}},
		"in groups":             {group(emf + group(emf)), "", Omissions{Pictures: 2}},
		"beside a shape":        {group(emf + `<xdr:sp/>`), "", Omissions{Pictures: 1, Shapes: 1}},
		"group of shapes":       {group(`<xdr:sp/><xdr:sp/>`), "", Omissions{Shapes: 1}},
		"ink":                   {choice("Choice", `<xdr:contentPart r:id="i"/>`), "", Omissions{Objects: 1}},
		"behind all cells":      {"", `<Relationship Id="b" Type="x/image" Target="../media/image1.emf"/>`, Omissions{Pictures: 1}},
	} {
		p, err := read(pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml", sheet2,
			"xl/worksheets/_rels/sheet2.xml.rels", `<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/d.xml"/>`+
				c.behind+`</Relationships>`, "xl/drawings/d.xml", `<xdr:wsDr><`+two+`>`+c.inside+`</`+two+`></xdr:wsDr>`),
			PageRequest{Sheet: 2, Rows: 10})
		if err != nil || p.Missing == nil || *p.Missing != c.missing {
			t.Errorf("%s: %+v, %v", name, p.Missing, err)
		}
	}
}

// TestChartsOfStrangers has parts that are none, or say more than there is.
func TestChartsOfStrangers(t *testing.T) {
	deep := strings.Repeat("<a>", 5_000)
	for name, pie := range map[string]string{
		"many points": fmt.Sprintf(piePart, "2000000000"), "no number": fmt.Sprintf(piePart, "x"), "deep": deep, "nothing": "",
		"many elements": "<c:chartSpace>" + strings.Repeat("<a/>", 2*maxNodes),
		"no plot": `<c:chartSpace><c:chart><c:plotArea/></c:chart>` +
			`</c:chartSpace>`, "radar": strings.ReplaceAll(fmt.Sprintf(piePart, "2"), "doughnutChart", "radarChart"),
	} {
		p, err := read(drawn(t, pie), PageRequest{Sheet: 2, Rows: 10})
		if err != nil || len(p.Drawings) == 0 {
			t.Fatalf("%s: %v", name, err)
		}
		if last := p.Drawings[len(p.Drawings)-1].Chart; name == "many points" && len(last.Series[0].Values) != maxPoints ||
			name == "radar" && last.Other != "radar" || name == "no plot" && last.Other != "chart" {
			t.Errorf("%s: %+v", name, last)
		}
	}
}

// TestChartsWithoutValues has charts as programs write them that compute nothing: their cells say what they show.
func TestChartsWithoutValues(t *testing.T) {
	ser := func(cells string) string {
		ref := func(element, kind, of string) string {
			return "<c:" + element + "><c:" + kind + "><c:f>" + of + "</c:f></c:" + kind + "></c:" + element + ">"
		}
		return "<c:ser>" + ref("tx", "strRef", "'It''s'!$B$1") + ref("cat", "numRef", "'It''s'!$A$2:$A$5") +
			strings.Replace(ref("val", "numRef", cells), "</c:f>", "</c:f><c:numCache><c:formatCode/></c:numCache>", 1) + "</c:ser>"
	}
	chart := func(inside string) string {
		return `<c:chartSpace><c:chart><c:plotArea><c:barChart>` + inside + `</c:barChart></c:plotArea></c:chart></c:chartSpace>`
	}
	other := `<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="B1" t="s"><v>0</v></c></row>` +
		`<row r="2"><c r="A2" s="2"><v>46349</v></c><c r="B2"><v>5</v></c><c r="C2"><v>9</v></c></row><row r="3" hidden="1"><c r="B3">` +
		`<v>6</v></c></row><row r="4"><c r="B4"><f>SUM(B2:B3)</f></c></row><row r="5"><c r="A5" s="2"><v>46350</v></c>` +
		`<c r="B5"><f>B2+2</f><v>7</v></c></row><row><c><v>8</v></c></row></sheetData></worksheet>`
	book := strings.Replace(bookPart, `name="Hidden &amp; old"`, `name="It's"`, 1)
	if book == bookPart {
		t.Fatal("the first sheet has another name")
	}
	in := func(c string) []byte {
		return pack(t, "xl/workbook.xml", book, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml", sheet2,
			"xl/worksheets/sheet1.xml", other, "xl/styles.xml", bookStyles, "xl/sharedStrings.xml", "<sst><si><t>فروش</t></si></sst>",
			"xl/worksheets/_rels/sheet2.xml.rels", `<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/d.xml"/>`+
				`</Relationships>`, "xl/drawings/d.xml", drawingPart, "xl/drawings/_rels/d.xml.rels",
			`<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/c.xml"/></Relationships>`, "xl/charts/c.xml", chart(c))
	}
	p, err := read(in(ser("It's!$B$2:$C$5")), PageRequest{Sheet: 2, Rows: 10})
	if err != nil || len(p.Drawings) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	c := p.Drawings[0].Chart
	s := c.Series[0]
	if len(s.Values) != 3 || *s.Values[0] != 5 || s.Values[1] != nil || *s.Values[2] != 7 || s.Name != "فروش" || c.Title != "فروش" {
		t.Errorf("%+v", c)
	}
	if strings.Join(c.Categories, " ") != "46349  46350" || c.Shape != "yyyy/mm/dd" {
		t.Errorf("its names are %q by %q", c.Categories, c.Shape)
	}
	for _, nowhere := range []string{"Nowhere!$A$1", "B2:B5", "It's!$A$1:$XFC$9", "(It's!B2,", "(It's!B2,Nowhere!A1)", "Unknown",
		"Round", "'", "!", "#REF!"} {
		p, err := read(in(ser(nowhere)), PageRequest{Sheet: 2, Rows: 10})
		if err != nil || len(p.Drawings) != 1 || len(p.Drawings[0].Chart.Series[0].Values) != 0 {
			t.Errorf("%s: %+v, %v", nowhere, p, err)
		}
	}
}
