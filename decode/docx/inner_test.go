package docx

import (
	"strings"
	"testing"
)

func bodyOf(main string) string { return main[strings.Index(main, "<w:body>"):] }

func TestControlsOfCellsAreWithinTheirLinesForTheEditor(t *testing.T) {
	draft, err := Prepare(unzip(t, chosenControls().build(t)))
	if err != nil {
		t.Fatal(err)
	}
	main := draft.Parts[mainPart]
	for _, want := range []string{
		`<w:sdt><w:sdtPr><w:tag w:val="anbar-keep-in-0"/><w:id w:val="541"/><w:dropDownList>`,
		`<w:date/><w:tag w:val="anbar-keep-in-1"/></w:sdtPr><w:sdtContent><w:r>`,
		`<w:lock w:val="sdtContentLocked"/><w:id w:val="543"/><w:tag w:val="anbar-keep-in-2"/></w:sdtPr><w:sdtContent><w:r>`,
	} {
		if !strings.Contains(main, want) {
			t.Errorf("%s is not in %s", want, main)
		}
	}
}

func TestWhatIsChosenInACellIsInItsControl(t *testing.T) {
	s := chosenControls()
	was := bodyOf(string(entries(t, s.build(t))[mainPart]))
	main := mergeWithoutMarks(t, s, func(src string) string {
		src = strings.Replace(src, "<w:dropDownList>", `<w:dropDownList w:lastValue="2">`, 1)
		src = strings.Replace(src, "<w:showingPlcHdr/>", "", 1)
		src = strings.Replace(src, "<w:date/>", `<w:date w:fullDate="2026-11-20T00:00:00Z"/>`, 1)
		return strings.Replace(strings.Replace(src, "Choose", "Two", 1), "روز", "امروز", 1)
	})
	want := strings.NewReplacer("<w:dropDownList>", `<w:dropDownList w:lastValue="2">`, "<w:showingPlcHdr/>", "",
		"<w:date/>", `<w:date w:fullDate="2026-11-20T00:00:00Z"></w:date>`, "Choose", "Two", "روز", "امروز").Replace(was)
	if got := strings.ReplaceAll(bodyOf(main), ` xml:space="preserve"`, ""); got != strings.ReplaceAll(want, ` xml:space="preserve"`, "") {
		t.Errorf("the document is\n%s\nnot\n%s", got, want)
	}
}

func TestAControlOfACellKeepsItsBytesWhereNothingIsChosen(t *testing.T) {
	s := chosenControls()
	was := bodyOf(string(entries(t, s.build(t))[mainPart]))
	main := bodyOf(mergeWithoutMarks(t, s, replaceOnce("After", "Afterwards")))
	if want := strings.Replace(was, "After", "Afterwards", 1); main != want {
		t.Errorf("the document is\n%s\nnot\n%s", main, want)
	}
}
