package workbook

import (
	"strings"
	"testing"

	"anbar/decode/refusal"
)

// chartOp adds a chart of two rows of values to a sheet.
func chartOp(sheet, name, kind string) string {
	return `{"op":"chart","sheet":"` + sheet + `","chart":{"name":"` + name + `","kind":"` + kind + `",` +
		`"title":"فروش & <سود>","from":[1,3],` +
		`"to":[15,9],"rtl":true,"format":"#,##0","names":{"f":"Two!$A$2:$A$4","texts":["مهر","آبان","آذر"]},` +
		`"series":[{"name":{"f":"Two!$B$1",` +
		`"texts":["ریال"]},"f":"Two!$B$2:$B$4","values":[1.5,null,3]},{"f":"Two!$C$2:$C$4","values":[2,4,6]}]}}`
}

func TestChartsAreAdded(t *testing.T) {
	in := rich(t)
	out := mustApply(t, in, chartOp("4", "Sales 1", "column"))
	valid(t, out)
	has(t, out, s2, `</sheetData><drawing xmlns:r="`+officeRelationNamespace+`" r:id="rId1"/></worksheet>`)
	has(t, out, "xl/worksheets/_rels/sheet2.xml.rels", `Target="/xl/drawings/drawing2.xml"`)
	has(t, out, "xl/drawings/_rels/drawing2.xml.rels", `Target="/xl/charts/chart2.xml"`)
	has(t, out, "[Content_Types].xml", `PartName="/xl/charts/chart2.xml" ContentType="`+chartType, `PartName="/xl/drawings/drawing2.xml"`)
	has(t, out, "xl/charts/chart2.xml", `<a:t>فروش &amp; &lt;سود&gt;</a:t>`, `<c:f>Two!$B$2:$B$4</c:f><c:numCache><c:formatCode>#,##0`,
		`<c:pt idx="2"><c:v>3</c:v></c:pt>`, `<c:orientation val="maxMin"/>`)
	p := page(t, out, 2)
	if len(p.Drawings) != 1 || p.Drawings[0].From.Row != 2 || p.Drawings[0].To.Column != 10 {
		t.Fatalf("our reader shows %+v", p.Drawings)
	}
	if c := p.Drawings[0].Chart; c.Title != "فروش & <سود>" || c.Categories[1] != "آبان" || c.Series[0].Name != "ریال" ||
		*c.Series[1].Values[2] != 6 || c.Series[0].Values[1] != nil || !c.Reversed {
		t.Errorf("our reader shows %+v", c)
	}
	if part(t, in, s1) != part(t, out, s1) || part(t, in, "xl/drawings/drawing1.xml") != part(t, out, "xl/drawings/drawing1.xml") {
		t.Error("something else changed")
	}
	has(t, mustApply(t, out, chartOp("4", "Pie", "pie")), "xl/charts/chart3.xml", `<c:pieChart>`, `-catAx`)
	gone := mustApply(t, out, `{"op":"unchart","sheet":"4","name":"Sales 1"}`)
	valid(t, gone)
	if part(t, gone, "xl/charts/chart2.xml") != "" || len(page(t, gone, 2).Drawings) != 0 || len(page(t, gone, 1).Drawings) != 1 {
		t.Error("a chart that was taken away is left, or another one is gone")
	}
	has(t, gone, "[Content_Types].xml", `-chart2.xml`)
	has(t, gone, "xl/drawings/_rels/drawing2.xml.rels", `-chart2.xml`)
}

func TestChartsBesideOthersAndOnNewSheets(t *testing.T) {
	out := mustApply(t, rich(t), chartOp("1", "c", "line")+`,{"op":"insert","sheet":"1","axis":"rows","at":0,"count":2},
		{"op":"insert","sheet":"4","axis":"rows","at":0,"count":1},{"op":"sheet-add","id":"9","name":"n","at":0},`+chartOp("9", "d", "pie"))
	valid(t, out)
	has(t, out, "xl/drawings/drawing1.xml", `<xdr:row>9</xdr:row>`, `<xdr:row>3</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>`,
		`name="c"/>`, `</xdr:twoCellAnchor></xdr:wsDr>`)
	has(t, out, "xl/charts/chart3.xml", `<c:lineChart>`, `<c:f>Two!$B$3:$B$5</c:f>`)
	if d := page(t, out, 2).Drawings; len(d) != 2 || d[1].From.Row != 4 {
		t.Errorf("our reader shows %+v", d)
	}
	if d := page(t, out, 1).Drawings; len(d) != 1 || len(d[0].Chart.Categories) != 3 {
		t.Errorf("our reader shows %+v on the new sheet", d)
	}
	both := mustApply(t, rich(t), chartOp("4", "c", "line")+`,{"op":"unchart","sheet":"4","name":"c"}`)
	if part(t, both, "xl/drawings/drawing2.xml") != "" || strings.Contains(part(t, both, s2), "drawing") {
		t.Error("a chart that came and went left something")
	}
}

func TestChartsThatAreNone(t *testing.T) {
	good := chartOp("4", "c", "pie")
	for _, op := range []string{
		strings.Replace(good, `"pie"`, `"x"`, 1), strings.Replace(good, `"name":"c"`, `"name":""`, 1),
		strings.Replace(good, `"to":[15,9]`, `"to":[1,3]`, 1), strings.Replace(good, "[1,3]", "[-1,3]", 1),
		`{"op":"chart","sheet":"4"}`, `{"op":"unchart","sheet":"4"}`, strings.Replace(good, "مهر", `\u0001`, 1),
	} {
		if _, err := apply(rich(t), op); refusedFor(err) != refusal.Invalid {
			t.Errorf("%s: %v", op, err)
		}
	}
}
