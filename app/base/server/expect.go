package server

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
)

// serveBeforeBody serves a request whose client may wait with its body until it is asked for, or refused. Caddy wraps the body, so that
// net/http does not know it for one that was never asked for, waits for it before it sends the answer, and both wait for ever. An
// answer that comes before the body was read ends the connection.
func serveBeforeBody(handler http.Handler, w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor != 1 || !expectsContinue(r) || r.Body == nil {
		handler.ServeHTTP(w, r)
		return
	}
	body := &continueBody{ReadCloser: r.Body}
	r.Body = body
	a := &continueWriter{w, body}
	handler.ServeHTTP(a, r)
	a.closeIfUnread() // of an answer without a word
}

func expectsContinue(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Expect"), "100-continue")
}

type continueBody struct {
	io.ReadCloser
	asked atomic.Bool
}

// Read implements io.Reader.
func (b *continueBody) Read(p []byte) (int, error) {
	b.asked.Store(true)
	return b.ReadCloser.Read(p)
}

type continueWriter struct {
	http.ResponseWriter
	body *continueBody
}

// closeIfUnread ends the connection with an answer that comes before the body.
func (a *continueWriter) closeIfUnread() {
	if !a.body.asked.Load() {
		a.Header().Set("Connection", "close")
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (a *continueWriter) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (a *continueWriter) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.closeIfUnread()
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *continueWriter) Write(b []byte) (int, error) {
	a.closeIfUnread()
	return a.ResponseWriter.Write(b)
}
