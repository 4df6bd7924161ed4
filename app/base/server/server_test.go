package server

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"time"

	"github.com/quic-go/quic-go/http3"
	"golang.org/x/sys/unix"
)

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// serveOn runs a server until the test's end and returns a way to stop it
// earlier, which waits for it.
func serveOn(t *testing.T, o Options, h http.Handler) (stop func()) {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() { ended <- Run(ctx, o, h, func() { close(ready) }) }()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return stop
}

func get(t *testing.T, c *http.Client, url string) (*http.Response, string) {
	t.Helper()
	res, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

var hello = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "hello over %s", r.Proto) })

func TestPlainServesAndWritesNothingElsewhere(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	addr := freePort(t)
	serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, hello)
	res, body := get(t, http.DefaultClient, "http://"+addr)
	if body != "hello over HTTP/1.1" || res.Header.Get("Server") != "" {
		t.Errorf("%q, Server %q", body, res.Header.Get("Server"))
	}
	err := filepath.WalkDir(home, func(p string, _ fs.DirEntry, err error) error {
		if p != home {
			t.Errorf("%s was written", p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOnlyATrustedProxySaysWhomItSpeaksFor(t *testing.T) {
	from := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.RemoteAddr) })
	for _, c := range []struct {
		proxies   []string
		forwarded string
		want      string
	}{
		{[]string{"127.0.0.0/8"}, "192.0.2.7", "192.0.2.7:0"},
		{[]string{"127.0.0.1"}, "203.0.113.9, 192.0.2.7", "192.0.2.7:0"}, // clients can write the first one
		{[]string{"127.0.0.1", "192.0.2.7"}, "203.0.113.9, 192.0.2.7", "203.0.113.9:0"},
		{[]string{"10.0.0.0/8"}, "192.0.2.7", "127.0.0.1:0"},
		{nil, "192.0.2.7", "127.0.0.1:"},
	} {
		o := Options{Mode: Plain, Listen: freePort(t), Dir: t.TempDir(), Proxies: c.proxies}
		stop := serveOn(t, o, from)
		req, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+o.Listen+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-For", c.forwarded)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(res.Body)
		if err = errors.Join(err, res.Body.Close()); err != nil || !strings.HasPrefix(string(b), c.want) {
			t.Errorf("trusting %v, %q comes from %q, want %q: %v", c.proxies, c.forwarded, b, c.want, err)
		}
		stop()
	}
}

func TestATrustedProxySaysUnderWhichName(t *testing.T) {
	host := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Host) })
	const public = "drive.example.org"
	for _, c := range []struct {
		proxies         []string
		public          string
		asked, forwards string
		want            string
	}{
		// A proxy that passes on the name of the backend, or an upstream of its configuration.
		{[]string{"127.0.0.1"}, public, "127.0.0.1:8080", "", public},
		{[]string{"127.0.0.1"}, public, "10.1.2.3:8080", "", public},
		{[]string{"127.0.0.1"}, public, "[fd00::5]:8080", "", public},
		{[]string{"127.0.0.1"}, public, "anbar_backend", "", public},
		{[]string{"127.0.0.1"}, public, "nas.local", "", public},
		{[]string{"127.0.0.1"}, public, "localhost:8080", public, public},
		{[]string{"127.0.0.1"}, public, "localhost:8080", "files.example.org, inner", "files.example.org"},
		{[]string{"127.0.0.1"}, "drive.example.org:8443", "localhost:8080", "", "drive.example.org:8443"},
		// One that passes on what was asked for.
		{[]string{"127.0.0.1"}, public, public, "", public},
		{[]string{"127.0.0.1"}, public, "files.example.org", "", "files.example.org"},
		// Words that are no host, no public URL, and no proxy.
		{[]string{"127.0.0.1"}, public, "files.example.org", "evil.example/path", "files.example.org"},
		{[]string{"127.0.0.1"}, public, "files.example.org", "user@evil.example", "files.example.org"},
		{[]string{"127.0.0.1"}, "", "10.1.2.3:8080", "", "10.1.2.3:8080"},
		{[]string{"10.0.0.0/8"}, public, "10.1.2.3:8080", "evil.example", "10.1.2.3:8080"},
		{nil, public, "192.168.1.7:8080", "evil.example", "192.168.1.7:8080"},
	} {
		o := Options{Mode: Plain, Listen: freePort(t), Dir: t.TempDir(), Proxies: c.proxies, Public: c.public}
		stop := serveOn(t, o, host)
		req, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+o.Listen+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = c.asked
		if c.forwards != "" {
			req.Header.Set("X-Forwarded-Host", c.forwards)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(res.Body)
		if err = errors.Join(err, res.Body.Close()); err != nil || string(b) != c.want {
			t.Errorf("trusting %v, %q for %q is %q, want %q: %v", c.proxies, c.asked, c.forwards, b, c.want, err)
		}
		stop()
	}
}

// TestARefusalComesBeforeTheBody sends requests that wait with their body for "100 Continue", as curl and litmus do.
func TestARefusalComesBeforeTheBody(t *testing.T) {
	addr := freePort(t)
	defer serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/refused":
			w.WriteHeader(http.StatusUnauthorized)
		case "/told":
			io.WriteString(w, "no")
		case "/silent":
		default:
			n, err := io.Copy(io.Discard, r.Body)
			fmt.Fprint(w, n, err)
		}
	}))()
	for _, c := range []struct{ path, length, want string }{
		{"/refused", "3", "HTTP/1.1 401"}, {"/refused", "300000000", "HTTP/1.1 401"}, {"/told", "3", "HTTP/1.1 200"},
		{"/silent", "3", "HTTP/1.1 200"}, {"/read", "3", "HTTP/1.1 100"}, {"/read", "0", "HTTP/1.1 200"},
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(conn.SetDeadline(time.Now().Add(10 * time.Second)))
		_, werr := fmt.Fprintf(conn, "PUT %s HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %s\r\n\r\n", c.path, c.length)
		line, rerr := bufio.NewReader(conn).ReadString('\n')
		if err = errors.Join(err, werr, rerr, conn.Close()); err != nil || !strings.HasPrefix(line, c.want) {
			t.Errorf("%s of %s bytes: %q, want %s: %v", c.path, c.length, line, c.want, err)
		}
	}
}

func TestStopWaitsForTransfersUnderWay(t *testing.T) {
	addr := freePort(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	stop := serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "first ")
		http.NewResponseController(w).Flush()
		close(begun)
		<-goOn
		io.WriteString(w, "last")
	}))
	got := make(chan string, 1)
	go func() {
		res, err := http.Get("http://" + addr)
		if err != nil {
			got <- err.Error()
			return
		}
		defer res.Body.Close()
		b, err := io.ReadAll(res.Body)
		got <- fmt.Sprint(string(b), err)
	}()
	<-begun
	time.AfterFunc(300*time.Millisecond, func() { close(goOn) })
	stop()
	if s := <-got; s != "first last<nil>" {
		t.Errorf("the transfer ended as %q", s)
	}
	if _, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
		t.Error("it still listens")
	}
}

func TestInternalAuthoritySignsLocalNamesAndNothingElse(t *testing.T) {
	dir, addr := t.TempDir(), freePort(t)
	serveOn(t, Options{
		Mode: Internal, Listen: freePort(t), ListenTLS: addr, Names: []string{"drive.example"}, HTTP3: true, Dir: dir,
	}, hello)
	_, port, _ := net.SplitHostPort(addr)
	pem, err := os.ReadFile(filepath.Join(dir, RootCertificate))
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
	client := &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DialContext: dial, ForceAttemptHTTP2: true},
	}
	for _, host := range []string{"localhost", "127.0.0.1", "drive.example", "files.lan"} {
		if _, body := get(t, client, "https://"+net.JoinHostPort(host, port)); body != "hello over HTTP/2.0" {
			t.Errorf("%s: %q", host, body)
		}
	}
	for _, host := range []string{"bank.example.com", "8.8.8.8", "a.b.c.d.e.f.lan"} {
		if res, err := client.Get("https://" + net.JoinHostPort(host, port)); err == nil {
			t.Errorf("%s got a certificate: %s", host, res.Status)
		}
	}
	h3 := &http3.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "localhost"}}
	defer h3.Close()
	if _, body := get(t, &http.Client{Transport: h3}, "https://"+addr); body != "hello over HTTP/3.0" {
		t.Errorf("HTTP/3: %q", body)
	}
}

func TestAPortThatIsTakenIsAnError(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, address := range []string{l.Addr().String(), fmt.Sprintf(":%d", l.Addr().(*net.TCPAddr).Port)} {
		err = Run(t.Context(), Options{Mode: Plain, Listen: address, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}, hello, nil)
		if !errors.As(err, new(*AddressError)) || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestAPortThatIsSharedIsTaken has the other program share its port with whoever wants it, as Caddy does.
func TestAPortThatIsSharedIsTaken(t *testing.T) {
	config := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var failed error
		err := c.Control(func(fd uintptr) { failed = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1) })
		return errors.Join(err, failed)
	}}
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	o := Options{Mode: Plain, Listen: l.Addr().String(), Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	err = Run(t.Context(), o, hello, nil)
	if !errors.As(err, new(*AddressError)) {
		t.Errorf("%v", err)
	}
}

func TestHeadersAndSlowClientsAreBounded(t *testing.T) {
	addr := freePort(t)
	serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, hello)
	req, err := http.NewRequest("GET", "http://"+addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Large", strings.Repeat("x", 64<<10))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("64 KiB of header: %s", res.Status)
	}
}

// TestNoPageRunsForeignScript holds the wall around the tokens that a page keeps: what an office server has to say, it says to a
// page between (see app/office/editors).
func TestNoPageRunsForeignScript(t *testing.T) {
	s, err := NewStatic(fstest.MapFS{"index.html": {Data: []byte("<html>")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/", "/editor/onlyoffice?file=x", "/editor/onlyoffice", "/editor/google", "/admin/settings"} {
		req, err := http.NewRequest("GET", "http://x"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := &recorder{header: http.Header{}, status: 200}
		s.ServeHTTP(w, req)
		got := w.header.Get("Content-Security-Policy")
		if !strings.Contains(got, "script-src 'self' 'wasm-unsafe-eval';") || strings.Contains(got, "://") ||
			!strings.Contains(got, "default-src 'self'") || strings.Contains(got, "frame-src") {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestStaticServesScreensAssetsAndNothingElse(t *testing.T) {
	s, err := NewStatic(fstest.MapFS{
		"index.html": {Data: []byte("<html>")}, "assets/a-1.js": {Data: []byte("plain")},
		"assets/a-1.js.br": {Data: packed("packed")}, "assets/b-2.js.br": {Data: packed("only packed")}, "sw.js": {Data: []byte("sw")},
		".keep": {},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, accept, body, cache string
		status                    int
	}{
		{"/", "", "<html>", "no-cache", 200}, {
			"/workspace/x/directory/y", "", "<html>", "no-cache", 200,
		}, {"/assets/a-1.js", "gzip, br", "packed", "immutable", 200},
		{"/assets/a-1.js", "gzip", "packed", "immutable", 200}, {"/assets/a-1.js", "br;q=0", "plain", "immutable", 200},
		{"/assets/b-2.js", "", "only packed", "immutable", 200}, {"/assets/b-2.js", "gzip", "only packed", "immutable", 200},
		{"/assets/b-2.js", "gzip;q=0", "only packed", "immutable", 200}, {"/sw.js", "", "sw", "no-cache", 200},
		{"/assets/gone.js", "", "404", "", 404}, {"/favicon.ico", "", "404", "", 404}, {"/.keep", "", "404", "", 404},
		{"/assets/a-1.js.br", "", "404", "", 404},
		{"/download/ABC.", "", "<html>", "no-cache", 200}, {"/download/ABC).", "", "<html>", "no-cache", 200},
		{"/download/ABC.pdf", "", "<html>", "no-cache", 200}, {"/u/ABC.", "", "<html>", "no-cache", 200},
		{"/u/ABC\u200f", "", "<html>", "no-cache", 200}, {"/workspace/x/directory/y.", "", "<html>", "no-cache", 200},
		{"/ticket/TK-1.", "", "<html>", "no-cache", 200}, {"/f/12.", "", "<html>", "no-cache", 200},
		{"/downloads.js", "", "404", "", 404}, {"/u.js", "", "404", "", 404},
		{"/.well-known/change-password", "", "", "no-cache", 302}, {"/.well-known/webfinger", "", "404", "", 404},
		{"/.well-known/caldav", "", "404", "", 404}, {"/.well-known", "", "404", "", 404}, {"/.well-known/", "", "404", "", 404},
		{"/.well-known/change-password/", "", "404", "", 404}, {"/.git/config", "", "404", "", 404}, {"/.env", "", "404", "", 404},
	} {
		req, err := http.NewRequest("GET", "http://x"+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Encoding", c.accept)
		w := &recorder{header: http.Header{}, status: 200}
		s.ServeHTTP(w, req)
		body := unpacked(t, w)
		if w.status != c.status || !strings.Contains(body, c.body) || !strings.Contains(w.header.Get("Cache-Control"), c.cache) {
			t.Errorf("%s for %q: %d %q %v", c.path, c.accept, w.status, w.body, w.header)
		}
	}
}

func TestThePolicyNamesTheScriptsOfFrames(t *testing.T) {
	const hash = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
	for list, want := range map[string]string{
		"": "'wasm-unsafe-eval';", hash + "\n": "'wasm-unsafe-eval' '" + hash + "';", "'unsafe-inline'": "", hash + "; img-src *": "",
	} {
		s, err := NewStatic(fstest.MapFS{"index.html": {Data: []byte("<html>")}, "scripts.txt": {Data: []byte(list)}})
		if want == "" {
			if err == nil {
				t.Errorf("%q is taken", list)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		req, err := http.NewRequest("GET", "http://x/", nil)
		if err != nil {
			t.Fatal(err)
		}
		w := &recorder{header: http.Header{}, status: 200}
		s.ServeHTTP(w, req)
		if got := w.header.Get("Content-Security-Policy"); !strings.Contains(got, "script-src 'self' "+want) {
			t.Errorf("%q: %s", list, got)
		}
	}
}

func TestAShareWithoutServiceWorkerIsLedToItsPage(t *testing.T) {
	s, err := NewStatic(fstest.MapFS{"index.html": {Data: []byte("<html>")}})
	if err != nil {
		t.Fatal(err)
	}
	for path, status := range map[string]int{"/share-target": 303, "/share-target/x": 405, "/workspace": 405} {
		req, err := http.NewRequest("POST", "http://x"+path, unreadable{})
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Origin", "https://evil.example")
		w := &recorder{header: http.Header{}, status: 200}
		s.ServeHTTP(w, req)
		if w.status != status || len(w.header["Set-Cookie"]) > 0 {
			t.Errorf("%s: %d %v", path, w.status, w.header)
		}
		if to := w.header.Get("Location"); status == 303 && to != "/share-target?problem=lost" {
			t.Errorf("leads to %q", to)
		}
	}
}

// unreadable fails: what a stranger posts is not read.
type unreadable struct{}

func (unreadable) Read([]byte) (int, error) { panic("the form was read") }

func packed(s string) []byte {
	var b bytes.Buffer
	z := brotli.NewWriter(&b)
	_, err := io.WriteString(z, s)
	if err = errors.Join(err, z.Close()); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// unpacked returns the body of an answer as its header says to read it.
func unpacked(t *testing.T, w *recorder) string {
	var r io.Reader = strings.NewReader(w.body)
	switch w.header.Get("Content-Encoding") {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		r = z
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

type recorder struct {
	header http.Header
	status int
	body   string
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { r.body += string(b); return len(b), nil }

// TestTwoLengthsEndTheConnection sends a request with both a length and chunks, as
// one that smuggles a second request past a proxy does.
func TestTwoLengthsEndTheConnection(t *testing.T) {
	addr := freePort(t)
	calls := make(chan string, 4)
	serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls <- r.URL.Path
		w.WriteHeader(http.StatusNoContent)
	}))
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := fmt.Fprint(c, "POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET "+
		"/second HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := c.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(c); err != nil {
		t.Fatalf("the connection stays open: %v", err)
	}
	for len(calls) > 0 {
		if path := <-calls; path == "/second" {
			t.Error("the second request was answered")
		}
	}
}

// TestPlainSpeaksNoHTTP2 comes with HTTP/2 and prior knowledge to a listener without TLS.
func TestPlainSpeaksNoHTTP2(t *testing.T) {
	addr := freePort(t)
	serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, hello)
	only := new(http.Protocols)
	only.SetUnencryptedHTTP2(true)
	c := &http.Client{Transport: &http.Transport{Protocols: only}}
	defer c.CloseIdleConnections()
	if res, err := c.Get("http://" + addr); err == nil {
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
		if res.StatusCode != http.StatusHTTPVersionNotSupported {
			t.Errorf("%s %s", res.Proto, res.Status)
		}
	}
	if _, body := get(t, http.DefaultClient, "http://"+addr); body != "hello over HTTP/1.1" {
		t.Error(body)
	}
}
