// Package buckettest starts a second implementation of S3 for tests, beside gofakes3.
package buckettest

import (
	"bytes"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

const gatewayVersion = "v1.8.0"

// BuildGateway builds versitygw into a directory and returns the program. The Go command does so, for two minutes at the first time, so
// only the full tests may.
func BuildGateway(t *testing.T, bin string) string {
	t.Helper()
	if os.Getenv("FULL") == "" {
		t.Skip("only make test-full builds versitygw")
	}
	get := exec.Command("go", "install", "github.com/versity/versitygw/cmd/versitygw@"+gatewayVersion)
	get.Dir, get.Env = bin, append(os.Environ(), "GOBIN="+bin, "CGO_ENABLED=0")
	if out, err := get.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(bin, "versitygw")
}

// StartGateway starts versitygw over an empty directory and returns its address; its key is "key" and its secret "secret".
func StartGateway(t *testing.T) string {
	t.Helper()
	program := BuildGateway(t, t.TempDir())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--quiet", "--port", at, "--access", "key", "--secret", "secret", "posix",
		"--versioning-dir", t.TempDir(), t.TempDir())
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if answer, err := http.Get("http://" + at); err == nil {
			_ = answer.Body.Close()
			return "http://" + at
		}
		if time.Since(began) > 2*time.Minute {
			t.Fatalf("versitygw does not start: %v\n%s", err, said.String())
		}
	}
}
