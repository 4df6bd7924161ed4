package stories

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"anbar/app/base/api/typescript"
	"anbar/app/base/limits"

	"github.com/google/go-cmp/cmp"
)

// golden compares got with a file. With ANBAR_GOLDEN set it writes the file instead:
// review the difference.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if os.Getenv("ANBAR_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s is not what the product says; run \"make golden\" and review:\n%s", file, diff)
	}
}

func TestDocumentIsGolden(t *testing.T) {
	a := newAppliance(t, t.TempDir())
	doc := a.Router.Document("golden")
	b, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/openapi.json", string(b)+"\n")
	golden(t, "../ui/src/api/types.gen.ts", typescript.Generate(doc))
}

func TestLimitsOfTheDocumentsAreGolden(t *testing.T) {
	const file, from, to = "../docs/security.md", "<!-- limits -->\n", "<!-- /limits -->"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(b), from)
	_, after, end := strings.Cut(rest, to)
	if !ok || !end {
		t.Fatalf("%s has no place for the limits", file)
	}
	golden(t, file, before+from+limits.Markdown()+to+after)
}
