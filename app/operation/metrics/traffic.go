package metrics

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// traffic counts requests and their bytes by class.
type traffic struct {
	requests           *prometheus.CounterVec
	took               *prometheus.HistogramVec
	received, answered *prometheus.CounterVec
	underWay           prometheus.Gauge
}

func newTraffic() *traffic {
	class := []string{"class"}
	return &traffic{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "anbar_requests_total", Help: "Requests that were answered, by class and status.",
		}, []string{"class", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "anbar_request_seconds", Help: "How long answers took, transfers included; streams of live changes left out.",
			Buckets: []float64{.002, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 120},
		}, class),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "anbar_received_bytes_total", Help: "Bytes of bodies of requests.",
		}, class),
		answered: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "anbar_sent_bytes_total", Help: "Bytes of bodies of answers.",
		}, class),
		underWay: prometheus.NewGauge(prometheus.GaugeOpts{Name: "anbar_requests_in_flight", Help: "Requests that are being answered."}),
	}
}

func (t *traffic) register(r *prometheus.Registry) {
	r.MustRegister(t.requests, t.took, t.received, t.answered, t.underWay)
}

// classOf sorts requests by what they are for. The list of classes is closed: strangers choose paths.
func classOf(path string) string {
	for _, c := range []struct{ prefix, class string }{
		{"/api/live", "live"}, {"/push", "live"}, {"/api/upload", "upload"}, {"/api/download", "download"},
		{"/api/admin", "console"}, {"/api", "api"},
		{"/dav", "webdav"}, {"/remote.php", "sync"}, {"/ocs", "sync"}, {"/index.php", "sync"}, {"/status.php", "sync"},
	} {
		if rest, ok := strings.CutPrefix(path, c.prefix); ok && (rest == "" || rest[0] == '/') {
			return c.class
		}
	}
	return "page"
}

// Serve has a request answered by next, and counts it.
func (m *Metrics) Serve(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) {
	t, class, began := m.traffic, classOf(r.URL.Path), time.Now()
	counted := &countedWriter{ResponseWriter: w}
	body := &countedBody{ReadCloser: r.Body}
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = body
	}
	t.underWay.Inc()
	defer func() {
		t.underWay.Dec()
		if counted.status == 0 {
			counted.status = http.StatusOK // nothing was written
		}
		t.requests.WithLabelValues(class, strconv.Itoa(counted.status)).Inc()
		if class != "live" {
			t.took.WithLabelValues(class).Observe(time.Since(began).Seconds())
		}
		t.received.WithLabelValues(class).Add(float64(body.n))
		t.answered.WithLabelValues(class).Add(float64(counted.n))
	}()
	next(counted, r)
}

type countedBody struct {
	io.ReadCloser
	n int64
}

// Read implements io.Reader.
func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.n += int64(n)
	return n, err
}

type countedWriter struct {
	http.ResponseWriter
	status int
	n      int64
}

// Unwrap lets http.ResponseController reach the connection.
func (w *countedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *countedWriter) WriteHeader(status int) {
	if w.status < http.StatusOK { // an informational one comes before the other
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (w *countedWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.addBytes(int64(n))
	return n, err
}

// ReadFrom lets the kernel send files itself.
func (w *countedWriter) ReadFrom(src io.Reader) (int64, error) {
	n, err := io.Copy(w.ResponseWriter, src)
	w.addBytes(n)
	return n, err
}

func (w *countedWriter) addBytes(n int64) {
	if w.status < http.StatusOK {
		w.status = http.StatusOK
	}
	w.n += n
}
