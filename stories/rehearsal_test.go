package stories

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// forgeProgram is a program that answers as this one does, but for an edit of its answers by sed.
func forgeProgram(t *testing.T, edit string) string {
	t.Helper()
	anbar, err := exec.LookPath("anbar")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "anbar-old")
	script := fmt.Sprintf("#!/bin/sh\n%q \"$@\" || exit\n[ \"$1\" != rehearse ] || sed -i '%s' \"$3\"\n", anbar, edit)
	if err := os.WriteFile(name, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// releaseData is the data directory of the newest release.
func releaseData(t *testing.T) string {
	t.Helper()
	all, err := filepath.Glob("testdata/releases/*.tar.zst")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	return filepath.Join(unpackRelease(t, all[len(all)-1]), "data")
}

func rehearse(t *testing.T, data string, args ...string) (string, error) {
	t.Helper()
	b, err := exec.Command("anbar", append([]string{"rehearse", "--data", data}, args...)...).CombinedOutput()
	return string(b), err
}

// TestARehearsalSaysWhatDiffers has old programs answer that knew something else.
func TestARehearsalSaysWhatDiffers(t *testing.T) {
	t.Parallel()
	data := releaseData(t)
	for name, c := range map[string]struct {
		edit, want string
		good       bool
	}{
		"the same":        {"", "Nothing speaks against this program.", true},
		"another name":    {`s/"file_name":"گزارش 4/"file_name":"گزارش ۴/g`, `file_name: was "گزارش ۴.txt", and is "گزارش 4.txt"`, false},
		"another size":    {`s/"size":[1-9]/&0/g`, "size: was ", false},
		"a right less":    {`s/"action":"create"/"action":"read"/g`, `action: was "read", and is "create"`, false},
		"another status":  {`s/"status":200/"status":404/g`, "the answer was 404, and is 200", false},
		"it failed, too":  {`s/"status":200/"status":500/g`, "Nothing speaks against this program.", true},
		"a field is gone": {`s/"body":{/"body":{"gone":1,/g`, `the field "gone" is missing`, false},
		"no rehearsal":    {`w /dev/full`, "could not be compared", true},
	} {
		got, err := rehearse(t, data, "--old", forgeProgram(t, c.edit))
		if !strings.Contains(got, c.want) || (err == nil) != c.good {
			t.Errorf("%s: %v\n%.3000s", name, err, got)
		}
	}
	left, err := filepath.Glob(filepath.Join(data, "cache", "rehearsal", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("it left %v, %v", left, err)
	}
}

// TestAFailedSignInIsOneSentence, and not a difference for each question of the user.
func TestAFailedSignInIsOneSentence(t *testing.T) {
	t.Parallel()
	got, err := rehearse(t, releaseData(t), "--old", forgeProgram(t, `s/"user":"[0-9a-z]*"/"user":"0aaaaaaaaaaaa"/g`))
	if n := strings.Count(got, "WRONG: ") + strings.Count(got, "DIFFERENT: "); err == nil || n != 1 {
		t.Errorf("%d sentences, %v\n%.3000s", n, err, got)
	}
	if !strings.Contains(got, "nobody can sign in as the user ") {
		t.Errorf("%.3000s", got)
	}
}

// TestARehearsalTouchesNothing beside a server, with connections that staff entered: nobody is called, and the data stay as they are.
func TestARehearsalTouchesNothing(t *testing.T) {
	t.Parallel()
	data := releaseData(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var called atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			called.Add(1)
			c.Close()
		}
	}()
	conf := filepath.Join(t.TempDir(), "anbar.conf")
	host, port, _ := net.SplitHostPort(l.Addr().String())
	text := fmt.Sprintf("smtp-host = %s\nsmtp-port = %s\nmail-from = a@example.org\nbackup-to = s3://x/y\ns3-endpoint = http://%s\n"+
		"listen = %s\n", host, port, l.Addr(), l.Addr())
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(data, "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := rehearse(t, data, "--config", conf); err != nil {
		t.Errorf("%v: %s", err, got)
	}
	after, err := os.ReadFile(filepath.Join(data, "anbar.db"))
	if err != nil || string(after) != string(before) {
		t.Errorf("the database changed, %v", err)
	}
	if n := called.Load(); n > 0 {
		t.Errorf("%d connections came", n)
	}
}

// TestARehearsalOfNothing fails with a sentence.
func TestARehearsalOfNothing(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	got, err := rehearse(t, empty)
	if left, _ := os.ReadDir(empty); err == nil || len(left) > 0 || !strings.Contains(got, empty) {
		t.Errorf("%v: %s; it left %v", err, got, left)
	}
	data := releaseData(t)
	name := filepath.Join(data, "anbar.db")
	if err := os.WriteFile(name, []byte("no database at all, and long enough to be read as one"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := rehearse(t, data); err == nil || !strings.Contains(got, "copy the database") {
		t.Errorf("%v: %s", err, got)
	}
}
