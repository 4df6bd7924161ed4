package nextcloud

import (
	"bufio"
	"context"
	"net"
	"net/http"
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"

	"golang.org/x/net/websocket"
)

const (
	signInTime = 10 * time.Second // from the opening of a connection
	pingEvery  = 30 * time.Second
	sendTime   = 10 * time.Second
	stillEvery = time.Minute // a token is looked at again
)

func everybody(*http.Request) bool { return true }

// hijacked lets the websocket take the connection from beneath the layers of the server.
type hijacked struct{ http.ResponseWriter }

// Hijack implements http.Hijacker. The deadlines of the request end with it.
func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err == nil {
		err = conn.SetDeadline(time.Time{})
	}
	return conn, rw, err
}

var ping = websocket.Codec{Marshal: func(any) ([]byte, byte, error) { return nil, websocket.PingFrame, nil }}

// serve makes a websocket of a request. No page elsewhere gains by opening one: a token has to
// be sent through it.
func (p *push) serve(c *api.Call) error {
	if c.R.Method != http.MethodGet || c.R.ProtoMajor != 1 || c.R.Header.Get("Upgrade") == "" {
		return fault.BadRequest
	}
	server := websocket.Server{
		Handshake: func(*websocket.Config, *http.Request) error { return nil },
		Handler:   func(ws *websocket.Conn) { p.talk(c, ws) },
	}
	server.ServeHTTP(hijacked{c.W}, c.R)
	return nil
}

// talk is the life of a connection: the name and the token come in, then changes go out.
func (p *push) talk(c *api.Call, ws *websocket.Conn) {
	ws.MaxPayloadBytes = limits.PushMessage
	_ = ws.SetDeadline(time.Now().Add(signInTime)) // a connection without deadlines is that of a test
	var name, token string
	if websocket.Message.Receive(ws, &name) != nil || websocket.Message.Receive(ws, &token) != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context))
	defer cancel()
	ask := &http.Request{Method: http.MethodGet, RemoteAddr: c.R.RemoteAddr, Header: c.R.Header.Clone()}
	ask.SetBasicAuth(name, token)
	ask = ask.WithContext(ctx)
	who, err := p.still(ask)
	if err != nil {
		_ = websocket.Message.Send(ws, "err: Invalid credentials") // it may have gone away
		return
	}
	l := p.open(who.Who.User)
	if l == nil {
		return
	}
	defer p.close(l)
	tag, err := p.look(who, l)
	if err != nil || websocket.Message.Send(ws, "authenticated") != nil || ws.SetDeadline(time.Time{}) != nil {
		return
	}
	go p.listen(ws, cancel)
	p.follow(ctx, ws, ask, l, tag)
}

// still returns the actor of a token.
func (p *push) still(ask *http.Request) (*api.Call, error) {
	var c *api.Call
	err := aside(func() error {
		who, err := p.s.Auth.Basic(ask)
		c = &api.Call{Context: ask.Context(), Who: who, R: ask}
		return err
	})
	return c, err
}

func (p *push) look(c *api.Call, l *listener) (tag string, err error) {
	err = aside(func() (err error) {
		tag, err = p.state(c, l)
		return err
	})
	return tag, err
}

// listen reads what the app says, which may choose how it is told. It is told the same way: that
// is what apps fall back to.
func (p *push) listen(ws *websocket.Conn, cancel func()) {
	defer cancel()
	for range limits.PushWords {
		var word string
		if websocket.Message.Receive(ws, &word) != nil {
			return
		}
	}
}

// follow tells an app of changes until it goes away, or its token ends.
func (p *push) follow(ctx context.Context, ws *websocket.Conn, ask *http.Request, l *listener, tag string) {
	beat, check := time.NewTicker(pingEvery), time.NewTicker(stillEvery)
	defer beat.Stop()
	defer check.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-p.ended:
			return
		case <-l.end:
			return
		case <-check.C:
			_, err = p.still(ask)
		case <-beat.C:
			_ = ws.SetWriteDeadline(time.Now().Add(sendTime))
			err = ping.Send(ws, nil)
		case <-l.wake:
			tag, err = p.notify(ws, ask, l, tag)
		}
		if err != nil {
			return
		}
	}
}

// notify tells an app when its tree is not as it was.
func (p *push) notify(ws *websocket.Conn, ask *http.Request, l *listener, before string) (string, error) {
	c, err := p.still(ask) // the token of a device that was taken away tells nothing more
	if err != nil {
		return "", err
	}
	tag, err := p.look(c, l)
	if err != nil || tag == before {
		return tag, err
	}
	_ = ws.SetWriteDeadline(time.Now().Add(sendTime))
	return tag, websocket.Message.Send(ws, "notify_file")
}

// aside runs fn on a goroutine of its own: database calls need a deep stack, which a
// connection that stays open for hours would keep.
func aside(fn func() error) error {
	done := make(chan error, 1)
	go func() { done <- fn() }()
	return <-done
}
