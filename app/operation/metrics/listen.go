package metrics

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	scrapes    = 4 // at the same time
	scrapeTime = 10 * time.Second
)

// Handler answers GET /metrics, and nothing else.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: scrapes, Timeout: scrapeTime,
	}))
	return mux
}

// Listen answers at an address of its own. Whoever reaches it may read the metrics.
func (m *Metrics) Listen(address string) (close func() error, err error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen for who reads the metrics: %w", err)
	}
	s := &http.Server{
		Handler: m.Handler(), ReadTimeout: scrapeTime, WriteTimeout: 3 * scrapeTime, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10,
	}
	go func() {
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			m.Log.Error("the metrics are not served any more", "error", err)
		}
	}()
	return s.Close, nil
}
