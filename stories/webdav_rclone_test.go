package stories

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

const rcloneVersion = "v1.71.2"

// rcloneSuites are the packages whose tests rclone runs against a remote: its back end, and what is built on it.
var rcloneSuites = []string{"backend/webdav", "fs/operations", "fs/sync", "vfs"}

// TestRcloneJudges runs rclone's own tests of remotes, from its source. They are large, so only the full tests run them.
// JUDGE is a directory with the tests built before, for those who repeat them.
func TestRcloneJudges(t *testing.T) {
	if os.Getenv("FULL") == "" {
		t.Skip("only make test-full builds rclone")
	}
	dir := t.TempDir()
	in := func(where string, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = where
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module judge\n\ngo 1.24\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	use := "package judge\n"
	for _, suite := range rcloneSuites {
		use += "\nimport _ \"github.com/rclone/rclone/" + suite + "\""
	}
	if err := os.WriteFile(filepath.Join(dir, "judge.go"), []byte(use+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in(dir, "go", "get", "github.com/rclone/rclone@"+rcloneVersion)
	in(dir, "go", "mod", "tidy")
	source := in(dir, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/rclone/rclone")
	w := newDavWorld(t)
	secret, err := exec.Command("rclone", "obscure", w.tokens["sara"]).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, suite := range rcloneSuites {
		t.Run(suite, func(t *testing.T) {
			built := filepath.Join(os.Getenv("JUDGE"), path.Base(suite)+".test")
			if os.Getenv("JUDGE") == "" {
				built = filepath.Join(dir, path.Base(suite)+".test")
				in(dir, "go", "test", "-c", "-o", built, "github.com/rclone/rclone/"+suite)
			}
			// It asks for two names in one directory that differ only by case, which are one name here: the second gets 409.
			cmd := exec.Command(built, "-remote", "TestAnbar:", "-test.v", "-test.skip", "^TestCaseSensitivity$")
			cmd.Dir = filepath.Join(source, suite)
			cmd.Env = append(os.Environ(), "RCLONE_CONFIG="+os.DevNull, "RCLONE_CONFIG_TESTANBAR_TYPE=webdav",
				"RCLONE_CONFIG_TESTANBAR_URL="+w.site+w.base, "RCLONE_CONFIG_TESTANBAR_VENDOR=other",
				// rclone writes otherwise what is in no name here.
				"RCLONE_CONFIG_TESTANBAR_ENCODING=Slash,BackSlash,Ctl,Del,LeftSpace,RightSpace,InvalidUtf8,Dot",
				"RCLONE_CONFIG_TESTANBAR_USER=sara@example.org", "RCLONE_CONFIG_TESTANBAR_PASS="+strings.TrimSpace(string(secret)))
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("rclone: %v\n%s", err, out)
			}
			t.Logf("%d tests of rclone passed, %d skipped", strings.Count(string(out), "--- PASS"), strings.Count(string(out), "--- SKIP"))
		})
	}
}
