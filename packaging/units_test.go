package packaging

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// TestUnitsAreLockedIn has systemd judge the units; 2.0 is its bound for "OK" that this product sets itself.
func TestUnitsAreLockedIn(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		t.Skip("there is no systemd-analyze here")
	}
	for _, unit := range []string{"anbar.service", "anbar-check.service"} {
		file, err := filepath.Abs(filepath.Join("../systemd", unit))
		if err != nil {
			t.Fatal(err)
		}
		judge := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", file)
		if out, err := judge.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", unit, err, out)
		}
	}
}

func TestScriptsAreClean(t *testing.T) {
	if _, err := exec.LookPath("shellcheck"); err != nil {
		t.Skip("there is no shellcheck here")
	}
	for _, pattern := range []string{"*.sh", "testdata/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		if out, err := exec.Command("shellcheck", files...).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}
