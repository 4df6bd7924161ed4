package workbook

import (
	"fmt"
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

// TestManyNotes has 10,000 notes at cells, as an audit leaves them: a word, a row and another note change none of the others.
func TestManyNotes(t *testing.T) {
	const many = 10_000
	var list, shapes strings.Builder
	for i := range many {
		fmt.Fprintf(&list, `<comment ref="C%d" authorId="0"><text><t>نظر %[1]d</t></text></comment>`, i+20)
		shapes.Write(encodeNoteShape(2000+i, [2]int{i + 19, 2}))
	}
	const notes, vml = "xl/comments1.xml", "xl/drawings/vmlDrawing1.vml"
	in := rich(t, notes, `<comments xmlns="`+mainS+`"><authors><author>سارا</author></authors><commentList>`+list.String()+
		`</commentList></comments>`, vml, `<xml `+vmlSpaces+`>`+noteShapeType+shapes.String()+`</xml>`)
	typed := mustApply(t, in, `{"op":"cells","sheet":"1","cells":[{"r":40,"c":3,"v":"نو"}]}`)
	if part(t, in, notes) != part(t, typed, notes) || part(t, in, vml) != part(t, typed, vml) {
		t.Error("a word changed the notes")
	}
	out := mustApply(t, in, noteOp("1", `"r":25,"c":2`, "دید")+`,`+noteOp("1", `"r":2,"c":8`, "تازه")+
		`,{"op":"insert","sheet":"1","axis":"rows","at":0,"count":3}`)
	all := page(t, out, 1).Comments
	if len(all) != many+1 {
		t.Fatalf("there are %d notes", len(all))
	}
	said := map[[2]int]string{}
	for _, c := range all {
		said[[2]int{c.Row, c.Column}] = c.Text
	}
	for place, text := range map[[2]int]string{{23, 3}: "نظر 20", {29, 3}: "دید", {6, 9}: "تازه", {10_022, 3}: "نظر 10019"} {
		if said[place] != text {
			t.Errorf("at %v stands %q", place, said[place])
		}
	}
	if got := part(t, out, vml); strings.Count(got, `ObjectType="Note"`) != many+1 || !strings.Contains(got, "<x:Row>10021</x:Row>") {
		t.Errorf("there are %d shapes", strings.Count(got, `ObjectType="Note"`))
	}
}
