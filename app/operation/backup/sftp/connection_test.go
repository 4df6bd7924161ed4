package sftp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/operation/backup/sftp/sftptest"
)

// connect reaches a server whose host key is accepted, with a key of its own.
func connect(t *testing.T, s *sftptest.Server, idle time.Duration) *Connection {
	t.Helper()
	a, err := ParseAddress(s.Address("copies"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := NewConnection(a, Settings{Key: filepath.Join(dir, "key"), IsOwn: true, KnownHosts: filepath.Join(dir, "hosts"), Name: "test"})
	if err := os.WriteFile(c.settings.KnownHosts, []byte(s.KnownHosts()), 0o600); err != nil {
		t.Fatal(err)
	}
	c.idle, c.first = idle, 0
	return c
}

func allow(context.Context) error { return nil }

func put(c *Connection, name string, r io.Reader) error {
	_, err := c.Write(context.Background(), name, r, -1, time.Time{}, allow)
	return err
}

func mustPut(t *testing.T, c *Connection, name, content string) {
	t.Helper()
	if err := put(c, name, strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
}

// mustRead is what a file holds.
func mustRead(t *testing.T, c *Connection, name, want string) {
	t.Helper()
	if b, err := c.ReadFile(t.Context(), name, 1<<30); err != nil || string(b) != want {
		t.Errorf("%s: %d bytes, %v; want %d", name, len(b), err, len(want))
	}
}

// mustHave is all that lies in a directory.
func mustHave(t *testing.T, s *sftptest.Server, dir string, want ...string) {
	t.Helper()
	all, err := os.ReadDir(filepath.Join(s.Dir, "copies", dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var got []string
	for _, e := range all {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s holds %q, want %q", dir, got, want)
	}
}

var long = strings.Repeat("a long content takes many requests. ", 3<<20/36)

func TestAConnectionThatBreaksInTheMiddleLeavesNothingHalf(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	mustPut(t, c, "dir/file", "old")
	s.Break(sftptest.Faults{CutWrites: 20})
	for name, r := range map[string]io.Reader{"stream": strings.NewReader(long), "rewound": bytes.NewReader([]byte(long))} {
		if err := put(c, "dir/file", r); err == nil {
			t.Errorf("%s: it was written over a connection that broke", name)
		}
		mustHave(t, s, "dir", "file")
	}
	s.Break(sftptest.Faults{})
	mustRead(t, c, "dir/file", "old")
	mustPut(t, c, "dir/file", long)
	s.Break(sftptest.Faults{CutReads: 40})
	r, err := c.Open(t.Context(), "dir/file", 0)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || len(b) == len(long) {
		t.Errorf("half a file was read: %d bytes, %v", len(b), err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	s.Break(sftptest.Faults{})
	mustRead(t, c, "dir/file", long)
}

// TestWhatCouldNotBeDeletedIsLater gives up a file while the server lets nobody in any more.
func TestWhatCouldNotBeDeletedIsLater(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	mustPut(t, c, "dir/file", "old")
	s.Allow()
	s.Break(sftptest.Faults{CutWrites: 20})
	if err := put(c, "dir/file", strings.NewReader(long)); err == nil {
		t.Fatal("it was written")
	}
	if left, err := filepath.Glob(filepath.Join(s.Dir, "copies/dir/*"+partial)); err != nil || len(left) != 1 {
		t.Fatalf("the server was out of reach: %q, %v", left, err)
	}
	s.Break(sftptest.Faults{})
	line, err := c.settings.LoadPublicLine()
	if err != nil {
		t.Fatal(err)
	}
	s.Allow(line)
	mustPut(t, c, "dir/other", "new")
	mustHave(t, s, "dir", "file", "other")
}

// TestANameThatOthersCanTakeIsNotDeletedLater: of a file without a temporary name another may stand there when the server is back.
func TestANameThatOthersCanTakeIsNotDeletedLater(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	mustPut(t, c, "copy.json", "of another appliance")
	s.Allow()
	s.Cut()
	c.discard(t.Context(), c.filePath("copy.json"))
	line, err := c.settings.LoadPublicLine()
	if err != nil {
		t.Fatal(err)
	}
	s.Allow(line)
	mustPut(t, c, "other", "new")
	mustHave(t, s, "", "copy.json", "other")
}

func TestABrokenConnectionIsMadeAnewOnce(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	do := map[string]func() error{
		"write":  func() error { return put(c, "file", strings.NewReader("content")) },
		"create": func() error { return c.Create(t.Context(), newName(), []byte("new"), allow) },
		"read":   func() error { _, err := c.ReadFile(t.Context(), "file", 99); return err },
		"list":   func() error { _, err := c.List(t.Context(), "."); return err },
		"delete": func() error { return c.Remove(t.Context(), "none") },
	}
	mustPut(t, c, "file", "content")
	for name, do := range do {
		s.Cut()
		if err := do(); err != nil {
			t.Errorf("%s after the connection broke: %v", name, err)
		}
	}
	if _, made := s.Connections(); made != 1+len(do) {
		t.Errorf("%d connections were made", made)
	}
}

// TestASilentServerHoldsUpNobody asks a server that takes everything and answers nothing.
func TestASilentServerHoldsUpNobody(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, 500*time.Millisecond)
	mustPut(t, c, "file", long)
	s.Break(sftptest.Faults{Silent: true})
	began := time.Now()
	if _, err := c.List(t.Context(), "."); !errors.Is(err, errStalled) || time.Since(began) > longest*c.idle*4/5 {
		t.Errorf("a list: %v, after %s", err, time.Since(began))
	}
	s.Break(sftptest.Faults{})
	open, err := c.Open(t.Context(), "file", 0)
	if err != nil {
		t.Fatal(err)
	}
	do := map[string]func(context.Context) error{
		"write": func(ctx context.Context) error {
			_, err := c.Write(ctx, "file", strings.NewReader("content"), 7, time.Time{}, allow)
			return err
		},
		"create": func(ctx context.Context) error { return c.Create(ctx, "new", []byte("new"), allow) },
		"read":   func(ctx context.Context) error { _, err := c.ReadFile(ctx, "file", 99); return err },
		"list":   func(ctx context.Context) error { _, err := c.List(ctx, "."); return err },
		"delete": func(ctx context.Context) error { return c.Remove(ctx, "file") },
	}
	s.Break(sftptest.Faults{Silent: true})
	var all sync.WaitGroup
	for name, do := range do {
		all.Go(func() {
			if err := do(t.Context()); err == nil {
				t.Errorf("%s: a silent server did it", name)
			}
		})
	}
	all.Go(func() {
		if _, err := io.ReadAll(open); !errors.Is(err, errStalled) {
			t.Errorf("read: %v", err)
		}
	})
	began = time.Now()
	for name, do := range do {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if err := do(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: it goes on after its caller gave up: %v", name, err)
		}
		cancel()
	}
	all.Wait()
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %s", took)
	}
	if err := open.Close(); err != nil {
		t.Error(err)
	}
	s.Break(sftptest.Faults{})
	mustRead(t, c, "file", long)
}

func TestAFullDiskIsNamedAndKeepsWhatIsThere(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	mustPut(t, c, "file", "old")
	s.Break(sftptest.Faults{Full: true})
	if err := put(c, "file", strings.NewReader("new")); err == nil || !strings.Contains(err.Error(), "disk") {
		t.Errorf("put: %v", err)
	}
	if err := c.Create(t.Context(), "new", []byte("new"), allow); err == nil {
		t.Error("create: it was written")
	}
	mustHave(t, s, ".", "file")
	mustRead(t, c, "file", "old")
}

// TestAServerWithoutExtensionsReplacesAndCreates: it has no links, and renames to free names only.
func TestAServerWithoutExtensionsReplacesAndCreates(t *testing.T) {
	s := sftptest.Start(t)
	s.Break(sftptest.Faults{Plain: true})
	c := connect(t, s, time.Minute)
	mustPut(t, c, "dir/file", "old")
	mustPut(t, c, "dir/file", "new")
	mustRead(t, c, "dir/file", "new")
	var all sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 8 {
		all.Go(func() {
			err := c.Create(t.Context(), "dir/claim", []byte("mine"), allow)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				made++
			} else if !errors.Is(err, fs.ErrExist) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if made != 1 {
		t.Errorf("%d made the same file", made)
	}
	mustHave(t, s, "dir", "claim", "file")
}

func TestAConnectionThatNobodyNeedsEnds(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, 200*time.Millisecond)
	mustPut(t, c, "file", "content")
	r, err := c.Open(t.Context(), "file", 0)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(600 * time.Millisecond) // longer than a connection without use stands
	if b, err := io.ReadAll(r); err != nil || string(b) != "content" {
		t.Errorf("a file that is read slowly: %q, %v", b, err)
	}
	if open, made := s.Connections(); open != 1 || made != 1 {
		t.Errorf("while a file is open: %d of %d", open, made)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	for wait := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if open, _ := s.Connections(); open == 0 {
			break
		} else if time.Since(wait) > 10*time.Second {
			t.Fatalf("%d connections stay", open)
		}
	}
	mustRead(t, c, "file", "content")
}

// TestManyOperationsShareOneConnection, also when they begin before it stands.
func TestManyOperationsShareOneConnection(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			if err := put(c, "dir/"+newName(), strings.NewReader(long)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if _, made := s.Connections(); made != 1 || s.IsAskedForMore() {
		t.Errorf("%d connections, asked for more than files: %v", made, s.IsAskedForMore())
	}
}

func TestOthersOnTheServerCannotReadTheCopies(t *testing.T) {
	s := sftptest.Start(t)
	c := connect(t, s, time.Minute)
	mustPut(t, c, "secrets", "the keys")
	mustPut(t, c, "a/b/file", "content")
	for name, want := range map[string]fs.FileMode{".": 0o700, "a": 0o700, "a/b": 0o700, "secrets": 0o600} {
		info, err := os.Stat(filepath.Join(s.Dir, "copies", name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if err := os.Chmod(filepath.Join(s.Dir, "copies/a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.RestrictAccess(t.Context(), "a"), c.RestrictAccess(t.Context(), "none")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(s.Dir, "copies/a")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("a directory that was open: %v, %v", info.Mode(), err)
	}
}
