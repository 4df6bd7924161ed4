package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTextsWithSeveralLooks(t *testing.T) {
	texts := `<sst><si><r><t>جمع </t></r><r><rPr><b/><sz val="14"/><color theme="2"/><rFont val="B"/></rPr><t>کل</t></r>` +
		`<rPh sb="0" eb="1"><t>no</t></rPh></si><si><t>plain</t></si></sst>`
	body := `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is>` +
		`<r><rPr><i/><u/><strike/><color rgb="FFFF0000"/></rPr><t>in</t></r><r><rPr/><t>line</t></r></is></c><c r="D1" t="inlineStr">` +
		`<is><r>` + strings.Repeat(`<rPr><b/></rPr><t>x</t></r><r>`, maxRuns+5) + `</r></is></c></row></sheetData></worksheet>`
	p, err := read(pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/styles.xml", bookStyles,
		"xl/theme/theme1.xml", theme, "xl/sharedStrings.xml", texts, "xl/worksheets/sheet2.xml", body), PageRequest{Rows: 10})
	if err != nil {
		t.Fatal(err)
	}
	cells := p.Rows[0].Cells
	want := [][]Run{
		{{Text: "جمع "}, {Text: "کل", Bold: true, Size: 14, Color: "E7E6E6"}}, nil,
		{{Text: "in", Italic: true, Underline: true, Strike: true, Color: "FF0000"}, {Text: "line"}},
	}
	for i, runs := range want {
		if diff := cmp.Diff(runs, cells[i].Runs); diff != "" {
			t.Error(diff)
		}
	}
	if cells[0].Text != "جمع کل" || cells[1].Text != "plain" || cells[2].Text != "inline" || len(cells[3].Runs) != maxRuns ||
		len(cells[3].Text) != maxRuns+5 {
		t.Errorf("%+v", cells)
	}
}

func TestCommentsOfCells(t *testing.T) {
	sheetRels := `<Relationships><Relationship Id="a" Type="x/comments" Target="../comments1.xml"/>` +
		`<Relationship Id="b" Type="x/threadedComment" Target="/xl/threadedComments/t1.xml"/>` +
		`<Relationship Id="c" Type="x/comments" TargetMode="External" Target="http://x"/></Relationships>`
	notes := `<comments><authors><author>علی &amp; رضا</author></authors><commentList><comment ref="B2" authorId="0"><text>` +
		`<r><t>علی &amp; رضا:</t></r><r><t xml:space="preserve">
بررسی شود</t></r></text></comment><comment ref="C3" authorId="9"><text><t>[Threaded comment]</t></text></comment>` +
		`<comment ref="1"><text><t>nowhere</t></text></comment><comment ref="D4"><text/></comment></commentList></comments>`
	threads := `<ThreadedComments><threadedComment ref="C3" personId="{1}"><text>سؤال</text></threadedComment>` +
		`<threadedComment ref="C3" personId="{2}"><text>پاسخ</text></threadedComment></ThreadedComments>`
	persons := `<personList><person displayName="سارا" id="{1}"/></personList>`
	p, err := read(pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml", sheet2,
		"xl/worksheets/_rels/sheet2.xml.rels", sheetRels, "xl/comments1.xml", notes, "xl/threadedComments/t1.xml", threads,
		"xl/persons/person.xml", persons), PageRequest{Rows: 10})
	if err != nil {
		t.Fatal(err)
	}
	want := []Comment{{3, 3, "سارا", "سؤال", true}, {3, 3, "", "پاسخ", true}, {2, 2, "علی & رضا", "بررسی شود", false}}
	if diff := cmp.Diff(want, p.Comments); diff != "" {
		t.Error(diff)
	}
}

// TestManyComments has more comments than are shown: those beyond are counted, and all come with the first rows alone.
func TestManyComments(t *testing.T) {
	book := func(notes, talks int) []byte {
		var list, threads strings.Builder
		for i := range notes {
			fmt.Fprintf(&list, `<comment ref="B%d" authorId="0"><text><r><t>نظر </t></r><r><t>%[1]d</t></r></text></comment>`, i+1)
		}
		for i := range talks {
			fmt.Fprintf(&threads, `<threadedComment ref="C%d" personId="1"><text>%[1]d</text></threadedComment>`, i+1)
		}
		return pack(t, "xl/workbook.xml", bookPart, "xl/_rels/workbook.xml.rels", rels, "xl/worksheets/sheet2.xml", sheet2,
			"xl/worksheets/_rels/sheet2.xml.rels", `<Relationships><Relationship Id="a" Type="x/comments" Target="../c.xml"/>`+
				`<Relationship Id="b" Type="x/threadedComment" Target="../t.xml"/></Relationships>`,
			"xl/c.xml", `<comments><authors><author>`+strings.Repeat("a", 2*maxAuthor)+`</author></authors><commentList>`+
				list.String()+`</commentList></comments>`, "xl/t.xml", `<ThreadedComments>`+threads.String()+`</ThreadedComments>`)
	}
	for _, c := range []struct{ notes, talks, shown, missing int }{
		{10_000, 0, 10_000, 0}, {maxComments + 3, 0, maxComments, 3}, {0, maxComments + 3, maxComments, 3},
		{maxComments, 5, maxComments, 5},
	} {
		in := book(c.notes, c.talks)
		p, err := read(in, PageRequest{Sheet: 2, Rows: 10})
		if err != nil || len(p.Comments) != c.shown || len(p.Comments[0].Author) > maxAuthor {
			t.Fatalf("%+v: %d comments, %v", c, len(p.Comments), err)
		}
		if missing := p.Missing; (missing != nil) != (c.missing > 0) || missing != nil && *missing != (Omissions{Comments: c.missing}) {
			t.Errorf("%+v: not shown are %+v", c, missing)
		}
		if c.notes == 10_000 && p.Comments[9_999] != (Comment{Row: 10_000, Column: 2, Author: p.Comments[0].Author, Text: "نظر 10000"}) {
			t.Errorf("the last one is %+v", p.Comments[9_999])
		}
		if later, err := read(in, PageRequest{Sheet: 2, First: 9, Rows: 10}); err != nil || later.Comments != nil {
			t.Errorf("with later rows come %d comments, %v", len(later.Comments), err)
		}
	}
}
