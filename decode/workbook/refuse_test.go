package workbook

import (
	"fmt"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode/refusal"
)

func TestWorkbooksThatAreNotEdited(t *testing.T) {
	typed := types("xl/workbook.xml", "application/vnd.ms-excel.sheet.macroEnabled.main+xml", s1, sheetType+"worksheet+xml")
	many := head + `<worksheet xmlns="` + mainS + `"><sheetData><row r="1">` + strings.Repeat("<c/>", limits.WorkbookCells+1) +
		`</row></sheetData></worksheet>`
	for _, c := range []struct {
		name string
		in   []byte
		code refusal.Code
	}{
		{"programs", rich(t, "xl/vbaProject.bin", "x"), refusal.Macros}, {"the type of one with programs", rich(t,
			"[Content_Types].xml", typed), refusal.Macros},
		{"old programs", rich(t, "xl/macrosheets/sheet1.xml", "<a/>"), refusal.Macros}, {"a signature", rich(t,
			"_xmlsignatures/sig1.xml", "<a/>"), refusal.Signed},
		{"controls without programs", rich(t, "xl/activeX/activeX1.xml", "<a/>"), refusal.Unsupported},
		{"controls with programs", rich(t, "xl/activeX/activeX1.xml", "<a/>", "xl/vbaProject.bin", "x"), refusal.Macros},
		{"encryption", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("x", 1000)), refusal.Encrypted},
		{"no zip", []byte("hello"), refusal.Unreadable}, {"nothing", nil, refusal.Unreadable},
		{"a document", pack(t, "word/document.xml", "<a/>", "[Content_Types].xml", types()), refusal.Unreadable},
		{"a protected sheet", rich(t, s2, strings.Replace(bodyTwo, "</sheetData>", `</sheetData><sheetProtection sheet="1"/>`, 1)),
			refusal.Protected},
		{"a document type", rich(t, s1, `<!DOCTYPE a [<!ENTITY b "c">]>`+bodyRich), refusal.Unreadable}, {"half a sheet", rich(t, s1,
			bodyRich[:2000]), refusal.Unreadable},
		{"an unknown entity", rich(t, s1, strings.Replace(bodyRich, "جمع", "&x;", 1)), refusal.Unreadable},
		{"crossed tags", rich(t, s1, strings.Replace(bodyRich, "</row>", "</c>", 1)), refusal.Unreadable},
		{"an attribute twice", rich(t, s1, strings.Replace(bodyRich, `r="A2"`, `r="A2" r="A2"`, 1)), refusal.Unreadable},
		{"another encoding", rich(t, s1, "\xff\xfe<\x00"), refusal.Unreadable}, {"control characters", rich(t, s1,
			strings.Replace(bodyRich, "جمع", "\x01", 1)), refusal.Unreadable},
		{"many cells", rich(t, s1, many), refusal.TooLarge}, {"a large part", rich(t, s1, bodyRich+strings.Repeat(" ",
			limits.WorkbookPart)), refusal.TooLarge},
	} {
		if err := Check(src(c.in)); refusedFor(err) != c.code {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.code == refusal.Unreadable || c.code == refusal.Macros || c.code == refusal.Signed {
			if out, err := apply(c.in, `{"op":"cells","sheet":"1","cells":[{"r":1,"c":0,"v":1}]}`); refusedFor(err) != c.code {
				t.Errorf("%s: %d bytes, %v", c.name, len(out), err)
			}
		}
	}
	if err := Check(src(rich(t))); err != nil {
		t.Error(err)
	}
	if err := Check(src(rich(t, s1, head+`<worksheet xmlns="`+mainS+`"><sheetData><row r="1">`+strings.Repeat("<c/>",
		1000)+`</row></sheetData></worksheet>`))); err != nil {
		t.Error(err)
	}
}

func TestOperationsThatDoNotFit(t *testing.T) {
	const cell = `{"op":"cells","sheet":"1","cells":[`
	for ops, code := range map[string]refusal.Code{
		`{"op":"paint","sheet":"1"}`: refusal.Invalid, `{"op":"cells","sheet":"3","cells":[]}`: refusal.Invalid,
		`{"op":`: refusal.Invalid, `5`: refusal.Invalid,
		cell + `{"r":-1,"c":0,"v":1}]}`: refusal.Invalid, cell + `{"r":1048576,"c":0,"v":1}]}`: refusal.Invalid, cell +
			`{"r":0,"c":16384,"v":1}]}`: refusal.Invalid,
		cell + `{"r":0,"c":0,"v":{}}]}`: refusal.Invalid, cell + `{"r":0,"c":0,"s":{"color":"red"}}]}`: refusal.Invalid, cell +
			`{"r":0,"c":0,"s":{"size":900}}]}`: refusal.Invalid,
		cell + `{"r":0,"c":0,"s":{"border":{"left":{"style":"wavy"}}}}]}`: refusal.Invalid, cell + `{"r":0,"c":0,"v":"` +
			strings.Repeat("x", maxText+1) + `"}]}`: refusal.Invalid,
		cell + `{"r":0,"c":0,"f":"` + strings.Repeat("1", maxFormula+1) + `"}]}`: refusal.Invalid, cell +
			`{"r":0,"c":0,"v":1e999}]}`: refusal.Invalid,
		`{"op":"insert","sheet":"1","axis":"rows","at":0,"count":0}`: refusal.Invalid, `{"op":"insert","sheet":"1","axis":"x",` +
			`"at":0,"count":1}`: refusal.Invalid,
		`{"op":"merge","sheet":"1","range":[5,0,1,0]}`: refusal.Invalid, `{"op":"width","sheet":"1","from":0,"to":0}`: refusal.Invalid,
		`{"op":"freeze","sheet":"1","rows":-1,"cols":0}`: refusal.Invalid, `{"op":"insert","sheet":"1","axis":"rows","at":0,` +
			`"count":1048570}`: refusal.Structure,
	} {
		if _, err := apply(rich(t), ops); refusedFor(err) != code {
			t.Errorf("%.80s: %v", ops, err)
		}
	}
	for _, whole := range []string{"", "{", `{"ops":5}`, `{"cells":[]}`, `{"ops":[`} {
		if err := ApplyOps(src(rich(t)), strings.NewReader(whole), &strings.Builder{}); refusedFor(err) != refusal.Invalid {
			t.Errorf("%q: %v", whole, err)
		}
	}
	if out := mustApply(t, rich(t), ""); part(t, out, s1) != bodyRich {
		t.Error("nothing was asked for, and something changed")
	}
}

func TestArraysTablesAndPivotTables(t *testing.T) {
	array := strings.Replace(bodyTwo, "</sheetData>", `<row r="4"><c r="A4"><f t="array" ref="A4:B5">ROW(A1:B2)</f><v>1</v></c><c `+
		`r="B4"><v>1</v></c></row></sheetData>`, 1)
	in := rich(t, s2, array)
	for ops, code := range map[string]refusal.Code{
		`{"op":"cells","sheet":"4","cells":[{"r":4,"c":1,"v":5}]}`:                                 refusal.Structure,
		`{"op":"cells","sheet":"4","cells":[{"r":3,"c":0,"v":5}]}`:                                 refusal.Structure,
		`{"op":"insert","sheet":"4","axis":"rows","at":4,"count":1}`:                               refusal.Structure,
		`{"op":"delete","sheet":"4","axis":"cols","at":0,"count":1}`:                               refusal.Structure,
		`{"op":"delete","sheet":"4","axis":"rows","at":3,"count":2}`:                               0,
		`{"op":"insert","sheet":"4","axis":"rows","at":0,"count":1}`:                               0,
		`{"op":"cells","sheet":"4","cells":[{"r":3,"c":0,"s":{"bold":true}},{"r":0,"c":0,"v":5}]}`: 0,
	} {
		if _, err := apply(in, ops); refusedFor(err) != code || code == 0 && err != nil {
			t.Errorf("an array, %s: %v", ops, err)
		}
	}
	has(t, mustApply(t, in, `{"op":"insert","sheet":"4","axis":"rows","at":0,"count":1}`), s2,
		`<c r="A5"><f t="array" ref="A5:B6">ROW(A2:B3)</f>`)
	const table = "xl/tables/table1.xml"
	body := head + `<table xmlns="` + mainS + `" id="1" name="T" displayName="T" ref="A1:B2" totalsRowShown="0"><autoFilter ` +
		`ref="A1:B2"/><tableColumns count="2">` +
		`<tableColumn id="1" name="x"/><tableColumn id="2" name="y"><calculatedColumnFormula>Rich!A6</calculatedColumnFormula>` +
		`</tableColumn></tableColumns></table>`
	withTable := []string{table, body, "xl/worksheets/_rels/sheet2.xml.rels", rels("rId1", "table", "../tables/table1.xml")}
	in = rich(t, withTable...)
	has(t, mustApply(t, in, `{"op":"insert","sheet":"4","axis":"rows","at":1,"count":3},{"op":"insert","sheet":"1","axis":"rows",`+
		`"at":0,"count":1}`), table,
		`ref="A1:B5" totalsRowShown`, `<autoFilter ref="A1:B5"/>`, `Rich!A7</calc`)
	out := mustApply(t, in, `{"op":"cells","sheet":"4","cells":[{"r":0,"c":0,"v":"Y"},{"r":0,"c":1,"v":12}]}`)
	has(t, out, table, `<tableColumn id="1" name="Y"/>`, `<tableColumn id="2" name="12">`)
	has(t, out, s2, `<t>Y</t>`, `<t>12</t>`)
	has(t, mustApply(t, in, `{"op":"cells","sheet":"4","cells":[{"r":0,"c":1,"v":"X"}]}`), table, `name="X2"`)
	out = mustApply(t, in, `{"op":"cells","sheet":"4","cells":[{"r":0,"c":0,"v":"Y"}]}`) // as a later column, which keeps its name
	has(t, out, table, `<tableColumn id="1" name="Y2"/>`, `<tableColumn id="2" name="y">`)
	has(t, out, s2, `<t>Y2</t>`)
	out = mustApply(t, in, `{"op":"cells","sheet":"4","cells":[{"r":0,"c":0,"v":"y"},{"r":0,"c":1,"v":"x"}]}`)
	has(t, out, table, `<tableColumn id="1" name="y"/>`, `<tableColumn id="2" name="x">`)
	for ops, code := range map[string]refusal.Code{
		`{"op":"insert","sheet":"4","axis":"cols","at":1,"count":1}`: refusal.Structure,
		`{"op":"delete","sheet":"4","axis":"rows","at":0,"count":1}`: refusal.Structure,
		`{"op":"delete","sheet":"4","axis":"rows","at":1,"count":1}`: refusal.Structure,
		`{"op":"delete","sheet":"4","axis":"rows","at":5,"count":1}`: 0,
	} {
		if _, err := apply(in, ops); refusedFor(err) != code || code == 0 && err != nil {
			t.Errorf("a table, %s: %v", ops, err)
		}
	}
	pivot := rich(t, "xl/pivotTables/pivotTable1.xml", "<a/>", "xl/worksheets/_rels/sheet2.xml.rels", rels("rId1", "pivotTable",
		"../pivotTables/pivotTable1.xml"),
		"xl/pivotTables/_rels/pivotTable1.xml.rels", rels("rId1", "pivotCacheDefinition", "../pivotCache/pivotCacheDefinition1.xml"),
		"xl/pivotCache/pivotCacheDefinition1.xml",
		`<pivotCacheDefinition><cacheSource type="worksheet"><worksheetSource ref="A1:C6" sheet="Rich"/></cacheSource>`+
			`</pivotCacheDefinition>`)
	if _, err := apply(pivot, `{"op":"insert","sheet":"4","axis":"rows","at":0,"count":1}`); refusedFor(err) != refusal.Structure {
		t.Errorf("a pivot table: %v", err)
	}
	has(t, mustApply(t, pivot, `{"op":"insert","sheet":"1","axis":"rows","at":2,"count":1},{"op":"sheet-rename","sheet":"1","name":"n"}`),
		"xl/pivotCache/pivotCacheDefinition1.xml", `ref="A1:C7" sheet="n"`)
}

func TestLockedListsOfSheetsStay(t *testing.T) {
	locked := strings.Replace(part(t, rich(t), book1), "<workbookPr/>", `<workbookPr/><workbookProtection lockStructure="1"/>`, 1)
	for _, op := range []string{`"sheet-rename","name":"z"`, `"sheet-delete"`, `"sheet-move","at":1`, `"sheet-add","id":"9","name":"z"`} {
		if _, err := apply(rich(t, book1, locked), fmt.Sprintf(`{"sheet":"1","op":%s}`, op)); refusedFor(err) != refusal.Protected {
			t.Errorf("%s: %v", op, err)
		}
	}
	mustApply(t, rich(t, book1, locked), `{"op":"cells","sheet":"1","cells":[{"r":0,"c":0,"v":1}]}`)
}

func TestColumnsThatFormulasNameKeepTheirNames(t *testing.T) {
	const table = "xl/tables/table1.xml"
	columns := func(first, formula string) string {
		return head + `<table xmlns="` + mainS + `" id="1" name="T" displayName="T" ref="A1:B2"><tableColumns count="2">` +
			`<tableColumn id="1" name="` + first + `"/><tableColumn id="2" name="y"><calculatedColumnFormula>` + formula +
			`</calculatedColumnFormula></tableColumn></tableColumns></table>`
	}
	with := func(first, formula string, more ...string) []byte {
		return rich(t, append([]string{table, columns(first, formula), "xl/worksheets/_rels/sheet2.xml.rels",
			rels("rId1", "table", "../tables/table1.xml")}, more...)...)
	}
	cell := func(formula string) []string {
		return []string{s1, strings.Replace(bodyRich, "SUM(A2:A5)", formula, 1)}
	}
	name := func(formula string) []string {
		return []string{book1, strings.Replace(part(t, rich(t), book1), "<definedNames>", `<definedNames><definedName name="col">`+formula+
			`</definedName>`, 1)}
	}
	const rename = `{"op":"cells","sheet":"4","cells":[{"r":0,"c":0,"v":"z"}]}`
	for of, in := range map[string][]byte{
		"a cell":                with("Amount", "1", cell("SUM(T[Amount])")...),
		"a cell in other case":  with("Amount", "1", cell("SUM(t[AMOUNT])")...),
		"a cell of its row":     with("Amount", "1", cell("T[@Amount]*2")...),
		"a range of columns":    with("Amount", "1", cell("SUM(T[[Amount]:[y]])")...),
		"a name":                with("Amount", "1", name("T[Amount]")...),
		"a column of its table": with("Amount", "T[[#This Row],[Amount]]*2"),
		"quoted letters":        with("a [#1] &amp; b", "SUM(T[a '['#1'] &amp; b])"),
	} {
		if _, err := apply(in, rename); refusedFor(err) != refusal.Structure {
			t.Errorf("a column that %s names: %v", of, err)
		}
	}
	for _, in := range [][]byte{
		with("Amount", "T[[#This Row],[Amount due]]*2"),
		with("Amount", "1", cell("SUM(T[Amount due])")...),
		with("Amount", "1", cell(`LEN("[Amount")`)...),
	} {
		has(t, mustApply(t, in, rename), table, `name="z"`)
	}
}

func TestManyColumnsAreRenamedByReadingSheetsOnce(t *testing.T) {
	var columns, cells []string
	for i := range 60 {
		columns = append(columns, fmt.Sprintf(`<tableColumn id="%d" name="c%d"/>`, i+1, i))
		cells = append(cells, fmt.Sprintf(`{"r":0,"c":%d,"v":"z%d"}`, i, i))
	}
	body := head + `<table xmlns="` + mainS + `" id="1" name="T" displayName="T" ref="A1:BH2"><tableColumns count="60">` +
		strings.Join(columns, "") + `</tableColumns></table>`
	// Of 16 MiB: sixty times it is more than a workbook may unpack to.
	large := strings.Replace(bodyRich, "</worksheet>", strings.Repeat(" ", 16<<20)+"</worksheet>", 1)
	in := rich(t, s1, large, "xl/tables/table1.xml", body, "xl/worksheets/_rels/sheet2.xml.rels",
		rels("rId1", "table", "../tables/table1.xml"))
	has(t, mustApply(t, in, `{"op":"cells","sheet":"4","cells":[`+strings.Join(cells, ",")+`]}`), "xl/tables/table1.xml", `name="z59"`)
}
