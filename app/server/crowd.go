package server

import (
	"net"
	"net/netip"
	"sync"

	"anbar/app/limits"

	"github.com/caddyserver/caddy/v2"
)

// crowd is the Caddy module that limits the open connections of one address. Connections of
// proxies serve many users and do not count for the address.
type crowd struct{}

// CaddyModule implements caddy.Module.
func (*crowd) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.listeners.crowd", New: func() caddy.Module { return new(crowd) }}
}

// WrapListener implements caddy.ListenerWrapper.
func (*crowd) WrapListener(l net.Listener) net.Listener {
	var proxies []netip.Prefix
	if s := current.Load(); s != nil {
		proxies = s.proxies
	}
	return &bounded{Listener: l, proxies: proxies, each: limits.Connections, total: limits.AllConnections, open: map[netip.Addr]int{}}
}

// bounded is a listener that closes connections beyond the limit of their address, or of
// all together.
type bounded struct {
	net.Listener
	proxies     []netip.Prefix
	each, total int

	mu   sync.Mutex
	open map[netip.Addr]int
	all  int
}

// Accept implements net.Listener.
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := household(c.RemoteAddr())
		if b.enter(from) {
			leave := sync.OnceFunc(func() { b.leave(from) })
			if tcp, ok := c.(*net.TCPConn); ok {
				return &countedTCP{tcp, leave}, nil
			}
			return &counted{c, leave}, nil
		}
		_ = c.Close() // the connection is refused in any case
	}
}

func (b *bounded) enter(from netip.Addr) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all >= b.total || b.open[from] >= b.each && !anyContains(b.proxies, from) {
		return false
	}
	b.open[from]++
	b.all++
	return true
}

func (b *bounded) leave(from netip.Addr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all--
	if b.open[from]--; b.open[from] == 0 {
		delete(b.open, from)
	}
}

// household is the IPv4 address, or the /64 network of an IPv6 address.
func household(a net.Addr) netip.Addr {
	ap, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	ip := ap.Addr().Unmap().WithZone("")
	if ip.Is6() {
		if p, err := ip.Prefix(64); err == nil {
			return p.Addr()
		}
	}
	return ip
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	leave func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.leave()
	return c.Conn.Close()
}

// countedTCP keeps the further methods of TCP connections, so that the kernel sends files
// itself.
type countedTCP struct {
	*net.TCPConn
	leave func()
}

// Close implements net.Conn.
func (c *countedTCP) Close() error {
	c.leave()
	return c.TCPConn.Close()
}
