//go:build full

package packaging

import (
	"os/exec"
	"testing"
)

// TestLintianFindsNothing but what lintian-overrides names with its reasons; an override that is no longer needed fails, too.
func TestLintianFindsNothing(t *testing.T) {
	if _, err := exec.LookPath("lintian"); err != nil {
		t.Skip("there is no lintian here: apt-get install lintian")
	}
	deb := makePackage(t, "../anbar", "1.0.0")
	for _, arguments := range [][]string{{"--display-level", ">=warning"}, {"--tags", "unused-override,mismatched-override"}} {
		out, err := exec.Command("lintian", append(append([]string{"--allow-root"}, arguments...), deb)...).CombinedOutput()
		if err != nil || len(out) > 0 {
			t.Errorf("lintian %v: %v\n%s", arguments, err, out)
		}
	}
}
