//go:build full

package packaging

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPackagesOnDebian installs the packages that nfpm makes of ../anbar on Debian 12 and 13, and has their own systemd run the
// service, in a container. Where no system boots, testdata/systemctl takes its place, and the output says so. ANBAR_OLDER names the
// program that is upgraded; it is the same one by default.
func TestPackagesOnDebian(t *testing.T) {
	checkTools(t)
	older := os.Getenv("ANBAR_OLDER")
	if older == "" {
		older = "../anbar"
		t.Log("the program that is upgraded is the same one, for ANBAR_OLDER names no other")
	}
	before, now := makePackage(t, older, "1.0.0"), makePackage(t, "../anbar", "2.0.0")
	red := makePackage(t, buildLater(t, "red", "UPDATE nodes SET name = name || 'x' WHERE kind = 1"), "2.1.0")
	later := makePackage(t, buildLater(t, "later", "CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT"), "2.2.0")
	for _, suite := range []string{"bookworm", "trixie"} {
		t.Run(suite, func(t *testing.T) {
			system := debootstrap(t, suite)
			m := newRoot(t, system)
			b, err := boot(t, m)
			if err != nil {
				t.Logf("NO SYSTEMD: %v. A script in its place runs ExecStart as the service's account; its sandbox is not tried", err)
				testDebian(t, newDebianOn(t, system))
				return
			}
			t.Logf("systemd of %s runs the service, with the sandbox of its unit: %s", suite, b.run("systemctl --version | head -n 1"))
			copyFile(t, before, m.file("/1.deb"))
			copyFile(t, now, m.file("/2.deb"))
			copyFile(t, red, m.file("/red.deb"))
			copyFile(t, later, m.file("/later.deb"))
			b.checkLife()
		})
	}
}

// checkTools skips a test where what boots another Debian is not installed.
func checkTools(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"debootstrap", "systemd-nspawn", "nsenter"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%v: apt-get install debootstrap systemd-container", err)
		}
	}
}

// makePackage has nfpm make a .deb of a program, as the Makefile does.
func makePackage(t *testing.T, program, version string) string {
	t.Helper()
	return makePackageFor(t, program, version, "deb", "amd64")
}

// makePackageFor makes a .deb or an .rpm for a kind of processor, by Go's name of it.
func makePackageFor(t *testing.T, program, version, kind, arch string) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v: make build", err)
	}
	for name, from := range map[string]string{
		"anbar": program, "packaging": ".", "systemd": "../systemd", "docs": "../docs", "README.md": "../README.md",
		"LICENSE": "../LICENSE", "NOTICE": "../NOTICE", "cli/completion": "../cli/completion",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("cp", "-rL", from, filepath.Join(dir, name)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	cmd := exec.Command("go", "run", "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.45.0", "package", "-f", "packaging/nfpm.yaml", "-p", kind,
		"-t", "anbar."+kind)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ARCH="+arch, "VERSION="+version)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "anbar."+kind)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	if out, err := exec.Command("cp", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// debootstrap returns a clean Debian, from the cache of the user when it is there.
func debootstrap(t *testing.T, suite string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(cache, "anbar-tests", "roots", suite)
	if _, err := os.Stat(filepath.Join(root, "usr/bin/dpkg")); err == nil {
		return root
	}
	part := root + ".part"
	if err := os.RemoveAll(part); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus,ca-certificates", suite, part,
		"http://deb.debian.org/debian").CombinedOutput()
	if err != nil {
		t.Skipf("debootstrap: %v: %s", err, out)
	}
	if err := os.Rename(part, root); err != nil {
		t.Fatal(err)
	}
	return root
}

// booted is a machine that its own systemd runs.
type booted struct {
	*machine
	init string // its first process
}

const bootWait = 2 * time.Minute

func boot(t *testing.T, m *machine) (*booted, error) {
	t.Helper()
	// The container has no network to wait for, and nobody to ask.
	for _, unit := range []string{"systemd-networkd-wait-online.service", "systemd-firstboot.service"} {
		if err := os.Symlink("/dev/null", m.file("/etc/systemd/system/"+unit)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(m.file("/etc/machine-id"), []byte("uninitialized\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	id := strings.ReplaceAll(strings.TrimSpace(readHost(t, "/proc/sys/kernel/random/uuid")), "-", "")
	cmd := exec.Command("systemd-nspawn", "--quiet", "--boot", "--register=no", "--keep-unit", "--private-network", "--console=pipe",
		"--uuid="+id, "--machine=anbar-"+id[:8], "--directory="+m.root)
	cmd.Env = append(os.Environ(), "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1") // the systemd of Debian 13 refuses the older one
	var log strings.Builder
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	b := &booted{m, ""}
	t.Cleanup(func() { b.powerOff(cmd.Process, ended) })
	children := fmt.Sprintf("/proc/%d/task/%d/children", cmd.Process.Pid, cmd.Process.Pid)
	for began := time.Now(); time.Since(began) < bootWait; time.Sleep(200 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			return nil, fmt.Errorf("it ended: %w: %s", err, log.String())
		default:
		}
		if b.init = strings.TrimSpace(readHost(t, children)); b.init == "" {
			continue
		}
		if out, err := b.try("systemctl is-system-running"); err == nil || strings.TrimSpace(out) == "degraded" {
			return b, nil
		}
	}
	return nil, fmt.Errorf("it did not boot within %v", bootWait)
}

func (b *booted) powerOff(nspawn *os.Process, ended chan error) {
	if pid, err := strconv.Atoi(b.init); err == nil {
		if err := syscall.Kill(pid, syscall.Signal(34+4)); err != nil { // SIGRTMIN+4: power off
			b.t.Log(err)
		}
	}
	select {
	case <-ended:
	case <-time.After(time.Minute):
		if err := nspawn.Kill(); err != nil {
			b.t.Error(err)
		}
		<-ended
	}
}

func readHost(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (b *booted) try(line string) (string, error) {
	out, err := exec.Command("nsenter", "--target", b.init, "--mount", "--uts", "--ipc", "--net", "--pid", "--root", "--wd", "--",
		"/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive",
		"/bin/sh", "-c", line).CombinedOutput()
	return string(out), err
}

func (b *booted) run(line string) string {
	b.t.Helper()
	out, err := b.try(line)
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return out
}
