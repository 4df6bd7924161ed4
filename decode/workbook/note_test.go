package workbook

import (
	"strings"
	"testing"

	"anbar/decode/refusal"
	reader "anbar/decode/sheet"
)

func noteOp(sheet, cell, text string) string {
	return `{"op":"note","sheet":"` + sheet + `",` + cell + `,"text":"` + text + `","author":"علی"}`
}

func TestNotesComeChangeAndGo(t *testing.T) {
	in := rich(t)
	out := mustApply(t, in, noteOp("4", `"r":0,"c":1`, "بررسی & <شود>\\nدو")+`,{"op":"insert","sheet":"4","axis":"rows","at":0,"count":2}`)
	valid(t, out)
	if all := page(t, out, 2).Comments; len(all) != 1 ||
		all[0] != (reader.Comment{Row: 3, Column: 2, Author: "علی", Text: "بررسی & <شود>\nدو"}) {
		t.Errorf("our reader shows %+v", all)
	}
	has(t, out, s2, `<legacyDrawing xmlns:r="`+officeRelationNamespace+`" r:id="rId2"/></worksheet>`)
	has(t, out, "xl/comments2.xml", `<author>علی</author></authors>`, `ref="B3" authorId="0"`)
	has(t, out, "xl/drawings/vmlDrawing2.vml", `<x:Row>2</x:Row><x:Column>1</x:Column>`, `id="_x0000_t202"`)
	has(t, out, "[Content_Types].xml", `PartName="/xl/comments2.xml"`, `PartName="/xl/drawings/vmlDrawing2.vml" ContentType="`+vmlType)
	if part(t, in, "xl/comments1.xml") != part(t, out, "xl/comments1.xml") {
		t.Error("another sheet changed")
	}
	changed := mustApply(t, in, noteOp("1", `"r":5,"c":0`, "دید")+","+noteOp("1", `"r":8,"c":2`, "نو"))
	valid(t, changed)
	has(t, changed, "xl/comments1.xml", `<author>سارا</author><author>علی</author>`, `-بررسی شود`,
		`<comment ref="A6" authorId="1"><text><t xml:space="preserve">دید</t></text></comment><comment ref="C9"`)
	if shapes := part(t, changed, "xl/drawings/vmlDrawing1.vml"); strings.Count(shapes, `ObjectType="Note"`) != 2 {
		t.Errorf("the shapes are %s", shapes)
	}
	gone := mustApply(t, changed, noteOp("1", `"r":5,"c":0`, ""))
	has(t, gone, "xl/comments1.xml", `-A6`, `ref="C9"`)
	has(t, gone, "xl/drawings/vmlDrawing1.vml", `-<x:Row>5</x:Row>`, `<x:Row>8</x:Row>`)
}

func TestNotesThatAreNotTaken(t *testing.T) {
	long := strings.Repeat("a", maxText+1)
	for _, op := range []string{noteOp("1", `"r":-1,"c":0`, "x"), noteOp("1", `"r":0,"c":99999`, "x"), noteOp("1", `"r":0,"c":0`, long)} {
		if _, err := apply(rich(t), op); refusedFor(err) != refusal.Invalid {
			t.Errorf("%.80s: %v", op, err)
		}
	}
	links := strings.Replace(richPart("xl/worksheets/_rels/sheet1.xml.rels"), "</Relationships>",
		`<Relationship Id="th" Type="x/threadedComment" Target="../threadedComments/t.xml"/></Relationships>`, 1)
	talk := rich(t, "xl/worksheets/_rels/sheet1.xml.rels", links, "xl/threadedComments/t.xml",
		`<ThreadedComments><threadedComment ref="A6">`+
			`<text>x</text></threadedComment></ThreadedComments>`)
	if _, err := apply(talk, noteOp("1", `"r":5,"c":0`, "x")); refusedFor(err) != refusal.Structure {
		t.Errorf("a conversation: %v", err)
	}
	has(t, mustApply(t, talk, noteOp("1", `"r":6,"c":0`, "x")), "xl/comments1.xml", `ref="A7"`, `ref="A6" authorId="0"`)
	broken := rich(t, "xl/drawings/vmlDrawing1.vml", "<xml><br></xml")
	if _, err := apply(broken, noteOp("1", `"r":6,"c":0`, "x")); refusedFor(err) != refusal.Unreadable {
		t.Errorf("shapes without an end: %v", err)
	}
}
