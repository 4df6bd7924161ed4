package stories

import (
	"net/http/httptest"
	"strings"
	"testing"
)

// TestNoAnswerIsFramed asks for pages, calls, doors of other programs and what is not there: no page of
// another site shows any of it in a frame.
func TestNoAnswerIsFramed(t *testing.T) {
	a, _, _, link := shared(t, map[string]any{})
	for _, c := range []struct {
		request string
		status  int
	}{
		{"GET /", 0}, {"GET /login", 0}, {"GET /download/" + link, 0}, {"GET /favicon.ico", 0}, {"GET /none.txt", 404},
		{"GET /assets/none.js", 404}, {"POST /", 405}, {"POST /share-target", 303}, {"OPTIONS /", 0}, {"GET /../../etc/passwd", 0},
		{"GET /api/health", 200}, {"GET /api", 0}, {"GET /api/none", 404}, {"PUT /api/health", 405}, {"GET /api/docs", 200},
		{"GET /api/openapi.json", 0}, {"GET /api/accounts/v1/users/me", 401}, {"GET /api/download/share-link/" + link, 200},
		{"GET /api/download/share-link/" + link + "/content/x?token=y", 410}, {"GET /api/download/content/x/y", 404},
		{"GET /dav/", 401}, {"PROPFIND /remote.php/dav/files/x/", 401}, {"GET /status.php", 200}, {"GET /ocs/v2.php/none", 0},
		{"GET /push/ws", 0}, {"GET /index.php/login/v2", 0}, {"GET /.well-known/caldav", 0}, {"GET /.well-known/none", 0},
	} {
		method, path, _ := strings.Cut(c.request, " ")
		r := httptest.NewRecorder()
		a.ServeHTTP(r, httptest.NewRequest(method, "http://localhost"+path, nil))
		if c.status != 0 && r.Code != c.status {
			t.Errorf("%s answers %d, want %d", c.request, r.Code, c.status)
		}
		if policy := r.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s answers %d with the policy %q", c.request, r.Code, policy)
		}
	}
}
