package api

import (
	"net"
	"net/http"
)

// ClientAddress returns the network address of a request: the whole IPv4 address, or the /64
// network of an IPv6 address, which one household or host has.
func ClientAddress(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	ip := net.ParseIP(host)
	if ip == nil || ip.To4() != nil {
		return host
	}
	return ip.Mask(net.CIDRMask(64, 128)).String()
}
