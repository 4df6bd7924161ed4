package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// machine is a network namespace with one device, of which this process is the line.
type machine struct {
	name, addr string
	fd         int      // of the namespace
	device     *os.File // packets that the machine sends and gets
}

// packetSize is the MTU of the devices.
const packetSize = 1500

// newMachine makes a namespace with a TUN device that has an address and its peer's.
func newMachine(name, addr, peer string) (m *machine, err error) {
	m = &machine{name: fmt.Sprintf("bench-%d-%s", os.Getpid(), name), addr: addr}
	device := fmt.Sprintf("b%d%s", os.Getpid(), name[:1])
	if m.device, err = openTun(device); err != nil {
		return nil, err
	}
	for _, args := range [][]string{
		{"netns", "add", m.name},
		{"link", "set", device, "netns", m.name},
		{"-n", m.name, "link", "set", "lo", "up"},
		{"-n", m.name, "address", "add", addr, "peer", peer, "dev", device},
		{"-n", m.name, "link", "set", device, "mtu", fmt.Sprint(packetSize), "txqueuelen", "100", "up"},
	} {
		if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("ip %s: %w: %s", strings.Join(args, " "), err, out)
		}
	}
	m.fd, err = unix.Open("/run/netns/"+m.name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	return m, err
}

func (m *machine) remove() error {
	_ = m.device.Close()
	_ = unix.Close(m.fd)
	out, err := exec.Command("ip", "netns", "del", m.name).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func openTun(name string) (*os.File, error) {
	fd, err := unix.Open("/dev/net/tun", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	r, err := unix.NewIfreq(name)
	if err != nil {
		return nil, err
	}
	r.SetUint16(unix.IFF_TUN | unix.IFF_NO_PI)
	if err := unix.IoctlIfreq(fd, unix.TUNSETIFF, r); err != nil {
		return nil, fmt.Errorf("make a TUN device: %w", err)
	}
	return os.NewFile(uintptr(fd), name), nil
}

// command is a command that runs on the machine, and ends with this process.
func (m *machine) command(args ...string) *exec.Cmd {
	c := exec.Command("ip", append([]string{"netns", "exec", m.name}, args...)...)
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return c
}

// useCubicTo has all connections to an address use cubic.
func (m *machine) useCubicTo(addr string) error {
	out, err := exec.Command("ip", "-n", m.name, "route", "change", addr, "dev", m.device.Name(), "src", m.addr, "congctl",
		"cubic").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// runThere calls f on a thread that is on the machine. Sockets that f makes stay there.
func (m *machine) runThere(f func() error) error {
	var err error
	var done sync.WaitGroup
	done.Go(func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with the goroutine
		if err = unix.Setns(m.fd, unix.CLONE_NEWNET); err == nil {
			err = f()
		}
	})
	done.Wait()
	return err
}

// dialBy connects from the machine; the connection finds its speed by an algorithm.
func (m *machine) dialBy(algorithm string) func(ctx context.Context, _, addr string) (net.Conn, error) {
	d := &net.Dialer{Timeout: 30 * time.Second, Control: func(_, _ string, c syscall.RawConn) (err error) {
		err2 := c.Control(func(fd uintptr) {
			err = unix.SetsockoptString(int(fd), unix.IPPROTO_TCP, unix.TCP_CONGESTION, algorithm)
		})
		return errors.Join(err, err2)
	}}
	return func(ctx context.Context, _, addr string) (conn net.Conn, err error) {
		err = m.runThere(func() (err error) {
			conn, err = d.DialContext(ctx, "tcp4", addr)
			return err
		})
		return conn, err
	}
}

func (m *machine) listen(port string) (l net.Listener, err error) {
	err = m.runThere(func() (err error) {
		l, err = net.Listen("tcp4", net.JoinHostPort(m.addr, port))
		return err
	})
	return l, err
}
