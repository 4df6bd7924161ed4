package stories

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"anbar/blobstore"
)

// front stands between the devices and the proxy. It knows which contents the server acknowledged, because the clients end
// without an error after failures that they hide.
type front struct {
	storm *storm

	mu     sync.Mutex
	chunks map[string]map[string][]byte // by upload, by name
}

// begin returns the address of a new front.
func (f *front) begin() string {
	to := &url.URL{Scheme: "http", Host: f.storm.proxy.listener.Addr().String()}
	onward := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(to)
			r.Out.Host = r.In.Host
		},
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
		ErrorLog:     log.New(io.Discard, "", 0),
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		told := &statusWriter{ResponseWriter: w}
		onward.ServeHTTP(told, r)
		if told.status == http.StatusCreated || told.status == http.StatusNoContent {
			f.note(r.Method, r.URL.Path, body)
		}
	}))
	s.Config.ErrorLog = onward.ErrorLog
	s.Start()
	f.storm.t.Cleanup(s.Close)
	return s.URL
}

// note remembers the content of a request that was done.
func (f *front) note(method, at string, body []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	dir, name := path.Split(at)
	chunked := strings.HasPrefix(at, "/remote.php/dav/uploads/")
	switch {
	case method == "PUT" && chunked:
		if f.chunks[dir] == nil {
			f.chunks[dir] = map[string][]byte{}
		}
		f.chunks[dir][name] = body
	case method == "PUT":
		f.storm.acknowledge("PUT "+at, blobstore.Sum(body))
	case method == "MOVE" && chunked:
		var whole []byte
		for _, chunk := range slices.Sorted(maps.Keys(f.chunks[dir])) {
			whole = append(whole, f.chunks[dir][chunk]...)
		}
		f.storm.acknowledge("MOVE "+at, blobstore.Sum(whole))
	}
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	if status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// tell logs what the server and the devices know of a name and of the directories above it, and what clients say that fail.
func (s *storm) tell(name string) {
	s.t.Helper()
	for at := name; at != "." && at != ""; at = path.Dir(at) {
		req, err := http.NewRequest("PROPFIND", s.site+"/remote.php/webdav/"+(&url.URL{Path: at}).EscapedPath(), nil)
		if err != nil {
			s.t.Fatal(err)
		}
		req.Header.Set("Depth", "0")
		req.SetBasicAuth("v@example.org", s.devices[0].w.tokens["v"])
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			s.t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		s.t.Logf("the server has %q: %s, %s %v", at, res.Status, tagOf.Find(body), err)
		for i, d := range s.devices {
			s.t.Logf("device %d has %q: %q, and in its journal %s", i, at, d.files()[at], d.known(at))
		}
	}
	for i, d := range s.devices {
		if !d.run() {
			s.t.Logf("device %d: %s\n%s", i, d.did[len(d.did)-1], last(d.said, 6000))
		}
	}
}

// known is the entity tag that a client noted for a path.
func (d *stormDevice) known(at string) string {
	journals, err := filepath.Glob(filepath.Join(d.dir, ".*sync*.db"))
	if err != nil || len(journals) != 1 {
		return fmt.Sprint(journals, err)
	}
	db, err := sql.Open("sqlite", "file:"+journals[0]+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return err.Error()
	}
	defer db.Close()
	var tag string
	if err := db.QueryRow("SELECT md5 FROM metadata WHERE path = ?", at).Scan(&tag); err != nil {
		return err.Error()
	}
	return tag
}
