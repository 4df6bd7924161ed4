package blank

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// Templates are the names of the documents that come with the program.
var Templates = []string{"letter", "minutes", "contract", "invoice"}

// Facts are what a template is filled with. Empty ones are left to be written by hand.
type Facts struct {
	FromRight    bool // Persian; else English
	Organization string
	Author       string
	Date         string // of today, as people write it
}

// MakeTemplate returns a docx that somebody fills in: one of Templates.
func MakeTemplate(name string, f Facts) ([]byte, error) {
	if !slices.Contains(Templates, name) {
		return nil, fmt.Errorf("no template %q", name)
	}
	blocks := englishTemplates(f)[name]
	if f.FromRight {
		blocks = persianTemplates(f)[name]
	}
	var body strings.Builder
	for _, b := range blocks {
		body.WriteString(b.xml())
	}
	parts := slices.Clone(docx)
	for i := range parts {
		if parts[i].name == "word/document.xml" {
			parts[i].text = strings.Replace(parts[i].text, "<w:p/>", body.String(), 1)
		}
	}
	return packParts(parts, f.FromRight)
}

// orPlaceholder returns a text, or dots to be filled in by hand where it is empty.
func orPlaceholder(known string) string {
	if known != "" {
		return known
	}
	return "…………………"
}

// block is a part of the text of a template.
type block interface{ xml() string }

// paragraph is a paragraph: its text, and its style or where it stands.
type paragraph struct{ text, style, align string }

func (l paragraph) xml() string {
	form := ""
	if l.style != "" {
		form += `<w:pStyle w:val="` + l.style + `"/>`
	}
	form += "{paragraph}"
	if l.align != "" {
		form += `<w:jc w:val="` + l.align + `"/>`
	}
	return `<w:p><w:pPr>` + form + `</w:pPr><w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">` + escapeXML(l.text) + `</w:t></w:r></w:p>`
}

func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s))                    // a builder takes everything
	return strings.ReplaceAll(b.String(), "{", "&#123;") // no place to be filled
}

// table is a table. The first row is its head, unless it is bare: then it has no lines and puts texts beside each other. Lines of
// a cell are divided by \n.
type table struct {
	widths     []int // twentieths of a point; 9026 in all
	borderless bool
	rows       [][]string
}

func (g table) xml() string {
	var b strings.Builder
	lines := ""
	if !g.borderless {
		for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
			lines += `<w:` + side + ` w:val="single" w:sz="4" w:space="0" w:color="808080"/>`
		}
		lines = `<w:tblBorders>` + lines + `</w:tblBorders>`
	}
	b.WriteString(`<w:tbl><w:tblPr>{table}<w:tblW w:w="9026" w:type="dxa"/>` + lines + `<w:tblLayout w:type="fixed"/><w:tblCellMar>` +
		`<w:top w:w="57" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="57" w:type="dxa"/><w:right w:w="108" w:type="dxa"/>` +
		`</w:tblCellMar></w:tblPr><w:tblGrid>`)
	for _, w := range g.widths {
		fmt.Fprintf(&b, `<w:gridCol w:w="%d"/>`, w)
	}
	b.WriteString(`</w:tblGrid>`)
	for i, row := range g.rows {
		b.WriteString(`<w:tr>`)
		for k, text := range row {
			g.writeCell(&b, i == 0 && !g.borderless, k, text)
		}
		b.WriteString(`</w:tr>`)
	}
	b.WriteString(`</w:tbl>`)
	return b.String() + paragraph{}.xml()
}

func (g table) writeCell(b *strings.Builder, head bool, k int, text string) {
	shade, bold := "", ""
	if head {
		shade, bold = `<w:shd w:val="clear" w:color="auto" w:fill="EDF2F2"/>`, `<w:b/><w:bCs/>`
	}
	fmt.Fprintf(b, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/>%s</w:tcPr>`, g.widths[k], shade)
	for one := range strings.SplitSeq(text, "\n") {
		fmt.Fprintf(b, `<w:p><w:pPr>{paragraph}<w:spacing w:after="0"/></w:pPr><w:r><w:rPr>%s{run}</w:rPr>`+
			`<w:t xml:space="preserve">%s</w:t></w:r></w:p>`, bold, escapeXML(one))
	}
	b.WriteString(`</w:tc>`)
}
