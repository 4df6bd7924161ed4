package stories

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// device sends a request of a sync app.
func (s *story) device(ts *testscript.TestScript, args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("device STATUS METHOD PATH [BODY]")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	var body io.Reader
	if len(args) > 3 {
		body = strings.NewReader(args[3])
		if n, err := strconv.Atoi(strings.TrimPrefix(args[3], "@")); err == nil && args[3][0] == '@' {
			body = strings.NewReader(strings.Repeat("x", n))
		}
	}
	req := httptest.NewRequest(args[1], args[2], body)
	req.Header = s.next
	s.next = http.Header{}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	if address := req.Header.Get("Remote-Address"); address != "" {
		req.RemoteAddr = address + ":1234"
		req.Header.Del("Remote-Address")
	}
	w := httptest.NewRecorder()
	s.app.ServeHTTP(w, req)
	s.last = &answer{w.Code, w.Header(), w.Body.Bytes()}
	if _, err := ts.Stdout().Write(s.last.Body[:min(len(s.last.Body), 4000)]); err != nil {
		return err
	}
	if w.Code != want {
		return fmt.Errorf("status %d, want %d: %s", w.Code, want, s.last.Body)
	}
	return nil
}

// many sends a request of a sync app that often: many COUNT STATUS METHOD PATH [BODY].
func (s *story) many(ts *testscript.TestScript, args []string) error {
	n, err := strconv.Atoi(args[0])
	for ; err == nil && n > 0; n-- {
		err = s.device(ts, args[1:])
	}
	return err
}

// flow keeps the secret of the address of a page that asks a person about a device.
func (s *story) flow(ts *testscript.TestScript, args []string) error {
	u, err := url.Parse(args[1])
	if err != nil {
		return err
	}
	secret := u.Query().Get("flow")
	if secret == "" {
		return fmt.Errorf("no secret in %s", args[1])
	}
	ts.Setenv(args[0], secret)
	return nil
}

// copied waits until the copy that staff asked for has ended.
func (s *story) copied(ts *testscript.TestScript, args []string) error {
	return s.awaitCopies(ts, args[0], `"runs":1`)
}

// fetched waits until all contents of a restore are on the disk.
func (s *story) fetched(ts *testscript.TestScript, args []string) error {
	if err := s.as(ts, []string{args[0], "202", "POST", "/admin/jobs/restore_fetch/run"}); err != nil {
		return err
	}
	return s.awaitCopies(ts, args[0], `"restore":null`)
}

func (s *story) awaitCopies(ts *testscript.TestScript, who, text string) error {
	for range 200 {
		if err := s.as(ts, []string{who, "200", "GET", "/admin/copies"}); err != nil {
			return err
		}
		if bytes.Contains(s.last.Body, []byte(text)) {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("the copies have no %s: %s", text, s.last.Body)
}
