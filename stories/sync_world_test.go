package stories

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"
	"anbar/config"
)

// syncClients are the engines of the desktop apps, without their windows.
var syncClients = []string{"nextcloudcmd", "owncloudcmd"}

// eachClient runs a story with every engine.
func eachClient(t *testing.T, story func(t *testing.T, w *syncWorld)) {
	t.Helper()
	t.Parallel()
	for _, program := range syncClients {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			story(t, newSyncWorld(t, program))
		})
	}
}

// syncWorld is an appliance with sync clients of Sara. Its server writes requests down and may answer in place of the
// appliance.
type syncWorld struct {
	*davWorld
	program string
	options config.Serve

	mu      sync.Mutex
	seen    []string                                      // method and path of each request
	instead func(http.ResponseWriter, *http.Request) bool // answers a request itself
}

func newSyncWorld(t *testing.T, program string, change ...func(*config.Serve)) *syncWorld {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not here: run scripts/devices.sh, which installs it", program)
	}
	w := &syncWorld{davWorld: &davWorld{t: t, tokens: map[string]string{}}, program: program, options: settings(dataDir(t))}
	for _, c := range change {
		c(&w.options)
	}
	w.start()
	t.Cleanup(w.stop)
	server := httptest.NewServer(http.HandlerFunc(w.answer))
	t.Cleanup(server.Close)
	w.site = server.URL
	w.sara, w.omid = person(t, w.app, "sara"), person(t, w.app, "omid")
	w.space = w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201).get(t, "space_id").(string)
	w.base = "/dav/" + w.space + "/"
	for name, c := range map[string]client{"sara": w.sara, "omid": w.omid} {
		c.do("PUT", "/users/me", map[string]string{"language": "en"}).must(t, 200)
		w.tokens[name] = c.do("POST", "/accounts/connected-devices", map[string]any{"name": "Laptop", "may_write": true}).must(t, 201).
			get(t, "token").(string)
	}
	return w
}

func (w *syncWorld) start() {
	w.t.Helper()
	a, err := app.New(context.Background(), w.options, slog.New(slog.DiscardHandler))
	if err != nil {
		w.t.Fatal(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.app, w.sara.handler, w.omid.handler = a, a, a
}

func (w *syncWorld) stop() {
	if err := w.app.Close(); err != nil {
		w.t.Error(err)
	}
}

func (w *syncWorld) answer(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.seen = append(w.seen, r.Method+" "+r.URL.Path)
	instead, a := w.instead, w.app
	w.mu.Unlock()
	if instead == nil || !instead(rw, r) {
		a.ServeHTTP(rw, r)
	}
}

// tree is the address of what a person's clients synchronize.
func (w *syncWorld) tree(who string) string {
	w.t.Helper()
	user := w.want(200, who, "GET", "/ocs/v1.php/cloud/user?format=json", "")
	return "/remote.php/dav/files/" + user.get(w.t, "ocs", "data", "id").(string) + "/"
}

// requests forgets what was asked before and returns it.
func (w *syncWorld) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.seen
	w.seen = nil
	return all
}

// replace answers requests in place of the appliance, as long as it returns true; nil ends that.
func (w *syncWorld) replace(instead func(http.ResponseWriter, *http.Request) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.instead = instead
}

func count(requests []string, prefix string) (n int) {
	for _, r := range requests {
		if strings.HasPrefix(r, prefix) {
			n++
		}
	}
	return n
}

// syncer is one sync client with its directory.
type syncer struct {
	w    *syncWorld
	who  string
	dir  string
	home string
	env  []string
	time time.Duration // of one run; a client that takes longer is killed
}

func (w *syncWorld) client() *syncer { return w.clientOf("sara") }

func (w *syncWorld) clientOf(who string) *syncer {
	w.t.Helper()
	s := &syncer{w: w, who: who, dir: w.t.TempDir(), home: w.t.TempDir(), time: 3 * time.Minute}
	if err := os.WriteFile(filepath.Join(s.home, "exclude.lst"), []byte("]*.tmpignored\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return s
}

// try synchronizes once and returns what the client said.
func (s *syncer) try() (string, error) {
	s.w.t.Helper()
	ctx, cancel := context.WithTimeout(s.w.t.Context(), s.time)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.w.program, "-h", "--non-interactive", "--exclude", filepath.Join(s.home, "exclude.lst"),
		"--user", s.who+"@example.org", "--password", s.w.tokens[s.who], s.dir, s.w.site)
	cmd.Env = append(os.Environ(), "HOME="+s.home, "XDG_CONFIG_HOME="+s.home, "XDG_DATA_HOME="+s.home, "XDG_CACHE_HOME="+s.home,
		"QT_QPA_PLATFORM=offscreen", "LANG=C.UTF-8")
	cmd.Env = append(cmd.Env, s.env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	return out.String(), err
}

// sync synchronizes and fails the test when the client failed.
func (s *syncer) sync() string {
	s.w.t.Helper()
	out, err := s.try()
	if err != nil {
		s.w.t.Fatalf("%s: %v\n%s", s.w.program, err, last(out, 6000))
	}
	return out
}

func last(s string, n int) string { return s[max(0, len(s)-n):] }

func (s *syncer) write(name, content string) {
	s.w.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		s.w.t.Fatal(err)
	}
}

func (s *syncer) rename(from, to string) {
	s.w.t.Helper()
	if err := os.Rename(filepath.Join(s.dir, from), filepath.Join(s.dir, to)); err != nil {
		s.w.t.Fatal(err)
	}
}

func (s *syncer) remove(name string) {
	s.w.t.Helper()
	if err := os.RemoveAll(filepath.Join(s.dir, name)); err != nil {
		s.w.t.Fatal(err)
	}
}

func (s *syncer) read(name string) string {
	s.w.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.w.t.Fatal(err)
	}
	return string(b)
}

// files are the files and directories of the client, with sums of what they hold.
func (s *syncer) files() map[string]string {
	s.w.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(s.dir, path)
		switch {
		case err != nil || name == ".":
			return err
		case strings.HasPrefix(d.Name(), ".sync_"), strings.HasPrefix(d.Name(), "._sync_"), strings.HasPrefix(d.Name(), ".owncloudsync"),
			strings.HasPrefix(d.Name(), ".nextcloudsync"):
			return nil
		case d.IsDir():
			all[name] = "directory"
			return nil
		}
		b, err := os.ReadFile(path)
		all[name] = fmt.Sprintf("%d %x", len(b), sha256.Sum256(b))
		return err
	})
	if err != nil {
		s.w.t.Fatal(err)
	}
	return all
}

// same fails unless both clients hold the same.
func same(t *testing.T, a, b *syncer) {
	t.Helper()
	x, y := a.files(), b.files()
	if maps.Equal(x, y) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(x)) {
		if x[name] != y[name] {
			t.Errorf("%q is %q and %q", name, x[name], y[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(y)) {
		if _, there := x[name]; !there {
			t.Errorf("%q is only at the second: %q", name, y[name])
		}
	}
}
