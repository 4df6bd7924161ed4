package server

import (
	"net/http/httptest"
	"testing"
	"testing/fstest"
)

// TestFilesAreKeptOutOfFrames: a worker lives by the policy of its file, so a file has no other.
func TestFilesAreKeptOutOfFrames(t *testing.T) {
	s, err := NewStatic(fstest.MapFS{"assets/a-1.js": {Data: []byte("1")}, "index.html": {Data: []byte("<p>")}})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/assets/a-1.js": "frame-ancestors 'none'", "/": s.policy} {
		r := httptest.NewRecorder()
		s.ServeHTTP(r, httptest.NewRequest("GET", path, nil))
		if got := r.Header().Get("Content-Security-Policy"); r.Code != 200 || got != want {
			t.Errorf("%s: %d %q, want %q", path, r.Code, got, want)
		}
	}
}
