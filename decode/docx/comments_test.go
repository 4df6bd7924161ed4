package docx

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"anbar/decode/refusal"
)

// lists are the parts of a document that speak of its comments.
var lists = []string{commentsPart, threadsPart, idsPart}

// forget takes comments out of a writing, as the editor does with those that it does not show: from the parts of the
// comments, not from the text.
func forget(t *testing.T, writing []byte, gone func(id string) bool) []byte {
	t.Helper()
	all := entries(t, writing)
	list, err := parseComments(all[commentsPart])
	if err != nil {
		t.Fatal(err)
	}
	numbers := map[string]bool{}
	for _, c := range slices.Backward(list) {
		if gone(c.id) {
			numbers[c.paragraphID] = true
			all[commentsPart] = slices.Concat(all[commentsPart][:c.node.start], all[commentsPart][c.node.end:])
		}
	}
	entry := regexp.MustCompile(`<w[0-9cid]+:comment(Ex|Id) w[0-9cid]+:paraId="(\w+)"[^>]*/>`)
	for _, name := range lists[1:] {
		if all[name] == nil {
			continue
		}
		all[name] = entry.ReplaceAllFunc(all[name], func(e []byte) []byte {
			if numbers[string(entry.FindSubmatch(e)[2])] {
				return nil
			}
			return e
		})
	}
	return packed(t, all)
}

// TestNobodysCommentIsLost replays what the editor wrote of each document with comments, without the comments that it does not
// show: it forgets them a moment after the first key.
func TestNobodysCommentIsLost(t *testing.T) {
	forgotten := 0
	for name, s := range samples() {
		if s.parts[commentsPart] == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			original := s.build(t)
			raw, err := os.ReadFile("testdata/rounds/" + name + ".zip")
			if err != nil {
				t.Fatal(err)
			}
			record := recording(entries(t, raw))
			edited := record.writing(t, "0/edited", original)
			text := string(entries(t, edited)[mainPart])
			edited = forget(t, edited, func(id string) bool {
				shown := strings.Contains(text, `commentRangeStart w:id="`+id+`"`)
				if !shown {
					forgotten++
				}
				return !shown
			})
			now := mergeRound(t, original, record.writing(t, "0/untouched", original), edited)
			for _, list := range lists {
				if was, is := s.parts[list], string(entries(t, now)[list]); was != is {
					t.Errorf("%s was\n%s\nand is\n%s", list, was, is)
				}
			}
			if entries(t, now)[datesPart] != nil {
				t.Errorf("it has %s", datesPart)
			}
			if missing := lost(elements(t, original), elements(t, now)); len(missing) > 0 {
				t.Errorf("lost %q", missing)
			}
		})
	}
	if forgotten != 4 {
		t.Errorf("the editor forgets %d comments: the test shows nothing", forgotten)
	}
}

func TestACommentThatThePersonRemovedGoesFromEverywhere(t *testing.T) {
	original := samples()["commentswithin"].build(t)
	raw, err := os.ReadFile("testdata/rounds/commentswithin.zip")
	if err != nil {
		t.Fatal(err)
	}
	record := recording(entries(t, raw))
	edited := forget(t, record.writing(t, "0/edited", original), func(id string) bool { return id == "3" })
	all := entries(t, edited)
	mark := regexp.MustCompile(`<w:commentRange(Start|End) w:id="3"/>|<w:r>(<w:rPr>.{0,80}</w:rPr>)?<w:commentReference w:id="3"/></w:r>`)
	all[mainPart] = mark.ReplaceAll(all[mainPart], nil)
	if bytes.Contains(all[mainPart], []byte(`Reference w:id="3"`)) {
		t.Fatal("the edit still has it")
	}
	now := entries(t, mergeRound(t, original, record.writing(t, "0/untouched", original), packed(t, all)))
	for part, gone := range map[string]string{
		mainPart: `comment\w+ w:id="3"`, commentsPart: `comment w:id="3"`, threadsPart: `paraId="00000003"`, idsPart: `paraId="00000003"`,
	} {
		if regexp.MustCompile(gone).Match(now[part]) {
			t.Errorf("%s: %s", part, now[part])
		}
		for _, id := range []string{"0", "1", "2", "4", "5", "6", "7", "8"} {
			if !regexp.MustCompile(strings.ReplaceAll(gone, "3", id)).Match(now[part]) {
				t.Errorf("%s lost %s", part, id)
			}
		}
	}
}

func TestACommentThatBecameDoneAndAnAnswerAreInTheList(t *testing.T) {
	original := samples()["commentswithin"].build(t)
	raw, err := os.ReadFile("testdata/rounds/commentswithin.zip")
	if err != nil {
		t.Fatal(err)
	}
	record := recording(entries(t, raw))
	all := entries(t, record.writing(t, "0/edited", original))
	list, err := parseComments(all[commentsPart])
	if err != nil {
		t.Fatal(err)
	}
	zero := list[0].paragraphID
	all[threadsPart] = bytes.Replace(all[threadsPart], []byte(`paraId="`+zero+`" w15:done="0" />`),
		[]byte(`paraId="`+zero+`" w15:done="1" /><w15:commentEx w15:paraId="5EEEEEEE" w15:done="0" w15:paraIdParent="`+zero+`" />`), 1)
	all[commentsPart] = bytes.Replace(all[commentsPart], []byte("</w:comments>"),
		[]byte(`<w:comment w:id="20" w:author="Ali" w:date="2026-01-02T03:04:05Z"><w:p w14:paraId="5EEEEEEE"><w:r><w:t>Yes</w:t></w:r>`+
			`</w:p></w:comment></w:comments>`), 1)
	all[mainPart] = bytes.Replace(all[mainPart], []byte(`<w:commentRangeStart w:id="0"/>`),
		[]byte(`<w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="20"/><w:commentRangeEnd w:id="20"/>`+
			`<w:r><w:commentReference w:id="20"/></w:r>`), 1)
	now := entries(t, mergeRound(t, original, record.writing(t, "0/untouched", original), packed(t, all)))
	if threads := string(now[threadsPart]); !strings.Contains(threads, `<w15:commentEx w15:paraId="00000000" w15:done="1"/>`) ||
		!strings.Contains(threads, `<w15:commentEx w15:paraId="5EEEEEEE" w15:paraIdParent="00000000" w15:done="0"/>`) ||
		strings.Count(threads, "<w15:commentEx ") != 10 {
		t.Errorf("%s", threads)
	}
	if list, err := parseComments(now[commentsPart]); err != nil || len(list) != 10 {
		t.Errorf("%d comments, %v", len(list), err)
	}
}

func TestAMarkWhoseOtherHalfIsDeletedIsAPlace(t *testing.T) {
	_, main := mergeMain(t, samples()["bookmarks"], func(s string) string {
		return strings.Replace(s, p("Two")+`<w:bookmarkEnd w:id="4"/>`, "", 1)
	})
	if !strings.Contains(main, `<w:bookmarkStart w:id="4" w:name="over"/><w:bookmarkEnd w:id="4"/>`) || strings.Contains(main, "Two") {
		t.Error(main)
	}
	_, main = mergeMain(t, samples()["bookmarks"], func(s string) string {
		return strings.Replace(s, `<w:bookmarkStart w:id="4" w:name="over"/>`+p("One"), "", 1)
	})
	if !strings.Contains(main, `<w:bookmarkStart w:id="4" w:name="over"/><w:bookmarkEnd w:id="4"/>`) || strings.Contains(main, "One") {
		t.Error(main)
	}
}

// TestReferencesThatLeadNowhereAreRefused writes what no editor should.
func TestReferencesThatLeadNowhereAreRefused(t *testing.T) {
	for name, broken := range map[string]string{
		"comment":     `<w:r><w:commentReference w:id="99"/></w:r>`,
		"range":       `<w:commentRangeStart w:id="99"/><w:commentRangeEnd w:id="99"/>`,
		"footnote":    `<w:r><w:footnoteReference w:id="99"/></w:r>`,
		"endnote":     `<w:r><w:endnoteReference w:id="99"/></w:r>`,
		"link":        `<w:hyperlink r:id="rId99"><w:r><w:t>x</w:t></w:r></w:hyperlink>`,
		"picture":     `<w:r>` + strings.Replace(drawing("inline", pictureNamespace, pictureInside), "rel0", "rId99", 1) + `</w:r>`,
		"list":        `</w:p><w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="99"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r>`,
		"nothing bad": `<w:r><w:t>x</w:t></w:r>`,
	} {
		t.Run(name, func(t *testing.T) {
			original := samples()["plain"].build(t)
			all := entries(t, original)
			all[mainPart] = bytes.Replace(all[mainPart], []byte("</w:p>"), []byte(broken+"</w:p>"), 1)
			_, err := Merge(unzip(t, original), unzip(t, original), unzip(t, packed(t, all)), &bytes.Buffer{})
			var bar *refusal.Error
			if name == "nothing bad" {
				if err != nil {
					t.Error(err)
				}
			} else if !errors.As(err, &bar) || bar.Code != refusal.Invalid {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestAnEmptyListTakesEntries fills roots that are an empty tag, and others.
func TestAnEmptyListTakesEntries(t *testing.T) {
	for before, want := range map[string]string{
		`<a/>`: `<a><b/></a>`, `<?xml version="1.0"?><w:a xmlns:w="u" />`: `<?xml version="1.0"?><w:a xmlns:w="u" ><b/></w:a>`,
		`<a></a>`: `<a><b/></a>`, `<a>x<c/>y</a><!-- end -->`: `<a><b/></a><!-- end -->`,
	} {
		p, err := parsePart([]byte(before))
		if err != nil {
			t.Fatal(before, err)
		}
		if got := string(p.withContent([]byte("<b/>"))); got != want {
			t.Errorf("%s became %s, want %s", before, got, want)
		}
	}
	open := `<w:comments xmlns:w="` + wordNamespace + `"`
	m := &merger{
		threeWay: threeWay[*document]{
			original: &document{parts: map[string][]byte{commentsPart: []byte(open + `><w:comment w:id="7"/></w:comments>`)}},
		},
		rewritten: map[string][]byte{commentsPart: []byte(open + "/>")},
	}
	if err := m.restoreEntries(commentsPart, map[string]bool{"7": true}); err != nil {
		t.Fatal(err)
	}
	if got := string(m.rewritten[commentsPart]); !strings.HasSuffix(got, `"><w:comment w:id="7"/></w:comments>`) {
		t.Errorf("a comment came back as %s", got)
	}
}
