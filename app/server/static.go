package server

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// Static serves the built user interface: each file in the smallest form that
// the browser takes, files with a hash in their name for ever, and the page
// itself for every path that is a screen.
type Static struct{ files map[string]*asset }

type asset struct {
	contentType string
	etag        string
	immutable   bool
	forms       map[string][]byte // by content encoding; "" is the plain one
}

var encodings = []struct{ name, ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// policy lets the page run only what came with it. Workers and pictures are
// also made in the page itself.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; media-src 'self' blob:; " +
	"font-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// NewStatic reads the files.
func NewStatic(files fs.FS) (*Static, error) {
	s := &Static{map[string]*asset{}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || path.Base(name) == ".keep" {
			return err
		}
		a, err := readAsset(files, name)
		s.files["/"+name] = a
		return err
	})
	return s, err
}

func readAsset(files fs.FS, name string) (*asset, error) {
	plain, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(plain)
	a := &asset{contentType: typeOf(name), etag: hex.EncodeToString(sum[:12]), immutable: strings.HasPrefix(name, "assets/"), forms: map[string][]byte{"": plain}}
	for _, e := range encodings {
		b, err := fs.ReadFile(files, name+e.ending)
		switch {
		case err == nil:
			a.forms[e.name] = b
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return a, nil
}

func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".wasm":
		return "application/wasm"
	case ".woff2":
		return "font/woff2"
	case ".html":
		return "text/html; charset=utf-8"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

// ServeHTTP implements http.Handler.
func (s *Static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	a := s.files[r.URL.Path]
	if a == nil && isScreen(r.URL.Path) {
		a = s.files["/index.html"]
		if a == nil {
			http.Error(w, "this program was built without its user interface: run \"make build\"", http.StatusNotFound)
			return
		}
	}
	if a == nil {
		http.NotFound(w, r)
		return
	}
	a.serve(w, r)
}

// isScreen tells the paths of screens from those of files that are not there.
func isScreen(p string) bool {
	return !strings.HasPrefix(p, "/assets/") && !strings.Contains(path.Base(p), ".")
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "no-cache")
	if a.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if strings.HasPrefix(a.contentType, "text/html") {
		h.Set("Content-Security-Policy", policy)
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	form, encoding := a.forms[""], ""
	for _, e := range encodings {
		if b := a.forms[e.name]; b != nil && accepts(r.Header.Get("Accept-Encoding"), e.name) {
			form, encoding = b, e.name
			break
		}
	}
	etag := `"` + a.etag + "-" + encoding + `"`
	h.Set("ETag", etag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(form)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(form) // a failing write means the browser went away
	}
}

func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding {
			return strings.TrimSpace(q) != "q=0"
		}
	}
	return false
}
