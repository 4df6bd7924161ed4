package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"

	"anbar/app/base/conditional"
)

// Static serves the built user interface: each file in the smallest form that
// the browser takes, files with a hash in their name for ever, and the page
// itself for every path that is a screen.
type Static struct {
	files  fs.FS
	assets map[string]*asset // by path
	policy string
	packer packer
	reach  func(*http.Request) string
}

// AllowReach lets the page of a request fetch from one more origin, which reach returns; it returns an empty text for none.
func (s *Static) AllowReach(reach func(*http.Request) string) { s.reach = reach }

// policyFor is the policy of the page of a request.
func (s *Static) policyFor(r *http.Request) string {
	if s.reach != nil {
		if origin := s.reach(r); origin != "" {
			return strings.Replace(s.policy, "connect-src 'self'", "connect-src 'self' "+origin, 1)
		}
	}
	return s.policy
}

type asset struct {
	contentType string
	etag        string
	immutable   bool
	plain       string // name of the file; "" when only the packed one exists
	packed      string // name of the file as Brotli, or ""
}

// policy lets the page run only its own files. Workers and pictures are also made in the
// page itself. Viewers of documents are scripts in frames without an origin, which inherit
// the policy and can fetch nothing: their hashes stand for them.
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'%s; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self' data: blob:; worker-src 'self' blob:; " +
	"connect-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// ClosedPolicy is for answers that are no page: errors, redirects and what is not there.
const ClosedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// filePolicy only keeps a file out of frames: a worker lives by the policy of its file.
const filePolicy = "frame-ancestors 'none'"

// changePassword is where browsers and password managers find the form (a well-known address of the
// W3C).
const changePassword = "/account/settings?tab=security"

// NewStatic indexes the files. It keeps no file in memory: they are part of the program, which
// the system pages in as it is read. A file NAME.br is the packed form of NAME, which need not
// exist beside it.
func NewStatic(files fs.FS) (*Static, error) {
	s := &Static{files: files, assets: map[string]*asset{}, packer: newPacker()}
	var err error
	if s.policy, err = contentPolicy(files); err != nil {
		return nil, err
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Base(name) == ".keep" {
			return err
		}
		base, packed := strings.CutSuffix(name, ".br")
		a := s.assets["/"+base]
		if a == nil {
			a = &asset{contentType: typeOf(base), immutable: strings.HasPrefix(base, "assets/")}
			s.assets["/"+base] = a
		}
		if packed {
			a.packed = name
		} else {
			a.plain = name
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for name, a := range s.assets {
		if a.etag, err = s.etagOf(name, a); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// contentPolicy adds the scripts of scripts.txt, which the build writes: the hash of one in each line.
func contentPolicy(files fs.FS) (string, error) {
	list, err := fs.ReadFile(files, "scripts.txt")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	var sources strings.Builder
	for _, hash := range strings.Fields(string(list)) {
		if !scriptHash.MatchString(hash) {
			return "", fmt.Errorf("scripts.txt names %q, which is no hash", hash)
		}
		fmt.Fprintf(&sources, " '%s'", hash)
	}
	return fmt.Sprintf(policy, sources.String()), nil
}

var scriptHash = regexp.MustCompile(`^sha256-[A-Za-z0-9+/]{43}=$`)

// etagOf returns a file's name if that contains a hash, else a hash of the file.
func (s *Static) etagOf(name string, a *asset) (string, error) {
	if a.immutable {
		return path.Base(name), nil
	}
	b, err := fs.ReadFile(s.files, a.plain)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:12]), err
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
	if r.Method == http.MethodPost && r.URL.Path == "/share-target" {
		shareWithoutWorker(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	if r.URL.Path == "/.well-known/change-password" {
		h.Set("Cache-Control", "no-cache")
		http.Redirect(w, r, changePassword, http.StatusFound)
		return
	}
	a := s.assets[r.URL.Path]
	if a == nil && isScreen(r.URL.Path) {
		a = s.assets["/index.html"]
		if a == nil {
			http.Error(w, "this program was built without its user interface: run \"make build\"", http.StatusNotFound)
			return
		}
	}
	if a == nil {
		http.NotFound(w, r)
		return
	}
	if err := s.serveAsset(w, r, a); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// shareWithoutWorker answers the form that a system posts when another app shares files with the installed web app, in
// a browser whose service worker is gone: the worker alone takes such a form. Nothing of the form is read and nothing
// changes, so any site may post it; the page tells the user to share again.
func shareWithoutWorker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, "/share-target?problem=lost", http.StatusSeeOther)
}

// monitored are paths that programs ask which watch servers. The page would tell them that all is well.
var monitored = strings.Fields("/metrics /healthz /health /readyz /ready /livez /live /ping /status /server-status /nginx_status " +
	"/debug/vars /debug/pprof /debug/pprof/ /actuator/health /actuator/prometheus /-/healthy /-/ready")

// isScreen tells the paths of screens from those of files that are not there, and of services that
// programs look for. Addresses that people pass on are screens, whatever stands behind them.
func isScreen(p string) bool {
	if slices.Contains(monitored, p) {
		return false
	}
	for _, passedOn := range []string{"/download/", "/u/", "/workspace/", "/f/", "/ticket/"} {
		if strings.HasPrefix(p, passedOn) {
			return true
		}
	}
	return !strings.HasPrefix(p, "/assets/") && !strings.HasPrefix(p, "/.") && !strings.Contains(path.Base(p), ".")
}

func (s *Static) serveAsset(w http.ResponseWriter, r *http.Request, a *asset) error {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "no-cache")
	if a.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Content-Security-Policy", filePolicy)
	if strings.HasPrefix(a.contentType, "text/html") {
		h.Set("Content-Security-Policy", s.policyFor(r))
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
	}
	encoding := ""
	if a.packed != "" {
		encoding = preferredEncoding(r.Header.Get("Accept-Encoding"))
	}
	etag := `"` + a.etag + "-" + encoding + `"`
	h.Set("ETag", etag)
	h.Set("Vary", "Accept-Encoding")
	if conditional.IsCurrent(r, etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	content, length, err := s.openAsset(a, encoding)
	if err != nil {
		return err
	}
	defer content.Close()
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	if length >= 0 {
		h.Set("Content-Length", strconv.FormatInt(length, 10))
	}
	if r.Method == http.MethodGet {
		_, _ = io.Copy(w, content) // a failing write means the browser went away
	}
	return nil
}

// openAsset opens a file as the encoding. A form that is not in the program is made of the Brotli one, for clients over
// plain HTTP: browsers take Brotli only where nobody between can change it. The length is -1 when it is not known.
func (s *Static) openAsset(a *asset, encoding string) (io.ReadCloser, int64, error) {
	name := a.plain
	if encoding == "br" || name == "" && encoding == "" {
		name = a.packed
	}
	if encoding == "gzip" {
		b, err := s.packer.gzip(s.files, a.packed)
		return io.NopCloser(bytes.NewReader(b)), int64(len(b)), err
	}
	f, err := s.files.Open(name)
	if err != nil {
		return nil, 0, err
	}
	if name == a.packed && encoding == "" {
		return struct {
			io.Reader
			io.Closer
		}{brotli.NewReader(f), f}, -1, nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// preferredEncoding returns the best encoding that a client takes; "" is none.
func preferredEncoding(header string) string {
	for _, name := range []string{"br", "gzip"} {
		if acceptsEncoding(header, name) {
			return name
		}
	}
	return ""
}

func acceptsEncoding(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, q, _ := strings.Cut(strings.TrimSpace(part), ";")
		if name == encoding {
			return strings.TrimSpace(q) != "q=0"
		}
	}
	return false
}
