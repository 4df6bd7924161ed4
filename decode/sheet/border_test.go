package sheet

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinesThroughCells(t *testing.T) {
	styles := `<styleSheet><fonts><font/></fonts><fills><fill/></fills><borders><border diagonalUp="1"><left/>` +
		`<diagonal style="thin"><color rgb="FFFF0000"/></diagonal></border><border diagonalDown="true" diagonalUp="1">` +
		`<left style="thin"/><diagonal style="double"/></border>` +
		`<border><diagonal style="thick"/></border></borders><cellXfs><xf/><xf borderId="0"/><xf borderId="1"/><xf borderId="2"/>` +
		`</cellXfs></styleSheet>`
	body := `<worksheet><sheetData><row r="1"><c r="A1" s="1"/><c r="B1" s="2"/><c r="C1" s="3"/></row></sheetData></worksheet>`
	p, err := read(pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/styles.xml", styles,
		"xl/worksheets/sheet2.xml", body), PageRequest{Rows: 10})
	if err != nil {
		t.Fatal(err)
	}
	double := &Line{Style: "double"}
	want := []*Border{{Up: &Line{"thin", "FF0000"}}, {Left: &Line{Style: "thin"}, Up: double, Down: double}, nil}
	for i, border := range want {
		if diff := cmp.Diff(border, p.Styles[p.Rows[0].Cells[i].Style].Border); diff != "" {
			t.Error(diff)
		}
	}
}
