package server

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// forwardedHost is the host under which a client asked a proxy that was named as trusted: what the proxy says, else the host that it
// passes on. Proxies that pass on neither ask for an address of this machine or of its network; that is the public host then.
func (s *instance) forwardedHost(r *http.Request) string {
	host := r.Host
	if said, _, _ := strings.Cut(r.Header.Get("X-Forwarded-Host"), ","); isHost(strings.TrimSpace(said)) {
		host = strings.TrimSpace(said)
	}
	name := host
	if one, _, err := net.SplitHostPort(host); err == nil {
		name = one
	}
	name = strings.Trim(name, "[]")
	if s.public != "" && (net.ParseIP(name) != nil || IsLocalName(strings.ToLower(name))) {
		return s.public
	}
	return host
}

// isHost reports whether a text is a host with or without a port, and nothing else.
func isHost(s string) bool {
	u, err := url.Parse("http://" + s)
	return err == nil && s != "" && u.Host == s && u.Hostname() != ""
}

// isProxy reports whether a connection comes from a trusted proxy.
func (s *instance) isProxy(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	return anyContains(s.proxies, at.Addr().Unmap())
}

func anyContains(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(ip) })
}
