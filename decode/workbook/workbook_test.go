package workbook

import (
	"strings"
	"testing"

	"anbar/decode/refusal"
)

// has checks that a part of a changed workbook has some texts, and lacks those that begin with a minus.
func has(t *testing.T, in []byte, name string, texts ...string) {
	t.Helper()
	body := part(t, in, name)
	for _, text := range texts {
		if not, is := strings.CutPrefix(text, "-"); is {
			if strings.Contains(body, not) {
				t.Errorf("%s has %s:\n%s", name, not, body)
			}
			continue
		}
		if !strings.Contains(body, text) {
			t.Errorf("%s lacks %s:\n%s", name, text, body)
		}
	}
}

func TestACellIsChangedAndNothingElse(t *testing.T) {
	in := rich(t)
	out := mustApply(t, in, `{"op":"cells","sheet":"1","cells":[{"r":2,"c":0,"v":2.5},{"r":2,"c":1,"v":" سلام & <دنیا>\nدو"},`+
		`{"r":6,"c":1,"v":true},
		{"r":5,"c":3,"v":null},{"r":11,"c":2,"f":"SUM(A2:A3)","v":3.5},{"r":20,"c":2,"v":"#N/A","t":"e"},
		{"r":6,"c":0,"f":"A1&\"x\"","v":"نامx"}]}`)
	has(t, out, s1, `<c r="A3"><v>2.5</v></c><c r="B3" s="1" t="inlineStr"><is><t xml:space="preserve"> سلام &amp; `+
		`&lt;دنیا&gt;`+"\n"+`دو</t></is></c><c r="C3">`,
		`<row r="7"><c r="A7" t="str"><f>A1&amp;"x"</f><v>نامx</v></c><c r="B7" s="1" t="b"><v>1</v></c></row><row r="12">`, `<c r="D6"/>`,
		`<c r="C12" s="1"><f>SUM(A2:A3)</f><v>3.5</v></c></row><row r="21"><c r="C21" s="1" t="e"><v>#N/A</v></c></row></sheetData>`,
		`<dimension ref="A1:E21"/>`)
	has(t, out, book1, `<calcPr calcId="191029" fullCalcOnLoad="1"/>`)
	has(t, out, "[Content_Types].xml", "-calcChain")
	has(t, out, "xl/_rels/workbook.xml.rels", "-calcChain")
	for _, name := range []string{s2, "xl/styles.xml", "xl/sharedStrings.xml", "xl/charts/chart1.xml", "xl/comments1.xml"} {
		if part(t, in, name) != part(t, out, name) {
			t.Errorf("%s changed", name)
		}
	}
	got := part(t, out, s1)
	for _, keep := range []string{bodyRich[:strings.Index(bodyRich, "<dimension")], bodyRich[strings.Index(bodyRich,
		"<sheetProtection"):]} {
		if !strings.Contains(got, keep) {
			t.Errorf("%.60q: what stands around the rows changed:\n%s", keep, got)
		}
	}
	if p := page(t, out, 1); *p.Rows[2].Cells[0].Number != 2.5 || p.Rows[2].Cells[1].Text != " سلام & <دنیا>\nدو" {
		t.Errorf("our reader shows %+v", p.Rows[2])
	}
}

// TestAFormulaLosesItsValue tells that something else has to compute a formula, whose text stays, shared with others or not.
func TestAFormulaLosesItsValue(t *testing.T) {
	in := rich(t)
	out := mustApply(t, in, `{"op":"cells","sheet":"1","cells":[{"r":2,"c":2,"f":"A3*2+$A$2","v":null},`+
		`{"r":11,"c":2,"f":"SUM(A2:A3)","v":null}]}`)
	has(t, out, s1, `<c r="C12" s="1"><f>SUM(A2:A3)</f></c>`)
	for _, r := range page(t, out, 1).Rows {
		for _, c := range r.Cells {
			if c.Column == 3 && (r.Number == 3 || r.Number == 12) && (c.Formula == "" || c.Number != nil || c.Text != "") {
				t.Errorf("row %d has %+v", r.Number, c)
			}
			if r.Number == 5 && c.Column == 3 && (c.Formula != "A5*2+$A$2" || c.Number == nil) {
				t.Errorf("row 5 has %+v", c)
			}
		}
	}
}

func TestSharedFormulasSurviveTheirFirstCell(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":1,"c":2,"v":1}]}`)
	has(t, out, s1, `<c r="C2"><v>1</v></c>`, `<c r="C3"><f>A3*2+$A$2</f><v>5</v></c>`, `<c r="C5"><f>A5*2+$A$2</f>`)
	out = mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":3,"c":2,"v":1}]}`)
	has(t, out, s1, `<f t="shared" ref="C2:C5" si="0">A2*2+$A$2</f>`, `<c r="C3"><f t="shared" si="0"/>`)
}

// TestFormulasThatWereThereStayWithOtherValues has an editor send what formulas give now.
func TestFormulasThatWereThereStayWithOtherValues(t *testing.T) {
	in := rich(t, s2, strings.Replace(bodyTwo, "</sheetData>", `<row r="4"><c r="A4" cm="1"><f t="array" ref="A4:B5">`+
		`ROW(A1:B2)</f><v>1</v></c>`+
		`<c r="B4"><v>1</v></c></row></sheetData>`, 1))
	out := mustApply(t, in, `{"op":"cells","sheet":"1","cells":[{"r":1,"c":2,"f":"A2*2+$A$2","v":30},{"r":2,"c":2,"f":"A3*2+$A$2","v":"x<"},
		{"r":4,"c":2,"f":"A5*2+$A$3","v":1},{"r":5,"c":4,"f":"1/0","v":null,"s":{"bold":true}},{"r":5,"c":0,"f":"SUM(A2:A5)","v":true}]},
		{"op":"cells","sheet":"4","cells":[{"r":3,"c":0,"f":"ROW(A1:B2)","v":8}]}`)
	has(t, out, s1, `<c r="C2"><f t="shared" ref="C2:C5" si="0">A2*2+$A$2</f><v>30</v></c>`,
		`<c r="C3" t="str"><f t="shared" si="0"/><v>x&lt;</v></c>`,
		`<c r="C4"><f t="shared" si="0"/><v>7</v></c>`, `<c r="C5"><f>A5*2+$A$3</f><v>1</v></c>`, `<c r="E6" s="3"><f>1/0</f></c>`,
		`<c r="A6" t="b"><f>SUM(A2:A5)</f><v>1</v></c>`)
	has(t, out, s2, `<c r="A4" cm="1"><f t="array" ref="A4:B5">ROW(A1:B2)</f><v>8</v></c>`)
	out = mustApply(t, rich(t), `{"op":"insert","sheet":"1","axis":"rows","at":3,"count":1},{"op":"cells","sheet":"1","cells":[
		{"r":6,"c":0,"f":"SUM(A2:A6)","v":11}]},{"op":"insert","sheet":"1","axis":"rows","at":0,"count":1}`)
	has(t, out, s1, `<c r="A8"><f>SUM(A3:A7)</f><v>11</v></c>`)
}

func TestInsertedRowsMoveEverything(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"insert","sheet":"1","axis":"rows","at":3,"count":2},{"op":"cells","sheet":"1",`+
		`"cells":[{"r":3,"c":0,"v":99}]}`)
	has(t, out, s1, `<row r="3">`, `<row r="4"><c r="A4"><v>99</v></c></row><row r="6"><c r="A6"><v>3</v></c>`,
		`<c r="C6"><f>A6*2+$A$2</f><v>7</v></c>`,
		`<c r="A8"><f>SUM(A2:A7)</f>`, `<autoFilter ref="A1:C8">`, `<mergeCell ref="A10:B11"/>`, `<mergeCell ref="D1:E2"/>`,
		`sqref="A2:A7 C2:C7"`,
		`<formula>$A$8/4</formula>`, `sqref="B2:B11"`, `<formula1>Two!$A$1:$A$3</formula1>`, `<hyperlink ref="A14" location="Two!A2"`,
		`<brk id="8"`,
		`<xm:f>Rich!$A$7</xm:f>`, `<xm:sqref>A2:A8</xm:sqref>`, `<dimension ref="A1:E14"/>`,
		`<c r="A14" t="str"><f>"A1: "&amp;Two!A1</f>`, `ySplit="1"`)
	has(t, out, s2, `<f>Rich!A8+SUM(Rich!$A$2:$A$7)</f>`, `SUM(Rich!A:A)`)
	has(t, out, book1, `hidden="1">Rich!$A$1:$C$8</definedName>`, `>Rich!$A$2:$A$7</definedName>`)
	has(t, out, "xl/charts/chart1.xml", `<c:f>Rich!$A$2:$A$7</c:f>`)
	has(t, out, "xl/drawings/drawing1.xml", `<xdr:row>9</xdr:row>`, `<xdr:row>22</xdr:row>`, `<xdr:col>3</xdr:col>`)
	has(t, out, "xl/comments1.xml", `<comment ref="A8"`)
	has(t, out, "xl/drawings/vmlDrawing1.vml", `<x:Anchor>1, 15, 7, 2, 3, 31, 11, 1</x:Anchor><x:Row>7</x:Row>`)
}

func TestDeletedRowsTakeWhatRefersToThem(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"delete","sheet":"1","axis":"rows","at":1,"count":1}`)
	has(t, out, s1, `<row r="2"><c r="A2"><v>2</v></c><c r="C2"><f>A2*2+#REF!</f>`, `<c r="A5"><f>SUM(A2:A4)</f>`,
		`<mergeCell ref="D1:E1"/>`, `-<c r="B2" s="2">`)
	out = mustApply(t, rich(t), `{"op":"delete","sheet":"1","axis":"rows","at":5,"count":1}`)
	has(t, out, "xl/comments1.xml", `-<comment `)
	has(t, out, s1, `#REF!/4`)
	has(t, out, s2, `<f>Rich!#REF!+SUM(Rich!$A$2:$A$5)</f>`)
	out = mustApply(t, rich(t), `{"op":"delete","sheet":"1","axis":"rows","at":11,"count":1}`)
	has(t, out, s1, `-hyperlink`)
}

func TestColumns(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"insert","sheet":"1","axis":"cols","at":1,"count":1},{"op":"width","sheet":"1","from":1,`+
		`"to":1,"px":140}`)
	has(t, out, s1, `<c r="C2" s="2">`, `<c r="D2"><f>A2*2+$A$2</f>`, `<col min="1" max="1" width="20.5" customWidth="1"/><col `+
		`min="2" max="2" width="20.0000" customWidth="1"/>`+
		`<col min="3" max="5" width="12" style="1" customWidth="1"/>`, `<autoFilter ref="A1:D6"><filterColumn colId="2">`,
		`<mergeCell ref="A8:C9"/>`, `spans="1:6"`)
	has(t, out, "xl/drawings/drawing1.xml", `<xdr:col>4</xdr:col>`, `<xdr:col>10</xdr:col>`, `<xdr:row>7</xdr:row>`)
	out = mustApply(t, rich(t), `{"op":"delete","sheet":"1","axis":"cols","at":1,"count":1}`)
	has(t, out, s1, `<col min="2" max="3" width="12"`, `-filterColumn`, `<c r="B2"><f>A2*2+$A$2</f>`, `-dataValidation`)
	out = mustApply(t, rich(t), `{"op":"width","sheet":"1","from":2,"to":5,"px":0},{"op":"height","sheet":"1","from":2,"to":3,`+
		`"px":40},{"op":"height","sheet":"1","from":30,"to":30,"px":20}`)
	has(t, out, s1, `<col min="2" max="2" width="12" style="1" customWidth="1"/><col min="3" max="4" width="12" style="1" `+
		`customWidth="1" hidden="1"/><col min="5" max="6" hidden="1"/>`,
		`<row r="3" ht="30" customHeight="1">`, `<row r="31" ht="15" customHeight="1"></row>`)
	if p := page(t, out, 1); p.Rows[2].Height != 30 {
		t.Errorf("our reader shows %+v", p.Rows[2])
	}
}

func TestMergesAndFrozenRows(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"merge","sheet":"1","range":[0,2,0,3]},{"op":"unmerge","sheet":"1","range":[8,1,8,1]},`+
		`{"op":"freeze","sheet":"1","rows":2,"cols":1},
		{"op":"merge","sheet":"4","range":[4,0,5,1]},{"op":"freeze","sheet":"4","rows":0,"cols":3}`)
	has(t, out, s1, `<mergeCells count="1"><mergeCell ref="C1:D1"/></mergeCells><cond`,
		`<pane xSplit="1" ySplit="2" topLeftCell="B3" activePane="bottomRight" state="frozen"/>`,
		`-ySplit="1"`, `rightToLeft="1"`)
	has(t, out, s2, `<sheetViews><sheetView workbookViewId="0"><pane xSplit="3" topLeftCell="D1" activePane="topRight"`,
		`</sheetData><mergeCells count="1"><mergeCell ref="A5:B6"/>`)
	if p := page(t, out, 2); p.Frozen != [2]int{0, 3} || len(p.Merges) != 1 {
		t.Errorf("our reader shows %+v", p)
	}
	out = mustApply(t, rich(t), `{"op":"freeze","sheet":"1","rows":0,"cols":0},{"op":"unmerge","sheet":"1","range":[0,0,20,20]}`)
	has(t, out, s1, `-<pane`, `-pane=`, `-mergeCell`)
}

func TestStyles(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":0,"c":0,"s":{"italic":true,"color":"#ff0000","fill":"FFFF00"}},
		{"r":1,"c":0,"s":{"bold":true,"numFmt":"0.00%","align":"center","valign":"top","wrap":true,"size":14,"font":"Vazirmatn"}},
		{"r":2,"c":0,"s":{"bold":true,"numFmt":"0.00%","align":"center","valign":"top","wrap":true,"size":14,"font":"Vazirmatn"}},
		{"r":3,"c":0,"v":7,"s":{"numFmt":"#,##0\" ریال\"","underline":true,"strike":true}},
		{"r":9,"c":9,"s":{"border":{"left":{"style":"thin","color":"00FF00"},"top":{"style":"double"}}}},
		{"r":0,"c":0,"s":{"bold":false}}]}`)
	has(t, out, s1, `<c r="A1" t="s" s="3"><v>0</v></c>`, `<c r="A2" s="4"><v>1</v></c>`, `<c r="A3" s="4"><v>2</v></c>`,
		`<c r="A4" s="5"><v>7</v></c>`, `<c r="J10" s="6"/>`)
	has(t, out, "xl/styles.xml", `<fonts count="5">`, `<font><i/><sz val="11"/><color rgb="FFFF0000"/><name val="Vazirmatn"/></font>`,
		`<font><b/><sz val="14"/><color theme="1"/><name val="Vazirmatn"/></font>`, `<fills count="3">`, `<fgColor rgb="FFFFFF00"/>`,
		`<cellXfs count="7">`, `numFmtId="10"`, `<alignment horizontal="center" vertical="top" wrapText="1"/>`,
		`<border><left style="thin"><color rgb="FF00FF00"/></left><right/>`,
		`<numFmts count="1">`, `fontId="2" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"><alignment `+
			`horizontal="right"/></xf>`)
	p := page(t, out, 1)
	first, second := p.Styles[p.Rows[0].Cells[0].Style], p.Styles[p.Rows[1].Cells[0].Style]
	if !first.Italic || first.Bold || first.Color != "FF0000" || first.Fill != "FFFF00" || first.Align != "right" || !second.Bold ||
		second.Format != "0.00%" || !second.Wrap {
		t.Errorf("our reader shows %+v and %+v", first, second)
	}
	out = mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":0,"c":0,"s":{"bold":null,
		"size":null,"font":null,"color":null,"fill":null,
		"align":null,"valign":null,"wrap":null,"numFmt":null,"border":null,"underline":null}}]}`)
	has(t, out, "xl/styles.xml", `<font/>`, `<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1" applyFill="1" `+
		`applyBorder="1" applyNumberFormat="1" applyAlignment="1"><alignment/></xf></cellXfs>`)
	has(t, mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":0,"c":0,"s":{"italic":false}}]}`), "xl/styles.xml",
		`<fonts count="2">`, `<cellXfs count="3">`)
}

func TestSheetsComeGoAndMove(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"sheet-add","id":"7","name":"سال ۱۴۰۳","at":1,"rtl":true},{"op":"cells","sheet":"7",`+
		`"cells":[{"r":0,"c":0,"v":"نو"},{"r":1,"c":1,"f":"Rich!A1","s":{"bold":true}}]},
		{"op":"sheet-rename","sheet":"1","name":"It's"},{"op":"sheet-move","sheet":"4","at":0}`)
	has(t, out, book1, `<sheets><sheet name="Two" sheetId="4" r:id="rId2"/><sheet name="It's" sheetId="1" r:id="rId1"/><sheet `+
		`name="سال ۱۴۰۳" sheetId="7" r:id="rId6"/></sheets>`,
		`localSheetId="1" hidden="1">'It''s'!$A$1:$C$6</definedName>`, `activeTab="1"`, `name="LocalTwo" localSheetId="0">Two!$A$1<`)
	has(t, out, s2, `<f>'It''s'!A6+SUM('It''s'!$A$2:$A$5)</f>`)
	has(t, out, "xl/charts/chart1.xml", `<c:f>'It''s'!$A$2:$A$5</c:f>`)
	has(t, out, "xl/worksheets/sheet3.xml", `rightToLeft="1"`, `<t>نو</t>`, `<f>'It''s'!A1</f>`, `<dimension ref="A1:B2"/>`)
	if p := page(t, out, 3); p.Sheets[2].Name != "سال ۱۴۰۳" || !p.RTL || p.Rows[0].Cells[0].Text != "نو" {
		t.Errorf("our reader shows %+v", p)
	}
	out = mustApply(t, rich(t), `{"op":"sheet-delete","sheet":"1"}`)
	has(t, out, book1, `<sheets><sheet name="Two" sheetId="4" r:id="rId2"/></sheets>`, `-_FilterDatabase`, `>#REF!</definedName>`,
		`localSheetId="0">Two!$A$1`)
	has(t, out, s2, `<f>#REF!+SUM(#REF!)</f>`)
	for _, gone := range []string{s1, "xl/charts/chart1.xml", "xl/drawings/drawing1.xml", "xl/comments1.xml",
		"xl/drawings/_rels/drawing1.xml.rels"} {
		if part(t, out, gone) != "" {
			t.Errorf("%s is left", gone)
		}
	}
	for name, ops := range map[string]string{
		"the last one": `{"op":"sheet-delete","sheet":"1"},{"op":"sheet-delete","sheet":"4"}`,
		"a known name": `{"op":"sheet-rename","sheet":"1","name":"two"}`,
		"a bad name":   `{"op":"sheet-rename","sheet":"1","name":"a/b"}`, "a known id": `{"op":"sheet-add","id":"4","name":"x"}`,
		"no id":    `{"op":"sheet-add","id":"x","name":"x"}`,
		"no sheet": `{"op":"sheet-move","sheet":"9","at":0}`,
	} {
		if _, err := apply(rich(t), ops); refusedFor(err) != refusal.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOrderOfOperationsCounts(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":7,"c":0,"f":"A6+Two!A1","v":10}]},{"op":"insert",`+
		`"sheet":"1","axis":"rows","at":0,"count":1},
		{"op":"cells","sheet":"1","cells":[{"r":0,"c":0,"f":"A7","v":10}]},{"op":"delete","sheet":"1","axis":"rows","at":1,"count":1},
		{"op":"sheet-rename","sheet":"4","name":"دو"}`)
	has(t, out, s1, `<row r="1"><c r="A1"><f>A6</f><v>10</v></c></row>`, `<c r="A8"><f>A6+'دو'!A1</f><v>10</v></c>`,
		`<c r="A6"><f>SUM(A2:A5)</f>`)
}
