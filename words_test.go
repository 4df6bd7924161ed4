package main

import (
	"go/ast"
	"os"
	"regexp"
	"strings"
	"testing"

	"anbar/app/base/fault"
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

// TestEveryFaultIsAnswered compares the catalogue with the code: every fault in it must
// be used, except those that are marked as planned.
func TestEveryFaultIsAnswered(t *testing.T) {
	made, used := map[string]string{}, map[string]bool{} // made: by what
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "fault" {
					used[n.Sel.Name] = true
				}
			case *ast.ValueSpec:
				if s.pkg == "app/base/fault" && len(n.Values) == 1 {
					if by := calledBy(n.Values[0]); by != "" {
						made[n.Names[0].Name] = by
					}
				}
			}
			return true
		})
	}
	if len(made) < 100 {
		t.Fatalf("the catalogue has %d keys", len(made))
	}
	for name, by := range made {
		if by == "define" && !used[name] {
			t.Errorf("nothing answers fault.%s", name)
		}
		if by == "coming" && used[name] {
			t.Errorf("fault.%s is answered: it is not to come any more", name)
		}
	}
}

func calledBy(e ast.Expr) string {
	if c, ok := e.(*ast.CallExpr); ok {
		if by, ok := c.Fun.(*ast.Ident); ok {
			return by.Name
		}
	}
	return ""
}

// TestEveryJobHasWords holds the jobs of the server and their names in the console together.
func TestEveryJobHasWords(t *testing.T) {
	listed, err := os.ReadFile("ui/src/features/console/jobs/job-words.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			if name := jobName(lit); name != "" {
				found++
				if !strings.Contains(string(listed), "'"+name+"'") {
					t.Errorf("the console has no words for the job %q of %s", name, s.path)
				}
			}
			return true
		})
	}
	if found < 30 {
		t.Errorf("only %d jobs were found", found)
	}
}

// jobName returns the name of a job that a literal describes: it has a name, an interval and what to do.
func jobName(lit *ast.CompositeLit) string {
	keys := map[string]ast.Expr{}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				keys[id.Name] = kv.Value
			}
		}
	}
	name, ok := keys["Name"].(*ast.BasicLit)
	if !ok || keys["Every"] == nil || keys["Run"] == nil {
		return ""
	}
	return strings.Trim(name.Value, `"`)
}
