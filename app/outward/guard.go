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
	Own func() bool // staff let persons reach the own network, this machine included
}

// ErrRefused says that an address is one that a Guard does not reach.
var ErrRefused = errors.New("the address is one of this machine or of its network")

// Client returns a client that follows no redirects and takes no proxy of the environment. It reads so many bytes of a head,
// and waits so long for the next byte.
func (g Guard) Client(head int64, idle time.Duration) *http.Client {
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				d := &net.Dialer{Timeout: patience, Control: g.control}
				c, err := d.DialContext(ctx, network, addr)
				if err != nil {
					return nil, err
				}
				return &impatient{c, idle}, nil
			},
			TLSHandshakeTimeout: patience, MaxResponseHeaderBytes: head, DisableCompression: true, MaxIdleConnsPerHost: 16,
			IdleConnTimeout: idle,
		},
	}
}

func (g Guard) control(_, addr string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(addr)
	if err != nil || !g.reaches(at.Addr()) {
		return ErrRefused
	}
	return nil
}

// reaches reports whether persons may have an address reached.
func (g Guard) reaches(ip netip.Addr) bool {
	ip = ip.Unmap()
	switch {
	case ip.Zone() != "" || nowhere(ip):
		return false
	case !ownNetwork(ip) && !beside(ip, addresses()):
		return true
	}
	return g.Own != nil && g.Own()
}

// nowhere reports whether an address is that of no server, or of the link, where the host of this machine answers.
func nowhere(ip netip.Addr) bool {
	return !ip.IsValid() || ip.IsUnspecified() || ip.IsMulticast() || ip.IsLinkLocalUnicast() || within(ip, reserved)
}

// ownNetwork reports whether an address is private, or holds a private one in a form for transition.
func ownNetwork(ip netip.Addr) bool { return ip.IsLoopback() || ip.IsPrivate() || within(ip, shared) }

var (
	// 168.63.129.16 is the host of machines in Azure, though it reads like a public address.
	reserved = prefixes("168.63.129.16/32", "0.0.0.0/8", "240.0.0.0/4", "192.0.0.0/24", "fec0::/10", "::/96", "100::/64")
	shared   = prefixes("100.64.0.0/10", "198.18.0.0/15", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")
)

func prefixes(all ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(all))
	for i, p := range all {
		out[i] = netip.MustParsePrefix(p)
	}
	return out
}

func within(ip netip.Addr, all []netip.Prefix) bool {
	for _, p := range all {
		if p.Contains(ip) && !ip.IsLoopback() {
			return true
		}
	}
	return false
}

// addresses are those of the interfaces of this machine, with their networks; nil when they cannot be read.
func addresses() []netip.Prefix {
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

// beside reports whether an address is one of this machine, or of a network that it is in. These may be public: devices of an
// office have public addresses of IPv6. It is true when nothing is known.
func beside(ip netip.Addr, own []netip.Prefix) bool {
	for _, p := range own {
		if at := p.Addr().Unmap(); at == ip || p.Bits() > 0 && netip.PrefixFrom(at, p.Bits()).Contains(ip) {
			return true
		}
	}
	return len(own) == 0
}

// impatient is a connection that waits so long for the next byte.
type impatient struct {
	net.Conn
	idle time.Duration
}

// Read implements net.Conn.
func (c *impatient) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// Write implements net.Conn.
func (c *impatient) Write(b []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.Conn.Write(b)
}
