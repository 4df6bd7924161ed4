package server

import (
	"context"
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

// writeChecks implements fence.Connection.
type writeChecks struct {
	isOn atomic.Bool // check is set

	mu      sync.Mutex
	check   func() error // nil while writes are free
	answers int          // under way; of a connection that has one at a time, not counted
	hasMany bool
}

// CheckWrites implements fence.Connection.
func (w *writeChecks) CheckWrites(check func() error, hasMany bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.check, w.hasMany = check, hasMany
	w.answers++
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

// checkWrite returns what there is to call once the write is done.
func (w *writeChecks) checkWrite() (written func(), err error) {
	if !w.isOn.Load() {
		return func() {}, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.check == nil {
		return func() {}, nil
	}
	if !w.hasMany || w.answers > 0 {
		return func() {}, w.check()
	}
	return w.endCheck, w.check() // it has the last bytes of all answers
}

func (w *writeChecks) endCheck() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.answers == 0 {
		w.free()
	}
}
