package extract

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"anbar/decode/source"

	"github.com/google/go-cmp/cmp"
)

const numbering = `<w:numbering>` +
	`<w:abstractNum w:abstractNumId="0">` +
	`<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>` +
	`<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%2)"/></w:lvl>` +
	`<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:isLgl/><w:lvlText w:val="%1.%2.%3"/></w:lvl></w:abstractNum>` +
	`<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="` + "\uf0b7" + `"/></w:lvl>` +
	`</w:abstractNum><w:abstractNum w:abstractNumId="2">` +
	`<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1"/>` +
	`<w:pStyle w:val="Chapter"/></w:lvl></w:abstractNum>` +
	`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>` +
	`<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>` +
	`<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>`

const listStyles = `<w:styles><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>` +
	`<w:pPr><w:bidi/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Chapter"><w:basedOn w:val="Normal"/>` +
	`<w:pPr><w:numPr><w:numId w:val="4"/></w:numPr></w:pPr></w:style>` +
	`</w:styles>`

func listItem(list, level int, more string) string {
	return fmt.Sprintf(`<w:p><w:pPr>%s<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
		more, level, list)
}

// TestItemsAreNumberedAsWordDoes counts the items of a document whose usual style runs from the right.
func TestItemsAreNumberedAsWordDoes(t *testing.T) {
	const ltr = `<w:bidi w:val="0"/>`
	cell := `<w:tbl><w:tr><w:tc>` + listItem(1, 0, "") + `</w:tc></w:tr></w:tbl>`
	body := strings.Join([]string{
		listItem(1, 0, ""), listItem(1, 1, ""), listItem(1, 1, ""), listItem(1, 2, ltr), cell, listItem(1, 0, ltr), listItem(1, 1, ""),
		listItem(2, 0, ""), listItem(3, 0, ltr), listItem(1, 0, ltr), listItem(9, 1, ""), listItem(0, 0, ""),
		`<w:p><w:pPr><w:pStyle w:val="Chapter"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
		`<w:p><w:pPr><w:pStyle w:val="Chapter"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
		`<w:p><w:pPr><w:pPrChange><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>` +
			`</w:pPr></w:pPrChange></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
	}, "")
	body = "<w:document>" + body + "</w:document>"
	b := pack(t, "word/document.xml", body, "word/numbering.xml", numbering, "word/styles.xml", listStyles)
	d, err := Read(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), Word, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range d.Blocks {
		got = append(got, fmt.Sprintf("%s %d %s", b.Kind, b.Level, b.Marker))
	}
	want := []string{
		"item 0 ۱.", "item 1 i)", "item 1 ii)", "item 2 1.2.1", "row 0 ", "item 0 3.", "item 1 i)", "item 0 •", "item 0 5.", "item 0 6.",
		"item 1 ", "paragraph 0 ", "item 0 A", "paragraph 0 ", "paragraph 0 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFormatNumber(t *testing.T) {
	for format, want := range map[string]string{
		"decimal": "28", "decimalZero": "28", "lowerLetter": "bb", "upperLetter": "BB", "lowerRoman": "xxviii", "upperRoman": "XXVIII",
		"hindiNumbers": "٢٨", "arabicAlpha": "ي", "arabicAbjad": "غ", "none": "", "unheardOf": "28",
	} {
		if got := formatNumber(28, format, false); got != want {
			t.Errorf("%s: %q, not %q", format, got, want)
		}
	}
	if got := formatNumber(28, "decimal", true); got != "۲۸" {
		t.Errorf("from the right: %q", got)
	}
	for _, n := range []int{0, -1, maxStart + 1, 1 << 40} { // what a document may say
		for _, format := range []string{"lowerLetter", "upperRoman", "arabicAlpha", "decimal"} {
			if got := formatNumber(n, format, false); len(got) > 100 {
				t.Errorf("%d as %s has %d bytes", n, format, len(got))
			}
		}
	}
}

// TestHostileLists reads numbering that says more than it may, or says it in the wrong place.
func TestHostileLists(t *testing.T) {
	for name, c := range map[string]struct{ numbering, marker string }{
		"an override in a source": {
			`<w:numbering><w:startOverride w:val="3"/><w:abstractNum w:abstractNumId="0"><w:startOverride w:val="3"/></w:abstractNum>` +
				`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`, "",
		},
		"a long text": {
			`<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="999999"/><w:lvlText w:val="` +
				strings.Repeat("%1", 10_000) + `"/></w:lvl></w:abstractNum>` +
				`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
			strings.Repeat("999999", 11)[:maxMarker],
		},
		"a level that is none": {
			`<w:numbering><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="99"><w:lvlText w:val="%9"/></w:lvl></w:abstractNum>` +
				`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`, "",
		},
		"sources of each other": {
			`<w:numbering><w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="a"/><w:styleLink w:val="a"/></w:abstractNum>` +
				`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`, "",
		},
		"broken off": {`<w:numbering><w:num w:numId="1"><w:lvl`, ""},
	} {
		body := "<w:document>" + listItem(1, 0, "") + listItem(1, 9, "") + "</w:document>"
		b := pack(t, "word/document.xml", body, "word/numbering.xml", c.numbering)
		d, err := Read(source.New(t.Context(), bytes.NewReader(b), int64(len(b))), Word, nil)
		if err != nil || len(d.Blocks) != 2 || d.Blocks[0].Marker != c.marker {
			t.Errorf("%s: %v, %+v", name, err, d)
		}
	}
}
