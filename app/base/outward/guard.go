package outward

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"
)

// Guard reaches servers whose addresses any person enters. What it reaches is decided when it connects, whatever a name led
// to before: nothing of this machine and its networks, unless staff allow that.
type Guard struct {
	AllowPrivate func() bool // staff let persons reach the own network, this machine included
}

// ErrOwnNetwork says that an address is one that a Guard does not reach.
var ErrOwnNetwork = errors.New("the address is one of this machine or of its network")

// NewClient returns a client that follows no redirects and takes no proxy of the environment. It reads so many bytes of a head,
// and waits so long for the next byte.
func (g Guard) NewClient(head int64, idle time.Duration) *http.Client {
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				d := &net.Dialer{Timeout: dialTimeout, Control: g.checkDial}
				c, err := d.DialContext(ctx, network, addr)
				if err != nil {
					return nil, err
				}
				return &idleConn{c, idle}, nil
			},
			TLSHandshakeTimeout: dialTimeout, MaxResponseHeaderBytes: head, DisableCompression: true, MaxIdleConnsPerHost: 16,
			IdleConnTimeout: idle,
		},
	}
}

func (g Guard) checkDial(_, addr string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(addr)
	if err != nil || !g.canReach(at.Addr()) {
		return ErrOwnNetwork
	}
	return nil
}

// canReach reports whether persons may have an address reached.
func (g Guard) canReach(ip netip.Addr) bool {
	ip = ip.Unmap()
	switch {
	case ip.Zone() != "" || isUnroutable(ip):
		return false
	case !isPrivateIP(ip) && !isNeighbor(ip, listOwnPrefixes()):
		return true
	}
	return g.AllowPrivate != nil && g.AllowPrivate()
}

// isUnroutable reports whether an address is that of no server, or of the link, where the host of this machine answers.
func isUnroutable(ip netip.Addr) bool {
	return !ip.IsValid() || ip.IsUnspecified() || ip.IsMulticast() || ip.IsLinkLocalUnicast() || containsIP(ip, reserved)
}

// isPrivateIP reports whether an address is private, or holds a private one in a form for transition.
func isPrivateIP(ip netip.Addr) bool {
	return ip.IsLoopback() || ip.IsPrivate() || containsIP(ip, shared)
}

var (
	// 168.63.129.16 is the host of machines in Azure, though it reads like a public address.
	reserved = mustParsePrefixes("168.63.129.16/32", "0.0.0.0/8", "240.0.0.0/4", "192.0.0.0/24", "fec0::/10", "::/96", "100::/64")
	shared   = mustParsePrefixes("100.64.0.0/10", "198.18.0.0/15", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)

func mustParsePrefixes(all ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(all))
	for i, p := range all {
		out[i] = netip.MustParsePrefix(p)
	}
	return out
}

func containsIP(ip netip.Addr, all []netip.Prefix) bool {
	for _, p := range all {
		if p.Contains(ip) && !ip.IsLoopback() {
			return true
		}
	}
	return false
}

// listOwnPrefixes are those of the interfaces of this machine, with their networks; nil when they cannot be read.
func listOwnPrefixes() []netip.Prefix {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	out := make([]netip.Prefix, 0, len(all))
	for _, a := range all {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			out = append(out, p)
		}
	}
	return out
}

// isNeighbor reports whether an address is one of this machine, or of a network that it is in. These may be public: devices of an
// office have public addresses of IPv6. It is true when nothing is known.
func isNeighbor(ip netip.Addr, own []netip.Prefix) bool {
	for _, p := range own {
		if at := p.Addr().Unmap(); at == ip || p.Bits() > 0 && netip.PrefixFrom(at, p.Bits()).Contains(ip) {
			return true
		}
	}
	return len(own) == 0
}

// idleConn is a connection that waits so long for the next byte.
type idleConn struct {
	net.Conn
	idle time.Duration
}

// Read implements net.Conn.
func (c *idleConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// Write implements net.Conn.
func (c *idleConn) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
