package packaging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/cli"
	"anbar/decode/child"
)

// TestMain lets this test be the program of the packages that it makes.
func TestMain(m *testing.M) {
	child.Main()
	if filepath.Base(os.Args[0]) == "anbar" {
		os.Exit(cli.Run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// machine is a copy of this machine's system, of which nothing that is written lasts. testdata/systemctl stands for systemd there.
type machine struct {
	t    *testing.T
	root string
}

// newRoot lays a system over another one's files.
func newRoot(t *testing.T, system string) *machine {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("installing needs root")
	}
	dir := t.TempDir()
	m := &machine{t, filepath.Join(dir, "root")}
	m.mount("tmpfs", dir, "tmpfs", 0, "mode=755")
	upper, work := filepath.Join(dir, "upper"), filepath.Join(dir, "work")
	for _, d := range []string{m.root, upper, work} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m.mount("overlay", m.root, "overlay", 0, fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", system, upper, work))
	return m
}

// newMachine makes a machine in which systemd seems to run.
func newMachine(t *testing.T, system string) *machine {
	t.Helper()
	m := newRoot(t, system)
	m.mount("proc", m.file("/proc"), "proc", 0, "")
	m.mount("tmpfs", m.file("/dev"), "tmpfs", 0, "mode=755")
	null := m.file("/dev/null")
	if err := errors.Join(syscall.Mknod(null, syscall.S_IFCHR|0o666, 1<<8|3), os.Chmod(null, 0o666)); err != nil {
		t.Skipf("this machine makes no devices: %v", err)
	}
	exe, err := os.Executable()
	if err == nil {
		err = os.WriteFile(m.file(programThere), nil, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	m.mount(exe, m.file(programThere), "the program", syscall.MS_BIND, "")
	t.Cleanup(m.stop)
	m.run("rm -rf /var/lib/anbar /etc/anbar /run/systemd/system /usr/sbin/policy-rc.d")
	m.run("! getent passwd anbar || userdel anbar; ! getent group anbar || groupdel anbar")
	m.run("mkdir -p /run/systemd/system /fake /run/lock; touch /calls /journal")
	for _, name := range []string{"systemctl", "journalctl"} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err == nil {
			err = os.WriteFile(m.file("/fake/"+name), b, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func (m *machine) mount(source, to, kind string, flags uintptr, options string) {
	m.t.Helper()
	if err := syscall.Mount(source, to, kind, flags, options); err != nil {
		m.t.Skipf("this machine does not mount %s for a test: %v", kind, err)
	}
	m.t.Cleanup(func() {
		if err := syscall.Unmount(to, syscall.MNT_DETACH); err != nil {
			m.t.Error(err)
		}
	})
}

func (m *machine) file(name string) string { return filepath.Join(m.root, name) }

// try runs a line of the shell in a network of its own and returns its output.
func (m *machine) try(line string) (string, error) {
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: m.root, Cloneflags: syscall.CLONE_NEWNET}
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=/fake:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive"}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (m *machine) run(line string) string {
	m.t.Helper()
	out, err := m.try(line)
	if err != nil {
		m.t.Fatalf("%s: %v\n%s", line, err, out)
	}
	return out
}

// dpkg returns what the administrator reads and the calls of systemctl that asked for something.
func (m *machine) dpkg(arguments string) (out string, calls []string) {
	m.t.Helper()
	return m.calls("dpkg --force-unsafe-io --force-depends --force-confold " + arguments)
}

func (m *machine) calls(line string) (out string, calls []string) {
	m.t.Helper()
	m.run(": >/calls")
	out = m.run(line)
	for call := range strings.Lines(m.read("/calls")) {
		call = strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(call, "systemctl "), "--quiet ", ""))
		if !strings.HasPrefix(call, "show") && !strings.Contains(call, "is-active") && !strings.Contains(call, "is-enabled") {
			calls = append(calls, strings.ReplaceAll(call, "--system ", ""))
		}
	}
	return out, slices.Compact(calls) // deb-systemd-helper loads the units anew, too
}

func (m *machine) read(name string) string {
	m.t.Helper()
	b, err := os.ReadFile(m.file(name))
	if err != nil {
		m.t.Fatal(err)
	}
	return string(b)
}

func (m *machine) exists(name string) bool {
	_, err := os.Lstat(m.file(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		m.t.Fatal(err)
	}
	return err == nil
}

// service returns the process of the service, or 0.
func (m *machine) service() int {
	if !m.exists("/pid") {
		return 0
	}
	pid := strings.TrimSpace(m.read("/pid"))
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil || strings.Contains(string(status), "\nState:\tZ") {
		return 0
	}
	n, err := strconv.Atoi(pid)
	if err != nil {
		m.t.Fatal(err)
	}
	return n
}

func (m *machine) stop() {
	for pid := m.service(); pid != 0 && syscall.Kill(pid, syscall.SIGKILL) == nil; {
		time.Sleep(20 * time.Millisecond)
	}
}

func (m *machine) checkOwner(name, want string) {
	m.t.Helper()
	if got := strings.TrimSpace(m.run("stat -c %U:%G:%a " + name)); got != want {
		m.t.Errorf("%s is %s, not %s", name, got, want)
	}
}

func (m *machine) checkEnabled(want bool) {
	m.t.Helper()
	for _, link := range []string{"multi-user.target.wants/anbar.service", "timers.target.wants/anbar-check.timer"} {
		if m.exists("/etc/systemd/system/"+link) != want {
			m.t.Errorf("%s: there is a link: %v", link, !want)
		}
	}
}
