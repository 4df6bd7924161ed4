package stories

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// The first output of the server, and all that follows, is in the format of its own log:
// the embedded web server has no voice of its own.
func TestServeLogsInOneFormat(t *testing.T) {
	for _, format := range []string{"text", "json"} {
		told := false
		for line := range strings.Lines(logOfServe(t, format)) {
			told = told || strings.Contains(line, "redirected default logger")
			var o struct{ Time, Level, Msg string }
			isObject := json.Unmarshal([]byte(line), &o) == nil && o.Time != "" && o.Level != "" && o.Msg != ""
			if isObject != (format == "json") || !isObject && !strings.HasPrefix(line, "time=") {
				t.Errorf("%s: not a line of the log: %s", format, line)
			}
		}
		// The line is kept, at a level that nobody sees without asking.
		if !told {
			t.Errorf("%s: what Caddy said first is lost", format)
		}
	}
	cmd := exec.Command("anbar", "serve", "--data", dataDir(t), "--listen", "198.51.100.1:1", "--log-format", "json")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("it serves at an address of others")
	}
	for line := range strings.Lines(string(out)) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not an object: %s", line)
		}
	}
}

// logOfServe returns what a server writes to its standard error from its start to its end.
func logOfServe(t *testing.T, format string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	cmd := exec.Command("anbar", "serve", "--data", dataDir(t), "--listen", addr, "--log", "debug", "--log-format", format)
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
	return log.String()
}
