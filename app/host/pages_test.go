package host

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestPagesOfTheProgramComeBack unmaps them and goes on.
func TestPagesOfTheProgramComeBack(t *testing.T) {
	before := mapped(t)
	if err := dropOwnPages(); err != nil {
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
	// The program of a test may lie in memory itself.
	for _, kind := range []string{"RssFile:", "RssShmem:"} {
		_, rest, _ := strings.Cut(string(b), kind)
		kib, err := strconv.Atoi(strings.Fields(rest)[0])
		if err != nil {
			t.Fatal(err)
		}
		n += kib
	}
	return n
}
