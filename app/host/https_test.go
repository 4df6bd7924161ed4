package host

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"anbar/app/base/api"
	"anbar/config"
)

// TestOnlyPagesAreLedToHTTPS sends plain requests to an appliance that has HTTPS: the status of each with
// the internal authority, and with a public certificate. 0 is for those that are answered as ever.
func TestOnlyPagesAreLedToHTTPS(t *testing.T) {
	router := api.NewRouter(nil, slog.New(slog.DiscardHandler), func() uint64 { return 0 })
	router.MountProtocol(&api.Protocol{Paths: []string{"/dav", "/dav/"}, Handle: func(*api.Call) error { return nil }})
	for request, want := range map[string][2]int{
		"GET /workspace/x": {302, 308}, "GET /trust": {0, 308}, "GET /assets/a.js": {0, 308}, "GET /api/health": {0, 0},
		"GET /api/ready": {0, 0},
		"GET /api/setup": {0, 403}, "POST /api/accounts/v1/users/login": {403, 403}, "GET /api/storage/workspaces": {403, 403},
		"PROPFIND /dav/Team/": {403, 403}, "GET /dav": {403, 403}, "POST /workspace/x": {403, 403},
	} {
		for i, c := range []config.Serve{{TLS: "internal"}, {TLS: "auto", Domain: []string{"drive.example.org"}}} {
			f := NewFront(&c, router)
			method, path, _ := strings.Cut(request, " ")
			w := httptest.NewRecorder()
			answered := f.redirectToHTTPS(w, httptest.NewRequest(method, "http://drive.example.org"+path, nil))
			if answered != (want[i] != 0) || answered && w.Code != want[i] {
				t.Errorf("%s with %s: %v, %d", request, c.Mode(), answered, w.Code)
			}
		}
	}
}

// TestOnlyTheTrustPageMayReachHTTPS: the origin is written into a header, so a host that is none must not get there.
func TestOnlyTheTrustPageMayReachHTTPS(t *testing.T) {
	f := &Front{cfg: &config.Serve{TLS: "internal", ListenTLS: ":8443"}}
	for _, c := range []struct{ host, path, want string }{
		{"192.168.1.10:8080", "/trust", "https://192.168.1.10:8443"},
		{"anbar.local", "/trust", "https://anbar.local:8443"},
		{"[fd00::1]:8080", "/trust", "https://[fd00::1]:8443"},
		{"anbar.local", "/login", ""},
		{"a; script-src *", "/trust", ""},
		{"a'b", "/trust", ""},
		{"*", "/trust", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Host = c.host
		if got := f.TrustOrigin(r); got != c.want {
			t.Errorf("%s%s: %q, want %q", c.host, c.path, got, c.want)
		}
	}
	f.cfg.TLS = "off"
	if got := f.TrustOrigin(httptest.NewRequest(http.MethodGet, "/trust", nil)); got != "" {
		t.Errorf("without an authority: %q", got)
	}
}
