package decode_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/decode"
	"anbar/decode/refusal"
	"anbar/decode/sheet"
)

// book is a workbook with that many rows of ten cells each.
func book(t testing.TB, rows int, more ...string) []byte {
	t.Helper()
	var cells strings.Builder
	for n := 1; n <= rows; n++ {
		fmt.Fprintf(&cells, `<row r="%d">`, n)
		for c := range 10 {
			fmt.Fprintf(&cells, `<c r="%c%d"><v>%d.5</v></c>`, 'A'+c, n, n*c)
		}
		cells.WriteString("</row>")
	}
	const main, rels = "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
		"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	parts := append([]string{
		"[Content_Types].xml", `<Types><Override PartName="/xl/workbook.xml" ContentType="a"/></Types>`,
		"_rels/.rels", `<Relationships><Relationship Id="a" Type="` + rels + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + rels + `"><sheets><sheet name="a" sheetId="3" r:id="a"/>` +
			`</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="` + rels +
			`/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet xmlns="` + main + `"><sheetData>` + cells.String() + `</sheetData></worksheet>`,
	}, more...)
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

func TestADecoderChangesAWorkbook(t *testing.T) {
	d := newDecoders(t)
	who := limits.Owner{Person: 1}
	in := book(t, 3_000)
	if err := d.CheckEditable(t.Context(), who, decode.EditCells, content(in)); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	long := strings.Repeat("پیش ", 8_000) // the operations are asked for in parts
	ops := fmt.Sprintf(`{"ops":[{"op":"cells","sheet":"3","cells":[{"r":0,"c":0,"v":%q},{"r":2999,"c":9,"v":7},{"r":1,"c":0,"v":%q},
		{"r":2,"c":0,"v":%q},{"r":3,"c":0,"v":%q},{"r":4,"c":0,"v":%q},{"r":5,"c":0,"v":%q}]}]}`, "سلام", long, long, long, long, long)
	if err := d.Merge(t.Context(), who, decode.EditCells, content(in), []decode.Content{content([]byte(ops))}, &out); err != nil {
		t.Fatal(err)
	}
	pageOf := func(want sheet.PageRequest) (p sheet.Page, err error) {
		b, err := d.ReadSheetPage(t.Context(), who, content(out.Bytes()), want)
		if err == nil {
			err = json.Unmarshal(b, &p)
		}
		return p, err
	}
	p, err := pageOf(sheet.PageRequest{Sheet: 1, First: 1, Rows: 1})
	if err != nil || p.Rows[0].Cells[0].Text != "سلام" || p.Sheets[0].ID != "3" {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = pageOf(sheet.PageRequest{Sheet: 1, First: 3000, Rows: 1})
	if err != nil || *p.Rows[0].Cells[9].Number != 7 {
		t.Errorf("%+v, %v", p, err)
	}
	var bar *refusal.Error
	out.Reset()
	macros := content(book(t, 1, "xl/vbaProject.bin", "x"))
	err = d.Merge(t.Context(), who, decode.EditCells, macros, []decode.Content{content([]byte(ops))}, &out)
	if !errors.Is(err, decode.ErrContent) || !errors.As(err, &bar) || bar.Code != refusal.Macros || out.Len() > 0 {
		t.Errorf("%d bytes, %v", out.Len(), err)
	}
	if err := d.CheckEditable(t.Context(), who, decode.EditCells, macros); !errors.As(err, &bar) || bar.Code != refusal.Macros {
		t.Error(err)
	}
	if err := d.Merge(t.Context(), who, decode.EditCells, content(in), nil, &out); !errors.As(err, &bar) || bar.Code != refusal.Invalid {
		t.Error(err)
	}
	if err := d.Merge(t.Context(), who, decode.EditCells, decode.Content{From: failing{}, Size: 1000}, nil, &out); !errors.Is(err,
		errIll) ||
		errors.Is(err, decode.ErrContent) {
		t.Error(err)
	}
}
