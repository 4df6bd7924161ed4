package docx

import (
	"fmt"
	"strconv"
	"strings"
)

const (
	shapeURI = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
	chartURI = "http://schemas.openxmlformats.org/drawingml/2006/chart"
	dgmURI   = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
	chart    = `<c:chartSpace xmlns:c="` + chartURI + `"><c:chart><c:plotArea/></c:chart></c:chartSpace>`
)

func para(inside string) string { return `<w:p>` + inside + `</w:p>` }

func run(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }

// samples are documents with what office programs write, each with text that can be changed around it.
func samples() map[string]sample {
	all := map[string]sample{}
	for _, group := range []map[string]sample{texts(), objects(), reviews(), references(), frames(), pictures(), controls()} {
		for name, s := range group {
			all[name] = s
		}
	}
	return all
}

func texts() map[string]sample {
	return map[string]sample{
		"plain": {body: p("One paragraph.") + p("Another paragraph, a little longer.") + p("The last one.")},
		"persian": {body: fa("این یک متن فارسی است.") + fa("می‌خواهیم نیم‌فاصله بماند.") +
			fa("عدد ۱۲۳۴ و تاریخ ۱۴۰۵/۰۹/۰۲")},
		"mixed": {body: fa("شرکت Arya Trading در تهران") + p("English, then فارسی, then English") + para(`<w:pPr><w:bidi/>`+
			`</w:pPr>`+run("abc ")+
			`<w:r><w:rPr><w:rtl/></w:rPr><w:t>سلام</w:t></w:r>`)},
		"headings": {body: `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:keepNext/>` +
			`</w:pPr>` + run("Heading") + `</w:p>` + p("Text below.") +
			`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>` + run("عنوان") + `</w:p>` + fa("متن زیر عنوان")},
		"properties": {body: `<w:p><w:pPr>` +
			`<w:framePr w:w="2000" w:hSpace="180" w:wrap="around" w:vAnchor="text" w:hAnchor="margin" w:y="1"/>` +
			`<w:pBdr><w:top w:val="single" w:sz="4" w:space="1" w:color="auto"/></w:pBdr>` +
			`<w:shd w:val="clear" w:color="auto" w:fill="FFF2CC"/>` +
			`<w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:suppressAutoHyphens/><w:kinsoku w:val="0"/>` +
			`<w:spacing w:before="120" w:line="360" w:lineRule="auto"/>` +
			`<w:ind w:start="720"/><w:textAlignment w:val="center"/></w:pPr>` + run("A frame with a border") + `</w:p>` + p("Text")},
		"effects": {body: para(`<w:r><w:rPr><w:b/><w:bCs/><w:emboss/><w:color w:val="C00000" w:themeColor="accent1"/>`+
			`<w:spacing w:val="20"/><w:w w:val="90"/><w:kern w:val="28"/>`+
			`<w:position w:val="6"/><w:effect w:val="shimmer"/><w:em w:val="dot"/><w14:glow w14:rad="101600">`+
			`<w14:srgbClr w14:val="FF0000"/></w14:glow></w:rPr><w:t>Glowing</w:t></w:r>`+
			run(" and plain")) + p("Text")},
		"signs": {body: para(`<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t><w:softHyphen/>`+
			`<w:sym w:font="Wingdings" w:char="F04A"/><w:br/><w:t>d</w:t>`+
			`<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/><w:t>e</w:t><w:cr/></w:r>`) + para(`<w:r>`+
			`<w:br w:type="page"/></w:r>`) + p("Next page")},
		"ruby": {body: para(run("Before ")+`<w:r><w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt><w:r>`+
			`<w:t>kan</w:t></w:r></w:rt>`+
			`<w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby></w:r>`+run(" after")) + p("Text")},
		"lists": {body: item("0", "First") + item("0", "Second") + item("1", "Inner") + p("Between") + item("0", "Third"),
			parts: map[string]string{"word/numbering.xml": numbering}, kinds: []string{"numbering.xml numbering " +
				wordKind + "numbering+xml"}},
		"smart": {body: para(run("Meet ")+`<w:smartTag w:uri="urn:x" w:element="place">`+run("Tehran")+`</w:smartTag>`+run(" today")) +
			para(`<w:dir w:val="rtl">`+run("abc")+`</w:dir><w:bdo w:val="ltr">`+run("سلام")+`</w:bdo>`) + p("Text")},
		"spelling": {body: para(`<w:proofErr w:type="spellStart"/>`+run("Wrng")+`<w:proofErr w:type="spellEnd"/><w:r>`+
			`<w:lastRenderedPageBreak/><w:t xml:space="preserve"> word</w:t></w:r>`) + p("Text")},
		"unknown": {main: declaration + `<w:document ` + spaces + ` xmlns:x="urn:own"><w:body>` +
			`<w:p x:mark="1"><w:r x:mark="2"><w:t>Own attributes</w:t></w:r><x:thing><x:part/></x:thing>` +
			`</w:p>` + p("Text") + section + `</w:body></w:document>`},
	}
}

const numbering = declaration + `<w:numbering ` + spaces + `>` +
	`<w:abstractNum w:abstractNumId="3" w15:restartNumberingAfterBreak="0"><w:nsid w:val="1A2B3C4D"/>` +
	`<w:multiLevelType w:val="hybridMultilevel"/><w:tmpl w:val="AA"/><w:lvl w:ilvl="0" w:tplc="0409000F">` +
	`<w:start w:val="1"/><w:numFmt w:val="hindiVowels"/>` +
	`<w:lvlText w:val="%1."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl>` +
	`<w:lvl w:ilvl="1"><w:start w:val="1"/>` +
	`<w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/><w:lvlJc w:val="left"/></w:lvl></w:abstractNum>` +
	`<w:num w:numId="5"><w:abstractNumId w:val="3"/>` +
	`<w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride></w:num></w:numbering>`

func item(level, text string) string {
	return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="5"/></w:numPr></w:pPr>` + run(text) + `</w:p>`
}

func objects() map[string]sample {
	image := map[string]string{"word/media/image1.png": dot}
	media := []string{"media/image1.png image"}
	box := `<w:r><mc:AlternateContent><mc:Choice Requires="wps">` + drawing("anchor", shapeURI, shape("متن داخل کادر")) +
		`</mc:Choice><mc:Fallback><w:pict>` +
		`<v:shape style="width:75pt;height:37pt"><v:textbox><w:txbxContent>` + fa("متن داخل کادر") + `</w:txbxContent>` +
		`</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>`
	return map[string]sample{
		"image": {body: p("Before") + para(run("In line ")+`<w:r>`+drawing("inline", pictureNamespace, pictureInside)+
			`</w:r>`+run(" after")), parts: image, kinds: media},
		"floating": {body: p("Before") + para(`<w:r>`+drawing("anchor", pictureNamespace, pictureInside)+`</w:r>`+
			run("Around it")), parts: image, kinds: media},
		"textbox":      {body: p("Before") + para(run("Here ")+box+run(" there")) + p("After")},
		"textboxalone": {body: p("Before") + para(box) + p("After")},
		"vml": {body: para(run("A ")+`<w:r><w:pict><v:rect style="width:50pt;height:20pt" fillcolor="red">`+
			`<v:textbox><w:txbxContent>`+p("Inside")+`</w:txbxContent></v:textbox></v:rect></w:pict></w:r>`+run(" b")) + p("After")},
		"ole": {body: para(run("Object ")+`<w:r><w:object w:dxaOrig="1000" w:dyaOrig="500">`+
			`<v:shape id="s1" style="width:50pt;height:25pt"><v:imagedata r:id="rel0" o:title=""/></v:shape>`+
			`<o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" ShapeID="s1" DrawAspect="Content" ObjectID="_1" `+
			`r:id="rel1"/></w:object></w:r>`) + p("After"),
			parts: map[string]string{"word/media/image1.png": dot, "word/embeddings/one.bin": "PK"},
			kinds: []string{"media/image1.png image", "embeddings/one.bin package"}},
		"chart": {body: p("Before") + para(`<w:r>`+drawing("inline", chartURI, `<c:chart xmlns:c="`+chartURI+
			`" r:id="rel0"/>`)+`</w:r>`) + p("After"),
			parts: map[string]string{"word/charts/chart1.xml": chart},
			kinds: []string{"charts/chart1.xml chart application/vnd.openxmlformats-officedocument.drawingml.chart+xml"}},
		"smartart": {body: para(run("See ")+`<w:r>`+drawing("inline", dgmURI, `<dgm:relIds xmlns:dgm="`+dgmURI+
			`" r:dm="rel0" r:lo="rel0" r:qs="rel0" r:cs="rel0"/>`)+`</w:r>`+run(" end")) + p("After"),
			parts: map[string]string{"word/diagrams/data1.xml": `<dgm:dataModel xmlns:dgm="` + dgmURI + `"/>`},
			kinds: []string{"diagrams/data1.xml diagramData application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml"}},
		"group": {body: para(`<w:r><mc:AlternateContent>`+
			`<mc:Choice Requires="wpg">`+drawing("anchor", "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
			`<wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr/>`+shape("یک")+shape("دو")+`</wpg:wgp>`)+`</mc:Choice><mc:Fallback>`+
			`<w:t>group</w:t></mc:Fallback></mc:AlternateContent></w:r>`+run("Beside")) + p("After")},
		"table": {body: p("Before") + table(cell("A1", "")+cell("B1", ""), cell("A2", "")+cell("ب۲", "")) + p("After")},
		"merged": {body: table(`<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>`+cell("Wide", `<w:gridSpan w:val="2"/>`+
			`<w:shd w:val="clear" w:fill="DDEEFF"/>`), cell("Tall", `<w:vMerge w:val="restart"/>`)+cell("B2",
			`<w:textDirection w:val="tbRl"/>`+
				`<w:noWrap/>`), cell("", `<w:vMerge/>`)+cell("B3", `<w:vAlign w:val="center"/>`)) + p("After")},
		"nested": {body: table(`<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/>`+
			`</w:tcPr>`+p("Outer")+table(cell("In 1", "")+cell("In 2", ""))+p("")+`</w:tc>`+cell("B", "")) + p("After")},
		"rtltable": {body: `<w:tbl><w:tblPr>` +
			`<w:tblpPr w:leftFromText="180" w:rightFromText="180" w:vertAnchor="text" w:tblpY="1"/><w:bidiVisual/>` +
			`<w:tblW w:w="5000" w:type="pct"/><w:tblCaption w:val="جدول"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/>` +
			`</w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>` + fa("خانه") + `</w:tc></w:tr>` +
			`</w:tbl>` + fa("پایان")},
		"maths": {body: para(run("Area ")+`<m:oMath><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t>`+
			`</m:r></m:sup></m:sSup></m:oMath>`+run(" is it")) +
			para(`<m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>x</m:t></m:r></m:den>`+
				`</m:f></m:oMath></m:oMathPara>`) + p("After")},
	}
}

func reviews() map[string]sample {
	who := `w:author="Sara" w:date="2026-01-02T03:04:05Z"`
	comment := func(id, text string) string {
		return `<w:comment w:id="` + id + `" ` + who + ` w:initials="S">` +
			`<w:p w14:paraId="0000000` + id + `" w14:textId="77777777"><w:pPr><w:pStyle w:val="CommentText"/></w:pPr><w:r>` +
			`<w:annotationRef/></w:r>` + run(text) + `</w:p></w:comment>`
	}
	ranged := func(id, text string) string {
		return `<w:commentRangeStart w:id="` + id + `"/>` + run(text) + `<w:commentRangeEnd w:id="` + id + `"/><w:r>` +
			`<w:commentReference w:id="` + id + `"/></w:r>`
	}
	comments := "comments.xml comments " + wordKind + "comments+xml"
	start, end := `<w:commentRangeStart w:id="%s"/>`, `<w:commentRangeEnd w:id="%[1]s"/><w:r><w:commentReference w:id="%[1]s"/></w:r>`
	from := func(id string) string { return fmt.Sprintf(start, id) }
	to := func(id string) string { return fmt.Sprintf(end, id) }
	// In each other, over each other, over three paragraphs, an answer, one without a range, and one on a link alone.
	within := sample{
		body: para(from("0")+run("all ")+from("1")+run("inner")+to("1")+run(" more ")+from("2")+run("second")+to("2")+
			run(" rest")+to("0")) +
			para(from("3")+run("over ")+from("4")+run("both")+to("3")+run(" and on")+to("4")) +
			para(run("Before ")+from("5")+from("6")+run("begins")) + p("goes on") + para(run("ends")+to("5")+to("6")+run(" here")) +
			para(run("At")+`<w:r><w:commentReference w:id="7"/></w:r>`+run(" a place")) +
			para(run("See ")+from("8")+`<w:hyperlink w:anchor="x">`+run("below")+`</w:hyperlink>`+to("8")) + p("After"),
		kinds: []string{comments, "commentsExtended.xml commentsExtended " + wordKind + "commentsExtended+xml",
			"commentsIds.xml commentsIds " + wordKind + "commentsIds+xml"},
		parts: map[string]string{},
	}
	var all, ex, ids strings.Builder
	for i := range 9 {
		id, parent := strconv.Itoa(i), ""
		if i == 6 {
			parent = ` w15:paraIdParent="00000005"`
		}
		all.WriteString(comment(id, "نظر "+id))
		fmt.Fprintf(&ex, `<w15:commentEx w15:paraId="0000000%d"%s w15:done="%d"/>`, i, parent, i%2)
		fmt.Fprintf(&ids, `<w16cid:commentId w16cid:paraId="0000000%d" w16cid:durableId="1000000%d"/>`, i, i)
	}
	within.parts["word/comments.xml"] = story("comments", all.String())
	within.parts["word/commentsExtended.xml"] = declaration + `<w15:commentsEx ` + spaces + `>` + ex.String() + `</w15:commentsEx>`
	within.parts["word/commentsIds.xml"] = declaration + `<w16cid:commentsIds ` +
		`xmlns:w16cid="http://schemas.microsoft.com/office/word/2016/wordml/cid">` + ids.String() + `</w16cid:commentsIds>`
	return map[string]sample{
		"commentswithin": within,
		"comments": {body: para(run("Start ")+ranged("1", "marked")+run(" end")) + p("After"), kinds: []string{comments},
			parts: map[string]string{"word/comments.xml": story("comments", comment("1", "نظر اول"))}},
		"threads": {body: para(`<w:commentRangeStart w:id="1"/>`+
			`<w:commentRangeStart w:id="2"/>`+run("both")+`<w:commentRangeEnd w:id="1"/><w:r>`+
			`<w:commentReference w:id="1"/></w:r><w:commentRangeEnd w:id="2"/><w:r><w:commentReference w:id="2"/></w:r>`) + p("After"),
			kinds: []string{comments,
				"commentsExtended.xml commentsExtended " + wordKind + "commentsExtended+xml"},
			parts: map[string]string{"word/comments.xml": story("comments", comment("1", "Question")+comment("2", "Answer")),
				"word/commentsExtended.xml": declaration + `<w15:commentsEx ` + spaces + `>` +
					`<w15:commentEx w15:paraId="00000001" w15:done="0"/>` +
					`<w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="1"/></w15:commentsEx>`}},
		"changes": {body: para(run("Kept ")+`<w:ins w:id="11" `+who+`>`+run("added ")+`</w:ins><w:del w:id="12" `+who+`>`+
			`<w:r><w:delText xml:space="preserve">removed </w:delText></w:r></w:del>`+run("end")) +
			para(`<w:pPr><w:rPr><w:ins w:id="13" `+who+`/></w:rPr></w:pPr>`+run("A new paragraph")) + p("After")},
		"formats": {body: para(`<w:pPr><w:jc w:val="center"/><w:pPrChange w:id="21" `+who+`><w:pPr><w:jc w:val="left"/>`+
			`</w:pPr></w:pPrChange></w:pPr><w:r><w:rPr><w:b/><w:rPrChange w:id="22" `+who+`><w:rPr><w:i/></w:rPr>`+
			`</w:rPrChange></w:rPr><w:t>Bold now</w:t></w:r>`) + p("After")},
		"moves": {body: para(`<w:moveFromRangeStart w:id="31" w:name="move1" `+who+`/>`+
			`<w:moveFrom w:id="32" `+who+`>`+run("Moved")+`</w:moveFrom><w:moveFromRangeEnd w:id="31"/>`+run(" rest")) + p("Between") +
			para(`<w:moveToRangeStart w:id="33" w:name="move1" `+who+`/>`+
				`<w:moveTo w:id="34" `+who+`>`+run("Moved")+`</w:moveTo><w:moveToRangeEnd w:id="33"/>`+run(" here"))},
		"permissions": {body: p("Locked") + para(`<w:permStart w:id="41" w:edGrp="everyone"/>`+run("Free")+
			`<w:permEnd w:id="41"/>`) + p("After")},
	}
}

func references() map[string]sample {
	note := func(kind, id, text string) string {
		return `<w:` + kind + ` w:id="` + id + `"><w:p><w:r><w:` + kind + `Ref/></w:r>` + run(text) + `</w:p></w:` + kind + `>`
	}
	lines := func(kind string) string {
		return `<w:` + kind + ` w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:` + kind + `>` +
			`<w:` + kind + ` w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:` + kind + `>`
	}
	return map[string]sample{
		"fields": {body: para(run("Page ")+field("PAGE", "1")+run(" of ")+field(`NUMPAGES \* MERGEFORMAT`, "9")) +
			para(`<w:fldSimple w:instr=" AUTHOR ">`+run("Sara")+`</w:fldSimple>`+run(" wrote it")) + p("After")},
		"contents": {body: `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/>` +
			`</w:docPartObj></w:sdtPr><w:sdtContent>` +
			para(`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">`+
				` TOC \o "1-3" \h </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`+
				`<w:hyperlink w:anchor="_Toc1" w:history="1">`+run("Heading")+`<w:r><w:tab/>`+
				`</w:r>`+field("PAGEREF _Toc1", "1")+`</w:hyperlink>`) +
			para(`<w:r><w:fldChar w:fldCharType="end"/></w:r>`) + `</w:sdtContent></w:sdt><w:p><w:pPr>` +
			`<w:pStyle w:val="Heading1"/></w:pPr>` +
			`<w:bookmarkStart w:id="1" w:name="_Toc1"/>` + run("Heading") + `<w:bookmarkEnd w:id="1"/></w:p>` + p("Text")},
		"merge": {body: para(run("Dear ")+field("MERGEFIELD Name", "«Name»")+run(",")) + p("After")},
		"bookmarks": {body: para(`<w:bookmarkStart w:id="3" w:name="here"/>`+run("Marked")+`<w:bookmarkEnd w:id="3"/>`+
			run(" and ")+field(`REF here \h`, "Marked")) + `<w:bookmarkStart w:id="4" w:name="over"/>` + p("One") +
			p("Two") + `<w:bookmarkEnd w:id="4"/>` + p("After")},
		"links": {body: para(run("See ")+`<w:hyperlink r:id="out0" w:tooltip="tip" w:history="1"><w:r><w:rPr>`+
			`<w:rStyle w:val="Hyperlink"/></w:rPr><w:t>the site</w:t></w:r>`+
			`</w:hyperlink>`+run(" or ")+`<w:hyperlink w:anchor="x">`+run("below")+`</w:hyperlink>`) + p("After"),
			links: []string{"https://example.com/a?b=1&amp;c=2"}},
		"footnotes": {body: para(run("Text")+`<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>`+
			`<w:footnoteReference w:id="1"/></w:r>`+run(" goes on")) + p("After"),
			kinds: []string{"footnotes.xml footnotes " + wordKind + "footnotes+xml"},
			parts: map[string]string{"word/footnotes.xml": story("footnotes", lines("footnote")+note("footnote", "1", "یادداشت"))}},
		"endnotes": {body: para(run("Text")+`<w:r><w:endnoteReference w:id="1"/></w:r>`+run(" goes on")) + p("After"),
			kinds: []string{"endnotes.xml endnotes " + wordKind + "endnotes+xml"},
			parts: map[string]string{"word/endnotes.xml": story("endnotes", lines("endnote")+note("endnote", "1", "At the end"))}},
	}
}

func frames() map[string]sample {
	headed := `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rel0"/>` +
		`<w:footerReference w:type="default" r:id="rel1"/><w:type w:val="continuous"/><w:pgSz w:w="11906" w:h="16838"/>` +
		`<w:pgBorders w:offsetFrom="page"><w:top w:val="single" w:sz="4"/></w:pgBorders><w:lnNumType w:countBy="5"/>` +
		`<w:cols w:num="2" w:space="708"/><w:titlePg/><w:bidi/></w:sectPr></w:pPr>` + run("Two columns") + `</w:p>`
	return map[string]sample{
		"headers": {body: headed + p("After"), kinds: []string{"header1.xml header " + wordKind + "header+xml",
			"footer1.xml footer " + wordKind + "footer+xml"},
			parts: map[string]string{"word/header1.xml": story("hdr", para(run("سربرگ ")+field("PAGE", "1"))),
				"word/footer1.xml": story("ftr", para(`<w:r><w:pict><v:shape style="width:9pt"/></w:pict></w:r>`+run("Footer")))}},
		"storycontrols": storyControls(),
		"controls": {body: `<w:sdt><w:sdtPr><w:alias w:val="Kind"/><w:tag w:val="kind"/><w:id w:val="77"/><w:dropDownList>` +
			`<w:listItem w:displayText="One" w:value="1"/></w:dropDownList></w:sdtPr>` +
			`<w:sdtContent>` + p("One") + `</w:sdtContent></w:sdt>` +
			para(run("Date ")+`<w:sdt><w:sdtPr><w:id w:val="78"/><w:date w:fullDate="2026-01-02T00:00:00Z">`+
				`<w:dateFormat w:val="yyyy/MM/dd"/><w:lid w:val="fa-IR"/><w:calendar w:val="gregorian"/></w:date>`+
				`</w:sdtPr><w:sdtContent>`+run("2026/01/02")+`</w:sdtContent></w:sdt>`+run(" end")) +
			para(`<w:sdt><w:sdtPr><w:id w:val="79"/><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr>`+
				`<w:sdtContent>`+run("☒")+`</w:sdtContent></w:sdt>`+run(" done")) + p("After")},
		"custom": {body: para(run("Bound ")+`<w:sdt><w:sdtPr><w:dataBinding w:xpath="/a/b" w:storeItemID="{1}"/><w:text/>`+
			`</w:sdtPr><w:sdtContent>`+run("value")+`</w:sdtContent></w:sdt>`) + p("After"),
			parts: map[string]string{"customXml/item1.xml": `<a><b>value</b>` +
				`</a>`, "word/theme/theme1.xml": `<a:theme ` +
				`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="x"/>`,
				"word/fontTable.xml": story("fonts", `<w:font w:name="B Nazanin"><w:charset w:val="B2"/>`+
					`</w:font>`), "docProps/custom.xml": `<Properties ` +
					`xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>`,
				"word/settings.xml": story("settings", `<w:zoom w:percent="120"/><w:trackRevisions w:val="0"/>`+
					`<w:defaultTabStop w:val="720"/><w:docVars><w:docVar w:name="a" w:val="b"/></w:docVars><w:rsids>`+
					`<w:rsidRoot w:val="00A1"/></w:rsids>`)},
			kinds: []string{"../customXml/item1.xml customXml",
				"theme/theme1.xml theme application/vnd.openxmlformats-officedocument.theme+xml",
				"fontTable.xml fontTable " + wordKind + "fontTable+xml", "settings.xml settings " + wordKind + "settings+xml"}},
		"background": {main: declaration + `<w:document ` + spaces + `><w:background w:color="FFEEDD"/>` +
			`<w:body>` + p("On color") + p("Text") + section + `</w:body></w:document>`},
	}
}
