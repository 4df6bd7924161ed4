package stories

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// ends is a command of testscript that ends a story there, as if all of it were told.
var ends = regexp.MustCompile(`(?m)^(\[.*\] *)?(stop|skip)\b.*`)

// toTheEnd fails for stories that end before their last line.
func toTheEnd(t *testing.T, dir string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%d stories, %v", len(all), err)
	}
	for _, file := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if early := ends.Find(text); early != nil {
			t.Errorf("%s ends at %q", file, early)
		}
	}
}
