package stories

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// lan is a network of its own: hosts, each in a network namespace, at one switch, which is a bridge in another namespace.
type lan struct {
	t     *testing.T
	name  string // of the namespaces, before the host's
	hosts map[string]*host
}

// host is one machine of a lan.
type host struct {
	ns, addr, mac string
	lan           *lan
	fd            int // of the namespace
}

// nowhere is a hardware address that nobody has: what is sent there is lost.
const nowhere = "02:00:00:00:00:fe"

var lans atomic.Int64

// skipWithoutNamespaces skips a test where namespaces cannot be made, and removes those of test processes that were killed.
func skipWithoutNamespaces(t *testing.T) {
	t.Helper()
	if os.Getuid() != 0 {
		t.Skip("network namespaces need root")
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("the command ip (iproute2) is missing")
	}
	probe := fmt.Sprintf("anbar-%d-probe", os.Getpid())
	if out, err := exec.Command("ip", "netns", "add", probe).CombinedOutput(); err != nil {
		t.Skipf("network namespaces cannot be made here: %s", bytes.TrimSpace(out))
	}
	deleteNamespace(t, probe)
	names, err := filepath.Glob("/run/netns/anbar-*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		name = filepath.Base(name)
		pid, err := strconv.Atoi(strings.Split(name, "-")[1])
		if err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
			deleteNamespace(t, name)
		}
	}
}

// deleteNamespace ends what runs in a namespace, and removes it.
func deleteNamespace(t *testing.T, name string) {
	pids, err := exec.Command("ip", "netns", "pids", name).Output()
	if err != nil {
		t.Error(err)
	}
	for _, pid := range strings.Fields(string(pids)) {
		if n, err := strconv.Atoi(pid); err == nil && n != os.Getpid() {
			_ = syscall.Kill(n, syscall.SIGKILL) // it may have ended
		}
	}
	if out, err := exec.Command("ip", "netns", "del", name).CombinedOutput(); err != nil {
		t.Errorf("%s: %s", name, out)
	}
}

// newLan connects hosts. Everything in their namespaces is ended with the test.
func newLan(t *testing.T, hosts ...string) *lan {
	t.Helper()
	l := &lan{t: t, name: fmt.Sprintf("anbar-%d-%d-", os.Getpid(), lans.Add(1)), hosts: map[string]*host{}}
	sw := l.name + "switch"
	l.ip("netns", "add", sw)
	t.Cleanup(func() { deleteNamespace(t, sw) })
	l.ip("-n", sw, "link", "add", "bridge", "type", "bridge")
	l.ip("-n", sw, "link", "set", "bridge", "up")
	for i, name := range hosts {
		h := &host{
			ns: l.name + name, addr: fmt.Sprint("10.77.0.", i+1), mac: fmt.Sprintf("02:00:00:00:00:%02x", i+1), lan: l,
		}
		l.hosts[name] = h
		l.ip("netns", "add", h.ns)
		t.Cleanup(func() { deleteNamespace(t, h.ns) })
		l.ip("-n", sw, "link", "add", name, "type", "veth", "peer", "name", "eth0", "address", h.mac, "netns", h.ns)
		l.ip("-n", sw, "link", "set", name, "master", "bridge", "up")
		l.ip("-n", h.ns, "link", "set", "lo", "up")
		l.ip("-n", h.ns, "address", "add", h.addr+"/24", "dev", "eth0")
		l.ip("-n", h.ns, "link", "set", "eth0", "up")
		var err error
		if h.fd, err = unix.Open("/run/netns/"+h.ns, unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Close(h.fd) })
	}
	for _, a := range l.hosts {
		for _, b := range l.hosts {
			if a != b {
				a.find(b, b.mac)
			}
		}
	}
	return l
}

func (l *lan) ip(args ...string) {
	l.t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		l.t.Errorf("ip %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// find has a host send what is for another one to a hardware address.
func (h *host) find(other *host, mac string) {
	h.lan.t.Helper()
	h.lan.ip("-n", h.ns, "neigh", "replace", other.addr, "lladdr", mac, "dev", "eth0", "nud", "permanent")
}

// cut loses everything between two hosts.
func (l *lan) cut(a, b string) (heal func()) {
	l.t.Helper()
	one, other := l.lose(a, b), l.lose(b, a)
	return func() { one(); other() }
}

// lose loses what a host sends to another one.
func (l *lan) lose(from, to string) (heal func()) {
	l.t.Helper()
	a, b := l.hosts[from], l.hosts[to]
	a.find(b, nowhere)
	return func() { a.find(b, b.mac) }
}

// unplug pulls the cable of a host.
func (l *lan) unplug(name string) (plug func()) {
	l.t.Helper()
	l.ip("-n", l.name+"switch", "link", "set", name, "down")
	return func() { l.ip("-n", l.name+"switch", "link", "set", name, "up") }
}

// slow makes the line of a host slow in both directions; what waits for longer than a moment is lost.
func (l *lan) slow(name, rate string) {
	l.t.Helper()
	for _, end := range [][2]string{{l.name + "switch", name}, {l.hosts[name].ns, "eth0"}} {
		out, err := exec.Command("ip", "netns", "exec", end[0], "tc", "qdisc", "add", "dev", end[1], "root", "tbf", "rate", rate, "burst",
			"16kb", "latency", "300ms").CombinedOutput()
		if err != nil {
			l.t.Errorf("tc: %v: %s", err, out)
		}
	}
}

// command returns a command that runs on the host, and ends with this process.
func (h *host) command(args ...string) *exec.Cmd {
	cmd := exec.Command("ip", append([]string{"netns", "exec", h.ns}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// dial connects from the host.
func (h *host) dial(ctx context.Context, _, addr string) (net.Conn, error) {
	var conn net.Conn
	var err error
	var done sync.WaitGroup
	done.Go(func() {
		runtime.LockOSThread() // a goroutine that ends while it is locked ends its thread, which nobody else gets then
		var here int
		if here, err = unix.Open("/proc/thread-self/ns/net", unix.O_RDONLY|unix.O_CLOEXEC, 0); err != nil {
			return
		}
		defer unix.Close(here)
		if err = unix.Setns(h.fd, unix.CLONE_NEWNET); err != nil {
			return
		}
		conn, err = (&net.Dialer{Timeout: 2 * time.Second}).DialContext(ctx, "tcp4", addr)
		if back := unix.Setns(here, unix.CLONE_NEWNET); back != nil {
			h.lan.t.Error(back)
			return
		}
		runtime.UnlockOSThread()
	})
	done.Wait()
	return conn, err
}
