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

	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/outward"

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

// Address reports whether a text may stand for the base address: HTTPS, or a machine that is this one.
func Address(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// at is an address of Google, or of the server in its place.
func (c *Client) at(host, path string) string {
	if c.Base != "" {
		return c.Base + path
	}
	return "https://" + host + path
}

func (c *Client) drive(path string) string { return c.at("www.googleapis.com", "/drive/v3/"+path) }

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

// Fault gives an error its place in the catalogue.
func Fault(err error) error {
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

// client follows no redirects: what is asked for lies at Google itself.
func client(time time.Duration) *http.Client {
	return &http.Client{
		Timeout: time, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// refusal is how Google says no.
type refusal struct {
	Error struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Errors  []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
	} `json:"error"`
}

// rates are the reasons of a 403 that mean to wait.
var rates = map[string]bool{"rateLimitExceeded": true, "userRateLimitExceeded": true, "sharingRateLimitExceeded": true}

var errToken = errors.New("google: the access token is refused")

// send sends a request, and returns the answer when it is a good one. The caller closes its body.
func send(req *http.Request, time time.Duration, token *oauth2.Token) (*http.Response, error) {
	req.Header.Set("Accept-Encoding", "identity") // so that sizes are those of the bytes that come
	if token != nil {
		req.Header.Set("Authorization", "Bearer "+token.AccessToken)
	}
	r, err := client(time).Do(req)
	if err != nil {
		return nil, reach(err)
	}
	if r.StatusCode == http.StatusOK || r.StatusCode == http.StatusNoContent {
		return r, nil
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(r.Body, limits.GoogleHead)) // the status says enough
	return nil, refused(r, b)
}

// reach is an error of the way to Google.
func reach(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // without the address
	}
	return &BusyError{cause: err}
}

// reasonIn is the reason that a refusal gives; empty when it gives none.
func reasonIn(body []byte) string {
	var no refusal
	if json.Unmarshal(body, &no) != nil || len(no.Error.Errors) == 0 {
		return ""
	}
	reason := no.Error.Errors[0].Reason
	return reason[:min(len(reason), maxReason)]
}

// refused reads an answer that is none of the good ones.
func refused(r *http.Response, body []byte) error {
	reason := reasonIn(body)
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
	case r.StatusCode == http.StatusTooManyRequests || r.StatusCode == http.StatusForbidden && rates[reason]:
		return &BusyError{after, true, err}
	case r.StatusCode >= http.StatusInternalServerError:
		return &BusyError{after, false, err}
	case reason == "storageQuotaExceeded":
		return fault.GoogleFull.Because(err)
	}
	return fault.GoogleAnswer.Because(err)
}

const maxReason = 60 // characters that go to the log

// answer reads a small answer into v.
func answer(r *http.Response, v any) error {
	defer r.Body.Close()
	b, err := io.ReadAll(io.LimitReader(r.Body, limits.GoogleHead))
	if err != nil {
		return reach(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fault.GoogleAnswer.Because(err)
	}
	return nil
}

// Leads reports whether an address of a document may be shown as a link: Google is there, or the server in its place.
func (c *Client) Leads(link string) bool {
	u, err := url.Parse(link)
	if err != nil || u.User != nil {
		return false
	}
	if c.Base != "" {
		return strings.HasPrefix(link, c.Base+"/")
	}
	return u.Scheme == "https" && u.Port() == "" && strings.HasSuffix(u.Hostname(), ".google.com")
}

// TryDrive asks whether the calls for documents answer. Without a token the good answer is that one is missing.
func (c *Client) TryDrive(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.drive("files/anbar-test?fields=id"), nil)
	if err != nil {
		return fmt.Errorf("ask Google: %w", err)
	}
	r, err := send(req, limits.GoogleAsk, nil)
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
