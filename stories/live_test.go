package stories

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// listener is a browser that listens in a story.
type listener struct {
	*io.PipeWriter
	header http.Header
	events chan [2]string
}

// Header implements http.ResponseWriter.
func (l *listener) Header() http.Header { return l.header }

// WriteHeader implements http.ResponseWriter.
func (l *listener) WriteHeader(int) {}

// Flush implements http.Flusher.
func (l *listener) Flush() {}

// read takes events off the stream until it ends.
func (l *listener) read(r io.Reader) {
	defer close(l.events)
	var kind string
	for s := bufio.NewScanner(r); s.Scan(); {
		if name, ok := strings.CutPrefix(s.Text(), "event: "); ok {
			kind = name
		}
		if data, ok := strings.CutPrefix(s.Text(), "data: "); ok {
			l.events <- [2]string{kind, data}
		}
	}
}

func (s *story) listen(ts *testscript.TestScript, args []string) error {
	ctx, cancel := context.WithCancel(context.Background())
	ts.Defer(cancel)
	r, w := io.Pipe()
	l := &listener{w, http.Header{}, make(chan [2]string, 100)}
	req := httptest.NewRequest("GET", "/api/live", nil).WithContext(ctx)
	req.Header.Set("Authorization", "Bearer "+s.people[args[0]].token)
	go func() {
		s.app.ServeHTTP(l, req)
		_ = w.Close() // a pipe's never fails
	}()
	go l.read(r)
	s.streams[args[0]] = l
	e, err := l.next(30 * time.Second)
	if err != nil || e[0] != "hello" {
		return fmt.Errorf("%v instead of hello: %w", e, err)
	}
	var hello struct {
		Stream string `json:"stream_id"`
		Epoch  string
	}
	err = json.Unmarshal([]byte(e[1]), &hello)
	ts.Setenv(args[0]+"_stream", hello.Stream)
	ts.Setenv(args[0]+"_epoch", hello.Epoch)
	return err
}

func (l *listener) next(wait time.Duration) ([2]string, error) {
	select {
	case e, open := <-l.events:
		if !open {
			return e, io.EOF
		}
		return e, nil
	case <-time.After(wait):
		return [2]string{}, fmt.Errorf("there is no event")
	}
}

func (s *story) event(_ *testscript.TestScript, args []string) error {
	e, err := s.streams[args[0]].next(30 * time.Second)
	if err == nil && (e[0] != args[1] || !hasText(e[1], args[2])) {
		err = fmt.Errorf("the event is %v", e)
	}
	return err
}

func (s *story) quiet(_ *testscript.TestScript, args []string) error {
	if e, err := s.streams[args[0]].next(400 * time.Millisecond); err == nil || err == io.EOF {
		return fmt.Errorf("there is an event: %v, or the end: %w", e, err)
	}
	return nil
}

func (s *story) hushed(_ *testscript.TestScript, args []string) error {
	if e, err := s.streams[args[0]].next(2 * time.Second); err != io.EOF {
		return fmt.Errorf("it did not end: %v %w", e, err)
	}
	return nil
}
