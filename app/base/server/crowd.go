package server

import (
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/limits"

	"github.com/caddyserver/caddy/v2"
)

// connectionLimiter is the Caddy module that limits the open connections of one address. Connections of
// proxies serve many users and do not count for the address.
type connectionLimiter struct{}

// CaddyModule implements caddy.Module.
func (*connectionLimiter) CaddyModule() caddy.ModuleInfo {
	return caddy.ModuleInfo{ID: "caddy.listeners.crowd", New: func() caddy.Module { return new(connectionLimiter) }}
}

// WrapListener implements caddy.ListenerWrapper.
func (*connectionLimiter) WrapListener(l net.Listener) net.Listener {
	b := &limitedListener{Listener: l, each: limits.Connections, total: limits.AllConnections,
		open: map[netip.Addr]int{}, counter: new(atomic.Int64), closed: make(chan struct{})}
	if s := current.Load(); s != nil {
		b.proxies, b.counter, b.paused = s.proxies, &s.connections, s.paused
		if len(s.kept) > 0 {
			go b.awaitPause()
		}
	}
	return b
}

// limitedListener is a listener that closes connections beyond the limit of their address, or of
// all together.
type limitedListener struct {
	net.Listener
	proxies     []netip.Prefix
	each, total int
	counter     *atomic.Int64 // of the connections of all listeners
	paused      chan struct{} // closed when connections are left to the next process; nil for never

	closed   chan struct{}
	closeAll sync.Once

	mu   sync.Mutex
	open map[netip.Addr]int
	all  int
}

// Accept implements net.Listener.
func (b *limitedListener) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			<-b.closed
			return nil, net.ErrClosed
		}
		if err != nil {
			return nil, err
		}
		from := networkOf(c.RemoteAddr())
		if b.acquire(from) {
			leave := sync.OnceFunc(func() { b.release(from) })
			if tcp, ok := c.(*net.TCPConn); ok {
				return &limitedTCPConn{TCPConn: tcp, leave: leave}, nil
			}
			return &limitedConn{Conn: c, leave: leave}, nil
		}
		_ = c.Close() // the connection is refused in any case
	}
}

// awaitPause ends the wait for connections when they are to stay in the backlog.
func (b *limitedListener) awaitPause() {
	select {
	case <-b.closed:
	case <-b.paused:
		if l, ok := b.Listener.(*net.TCPListener); ok {
			_ = l.SetDeadline(time.Unix(1, 0)) // a listener that is closed needs none
		}
	}
}

// Close implements net.Listener.
func (b *limitedListener) Close() error {
	b.closeAll.Do(func() { close(b.closed) })
	return b.Listener.Close()
}

func (b *limitedListener) acquire(from netip.Addr) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all >= b.total || b.open[from] >= b.each && !anyContains(b.proxies, from) {
		return false
	}
	b.open[from]++
	b.all++
	b.counter.Add(1)
	return true
}

func (b *limitedListener) release(from netip.Addr) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all--
	b.counter.Add(-1)
	if b.open[from]--; b.open[from] == 0 {
		delete(b.open, from)
	}
}

// networkOf is the IPv4 address, or the /64 network of an IPv6 address.
func networkOf(a net.Addr) netip.Addr {
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

// limitedConn is a connection that is counted until it is closed.
type limitedConn struct {
	net.Conn
	writeChecks
	leave func()
}

// Read implements net.Conn.
func (c *limitedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.noteRead(n)
	return n, err
}

// Write implements net.Conn.
func (c *limitedConn) Write(b []byte) (n int, err error) {
	err = c.guardWrite(c.Close, func() (err error) {
		n, err = c.Conn.Write(b)
		return err
	})
	return n, err
}

// Close implements net.Conn.
func (c *limitedConn) Close() error {
	c.leave()
	return c.Conn.Close()
}

// limitedTCPConn keeps the further methods of TCP connections, so that the kernel sends files
// itself.
type limitedTCPConn struct {
	*net.TCPConn
	writeChecks
	leave func()
}

// Read implements net.Conn.
func (c *limitedTCPConn) Read(b []byte) (int, error) {
	n, err := c.TCPConn.Read(b)
	c.noteRead(n)
	return n, err
}

// Write implements net.Conn.
func (c *limitedTCPConn) Write(b []byte) (n int, err error) {
	err = c.guardWrite(c.Close, func() (err error) {
		n, err = c.TCPConn.Write(b)
		return err
	})
	return n, err
}

// ReadFrom implements io.ReaderFrom.
func (c *limitedTCPConn) ReadFrom(r io.Reader) (n int64, err error) {
	err = c.guardWrite(c.Close, func() (err error) {
		n, err = c.TCPConn.ReadFrom(r)
		return err
	})
	return n, err
}

// Close implements net.Conn.
func (c *limitedTCPConn) Close() error {
	c.leave()
	return c.TCPConn.Close()
}
