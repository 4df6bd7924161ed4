package server

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"anbar/app/base/fence"

	"github.com/caddyserver/caddy/v2"
	"github.com/caddyserver/caddy/v2/modules/caddyhttp"
)

type connectionKey struct{}

// Provision implements caddy.Provisioner. It has requests know their connections.
func (*drive) Provision(ctx caddy.Context) error {
	if s, ok := ctx.Value(caddyhttp.ServerCtxKey).(*caddyhttp.Server); ok {
		s.RegisterConnContext(func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, c)
		})
	}
	return nil
}

// ConnectionOf returns the connection that an answer goes out by; nil where that is not TCP.
func ConnectionOf(r *http.Request) fence.Connection {
	conn, _ := r.Context().Value(connectionKey{}).(net.Conn)
	if outer, ok := conn.(interface{ NetConn() net.Conn }); ok { // TLS
		conn = outer.NetConn()
	}
	if c, ok := conn.(fence.Connection); ok {
		return c
	}
	return nil
}

// writeChecks implements fence.Connection. The bytes of an answer go out by a later write than that of its handler.
type writeChecks struct {
	isOn atomic.Bool // check is set

	mu      sync.Mutex
	check   func() error // nil while writes are free
	answers int          // whose handlers have not ended
	begun   int          // answers in all
	hasMany bool
}

// CheckWrites implements fence.Connection.
func (w *writeChecks) CheckWrites(check func() error, hasMany bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.check, w.hasMany = check, hasMany
	w.answers++
	w.begun++
	w.isOn.Store(true)
}

// EndAnswer implements fence.Connection.
func (w *writeChecks) EndAnswer() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers--
}

// noteRead ends the check of a connection that has one answer at a time: a client sends its next request when it has the answer to the
// one before.
func (w *writeChecks) noteRead(n int) {
	if n == 0 || !w.isOn.Load() {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.hasMany && w.answers == 0 {
		w.free()
	}
}

func (w *writeChecks) free() {
	w.check = nil
	w.isOn.Store(false)
}

// guardWrite calls write, unless the check fails: then it calls end. On a connection that has many answers at once, a write that began
// when all handlers had ended has the last bytes of their answers, and ends the check unless another answer began meanwhile.
func (w *writeChecks) guardWrite(end func() error, write func() error) error {
	if !w.isOn.Load() {
		return write()
	}
	w.mu.Lock()
	check, isLast, begun := w.check, w.hasMany && w.answers == 0, w.begun
	w.mu.Unlock()
	if check != nil {
		if err := check(); err != nil {
			return errors.Join(err, end())
		}
	}
	err := write()
	if check != nil && isLast {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.begun == begun {
			w.free()
		}
	}
	return err
}
