package server

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"anbar/app/base/limits"
)

// listen accepts connections behind a bound until the test's end.
func listen(t *testing.T, b *limitedListener) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.Listener, b.open = l, map[netip.Addr]int{}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := b.Accept()
			if err != nil {
				return
			}
			go func() { // until the other side closes
				_, _ = io.Copy(io.Discard, c)
				_ = c.Close()
			}()
		}
	}()
	return l.Addr().String()
}

// stays reports whether a connection from an address is kept open.
func stays(t *testing.T, addr, from string) (net.Conn, bool) {
	t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	c, err := d.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetReadDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	_, err = c.Read(make([]byte, 1))
	var timeout net.Error
	return c, errors.As(err, &timeout) && timeout.Timeout()
}

func TestAnAddressHasABoundedNumberOfConnections(t *testing.T) {
	addr := listen(t, &limitedListener{each: 2, total: 3, counter: new(atomic.Int64), closed: make(chan struct{})})
	first, ok := stays(t, addr, "127.0.0.1")
	_, second := stays(t, addr, "127.0.0.1")
	_, third := stays(t, addr, "127.0.0.1")
	_, other := stays(t, addr, "127.0.0.2")
	_, beyond := stays(t, addr, "127.0.0.3")
	if !ok || !second || third || !other || beyond {
		t.Errorf("of one address: %v %v %v, of another: %v, beyond all: %v", ok, second, third, other, beyond)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	if _, again := stays(t, addr, "127.0.0.1"); !again {
		t.Error("a connection that was closed still counts")
	}
}

func TestAProxyHasTheConnectionsOfMany(t *testing.T) {
	addr := listen(t, &limitedListener{
		each: 1, total: 9, counter: new(atomic.Int64), closed: make(chan struct{}),
		proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
	})
	for range 3 {
		if _, ok := stays(t, addr, "127.0.0.1"); !ok {
			t.Error("a connection of a proxy was closed")
		}
	}
}

func TestTheServerBoundsItsConnections(t *testing.T) {
	addr := freePort(t)
	serveOn(t, Options{Mode: Plain, Listen: addr, Dir: t.TempDir()}, http.NotFoundHandler())
	refused := 0
	for range limits.Connections + 50 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		if err := c.SetReadDeadline(time.Now().Add(time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Read(make([]byte, 1)); err == io.EOF {
			refused++
		}
	}
	if refused == 0 {
		t.Error("no connection was refused")
	}
}
