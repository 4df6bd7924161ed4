package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostDecisions is the bound of all areas together: a page that nobody reads to its end decides nothing.
const mostDecisions = 150

var numbered = regexp.MustCompile(`(?i)\bdecisions? \d`)

// TestDecisionsHaveTheirForm holds that each decision has a name of its own, a choice and a reason, and that the list of areas is whole.
func TestDecisionsHaveTheirForm(t *testing.T) {
	files, err := filepath.Glob("docs/decisions/*.md")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files of decisions: %v", len(files), err)
	}
	readme := readText(t, "docs/decisions/README.md")
	named, count := map[string]string{}, 0
	for _, file := range files {
		base := filepath.Base(file)
		if base == "README.md" {
			continue
		}
		if !strings.Contains(readme, "]("+base+")") {
			t.Errorf("docs/decisions/README.md does not list %s", base)
		}
		for _, decision := range strings.Split("\n"+readText(t, file), "\n### ")[1:] {
			name, body, _ := strings.Cut(decision, "\n")
			count++
			key := strings.ToLower(name)
			if other := named[key]; other != "" {
				t.Errorf("%s and %s both have a decision %q", other, base, name)
			}
			named[key] = base
			for _, fault := range faultsOf(body) {
				t.Errorf("%s, %q: %s", base, name, fault)
			}
		}
	}
	if count > mostDecisions {
		t.Errorf("%d decisions, at most %d: merge those about one subject", count, mostDecisions)
	}
}

// faultsOf says what the text of a decision lacks: the choice, then Why, then perhaps Tried, in at most ten lines beside tables.
func faultsOf(body string) []string {
	var faults []string
	var parts []string
	lines := 0
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "|"):
			if line != "" && len(parts) == 0 {
				parts = append(parts, "choice")
			}
			continue
		case strings.HasPrefix(line, "*Why:* "):
			parts = append(parts, "why")
		case strings.HasPrefix(line, "*Tried:* "):
			parts = append(parts, "tried")
		case len(parts) == 0:
			parts = append(parts, "choice")
		}
		lines++
	}
	if form := strings.Join(parts, " "); form != "choice why" && form != "choice why tried" {
		faults = append(faults, `wants the choice, then "*Why:* ", then perhaps "*Tried:* ", and has: `+form)
	}
	if lines > 10 {
		faults = append(faults, "more than ten lines")
	}
	return faults
}

// TestDecisionsAreReferredToByName reads all documents and the code for references by number.
func TestDecisionsAreReferredToByName(t *testing.T) {
	files := []string{"README.md", "ARCHITECTURE.md", "CHANGELOG.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, s := range sources(t) {
		files = append(files, s.path)
	}
	for _, file := range files {
		if found := numbered.FindString(readText(t, file)); found != "" {
			t.Errorf("%s refers to a decision by a number: %q", file, found)
		}
	}
}

// TestEveryDependencyHasItsReason looks for each library of go.mod and of ui/package.json in docs/decisions/dependencies.md.
func TestEveryDependencyHasItsReason(t *testing.T) {
	reasons := readText(t, "docs/decisions/dependencies.md")
	isNamed := func(library string) bool {
		return regexp.MustCompile(`[ (]` + regexp.QuoteMeta(library) + `[ ,;:)]`).MatchString(reasons)
	}
	major := regexp.MustCompile(`/v\d+$`)
	for line := range strings.Lines(readText(t, "go.mod")) {
		line = strings.TrimSpace(line)
		path, version, isRequired := strings.Cut(line, " ")
		if !isRequired || !strings.HasPrefix(version, "v") || strings.Contains(line, "// indirect") {
			continue
		}
		name := strings.TrimPrefix(major.ReplaceAllString(path, ""), "github.com/")
		name = strings.TrimPrefix(strings.Replace(name, "golang.org/x/", "x/", 1), "aws/aws-sdk-go-v2/")
		if !isNamed(name) {
			t.Errorf("go.mod requires %s, whose reason is not in docs/decisions/dependencies.md", path)
		}
	}
	var front struct{ Dependencies, DevDependencies map[string]string }
	if err := json.Unmarshal([]byte(readText(t, "ui/package.json")), &front); err != nil {
		t.Fatal(err)
	}
	for _, group := range []map[string]string{front.Dependencies, front.DevDependencies} {
		for name := range group {
			if !isNamed(name) {
				t.Errorf("ui/package.json has %s, whose reason is not in docs/decisions/dependencies.md", name)
			}
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
