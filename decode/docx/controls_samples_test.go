package docx

// control is a content control around what it holds.
func control(properties, inside string) string {
	return `<w:sdt><w:sdtPr>` + properties + `</w:sdtPr><w:sdtContent>` + inside + `</w:sdtContent></w:sdt>`
}

func row(cells string) string { return `<w:tr>` + cells + `</w:tr>` }

const grid2 = `<w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>`

// controls are documents with controls and custom XML around paragraphs, tables, rows and cells.
func controls() map[string]sample {
	return map[string]sample{
		"blockcontrols": {body: p("Before") +
			control(`<w:alias w:val="Parties"/><w:tag w:val="parties"/><w:id w:val="501"/>`, fa("طرف نخست")+p("Second party")) +
			p("Between") + control(`<w:id w:val="502"/>`, control(`<w:id w:val="503"/>`, p("Inner"))+p("Outer")) +
			control(`<w:id w:val="504"/>`, table(cell("In 1", "")+cell("In 2", ""))) + p("After")},
		"rowcontrols": {body: p("Before") + `<w:tbl>` + grid2 + row(cell("A1", "")+cell("B1", "")) +
			control(`<w:alias w:val="Row"/><w:id w:val="511"/>`, row(cell("A2", "")+cell("B2", ""))) +
			row(cell("A3", "")+control(`<w:id w:val="512"/><w:text/>`, cell("B3", ""))) +
			row(control(`<w:id w:val="513"/>`, cell("Wide", `<w:gridSpan w:val="2"/>`))) + `</w:tbl>` + p("After")},
		"repeated": {body: p("Before") + `<w:tbl>` + grid2 + control(`<w:id w:val="521"/><w15:repeatingSection/>`,
			control(`<w:id w:val="522"/><w15:repeatingSectionItem/>`, row(cell("A1", "")+cell("B1", "")))+
				control(`<w:id w:val="523"/><w15:repeatingSectionItem/>`, row(cell("A2", "")+cell("B2", "")))) + `</w:tbl>` + p("After")},
		"cellcontrols": {body: p("Before") + table(`<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>`+
			control(`<w:id w:val="531"/>`, p("First")+p("Second"))+p("Own")+`</w:tc>`+
			`<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>`+control(`<w:id w:val="532"/>`, fa("تنها"))+`</w:tc>`) + p("After")},
		"customblocks": {body: p("Before") + `<w:customXml w:uri="urn:x" w:element="order"><w:customXmlPr><w:attr w:name="a" ` +
			`w:val="b"/></w:customXmlPr>` + p("Inside") + `</w:customXml><w:tbl>` + grid2 + `<w:customXml w:uri="urn:x" ` +
			`w:element="line">` + row(cell("A1", "")+cell("B1", "")) + `</w:customXml></w:tbl>` + p("After")},
	}
}

// chosenControls is a table with controls in which something is chosen, and a locked one.
func chosenControls() sample {
	return sample{body: p("Before") + `<w:tbl>` + grid2 +
		row(cell("A1", "")+control(`<w:tag w:val="kind"/><w:id w:val="541"/><w:dropDownList><w:listItem w:displayText="Two" w:value="2"/>`+
			`</w:dropDownList>`, cell("Choose", ""))) +
		row(`<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>`+control(`<w:showingPlcHdr/><w:id w:val="542"/><w:date/>`,
			fa("روز"))+`</w:tc>`+control(`<w:lock w:val="sdtContentLocked"/><w:id w:val="543"/>`, cell("Fixed", ""))) +
		`</w:tbl>` + p("After")}
}

// storyControls is a document with controls in its header, some of them locked, and with the number of the page in its footer as Word
// puts it there.
func storyControls() sample {
	gallery := func(id, place string) string {
		return `<w:id w:val="` + id + `"/><w:docPartObj><w:docPartGallery w:val="Page Numbers (` + place +
			` of Page)"/><w:docPartUnique/></w:docPartObj>`
	}
	header := control(`<w:alias w:val="Company"/><w:id w:val="551"/>`, fa("نام شرکت")) +
		para(run("No. ")+control(`<w:id w:val="552"/><w:text/>`, run("12"))+run(" of ")+
			control(`<w:lock w:val="contentLocked"/><w:id w:val="553"/><w:text/>`, run("all"))) +
		control(`<w:id w:val="554"/>`, table(cell("In 1", "")+cell("In 2", ""))) +
		`<w:tbl>` + grid2 + control(`<w:id w:val="555"/>`, row(cell("A1", "")+control(`<w:id w:val="556"/>`, cell("B1", "")))) +
		`</w:tbl>` + control(`<w:lock w:val="sdtContentLocked"/><w:id w:val="557"/>`, p("Fixed")) + p("End")
	footer := control(gallery("558", "Bottom"), control(gallery("559", "Top"),
		para(run("Page ")+field("PAGE", "1")+run(" of ")+field("NUMPAGES", "1")))) + p("")
	return sample{body: `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rel0"/>` +
		`<w:footerReference w:type="default" r:id="rel1"/><w:type w:val="continuous"/><w:pgSz w:w="11906" w:h="16838"/>` +
		`</w:sectPr></w:pPr>` + run("Text") + `</w:p>` + p("After"),
		kinds: []string{"header1.xml header " + wordKind + "header+xml", "footer1.xml footer " + wordKind + "footer+xml"},
		parts: map[string]string{"word/header1.xml": story("hdr", header), "word/footer1.xml": story("ftr", footer)}}
}
