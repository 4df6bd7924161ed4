package cli

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
	"time"

	"anbar/app/operation/backup/seal"
)

// TestTheLinesOfASheetAreAskedForOneByOne types a wrong line, and is asked for that line again.
func TestTheLinesOfASheetAreAskedForOneByOne(t *testing.T) {
	sheet := seal.NewSheet()
	var lines []string
	for _, line := range sheet.Lines() {
		lines = append(lines, strings.ToLower(strings.Join(line[:], " ")))
	}
	other := seal.NewSheet().Lines()
	for name, typed := range map[string][]string{
		"right away":        lines,
		"half a line":       {lines[0], lines[1][:6], lines[1], lines[2], lines[3]},
		"an empty line":     {lines[0], "", lines[1], lines[2], lines[3]},
		"a line of another": append([]string{lines[0], lines[1], lines[2], strings.Join(other[3][:], "-")}, lines...),
	} {
		var out bytes.Buffer
		got, err := promptSheet(bufio.NewReader(strings.NewReader(strings.Join(typed, "\n")+"\n")), &out)
		if err != nil || got.ID() != sheet.ID() {
			t.Errorf("%s: %v\n%s", name, err, out.String())
		}
		if asks := strings.Count(out.String(), "Line "); asks != len(typed) {
			t.Errorf("%s: %d lines were asked for\n%s", name, asks, out.String())
		}
	}
	if _, err := promptSheet(bufio.NewReader(strings.NewReader(lines[0]+"\n")), &bytes.Buffer{}); err == nil {
		t.Error("one line is enough")
	}
}

func TestAGroupOfASheetIsAskedBack(t *testing.T) {
	sheet := seal.NewSheet()
	group := sheet.Groups()[4]
	var out bytes.Buffer
	err := promptGroup(bufio.NewReader(strings.NewReader("0000\n"+strings.ToLower(group)+"\n")), &out, sheet, 4)
	if err != nil || !strings.Contains(out.String(), "Group 2 of line 2") {
		t.Errorf("%v: %s", err, out.String())
	}
	if err := promptGroup(bufio.NewReader(strings.NewReader(strings.Repeat("0000\n", 9))), &out, sheet, 4); err == nil {
		t.Error("any number of tries")
	}
}

// TestThePrintedPageHasTheWholeSheet reads the text and the page, in both languages.
func TestThePrintedPageHasTheWholeSheet(t *testing.T) {
	page := seal.Page{Sheet: seal.NewSheet(), Appliance: "drive.example.org", Target: "s3://copies/<anbar>", Made: time.Now()}
	var text, html bytes.Buffer
	if err := page.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := page.WriteHTML(&html); err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string]string{"text": text.String(), "page": html.String()} {
		if got, err := seal.ParseSheet(text.String()); err != nil || got.ID() != page.Sheet.ID() {
			t.Errorf("%s does not read back: %v", name, err)
		}
		for _, line := range page.Sheet.Lines() {
			if !strings.Contains(out, strings.Join(line[:], "-")) {
				t.Errorf("%s lacks a line", name)
			}
		}
		for _, want := range []string{"drive.example.org", page.Name(), page.Date(), "anbar restore --from", "بازیابی", "--sheet -"} {
			if !strings.Contains(out, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
	if !strings.Contains(html.String(), "s3://copies/&lt;anbar&gt;") || strings.Contains(html.String(), "ZgotmplZ") {
		t.Error("the target is not escaped, or something is not trusted")
	}
}
