package backup

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"testing"
	"time"

	"anbar/blobstore"
	"anbar/config"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// startOpenSSH runs the sshd of this machine, for the account of the test. It skips the test where there is none, or none that starts.
func startOpenSSH(t *testing.T, authorized string) (endpoint string, host ssh.PublicKey) {
	t.Helper()
	program, err := exec.LookPath("sshd")
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/sshd"); err != nil {
			t.Skip("this machine has no sshd")
		}
	}
	dir := t.TempDir()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		t.Fatal(err)
	}
	if host, err = ssh.NewPublicKey(public); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	endpoint = l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	file := func(name, content string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	conf := file("conf", fmt.Sprintf("ListenAddress 127.0.0.1\nPort %s\nHostKey %s\nAuthorizedKeysFile %s\nStrictModes no\nUsePAM no\n"+
		"PidFile none\nPermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n", port,
		file("host", string(pem.EncodeToMemory(block))), file("keys", authorized+"\n")))
	said, err := os.Create(filepath.Join(dir, "said")) // and no buffer: its children would keep Wait from returning
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = said.Close() })
	explain := func() string { b, _ := os.ReadFile(said.Name()); return string(b) }
	server := exec.Command(program, "-D", "-e", "-f", conf)
	server.Stderr = said
	if err := server.Start(); err != nil {
		t.Skipf("sshd does not start: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() {
		_ = server.Process.Kill() // it may have ended
		<-ended
	})
	for wait := time.Now(); time.Since(wait) < 10*time.Second; time.Sleep(20 * time.Millisecond) {
		select {
		case err := <-ended:
			ended <- err
			t.Skipf("sshd does not run here: %v: %s", err, explain())
		default:
		}
		if conn, err := net.Dial("tcp", endpoint); err == nil {
			return endpoint, host
		} else if conn != nil {
			_ = conn.Close()
		}
	}
	t.Skipf("sshd does not listen: %s", explain())
	return "", nil
}

// TestOpenSSHKeepsTheContract runs against the server that most machines have.
func TestOpenSSHKeepsTheContract(t *testing.T) {
	t.Parallel()
	data := config.Storage{Data: t.TempDir()}
	line, err := SSHSettings(data, config.SSH{}).LoadPublicLine()
	if err != nil {
		t.Fatal(err)
	}
	endpoint, host := startOpenSSH(t, line)
	known := knownhosts.Line([]string{endpoint}, host) + "\n"
	if err := os.WriteFile(filepath.Join(data.SSH(), "known_hosts"), []byte(known), 0o600); err != nil {
		t.Fatal(err)
	}
	own, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	openAt := func(name string) Target {
		target, err := OpenTarget(t.Context(), "sftp://"+own.Username+"@"+endpoint+filepath.Join(t.TempDir(), name), data, config.Remote{})
		if err != nil {
			t.Fatal(err)
		}
		return target
	}
	contract(t, openAt("contract"))
	target := openAt("My copies/of anbar")
	d := newDrive(t)
	sheet := newSheet(t, d)
	k := d.keep(t, target)
	want := []blobstore.Digest{d.add(t, []byte("a small content")), d.add(t, largeContent)}
	now(t, k)
	expectGood(t, d.driller(t, k))
	d.end(t, k)
	whole(t, mustRestoreWith(t, target, sheet), want...)
}
