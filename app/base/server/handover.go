package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"anbar/app/base/systemd"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
	"golang.org/x/sys/unix"
)

// inherited is the network of addresses whose listeners live on while one process ends and the next begins: systemd keeps them (its
// store of file descriptors, or a unit of sockets), and connections wait in their backlog.
const inherited = "inherited"

const firstDescriptor = 3 // of those that systemd hands over; see sd_listen_fds(3)

// registerHandover lets Caddy listen with what was handed over.
func registerHandover() {
	caddy.RegisterNetwork(inherited, func(_ context.Context, _, host, port string, _ uint, _ net.ListenConfig) (any, error) {
		s := current.Load()
		if s == nil {
			return nil, errors.New("no server runs")
		}
		address := net.JoinHostPort(host, port)
		f := s.kept[address]
		if f == nil {
			return nil, fmt.Errorf("nothing was handed over for %s", address)
		}
		return net.FileListener(f)
	})
	caddyhttp.RegisterNetworkHTTP3(inherited, "udp")
}

// countInherited returns how many descriptors this process got.
func countInherited() int {
	if os.Getenv("LISTEN_PID") != strconv.Itoa(os.Getpid()) {
		return 0
	}
	n, err := strconv.Atoi(os.Getenv("LISTEN_FDS"))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// ListenInherited returns a listener of an address that was handed over to this process; nil for none. Closing it leaves the socket to
// others.
func ListenInherited(address string) net.Listener {
	want, err := net.ResolveTCPAddr("tcp", address)
	if err != nil {
		return nil
	}
	CloseInheritedOnExec()
	for i := range countInherited() {
		l, err := listenOn(firstDescriptor + i)
		if err != nil {
			continue // no socket of a stream
		}
		is, ok := l.Addr().(*net.TCPAddr)
		same := ok && is.Port == want.Port && (is.IP.Equal(want.IP) || is.IP.IsUnspecified() && (want.IP == nil || want.IP.IsUnspecified()))
		if same {
			return l
		}
		_ = l.Close() // a copy of a descriptor
	}
	return nil
}

func isInherited(address string) bool {
	l := ListenInherited(address)
	return l != nil && l.Close() == nil
}

// CloseInheritedOnExec keeps what was handed over from processes that this one starts, also what nobody asks for: decoders must not
// have it.
func CloseInheritedOnExec() {
	for i := range countInherited() {
		syscall.CloseOnExec(firstDescriptor + i)
	}
}

// listenOn listens on a copy of a descriptor.
func listenOn(fd int) (net.Listener, error) {
	copied, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	f := os.NewFile(uintptr(copied), "inherited")
	l, err := net.FileListener(f)
	if failed := f.Close(); err == nil {
		err = failed
	}
	return l, err
}

// openKept listens on the addresses for Caddy: with what was handed over, and otherwise anew, when there is a service manager that
// keeps it for the next process. Without one it returns nothing.
func openKept(addresses []string) (map[string]*os.File, error) {
	all := map[string]*os.File{}
	managed := os.Getenv("NOTIFY_SOCKET") != ""
	for _, a := range addresses {
		l := ListenInherited(a)
		if l == nil && !managed {
			continue
		}
		fresh := l == nil
		if fresh {
			var err error
			if l, err = net.Listen("tcp", a); err != nil {
				return all, fmt.Errorf("listen on %s: %w", a, err)
			}
		}
		f, err := l.(*net.TCPListener).File()
		if err = errors.Join(err, l.Close()); err != nil { // f is another name of the same socket
			return all, err
		}
		all[normalAddress(a)] = f
		if fresh {
			if err := storeDescriptor(f, a); err != nil {
				return all, fmt.Errorf("have the service manager keep the socket of %s: %w", a, err)
			}
		}
	}
	return all, nil
}

// normalAddress is an address as Caddy joins its parts again.
func normalAddress(a string) string {
	host, port, err := net.SplitHostPort(a)
	if err != nil {
		return a
	}
	return net.JoinHostPort(host, port)
}

// storeDescriptor has systemd keep a socket until the service is stopped for good; see sd_pid_notify_with_fds(3).
func storeDescriptor(f *os.File, address string) error {
	return systemd.Notify("FDSTORE=1\nFDNAME="+nameDescriptor(address), syscall.UnixRights(int(f.Fd())))
}

// nameDescriptor is a name without colons.
func nameDescriptor(address string) string { return "listen-" + strings.ReplaceAll(address, ":", "_") }

// dropUnused gives up sockets that were handed over and are not listened on any more: nobody would answer those who connect to them.
func dropUnused(addresses []string) error {
	names := strings.Split(os.Getenv("LISTEN_FDNAMES"), ":")
	for i := range countInherited() {
		if i >= len(names) || !strings.HasPrefix(names[i], "listen-") {
			continue // of a unit of sockets, which somebody chose to have
		}
		if slices.ContainsFunc(addresses, func(a string) bool { return nameDescriptor(a) == names[i] }) {
			continue
		}
		err := systemd.Notify("FDSTOREREMOVE=1\nFDNAME="+names[i], nil)
		if err = errors.Join(err, syscall.Close(firstDescriptor+i)); err != nil {
			return err
		}
	}
	return nil
}

// listenWords are an address for Caddy's configuration.
func (o *Options) listenWords(address string) []string {
	if _, ok := o.kept[normalAddress(address)]; ok {
		return []string{inherited + "/" + address}
	}
	return []string{address}
}

// pauseTime is how long connections that came before have for their request. Go's server drops one that it reads while it stops.
const pauseTime = 300 * time.Millisecond

// pause leaves further connections to the next process, where there will be one, and lets those that came send their request.
func (r *instance) pause() {
	if len(r.kept) == 0 {
		return
	}
	close(r.paused)
	for began := time.Now(); r.connections.Load() > 0 && time.Since(began) < pauseTime; {
		time.Sleep(5 * time.Millisecond)
	}
}
