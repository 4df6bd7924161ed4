package sftp

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/operation/backup/sftp/sftptest"

	"golang.org/x/crypto/ssh/knownhosts"
)

func TestNoHostKeyIsTrustedThatNobodyAccepted(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	if err := os.Remove(c.settings.KnownHosts); err != nil {
		t.Fatal(err)
	}
	_, err := c.List(t.Context(), ".")
	var unknown *UnknownHostError
	if !errors.As(err, &unknown) || unknown.Fingerprint != s.Fingerprint() ||
		!strings.Contains(err.Error(), "anbar backup trust "+c.address.String()+" --fingerprint "+s.Fingerprint()) {
		t.Fatalf("an unknown server: %v", err)
	}
	if _, made := s.Connections(); made != 0 {
		t.Error("the appliance signed in at an unknown server")
	}
	accept(t, c, s)
	if _, err := c.List(t.Context(), "."); err != nil {
		t.Fatalf("after accepting: %v", err)
	}

	before := s.Fingerprint()
	s.ChangeHostKey()
	s.Cut()
	_, err = c.List(t.Context(), ".")
	var changed *ChangedHostError
	if !errors.As(err, &changed) || changed.Fingerprint != s.Fingerprint() || changed.Known[0] != before ||
		!strings.Contains(err.Error(), "Somebody may stand between") {
		t.Fatalf("a changed host key: %v", err)
	}
	if _, made := s.Connections(); made != 1 {
		t.Error("the appliance signed in at a server with another host key")
	}
	accept(t, c, s)
	if _, err := c.List(t.Context(), "."); err != nil {
		t.Fatalf("after accepting the new key: %v", err)
	}
	if b, err := os.ReadFile(c.settings.KnownHosts); err != nil || string(b) != s.KnownHosts() {
		t.Errorf("the old key is still accepted: %q, %v", b, err)
	}
}

// accept trusts the key that a server shows.
func accept(t *testing.T, c *Connection, s *sftptest.Server) {
	t.Helper()
	shown, err := FetchHostKey(t.Context(), c.address, c.settings)
	if err != nil {
		t.Fatal(err)
	}
	if shown.IsKnown || shown.Fingerprint != s.Fingerprint() {
		t.Fatalf("shown: %+v", shown)
	}
	if err := shown.Accept(c.settings); err != nil {
		t.Fatal(err)
	}
	if shown, err = FetchHostKey(t.Context(), c.address, c.settings); err != nil || !shown.IsKnown || len(shown.Others) > 0 {
		t.Errorf("accepted, and shown again: %+v, %v", shown, err)
	}
}

// TestAServerShowsTheKeyThatIsAccepted, and not another one that it has as well.
func TestAServerShowsTheKeyThatIsAccepted(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	if err := os.WriteFile(c.settings.KnownHosts, []byte(s.AddHostKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.List(t.Context(), "."); err != nil {
		t.Error(err)
	}
}

// TestLinesOfOtherServersStay: the file may be one that people keep by hand. For the server itself no line holds any more, however it is
// written.
func TestLinesOfOtherServersStay(t *testing.T) {
	s, other := sftptest.Start(t), sftptest.Start(t)
	c := connect(t, s, time.Minute)
	name, key, _ := strings.Cut(s.KnownHosts(), " ")
	others := "# by hand\n" + other.KnownHosts()
	ca := "@cert-authority * " + key
	several, pattern := name+",[other.example.org]:22 "+key, strings.Replace(name, "127.0.0.1", "127.0.0.*", 1)+" "+key
	hashed := knownhosts.HashHostname(name) + " " + key
	kept := others + ca + "[other.example.org]:22 " + key + strings.Replace(pattern, " ", ",!"+name+" ", 1)
	if err := os.WriteFile(c.settings.KnownHosts, []byte(others+ca+several+pattern+hashed+s.KnownHosts()), 0o600); err != nil {
		t.Fatal(err)
	}
	s.ChangeHostKey()
	accept := func() {
		shown, err := FetchHostKey(t.Context(), c.address, c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if err := shown.Accept(c.settings); err != nil {
			t.Fatal(err)
		}
	}
	accept()
	if shown, err := FetchHostKey(t.Context(), c.address, c.settings); err != nil || !shown.IsKnown || len(shown.Others) > 0 {
		t.Errorf("shown again: %+v, %v", shown, err)
	}
	if b, err := os.ReadFile(c.settings.KnownHosts); err != nil || string(b) != kept+s.KnownHosts() {
		t.Errorf("%q, %v; want %q", b, err, kept+s.KnownHosts())
	}
}

func TestAKeyThatTheServerDoesNotKnowIsShown(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	s.Allow()
	_, err := c.List(t.Context(), ".")
	var refused *RefusedError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "authorized_keys") {
		t.Fatalf("a key that is not allowed: %v", err)
	}
	line, err := c.settings.LoadPublicLine()
	if err != nil || line != refused.Line || !strings.HasPrefix(line, "ssh-ed25519 ") || !strings.HasSuffix(line, " anbar@test") {
		t.Fatalf("the line: %q, %v; the error says %q", line, err, refused.Line)
	}
	s.Allow(line)
	if _, err := c.List(t.Context(), "."); err != nil {
		t.Errorf("after the line is in authorized_keys: %v", err)
	}
}

// TestARefusedKeyIsNotShownAgainAtOnce: servers lock out who knocks too often.
func TestARefusedKeyIsNotShownAgainAtOnce(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	c.first = time.Minute
	s.Allow()
	for range 5 {
		if _, err := c.List(t.Context(), "."); !errors.As(err, new(*RefusedError)) {
			t.Fatal(err)
		}
	}
	if n := s.Refusals(); n != 1 {
		t.Errorf("the key was shown %d times", n)
	}
	for _, want := range []time.Duration{2, 4, 8, 10, 10} {
		c.until = time.Time{}
		if _, err := c.List(t.Context(), "."); err == nil || c.pause != want*time.Minute {
			t.Errorf("the next pause is %s, want %d minutes; %v", c.pause, want, err)
		}
	}
	line, err := c.settings.LoadPublicLine()
	if err != nil {
		t.Fatal(err)
	}
	s.Allow(line)
	c.until = time.Time{}
	if _, err := c.List(t.Context(), "."); err != nil || c.pause != 0 {
		t.Errorf("after the line is there: %v, %s", err, c.pause)
	}
}

func TestTheApplianceMakesItsKeyOnce(t *testing.T) {
	own := Settings{Key: filepath.Join(t.TempDir(), "ssh/id_ed25519"), IsOwn: true, Name: "my box"}
	lines := map[string]bool{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			line, err := own.LoadPublicLine()
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			lines[line] = true
		})
	}
	all.Wait()
	if len(lines) != 1 {
		t.Errorf("several keys: %v", lines)
	}
	for name, want := range map[string]os.FileMode{own.Key: 0o600, filepath.Dir(own.Key): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(own.Key)); err != nil || len(left) != 1 {
		t.Errorf("beside the key: %v, %v", left, err)
	}
	for name, says := range map[string]string{"none": "no such file", "rubbish": "no private SSH key"} {
		foreign := Settings{Key: filepath.Join(t.TempDir(), "key")}
		if name == "rubbish" {
			if err := os.WriteFile(foreign.Key, []byte(name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := foreign.LoadPublicLine(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("a key that is named and %s: %v", name, err)
		}
	}
}
