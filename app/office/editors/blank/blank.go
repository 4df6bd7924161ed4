// Package blank makes empty documents of office programs.
package blank

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
)

// Make returns an empty docx, xlsx or pptx. One from the right has Persian as its language.
func Make(ext string, fromRight bool) ([]byte, error) {
	parts, ok := map[string][]part{"docx": docx, "xlsx": xlsx, "pptx": pptx}[ext]
	if !ok {
		return nil, fmt.Errorf("no empty document of the type %q", ext)
	}
	return packParts(parts, fromRight)
}

func packParts(parts []part, fromRight bool) ([]byte, error) {
	i := 0
	if fromRight {
		i = 1
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		if err := p.write(z, i); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// write adds a part to a document; i is the language of its words.
func (p *part) write(z *zip.Writer, i int) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate})
	if err != nil {
		return err
	}
	text := p.text
	for place, words := range placeholders {
		text = strings.ReplaceAll(text, place, words[i])
	}
	_, err = w.Write([]byte(head + text))
	return err
}

type part struct{ name, text string }

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// placeholders are what differs between documents from the left and from the right.
var placeholders = map[string][2]string{
	"{language}":   {"en-US", "fa-IR"},
	"{paragraph}":  {"", "<w:bidi/>"},
	"{run}":        {"", "<w:rtl/>"},
	"{table}":      {"", "<w:bidiVisual/>"},
	"{section}":    {"", "<w:bidi/>"},
	"{view}":       {"", ` rightToLeft="1"`},
	"{slides}":     {"", ` rtl="1"`},
	"{slideLevel}": {` algn="l"`, ` algn="r" rtl="1"`},
	"{slideTitle}": {` algn="ctr"`, ` algn="ctr" rtl="1"`},
}

const (
	typesNS = `xmlns="http://schemas.openxmlformats.org/package/2006/content-types"`
	relsNS  = `xmlns="http://schemas.openxmlformats.org/package/2006/relationships"`
	officeR = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	mimeOf  = `application/vnd.openxmlformats-officedocument.`
	wordNS  = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="` + officeR + `"`
	sheetNS = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + officeR + `"`
	slideNS = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="` + officeR +
		`" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`
)

func contentTypes(overrides ...string) string {
	var b strings.Builder
	b.WriteString(`<Types ` + typesNS + `><Default Extension="rels" ` +
		`ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`)
	for i := 0; i < len(overrides); i += 2 {
		b.WriteString(`<Override PartName="` + overrides[i] + `" ContentType="` + mimeOf + overrides[i+1] + `+xml"/>`)
	}
	return b.String() + `</Types>`
}

// relationships are relationships, each a type and a target; the first one is rId1.
func relationships(all ...string) string {
	var b strings.Builder
	b.WriteString(`<Relationships ` + relsNS + `>`)
	for i := 0; i < len(all); i += 2 {
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>`, i/2+1, officeR, all[i], all[i+1])
	}
	return b.String() + `</Relationships>`
}

const font = "Vazirmatn"

var docx = []part{
	{"[Content_Types].xml", contentTypes("/word/document.xml", "wordprocessingml.document.main", "/word/styles.xml",
		"wordprocessingml.styles",
		"/word/settings.xml", "wordprocessingml.settings")},
	{"_rels/.rels", relationships("officeDocument", "word/document.xml")},
	{"word/document.xml", `<w:document ` + wordNS + `><w:body><w:p/><w:sectPr><w:pgSz w:w="11906" w:h="16838"/>` +
		`<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/>{section}` +
		`</w:sectPr></w:body></w:document>`},
	{"word/_rels/document.xml.rels", relationships("styles", "styles.xml", "settings", "settings.xml")},
	{"word/settings.xml", `<w:settings ` + wordNS + `><w:defaultTabStop w:val="720"/><w:compat><w:compatSetting ` +
		`w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`},
	{"word/styles.xml", `<w:styles ` + wordNS + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="` + font + `" w:hAnsi="` + font +
		`" w:cs="` + font + `"/><w:sz w:val="22"/><w:szCs w:val="22"/><w:lang w:val="en-US" w:bidi="fa-IR"/></w:rPr></w:rPrDefault>` +
		`<w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/><w:pPr>{paragraph}</w:pPr>` +
		`<w:rPr>{run}</w:rPr></w:style>` + headingStyles() +
		`<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>` +
		`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" ` +
		`w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/>` +
		`<w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style></w:styles>`},
}

const levels = 3 // of headings

func headingStyles() string {
	var b strings.Builder
	for n := 1; n <= levels; n++ {
		size := 40 - 6*n
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="Heading%[1]d"><w:name w:val="heading %[1]d"/><w:basedOn w:val="Normal"/>`+
			`<w:next w:val="Normal"/><w:qFormat/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="%[2]d"/>`+
			`</w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="%[3]d"/><w:szCs w:val="%[3]d"/></w:rPr></w:style>`, n, n-1, size)
	}
	return b.String()
}

var xlsx = []part{
	{"[Content_Types].xml", contentTypes("/xl/workbook.xml", "spreadsheetml.sheet.main", "/xl/worksheets/sheet1.xml",
		"spreadsheetml.worksheet",
		"/xl/styles.xml", "spreadsheetml.styles")},
	{"_rels/.rels", relationships("officeDocument", "xl/workbook.xml")},
	{"xl/workbook.xml", `<workbook ` + sheetNS + `><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`},
	{"xl/_rels/workbook.xml.rels", relationships("worksheet", "worksheets/sheet1.xml", "styles", "styles.xml")},
	{"xl/worksheets/sheet1.xml", `<worksheet ` + sheetNS + `><sheetViews><sheetView{view} tabSelected="1" workbookViewId="0"/>` +
		`</sheetViews><sheetFormatPr defaultRowHeight="15"/><sheetData/></worksheet>`},
	{"xl/styles.xml", `<styleSheet ` + sheetNS + `><fonts count="1"><font><sz val="11"/><name val="` + font + `"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>` +
		`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`},
}
