package workbook

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"anbar/app/decode/refusal"
	reader "anbar/app/decode/sheet"
	"anbar/app/decode/source"
)

const (
	head  = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	mainS = `http://schemas.openxmlformats.org/spreadsheetml/2006/main`
	relS  = `http://schemas.openxmlformats.org/officeDocument/2006/relationships`
	pkgS  = `http://schemas.openxmlformats.org/package/2006/`
)

// pack makes a package of names and contents.
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

// rels is a part with relations: id, kind and target of each.
func rels(all ...string) string {
	out := head + `<Relationships xmlns="` + pkgS + `relationships">`
	for i := 0; i < len(all); i += 3 {
		out += `<Relationship Id="` + all[i] + `" Type="` + relS + "/" + all[i+1] + `" Target="` + all[i+2] + `"/>`
	}
	return out + `</Relationships>`
}

const sheetType = `application/vnd.openxmlformats-officedocument.spreadsheetml.`

func types(parts ...string) string {
	out := head + `<Types xmlns="` + pkgS + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`
	for i := 0; i < len(parts); i += 2 {
		out += `<Override PartName="/` + parts[i] + `" ContentType="` + parts[i+1] + `"/>`
	}
	return out + `</Types>`
}

const styleBody = head + `<styleSheet xmlns="` + mainS + `"><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0&quot; ریال&quot;"/></numFmts>` +
	`<fonts count="2"><font><sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font><font><b/><sz val="11"/>` +
	`<name val="Vazirmatn"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/>` +
	`</fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1">` +
	`<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
	`<xf numFmtId="164" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"><alignment horizontal="right"/></xf>` +
	`<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1">` +
	`<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles><dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font></dxf></dxfs></styleSheet>`

const bodyRich = head + `<worksheet xmlns="` + mainS + `" xmlns:r="` + relS + `"><sheetPr><tabColor rgb="FF00B050"/></sheetPr><dimension ref="A1:E12"/>` +
	`<sheetViews><sheetView rightToLeft="1" tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>` +
	`<selection pane="bottomLeft" activeCell="B3" sqref="B3:C4"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
	`<cols><col min="1" max="1" width="20.5" customWidth="1"/><col min="2" max="4" width="12" style="1" customWidth="1"/></cols><sheetData>` +
	`<row r="1" spans="1:5" ht="30" customHeight="1"><c r="A1" t="s" s="1"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>جمع</t></is></c></row>` +
	`<row r="2" spans="1:5"><c r="A2"><v>1</v></c><c r="B2" s="2"><v>45000</v></c><c r="C2"><f t="shared" ref="C2:C5" si="0">A2*2+$A$2</f><v>3</v></c></row>` +
	`<row r="3"><c r="A3"><v>2</v></c><c r="C3"><f t="shared" si="0"/><v>5</v></c></row><row r="4"><c r="A4"><v>3</v></c><c r="C4"><f t="shared" si="0"/><v>7</v></c></row>` +
	`<row r="5"><c r="A5"><v>4</v></c><c r="C5"><f t="shared" si="0"/><v>9</v></c></row>` +
	`<row r="6"><c r="A6"><f>SUM(A2:A5)</f><v>10</v></c><c r="D6" t="b"><v>1</v></c><c r="E6" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>` +
	`<row r="12"><c r="A12" t="str"><f>"A1: "&amp;Two!A1</f><v>A1: x</v></c></row></sheetData>` +
	`<sheetProtection sheet="0"/><autoFilter ref="A1:C6"><filterColumn colId="1"><filters><filter val="3"/></filters></filterColumn></autoFilter>` +
	`<mergeCells count="2"><mergeCell ref="A8:B9"/><mergeCell ref="D1:E2"/></mergeCells>` +
	`<conditionalFormatting sqref="A2:A5 C2:C5"><cfRule type="cellIs" dxfId="0" priority="1" operator="greaterThan"><formula>$A$6/4</formula></cfRule></conditionalFormatting>` +
	`<dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="B2:B9"><formula1>Two!$A$1:$A$3</formula1></dataValidation></dataValidations>` +
	`<hyperlinks><hyperlink ref="A12" location="Two!A2" display="there"/></hyperlinks><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>` +
	`<rowBreaks count="1" manualBreakCount="1"><brk id="6" max="16383" man="1"/></rowBreaks><drawing r:id="rId1"/><legacyDrawing r:id="rId2"/>` +
	`<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" xmlns:x14="x14"><x14:conditionalFormattings><x14:conditionalFormatting xmlns:xm="xm">` +
	`<x14:cfRule type="dataBar" id="{1}"><x14:dataBar><x14:cfvo type="formula"><xm:f>Rich!$A$5</xm:f></x14:cfvo></x14:dataBar></x14:cfRule><xm:sqref>A2:A6</xm:sqref>` +
	`</x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst></worksheet>`

const (
	bodyTwo = head + `<worksheet xmlns="` + mainS + `"><sheetData><row r="1"><c r="A1" t="s"><v>2</v></c><c r="B1"><f>Rich!A6+SUM(Rich!$A$2:$A$5)</f><v>20</v></c></row>` +
		`<row r="2"><c r="A2"><f>SUM(Rich!A:A)</f></c></row></sheetData></worksheet>`
	drawingBody = head + `<xdr:wsDr xmlns:xdr="xdr" xmlns:a="a" xmlns:c="c" xmlns:r="` + relS + `"><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff>` +
		`<xdr:row>7</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>9</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>20</xdr:row><xdr:rowOff>0</xdr:rowOff>` +
		`</xdr:to><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`
	chartBody = head + `<c:chartSpace xmlns:c="c"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>سود</c:v></c:tx><c:val><c:numRef><c:f>Rich!$A$2:$A$5</c:f>` +
		`<c:numCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
	commentBody = head + `<comments xmlns="` + mainS + `"><authors><author>سارا</author></authors><commentList><comment ref="A6" authorId="0"><text><t>بررسی شود</t>` +
		`</text></comment></commentList></comments>`
	vmlBody = `<xml xmlns:v="v" xmlns:x="x"><v:shape><x:ClientData ObjectType="Note"><x:Anchor>1, 15, 5, 2, 3, 31, 9, 1</x:Anchor><x:Row>5</x:Row>` +
		`<x:Column>0</x:Column></x:ClientData></v:shape></xml>`
)

func rich(t testing.TB, change ...string) []byte {
	all := map[string]string{}
	order := []string{}
	put := func(name, body string) {
		if _, is := all[name]; !is {
			order = append(order, name)
		}
		all[name] = body
	}
	put("[Content_Types].xml", types("xl/workbook.xml", sheetType+"sheet.main+xml", "xl/worksheets/sheet1.xml", sheetType+"worksheet+xml",
		"xl/worksheets/sheet2.xml", sheetType+"worksheet+xml", "xl/styles.xml", sheetType+"styles+xml", "xl/sharedStrings.xml", sheetType+"sharedStrings+xml",
		"xl/calcChain.xml", sheetType+"calcChain+xml", "xl/drawings/drawing1.xml", "application/vnd.openxmlformats-officedocument.drawing+xml",
		"xl/charts/chart1.xml", "application/vnd.openxmlformats-officedocument.drawingml.chart+xml", "xl/comments1.xml", sheetType+"comments+xml"))
	put("_rels/.rels", rels("rId1", "officeDocument", "xl/workbook.xml"))
	put("xl/workbook.xml", head+`<workbook xmlns="`+mainS+`" xmlns:r="`+relS+`"><workbookPr/><bookViews><workbookView activeTab="0"/></bookViews><sheets>`+
		`<sheet name="Rich" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="4" r:id="rId2"/></sheets><definedNames>`+
		`<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Rich!$A$1:$C$6</definedName><definedName name="فروش">Rich!$A$2:$A$5</definedName>`+
		`<definedName name="LocalTwo" localSheetId="1">Two!$A$1</definedName></definedNames><calcPr calcId="191029"/></workbook>`)
	put("xl/_rels/workbook.xml.rels", rels("rId1", "worksheet", "worksheets/sheet1.xml", "rId2", "worksheet", "/xl/worksheets/sheet2.xml", "rId3", "styles", "styles.xml",
		"rId4", "sharedStrings", "sharedStrings.xml", "rId5", "calcChain", "calcChain.xml"))
	put("xl/styles.xml", styleBody)
	put("xl/sharedStrings.xml", head+`<sst xmlns="`+mainS+`" count="3" uniqueCount="3"><si><t>نام</t></si><si><r><t>rich</t></r><r><t xml:space="preserve"> text</t></r></si><si><t>x</t></si></sst>`)
	put("xl/calcChain.xml", head+`<calcChain xmlns="`+mainS+`"><c r="A6" i="1"/></calcChain>`)
	put("xl/worksheets/sheet1.xml", bodyRich)
	put("xl/worksheets/_rels/sheet1.xml.rels", rels("rId1", "drawing", "../drawings/drawing1.xml", "rId2", "vmlDrawing", "../drawings/vmlDrawing1.vml",
		"rId3", "comments", "../comments1.xml"))
	put("xl/worksheets/sheet2.xml", bodyTwo)
	put("xl/drawings/drawing1.xml", drawingBody)
	put("xl/drawings/_rels/drawing1.xml.rels", rels("rId1", "chart", "../charts/chart1.xml"))
	put("xl/drawings/vmlDrawing1.vml", vmlBody)
	put("xl/charts/chart1.xml", chartBody)
	put("xl/comments1.xml", commentBody)
	for i := 0; i < len(change); i += 2 {
		put(change[i], change[i+1])
	}
	var parts []string
	for _, name := range order {
		if all[name] != "" {
			parts = append(parts, name, all[name])
		}
	}
	return pack(t, parts...)
}

func src(b []byte) *source.Source {
	return source.New(context.Background(), bytes.NewReader(b), int64(len(b)))
}

// apply applies operations, which stand without their list.
func apply(in []byte, ops string) ([]byte, error) {
	var out bytes.Buffer
	err := Apply(src(in), strings.NewReader(`{"ops":[`+ops+`]}`), &out)
	return out.Bytes(), err
}

func mustApply(t testing.TB, in []byte, ops string) []byte {
	t.Helper()
	out, err := apply(in, ops)
	if err != nil {
		t.Fatalf("%s: %v", ops, err)
	}
	valid(t, out)
	return out
}

// part returns a part of a package as text.
func part(t testing.TB, in []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(in), int64(len(in)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		return ""
	}
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// cell returns what our reader shows of a cell, formula first.
func page(t testing.TB, in []byte, number int) *reader.Page {
	t.Helper()
	p, err := reader.Read(src(in), reader.Want{Sheet: number, First: 1, Rows: 5000})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func refusedFor(err error) refusal.Code {
	var r *refusal.Error
	if errors.As(err, &r) {
		return r.Code
	}
	return 0
}
