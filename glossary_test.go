package main

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	gloss   = regexp.MustCompile(`(?m)^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$`)
	quoted  = regexp.MustCompile("`([^`]+)`")
	aPath   = regexp.MustCompile(`^[\w.*-]+(/[\w.*-]+)+$`)
	aGoName = regexp.MustCompile(`^(\w+)\.([A-Z]\w+)$`)
)

// TestTheGlossaryPointsToWhatIsThere looks for each path and each type that docs/glossary.md ties a word to.
func TestTheGlossaryPointsToWhatIsThere(t *testing.T) {
	declared := map[string]bool{}
	for _, d := range declarations(t) {
		declared[path.Base(d.pkg)+"."+d.name] = true
	}
	rows := gloss.FindAllStringSubmatch(readText(t, "docs/glossary.md"), -1)
	if len(rows) < 100 {
		t.Fatalf("%d words", len(rows))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		word := row[1]
		if seen[word] && word != "word" && !strings.HasPrefix(word, "-") {
			t.Errorf("%q is explained twice", word)
		}
		seen[word] = true
		for _, q := range quoted.FindAllStringSubmatch(row[2], -1) {
			where := q[1]
			if aGoName.MatchString(where) && !declared[where] {
				t.Errorf("%q is tied to %s, which is declared nowhere", word, where)
			}
			if found, err := filepath.Glob(where); aPath.MatchString(where) && (err != nil || len(found) == 0) {
				t.Errorf("%q is tied to %s, which is not there", word, where)
			}
		}
	}
}
