//go:build full

package packaging

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// buildLater builds a program of a later version, with one migration more.
func buildLater(t *testing.T, version, migration string) string {
	t.Helper()
	dir := t.TempDir()
	there, err := filepath.Abs("../db/migrations/9999_later.sql")
	if err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{there: filepath.Join(dir, "later.sql")}})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "later.sql"), []byte("-- +goose Up\n"+migration+";\n"), 0o600)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-tags",
		"nobadger,nobadgerv1,nobadgerv2,nomysql,nopgx,nobbolt", "-ldflags", "-s -w -X anbar/app.Version="+version, "-o",
		filepath.Join(dir, "anbar"), "..")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "anbar")
}

// ask sends requests until the result is asked for, each on a connection of its own.
func (b *booted) ask() func() (answered int, wrong []string) {
	b.t.Helper()
	cmd := exec.Command("nsenter", "--target", b.init, "--net", "--", "/bin/sh", "-c", "while sleep 0.02; do "+
		"curl -sS -m 30 -o /dev/null -w '%{http_code}\\n' http://localhost:8080/api/health 2>&1; done")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	return func() (answered int, wrong []string) {
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM); err != nil {
			b.t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		for line := range strings.Lines(out.String()) {
			if answered++; strings.TrimSpace(line) != "200" {
				wrong = append(wrong, line)
			}
		}
		return answered, wrong
	}
}

// checkUpgrade: a later program is rehearsed, used and watched, and goes again when asked. One that loses a name is not used.
func (b *booted) checkUpgrade() {
	b.t.Helper()
	version := func() string { return strings.TrimSpace(b.run("anbar version")) }
	old := version()
	first := b.mainPID()
	out := b.run("dpkg -i /red.deb")
	contains(b.t, "a red rehearsal", out, "Rehearsing version red", "DIFFERENT: ", "the old one goes on", "/usr/bin/anbar.new",
		"its program is not in use", " serves at http://localhost:8080\n")
	if state := b.run("dpkg-query -W -f '${db:Status-Abbrev}' anbar"); state != "ii " || version() != old || b.mainPID() != first {
		b.t.Errorf("the package is %q, the program %s, and the service was restarted: %v", state, version(), b.mainPID() != first)
	}
	b.checkData()
	b.checkDespite(out, old)

	asked := b.ask()
	out = b.run("dpkg -i /later.deb")
	if n, wrong := asked(); n < 100 || len(wrong) > 0 {
		b.t.Errorf("of %d requests all along the swap these failed: %v", n, wrong)
	}
	contains(b.t, "a later version", out, "Nothing speaks against this program.", "Watching it for 1m0s.",
		"Version later serves and is well")
	if version() != "anbar later" || b.mainPID() == first {
		b.t.Errorf("%s is in use", version())
	}
	b.checkData()
	for name, want := range map[string]string{
		"/usr/bin/anbar": "root:root:755", "/usr/bin/anbar.previous": "root:root:755", "/var/lib/anbar/anbar.db": "anbar:anbar:600",
	} {
		if got := strings.TrimSpace(b.run("stat -c %U:%G:%a " + name)); got != want {
			b.t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	b.run("echo later >/srv/files/later && anbar adopt /srv/files --data /var/lib/anbar --into " +
		"$(anbar workspace list --data /var/lib/anbar | cut -f1)")
	out = b.run("anbar rollback --data /var/lib/anbar --yes")
	contains(b.t, "rollback", out, "new versions of files", "files that were new or changed since are in /var/lib/anbar/rolled-back/",
		"is in use again")
	if version() != old {
		b.t.Errorf("%s is in use", version())
	}
	contains(b.t, "the export", b.run("cat /var/lib/anbar/rolled-back/*/*/*/later"), "later")
	if left := b.run("find /var/lib/anbar ! -user anbar"); left != "" {
		b.t.Errorf("not of the service: %s", left)
	}
	b.checkData()
}

// checkDespite does what the report of a red rehearsal says, and goes back.
func (b *booted) checkDespite(report, old string) {
	b.t.Helper()
	_, command, found := strings.Cut(report, "to use it all the same: ")
	command, _, _ = strings.Cut(command, "\n")
	if !found {
		b.t.Fatal("the report names no command")
	}
	contains(b.t, command, b.run(command), "Version red serves and is well")
	if got := strings.TrimSpace(b.run("anbar version")); got != "anbar red" {
		b.t.Errorf("%s is in use", got)
	}
	contains(b.t, "going back", b.run("anbar rollback --data /var/lib/anbar --yes"), "is in use again")
	if got := strings.TrimSpace(b.run("anbar version")); got != old {
		b.t.Errorf("%s is in use", got)
	}
	b.checkData()
}
