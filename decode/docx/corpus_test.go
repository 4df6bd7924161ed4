package docx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const spaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ` +
	`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ` +
	`xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ` +
	`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ` +
	`xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" ` +
	`xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ` +
	`xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ` +
	`xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" ` +
	`xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ` +
	`xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ` +
	`xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ` +
	`xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" mc:Ignorable="w14 w15"`

const (
	relationKind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
	wordKind     = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	declaration  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
)

// sample is a document of the corpus: its text, and parts beside it with the kind of each.
type sample struct {
	body  string
	parts map[string]string // by name; the relation is named rel0, rel1 … in the order of kinds
	kinds []string          // "name kind type"
	links []string          // addresses: out0, out1 …
	main  string            // instead of the body
	types string            // more types
}

func p(text string) string {
	return `<w:p><w:r><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

func fa(text string) string {
	return `<w:p w:rsidR="00A1"><w:pPr><w:bidi/><w:jc w:val="start"/></w:pPr><w:r><w:rPr>` +
		`<w:rFonts w:ascii="Calibri" w:cs="B Nazanin"/>` +
		`<w:szCs w:val="28"/><w:rtl/><w:lang w:bidi="fa-IR"/></w:rPr><w:t xml:space="preserve">` + text + `</w:t></w:r></w:p>`
}

const section = `<w:sectPr w:rsidR="00B2"><w:pgSz w:w="11906" w:h="16838"/>` +
	`<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" ` +
	`w:header="708" w:footer="708" w:gutter="0"/><w:cols w:space="708"/><w:docGrid w:linePitch="360"/></w:sectPr>`

// A dot of one pixel.
const dot = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"

// build packs a sample.
func (s sample) build(t testing.TB) []byte {
	t.Helper()
	main := s.main
	if main == "" {
		main = declaration + `<w:document ` + spaces + `><w:body>` + s.body + section + `</w:body></w:document>`
	}
	var types, relations strings.Builder
	for i, k := range s.kinds {
		f := strings.Fields(k)
		fmt.Fprintf(&relations, `<Relationship Id="rel%d" Type="%s%s" Target="%s"/>`, i, relationKind, f[1], f[0])
		if len(f) > 2 {
			fmt.Fprintf(&types, `<Override PartName="/word/%s" ContentType="%s"/>`, f[0], f[2])
		}
	}
	for i, address := range s.links {
		fmt.Fprintf(&relations, `<Relationship Id="out%d" Type="%shyperlink" Target="%s" TargetMode="External"/>`, i,
			relationKind, address)
	}
	const package_ = "http://schemas.openxmlformats.org/package/2006/"
	files := [][2]string{
		{"[Content_Types].xml", declaration + `<Types xmlns="` + package_ + `content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>` +
			`<Default Extension="bin" ContentType="application/octet-stream"/>` +
			`<Override PartName="/word/document.xml" ContentType="` + mainType + `"/>` +
			`<Override PartName="/word/styles.xml" ContentType="` + wordKind + `styles+xml"/>` + types.String() + s.types + `</Types>`},
		{"_rels/.rels", declaration + `<Relationships xmlns="` + package_ + `relationships">` +
			`<Relationship Id="rId1" Type="` + relationKind + `officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", main},
		{"word/_rels/document.xml.rels", declaration + `<Relationships xmlns="` + package_ + `relationships">` +
			`<Relationship Id="rIdS" Type="` + relationKind + `styles" Target="styles.xml"/>` + relations.String() +
			`</Relationships>`},
		{"word/styles.xml", declaration + sampleStyles},
	}
	for _, name := range sorted(s.parts) {
		files = append(files, [2]string{name, s.parts[name]})
	}
	return pack(t, files)
}

func pack(t testing.TB, files [][2]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err == nil {
			_, err = w.Write([]byte(f[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const sampleStyles = `<w:styles ` + spaces + `><w:docDefaults><w:rPrDefault><w:rPr>` +
	`<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="22"/>` +
	`<w:lang w:val="en-US" w:bidi="fa-IR"/></w:rPr></w:rPrDefault></w:docDefaults>` +
	`<w:latentStyles w:count="376" w:defLockedState="0"/>` +
	`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>` +
	`<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr>` +
	`<w:outlineLvl w:val="0"/></w:pPr>` +
	`<w:rPr><w:b/><w:sz w:val="32"/></w:rPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/>` +
	`<w:tblPr><w:tblBorders><w:top w:val="single" w:sz="4"/></w:tblBorders></w:tblPr></w:style></w:styles>`

func cell(text, props string) string {
	return `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/>` + props + `</w:tcPr>` + p(text) + `</w:tc>`
}

func table(rows ...string) string {
	return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/>` +
		`<w:tblLook w:val="04A0" w:firstRow="1"/></w:tblPr>` +
		`<w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr>` + strings.Join(rows, `</w:tr>`+
		`<w:tr>`) + `</w:tr></w:tbl>`
}

func drawing(frame, uri, inside string) string {
	head, tail := `<wp:inline distT="0" distB="0" distL="0" distR="0">`, `</wp:inline>`
	if frame == "anchor" {
		head = `<wp:anchor distT="0" distB="0" distL="114300" distR="114300" simplePos="0" relativeHeight="2" ` +
			`behindDoc="0" locked="0" layoutInCell="1" ` +
			`allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>` +
			`0</wp:posOffset></wp:positionH>` +
			`<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>`
		tail = `</wp:anchor>`
	}
	wrap := ""
	if frame == "anchor" {
		wrap = `<wp:wrapSquare wrapText="bothSides"/>`
	}
	return `<w:drawing>` + head + `<wp:extent cx="952500" cy="476250"/>` + wrap + `<wp:docPr id="7" name="Object 7"/>` +
		`<a:graphic><a:graphicData uri="` + uri + `">` + inside + `</a:graphicData></a:graphic>` + tail + `</w:drawing>`
}

const pictureInside = `<pic:pic><pic:nvPicPr><pic:cNvPr id="7" name="dot.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>` +
	`<a:blip r:embed="rel0"/>` +
	`<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>` +
	`<a:ext cx="952500" cy="476250"/></a:xfrm>` +
	`<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`

func shape(text string) string {
	return `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="476250"/>` +
		`</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>` +
		`<wps:txbx><w:txbxContent>` + fa(text) + `</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>`
}

func field(code, shown string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ` + code + ` </w:instrText></w:r>` +
		`<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>` + shown + `</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

func story(kind, inside string) string {
	return declaration + `<w:` + kind + ` ` + spaces + `>` + inside + `</w:` + kind + `>`
}
