package links

import (
	"io"
	"net/http"
	"strconv"
	"strings"
)

// completionWriter observes an answer to tell whether the last byte of the file was sent,
// and forbids caches to store it.
type completionWriter struct {
	http.ResponseWriter
	status int
	sent   int64
}

// Unwrap lets http.ResponseController reach the connection.
func (w *completionWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *completionWriter) WriteHeader(status int) {
	w.begin(status)
	w.ResponseWriter.WriteHeader(status)
}

// begin is called before the header is sent, however that comes about.
func (w *completionWriter) begin(status int) {
	if w.status == 0 {
		w.status = status
		w.Header().Set("Cache-Control", "no-store, no-transform")
	}
}

// Write implements io.Writer.
func (w *completionWriter) Write(b []byte) (int, error) {
	w.begin(http.StatusOK)
	n, err := w.ResponseWriter.Write(b)
	w.sent += int64(n)
	return n, err
}

// ReadFrom lets the kernel send files itself.
func (w *completionWriter) ReadFrom(src io.Reader) (int64, error) {
	w.begin(http.StatusOK)
	n, err := io.Copy(w.ResponseWriter, src)
	w.sent += n
	return n, err
}

// isComplete reports whether the whole answer was sent, and with it the end of the file.
func (w *completionWriter) isComplete() bool {
	h := w.Header()
	length, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	if err != nil || w.sent != length {
		return false
	}
	switch w.status {
	case http.StatusOK:
		return true
	case http.StatusPartialContent:
		return isLastRange(h.Get("Content-Range"))
	}
	return false
}

// isLastRange reports whether a range, "bytes 5-9/10", ends at the end of the file.
func isLastRange(contentRange string) bool {
	within, total, ok := strings.Cut(strings.TrimPrefix(contentRange, "bytes "), "/")
	_, last, dash := strings.Cut(within, "-")
	n, err := strconv.ParseInt(last, 10, 64)
	size, serr := strconv.ParseInt(total, 10, 64)
	return ok && dash && err == nil && serr == nil && n == size-1
}
