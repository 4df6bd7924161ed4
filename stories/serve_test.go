package stories

import (
	"bufio"
	"bytes"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// The first output of the server, and all that follows, is in the format of its own log:
// the embedded web server has no voice of its own.
func TestServeLogsInOneFormat(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	cmd := exec.Command("anbar", "serve", "--data", dataDir(t), "--listen", addr, "--log", "debug")
	var log bytes.Buffer
	cmd.Stderr = &log
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Errorf("it does not start: %v", err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	told := false
	for line := range strings.Lines(log.String()) {
		told = told || strings.Contains(line, "redirected default logger")
		if !strings.HasPrefix(line, "time=") {
			t.Errorf("not a line of the log: %s", line)
		}
	}
	// The line is kept, at a level that nobody sees without asking.
	if !told {
		t.Error("what Caddy said first is lost")
	}
}
