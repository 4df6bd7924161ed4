package stories

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const rcloneVersion = "v1.71.2"

// TestRcloneJudges runs the tests that rclone has for its own back end, from its source. They are large, so only the full
// tests run them.
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
	const use = "package judge\n\nimport _ \"github.com/rclone/rclone/backend/webdav\"\n"
	if err := os.WriteFile(filepath.Join(dir, "judge.go"), []byte(use), 0o600); err != nil {
		t.Fatal(err)
	}
	in(dir, "go", "get", "github.com/rclone/rclone@"+rcloneVersion)
	in(dir, "go", "mod", "tidy")
	in(dir, "go", "test", "-c", "-o", "webdav.test", "github.com/rclone/rclone/backend/webdav")
	source := in(dir, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/rclone/rclone")
	w := newDavWorld(t)
	secret, err := exec.Command("rclone", "obscure", w.tokens["sara"]).Output()
	if err != nil {
		t.Fatal(err)
	}
	judge := os.Getenv("JUDGE")
	if judge == "" {
		judge = filepath.Join(dir, "webdav.test")
	}
	cmd := exec.Command(judge, "-remote", "TestAnbar:", "-test.v")
	cmd.Dir = filepath.Join(source, "backend/webdav")
	cmd.Env = append(os.Environ(), "RCLONE_CONFIG="+os.DevNull, "RCLONE_CONFIG_TESTANBAR_TYPE=webdav",
		"RCLONE_CONFIG_TESTANBAR_URL="+w.site+w.base, "RCLONE_CONFIG_TESTANBAR_VENDOR=other",
		// rclone writes otherwise what is in no name here.
		"RCLONE_CONFIG_TESTANBAR_ENCODING=Slash,BackSlash,Ctl,Del,LeftSpace,RightSpace,InvalidUtf8,Dot",
		"RCLONE_CONFIG_TESTANBAR_USER=sara@example.org", "RCLONE_CONFIG_TESTANBAR_PASS="+strings.TrimSpace(string(secret)))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("rclone: %v\n%s", err, out)
	}
	t.Logf("%d tests of rclone passed", strings.Count(string(out), "--- PASS"))
}
