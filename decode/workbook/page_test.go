package workbook

import (
	"strings"
	"testing"

	"anbar/decode/refusal"
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
	for _, setup := range []string{`null`, `{"paper":0}`, `{"paper":1000}`, `{"margins":[-1,0,0,0]}`, `{"margins":[9,0,0,0]}`,
		`{"heads":{"texts":{"head":"a"}}}`, `{"heads":{"texts":{"oddHeader":"` + strings.Repeat("ا", 256) + `"}}}`} {
		if _, err := apply(rich(t), `{"op":"page","sheet":"1","page":`+setup+`}`); refusedFor(err) != refusal.Invalid {
			t.Errorf("%s: %v", setup, err)
		}
	}
}

// TestHeadersAreSet keeps what is not named, in its bytes.
func TestHeadersAreSet(t *testing.T) {
	out := mustApply(t, rich(t), `{"op":"page","sheet":"4","page":{"heads":{"texts":{"oddFooter":"&Cصفحهٔ &P","firstHeader":"&L A&&B"},`+
		`"onFirst":true}}}`)
	has(t, out, s2, `<headerFooter differentFirst="1"><oddFooter>&amp;Cصفحهٔ &amp;P</oddFooter>`+
		`<firstHeader>&amp;L A&amp;&amp;B</firstHeader></headerFooter>`)
	p := page(t, out, 2).Print
	if p == nil || p.Heads == nil || p.Heads.Odd != [2]string{"", "&Cصفحهٔ &P"} || p.Heads.First[0] != "&L A&&B" || !p.Heads.OnFirst {
		t.Errorf("our reader shows %+v", p)
	}
	again := mustApply(t, out, `{"op":"page","sheet":"4","page":{"heads":{"texts":{"evenHeader":"&R&D","firstHeader":""},"onEven":true}}},
		{"op":"page","sheet":"4","page":{"heads":{"texts":{"evenFooter":"&P"},"onFirst":false},"landscape":true}}`)
	has(t, again, s2, `<headerFooter differentOddEven="1"><oddFooter>&amp;Cصفحهٔ &amp;P</oddFooter><evenHeader>&amp;R&amp;D</evenHeader>`+
		`<evenFooter>&amp;P</evenFooter></headerFooter>`, `<pageSetup orientation="landscape"/><headerFooter`)
	gone := part(t, mustApply(t, out, `{"op":"page","sheet":"4","page":{"heads":{"texts":{"oddFooter":"","firstHeader":""}}}}`), s2)
	if strings.Contains(gone, "headerFooter") {
		t.Errorf("empty headers stay:\n%s", gone)
	}
	header := `<headerFooter alignWithMargins="0"><oddHeader xml:space="preserve">&amp;L&amp;"B Nazanin,Bold"&amp;14 _x000a_</oddHeader >`
	own := strings.Replace(part(t, rich(t), s2), "</sheetData>", "</sheetData>"+header+"</headerFooter>", 1)
	kept := mustApply(t, rich(t, s2, own), `{"op":"page","sheet":"4","page":{"heads":{"texts":{"oddFooter":"&P"}}}}`)
	has(t, kept, s2, header+`<oddFooter>&amp;P</oddFooter></headerFooter>`)
}
