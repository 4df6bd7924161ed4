package stories

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// unsent is the proxy's answer when the victim does not listen, so that clients know
// that their request did not arrive.
const unsent = "HTTP/1.1 502 Bad Gateway\r\nX-Unsent: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

// proxy forwards connections of clients to the victim, and cuts and delays them.
type proxy struct {
	listener net.Listener
	to       atomic.Pointer[string]
	delay    atomic.Int64 // before anything goes on

	mu   sync.Mutex
	open map[net.Conn]bool
}

func newProxy(t *testing.T) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, open: map[net.Conn]bool{}}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		p.cut()
	})
	go func() {
		for {
			c, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err == nil {
				go p.pass(c)
			}
		}
	}()
	return p
}

func (p *proxy) keep(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[c] = true
}

func (p *proxy) drop(c net.Conn) {
	c.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// cut ends every connection at once, also in the middle of a request.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		c.Close()
	}
}

func (p *proxy) pass(client net.Conn) {
	p.keep(client)
	defer p.drop(client)
	server, err := net.Dial("tcp", *p.to.Load())
	if err != nil {
		if _, err := client.Read(make([]byte, 32<<10)); err == nil { // else the client could not read the answer
			_, _ = io.WriteString(client, unsent)
		}
		return
	}
	p.keep(server)
	defer p.drop(server)
	go func() {
		p.copy(server, client)
		server.Close()
	}()
	p.copy(client, server)
}

func (p *proxy) copy(to io.Writer, from io.Reader) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		time.Sleep(time.Duration(p.delay.Load()))
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
