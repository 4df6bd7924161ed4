//go:build full

package docx

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestLibreOfficeReadsRounds lets another program judge what three rounds of edits left: LibreOffice opens each document of
// the corpus and each merged one, and reads everything of the one in the other. `make test-full` runs it.
func TestLibreOfficeReadsRounds(t *testing.T) {
	office, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("NOT TESTED: soffice is not installed, so no other program judges the merged documents")
	}
	before, after := t.TempDir(), t.TempDir()
	all := samples()
	for _, name := range sorted(all) {
		original := all[name].build(t)
		keepDocument(t, before, name, original)
		keepDocument(t, after, name, replayed(t, name, original))
	}
	was, is := officeTexts(t, office, before), officeTexts(t, office, after)
	for _, name := range sorted(all) {
		switch {
		case was[name] == "":
			t.Errorf("%s: LibreOffice reads nothing of the original", name)
		case !strings.Contains(is[name], "ZZ"):
			t.Errorf("%s: LibreOffice does not read the edits: %q", name, is[name])
		case !hasAll(bare(is[name]), bare(was[name])):
			t.Errorf("%s: LibreOffice reads\n%q, not\n%q", name, bare(is[name]), bare(was[name]))
		}
	}
}

func keepDocument(t *testing.T, dir, name string, b []byte) {
	if err := os.WriteFile(filepath.Join(dir, name+".docx"), b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// officeTexts has LibreOffice read all documents of a directory.
func officeTexts(t *testing.T, office, dir string) map[string]string {
	documents, err := filepath.Glob(filepath.Join(dir, "*.docx"))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stop()
	args := append([]string{
		"-env:UserInstallation=file://" + t.TempDir(), "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", dir,
	}, documents...)
	if out, err := exec.CommandContext(ctx, office, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	read := map[string]string{}
	for _, document := range documents {
		b, err := os.ReadFile(strings.TrimSuffix(document, ".docx") + ".txt")
		if err != nil {
			t.Errorf("LibreOffice does not open %s: %v", filepath.Base(document), err)
		}
		read[strings.TrimSuffix(filepath.Base(document), ".docx")] = string(b)
	}
	return read
}

// bare is a text without spaces and without what the rounds wrote.
func bare(text string) string {
	text = strings.Join(strings.Fields(text), "")
	for i := rounds - 1; i >= 0; i-- {
		text = strings.ReplaceAll(text, "ZZ"+strconv.Itoa(i), "")
	}
	return text
}

// hasAll reports whether all of a text is in another one, in its order. There may be more: an empty item of a list gets a
// number when somebody writes into it.
func hasAll(text, part string) bool {
	want := []rune(part)
	for _, r := range text {
		if len(want) > 0 && r == want[0] {
			want = want[1:]
		}
	}
	return len(want) == 0
}
