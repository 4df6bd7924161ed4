package bench

import (
	"os"
	"testing"
)

// TestRun measures for minutes, so it wants to be asked: BENCH_DIR=/disk go test -run TestRun -v ./blobstore/bench
func TestRun(t *testing.T) {
	dir := os.Getenv("BENCH_DIR")
	if dir == "" {
		t.Skip("BENCH_DIR is not set")
	}
	for _, r := range Run(os.Stdout, dir) {
		if !r.OK {
			t.Errorf("%s: %s, seen %s", r.Name, r.Bar, r.Seen)
		}
	}
}
