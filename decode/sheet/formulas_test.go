package sheet

import (
	"fmt"
	"strings"
	"testing"
)

// TestEveryCellHasItsFormula reads pages whose formulas are shared with cells on an earlier page.
func TestEveryCellHasItsFormula(t *testing.T) {
	var rows strings.Builder
	rows.WriteString(`<row r="1"><c r="B1"><f t="shared" ref="B1:B9" si="3">A1*$C$1+_xlfn.XLOOKUP("_xlfn.",A1:A2,B:B)</f><v>1</v>` +
		`</c></row>`)
	for n := 2; n < 10; n++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="B%d"><f t="shared" si="3"/><v>1</v></c><c r="C%d"><f t="shared" si="9"/><v>1</v></c>`+
			`</row>`, n, n, n)
	}
	rows.WriteString(`<row r="10"><c r="A10"><f t="array" ref="A10:B11">ROW(A1:B2)</f><v>1</v></c><c r="D10"><f t="array" ` +
		`ref="D10">SUM(A1:A2)</f></c></row>`)
	in := pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml",
		`<worksheet><sheetData>`+rows.String()+`</sheetData><sheetProtection sheet="1"/></worksheet>`)
	for _, first := range []int{1, 2, 5} {
		p, err := read(in, PageRequest{Sheet: 2, First: first, Rows: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Rows[:len(p.Rows)-1] {
			want := fmt.Sprintf(`A%d*$C$1+XLOOKUP("_xlfn.",A%d:A%d,B:B)`, r.Number, r.Number, r.Number+1)
			if got := r.Cells[0].Formula; got != want {
				t.Errorf("row %d of a page from %d: %s, want %s", r.Number, first, got, want)
			}
			if len(r.Cells) > 1 && r.Cells[1].Formula != "" {
				t.Errorf("from %d: a formula that nobody has is %s", first, r.Cells[1].Formula)
			}
		}
		if len(p.Arrays) != 1 || p.Arrays[0] != [4]int{10, 1, 2, 2} || !p.Locked {
			t.Errorf("%v, %v", p.Arrays, p.Locked)
		}
	}
}

func TestEscapedCharactersAreThemselves(t *testing.T) {
	for in, want := range map[string]string{
		"a_x000D_b": "a\rb", "_x005F_x000D_": "_x000D_", "_x": "_x", "_xzzzz_": "_xzzzz_", "_x0000_": "_x0000_", "a_x0041_": "aA",
		"_x00": "_x00",
	} {
		if got := decodeEscapes(in); got != want {
			t.Errorf("%q is read as %q, want %q", in, got, want)
		}
	}
}

// TestSheetsThatStaySaySo reads what editors refuse of the list of sheets: it is locked, or slicers choose what a sheet
// shows.
func TestSheetsThatStaySaySo(t *testing.T) {
	const types = "http://schemas.microsoft.com/office/2007/relationships"
	linked := func(kinds ...string) string {
		out := xml + `<Relationships>`
		for i, kind := range kinds {
			out += fmt.Sprintf(`<Relationship Id="x%d" Type="%s/%s" Target="../x.xml"/>`, i, types, kind)
		}
		return out + `</Relationships>`
	}
	slicers := strings.Replace(rels, "</Relationships>",
		`<Relationship Id="s" Type="`+types+`/slicerCache" Target="s.xml"/></Relationships>`, 1)
	locked := strings.Replace(bookPart, "<workbookPr/>", `<workbookPr/><workbookProtection lockStructure="1"/>`, 1)
	for name, c := range map[string]struct {
		book, rels, sheet string
		fixed, stays      bool
	}{
		"nothing":             {bookPart, rels, linked(), false, false},
		"a locked list":       {locked, rels, linked(), true, false},
		"a table":             {bookPart, rels, linked("table"), false, false},
		"slicers":             {bookPart, slicers, linked("drawing"), false, false},
		"slicers and a table": {bookPart, slicers, linked("drawing", "table"), false, true},
		"slicers and a pivot": {bookPart, slicers, linked("pivotTable"), false, true},
	} {
		in := pack(t, "xl/workbook.xml", c.book, "xl/_rels/workbook.xml.rels", c.rels, "xl/worksheets/sheet2.xml",
			`<worksheet><sheetData/></worksheet>`, "xl/worksheets/_rels/sheet2.xml.rels", c.sheet)
		p, err := read(in, PageRequest{Sheet: 2, First: 1, Rows: 10})
		if err != nil {
			t.Fatal(err)
		}
		if p.StructureLocked != c.fixed || p.Undeletable != c.stays {
			t.Errorf("%s: fixed %v, stays %v", name, p.StructureLocked, p.Undeletable)
		}
	}
}
