package host

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestTheURLOfGoodRehearsalsIsAskedOnce: with GET, without following, and an error does not name it.
func TestTheURLOfGoodRehearsalsIsAskedOnce(t *testing.T) {
	asked := ""
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked += r.Method + " " + r.URL.String()
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = w.Write(make([]byte, 1<<20)) // more than is read
	}))
	defer s.Close()
	if err := callURL(t.Context(), s.URL+"/ping/secret?ok=1", nil); err != nil || asked != "GET /ping/secret?ok=1" {
		t.Errorf("%v, asked %q", err, asked)
	}
	for _, status = range []int{http.StatusFound, http.StatusNotFound} {
		asked = ""
		if err := callURL(t.Context(), s.URL+"/ping/secret", nil); err == nil || strings.Contains(err.Error(), "secret") ||
			asked != "GET /ping/secret" {
			t.Errorf("%d: %v, asked %q", status, err, asked)
		}
	}
	s.Close()
	if err := callURL(t.Context(), s.URL+"/ping/secret", nil); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("nobody there: %v", err)
	}
}
