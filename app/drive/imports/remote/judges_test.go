package remote

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/app/drive/imports/source"
)

// names that servers write in many forms.
var oddNames = []string{
	"a b.txt", "100% & more.txt", "#hash?question.txt", "گزارش سال.pdf", "e\u0301 and é.txt", "semi;colon=1,2.txt", "[brackets](1)+'.txt",
	"émoji 🎉.bin", "percent%20twice.txt", ".hidden", "UPPER.TXT", "tilde~", "back\\slash.txt", "quote\".txt", "lt<gt>.txt",
}

// tree writes files below dir and returns their hashes by path.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	random := rand.New(rand.NewPCG(1, 2))
	put := func(name string, size int) {
		b := make([]byte, size)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, time.Unix(1_600_000_000, 0), time.Unix(1_600_000_000, 0)); err != nil {
			t.Fatal(err)
		}
		all[name] = fmt.Sprintf("%x", sha256.Sum256(b))
	}
	for i, n := range oddNames {
		put(n, i*37)
		put(filepath.Join("deep", "پوشهٔ تو در تو", fmt.Sprint(i), n), 5000+i)
	}
	put("large.bin", 3<<20+7)
	for i := range 520 {
		put(fmt.Sprintf("many/file %d.txt", i), i)
	}
	if err := os.MkdirAll(filepath.Join(dir, "empty", "emptier"), 0o700); err != nil {
		t.Fatal(err)
	}
	return all
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestRcloneServes reads a directory from the WebDAV server of rclone, which is another implementation than ours.
func TestRcloneServes(t *testing.T) {
	if _, err := exec.LookPath("rclone"); err != nil {
		t.Skip("rclone is not here")
	}
	dir, at := t.TempDir(), freePort(t)
	want := tree(t, dir)
	var said bytes.Buffer
	cmd := exec.Command("rclone", "serve", "webdav", dir, "--addr", at, "--user", "sara", "--pass", "a secret: with signs")
	cmd.Env = append(os.Environ(), "RCLONE_CONFIG="+os.DevNull)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(100 * time.Millisecond) {
		c, err := net.Dial("tcp", at)
		if err == nil {
			c.Close()
			break
		}
	}
	o := Options{Address: "http://" + at, User: "sara", Password: "a secret: with signs", HTTP: anywhere()}
	s, err := New(t.Context(), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	all, err := everything(t, s)
	if err != nil {
		t.Fatal(err)
	}
	got, directories := map[string]string{}, map[string]bool{}
	for i := range all {
		it := &all[i]
		if it.Directory {
			directories[it.Path] = true
			continue
		}
		text, info, err := read(t, s, it, 0)
		if err != nil {
			t.Fatalf("%q: %v", it.Key, err)
		}
		if info.Size != int64(len(text)) || it.Size != info.Size || it.ModifiedAt.Unix() != 1_600_000_000 || info.ETag != it.ETag {
			t.Errorf("%q: %+v %+v", it.Key, it, info)
		}
		got[it.Key] = fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		if it.Size < 5000 {
			continue
		}
		if half, _, err := read(t, s, it, it.Size/2); err != nil || half != text[it.Size/2:] {
			t.Errorf("%q from its half on: %v", it.Key, err)
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("%d files, not %d", len(got), len(want))
		for n := range want {
			if got[n] != want[n] {
				t.Errorf("%q", n)
			}
		}
	}
	if !directories["empty/emptier"] {
		t.Error("empty directories are left out")
	}
	o.Password = "another"
	if _, err := New(t.Context(), o); !errors.Is(err, fault.ImportSourceDenied) {
		t.Errorf("a wrong password: %v", err)
	}
	o.Address, o.Password = o.Address+"/nowhere", "a secret: with signs"
	if _, err := New(t.Context(), o); !errors.Is(err, fault.ImportSourceGone) {
		t.Errorf("a wrong directory: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "large.bin"), []byte("small"), 0o600); err != nil {
		t.Fatal(err)
	}
	large := &source.Item{Key: "large.bin", Size: 3<<20 + 7, ETag: `"before"`}
	if _, _, err := s.Open(t.Context(), large, 1000); !errors.Is(err, source.ErrChanged) {
		t.Errorf("a file that changed: %v", err)
	}
	if _, _, err := s.Open(t.Context(), &source.Item{Key: "never there"}, 0); !errors.Is(err, source.ErrGone) {
		t.Errorf("a file that is gone: %v", err)
	}
}
