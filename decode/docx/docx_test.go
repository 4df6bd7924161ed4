package docx

import (
	"archive/zip"
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"

	"anbar/decode/refusal"
)

func TestPrepareRefuses(t *testing.T) {
	settings := []string{"settings.xml settings " + wordKind + "settings+xml"}
	protect := func(enforced string) sample {
		return sample{body: p("x"), kinds: settings, parts: map[string]string{
			"word/settings.xml": story("settings", `<w:documentProtection w:edit="readOnly" w:enforcement="`+enforced+`"/>`)}}
	}
	strict := strings.ReplaceAll(declaration+`<w:document `+spaces+`><w:body>`+p("x")+`</w:body></w:document>`, wordNamespace,
		"http://purl.oclc.org/ooxml/wordprocessingml/main")
	cases := map[string]struct {
		sample
		code refusal.Code
	}{
		"macros": {sample{body: p("x"), parts: map[string]string{"word/vbaProject.bin": "x"}}, refusal.Macros},
		"macro type": {sample{body: p("x"),
			types: `<Override PartName="/word/x.xml" ` +
				`ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>`}, refusal.Macros},
		"signed":       {sample{body: p("x"), parts: map[string]string{"_xmlsignatures/sig1.xml": "<x/>"}}, refusal.Signed},
		"encrypted":    {sample{body: p("x"), parts: map[string]string{"EncryptedPackage": "x"}}, refusal.Encrypted},
		"protected":    {protect("1"), refusal.Protected},
		"another kind": {sample{main: `<x/>`}, refusal.Unreadable},
		"strict":       {sample{main: strict}, refusal.Unsupported},
		"chunk":        {sample{body: `<w:altChunk r:id="rel0"/>`}, refusal.Unsupported},
		"large":        {sample{body: strings.Repeat(p("many words"), 120_000)}, refusal.TooLarge},
		"unprotected":  {protect("0"), 0},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := Prepare(unzip(t, c.build(t)))
			var bar *refusal.Error
			if got := errors.As(err, &bar); got != (c.code != 0) || got && bar.Code != c.code {
				t.Errorf("%v", err)
			}
		})
	}
	for name, main := range map[string]string{
		"DTD": `<!DOCTYPE x [<!ENTITY a "b">]><w:document ` + spaces + `/>`, "cut": `<w:document ` + spaces + `><w:body>`,
		"deep": `<w:document ` + spaces + `>` + strings.Repeat("<w:p>", 300) + strings.Repeat("</w:p>", 300) + `</w:document>`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Prepare(unzip(t, sample{main: main}.build(t))); !errors.Is(err, ErrUnreadable) {
				t.Errorf("%v", err)
			}
		})
	}
}

// openAsEditor returns what a document holds as the editor gets it, by the names of its parts, and the same as a file.
func openAsEditor(t testing.TB, original []byte) (writing map[string][]byte, untouched []byte) {
	t.Helper()
	parts, err := Prepare(unzip(t, original))
	if err != nil {
		t.Fatal(err)
	}
	writing = entries(t, original)
	for name, src := range parts.Parts {
		writing[name] = []byte(src)
	}
	return writing, packed(t, writing)
}

// mergeMain merges edits of the main part, written as an editor that knows all would.
func mergeMain(t *testing.T, s sample, edit func(string) string) (same bool, main string) {
	t.Helper()
	original := s.build(t)
	writing, untouched := openAsEditor(t, original)
	writing["word/document.xml"] = []byte(edit(string(writing["word/document.xml"])))
	var out bytes.Buffer
	same, err := Merge(unzip(t, original), unzip(t, untouched), unzip(t, packed(t, writing)), &out)
	if err != nil {
		t.Fatal(err)
	}
	if same {
		return true, ""
	}
	return false, string(entries(t, out.Bytes())["word/document.xml"])
}

func TestMergeKeepsWhatWasWrittenIntoAPlaceholder(t *testing.T) {
	_, main := mergeMain(t, samples()["textbox"], func(s string) string {
		return strings.Replace(s, "▣ متن داخل کادر</w:t>", "▣ متن دا and more خل کادر</w:t>", 1)
	})
	if !strings.Contains(main, "> and more </w:t>") || strings.Count(main,
		"<mc:AlternateContent>") != 1 || strings.Contains(main, "anbar-keep") {
		t.Error(main)
	}
}

func TestMergeDropsAnObjectThatWasDeleted(t *testing.T) {
	_, main := mergeMain(t, samples()["textbox"], func(s string) string {
		from, to := strings.Index(s, "<w:sdt>"), strings.Index(s, "</w:sdt>")
		return s[:from] + s[to+len("</w:sdt>"):]
	})
	if strings.Contains(main, "AlternateContent") || !strings.Contains(main, "Here ") {
		t.Error(main)
	}
}

func TestMergeCopiesAnObjectWithItsPlaceholder(t *testing.T) {
	_, main := mergeMain(t, samples()["textbox"], func(s string) string {
		from, to := strings.Index(s, "<w:sdt>"), strings.Index(s, "</w:sdt>")+len("</w:sdt>")
		return s[:to] + s[from:to] + s[to:]
	})
	if strings.Count(main, "<mc:AlternateContent>") != 2 {
		t.Error(main)
	}
}

func TestMergeDeletesAParagraph(t *testing.T) {
	_, main := mergeMain(t, samples()["plain"], func(s string) string {
		return strings.Replace(s, p("Another paragraph, a little longer."), "", 1)
	})
	if strings.Contains(main, "Another") || !strings.Contains(main, "One paragraph.") || !strings.Contains(main, "The last one.") {
		t.Error(main)
	}
}

func TestMergeIsTheSameForAnotherOrderOfAttributes(t *testing.T) {
	same, main := mergeMain(t, samples()["table"], func(s string) string {
		return strings.ReplaceAll(s, `<w:tcW w:w="3000" w:type="dxa"/>`, `<w:tcW w:type="dxa" w:w="3000"></w:tcW>`)
	})
	if !same {
		t.Error(main)
	}
}

// TestAnAcceptedFormatStaysAccepted: the editor forgets how a text looked before when somebody writes into it, and only there.
func TestAnAcceptedFormatStaysAccepted(t *testing.T) {
	formats := samples()["formats"]
	_, change, _ := strings.Cut(formats.body, "<w:pPrChange")
	change, _, _ = strings.Cut(change, "</w:pPrChange>")
	change = "<w:pPrChange" + change + "</w:pPrChange>"
	formats.body = p("First") + formats.body
	_, main := mergeMain(t, formats, func(s string) string {
		return strings.Replace(strings.Replace(s, "First", "First and more", 1), change, "", 1)
	})
	if !strings.Contains(main, "First and more") || !strings.Contains(main, `<w:jc w:val="center"/></w:pPr>`) {
		t.Error(main)
	}
}

// TestAFormatThatNobodyAcceptedStaysInAJoinedRun: the editor joins runs of the same form.
func TestAFormatThatNobodyAcceptedStaysInAJoinedRun(t *testing.T) {
	change := `<w:rPrChange w:id="22"><w:rPr><w:i/></w:rPr></w:rPrChange>`
	write := func(change string, texts ...string) *zip.Reader {
		body := ""
		for _, text := range texts {
			body += `<w:r><w:rPr><w:b/>` + change + `</w:rPr><w:t>` + text + `</w:t></w:r>`
		}
		return unzip(t, sample{body: para(body)}.build(t))
	}
	for now, kept := range map[string]int{"one-two": 1, "one and two": 1, "onetwo": 0} {
		var out bytes.Buffer
		if _, err := Merge(write(change, "one", "two"), write(change, "onetwo"), write("", now), &out); err != nil {
			t.Fatal(err)
		}
		main := string(entries(t, out.Bytes())["word/document.xml"])
		if strings.Count(main, change) != kept || !strings.Contains(main, ">"+now+"<") {
			t.Errorf("%s: %s", now, main)
		}
	}
}

func TestMergeRefusesRelationsWithOtherNumbers(t *testing.T) {
	original := samples()["links"].build(t)
	writing := entries(t, original)
	writing["word/_rels/document.xml.rels"] = bytes.Replace(writing["word/_rels/document.xml.rels"],
		[]byte("example.com"), []byte("evil.test"), 1)
	writing["word/document.xml"] = bytes.Replace(writing["word/document.xml"], []byte("See "), []byte("Look "), 1)
	_, err := Merge(unzip(t, original), unzip(t, original), unzip(t, packed(t, writing)), &bytes.Buffer{})
	var bar *refusal.Error
	if !errors.As(err, &bar) || bar.Code != refusal.Invalid {
		t.Error(err)
	}
}

func TestMergeTakesTheSamePictureOnce(t *testing.T) {
	original := samples()["image"].build(t)
	writing := entries(t, original)
	writing["word/media/image9.png"] = []byte(dot)
	writing["word/_rels/document.xml.rels"] = bytes.Replace(writing["word/_rels/document.xml.rels"], []byte("</Relationships>"),
		[]byte(`<Relationship Id="rId9" Type="`+relationKind+`image" Target="media/image9.png"/></Relationships>`), 1)
	writing["word/document.xml"] = bytes.Replace(writing["word/document.xml"], []byte("<w:sectPr"),
		[]byte(`<w:p><w:r>`+strings.Replace(drawing("inline", pictureNamespace, pictureInside), "rel0", "rId9", 1)+`</w:r>`+
			`</w:p><w:sectPr`), 1)
	var out bytes.Buffer
	if _, err := Merge(unzip(t, original), unzip(t, original), unzip(t, packed(t, writing)), &out); err != nil {
		t.Fatal(err)
	}
	made := entries(t, out.Bytes())
	const list = "word/_rels/document.xml.rels"
	if made["word/media/image9.png"] != nil || !bytes.Equal(made[list], entries(t, original)[list]) ||
		bytes.Count(made["word/document.xml"], []byte(`r:embed="rel0"`)) != 2 {
		t.Errorf("%s\n%s", made[list], made["word/document.xml"])
	}
}

// FuzzMerge merges edits that no editor makes: it may refuse them, but what it makes has to be a document.
func FuzzMerge(f *testing.F) {
	for _, s := range samples() {
		main := string(entries(f, s.build(f))["word/document.xml"])
		f.Add(main, main, strings.Replace(main, "<w:t", "<w:tab/><w:t", 1))
	}
	f.Fuzz(func(t *testing.T, a, b, c string) {
		if max(len(a), len(b), len(c)) > 1<<16 {
			return
		}
		var zips [3]*zip.Reader
		for i, main := range []string{a, b, c} {
			zips[i] = unzip(t, sample{main: main + " "}.build(t))
		}
		var out bytes.Buffer
		if same, err := Merge(zips[0], zips[1], zips[2], &out); err != nil || same {
			return
		}
		if _, err := openDocument(unzip(t, out.Bytes())); err != nil {
			t.Fatal(err)
		}
		if _, err := parsePart(entries(t, out.Bytes())["word/document.xml"]); err != nil {
			t.Fatal(err)
		}
	})
}

// TestANewPartHasItsType: Word calls a document damaged in which a header is only known as XML. The types come in a fixed order.
func TestANewPartHasItsType(t *testing.T) {
	original := samples()["plain"].build(t)
	writing := entries(t, original)
	add := func(part, before, text string) {
		was := string(writing[part])
		if writing[part] = []byte(strings.Replace(was, before, text+before, 1)); string(writing[part]) == was {
			t.Fatalf("%s has no %s", part, before)
		}
	}
	var types []string
	for i := range 6 {
		name := "header" + strconv.Itoa(i)
		writing["word/"+name+".xml"] = []byte(story("hdr", p("Head")))
		types = append(types, `PartName="/word/`+name+`.xml" ContentType="`+wordKind+`header+xml"/>`)
		add("[Content_Types].xml", "</Types>", "<Override "+types[i])
		add("word/_rels/document.xml.rels", "</Relationships>", `<Relationship Id="h`+name+`" Type="`+relationKind+
			`header" Target="`+name+`.xml"/>`)
	}
	add("word/document.xml", "<w:pgSz ", `<w:headerReference w:type="default" r:id="hheader1"/>`)
	var out bytes.Buffer
	if _, err := Merge(unzip(t, original), unzip(t, original), unzip(t, packed(t, writing)), &out); err != nil {
		t.Fatal(err)
	}
	made := entries(t, out.Bytes())
	rest := string(made["[Content_Types].xml"])
	for _, want := range types {
		var found bool
		if _, rest, found = strings.Cut(rest, want); !found {
			t.Fatalf("%s is not there, or not in its place: %s", want, made["[Content_Types].xml"])
		}
	}
	if made["word/header1.xml"] == nil {
		t.Error("the part is not there")
	}
}
