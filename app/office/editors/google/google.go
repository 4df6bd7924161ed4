// Package google speaks with Google: it has people let the appliance keep files of its own in their Google Drive, and puts
// documents there, fetches and deletes them. It knows nothing of files here.
package google

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/outward"

	"golang.org/x/oauth2"
)

// Client is the appliance as Google knows it.
type Client struct {
	ID     string
	Secret string
	Base   string // a server in place of all of Google's; empty for Google
}

// Holder holds the client that counts.
type Holder struct{ now atomic.Pointer[Client] }

// Now returns the client; nil without one.
func (h *Holder) Now() *Client { return h.now.Load() }

// Replace lets another client count; nil for none.
func (h *Holder) Replace(c *Client) { h.now.Store(c) }

// Origin is all that decides where secrets of people are sent, and for which client they work.
func (c *Client) Origin() string { return c.Base + " " + c.ID }

// IsBaseURL reports whether a text may stand for the base address: HTTPS, or a machine that is this one.
func IsBaseURL(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// buildURL is an address of Google, or of the server in its place.
func (c *Client) buildURL(host, path string) string {
	if c.Base != "" {
		return c.Base + path
	}
	return "https://" + host + path
}

func (c *Client) driveURL(path string) string {
	return c.buildURL("www.googleapis.com", "/drive/v3/"+path)
}

// Errors that tell what to do next.
var (
	ErrGone = errors.New("google: the document is not there")
	ErrLost = errors.New("google: the person has to let us in again")
)

// BusyError means that another try may do better.
type BusyError struct {
	After time.Duration // that Google asks to wait; 0 when it does not say
	Rate  bool          // too many requests, rather than a failure
	cause error
}

// Error implements error.
func (e *BusyError) Error() string { return "google cannot answer now: " + e.cause.Error() }

// Unwrap returns what happened.
func (e *BusyError) Unwrap() error { return e.cause }

// ToFault gives an error its place in the catalogue.
func ToFault(err error) error {
	var busy *BusyError
	switch {
	case errors.As(err, &busy) && busy.Rate:
		return fault.GoogleBusy.Because(err)
	case errors.As(err, &busy):
		return fault.GoogleReach.Because(err)
	case errors.Is(err, ErrLost):
		return fault.GoogleAccount.Because(err)
	case errors.Is(err, ErrGone):
		return fault.InvalidID.Because(err)
	}
	return err
}

// transport is shared, so that connections are used again.
var transport = &http.Transport{
	Proxy: http.ProxyFromEnvironment, DialContext: outward.Dial, TLSHandshakeTimeout: limits.GoogleAsk,
	ResponseHeaderTimeout: limits.GoogleAsk, IdleConnTimeout: limits.GoogleFetch, MaxIdleConns: maxIdle,
	MaxResponseHeaderBytes: limits.GoogleHead, ForceAttemptHTTP2: true,
}

const maxIdle = 4

// newHTTPClient follows no redirects: what is asked for lies at Google itself.
func newHTTPClient(time time.Duration) *http.Client {
	return &http.Client{
		Timeout: time, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// errorResponse is how Google says no.
type errorResponse struct {
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Errors  []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
	} `json:"error"`
}

// rateReasons are the reasons of a 403 that mean to wait.
var rateReasons = map[string]bool{"rateLimitExceeded": true, "userRateLimitExceeded": true, "sharingRateLimitExceeded": true}

var errToken = errors.New("google: the access token is refused")

// sendRequest sends a request, and returns the answer when it is a good one. The caller closes its body.
func sendRequest(req *http.Request, time time.Duration, token *oauth2.Token) (*http.Response, error) {
	req.Header.Set("Accept-Encoding", "identity") // so that sizes are those of the bytes that come
	if token != nil {
		req.Header.Set("Authorization", "Bearer "+token.AccessToken)
	}
	r, err := newHTTPClient(time).Do(req)
	if err != nil {
		return nil, toReachError(err)
	}
	if r.StatusCode == http.StatusOK || r.StatusCode == http.StatusNoContent {
		return r, nil
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(r.Body, limits.GoogleHead)) // the status says enough
	return nil, parseErrorResponse(r, b)
}

// toReachError is an error of the way to Google.
func toReachError(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // without the address
	}
	return &BusyError{cause: err}
}

// parseReason is the reason that a refusal gives; empty when it gives none.
func parseReason(body []byte) string {
	var no errorResponse
	if json.Unmarshal(body, &no) != nil || len(no.Error.Errors) == 0 {
		return ""
	}
	reason := no.Error.Errors[0].Reason
	return reason[:min(len(reason), maxReason)]
}

// parseErrorResponse reads an answer that is none of the good ones.
func parseErrorResponse(r *http.Response, body []byte) error {
	reason := parseReason(body)
	err := fmt.Errorf("status %d %s", r.StatusCode, strconv.QuoteToASCII(reason))
	after := time.Duration(0)
	if n, aerr := strconv.Atoi(r.Header.Get("Retry-After")); aerr == nil && n > 0 {
		after = min(time.Duration(n)*time.Second, limits.GoogleWaitMost)
	}
	switch {
	case r.StatusCode == http.StatusUnauthorized:
		return fmt.Errorf("%w: %w", errToken, err)
	case r.StatusCode == http.StatusNotFound || r.StatusCode == http.StatusGone:
		return fmt.Errorf("%w: %w", ErrGone, err)
	case r.StatusCode == http.StatusTooManyRequests || r.StatusCode == http.StatusForbidden && rateReasons[reason]:
		return &BusyError{After: after, Rate: true, cause: err}
	case r.StatusCode >= http.StatusInternalServerError:
		return &BusyError{After: after, Rate: false, cause: err}
	case reason == "storageQuotaExceeded":
		return fault.GoogleFull.Because(err)
	}
	return fault.GoogleAnswer.Because(err)
}

const maxReason = 60 // characters that go to the log

// decodeResponse reads a small answer into v.
func decodeResponse(r *http.Response, v any) error {
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, limits.GoogleHead))
	if err != nil {
		return toReachError(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fault.GoogleAnswer.Because(err)
	}
	return nil
}

// IsDocumentLink reports whether an address of a document may be shown as a link: Google is there, or the server in its place.
func (c *Client) IsDocumentLink(link string) bool {
	u, err := url.Parse(link)
	if err != nil || u.User != nil {
		return false
	}
	if c.Base != "" {
		return strings.HasPrefix(link, c.Base+"/")
	}
	return u.Scheme == "https" && u.Port() == "" && strings.HasSuffix(u.Hostname(), ".google.com")
}

// CheckDrive asks whether the calls for documents answer. Without a token the good answer is that one is missing.
func (c *Client) CheckDrive(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.driveURL("files/anbar-test?fields=id"), nil)
	if err != nil {
		return fmt.Errorf("ask Google: %w", err)
	}
	r, err := sendRequest(req, limits.GoogleAsk, nil)
	if err == nil {
		_ = r.Body.Close() // it should have refused
		return fault.GoogleAnswer
	}
	if errors.Is(err, errToken) {
		return nil
	}
	var f *fault.Fault
	var busy *BusyError
	if errors.As(err, &busy) && busy.Rate || errors.As(err, &f) {
		return fault.GoogleAnswer.Because(err)
	}
	return err
}
