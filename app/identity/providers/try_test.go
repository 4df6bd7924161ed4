package providers

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"anbar/app/base/fault"
)

func TestTheTestOfAProviderNamesTheLeg(t *testing.T) {
	var says func(w http.ResponseWriter, issuer string)
	var issuer string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { says(w, issuer) }))
	defer s.Close()
	issuer = s.URL
	metadata := func(w http.ResponseWriter, issuer, endpoints string) {
		fmt.Fprintf(w, `{"issuer":%q,"authorization_endpoint":%q,"token_endpoint":%q,"jwks_uri":%q}`,
			issuer, endpoints+"/a", endpoints+"/t", endpoints+"/k")
	}
	for _, c := range []struct {
		want   *fault.Fault
		answer func(http.ResponseWriter, string)
	}{
		{fault.ConnectionIssuer, func(w http.ResponseWriter, i string) { metadata(w, "https://evil.example", i) }},
		{fault.ConnectionAnswer, func(w http.ResponseWriter, _ string) { _, _ = io.WriteString(w, "<html>") }},
		{fault.ConnectionAnswer, func(w http.ResponseWriter, i string) { metadata(w, i, "ftp://x") }},
		{nil, func(w http.ResponseWriter, i string) { metadata(w, i, i) }},
	} {
		says = c.answer
		err := Probe(t.Context(), Config{Issuer: issuer, ClientID: "c", Entered: true})
		if c.want == nil && err != nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	for issuer, want := range map[string]*fault.Fault{
		"https://id.invalid": fault.ConnectionName, "https://127.0.0.1:1": fault.ConnectionRefused,
		"https://169.254.169.254": fault.ConnectionOwn, "https://" + s.Listener.Addr().String(): fault.ConnectionTLS,
	} {
		if err := Probe(t.Context(), Config{Issuer: issuer, ClientID: "c", Entered: true}); !errors.Is(err, want) {
			t.Errorf("%s: %v", issuer, err)
		}
	}
}

// TestAReplacedProviderIsForgotten keeps what is known of the one that stays.
func TestAReplacedProviderIsForgotten(t *testing.T) {
	stays := Config{ID: "stays", Issuer: "https://a.example"}
	s := New(Options{List: []Config{stays, {ID: "goes", Issuer: "https://b.example"}}})
	before, err := s.findProvider("stays")
	if err != nil {
		t.Fatal(err)
	}
	s.Replace([]Config{stays, {ID: "comes", Issuer: "https://c.example"}})
	after, err := s.findProvider("stays")
	if err != nil || after != before {
		t.Errorf("%v, %v", after, err)
	}
	if _, err := s.findProvider("goes"); !errors.Is(err, fault.InvalidID) {
		t.Errorf("the removed one: %v", err)
	}
	if _, err := s.findProvider("comes"); err != nil {
		t.Error(err)
	}
	s.Replace([]Config{{ID: "stays", Issuer: "https://a.example", ClientSecret: "another"}})
	if p, err := s.findProvider("stays"); err != nil || p == before {
		t.Errorf("a new secret is not used: %v", err)
	}
}
