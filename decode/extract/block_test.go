package extract

import (
	"bytes"
	"strings"
	"testing"

	"anbar/decode/source"

	"github.com/google/go-cmp/cmp"
)

const (
	styles = `<w:styles><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style>` +
		`<w:style w:styleId="Own"><w:name w:val="Chapter"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>` +
		`<w:style w:styleId="Body"><w:name w:val="Body"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style></w:styles>`
	wordBody = `<w:document><w:body>` +
		`<w:p><w:pPr><w:pStyle w:val="Own"/></w:pPr><w:r><w:t>فصل یک</w:t></w:r></w:p>` +
		`<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>Aims</w:t></w:r></w:p>` +
		`<w:p><w:pPr><w:pStyle w:val="Body"/></w:pPr><w:r><w:t>One </w:t><w:br/><w:t>two.</w:t></w:r></w:p>` +
		`<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr><w:r><w:t>a step</w:t></w:r></w:p>` +
		`<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Name</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Sum</w:t></w:r></w:p>` +
		`<w:p><w:r><w:t>due</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc/><w:tc/></w:tr></w:tbl>` +
		`<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></mc:Choice>` +
		`<mc:Fallback><w:p><w:r><w:t>in a box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>` +
		`<w:r><w:t>around it</w:t></w:r></w:p>` +
		`</w:body></w:document>`

	title = `<p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr>`
	slide = `<p:sld><p:sp>` + title + `<a:p><a:r><a:t>%</a:t></a:r></a:p></p:sp>` +
		`<p:sp><a:p><a:pPr lvl="1"/><a:r><a:t>point</a:t></a:r></a:p></p:sp>` +
		`<p:sp><p:nvPr><p:ph type="sldNum"/></p:nvPr><a:p><a:fld><a:t>3</a:t></a:fld></a:p></p:sp></p:sld>`

	openText = `<o:document-content><office:text><text:h text:outline-level="2">Title</text:h>` +
		`<text:list><text:list-item><text:p>a</text:p>` +
		`<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item></text:list>` +
		`<text:p>word<text:note>` +
		`<text:note-body><text:p>said below</text:p></text:note-body></text:note>s</text:p></office:text></o:document-content>`
	openSheet = `<o:c><office:spreadsheet><table:table table:name="سال"><table:table-row><table:table-cell ` +
		`table:number-columns-repeated="2"><text:p>7</text:p></table:table-cell><table:table-cell ` +
		`table:number-columns-repeated="16000"/></table:table-row></table:table><table:table table:name="B"><table:table-row>` +
		`<table:table-cell/><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row></table:table>` +
		`</office:spreadsheet></o:c>`
	openSlides = `<o:c><office:presentation><draw:page><draw:frame presentation:class="title"><text:p>First</text:p></draw:frame>` +
		`<presentation:notes><text:p>say hello</text:p></presentation:notes></draw:page><draw:page/>` +
		`<draw:page><text:p>third</text:p></draw:page></office:presentation></o:c>`
)

func TestBlocksOfDocuments(t *testing.T) {
	word := pack(t, "word/document.xml", wordBody, "word/styles.xml", styles, "word/header1.xml", `<w:p><w:t>Page head</w:t></w:p>`)
	slides := pack(t,
		"ppt/slides/slide1.xml", strings.ReplaceAll(slide, "%", "last"), "ppt/slides/slide2.xml", strings.ReplaceAll(slide, "%", "first"),
		"ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst>`,
		"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="a" Target="slides/slide1.xml"/>`+
			`<Relationship Id="b" Target="/ppt/slides/slide2.xml"/></Relationships>`,
		"ppt/slides/_rels/slide2.xml.rels", `<Relationships><Relationship Id="n" Target="../notesSlides/notesSlide7.xml"/></Relationships>`,
		"ppt/notesSlides/notesSlide7.xml", `<p:notes><a:p><a:r><a:t>a hint</a:t></a:r></a:p></p:notes>`)
	for name, c := range map[string]struct {
		kind Kind
		in   []byte
		want Document
	}{
		"docx": {Word, word, Document{Blocks: []Block{
			{Kind: Heading, Level: 1, Text: "فصل یک"}, {Kind: Heading, Level: 2, Text: "Aims"}, {Kind: Paragraph, Text: "One \ntwo."},
			{Kind: Item, Level: 1, Text: "a step"}, {Kind: Row, Cells: []string{"Name", "Sum due"}},
			{Kind: Paragraph, Text: "in a box"}, {Kind: Paragraph, Text: "around it"}, {Kind: Note, Text: "Page head"},
		}}},
		"pptx": {Slides, slides, Document{Blocks: []Block{
			{Kind: Heading, Level: 1, Place: 1, Text: "first"}, {Kind: Item, Level: 1, Place: 1, Text: "point"},
			{Kind: Note, Place: 1, Text: "3"}, {Kind: Note, Place: 1, Text: "a hint"},
			{Kind: Heading, Level: 1, Place: 2, Text: "last"}, {Kind: Item, Level: 1, Place: 2, Text: "point"},
			{Kind: Note, Place: 2, Text: "3"},
		}}},
		"odt": {OpenDocument, pack(t, "content.xml", openText), Document{Blocks: []Block{
			{Kind: Heading, Level: 2, Text: "Title"}, {Kind: Item, Text: "a"}, {Kind: Item, Level: 1, Text: "b"},
			{Kind: Note, Text: "said below"}, {Kind: Paragraph, Text: "words"},
		}}},
		"ods": {OpenDocument, pack(t, "content.xml", openSheet), Document{Names: []string{"سال", "B"}, Blocks: []Block{
			{Kind: Row, Place: 1, Cells: []string{"7", "7"}}, {Kind: Row, Place: 2, Cells: []string{"", "x"}},
		}}},
		"odp": {OpenDocument, pack(t, "content.xml", openSlides), Document{Blocks: []Block{
			{Kind: Heading, Level: 1, Place: 1, Text: "First"}, {Kind: Note, Place: 1, Text: "say hello"},
			{Kind: Paragraph, Place: 3, Text: "third"},
		}}},
		"markdown": {Plain, []byte("# Plan\nThe first line of a paragraph that is long\ngoes on here.\n\n- one\n- two\nshort\n"),
			Document{Blocks: []Block{
				{Kind: Heading, Level: 1, Text: "Plan"},
				{Kind: Paragraph, Text: "The first line of a paragraph that is long goes on here."},
				{Kind: Item, Text: "one"}, {Kind: Item, Text: "two"}, {Kind: Paragraph, Text: "short"},
			}}},
		"broken off": {Word, pack(t, "word/document.xml", `<w:p><w:t>whole</w:t></w:p><w:tbl><w:tr><w:tc><w:p><w:t>half<`), Document{
			Blocks: []Block{{Kind: Paragraph, Text: "whole"}, {Kind: Row, Cells: []string{"half"}}},
		}},
	} {
		got, err := Read(source.New(t.Context(), bytes.NewReader(c.in), int64(len(c.in))), c.kind, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(c.want, *got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestPlacesAreBounded has a document say that it has a million pages.
func TestPlacesAreBounded(t *testing.T) {
	pages := pack(t, "content.xml", "<a>"+strings.Repeat("<draw:page/>", 1_000_000)+"<p>end</p></a>")
	if got, err := read(pages, OpenDocument); err != nil || len(got) > maxPlaces+10 {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
