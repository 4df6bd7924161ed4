package nextcloud

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"

	"golang.org/x/net/websocket"
)

const (
	signInTime   = 10 * time.Second // from the opening of a connection
	pingEvery    = 30 * time.Second
	recheckEvery = time.Minute // a token is looked at again
)

var sendTime = 10 * time.Second // tests shorten it

func isOpenToAll(*http.Request) bool { return true }

// hijacker lets the websocket take the connection from beneath the layers of the server.
type hijacker struct{ http.ResponseWriter }

// Hijack implements http.Hijacker. The deadlines of the request end with it.
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err == nil {
		err = conn.SetDeadline(time.Time{})
	}
	return conn, rw, err
}

var ping = websocket.Codec{Marshal: func(any) ([]byte, byte, error) { return nil, websocket.PingFrame, nil }}

// serveSocket makes a websocket of a request, unless a page of another site sends it.
func (p *pushHub) serveSocket(c *api.Call) error {
	if c.R.Method != http.MethodGet || c.R.ProtoMajor != 1 || c.R.Header.Get("Upgrade") == "" {
		return fault.BadRequest
	}
	if api.IsForeignOrigin(c.R) {
		return fault.PermissionDenied
	}
	server := websocket.Server{
		Handshake: func(*websocket.Config, *http.Request) error { return nil },
		Handler:   func(ws *websocket.Conn) { p.runConnection(c, ws) },
	}
	server.ServeHTTP(hijacker{c.W}, c.R)
	return nil
}

// runConnection is the life of a connection: the name and the token come in, then changes go out.
func (p *pushHub) runConnection(c *api.Call, ws *websocket.Conn) {
	ws.MaxPayloadBytes = limits.PushMessage
	_ = ws.SetDeadline(time.Now().Add(signInTime)) // a connection without deadlines is that of a test
	ctx, cancel := context.WithCancel(context.WithoutCancel(c.Context))
	defer cancel()
	caller := p.authenticate(ctx, c.R, ws)
	if caller == nil {
		return
	}
	l := p.addListener(caller.Who.User)
	if l == nil {
		return
	}
	defer p.removeListener(l)
	tag, err := p.loadTag(caller, l)
	if err != nil || sendText(ws, "authenticated") != nil || ws.SetDeadline(time.Time{}) != nil {
		return
	}
	go p.readMessages(ws, cancel)
	p.sendChanges(ctx, ws, caller.R, l, tag)
}

// authenticate receives the name and the token and returns a call of that person; nil when they are not accepted.
func (p *pushHub) authenticate(ctx context.Context, r *http.Request, ws *websocket.Conn) *api.Call {
	var name, token string
	if websocket.Message.Receive(ws, &name) != nil || websocket.Message.Receive(ws, &token) != nil {
		return nil
	}
	ask := &http.Request{Method: http.MethodGet, RemoteAddr: r.RemoteAddr, Header: r.Header.Clone()}
	ask.SetBasicAuth(name, token)
	who, err := p.authenticateWith(ask.WithContext(ctx), p.s.Auth.Basic)
	if err != nil {
		_ = websocket.Message.Send(ws, "err: Invalid credentials") // it may have gone away
		return nil
	}
	return who
}

// recheckToken returns the actor of a token that was taken before. An app that only listens does not use its token.
func (p *pushHub) recheckToken(ask *http.Request) (*api.Call, error) {
	return p.authenticateWith(ask, p.s.Auth.BasicAgain)
}

func (p *pushHub) authenticateWith(ask *http.Request, find func(*http.Request) (access.Actor, error)) (*api.Call, error) {
	var c *api.Call
	err := p.runInCheckSlot(ask.Context(), func() error {
		who, err := find(ask)
		c = &api.Call{Context: ask.Context(), Who: who, R: ask}
		return err
	})
	return c, err
}

func (p *pushHub) loadTag(c *api.Call, l *listener) (tag string, err error) {
	err = p.runInCheckSlot(c, func() (err error) {
		tag, err = p.loadState(c, l)
		return err
	})
	return tag, err
}

// readMessages reads what the app says, and cancels when it goes away or says more than limits.PushWords messages. A request for
// another kind of notification has no effect: apps fall back to the usual one.
func (p *pushHub) readMessages(ws *websocket.Conn, cancel func()) {
	defer cancel()
	for range limits.PushWords {
		var word string
		if websocket.Message.Receive(ws, &word) != nil {
			return
		}
	}
}

// sendChanges tells an app of changes until it goes away, or its token ends.
func (p *pushHub) sendChanges(ctx context.Context, ws *websocket.Conn, ask *http.Request, l *listener, tag string) {
	beat, check := time.NewTicker(pingEvery), time.NewTicker(recheckEvery)
	defer beat.Stop()
	defer check.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-p.stopped:
			return
		case <-l.end:
			return
		case <-check.C:
			_, err = p.recheckToken(ask)
		case <-beat.C:
			err = sendWithDeadline(ws, func() error { return ping.Send(ws, nil) })
		case <-l.wake:
			tag, err = p.notify(ws, ask, l, tag)
		}
		if err != nil {
			return
		}
	}
}

// notify tells an app when its tree is not as it was.
func (p *pushHub) notify(ws *websocket.Conn, ask *http.Request, l *listener, before string) (string, error) {
	c, err := p.recheckToken(ask) // the token of a device that was taken away tells nothing more
	if err != nil {
		return "", err
	}
	tag, err := p.loadTag(c, l)
	if err != nil || tag == before {
		return tag, err
	}
	return tag, sendText(ws, "notify_file")
}

func sendText(ws *websocket.Conn, word string) error {
	return sendWithDeadline(ws, func() error { return websocket.Message.Send(ws, word) })
}

// sendWithDeadline sends something before its time is up. The deadline ends with it: an app may ping at any time, and the pong is
// written without one.
func sendWithDeadline(ws *websocket.Conn, send func() error) error {
	return errors.Join(ws.SetWriteDeadline(time.Now().Add(sendTime)), send(), ws.SetWriteDeadline(time.Time{}))
}

// runInCheckSlot runs fn on a stack of its own when a check slot is free. Few run at a time: a change may wake every app at once, and
// others read too.
func (p *pushHub) runInCheckSlot(ctx context.Context, fn func() error) error {
	select {
	case p.checks <- struct{}{}:
		defer func() { <-p.checks }()
	case <-ctx.Done():
		return ctx.Err()
	case <-p.stopped:
		return context.Canceled
	}
	return api.RunOnOwnStack(fn)
}
