package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"anbar/app/base/systemd"

	"golang.org/x/sys/unix"
)

// TestMain is the test, or a server that a service manager of the test starts.
func TestMain(m *testing.M) {
	if address := os.Getenv("HANDOVER_TEST_LISTEN"); address != "" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		err := Run(ctx, Options{
			Mode: Internal, Listen: address, ListenTLS: os.Getenv("HANDOVER_TEST_TLS"), Dir: os.Getenv("HANDOVER_TEST_DIR"),
			Grace: 10 * time.Second, Log: slog.New(slog.DiscardHandler),
		}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(5 * time.Millisecond)
			fmt.Fprint(w, os.Getpid())
		}), func() { _ = systemd.Notify("STATUS=ready", nil) })
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// manager keeps sockets as systemd does.
type manager struct {
	t      *testing.T
	dir    string
	socket *net.UnixConn
	ready  chan struct{}
	kept   map[string]*os.File
	plain  string
	tls    string
	pid    *exec.Cmd
}

func newManager(t *testing.T) *manager {
	t.Helper()
	m := &manager{t: t, dir: t.TempDir(), ready: make(chan struct{}, 10), kept: map[string]*os.File{}, plain: freePort(t), tls: freePort(t)}
	var err error
	if m.socket, err = net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(m.dir, "notify"), Net: "unixgram"}); err != nil {
		t.Fatal(err)
	}
	go m.receive()
	t.Cleanup(func() { m.socket.Close() })
	return m
}

func (m *manager) receive() {
	b, oob := make([]byte, 4096), make([]byte, 4096)
	for {
		n, k, _, _, err := m.socket.ReadMsgUnix(b, oob)
		if err != nil {
			return
		}
		words := string(b[:n])
		_, name, _ := strings.Cut(words, "FDNAME=")
		switch {
		case strings.HasPrefix(words, "FDSTORE=1"):
			all, err := unix.ParseSocketControlMessage(oob[:k])
			if err != nil || len(all) != 1 {
				m.t.Errorf("%d messages, %v", len(all), err)
				return
			}
			fds, err := unix.ParseUnixRights(&all[0])
			if err != nil || len(fds) != 1 {
				m.t.Errorf("%v, %v", fds, err)
				return
			}
			m.kept[name] = os.NewFile(uintptr(fds[0]), name)
		case strings.HasPrefix(words, "FDSTOREREMOVE=1"):
			m.kept[name].Close()
			delete(m.kept, name)
		case words == "STATUS=ready": // Caddy says READY=1 itself
			m.ready <- struct{}{}
		}
	}
}

// start begins a process with the sockets that are kept, and waits until it serves.
func (m *manager) start() {
	m.t.Helper()
	c := exec.Command("/bin/sh", "-c", `LISTEN_PID=$$ exec "$0"`, os.Args[0])
	var names []string
	for name, f := range m.kept {
		names = append(names, name)
		c.ExtraFiles = append(c.ExtraFiles, f)
	}
	c.Env = append(os.Environ(), "HANDOVER_TEST_LISTEN="+m.plain, "HANDOVER_TEST_TLS="+m.tls, "HANDOVER_TEST_DIR="+m.dir,
		"NOTIFY_SOCKET="+filepath.Join(m.dir, "notify"), fmt.Sprint("LISTEN_FDS=", len(names)), "LISTEN_FDNAMES="+strings.Join(names, ":"))
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.pid = c
	select {
	case <-m.ready:
	case <-time.After(20 * time.Second):
		m.t.Fatal("it does not begin")
	}
}

func (m *manager) stop() {
	m.t.Helper()
	if err := m.pid.Process.Signal(syscall.SIGTERM); err != nil {
		m.t.Fatal(err)
	}
	if err := m.pid.Wait(); err != nil {
		m.t.Error(err)
	}
}

// TestNoRequestIsRefusedWhileTheServerRestarts sends requests all along, plain and by TLS, each on a connection of its own.
func TestNoRequestIsRefusedWhileTheServerRestarts(t *testing.T) {
	m := newManager(t)
	m.start()
	client := http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the authority is new
	}}
	var answered, failed atomic.Int64
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{}, 8)
	for i := range 8 {
		url := "http://" + m.plain
		if i%2 == 1 {
			url = "https://" + m.tls
		}
		go func() {
			defer func() { ended <- struct{}{} }()
			for ctx.Err() == nil {
				res, err := client.Get(url + "/api/x")
				if err == nil {
					_, err = io.Copy(io.Discard, res.Body)
					res.Body.Close()
				}
				if err != nil {
					failed.Add(1)
					t.Log(err)
					return
				}
				answered.Add(1)
			}
		}()
	}
	for range 4 {
		time.Sleep(200 * time.Millisecond)
		before := answered.Load()
		m.stop()
		time.Sleep(300 * time.Millisecond) // nobody serves
		m.start()
		if answered.Load() == before {
			t.Error("no request came in between")
		}
	}
	time.Sleep(200 * time.Millisecond)
	cancel()
	for range 8 {
		<-ended
	}
	m.stop()
	if failed.Load() > 0 || answered.Load() < 50 {
		t.Errorf("%d requests were answered, and %d failed", answered.Load(), failed.Load())
	}
	if len(m.kept) != 2 {
		t.Errorf("%d sockets are kept", len(m.kept))
	}
	t.Logf("%d requests", answered.Load())
}

// TestASocketOfAnotherAddressIsGivenUp, so that nobody waits on it for ever.
func TestASocketOfAnotherAddressIsGivenUp(t *testing.T) {
	m := newManager(t)
	m.start()
	m.stop()
	old := m.plain
	m.plain = freePort(t)
	m.start()
	defer m.stop()
	if c, err := net.Dial("tcp", old); err == nil {
		c.Close()
		t.Error("somebody still listens on the old address")
	}
	res, err := http.Get("http://" + m.plain + "/api/x")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
}

// TestNoChildGetsWhatWasHandedOver: a decoder with a socket that listens could answer for the server.
func TestNoChildGetsWhatWasHandedOver(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	f, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	// After the one that is asked for, and nobody asks for it.
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Close(fd) }()
	t.Setenv("LISTEN_PID", strconv.Itoa(os.Getpid()))
	t.Setenv("LISTEN_FDS", strconv.Itoa(fd-firstDescriptor+1))
	got := ListenInherited(l.Addr().String())
	if got == nil {
		t.Fatal("it is not found")
	}
	defer got.Close()
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	if err != nil || flags&unix.FD_CLOEXEC == 0 {
		t.Errorf("flags %x, %v", flags, err)
	}
}
