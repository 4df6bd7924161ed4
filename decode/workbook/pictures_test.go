package workbook

import (
	"encoding/binary"
	"fmt"
	"testing"

	reader "anbar/decode/sheet"
)

// metafile returns a small picture of a kind: its header and its last record.
func metafile(kind string) string {
	le := binary.LittleEndian
	if kind == "wmf" {
		b := le.AppendUint32(nil, 0x9ac6cdd7)
		b = append(b, make([]byte, 18)...)
		return string(append(le.AppendUint16(le.AppendUint16(b, 1), 9), make([]byte, 20)...))
	}
	b := le.AppendUint32(le.AppendUint32(nil, 1), 88)
	b = append(append(b, make([]byte, 32)...), " EMF"...)
	return string(le.AppendUint32(append(b, make([]byte, 44)...), 14))
}

// TestOldPicturesStay has a workbook with pictures in EMF and WMF over its cells: reader and editor say that they are there, and a
// save keeps them.
func TestOldPicturesStay(t *testing.T) {
	const place = "xl/media/image"
	picture := func(id string, row int) string {
		return fmt.Sprintf(`<xdr:oneCellAnchor><xdr:from><xdr:col>4</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>%d</xdr:row>`+
			`<xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="914400" cy="457200"/><xdr:pic><xdr:nvPicPr>`+
			`<xdr:cNvPr id="%[1]d" name="%s"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="%[2]s"/></xdr:blipFill>`+
			`<xdr:spPr/></xdr:pic><xdr:clientData/>`+
			`</xdr:oneCellAnchor>`, row, id)
	}
	drawing := head + `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ` +
		`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + relS + `">` +
		picture("e", 3) + picture("w", 9) +
		`</xdr:wsDr>`
	const sheetRels, part1 = "xl/worksheets/_rels/sheet1.xml.rels", "xl/drawings/drawing1.xml"
	in := rich(t, part1, drawing, "xl/drawings/_rels/drawing1.xml.rels",
		rels("e", "image", "../media/image1.emf", "w", "image", "../media/image2.wmf"),
		place+"1.emf", metafile("emf"), place+"2.wmf", metafile("wmf"))
	if part(t, in, sheetRels) == "" {
		t.Fatal("the first sheet has no relations")
	}
	missing := func(of []byte) reader.Omissions {
		t.Helper()
		p := page(t, of, 1)
		if p.Missing == nil {
			t.Fatal("nothing is said to be missing")
		}
		return *p.Missing
	}
	before := missing(in)
	if before.Pictures != 2 {
		t.Fatalf("not shown are %+v", before)
	}
	ops := `{"op":"cells","sheet":"1","cells":[{"r":40,"c":3,"v":"نو"}]}`
	out := mustApply(t, in, ops)
	if after := missing(out); after != before {
		t.Errorf("after a save not shown are %+v, not %+v", after, before)
	}
	same := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if was, is := part(t, in, name), part(t, out, name); was != is || was == "" {
				t.Errorf("%s was changed", name)
			}
		}
	}
	media := []string{place + "1.emf", place + "2.wmf", "xl/drawings/_rels/drawing1.xml.rels"}
	same(append(media, part1, sheetRels)...)
	// Rows that are inserted above them, and charts that are added and taken away beside them, leave their bytes, too.
	out = mustApply(t, in, `{"op":"insert","sheet":"1","axis":"rows","at":0,"count":2},`+chartOp("1", "c", "line"))
	if missing(out).Pictures != 2 {
		t.Error("a chart took the place of a picture")
	}
	same(media[:2]...)
	has(t, out, part1, `<xdr:row>5</xdr:row>`, `<xdr:row>11</xdr:row>`)
	out = mustApply(t, out, `{"op":"unchart","sheet":"1","name":"c"}`)
	if missing(out).Pictures != 2 {
		t.Error("a picture went with a chart")
	}
	same(media[:2]...)
}
