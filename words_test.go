package main

import (
	"os"
	"regexp"
	"testing"

	"anbar/app/fault"
)

var entry = regexp.MustCompile(`(?m)^  ([a-z0-9_]+): ?['"\x60\n]`)

// TestEveryFaultHasWordsInBothLanguages holds the catalogue and the
// dictionaries of the front end together.
func TestEveryFaultHasWordsInBothLanguages(t *testing.T) {
	known := map[string]bool{}
	for _, f := range fault.All() {
		known[f.Key] = true
	}
	for _, file := range []string{"ui/src/i18n/fa/errors.ts", "ui/src/i18n/en/errors.ts"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]bool{}
		for _, m := range entry.FindAllStringSubmatch(string(b), -1) {
			words[m[1]] = true
			if !known[m[1]] {
				t.Errorf("%s has words for %q, which no call answers", file, m[1])
			}
		}
		for key := range known {
			if !words[key] {
				t.Errorf("%s has no words for %q", file, key)
			}
		}
	}
}
