package fence

import (
	"net/http"
	"slices"
)

// reads are the methods of requests that change nothing.
var reads = []string{http.MethodGet, http.MethodHead, http.MethodOptions, "PROPFIND", "REPORT", "SEARCH"}

// IsRead reports whether a request changes nothing, by its method.
func IsRead(r *http.Request) bool { return slices.Contains(reads, r.Method) }

// Guard returns a writer that gives out no word of success for a change once the fence is closed: it cuts the connection, so that
// whoever waits knows that the change may be lost. Refusals pass.
func (f *Fence) Guard(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
	if f == nil || IsRead(r) {
		return w
	}
	return &answers{ResponseWriter: w, fence: f}
}

// answers are those of a request that changes something.
type answers struct {
	http.ResponseWriter
	fence   *Fence
	refuses bool // it is that of a refusal
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answers) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answers) check() {
	if !a.refuses && a.fence.Check() != nil {
		panic(http.ErrAbortHandler)
	}
}

// WriteHeader implements http.ResponseWriter.
func (a *answers) WriteHeader(status int) {
	if status >= http.StatusOK {
		a.refuses = status >= http.StatusBadRequest
	}
	a.check()
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
