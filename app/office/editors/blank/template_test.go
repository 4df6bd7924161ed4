package blank

import (
	"strings"
	"testing"

	editor "anbar/decode/docx"
)

func TestTemplatesAreDocuments(t *testing.T) {
	for _, name := range Templates {
		for _, right := range []bool{false, true} {
			f := Facts{right, `A <b> {run} & «انبار»`, "سارا محمدی", "۱۴۰۵/۰۹/۰۷"}
			b, err := MakeTemplate(name, f)
			if err != nil {
				t.Fatal(err)
			}
			main := parts(t, b)["word/document.xml"]
			if strings.Contains(main, "{") {
				t.Errorf("from the right %v: %s has a place that nothing filled", right, name)
			}
			if got := strings.Contains(main, "<w:bidi/>"); got != right {
				t.Errorf("%s from the right is %v, want %v", name, got, right)
			}
			if !strings.Contains(main, f.Date) {
				t.Errorf("from the right %v: %s has no date", right, name)
			}
			if name != "minutes" && !strings.Contains(main, "A &lt;b&gt; &#123;run} &amp; «انبار»") {
				t.Errorf("%s does not name the organization as it is written: %s", name, main)
			}
			if right && strings.Contains(main, "<w:tbl>") && !strings.Contains(main, "<w:bidiVisual/>") {
				t.Errorf("from the right: the tables of %s run from the left", name)
			}
			if _, err := editor.Prepare(zipped(t, b)); err != nil {
				t.Errorf("from the right %v: the editor does not take %s: %v", right, name, err)
			}
		}
	}
	if _, err := MakeTemplate("../letter", Facts{}); err == nil {
		t.Error("there is no such template")
	}
}

func TestWhatIsNotKnownIsLeftToBeWritten(t *testing.T) {
	b, err := MakeTemplate("letter", Facts{FromRight: true})
	if err != nil {
		t.Fatal(err)
	}
	if main := parts(t, b)["word/document.xml"]; !strings.Contains(main, `<w:t xml:space="preserve">…………………</w:t>`) {
		t.Error("a letter of nobody has no place for a name")
	}
}
