package workbook

import (
	"strings"
	"testing"
)

func TestTextsAndFunctionsComeBackAsTheyWere(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"cells","sheet":"1","cells":[{"r":20,"c":0,"v":"_x000D_ a_x0041_"},{"r":20,"c":7,`+
		`"v":"a\u0001b\r\nc"},
		{"r":21,"c":0,"f":"SUM(FILTER(A1:A3,A1:A3>1))&IFS(A1,\"IFS(\")","v":"x"},{"r":1,"c":8,"v":"far"}]}`)
	has(t, out, s1, `<t>_x005F_x000D_ a_x005F_x0041_</t>`, `<f>SUM(_xlfn._xlws.FILTER(A1:A3,A1:A3&gt;1))&amp;_xlfn.IFS(A1,"IFS(")</f>`,
		`<row r="2" spans="1:9">`, `<row r="1" spans="1:5"`)
	rows := page(t, out, 1).Rows
	cells, formulas := rows[len(rows)-2].Cells, rows[len(rows)-1].Cells
	if cells[0].Text != "_x000D_ a_x0041_" || cells[1].Text != "ab\nc" || formulas[0].Formula != `SUM(FILTER(A1:A3,A1:A3>`+
		`1))&IFS(A1,"IFS(")` {
		t.Errorf("our reader shows %+v and %+v", cells, formulas)
	}
}

// TestPrefixesOfNames edits a workbook whose elements all have a prefix, and one that has no styles.
func TestPrefixesOfNames(t *testing.T) {
	prefixed := func(body string) string {
		body = strings.NewReplacer("<", "<x:", "<x:?", "<?", "<x:/", "</x:", "xmlns=", "xmlns:x=").Replace(body)
		return strings.NewReplacer("<x:?", "<?", "<x:/", "</x:").Replace(body)
	}
	const ops = `{"op":"cells","sheet":"4","cells":[{"r":0,"c":0,"v":"نو","s":{"bold":true,"fill":"00FF00","align":"left",` +
		`"numFmt":"0.0"}},
		{"r":8,"c":0,"f":"A1","v":1}]},
		{"op":"merge","sheet":"4","range":[0,0,1,1]},{"op":"freeze","sheet":"4","rows":1,"cols":0},
		{"op":"width","sheet":"4","from":0,"to":0,"px":70},
		{"op":"height","sheet":"4","from":3,"to":3,"px":40},
		{"op":"sheet-add","id":"9","name":"n","at":0},{"op":"sheet-rename","sheet":"4","name":"m"}`
	main := prefixed(part(t, rich(t), book1))
	main = strings.ReplaceAll(main, "xmlns:r", "xmlns:rel")
	main = strings.ReplaceAll(main, " r:id", " rel:id")
	out := mustApply(t, rich(t, s2, prefixed(bodyTwo), "xl/styles.xml", prefixed(styleBody), book1, main), ops)
	has(t, out, s2, `<x:c r="A1" s="3" t="inlineStr"><x:is><x:t>نو</x:t></x:is></x:c>`, `<x:cols><x:col min="1" max="1" width="10.0000"`,
		`<x:mergeCells count="1"><x:mergeCell `, `<x:pane `, `<x:row r="9"><x:c r="A9"><x:f>A1</x:f>`,
		`<x:row r="4" ht="30" customHeight="1"></x:row>`)
	has(t, out, "xl/styles.xml", `<x:b/>`, `<x:fgColor rgb="FF00FF00"/>`, `<x:numFmt numFmtId="165" formatCode="0.0"/>`,
		`applyAlignment="1"><x:alignment horizontal="left"/></x:xf></x:cellXfs>`)
	has(t, out, book1, `<x:sheet name="n" sheetId="9" rel:id="rId6"/>`, `<x:sheet name="m" sheetId="4" rel:id="rId2"/>`)
	if p := page(t, out, 3); p.Rows[0].Cells[0].Text != "نو" || !p.Styles[p.Rows[0].Cells[0].Style].Bold {
		t.Errorf("our reader shows %+v", p)
	}
	bare := rich(t, "xl/styles.xml", emptyStyles, "xl/_rels/workbook.xml.rels", rels("rId1", "worksheet", "worksheets/sheet1.xml",
		"rId2", "worksheet",
		"worksheets/sheet2.xml"))
	if _, err := apply(bare, ops); err == nil {
		t.Error("styles that belong to nothing are taken for others")
	}
	out = mustApply(t, pack(t, "[Content_Types].xml", types(), "_rels/.rels", rels("rId1", "officeDocument", "xl/workbook.xml"),
		book1, part(t, rich(t), book1), "xl/_rels/workbook.xml.rels", rels("rId1", "worksheet", "worksheets/sheet1.xml", "rId2",
			"worksheet",
			"worksheets/sheet2.xml"), s1, strings.ReplaceAll(bodyRich, "r:id=", "r:no="), s2, bodyTwo), ops)
	has(t, out, "xl/styles.xml", `<fonts count="2">`, `<cellXfs count="2">`)
	has(t, out, "[Content_Types].xml", `PartName="/xl/styles.xml"`)
	if p := page(t, out, 3); !p.Styles[p.Rows[0].Cells[0].Style].Bold {
		t.Errorf("our reader shows %+v", p)
	}
}
