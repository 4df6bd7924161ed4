package child

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "locked in" {
		if err := escape(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println("all of it was refused")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// escape tries the ways out that an attacker in a decoder would try.
func escape() error {
	var ways = map[string]func() error{
		"open a file":       func() error { _, err := os.Open("/etc/passwd"); return err },
		"make a file":       func() error { return os.WriteFile("/tmp/anbar-escaped", nil, 0o600) },
		"list a directory":  func() error { _, err := os.ReadDir("/"); return err },
		"remove a file":     func() error { return os.Remove("/tmp/anbar-escaped") },
		"dial":              func() error { _, err := net.Dial("tcp", "127.0.0.1:1"); return err },
		"a socket":          func() error { _, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0); return err },
		"run a program":     func() error { return exec.Command("/proc/self/exe").Run() },
		"become a program":  func() error { return unix.Exec("/proc/self/exe", nil, nil) },
		"end its parent":    func() error { return unix.Kill(os.Getppid(), unix.SIGTERM) },
		"signal its parent": func() error { return unix.Tgkill(os.Getppid(), os.Getppid(), 0) },
		"look into others":  func() error { return unix.PtraceAttach(os.Getppid()) },
		"read its parent":   func() error { _, err := unix.ProcessVMReadv(os.Getppid(), nil, nil, 0); return err },
		"machine code": func() error {
			_, err := unix.Mmap(-1, 0, 4096, unix.PROT_EXEC|unix.PROT_READ, unix.MAP_ANON|unix.MAP_PRIVATE)
			return err
		},
		"more memory for all": func() error { return setLimit(unix.RLIMIT_CORE, 0) },
		"another filter":      installFilter,
		"a namespace":         func() error { return unix.Unshare(unix.CLONE_NEWUSER) },
		"the keyring":         func() error { _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, false); return err },
	}
	page, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return err
	}
	ways["machine code, later"] = func() error { return unix.Mprotect(page, unix.PROT_READ|unix.PROT_EXEC) }
	if missing := enterSandbox(256 << 20); missing != "" {
		return errors.New(missing)
	}
	for what, way := range ways {
		if err := way(); !errors.Is(err, unix.EPERM) {
			return fmt.Errorf("%s: %v", what, err)
		}
	}
	if enterSandbox(512<<20) == "" {
		return errors.New("what the system refuses is not told")
	}
	done := make(chan bool)
	for range 50 { // on threads of before and on new ones
		go func() {
			_, err := os.Open("/etc/passwd")
			done <- errors.Is(err, unix.EPERM)
		}()
	}
	for range 50 {
		if !<-done {
			return errors.New("another thread opens files")
		}
	}
	return nil
}

func TestNobodyEscapes(t *testing.T) {
	out, err := exec.Command("/proc/self/exe", "locked in").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "refused") {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	if len(os.Args) > 1 && os.Args[len(os.Args)-1] == "fill" {
		if missing := enterSandbox(128 << 20); missing != "" {
			t.Fatal(missing)
		}
		var all [][]byte
		for range 1024 {
			b := make([]byte, 1<<20)
			for i := range b {
				b[i] = 1
			}
			all = append(all, b)
		}
		t.Fatal("it took", len(all), "MiB")
	}
	out, err := exec.Command("/proc/self/exe", "-test.run=^TestMemoryIsBounded$", "fill").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "out of memory") && !strings.Contains(string(out), "cannot allocate memory") {
		t.Fatalf("%v: %.600s", err, out)
	}
}
