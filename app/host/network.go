package host

import (
	"crypto/sha256"
	"encoding/pem"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"anbar/app/base/server"
	"anbar/config"
)

const mostNear = 8 // addresses that are offered to people

// LocalName is the name that the server may answer for in local networks; empty where people have a public one, and where only this
// machine reaches the server.
func LocalName(c *config.Serve) string {
	listen := c.Listen
	if c.Mode() != string(server.Plain) {
		listen = c.ListenTLS
	}
	at, _, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(at); err != nil || at == LoopbackHost || ip != nil && ip.IsLoopback() || len(c.Domain) > 0 {
		return ""
	}
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || net.ParseIP(u.Hostname()) == nil &&
		!server.IsLocalName(u.Hostname())) {
		return ""
	}
	return c.LocalName
}

// NearURLs returns the addresses at which other machines of the network reach the server, when it listens to them. name is the one that
// it answers for there; empty for none.
func NearURLs(c *config.Serve, name string) []string {
	scheme, listen, usual := "http", c.Listen, "80"
	if c.Mode() != string(server.Plain) {
		scheme, listen, usual = "https", c.ListenTLS, "443"
	}
	at, port, err := net.SplitHostPort(listen)
	if err != nil {
		return []string{}
	}
	all := []string{}
	if name != "" && port == usual {
		all = append(all, scheme+"://"+name)
	} else if name != "" {
		all = append(all, scheme+"://"+net.JoinHostPort(name, port))
	}
	for _, ip := range PrivateAddresses() {
		if one, err := netip.ParseAddr(at); err == nil && !one.IsUnspecified() && one != ip {
			continue
		}
		host := ip.String()
		switch {
		case port != usual:
			host = net.JoinHostPort(host, port)
		case ip.Is6():
			host = "[" + host + "]"
		}
		if all = append(all, scheme+"://"+host); len(all) == mostNear {
			break
		}
	}
	return all
}

// PrivateAddresses returns the addresses of this machine that only its networks know, those of version 4 first.
func PrivateAddresses() []netip.Addr {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var four, six []netip.Addr
	for _, a := range addresses {
		network, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		switch ip := network.Addr().Unmap(); {
		case !ip.IsPrivate():
		case ip.Is4():
			four = append(four, ip)
		default:
			six = append(six, ip)
		}
	}
	return append(four, six...)
}

// RootPEM returns the certificate of the internal authority; nil when there is none.
func RootPEM(c *config.Serve) []byte {
	if c.Mode() != string(server.Internal) {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(c.Certificates(), server.RootCertificate))
	if err != nil {
		return nil
	}
	return text
}

// RootFingerprint returns the SHA-256 of the certificate of the internal authority, as systems show it; empty when there is none.
func RootFingerprint(c *config.Serve) string {
	block, _ := pem.Decode(RootPEM(c))
	if block == nil {
		return ""
	}
	sum := sha256.Sum256(block.Bytes)
	const digits = "0123456789ABCDEF"
	var text strings.Builder
	for i, b := range sum {
		if i > 0 {
			text.WriteByte(':')
		}
		text.WriteByte(digits[b>>4])
		text.WriteByte(digits[b&15])
	}
	return text.String()
}
