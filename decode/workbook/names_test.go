package workbook

import (
	"strings"
	"testing"

	"anbar/decode/refusal"
	reader "anbar/decode/sheet"
)

const rangeNames = `<definedName name="فروش">Rich!$A$2:$A$5</definedName>` +
	`<definedName name="LocalTwo" localSheetId="1">Two!$A$1</definedName>`

func TestNamesComeGoAndMove(t *testing.T) {
	in := rich(t)
	out := mustApply(t, in, `{"op":"name","sheet":"","name":"نرخ_مالیات","f":"0.1"},
		{"op":"name","sheet":"1","name":"Total","f":"Rich!$A$6&\"<\""},{"op":"name","sheet":"","name":"فروش","f":"Rich!$A$2:$A$3"},
		{"op":"insert","sheet":"1","axis":"rows","at":2,"count":2},{"op":"name","sheet":"","name":"Late","f":"Rich!$A$3"}`)
	has(t, out, book1, `<definedName name="فروش">Rich!$A$2:$A$5</definedName>`,
		`Two!$A$1</definedName><definedName name="نرخ_مالیات">0.1</definedName>`,
		`<definedName name="Total" localSheetId="0">Rich!$A$8&amp;"&lt;"</definedName><definedName name="Late">Rich!$A$3</definedName>`+
			`</definedNames>`)
	if names := page(t, out, 1).Names; len(names) != 5 || names[3] != (reader.DefinedName{Name: "Total", Sheet: "1",
		Formula: `Rich!$A$8&"<"`}) {
		t.Errorf("our reader shows %+v", names)
	}
	for _, name := range []string{s1, s2, "xl/styles.xml"} {
		if out := mustApply(t, in, `{"op":"name","name":"x_","f":"Two!$A$1"}`); part(t, in, name) != part(t, out, name) {
			t.Errorf("%s changed", name)
		}
	}
	out = mustApply(t, in, `{"op":"unname","name":"فروش"},{"op":"unname","sheet":"4","name":"localtwo"},{"op":"unfilter","sheet":"1"}`)
	has(t, out, book1, `-definedName`)
	out = mustApply(t, in, `{"op":"unname","name":"LocalTwo"}`)
	has(t, out, book1, rangeNames)
	out = mustApply(t, in, `{"op":"sheet-add","id":"9","name":"n","at":0},{"op":"name","sheet":"4","name":"LocalTwo","f":"Two!$B$2"},
		{"op":"name","sheet":"1","name":"gone","f":"1"},{"op":"sheet-delete","sheet":"1"},{"op":"sheet-rename","sheet":"4","name":"It's"}`)
	has(t, out, book1, `name="LocalTwo" localSheetId="1">'It''s'!$B$2</definedName>`, `-gone`)
	bare := strings.Replace(richPart(book1), richPart(book1)[strings.Index(richPart(book1), "<definedNames"):strings.Index(richPart(book1),
		"<calcPr")], "", 1)
	has(t, mustApply(t, rich(t, book1, bare), `{"op":"name","name":"a_1","f":"1"}`), book1,
		`</sheets><definedNames><definedName name="a_1">1</definedName></definedNames><calcPr`)
}

func TestNamesThatAreNone(t *testing.T) {
	for _, op := range []string{
		`{"op":"name","name":"A1","f":"1"}`, `{"op":"name","name":"R1C1","f":"1"}`, `{"op":"name","name":"two words","f":"1"}`,
		`{"op":"name","name":"","f":"1"}`, `{"op":"name","name":"1a","f":"1"}`, `{"op":"name","name":"true","f":"1"}`,
		`{"op":"name","name":"a","f":""}`, `{"op":"unname","name":"a","f":"1"}`, `{"op":"name","name":"_xlnm.Print_Area","f":"1"}`,
		`{"op":"name","name":"a\"><x","f":"1"}`, `{"op":"name","name":"a","f":"\u0001"}`, `{"op":"name","sheet":"8","name":"a","f":"1"}`,
		`{"op":"name","name":"` + strings.Repeat("a", 256) + `","f":"1"}`,
	} {
		if _, err := apply(rich(t), op); refusedFor(err) != refusal.Invalid {
			t.Errorf("%s: %v", op, err)
		}
	}
}
