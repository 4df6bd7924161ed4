package app

import (
	"os"
	"strings"
	"testing"
)

// TestPagesOfTheProgramComeBack unmaps them and goes on.
func TestPagesOfTheProgramComeBack(t *testing.T) {
	before := mapped(t)
	if err := restPages(); err != nil {
		t.Fatal(err)
	}
	if after := mapped(t); after >= before/2 {
		t.Errorf("%d KiB of files are mapped, %d before", after, before)
	}
}

// mapped is how many KiB of files the process has in memory.
func mapped(t *testing.T) (n int) {
	t.Helper()
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(b), "RssFile:")
	for _, c := range strings.TrimSpace(rest) {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}
