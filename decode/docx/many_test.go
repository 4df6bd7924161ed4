package docx

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// manyComments is a document of 2,500 paragraphs with 10,000 comments: of each four, one stands within another one, one answers it,
// and one has no range.
func manyComments() sample {
	var body, comments, threads strings.Builder
	fmt.Fprint(&body, p("آغاز"))
	for i := 0; i < 10_000; i += 4 {
		from := func(n int) string { return fmt.Sprintf(`<w:commentRangeStart w:id="%d"/>`, i+n) }
		to := func(n int) string { return fmt.Sprintf(`<w:commentRangeEnd w:id="%d"/>`, i+n) }
		at := func(n int) string { return fmt.Sprintf(`<w:r><w:commentReference w:id="%d"/></w:r>`, i+n) }
		body.WriteString(para(from(0) + from(2) + run("All of ") + from(1) + run("this") + to(1) + at(1) + to(0) + at(0) +
			to(2) + at(2) + at(3)))
		for n := range 4 {
			parent := ""
			if n == 2 {
				parent = fmt.Sprintf(` w15:paraIdParent="%08X"`, i+1)
			}
			fmt.Fprintf(&comments, `<w:comment w:id="%d" w:author="Sara"><w:p w14:paraId="%08X"><w:r><w:t>Comment %[1]d</w:t>`+
				`</w:r></w:p></w:comment>`, i+n, i+n+1)
			fmt.Fprintf(&threads, `<w15:commentEx w15:paraId="%08X"%s w15:done="0"/>`, i+n+1, parent)
		}
	}
	return sample{body: body.String(), parts: map[string]string{
		commentsPart: declaration + `<w:comments ` + spaces + `>` + comments.String() + `</w:comments>`,
		threadsPart:  declaration + `<w15:commentsEx ` + spaces + `>` + threads.String() + `</w15:commentsEx>`,
	}, kinds: []string{"comments.xml comments " + wordKind + "comments+xml",
		"commentsExtended.xml commentsExtended " + wordKind + "commentsExtended+xml"}}
}

// TestManyCommentsStay types a word into a document with 10,000 comments, with an editor that forgets those that it does not show.
func TestManyCommentsStay(t *testing.T) {
	original := manyComments().build(t)
	writing, untouched := openAsEditor(t, original)
	forgotten := regexp.MustCompile(`<w:comment w:id="\d*[13579]".*?</w:comment>`)
	writing[commentsPart] = forgotten.ReplaceAll(writing[commentsPart], nil)
	if n := strings.Count(string(writing[commentsPart]), "<w:comment "); n != 5_000 {
		t.Fatalf("the editor knows %d", n)
	}
	writing[mainPart] = []byte(strings.Replace(string(writing[mainPart]), "آغاز", "آغاز نو", 1))
	before, after := entries(t, original), entries(t, mergeRound(t, original, untouched, packed(t, writing)))
	for _, name := range []string{commentsPart, threadsPart} {
		if string(before[name]) != string(after[name]) {
			t.Errorf("%s changed", name)
		}
	}
	text := func(src []byte) string { return string(src[strings.Index(string(src), "<w:body>"):]) }
	if text(after[mainPart]) != strings.Replace(text(before[mainPart]), "آغاز", "آغاز نو", 1) {
		t.Error("more than the word changed in the text")
	}
}
