package server

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"anbar/app/base/limits"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddytls"
	"golang.org/x/time/rate"
)

// certificateNames are those for which the internal authority signs certificates: this machine's, the
// configured ones, and a bounded number of names and addresses of a local network. It
// refuses all others that a client requests.
type certificateNames struct {
	own    []string
	issued *certificateLimiter
}

// suffixes are the ends of names that never are public (RFC 6761, 6762, 8375 and
// the habits of home routers).
var suffixes = []string{".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa", ".test"}

const maxLabels = 4

func newCertificateNames(dir, host string, more []string) (*certificateNames, error) {
	host = strings.ToLower(host)
	all := []string{"localhost", host}
	for _, s := range suffixes {
		all = append(all, host+s)
	}
	for _, n := range more {
		all = append(all, strings.ToLower(strings.TrimSpace(n)))
	}
	i, err := newCertificateLimiter(dir, limits.Certificates, rate.NewLimiter(rate.Every(
		time.Hour/limits.NewCertificates), limits.NewCertificates))
	return &certificateNames{all, i}, err
}

func (n *certificateNames) isAllowed(name string) bool {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if ip := net.ParseIP(name); ip != nil {
		return ip.IsLoopback() || isOwnAddress(ip) || (ip.IsPrivate() || ip.IsLinkLocalUnicast()) && n.issued.canIssue(ip.String())
	}
	if slices.Contains(n.own, name) {
		return true
	}
	for _, s := range suffixes {
		if base, ok := strings.CutSuffix(name, s); ok && base != "" && strings.Count(base, ".") < maxLabels {
			return n.issued.canIssue(name)
		}
	}
	return false
}

// IsLocalName reports whether a name can only be one of this machine or of a local
// network: it has no dot, or an end that is never public.
func IsLocalName(name string) bool {
	return !strings.Contains(name, ".") || slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}

// isOwnAddress reports whether an interface of this machine has the address.
func isOwnAddress(ip net.IP) bool {
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
	if s := current.Load(); s != nil && s.names.isAllowed(name) {
		return nil
	}
	return fmt.Errorf("%s is no name of the local network: %w", name, caddytls.ErrPermissionDenied)
}
