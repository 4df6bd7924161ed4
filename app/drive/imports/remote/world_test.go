package remote

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/outward"
	"anbar/app/drive/imports/source"
)

// anywhere reaches this machine, where the servers of tests are.
func anywhere() *http.Client {
	return outward.Guard{AllowPrivate: func() bool { return true }}.NewClient(limits.ImportHead, limits.ImportIdle)
}

// world is a server that answers as it is told to, and writes requests down.
type world struct {
	*httptest.Server
	mu      sync.Mutex
	answers map[string]http.HandlerFunc // by method and escaped path
	seen    []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{answers: map[string]http.HandlerFunc{}}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	return w
}

// ServeHTTP implements http.Handler.
func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	at := r.Method + " " + r.URL.EscapedPath()
	w.seen = append(w.seen, at)
	do := w.answers[at]
	w.mu.Unlock()
	if do == nil {
		http.Error(rw, "nothing here", http.StatusNotFound)
		return
	}
	do(rw, r)
}

func (w *world) on(at string, do http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[at] = do
}

// says answers with a body that a file holds, or that is given.
func (w *world) says(at string, status int, body string) {
	if b, err := os.ReadFile("testdata/" + body); err == nil {
		body = string(b)
	}
	w.on(at, func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/xml; charset=utf-8")
		rw.WriteHeader(status)
		_, _ = io.WriteString(rw, body)
	})
}

func (w *world) count(at string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.seen {
		if s == at {
			n++
		}
	}
	return n
}

func (w *world) options(path string) Options {
	return Options{
		Address: w.URL + path, User: "alice", Password: "Abcde-Fghij", Tags: "Tags", HTTP: anywhere(), Pause: time.Millisecond,
	}
}

// opened signs in at the server.
func (w *world) opened(t *testing.T, path string) *Source {
	t.Helper()
	s, err := New(t.Context(), w.options(path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// nextcloud makes the server one, with the recorded answers.
func (w *world) nextcloud() {
	w.says("GET /status.php", 200, `{"installed":true,"maintenance":false,"needsDbUpgrade":false,"version":"31.0.9.1",`+
		`"versionstring":"31.0.9","edition":"","productname":"Cloud of the school","extendedSupport":false}`)
	w.says("GET /ocs/v2.php/cloud/user", 200, `{"ocs":{"meta":{"status":"ok","statuscode":200,"message":"OK"},"data":{"id":"alice",`+
		`"display-name":"Alice","email":"alice@example.com"}}}`)
	w.says("PROPFIND /remote.php/dav/files/alice/", 207, "nextcloud_top.xml")
}

// everything lists a source to its end, as the engine does.
func everything(t *testing.T, s source.Source) ([]source.Item, error) {
	t.Helper()
	var all []source.Item
	todo := []string{""}
	for len(todo) > 0 {
		next := todo[0]
		todo = todo[1:]
		for {
			p, err := s.List(t.Context(), next)
			if err != nil {
				return all, err
			}
			all = append(all, p.Items...)
			for _, b := range p.Listings {
				todo = append(todo, b.Cursor)
			}
			if next = p.Next; next == "" {
				break
			}
		}
		if len(all) > 50_000 {
			return all, errors.New("the listing does not end")
		}
	}
	slices.SortFunc(all, func(a, b source.Item) int { return strings.Compare(a.Key, b.Key) })
	return all, nil
}

// summary says in a line what an item is.
func summary(it *source.Item) string {
	kind := "file"
	if it.Directory {
		kind = "directory"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %q %d %s %s", kind, it.Path, it.Size, it.ETag, it.Skip))
}

func read(t *testing.T, s source.Source, it *source.Item, offset int64) (string, *source.Info, error) {
	t.Helper()
	body, info, err := s.Open(t.Context(), it, offset)
	if err != nil {
		return "", nil, err
	}
	b, err := io.ReadAll(body)
	return string(b), info, errors.Join(err, body.Close())
}

// listing is an answer to PROPFIND with files of those names in a directory.
func listing(dir string, directories, files []string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">`)
	one := func(href, kind string) {
		fmt.Fprintf(&b, "<d:response><d:href>%s</d:href><d:propstat><d:prop><d:resourcetype>%s</d:resourcetype>"+
			"<d:getcontentlength>1</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>", href, kind)
	}
	one(dir, "<d:collection/>")
	for _, n := range directories {
		one(n, "<d:collection/>")
	}
	for _, n := range files {
		one(n, "")
	}
	return b.String() + "</d:multistatus>"
}
