package extract

import (
	"bytes"
	"strings"
	"testing"

	"anbar/decode/source"

	"github.com/google/go-cmp/cmp"
)

func TestTablesOfWorkbooks(t *testing.T) {
	book := pack(t,
		"xl/workbook.xml", `<workbook><sheets><sheet name="فروش" r:id="b"/><sheet name="Two" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/>`+
			`<Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
		"xl/sharedStrings.xml", `<sst><si><t>Name</t><rPh><t>ruby</t></rPh></si><si><r><t>an</t></r><r><t>bar</t></r></si></sst>`,
		"xl/worksheets/sheet2.xml", `<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c>`+
			`<c r="C1" t="inlineStr"><is><t>Sum</t></is></c></row>`+
			`<row><c t="s"><v>1</v></c><c><f>1+1</f><v>2</v></c><c r="ZZZZ9"><v>far</v></c></row></sheetData></worksheet>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row><c t="s"><v>99</v></c><c><v>7</v></c></row></sheetData></worksheet>`)
	for name, c := range map[string]struct {
		kind Kind
		in   []byte
		want Document
	}{
		"xlsx": {Sheet, book, Document{Names: []string{"فروش", "Two"}, Blocks: []Block{
			{Kind: Row, Place: 1, Cells: []string{"Name", "", "Sum"}}, {Kind: Row, Place: 1, Cells: []string{"anbar", "2", "far"}},
			{Kind: Row, Place: 2, Cells: []string{"", "7"}},
		}}},
		"csv": {Plain, []byte("a;\"b; c\"\n1;2\n"), Document{Names: []string{""}, Blocks: []Block{
			{Kind: Row, Place: 1, Cells: []string{"a", "b; c"}}, {Kind: Row, Place: 1, Cells: []string{"1", "2"}},
		}}},
	} {
		got, err := Tables(source.New(t.Context(), bytes.NewReader(c.in), int64(len(c.in))), c.kind)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, *got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestALargeWorkbookIsCut(t *testing.T) {
	row := `<row><c><v>` + strings.Repeat("9", 1000) + `</v></c></row>`
	b := pack(t, "xl/workbook.xml", `<workbook><sheet name="a" r:id="a"/></workbook>`, "xl/_rels/workbook.xml.rels",
		`<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", "<sheetData>"+strings.Repeat(row, 3000)+"</sheetData>")
	got, err := Tables(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), Sheet)
	if err != nil || !got.Cut || len(got.Blocks) > 1100 {
		t.Errorf("%v, %d rows", err, len(got.Blocks))
	}
}
