//go:build full

package packaging

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// onlyIn are the files that only one of the packages has.
var onlyIn = map[string]string{
	"/usr/share/doc/anbar/copyright":           "deb",
	"/usr/share/lintian/overrides/anbar":       "deb",
	"/usr/share/zsh/vendor-completions/_anbar": "deb",
	"/usr/share/licenses/anbar/LICENSE":        "rpm",
	"/usr/share/zsh/site-functions/_anbar":     "rpm",
}

func checkRPM(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("rpm"); err != nil {
		t.Skip("there is no rpm here: apt-get install rpm")
	}
}

func output(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	cmd := exec.Command(name, arguments...)
	var wrong bytes.Buffer
	cmd.Stderr = &wrong
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v: %s%s", name, arguments, err, out, wrong.String())
	}
	return string(out)
}

// listDeb returns mode, owner, group and sum of each file of a package.
func listDeb(t *testing.T, deb string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for r := tar.NewReader(strings.NewReader(output(t, "dpkg-deb", "--fsys-tarfile", deb))); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			sum, err := sumOf(r)
			if err != nil {
				t.Fatal(err)
			}
			files["/"+strings.TrimPrefix(h.Name, "./")] = fmt.Sprintf("%o %s:%s %s", h.Mode&0o777, h.Uname, h.Gname, sum)
		}
	}
}

func listRPM(t *testing.T, rpm string) map[string]string {
	t.Helper()
	files := map[string]string{}
	out := output(t, "rpm", "-qp", "--qf", `[%{FILENAMES} %{FILEMODES:octal} %{FILEUSERNAME}:%{FILEGROUPNAME} %{FILEDIGESTS}\n]`, rpm)
	for line := range strings.Lines(out) {
		f := strings.Fields(line)
		mode, err := strconv.ParseUint(f[1], 8, 32)
		if err != nil {
			t.Fatal(err)
		}
		if len(f) == 4 { // directories have no sum
			files[f[0]] = fmt.Sprintf("%o %s %s", mode&0o777, f[2], f[3])
		}
	}
	return files
}

// TestBothPackagesHoldTheSame files, byte for byte, with the same owners, settings and scripts.
func TestBothPackagesHoldTheSame(t *testing.T) {
	checkRPM(t)
	deb, rpm := makePackage(t, "../anbar", "1.0.0"), makePackageFor(t, "../anbar", "1.0.0", "rpm", "amd64")
	inDeb, inRPM := listDeb(t, deb), listRPM(t, rpm)
	if len(inDeb) < 30 {
		t.Errorf("%d files", len(inDeb))
	}
	for _, side := range []struct {
		kind       string
		own, other map[string]string
	}{{"deb", inDeb, inRPM}, {"rpm", inRPM, inDeb}} {
		for name, kind := range onlyIn {
			if _, has := side.own[name]; kind == side.kind && !has {
				t.Errorf(".%s has no %s", kind, name)
			}
		}
		for name, is := range side.own {
			if onlyIn[name] == side.kind {
				delete(side.own, name)
			} else if side.other[name] != is {
				t.Errorf("%s of .%s is %q, and %q in the other", name, side.kind, is, side.other[name])
			}
		}
	}
	dir := t.TempDir()
	output(t, "dpkg-deb", "--control", deb, dir)
	scripts := output(t, "rpm", "-qp", "--scripts", rpm)
	for _, name := range []string{"preinst", "postinst", "prerm", "postrm"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(scripts, strings.TrimSpace(string(b))) {
			t.Errorf("%s is another one in the .rpm", name)
		}
		output(t, "bash", "-n", filepath.Join(dir, name)) // what Fedora has as sh
		output(t, "dash", "-n", filepath.Join(dir, name))
	}
	settings := strings.TrimSpace(output(t, "rpm", "-qpc", rpm))
	if conffiles := strings.TrimSpace(readHost(t, filepath.Join(dir, "conffiles"))); settings != conffiles {
		t.Errorf("the settings are %q and %q", settings, conffiles)
	}
}

// TestRPMInstallsUpgradesAndRemoves has rpm itself call the scripts, on a copy of this machine in which systemd seems to run.
func TestRPMInstallsUpgradesAndRemoves(t *testing.T) {
	checkRPM(t)
	m := newMachine(t, "/")
	m.run("rm -rf /usr/bin/deb-systemd-* /usr/bin/anbar* /var/lib/rpm")
	m.run("cp --remove-destination /fake/* /usr/bin/") // rpm has a PATH of its own
	for _, version := range []string{"1.0.0", "2.0.0"} {
		copyFile(t, makePackageFor(t, "../anbar", version, "rpm", "amd64"), m.file("/"+version[:1]+".rpm"))
	}
	const rpm = "rpm --nodeps --force-debian "
	out, calls := m.calls(rpm + "-i /1.rpm")
	contains(t, "install", out, " serves at http://localhost:8080\n", "/setup?token=")
	equal(t, "install", calls, "enable anbar.service anbar-check.timer", "daemon-reload", "start anbar.service anbar-check.timer")
	first := m.checkRuns(true)
	m.checkEnabled(true)
	m.checkOwner("/etc/anbar/anbar.conf", "root:anbar:640")
	m.checkOwner("/proc/"+strconv.Itoa(first), "anbar:anbar:555")
	if wrong, err := m.try("rpm -V --nodeps anbar"); err != nil || wrong != "" {
		t.Errorf("the files are not as the package says: %v\n%s", err, wrong)
	}

	m.run("echo 'log = debug' >>/etc/anbar/anbar.conf")
	out, calls = m.calls(rpm + "-U /2.rpm")
	contains(t, "upgrade", out, " serves at ")
	equal(t, "upgrade", calls, "daemon-reload", "restart anbar.service", "start anbar-check.timer")
	if m.checkRuns(true) == first {
		t.Error("the upgrade left the old program running")
	}
	contains(t, "settings", m.read("/etc/anbar/anbar.conf"), "log = debug")

	out, calls = m.calls(rpm + "-e anbar")
	contains(t, "removal", out, dataLie)
	equal(t, "removal", calls, "stop anbar.service anbar-check.timer anbar-check.service", "disable anbar.service anbar-check.timer",
		"daemon-reload", "reset-failed anbar.service anbar-check.service")
	m.checkRuns(false)
	m.checkEnabled(false)
	if m.exists("/usr/bin/anbar") || !m.exists("/var/lib/anbar/anbar.db") {
		t.Error("a removal removes the program and keeps the data")
	}
}

func sumOf(r io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return hex.EncodeToString(h.Sum(nil)), err
}
