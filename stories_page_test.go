package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryStepIsExplained holds that docs/stories.md has each step of the stories, and that each example is a line of its story.
func TestEveryStepIsExplained(t *testing.T) {
	explained := map[string]bool{}
	row := regexp.MustCompile("(?m)^\\| `(\\w+)` \\| .+ \\| `(.+)` \\| (\\w+) \\|$")
	for _, m := range row.FindAllStringSubmatch(readText(t, "docs/stories.md"), -1) {
		step, example, story := m[1], m[2], m[3]
		explained[step] = true
		if word, _, _ := strings.Cut(example, " "); word != step {
			t.Errorf("the example of %s begins with %q", step, word)
		}
		lines := strings.Split(readText(t, filepath.Join("stories/testdata/script", story+".txtar")), "\n")
		if !slices.Contains(lines, example) {
			t.Errorf("%s.txtar has no line %q", story, example)
		}
	}
	registered := regexp.MustCompile(`"(\w+)":\s+tell\(`).FindAllStringSubmatch(readText(t, "stories/story_test.go"), -1)
	if len(registered) < 50 {
		t.Fatalf("stories/story_test.go registers %d steps", len(registered))
	}
	for _, m := range registered {
		if !explained[m[1]] {
			t.Errorf("docs/stories.md does not explain the step %s", m[1])
		}
		delete(explained, m[1])
	}
	for step := range explained {
		t.Errorf("docs/stories.md explains %s, which is no step", step)
	}
}
