package sheet

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"anbar/decode/source"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func pack(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(w, parts[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(b []byte, want PageRequest) (*Page, error) {
	return ReadPage(source.New(context.Background(), bytes.NewReader(b), int64(len(b))), want)
}

const (
	xml      = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><!-- a > comment -->`
	bookPart = xml + `<workbook xmlns:r="r"><workbookPr/><bookViews><workbookView activeTab="1"/></bookViews><sheets>` +
		`<sheet name="Hidden &amp; old" sheetId="1" state="hidden" r:id="a"/><sheet name="بودجه" sheetId="2" r:id="b"/>` +
		`</sheets></workbook>`
	rels = `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/>` +
		`<Relationship Id="c" TargetMode="External" Target="http://x"/></Relationships>`
	bookStyles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0&quot; ریال&quot;"/></numFmts>` +
		`<fonts><font><sz val="11"/></font><font><b/><i val="0"/><color theme="1"/></font></fonts>` +
		`<fills><fill><patternFill/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFCC00"/></patternFill>` +
		`</fill></fills>` +
		`<borders><border><left/></border><border><left style="thin"/><right/><top/>` +
		`<bottom style="double"><color theme="2"/></bottom><diagonal style="thin"/></border></borders>` +
		`<cellStyleXfs><xf fontId="1"/></cellStyleXfs><cellXfs><xf fontId="0"/>` +
		`<xf fontId="1" fillId="1" borderId="1" numFmtId="164"><alignment horizontal="center" textRotation="45" wrapText="1"/></xf>` +
		`<xf numFmtId="14"/></cellXfs><dxfs><dxf><font><b/></font></dxf></dxfs></styleSheet>`
	theme = `<a:theme><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1>` +
		`<a:sysClr lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="44546A"/></a:dk2><a:lt2><a:srgbClr val="E7E6E6"/>` +
		`</a:lt2></a:clrScheme></a:theme>`
	shared = xml + `<sst><si><t>نام</t></si><si><r><t>rich</t></r><r><t xml:space="preserve">er </t></r><rPh><t>no</t></rPh></si></sst>`
	sheet2 = `<x:worksheet xmlns:x="x"><x:dimension ref="A1:C9"/><x:sheetViews><x:sheetView rightToLeft="1">` +
		`<x:pane xSplit="1" ySplit="1" ` +
		`state="frozen"/></x:sheetView></x:sheetViews><x:sheetFormatPr defaultColWidth="9.5" defaultRowHeight='15'/>` +
		`<x:cols><x:col min="2" max="3" width="20.5"/><x:col min="4" max="4" width="8" hidden="1"/></x:cols><x:sheetData>` +
		`<x:row r="1" ht="30" customHeight="1"><x:c r="A1" t="s" s="1"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>` +
		`<x:row r="3"><x:c r="A3" s="1"><x:f>SUM(B1:B2)</x:f><x:v>1250000</x:v></x:c><x:c r="B3" s="2"><x:v>45000</x:v></x:c>` +
		`<x:c t="b"><x:v>1</x:v></x:c><x:c r="E3" t="e"><x:v>#DIV/0!</x:v></x:c><x:c r="F3" t="inlineStr"><x:is>` +
		`<x:t>a &lt; b</x:t></x:is></x:c></x:row>` +
		`<x:row r="4"/><x:row r="9"><x:c r="B9"><x:v>9</x:v></x:c></x:row></x:sheetData>` +
		`<x:autoFilter ref="A1:C9"><x:filterColumn colId="0"><x:filters blank="1"><x:filter val="a &amp; b"/>` +
		`<x:dateGroupItem year="2026" month="3" dateTimeGrouping="month"/></x:filters></x:filterColumn>` +
		`<x:filterColumn colId="2"><x:top10 val="3"/></x:filterColumn>` +
		`</x:autoFilter><x:customSheetViews><x:customSheetView><x:autoFilter ref="A1:A2"/></x:customSheetView></x:customSheetViews>` +
		`<x:mergeCells><x:mergeCell ref="A1:B2"/><x:mergeCell ref="nonsense"/></x:mergeCells></x:worksheet>`
)

func xlsx(t testing.TB) []byte {
	return pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/styles.xml", bookStyles,
		"xl/theme/theme1.xml", theme,
		"xl/sharedStrings.xml", shared, "xl/worksheets/sheet2.xml", sheet2,
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData/></worksheet>")
}

func value(f float64) *float64 { return &f }

func TestPageOfAnXLSX(t *testing.T) {
	got, err := read(xlsx(t), PageRequest{Rows: 100})
	if err != nil {
		t.Fatal(err)
	}
	want := &Page{
		Sheets: []Entry{{"1", "Hidden & old", true}, {ID: "2", Name: "بودجه"}}, Sheet: 2, Active: 2, RTL: true,
		First: 1, Total: 9, Columns: 6,
		Frozen: [2]int{1, 1},
		Widths: []ColumnWidth{{2, 3, 20.5, false}, {4, 4, 8, true}}, Width: 9.5, Height: 15, Merges: [][4]int{{1, 1, 2, 2}},
		Filter: &Filter{[4]int{1, 1, 9, 3}, []FilterColumn{
			{Column: 1, Values: []string{"a & b"}, Dates: []string{"2026-03"}, Blank: true}, {Column: 3, Other: true},
		}},
		Styles: []Style{{Size: 11}, {
			Format: `#,##0" ریال"`, Bold: true, Color: "000000", Fill: "FFCC00", Align: "center", Wrap: true,
			Border: &Border{Left: &Line{Style: "thin"}, Bottom: &Line{"double", "E7E6E6"}}, Rotation: 45,
		}, {Format: "yyyy/mm/dd"}},
		Rows: []Row{
			{Number: 1, Height: 30, Cells: []Cell{{Column: 1, Text: "نام", Style: 1}, {Column: 3, Text: "richer "}}},
			{Number: 3, Cells: []Cell{
				{Column: 1, Number: value(1_250_000), Style: 1, Formula: "SUM(B1:B2)"}, {Column: 2, Number: value(45_000), Style: 2},
				{Column: 3, Kind: "bool", Text: "TRUE"}, {Column: 5, Kind: "error", Text: "#DIV/0!"}, {Column: 6, Text: "a < b"},
			}},
			{Number: 9, Cells: []Cell{{Column: 2, Number: value(9)}}},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Cell{})); diff != "" {
		t.Error(diff)
	}
}

func TestPagesFollowOneAnother(t *testing.T) {
	first, err := read(xlsx(t), PageRequest{Sheet: 2, Rows: 2})
	if err != nil || len(first.Rows) != 1 || first.Next != 3 || first.Total != 9 || len(first.Merges) != 1 {
		t.Fatalf("%+v, %v", first, err)
	}
	second, err := read(xlsx(t), PageRequest{Sheet: 2, First: first.Next, Rows: 100})
	if err != nil || len(second.Rows) != 2 || second.Rows[0].Number != 3 || second.Next != 0 {
		t.Fatalf("%+v, %v", second, err)
	}
	if empty, err := read(xlsx(t), PageRequest{Sheet: 1, Rows: 5}); err != nil || len(empty.Rows) != 0 || empty.Sheet != 1 {
		t.Fatalf("%+v, %v", empty, err)
	}
	if last, err := read(xlsx(t), PageRequest{Sheet: 9, Rows: 5}); err != nil || last.Sheet != 2 {
		t.Fatalf("%+v, %v", last, err)
	}
}

const ods = xml + `<office:document-content><office:automatic-styles><style:style style:name="co1" style:family="table-column">` +
	`<style:table-column-properties style:column-width="5.6pt"/></style:style><style:style style:name="ta1" style:family="table">` +
	`<style:table-properties style:writing-mode="rl-tb"/></style:style><style:style style:name="ce1" style:family="table-cell">` +
	`<style:table-cell-properties fo:background-color="#ffcc00"/><style:text-properties fo:font-weight="bold"/></style:style>` +
	`</office:automatic-styles><office:spreadsheet><table:table table:name="یک" table:style-name="ta1">` +
	`<table:table-column table:style-name="co1" table:number-columns-repeated="2"/>` +
	`<table:table-row><table:table-cell table:style-name="ce1" office:value-type="float" office:value="1200" ` +
	`table:number-columns-repeated="2"><text:p>۱٬۲۰۰</text:p></table:table-cell><table:table-cell office:value-type="string" ` +
	`table:number-columns-spanned="2" table:formula="of:=[.A1]"><text:p>two <text:span>li</text:span>nes</text:p><text:p>here</text:p>` +
	`<office:annotation><text:p>hidden note</text:p></office:annotation></table:table-cell>` +
	`<table:table-cell table:number-columns-repeated="16380"/></table:table-row>` +
	`<table:table-row table:number-rows-repeated="3"><table:table-cell><text:p>same</text:p></table:table-cell></table:table-row>` +
	`<table:table-row table:number-rows-repeated="1048572"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` +
	`</table:table><table:table table:name="B"/></office:spreadsheet></office:document-content>`

func TestPageOfAnODS(t *testing.T) {
	got, err := read(pack(t, "content.xml", ods), PageRequest{Rows: 3})
	if err != nil {
		t.Fatal(err)
	}
	number := Cell{Text: "۱٬۲۰۰", Kind: "number", Style: 1, Column: 1}
	second := number
	second.Column = 2
	want := &Page{
		Sheets: []Entry{{ID: "1", Name: "یک"}, {ID: "2", Name: "B"}}, Sheet: 1, RTL: true, First: 1, Next: 4, Total: 4, Columns: 3,
		Widths: []ColumnWidth{{1, 2, 1, false}}, Merges: [][4]int{{1, 3, 1, 2}}, Styles: []Style{{}, {Bold: true, Fill: "FFCC00"}},
		Rows: []Row{
			{Number: 1, Cells: []Cell{number, second, {Column: 3, Text: "two lines\nhere", Formula: "[.A1]"}}},
			{Number: 2, Cells: []Cell{{Column: 1, Text: "same"}}}, {Number: 3, Cells: []Cell{{Column: 1, Text: "same"}}},
		},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Cell{})); diff != "" {
		t.Error(diff)
	}
}

// large is a sheet of that many rows with ten cells each, every other of a text of its own.
func large(t testing.TB, rows int) []byte {
	var texts, cells strings.Builder
	for r := 1; r <= rows; r++ {
		fmt.Fprintf(&cells, `<row r="%d" spans="1:10">`, r)
		for c := range 10 {
			if c%2 == 0 {
				fmt.Fprintf(&texts, "<si><t>text %d of row %d</t></si>", c, r)
				fmt.Fprintf(&cells, `<c r="%c%d" t="s"><v>%d</v></c>`, 'A'+c, r, (r-1)*5+c/2)
			} else {
				fmt.Fprintf(&cells, `<c r="%c%d" s="1"><v>%d.25</v></c>`, 'A'+c, r, r*c)
			}
		}
		cells.WriteString("</row>")
	}
	return pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/styles.xml", bookStyles,
		"xl/sharedStrings.xml", "<sst>"+texts.String()+"</sst>",
		"xl/worksheets/sheet2.xml",
		fmt.Sprintf("<worksheet><dimension ref=\"A1:J%d\"/><sheetData>", rows)+
			cells.String()+"</sheetData></worksheet>")
}

func BenchmarkFirstPageOf100000Cells(b *testing.B) {
	in := large(b, 10_000)
	for b.Loop() {
		if p, err := read(in, PageRequest{Rows: 500}); err != nil || len(p.Rows) != 500 ||
			p.Rows[499].Cells[8].Text != "text 8 of row 500" {
			b.Fatalf("%v", err)
		}
	}
}

// BenchmarkAskForTheSheetShownFirst is what an editor asked for besides, before each part said it.
func BenchmarkAskForTheSheetShownFirst(b *testing.B) {
	in := large(b, 10_000)
	for b.Loop() {
		if p, err := read(in, PageRequest{Rows: 1}); err != nil || p.Active != p.Sheet {
			b.Fatalf("%v", err)
		}
	}
}

// BenchmarkPartOfAnEditor reads as many rows as an editor asks for.
func BenchmarkPartOfAnEditor(b *testing.B) {
	in := large(b, 10_000)
	for b.Loop() {
		if p, err := read(in, PageRequest{Rows: 5_000}); err != nil || len(p.Rows) != 5_000 {
			b.Fatalf("%v", err)
		}
	}
}

// TestLargeSheetsTakeLittleMemory reads pages of a million cells.
func TestLargeSheetsTakeLittleMemory(t *testing.T) {
	in := large(t, 100_000)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, first := range []int{1, 50_000, 99_990} {
		p, err := read(in, PageRequest{Rows: 5000, First: first})
		if err != nil || p.Rows[0].Number != first || p.Rows[0].Cells[0].Text != fmt.Sprintf("text 0 of row %d", first) {
			t.Fatalf("%d: %v", first, err)
		}
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 60<<20 {
		t.Errorf("%d MiB", grown>>20)
	}
}

func TestWhatIsNoWorkbook(t *testing.T) {
	for name, in := range map[string][]byte{
		"nothing": nil, "text": []byte("text"), "another": pack(t, "word/document.xml", "<t>a</t>"),
		"no sheets":   pack(t, "xl/workbook.xml", "<workbook/>"),
		"no part":     pack(t, "xl/workbook.xml", `<workbook><sheet name="a" r:id="a"/></workbook>`, "xl/_rels/workbook.xml.rels", rels),
		"a type":      pack(t, "xl/workbook.xml", `<!DOCTYPE x [<!ENTITY a "a">]><workbook/>`),
		"a long tag":  pack(t, "xl/workbook.xml", "<workbook "+strings.Repeat("a", 2*maxTag)+">"),
		"broken off":  pack(t, "content.xml", ods[:len(ods)/2]),
		"a long name": pack(t, "xl/workbook.xml", "<workbook><sheet name='"+strings.Repeat("a", maxTag)),
	} {
		if p, err := read(in, PageRequest{Rows: 10}); !errors.Is(err, ErrUnreadable) && err == nil && name != "broken off" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	in := large(t, 50_000)
	if _, err := ReadPage(source.New(ctx, bytes.NewReader(in), int64(len(in))), PageRequest{Rows: 1, First: 49_000}); err == nil {
		t.Error("it was read after its time")
	}
}

// TestManyRepetitionsAreBounded has an ods say a cell a billion times.
func TestManyRepetitionsAreBounded(t *testing.T) {
	row := `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384">` +
		`<text:p>again</text:p></table:table-cell></table:table-row>`
	in := pack(t, "content.xml", `<office:spreadsheet><table:table table:name="a">`+strings.Repeat(row, 50)+`</table:table>`+
		`</office:spreadsheet>`)
	began := time.Now()
	p, err := read(in, PageRequest{Rows: 5000})
	if err != nil || p.Next == 0 {
		t.Fatal(err)
	}
	cells := 0
	for _, r := range p.Rows {
		cells += len(r.Cells)
	}
	t.Logf("%d cells, %v", cells, time.Since(began))
	if cells > 3*50_000 {
		t.Errorf("%d cells", cells)
	}
}

func TestFind(t *testing.T) {
	for find, want := range map[string]Position{
		"نام": {2, 1, 1}, "RICH": {2, 1, 3}, "45000": {2, 3, 2}, "rich nothing": {2, 1, 3}, "nothing": {}, "": {}, "Hidden": {},
	} {
		in := xlsx(t)
		got, err := Find(source.New(t.Context(), bytes.NewReader(in), int64(len(in))), strings.Fields(find))
		if err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", find, got, err, want)
		}
	}
	in := large(t, 12_000)
	got, err := Find(source.New(t.Context(), bytes.NewReader(in), int64(len(in))), []string{"row", "11999"})
	if err != nil || got != (Position{2, 11_999, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Find(source.New(t.Context(), bytes.NewReader(nil), 0), []string{"a"}); !errors.Is(err, ErrUnreadable) {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sheet2), []byte(bookStyles), []byte(shared))
	f.Add([]byte(ods), []byte(""), []byte(""))
	f.Fuzz(func(t *testing.T, sheet, styles, texts []byte) {
		for _, in := range [][]byte{
			pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml", string(sheet),
				"xl/styles.xml", string(styles), "xl/sharedStrings.xml", string(texts)),
			pack(t, "content.xml", string(sheet)),
		} {
			p, err := read(in, PageRequest{Rows: 20})
			if err == nil && (p.Sheet < 1 || p.Sheet > len(p.Sheets)) {
				t.Errorf("sheet %d of %d", p.Sheet, len(p.Sheets))
			}
		}
	})
}

// TestFormulasWithoutValues reads what programs write that compute nothing, and a text that a formula made empty.
func TestLinesOfOpenDocuments(t *testing.T) {
	for text, want := range map[string]*Line{
		"0.74pt solid #000000": {"thin", "000000"}, "1.76pt solid #ff0000": {"medium", "FF0000"}, "2.5pt solid": {Style: "thick"},
		"1.1pt double #808080": {"double", "808080"}, "0.05pt dashed #000000": {"dashed", "000000"}, "none": nil, "": nil,
		"1pt wavy-of-no-kind": nil,
	} {
		if diff := cmp.Diff(want, parseODSLine(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestFormulasWithoutValues(t *testing.T) {
	rows := `<row r="1"><c r="A1"><f>SUM(B1:B2)</f></c><c r="B1"><f>1+1</f><v></v></c><c r="C1" t="str"><f>IF(A1,"","")</f><v></v></c>` +
		`<c r="D1"><f t="array" ref="D1">SUM(A1:A2*2)</f><v>4</v></c><c r="E1"/></row>`
	book := strings.Replace(bookPart, "</workbook>", `<calcPr calcId="1" fullCalcOnLoad="1"/></workbook>`, 1)
	in := pack(t, "xl/workbook.xml", book, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml",
		`<worksheet><sheetData>`+rows+`</sheetData></worksheet>`)
	p, err := read(in, PageRequest{Sheet: 2, First: 1, Rows: 10})
	if err != nil {
		t.Fatal(err)
	}
	want := []Row{{Number: 1, Cells: []Cell{
		{Column: 1, Formula: "SUM(B1:B2)"}, {Column: 2, Formula: "1+1"}, {Column: 3, Formula: `IF(A1,"","")`, Kind: "text"},
		{Column: 4, Formula: "SUM(A1:A2*2)", Number: value(4), Array: true},
	}}}
	if diff := cmp.Diff(want, p.Rows, cmpopts.IgnoreUnexported(Cell{})); diff != "" || !p.Stale {
		t.Error(diff, p.Stale)
	}

	ods := pack(t, "content.xml", `<office:document-content><office:body><office:spreadsheet><table:table table:name="a"><table:table-row>`+
		`<table:table-cell table:formula="of:=1+1"/><table:table-cell table:formula="of:=T(1)" office:value-type="string"/>`+
		`<table:table-cell/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`)
	if p, err = read(ods, PageRequest{Sheet: 1, First: 1, Rows: 10}); err != nil {
		t.Fatal(err)
	}
	want = []Row{{Number: 1, Cells: []Cell{{Column: 1, Formula: "1+1"}, {Column: 2, Formula: "T(1)", Kind: "text"}}}}
	if diff := cmp.Diff(want, p.Rows, cmpopts.IgnoreUnexported(Cell{})); diff != "" {
		t.Error(diff)
	}
}
