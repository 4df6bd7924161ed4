package sheet

import (
	"fmt"
	"strings"
	"testing"
)

// TestChartsOfOtherRanges has charts of whole columns and rows, of several ranges and of names, without values of their own.
func TestChartsOfOtherRanges(t *testing.T) {
	const data = `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>4</v></c></row><row r="2"><c r="A2"><v>2</v></c>` +
		`</row><row r="3"><c r="A3"><v>3</v></c><c r="B3"><v>6</v></c><c r="C3" s="1"/></row><row r="9"><c r="A9" s="1"/></row>` +
		`</sheetData><drawing r:id="d"/></worksheet>`
	const book = `<workbook><sheets><sheet name="It's, all" sheetId="1" r:id="r1"/><sheet name="Two" sheetId="2" r:id="r2"/></sheets>` +
		`<definedNames><definedName name="Sales">'It''s, all'!$A$1:$A$3</definedName><definedName name="Same">Sales</definedName>` +
		`<definedName name="Sales" localSheetId="1">'It''s, all'!$B$3</definedName><definedName name="Round">Round</definedName>` +
		`<definedName name="Both">'It''s, all'!$A$1,'It''s, all'!$B$3</definedName>` +
		`<definedName name="Moving">OFFSET('It''s, all'!$A$1,0,0,3)</definedName></definedNames></workbook>`
	const links = `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="r2" Type="x/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`
	read := func(from string) string {
		chart := `<c:chartSpace><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:f>` + from +
			`</c:f></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
		file := pack(t, "xl/workbook.xml", book, "xl/_rels/workbook.xml.rels", links, "xl/worksheets/sheet1.xml", data,
			"xl/worksheets/sheet2.xml", "<worksheet><sheetData/></worksheet>", "xl/worksheets/_rels/sheet1.xml.rels",
			`<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/d.xml"/></Relationships>`,
			"xl/drawings/d.xml", drawingPart, "xl/drawings/_rels/d.xml.rels",
			`<Relationships><Relationship Id="c" Type="x/chart" Target="../charts/c.xml"/></Relationships>`, "xl/charts/c.xml", chart)
		p, err := read(file, PageRequest{Sheet: 1, Rows: 10})
		if err != nil || len(p.Drawings) != 1 || len(p.Drawings[0].Chart.Series) != 1 {
			t.Fatalf("%s: %+v, %v", from, p, err)
		}
		var values []string
		for _, v := range p.Drawings[0].Chart.Series[0].Values {
			if v == nil {
				values = append(values, "-")
			} else {
				values = append(values, fmt.Sprint(*v))
			}
		}
		return strings.Join(values, " ")
	}
	const sheet = "'It''s, all'!"
	for from, want := range map[string]string{
		sheet + "$A:$A": "1 2 3", sheet + "B:B": "4 - 6", sheet + "$1:$1": "1 4", sheet + "$3:$3": "3 6",
		"(" + sheet + "$A$1:$A$2," + sheet + "$B$3)": "1 2 6", "[0]!Sales": "1 2 3", "Two!Sales": "6", "sales": "1 2 3",
		"Same": "1 2 3", "Both": "1 6", "Moving": "", "Round": "", "Nothing": "", "(" + sheet + "A1,": "", "()": "", "Two!A:A": "",
		sheet + "$1:$1048576": "",
	} {
		if got := read(from); got != want {
			t.Errorf("%s has %q, not %q", from, got, want)
		}
	}
}
