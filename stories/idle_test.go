package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

var voluntary = regexp.MustCompile(`(?m)^voluntary_ctxt_switches:\s*(\d+)$`)

// countSwitches returns how often the threads of a process went to sleep so far.
func countSwitches(t *testing.T, pid int) (n int) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(threads) == 0 {
		t.Fatalf("no threads of %d: %v", pid, err)
	}
	for _, path := range threads {
		b, err := os.ReadFile(path)
		if err != nil {
			continue // it has just ended
		}
		if m := voluntary.FindSubmatch(b); m != nil {
			one, err := strconv.Atoi(string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			n += one
		}
	}
	return n
}

// TestAnIdleApplianceSleeps leaves an appliance alone: small machines can save power only when it seldom wakes, and a backup
// target hears nothing only when nothing is written.
func TestAnIdleApplianceSleeps(t *testing.T) {
	if os.Getenv("FULL") == "" {
		t.Skip("it takes a minute; make test-full runs it")
	}
	metrics := freeAddress(t)
	server := serve(t, "--data", dataDir(t), "--listen", freeAddress(t), "--metrics", metrics)
	time.Sleep(35 * time.Second) // by then every job ran once
	commits, before := countCommits(t, metrics), countSwitches(t, server.Process.Pid)
	const watched = 20
	time.Sleep(watched * time.Second)
	if n := countSwitches(t, server.Process.Pid) - before; n > 60*watched {
		t.Errorf("it woke %d times in %d seconds", n, watched)
	}
	const probes = 2 // whoever reads the metrics has it try whether it can write
	if n := countCommits(t, metrics) - commits; n > probes {
		t.Errorf("it wrote %v times although nobody did anything", n)
	}
}
