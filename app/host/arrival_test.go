package host

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestAnAddressLeadsHereOrElsewhere: a proxy that leads to another server must not look like this one.
func TestAnAddressLeadsHereOrElsewhere(t *testing.T) {
	var own Arrivals
	here := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { own.Note(r) }))
	defer here.Close()
	var other Arrivals
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		other.Note(r)
		own.Note(httptest.NewRequest(http.MethodGet, "/", nil)) // of somebody else, meanwhile
	}))
	defer elsewhere.Close()
	if err := own.Check(t.Context(), here.URL); err != nil {
		t.Error(err)
	}
	if err := own.Check(t.Context(), elsewhere.URL); !errors.Is(err, ErrElsewhere) {
		t.Errorf("another server is taken for this one: %v", err)
	}
	if err := own.Check(t.Context(), "http://127.0.0.1:1"); err == nil || errors.Is(err, ErrElsewhere) {
		t.Errorf("nobody answers: %v", err)
	}
	if own.wanted.Load() != nil {
		t.Error("requests are looked at for ever")
	}
}
