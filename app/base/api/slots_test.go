package api

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

type said struct {
	Word string `json:"word"`
}

// drip serves one call and sends it a body byte by byte.
func drip(t *testing.T, r *Router, method, path string, length int) (status string, took time.Duration) {
	t.Helper()
	s := httptest.NewServer(r)
	t.Cleanup(s.Close)
	c, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	began := time.Now()
	if _, err := fmt.Fprintf(c, "%s /api%s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n{", method, path, length); err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(20 * time.Millisecond):
				if _, err := c.Write([]byte(" ")); err != nil {
					return
				}
			}
		}
	}()
	defer close(over)
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	status, err = bufio.NewReader(c).ReadString('\n')
	if err != nil {
		t.Fatalf("no answer after %v: %v", time.Since(began), err)
	}
	return strings.TrimSpace(status), time.Since(began)
}

func TestABodyThatDripsIsEnded(t *testing.T) {
	r := NewRouter(nil, slog.New(slog.DiscardHandler), func() uint64 { return 0 })
	r.slots.bodyTime = 300 * time.Millisecond
	Handle(r, Op{Call: "POST /word", Does: "x"}, func(*Call, *said) (None, error) { return None{}, nil })
	if status, took := drip(t, r, "POST", "/word", 1000); status != "HTTP/1.1 408 Request Timeout" || took < r.slots.bodyTime {
		t.Errorf("%s after %v", status, took)
	}
}

func TestAnUploadThatDripsIsEnded(t *testing.T) {
	r := NewRouter(nil, slog.New(slog.DiscardHandler), func() uint64 { return 0 })
	Stream(r, Op{Call: "PUT /bytes", Does: "x"}, func(c *Call, _ *None) error {
		_, err := io.Copy(io.Discard, &pacedReader{r: c.R.Body, w: c.W, time: 300 * time.Millisecond})
		return err
	})
	if status, took := drip(t, r, "PUT", "/bytes", 1<<20); status != "HTTP/1.1 408 Request Timeout" || took < 300*time.Millisecond {
		t.Errorf("%s after %v", status, took)
	}
}

func TestBodiesOfStrangersAreSmall(t *testing.T) {
	r := NewRouter(nil, slog.New(slog.DiscardHandler), func() uint64 { return 0 })
	Handle(r, Op{Call: "POST /word", Does: "x"}, func(_ *Call, in *said) (None, error) { return None{}, nil })
	for size, want := range map[int]int{10: 204, 16_000: 204, 17_000: 413, 900_000: 413} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest("POST", "/api/word", strings.NewReader(`{"word":"`+strings.Repeat("x", size)+`"}`)))
		if w.Code != want {
			t.Errorf("a body of %d bytes: %d, want %d", size, w.Code, want)
		}
	}
}

func TestAnAddressHoldsItsShareOfCalls(t *testing.T) {
	r := NewRouter(nil, slog.New(slog.DiscardHandler), func() uint64 { return 0 })
	r.slots.strangers.Each, r.slots.strangers.Patience = 2, 100*time.Millisecond
	hold := make(chan struct{})
	Handle(r, Op{Call: "GET /slow", Does: "x"}, func(*Call, *struct{}) (None, error) { <-hold; return None{}, nil })
	Handle(r, Op{Call: "GET /fast", Does: "x"}, func(*Call, *struct{}) (None, error) { return None{}, nil })
	call := func(address, path string) *httptest.ResponseRecorder {
		req := httptest.NewRequest("GET", "/api"+path, http.NoBody)
		req.RemoteAddr = address
		w := httptest.NewRecorder()
		r.ServeHTTP(w, req)
		return w
	}
	done := make(chan int, 2)
	for range 2 {
		go func() { done <- call("192.0.2.1:1", "/slow").Code }()
	}
	for used := int64(0); used < 2; used, _ = r.slots.strangers.Usage() {
		time.Sleep(time.Millisecond)
	}
	if w := call("192.0.2.1:2", "/fast"); w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("a third call of the address: %d %v", w.Code, w.Header())
	}
	if w := call("192.0.2.2:1", "/fast"); w.Code != 204 {
		t.Errorf("a call of another address: %d", w.Code)
	}
	close(hold)
	if a, b := <-done, <-done; a != 204 || b != 204 {
		t.Errorf("the calls that held the places: %d, %d", a, b)
	}
	if w := call("192.0.2.1:2", "/fast"); w.Code != 204 {
		t.Errorf("a call once places are free: %d", w.Code)
	}
}

func TestAnAnswerThatNobodyReadsIsGivenUp(t *testing.T) {
	w := &slowWriter{ResponseRecorder: httptest.NewRecorder()}
	if err := WriteJSON(w, 200, strings.Repeat("x", 2*unread)); err != nil {
		t.Fatal(err)
	}
	if len(w.deadlines) != 2 || w.deadlines[0].IsZero() || !w.deadlines[1].IsZero() {
		t.Errorf("deadlines of a large answer: %v", w.deadlines)
	}
}

type slowWriter struct {
	*httptest.ResponseRecorder
	deadlines []time.Time
}

func (w *slowWriter) SetWriteDeadline(at time.Time) error {
	w.deadlines = append(w.deadlines, at)
	return nil
}
