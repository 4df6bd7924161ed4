package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var auditAction = regexp.MustCompile(`\bAction = "([a-z_]+)"`)

// TestEveryEventHasWordsInBothLanguages fails for an event of the audit log that the interface
// would show by its key.
func TestEveryEventHasWordsInBothLanguages(t *testing.T) {
	source, err := os.ReadFile("app/identity/audit/audit.go")
	if err != nil {
		t.Fatal(err)
	}
	found := auditAction.FindAllStringSubmatch(string(source), -1)
	if len(found) < 50 {
		t.Fatalf("only %d events were found", len(found))
	}
	for _, file := range []string{"ui/src/i18n/fa/audit.ts", "ui/src/i18n/en/audit.ts", "ui/src/features/audit/actions.ts"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			if !strings.Contains(string(text), "\n  "+f[1]+": ") {
				t.Errorf("%s does not know the event %s", file, f[1])
			}
		}
	}
}
