package providers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"anbar/app/base/outward"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	requestTimeout = 10 * time.Second // with one request to a provider
	maxResponse    = 1 << 20          // bytes of one answer
	metadataLife   = time.Hour        // metadata of a provider
	retryPause     = 5 * time.Second  // a provider that did not answer is not asked again
	clockSkew      = time.Minute      // of the provider's clock and ours
	maxHeaders     = 64 << 10
)

// newClient returns the HTTP client for providers: its time and the size of answers are
// bounded, and it follows no redirects. An address that staff entered is reached as package
// outward does.
func newClient(entered bool) *http.Client {
	dial := (&net.Dialer{Timeout: requestTimeout / 2}).DialContext
	if entered {
		dial = outward.Dial
	}
	return &http.Client{
		Timeout: requestTimeout,
		Transport: limitedTransport{&http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: dial, TLSHandshakeTimeout: requestTimeout / 2,
			ResponseHeaderTimeout: requestTimeout, MaxResponseHeaderBytes: maxHeaders, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 2,
			ForceAttemptHTTP2: true,
		}},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// limitedTransport ends answers that are too long.
type limitedTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b limitedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	w, err := b.next.RoundTrip(r)
	if err == nil {
		w.Body = &limitedBody{w.Body, maxResponse}
	}
	return w, err
}

var errTooLong = errors.New("the provider's answer is too long")

type limitedBody struct {
	io.ReadCloser
	left int
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= n; b.left < 0 {
		return 0, errTooLong
	}
	return n, err
}

// connection holds the metadata of a provider, ready for use.
type connection struct {
	*oidc.Provider
	verifier *oidc.IDTokenVerifier
	endpoint oauth2.Endpoint
}

// discovery caches the metadata of a provider.
type discovery struct {
	client *http.Client

	mu        sync.Mutex
	conn      *connection
	fetchedAt time.Time // of got
	err       error
	failedAt  time.Time // of err
}

// connect fetches the metadata of the provider, unless it is cached. A provider that is
// down delays only its own users, by some seconds.
func (p *provider) connect() (*connection, error) {
	d := &p.discovery
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if d.conn != nil && now.Sub(d.fetchedAt) < metadataLife {
		return d.conn, nil
	}
	if d.err == nil || now.Sub(d.failedAt) >= retryPause {
		// No request's context, because other requests wait for the same answer.
		got, err := p.discover(context.Background())
		if err == nil {
			d.conn, d.fetchedAt, d.err = got, time.Now(), nil
			return got, nil
		}
		d.err, d.failedAt = err, time.Now()
	}
	if d.conn != nil { // better old than none
		return d.conn, nil
	}
	return nil, d.err
}

// checkEndpoints checks the addresses that a provider tells. Not every provider has user info.
func (p *provider) checkEndpoints(auth, token, keys, userInfo string) error {
	endpoints := []string{auth, token, keys}
	if userInfo != "" {
		endpoints = append(endpoints, userInfo)
	}
	for _, u := range endpoints {
		if err := p.checkEndpoint(u); err != nil {
			return fmt.Errorf("the provider's endpoint %q: %w", u, err)
		}
	}
	return nil
}

// authStyle chooses how the client authenticates, of the ways that the provider supports.
func (p *provider) authStyle(supported []string) oauth2.AuthStyle {
	if p.ClientSecret == "" || len(supported) > 0 && !slices.Contains(supported, "client_secret_basic") {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader // the standard's default
}

func (p *provider) discover(ctx context.Context) (*connection, error) {
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, p.discovery.client), requestTimeout)
	defer cancel()
	o, err := oidc.NewProvider(ctx, p.Issuer)
	if err != nil {
		return nil, fmt.Errorf("fetch the provider's metadata: %w", err)
	}
	var more struct {
		Keys string   `json:"jwks_uri"`
		Auth []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := o.Claims(&more); err != nil {
		return nil, fmt.Errorf("read the provider's metadata: %w", err)
	}
	e := o.Endpoint()
	if err := p.checkEndpoints(e.AuthURL, e.TokenURL, more.Keys, o.UserInfoEndpoint()); err != nil {
		return nil, err
	}
	e.AuthStyle = p.authStyle(more.Auth)
	// Without a list of algorithms this takes those of the provider that are signatures
	// by a public key, and RS256 when there is none.
	v := o.Verifier(&oidc.Config{ClientID: p.ClientID, Now: func() time.Time { return time.Now().Add(-clockSkew) }})
	return &connection{Provider: o, verifier: v, endpoint: e}, nil
}

// checkEndpoint wants the same safety of all ways as of the issuer.
func (p *provider) checkEndpoint(s string) error {
	u, err := url.Parse(s)
	if err != nil {
		return err
	}
	issuer, err := url.Parse(p.Issuer)
	if err != nil {
		return err
	}
	if u.Host == "" || u.Scheme != "https" && u.Scheme != issuer.Scheme {
		return errors.New("it is no https URL")
	}
	return nil
}
