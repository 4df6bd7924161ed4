//go:build full

package packaging

import (
	"bufio"
	"debug/elf"
	"io"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const emulator = "qemu-aarch64-static"

// TestARM builds program and package for 64-bit ARM processors, and runs the program out of the package, emulated, until its first file
// came back.
func TestARM(t *testing.T) {
	if _, err := exec.LookPath(emulator); err != nil {
		t.Skipf("there is no %s here: apt-get install qemu-user-static", emulator)
	}
	program := filepath.Join(t.TempDir(), "anbar")
	output(t, "/bin/sh", "-c", `cd .. && CGO_ENABLED=0 GOFLAGS=-trimpath GOARCH=arm64 go build $(make -s flags) \
		-ldflags "-s -w -X anbar/app.Version=arm" -o "$0" .`, program)
	deb := makePackageFor(t, program, "1.0.0", "deb", "arm64")
	if arch := strings.TrimSpace(output(t, "dpkg-deb", "-f", deb, "Architecture")); arch != "arm64" {
		t.Errorf("the package is for %s", arch)
	}
	dir := t.TempDir()
	output(t, "dpkg-deb", "-x", deb, dir)
	program = filepath.Join(dir, "usr/bin/anbar")
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	if f.Machine != elf.EM_AARCH64 || f.Section(".interp") != nil {
		t.Errorf("the program is for %v, static: %v", f.Machine, f.Section(".interp") == nil)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if is := output(t, emulator, program, "version"); is != "anbar arm\n" {
		t.Errorf("it is %q", is)
	}
	began := time.Now()
	address := freeAddress(t)
	said := serve(t, exec.Command(emulator, program, "serve", "--data", filepath.Join(dir, "data"), "--listen", address))
	v := &visitor{t: t, client: http.DefaultClient, site: "http://" + address}
	v.waitReady(time.Minute)
	started := time.Since(began)
	v.uploadFirst(tokenIn(t, said))
	t.Logf("emulated: it serves after %.1f s, the first file is back after %.1f s", started.Seconds(), time.Since(began).Seconds())
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// serve starts a server, which ends with the test, and returns its output up to the line of the set-up link.
func serve(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	read := make(chan string, 1)
	go func() {
		var said string
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			if said += line; err != nil || strings.Contains(line, "/setup?token=") {
				read <- said
				_, _ = io.Copy(io.Discard, r) // until it ends
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended, which its state says
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v: %s", err, log.String())
		}
	})
	select {
	case said := <-read:
		return said
	case <-time.After(2 * time.Minute):
		t.Fatal("the server does not start")
		return ""
	}
}
