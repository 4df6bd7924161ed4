package workbook

import (
	"strings"
	"testing"

	"anbar/app/decode/refusal"
)

const onA4 = `{"op":"page","sheet":"4","page":{"landscape":true,"paper":9,"fits":true,"margins":[0.25,0.25,0.75,0.75],"grid":true}}`

func TestPagesAreSetUp(t *testing.T) {
	out := mustApply(t, rich(t), onA4)
	has(t, out, s2, `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, `<printOptions gridLines="1"/>`+
		`<pageMargins left="0.25" right="0.25" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>`+
		`<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`)
	p := page(t, out, 2).Print
	if p == nil || !p.Landscape || p.Paper != 9 || !p.Fits || p.Wide != 1 || p.High != 0 || !p.Grid || p.Margins[1] != 0.25 {
		t.Errorf("our reader shows %+v", p)
	}
	if part(t, rich(t), s1) != part(t, out, s1) {
		t.Error("another sheet changed")
	}
	again := mustApply(t, out, `{"op":"page","sheet":"4","page":{"landscape":false,"grid":false}},
		{"op":"page","sheet":"4","page":{"fits":false}},{"op":"merge","sheet":"4","range":[4,0,5,1]}`)
	has(t, again, s2, `<pageSetUpPr fitToPage="0"/>`, `<mergeCell ref="A5:B6"/></mergeCells><printOptions/><pageMargins left="0.25"`,
		`<pageSetup paperSize="9" orientation="portrait"`)
}

// TestPagesOfSheetsThatSayMuch has elements on both sides of those that are missing or change.
func TestPagesOfSheetsThatSayMuch(t *testing.T) {
	out := mustApply(t, rich(t), strings.Replace(onA4, `"4"`, `"1"`, 1))
	body := part(t, out, s1)
	last := -1
	for _, name := range []string{"<sheetPr", "<dimension", "<sheetData", "<mergeCells", "<conditionalFormatting", "<dataValidations",
		"<hyperlinks", "<printOptions", "<pageMargins", "<pageSetup", "<rowBreaks", "<drawing", "<legacyDrawing"} {
		at := strings.Index(body, name)
		if at <= last || strings.Count(body, name+" ")+strings.Count(body, name+">")+strings.Count(body, name+"/") != 1 {
			t.Errorf("%s stands at %d, behind one at %d:\n%s", name, at, last, body)
		}
		last = at
	}
	tab := strings.Replace(bodyTwo, "<dimension", `<sheetPr filterMode="1"><tabColor rgb="FF00FF00"/></sheetPr><dimension`, 1)
	if !strings.Contains(bodyTwo, "<dimension") {
		tab = strings.Replace(bodyTwo, "<sheetData>", `<sheetPr filterMode="1"><tabColor rgb="FF00FF00"/></sheetPr><sheetData>`, 1)
	}
	has(t, mustApply(t, rich(t, s2, tab), onA4), s2, `<tabColor rgb="FF00FF00"/><pageSetUpPr fitToPage="1"/></sheetPr>`)
}

func TestPagesThatAreNone(t *testing.T) {
	for _, setup := range []string{`null`, `{"paper":0}`, `{"paper":1000}`, `{"margins":[-1,0,0,0]}`, `{"margins":[9,0,0,0]}`} {
		if _, err := apply(rich(t), `{"op":"page","sheet":"1","page":`+setup+`}`); refusedFor(err) != refusal.Invalid {
			t.Errorf("%s: %v", setup, err)
		}
	}
}
