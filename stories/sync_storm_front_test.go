package stories

import (
	"bytes"
	"errors"
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"anbar/blobstore"
)

// front is a proxy between the devices and the other proxy. It knows which contents the server acknowledged, because the clients end
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
		ModifyResponse: func(r *http.Response) error {
			if r.Header.Get("X-Unsent") != "" { // nobody listens behind the proxy: neither does it answer
				return errors.New("unsent")
			}
			return nil
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
