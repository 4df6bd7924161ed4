package server

import (
	"io"
	"net/http"
	"time"
)

const (
	lingerLeast = 256 << 10       // what net/http reads by itself, of a body that nobody read
	lingerBytes = 256 << 20       // of a body that was refused
	lingerTime  = 5 * time.Second // for them
)

// serveThenDrain serves a request. Of a body that was refused it goes on reading for a while after the answer: a proxy such as nginx
// that is still sending when the connection ends takes that for a failure, and tells its client 502 in place of the answer. Whoever
// has the answer ends the connection, so this takes moments.
func serveThenDrain(handler http.Handler, w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor != 1 || r.Body == nil || r.Body == http.NoBody {
		handler.ServeHTTP(w, r)
		return
	}
	whole := &readBody{ReadCloser: r.Body}
	waits := expectsContinue(r)
	r.Body = whole
	serveBeforeBody(handler, w, r)
	left := r.ContentLength - whole.n
	if whole.ended || waits && whole.n == 0 || r.ContentLength >= 0 && left <= lingerLeast {
		return
	}
	rc := http.NewResponseController(w)
	if rc.Flush() != nil || rc.SetReadDeadline(time.Now().Add(lingerTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, whole, lingerBytes) // whatever ends it, the answer is out
}

// readBody knows how much of it was read.
type readBody struct {
	io.ReadCloser
	n     int64
	ended bool
}

// Read implements io.Reader.
func (b *readBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.n += int64(n)
	b.ended = b.ended || err != nil
	return n, err
}
