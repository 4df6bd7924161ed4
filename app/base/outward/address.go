package outward

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// ParseAddress reads the base address of a server: scheme, host, port and perhaps a path. False when it is none.
func ParseAddress(text string) (*url.URL, bool) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.RawQuery != "" ||
		u.Fragment != "" {
		return nil, false
	}
	return u, true
}

// Origin returns scheme, host and port of an address, in one form.
func Origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}

// IsLocal reports whether an address lies on this machine or in a private network, as far as its name or number tells.
func IsLocal(u *url.URL) bool {
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return isPrivateIP(ip.Unmap())
	}
	if !strings.Contains(host, ".") {
		return true
	}
	return slices.ContainsFunc([]string{".localhost", ".local", ".lan", ".internal", ".home.arpa"}, func(end string) bool {
		return strings.HasSuffix(host, end)
	})
}

// NewClient reaches one service. It follows no redirects, for what is asked for lies at that service itself, and reads so many
// bytes of a head. skipVerify is for services whose certificate staff chose not to check.
func NewClient(timeout time.Duration, head int64, skipVerify bool) *http.Client {
	return &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, DialContext: Dial, TLSHandshakeTimeout: dialTimeout, DisableKeepAlives: true,
			MaxResponseHeaderBytes: head,
			TLSClientConfig:        &tls.Config{InsecureSkipVerify: skipVerify}, // staff chose that
		},
	}
}
