package stories

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// davWriter is a device that puts new files, and one file again and again, until the server dies.
type davWriter struct {
	v     *victim
	name  string
	token string
	base  string
	acked map[string][]byte // by name
	began map[string][]byte // sent, and not answered
	turns int
}

// content of a turn is the same each time it is asked for, and a large one each fifth time.
func (w *davWriter) content(name string, turn int) []byte {
	size := 1 + (turn*7919)%4000
	if turn%5 == 4 {
		size = 100_000
	}
	return bytes.Repeat(fmt.Appendf(nil, "%s %d\n", name, turn), size)
}

func (w *davWriter) ask(method, name string, body []byte) (int, []byte, error) {
	req, err := http.NewRequest(method, "http://"+w.v.addr+w.base+name, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.SetBasicAuth("v@example.org", w.token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	return res.StatusCode, all, err
}

func (w *davWriter) write() {
	for ; ; w.turns++ {
		name := fmt.Sprintf("%s-%d.txt", w.name, w.turns)
		if w.turns%2 == 1 {
			name = w.name + "-again.txt"
		}
		content := w.content(name, w.turns)
		w.began[name] = content
		status, _, err := w.ask("PUT", name, content)
		if err != nil {
			w.turns++
			return
		}
		if status != http.StatusCreated && status != http.StatusNoContent {
			w.v.t.Errorf("%s: %d", name, status)
			return
		}
		w.acked[name] = content
		delete(w.began, name)
	}
}

// look expects every acknowledged content, or the whole content of the PUT that the kill met, and says how many it met.
func (w *davWriter) look() int {
	w.v.t.Helper()
	for name, content := range w.acked {
		status, got, err := w.ask("GET", name, nil)
		if err != nil || status != 200 || !bytes.Equal(got, content) && !bytes.Equal(got, w.began[name]) {
			w.v.t.Errorf("%s was acknowledged with %d bytes and is %d with %d bytes, %v", name, len(content), status, len(got), err)
		}
	}
	met := len(w.began)
	for name, content := range w.began {
		status, got, err := w.ask("GET", name, nil)
		if err != nil || status == 200 && !bytes.Equal(got, content) && !bytes.Equal(got, w.acked[name]) ||
			status == 404 && w.acked[name] != nil || status != 200 && status != 404 {
			w.v.t.Errorf("%s was cut at some byte of %d and is %d with %d bytes, %v", name, len(content), status, len(got), err)
		}
		if status == 200 {
			w.acked[name] = got
		}
		delete(w.began, name)
	}
	return met
}

// TestKillsDuringPuts kills the server while devices put files by WebDAV. A file is the one before or the one after.
func TestKillsDuringPuts(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	var space struct {
		ID string `json:"space_id"`
	}
	var made struct{ Token string }
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "Victims"}, &space); err != nil {
		t.Fatal(err)
	}
	if err := v.call("POST", "/accounts/api-tokens", map[string]any{"name": "disk", "may_write": true}, &made); err != nil {
		t.Fatal(err)
	}
	writers := make([]*davWriter, 4)
	for i := range writers {
		writers[i] = &davWriter{
			v: v, name: fmt.Sprintf("w%d", i), token: made.Token, base: "/dav/" + space.ID + "/",
			acked: map[string][]byte{}, began: map[string][]byte{},
		}
	}
	met, acked := 0, 0
	for range kills / 2 {
		var all sync.WaitGroup
		for _, w := range writers {
			all.Go(w.write)
		}
		time.Sleep(time.Duration(50+rand.N(400)) * time.Millisecond)
		v.kill()
		all.Wait()
		v.live()
		for _, w := range writers {
			met += w.look()
		}
	}
	v.kill()
	out, err := exec.Command("anbar", "check", "--data", v.data).CombinedOutput()
	if err != nil || strings.Contains(string(out), "DAMAGED") {
		t.Errorf("anbar check: %v\n%s", err, out)
	}
	for _, w := range writers {
		acked += len(w.acked)
	}
	t.Logf("%d kills met %d puts; %d files, none lost", kills/2, met, acked)
	if met == 0 || acked < kills {
		t.Error("no kill met a put: the test proves nothing")
	}
}
