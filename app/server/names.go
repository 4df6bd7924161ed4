package server

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
)

// names are what the internal authority signs certificates for: this machine,
// the names of a local network, and what the administrator adds. Anything else
// a client might ask for is refused, so that nobody can fill the disk with
// certificates.
type names []string

// suffixes are the ends of names that never are public (RFC 6761, 6762, 8375 and
// the habits of home routers).
var suffixes = []string{".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa", ".test"}

const maxLabels = 4

func newNames(host string, more []string) names {
	all := names{"localhost", strings.ToLower(host)}
	for _, n := range more {
		all = append(all, strings.ToLower(strings.TrimSpace(n)))
	}
	return all
}

func (n names) allow(name string) bool {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if ip := net.ParseIP(name); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ours(ip)
	}
	if slices.Contains(n, name) {
		return true
	}
	for _, s := range suffixes {
		if base, ok := strings.CutSuffix(name, s); ok && base != "" && strings.Count(base, ".") < maxLabels {
			return true
		}
	}
	return false
}

// LocalName reports whether a name can only be one of this machine or of a local
// network: it has no dot, or an end that is never public.
func LocalName(name string) bool {
	return !strings.Contains(name, ".") || slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}

// ours reports whether an interface of this machine has the address.
func ours(ip net.IP) bool {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	return slices.ContainsFunc(addrs, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		return ok && n.IP.Equal(ip)
	})
}

// permission is the Caddy module that asks names before a certificate is made.
type permission struct{}

// CaddyModule implements caddy.Module.
func (*permission) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "tls.permission.drive", New: func() caddy.Module { return new(permission) }}
}

// CertificateAllowed implements caddytls.OnDemandPermission.
func (*permission) CertificateAllowed(_ context.Context, name string) error {
	if s := current.Load(); s != nil && s.names.allow(name) {
		return nil
	}
	return fmt.Errorf("%s is no name of the local network: %w", name, caddytls.ErrPermissionDenied)
}
