package fence

import (
	"net/http"
	"slices"
)

// reads are the methods of requests that change nothing.
var reads = []string{http.MethodGet, http.MethodHead, http.MethodOptions, "PROPFIND", "REPORT", "SEARCH"}

// IsRead reports whether a request changes nothing, by its method.
func IsRead(r *http.Request) bool { return slices.Contains(reads, r.Method) }

// Connection carries answers to a client.
type Connection interface {
	// CheckWrites has writes call check until the answer is out that is under way. Once check fails, the connection is closed in place
	// of a write. hasMany says that the connection has many answers at once.
	CheckWrites(check func() error, hasMany bool)
	// EndAnswer says, for each CheckWrites, that the answer is written, though maybe not out.
	EndAnswer()
}

// Guard returns a writer that gives out no word of success for a change once the fence is closed: it cuts the connection, so that
// whoever waits knows that the change may be lost. Refusals pass. An answer waits in buffers after it was written, and the process may
// be stopped meanwhile; so the connection, nil where there is none, checks again as the bytes go to the system. The caller calls end
// when the request is served.
func (f *Fence) Guard(w http.ResponseWriter, r *http.Request, c Connection) (guarded http.ResponseWriter, end func()) {
	if f == nil || IsRead(r) {
		return w, func() {}
	}
	a := &answers{ResponseWriter: w, fence: f, conn: c, hasMany: r.ProtoMajor > 1}
	return a, a.end
}

// answers are those of a request that changes something.
type answers struct {
	http.ResponseWriter
	fence   *Fence
	conn    Connection // nil for none
	hasMany bool       // the connection has many answers at once
	checked bool       // the connection checks its writes
	refuses bool       // it is that of a refusal
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answers) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answers) check() {
	if a.refuses {
		return
	}
	if a.fence.Check() != nil {
		panic(http.ErrAbortHandler)
	}
	if a.conn != nil && !a.checked {
		a.conn.CheckWrites(a.fence.Check, a.hasMany)
		a.checked = true
	}
}

// end is called when the handler has written everything.
func (a *answers) end() {
	if !a.checked {
		return
	}
	if a.hasMany { // what is written then comes before whatever the connection writes next
		_ = http.NewResponseController(a.ResponseWriter).Flush() // fails where the stream is gone, and the answer with it
	}
	a.conn.EndAnswer()
}

// WriteHeader implements http.ResponseWriter.
func (a *answers) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.refuses = status >= http.StatusBadRequest
		a.check()
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer. Answers may tell of one change after the other.
func (a *answers) Write(b []byte) (int, error) {
	a.check()
	return a.ResponseWriter.Write(b)
}

// Flush implements http.Flusher.
func (a *answers) Flush() {
	a.check()
	_ = http.NewResponseController(a.ResponseWriter).Flush() // a writer that holds nothing back has none
}
