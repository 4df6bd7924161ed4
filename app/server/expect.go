package server

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
)

// answerFirst serves a request whose client may wait with its body until it is asked for, or refused. Caddy wraps the body, so that
// net/http does not know it for one that was never asked for, waits for it before it sends the answer, and both wait for ever. An
// answer that comes before the body was read ends the connection.
func answerFirst(handler http.Handler, w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor != 1 || !expectsContinue(r) || r.Body == nil {
		handler.ServeHTTP(w, r)
		return
	}
	body := &awaitedBody{ReadCloser: r.Body}
	r.Body = body
	a := &awaitedAnswer{w, body}
	handler.ServeHTTP(a, r)
	a.endUnread() // of an answer without a word
}

func expectsContinue(r *http.Request) bool {
	return strings.EqualFold(r.Header.Get("Expect"), "100-continue")
}

type awaitedBody struct {
	io.ReadCloser
	asked atomic.Bool
}

// Read implements io.Reader.
func (b *awaitedBody) Read(p []byte) (int, error) {
	b.asked.Store(true)
	return b.ReadCloser.Read(p)
}

type awaitedAnswer struct {
	http.ResponseWriter
	body *awaitedBody
}

// endUnread ends the connection with an answer that comes before the body.
func (a *awaitedAnswer) endUnread() {
	if !a.body.asked.Load() {
		a.Header().Set("Connection", "close")
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (a *awaitedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (a *awaitedAnswer) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.endUnread()
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (a *awaitedAnswer) Write(b []byte) (int, error) {
	a.endUnread()
	return a.ResponseWriter.Write(b)
}
