package host

import (
	"net"
	"net/url"
	"strings"

	"anbar/app/base/server"
	"anbar/config"
)

// LoopbackHost is the name by which a machine reaches itself; URL has it where the settings name no host.
const LoopbackHost = "localhost"

// PublicHost is the host of the public URL; empty when none was set.
func PublicHost(c *config.Serve) string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// URL returns the URL where users reach the drive.
func URL(c *config.Serve) string {
	if c.PublicURL != "" {
		return strings.TrimSuffix(c.PublicURL, "/")
	}
	scheme, addr, usual := "http", c.Listen, "80"
	if c.Mode() != string(server.Plain) {
		scheme, addr, usual = "https", c.ListenTLS, "443"
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return scheme + "://" + addr
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = LoopbackHost
	}
	if len(c.Domain) > 0 {
		host = c.Domain[0]
	}
	if port == usual {
		return scheme + "://" + host
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}

// PublicURLs returns the configured URLs where users reach the server.
func PublicURLs(cfg *config.Serve) []string {
	if cfg.PublicURL != "" {
		return []string{cfg.PublicURL}
	}
	var all []string
	for _, name := range cfg.Domain {
		all = append(all, "https://"+name)
		if _, port, err := net.SplitHostPort(cfg.ListenTLS); err == nil && port != "443" {
			all = append(all, "https://"+net.JoinHostPort(name, port))
		}
	}
	return all
}
