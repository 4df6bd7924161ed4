package docx

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

var controlMarks = regexp.MustCompile(`<anbar-keep-[^>]*/>`)

// mergeWithoutMarks merges an edit of the main part as by an editor that knows no controls in tables and no custom XML.
func mergeWithoutMarks(t testing.TB, s sample, edit func(string) string) string {
	t.Helper()
	original := s.build(t)
	parts, err := Prepare(unzip(t, original))
	if err != nil {
		t.Fatal(err)
	}
	writing := entries(t, original)
	for name, src := range parts.Parts {
		writing[name] = controlMarks.ReplaceAll([]byte(src), nil)
	}
	untouched := packed(t, writing)
	was := string(writing[mainPart])
	if writing[mainPart] = []byte(edit(was)); string(writing[mainPart]) == was {
		t.Fatalf("the edit found nothing in %s", was)
	}
	return string(entries(t, mergeRound(t, original, untouched, packed(t, writing)))[mainPart])
}

func replaceOnce(from, to string) func(string) string {
	return func(s string) string { return strings.Replace(s, from, to, 1) }
}

// controlTexts is what each control of a document says, by its number; of custom XML, by its element.
func controlTexts(t testing.TB, main string) map[string]string {
	t.Helper()
	p, err := parsePart([]byte(main))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	p.root.walk(func(n *node) bool {
		name := n.attr("element")
		if pr := n.findChild("sdtPr"); pr != nil && pr.findChild("id") != nil {
			name = pr.findChild("id").attr("val")
		}
		if name != "" {
			texts[name] += n.visibleText()
		}
		return true
	})
	return texts
}

func TestControlsStayAroundWhatIsTyped(t *testing.T) {
	all := samples()
	for name := range controls() {
		was := all[name].build(t)
		before := controlTexts(t, string(entries(t, was)[mainPart]))
		after := controlTexts(t, string(entries(t, replayed(t, name, was))[mainPart]))
		for control, text := range before {
			typed := after[control]
			for _, letters := range []string{"ZZ0", "ZZ1", "ZZ2"} {
				if strings.Count(typed, letters) == 0 {
					t.Errorf("%s: control %s says %q, without %s", name, control, typed, letters)
				}
				typed = strings.ReplaceAll(typed, letters, "")
			}
			if is := strings.ReplaceAll(typed, " ", ""); is != strings.ReplaceAll(text, " ", "") {
				t.Errorf("%s: control %s says %q, not %q", name, control, is, text)
			}
		}
	}
}

func TestAnEditorGetsRowsAndCellsInControlsInTheirPlace(t *testing.T) {
	parts, err := Prepare(unzip(t, controls()["rowcontrols"].build(t)))
	if err != nil {
		t.Fatal(err)
	}
	main := controlMarks.ReplaceAllString(parts.Parts[mainPart], "")
	if strings.Contains(main, "<w:sdt>") || strings.Count(main, "</w:tr><w:tr>") != 3 || strings.Count(main, "</w:tc><w:tc>") != 3 {
		t.Error(main)
	}
}

func TestWhatIsAddedBelongsWithWhatItFollows(t *testing.T) {
	all := controls()
	more, rows := p("More"), row(cell("N1", "")+cell("N2", ""))
	const first = "طرف نخست"
	only, last := "تنها</w:t></w:r></w:p>", func(text string) string { return cell(text, "") + "</w:tr>" }
	for name, c := range map[string]struct {
		sample, from, to, control, says string
	}{
		"paragraph after the last in a cell's control": {"cellcontrols", p("Second"), p("Second") + more, "531", "FirstSecondMore"},
		"paragraph after a control":                    {"cellcontrols", p("Own"), p("Own") + more, "531", "FirstSecond"},
		"paragraph after all of a cell":                {"cellcontrols", only, only + more, "532", "تنهاMore"},
		"paragraph in one of the text": {"blockcontrols", p("Second party"), p("Second party") + more, "501",
			first + "Second partyMore"},
		"paragraph before one of the text": {"blockcontrols", p("Before"), p("Before") + more, "501", first + "Second party"},
		"row after the one in a control":   {"rowcontrols", last("B2"), last("B2") + rows, "511", "A2B2N1N2"},
		"row before the one in a control":  {"rowcontrols", last("B1"), last("B1") + rows, "511", "A2B2"},
		"cell after the one in a control":  {"rowcontrols", cell("B3", ""), cell("B3", "") + cell("C3", ""), "512", "B3"},
		"row after an item of several":     {"repeated", last("B1"), last("B1") + rows, "522", "A1B1N1N2"},
		"row after the last item":          {"repeated", last("B2"), last("B2") + rows, "521", "A1B1A2B2N1N2"},
		"text of a row":                    {"rowcontrols", ">A2<", ">A2 and more<", "511", "A2 and moreB2"},
		"text of a cell":                   {"rowcontrols", ">B3<", ">?<", "512", "?"},
		"text in custom XML":               {"customblocks", ">A1<", ">A9<", "line", "A9B1"},
	} {
		t.Run(name, func(t *testing.T) {
			main := mergeWithoutMarks(t, all[c.sample], replaceOnce(c.from, c.to))
			says, is := controlTexts(t, main)[c.control]
			if says != c.says || !is || strings.Contains(main, "anbar-keep") || strings.Count(main, strings.TrimPrefix(c.to, c.from)) != 1 {
				t.Errorf("it says %q in %s", says, main)
			}
		})
	}
}

func TestAControlGoesWithTheLastOfItsContent(t *testing.T) {
	for name, c := range map[string]struct {
		sample, delete string
		left           []string
		gone           string
	}{
		"row":           {"rowcontrols", row(cell("A2", "") + cell("B2", "")), []string{"512", "513"}, "511"},
		"cell":          {"rowcontrols", cell("B3", ""), []string{"511", "513"}, "512"},
		"item":          {"repeated", row(cell("A1", "") + cell("B1", "")), []string{"521", "523"}, "522"},
		"block of cell": {"cellcontrols", p("First") + p("Second"), []string{"532"}, "531"},
		"table":         {"customblocks", p("Inside"), []string{"line"}, "order"},
	} {
		t.Run(name, func(t *testing.T) {
			main := mergeWithoutMarks(t, controls()[c.sample], replaceOnce(c.delete, ""))
			texts := controlTexts(t, main)
			if _, is := texts[c.gone]; is {
				t.Errorf("control %s is empty and there: %s", c.gone, main)
			}
			for _, control := range c.left {
				if texts[control] == "" {
					t.Errorf("control %s is gone: %s", control, main)
				}
			}
		})
	}
	both := row(cell("A1", "")+cell("B1", "")) + row(cell("A2", "")+cell("B2", ""))
	main := mergeWithoutMarks(t, controls()["repeated"], replaceOnce(both, row(cell("N", ""))))
	if strings.Count(main, ">N<") != 1 || strings.Contains(main, "anbar-keep") {
		t.Error(main)
	}
}

// Word replaces a text that is marked as a placeholder as a whole when somebody types into it, and one that is bound to a store of the
// document when it is opened.
func TestTypedTextIsNoPlaceholderText(t *testing.T) {
	asks := `<w:id w:val="1"/><w:showingPlcHdr/><w:dataBinding w:xpath="/a" w:storeItemID="{1}"/><w:text/>`
	for name, around := range map[string]func(string) string{
		"block":  func(s string) string { return control(asks, p(s)) },
		"inline": func(s string) string { return para(run("Name: ") + control(asks, run(s))) },
		"row":    func(s string) string { return table(control(asks, cell(s, "")) + cell("B", "")) },
		"cell":   func(s string) string { return `<w:tbl>` + grid2 + control(asks, row(cell(s, ""))) + `</w:tbl>` },
		"within": func(s string) string { return control(`<w:id w:val="2"/>`, control(asks, p(s))) },
	} {
		t.Run(name, func(t *testing.T) {
			s := sample{body: around("Click here") + p("After")}
			typed := mergeWithoutMarks(t, s, replaceOnce("Click here", "Sara"))
			if strings.Contains(typed, "showingPlcHdr") || strings.Contains(typed, "dataBinding") ||
				!strings.Contains(typed, `<w:id w:val="1"/><w:text/>`) {
				t.Errorf("typed: %s", typed)
			}
			if other := mergeWithoutMarks(t, s, replaceOnce("After", "Later")); !strings.Contains(other, asks) {
				t.Errorf("typed elsewhere: %s", other)
			}
		})
	}
}

func TestACopiedControlHasNoNumberOfAnother(t *testing.T) {
	copied := control(`<w:alias w:val="Parties"/><w:tag w:val="parties"/><w:id w:val="501"/>`, p("Copied"))
	main := mergeWithoutMarks(t, controls()["blockcontrols"], replaceOnce(p("Between"), p("Between")+copied))
	if want := strings.Replace(copied, `<w:id w:val="501"/>`, "", 1); !strings.Contains(main, want) {
		t.Errorf("%s in %s", want, main)
	}
	if controlTexts(t, main)["501"] != "طرف نخستSecond party" {
		t.Error(main)
	}
}

func TestControlsThatCannotBeOpenedStay(t *testing.T) {
	inside := `<w:tr x:a="1">` + cell("A2", "") + cell("B2", "") + `</w:tr>`
	declares := `<w:sdt xmlns:x="urn:x"><w:sdtContent>` + inside + `</w:sdtContent></w:sdt>`
	same := `<w:sdt xmlns:w="` + wordNamespace + `"><w:sdtContent>` + row(cell("A3", "")+cell("B3", "")) + `</w:sdtContent></w:sdt>`
	s := sample{body: p("Before") + `<w:tbl>` + grid2 + declares + same + row(cell("A4", "")+cell("B4", "")) +
		`<w:sdt><w:sdtPr/><w:sdtContent/></w:sdt></w:tbl>` + p("After")}
	parts, err := Prepare(unzip(t, s.build(t)))
	if err != nil || !strings.Contains(parts.Parts[mainPart], declares) || strings.Contains(parts.Parts[mainPart], same) {
		t.Errorf("%v: %s", err, parts.Parts[mainPart])
	}
	main := mergeWithoutMarks(t, s, replaceOnce(">A3<", ">A9<"))
	if want := strings.Replace(s.body, ">A3<", ">A9<", 1); !strings.Contains(main, want) {
		t.Errorf("%s, not %s", main, want)
	}
}

func TestControlsOfADocumentWithMarksOfItsOwn(t *testing.T) {
	s := controls()["rowcontrols"]
	s.body = strings.Replace(s.body, p("Before"), p("Before")+`<anbar-keep-from id="0"/>`, 1)
	_, main := mergeMain(t, s, replaceOnce(">A2<", ">A9<"))
	if want := strings.Replace(s.body, ">A2<", ">A9<", 1); !strings.Contains(main, want) {
		t.Errorf("%s, not %s", main, want)
	}
}

// Nested as deep as an XML part may be, and very many beside each other.
func TestManyControls(t *testing.T) {
	deep := row(cell("Deep", "") + cell("B", ""))
	for range 120 {
		deep = control(`<w:showingPlcHdr/>`, deep)
	}
	many := strings.Repeat(control("", row(cell("Many", ""))), 2_000)
	for name, inside := range map[string]string{"deep": deep, "many": many} {
		t.Run(name, func(t *testing.T) {
			s := sample{body: p("Before") + `<w:tbl>` + grid2 + inside + `</w:tbl>` + p("After")}
			main := mergeWithoutMarks(t, s, replaceOnce(">After<", ">Later<"))
			if !strings.Contains(main, inside) {
				t.Error("the controls are not what they were")
			}
		})
	}
	var none bytes.Buffer
	s := sample{body: strings.Repeat(`<w:tbl><w:sdt><w:sdtContent>`, 100) + p("x")}
	if same, err := Merge(unzip(t, s.build(t)), unzip(t, s.build(t)), unzip(t, s.build(t)), &none); same || err == nil {
		t.Error("a document that ends early is merged")
	}
}

// TestControlsOfStories types into a header with controls: those that are not touched stay, byte for byte, and so do the locks and the
// footer with the number of the page. Where nobody types in it, all of the header does.
func TestControlsOfStories(t *testing.T) {
	const header, footer = "word/header1.xml", "word/footer1.xml"
	original := storyControls().build(t)
	parts, err := Prepare(unzip(t, original))
	if err != nil {
		t.Fatal(err)
	}
	shown := controlMarks.ReplaceAllString(parts.Parts[header], "")
	if strings.Count(shown, "<w:sdt>") != 5 || !strings.Contains(shown, "A1") || !strings.Contains(shown, "B1") {
		t.Errorf("the editor gets %s", shown)
	}
	typed := func(part string, edit func(string) string) map[string][]byte {
		writing := entries(t, original)
		for name, src := range parts.Parts {
			writing[name] = controlMarks.ReplaceAll([]byte(src), nil)
		}
		untouched := packed(t, writing)
		was := string(writing[part])
		if writing[part] = []byte(edit(was)); string(writing[part]) == was {
			t.Fatalf("the edit found nothing in %s", was)
		}
		return entries(t, mergeRound(t, original, untouched, packed(t, writing)))
	}
	before := entries(t, original)
	beside := typed(mainPart, replaceOnce("After", "After all"))
	for _, name := range []string{header, footer} {
		if !bytes.Equal(before[name], beside[name]) {
			t.Errorf("%s is\n%s", name, beside[name])
		}
	}
	for from, to := range map[string]string{
		"نام شرکت": "نام نو", ">12<": ">13<", ">In 1<": ">In one<", ">A1<": ">A one<", ">B1<": ">B one<",
	} {
		after := typed(header, replaceOnce(from, to))
		inside := func(src []byte) string { _, s, _ := strings.Cut(string(src), "<w:sdt>"); return s }
		want := strings.Replace(inside(before[header]), from, to, 1)
		if is := inside(after[header]); is != want || !bytes.Equal(before[footer], after[footer]) {
			t.Errorf("with %s the header is\n%s", to, is)
		}
	}
}
