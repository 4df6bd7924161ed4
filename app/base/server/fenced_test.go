package server

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"

	"anbar/app/base/fence"
)

// fencedServer answers with a status behind a fence, which closes when the answer was written, and is not out yet.
type fencedServer struct {
	url    string
	client *http.Client

	mu     sync.Mutex
	fence  *fence.Fence
	status int
	closes bool
}

func newFencedServer(t *testing.T, version int, secure bool) *fencedServer {
	t.Helper()
	o := Options{Mode: Plain, Listen: freePort(t), Dir: t.TempDir()}
	s := &fencedServer{fence: fence.New(), url: "http://" + o.Listen}
	if secure {
		o.Mode, o.ListenTLS, o.Listen = Internal, o.Listen, freePort(t)
		s.url = "https://" + o.ListenTLS
	}
	s.fence.Lift()
	serveOn(t, o, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		w, end := s.fence.Guard(w, r, ConnectionOf(r))
		defer end()
		if r.ProtoMajor != version {
			t.Errorf("the request came by %s", r.Proto)
		}
		w.WriteHeader(s.status)
		_, _ = w.Write([]byte("answer"))
		if s.closes {
			s.fence.End("stopped")
		}
	}))
	way := &http.Transport{TLSClientConfig: &tls.Config{ServerName: "localhost", InsecureSkipVerify: true}, ForceAttemptHTTP2: version == 2}
	t.Cleanup(way.CloseIdleConnections)
	s.client = &http.Client{Transport: way}
	return s
}

// ask returns the status of an answer, 0 when none came.
func (s *fencedServer) ask(t *testing.T, method string, status int, closes bool) int {
	t.Helper()
	s.mu.Lock()
	s.status, s.closes = status, closes
	s.mu.Unlock()
	req, err := http.NewRequestWithContext(t.Context(), method, s.url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.client.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	if _, err := io.ReadAll(res.Body); err != nil {
		return 0
	}
	return res.StatusCode
}

func TestAnAnswerThatWaitsInABufferDoesNotPassAClosedFence(t *testing.T) {
	for _, c := range []struct {
		name    string
		version int
		secure  bool
	}{{"plain", 1, false}, {"TLS", 1, true}, {"HTTP 2", 2, true}} {
		t.Run(c.name, func(t *testing.T) {
			s := newFencedServer(t, c.version, c.secure)
			for range 3 { // on one connection
				if got := s.ask(t, "POST", 201, false); got != 201 {
					t.Fatal("an open fence: ", got)
				}
			}
			if got := s.ask(t, "POST", 201, true); got != 0 {
				t.Error("a success passed the closed fence: ", got)
			}
			for _, method := range []string{"GET", "POST"} {
				if got := s.ask(t, method, 409, false); got != 409 {
					t.Errorf("%s, behind the fence: %d", method, got)
				}
			}
			if got := s.ask(t, "GET", 200, false); got != 200 {
				t.Error("a read behind the fence: ", got)
			}
		})
	}
	for version := 1; version <= 2; version++ { // whoever has an answer from before reads on by the same connection
		t.Run(fmt.Sprint("later read, HTTP ", version), func(t *testing.T) {
			s := newFencedServer(t, version, version == 2)
			if got := s.ask(t, "POST", 201, false); got != 201 {
				t.Fatal(got)
			}
			for _, closes := range []bool{false, true} {
				if got := s.ask(t, "GET", 200, closes); got != 200 {
					t.Error("a read on a connection of an earlier change: ", got)
				}
			}
		})
	}
}

// TestAWriteEndsNoCheckOfALaterAnswer: while the bytes of one answer go out, the handler of another one ends.
func TestAWriteEndsNoCheckOfALaterAnswer(t *testing.T) {
	var w writeChecks
	var closed error
	closes := 0
	ends := func() error { closes++; return nil }
	answer := func() {
		w.CheckWrites(func() error { return closed }, true)
		w.EndAnswer()
	}
	answer()
	if err := w.guardWrite(ends, func() error { answer(); return nil }); err != nil || !w.isOn.Load() {
		t.Fatal("the later answer is not checked:", err)
	}
	if err := w.guardWrite(ends, func() error { return nil }); err != nil || w.isOn.Load() {
		t.Fatal("the answers are out, and are checked:", err)
	}
	answer()
	closed = fence.New().Check()
	if err := w.guardWrite(ends, func() error { t.Error("bytes passed the closed fence"); return nil }); err == nil || closes != 1 {
		t.Fatal(err, closes)
	}
}
