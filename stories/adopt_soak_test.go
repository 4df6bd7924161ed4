//go:build soak

package stories

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// peak runs a command and returns the most memory that it had, in MiB.
func peak(t *testing.T, args ...string) int64 {
	t.Helper()
	cmd := exec.Command("anbar", append(args, "--log", "error")...)
	cmd.Env = append(os.Environ(), "GOGC=100") // as the program has it, and not its tests
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("anbar %s: %v\n%s", args[0], err, out[max(0, len(out)-2000):])
	}
	return cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
}

// TestSoakAdoptMemory adopts and exports 20,000 and 200,000 small files, of which half lie in one folder. The commands take
// hardly more memory than an appliance with those files does that is only checked.
func TestSoakAdoptMemory(t *testing.T) {
	var adopts, again, exports, checks []int64
	for _, count := range []int{20_000, 200_000} {
		m := newMover(t)
		for i := range count {
			dir := filepath.Join(m.folder, "all")
			if i%2 == 1 {
				dir = filepath.Join(m.folder, fmt.Sprintf("d%03d", i%1000))
			}
			path := filepath.Join(dir, fmt.Sprintf("file %d.txt", i))
			err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(path, fmt.Appendf(nil, "content %d", i), 0o600))
			if err != nil {
				t.Fatal(err)
			}
		}
		adopting := []string{"adopt", m.folder, "--data", m.data, "--into", m.space, "--report", filepath.Join(t.TempDir(), "report")}
		adopts = append(adopts, peak(t, adopting...))
		again = append(again, peak(t, adopting...))
		report, err := os.ReadFile(adopting[len(adopting)-1])
		if n := strings.Count(string(report), `"outcome":"unchanged"`); err != nil || n < count {
			t.Errorf("%d files: %v, %d items are unchanged", count, err, n)
		}
		to := t.TempDir()
		exports = append(exports, peak(t, "export", "--plain", to, "--data", m.data))
		if got := filesIn(t, filepath.Join(to, "Team", "Shared files")); len(got) != count {
			t.Errorf("%d files: %d files left", count, len(got))
		}
		checks = append(checks, peak(t, "check", "--data", m.data))
	}
	t.Logf("MiB at 20,000 and 200,000 files: adopt %v, again %v, export %v, check %v", adopts, again, exports, checks)
	for what, mib := range map[string][]int64{"adopt": adopts, "adopt again": again, "export": exports} {
		for i := range mib {
			if mib[i] > checks[i]+32 {
				t.Errorf("%s: %d MiB, and a check takes %d", what, mib[i], checks[i])
			}
		}
		if mib[1] > mib[0]+220 {
			t.Errorf("%s: %d MiB more for 180,000 files more", what, mib[1]-mib[0])
		}
	}
}
