package stories

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"anbar/config"
)

// isChunk reports whether a request brings a chunk of a file.
func isChunk(r *http.Request) bool {
	return r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/remote.php/dav/uploads/")
}

// second answers the second chunk with do, once.
func (w *syncWorld) second(do http.HandlerFunc) {
	chunks := 0
	w.replace(func(rw http.ResponseWriter, r *http.Request) bool {
		if !isChunk(r) {
			return false
		}
		w.mu.Lock()
		chunks++
		now := chunks
		w.mu.Unlock()
		if now == 2 {
			do(rw, r)
		}
		return now == 2
	})
}

func TestAChunkThatIsCutIsSentAgain(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a, b := w.client(), w.client()
		content := strings.Repeat("0123456789abcde\n", 26<<16)
		a.write("big.bin", content)
		w.second(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			panic(http.ErrAbortHandler)
		})
		a.sync()
		w.replace(nil)
		if all := w.requests(); count(all, "PUT /remote.php/dav/uploads/") < 3 || count(all, "MOVE /remote.php/dav/uploads/") != 1 {
			t.Errorf("chunks: %v", all)
		}
		b.sync()
		if b.read("big.bin") != content {
			t.Error("the file is another one")
		}
	})
}

// TestAnUploadGoesOnAfterTheServerWasAway has a server that is restarted between two runs of the client, too.
func TestAnUploadGoesOnAfterTheServerWasAway(t *testing.T) {
	t.Parallel()
	w := newSyncWorld(t, "nextcloudcmd")
	a := w.client()
	content := strings.Repeat("0123456789abcde\n", 26<<16)
	a.write("big.bin", content)
	w.second(func(rw http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		rw.WriteHeader(http.StatusServiceUnavailable)
	})
	if _, err := a.try(); err == nil {
		t.Fatal("the run did not fail")
	}
	w.replace(nil)
	w.stop()
	w.start()
	rest(t)
	w.requests()
	a.sync()
	all := w.requests()
	if count(all, "PROPFIND /remote.php/dav/uploads/") != 1 || count(all, "MKCOL /remote.php/dav/uploads/") != 0 ||
		strings.Contains(strings.Join(all, "\n"), "/0000000000000000\n") {
		t.Errorf("the upload began again: %v", all)
	}
	if got := w.want(200, "sara", "GET", w.tree("sara")+"big.bin", ""); string(got.Body) != content {
		t.Error("the file is another one")
	}
}

func TestAFullWorkspaceKeepsTheRestGoing(t *testing.T) {
	for _, program := range syncClients {
		t.Run(program, func(t *testing.T) {
			t.Parallel()
			w := newSyncWorld(t, program, func(o *config.Serve) { o.SpaceLimit = 4 << 20 })
			a := w.client()
			a.write("small.txt", "small")
			a.write("big.bin", strings.Repeat("x", 12_000_000)) // in chunks
			a.write("middle.bin", strings.Repeat("y", 5<<20))   // in one
			out, err := a.try()
			if err == nil || !strings.Contains(out, "enough") && !strings.Contains(out, "nsufficient") {
				t.Errorf("the client says nothing about it: %v\n%s", err, last(out, 3000))
			}
			w.want(200, "sara", "GET", w.tree("sara")+"small.txt", "")
			for _, name := range []string{"big.bin", "middle.bin"} {
				w.want(404, "sara", "GET", w.tree("sara")+name, "")
			}
			if len(a.read("big.bin")) != 12_000_000 {
				t.Error("the file on the device changed")
			}
		})
	}
}

// TestARestoredServerTakesNothingAway brings the server back to a state that is older than the devices.
func TestARestoredServerTakesNothingAway(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a, b := w.client(), w.client()
		a.write("old.txt", "old")
		a.write("changed.txt", "before the backup")
		a.sync()
		b.sync()
		copies := filepath.Join(t.TempDir(), "copies")
		w.stop()
		w.run("backup", "--data", w.options.Data, "--to", copies)
		w.start()
		a.write("newer.txt", "after the backup")
		a.write("dir/newer too.txt", "after the backup")
		a.write("changed.txt", "after the backup!")
		a.sync()
		w.stop()
		if err := os.RemoveAll(w.options.Data); err != nil {
			t.Fatal(err)
		}
		w.run("restore", "--from", copies, "--data", w.options.Data)
		w.start()
		a.sync()
		b.sync()
		a.sync()
		b.sync()
		for _, s := range []*syncer{a, b} {
			for name, content := range map[string]string{
				"newer.txt": "after the backup", "dir/newer too.txt": "after the backup", "old.txt": "old",
			} {
				if got := s.read(name); got != content {
					t.Errorf("%s is %q", name, got)
				}
			}
		}
		found := ""
		for name := range a.files() {
			if strings.HasPrefix(name, "changed") {
				found += a.read(name) + "\n"
			}
		}
		if !strings.Contains(found, "after the backup!") {
			t.Errorf("what was changed after the backup is lost: %q", found)
		}
	})
}

// run runs a command of the server.
func (w *syncWorld) run(args ...string) {
	w.t.Helper()
	if out, err := exec.Command("anbar", args...).CombinedOutput(); err != nil {
		w.t.Fatalf("anbar %s: %v\n%s", args[0], err, out)
	}
}
