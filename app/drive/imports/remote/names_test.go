package remote

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"testing"

	"anbar/app/base/fault"
)

// TestNoAnswerTellsWhichNamesExist: whoever begins an import could else ask for the names of the inner network.
func TestNoAnswerTellsWhichNamesExist(t *testing.T) {
	for _, name := range []*net.DNSError{{IsNotFound: true}, {IsTemporary: true}, {IsTimeout: true}} {
		err := &url.Error{Op: "Get", Err: &net.OpError{Op: "dial", Err: name}}
		if got := toConnectionFault(err); !errors.Is(got, fault.ImportAddress) {
			t.Errorf("%+v is answered as %v", name, got)
		}
	}
	c := &client{http: &http.Client{Transport: refusing{}}}
	_, err := c.sendOnce(t.Context(), &requestSpec{method: http.MethodGet, at: &url.URL{Scheme: "http", Host: "inner.test"}})
	if !errors.Is(err, fault.ImportAddress) {
		t.Errorf("a name that does not exist: %v", err)
	}
}

type refusing struct{}

// RoundTrip implements http.RoundTripper.
func (refusing) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, &net.DNSError{IsNotFound: true}
}
