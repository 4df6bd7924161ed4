package fence

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"anbar/db"
)

func TestFenceIsOpenOnlyWhileItIsExtended(t *testing.T) {
	f := New()
	if err := f.Check(); !errors.Is(err, db.ErrFenced) {
		t.Fatal("a fence is open that nobody extended:", err)
	}
	f.Extend(Now().Add(-time.Second))
	select {
	case <-f.WaitOpen():
		t.Fatal("a moment that has passed opened it")
	default:
	}
	f.Extend(Now().Add(50 * time.Millisecond))
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	f.Extend(Now()) // an answer that came late takes nothing back
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	<-f.WaitOpen()
	time.Sleep(60 * time.Millisecond)
	if err := f.Check(); !errors.Is(err, db.ErrFenced) {
		t.Fatal("it is open beyond its end:", err)
	}
	f.Lift()
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	f.Replace("another machine took over")
	f.End("twice")
	f.Extend(Now().Add(time.Hour))
	<-f.WaitEnd()
	var ended *EndedError
	if err := f.Check(); !errors.As(err, &ended) || ended.Why != "another machine took over" || !errors.Is(err, db.ErrFenced) ||
		!errors.Is(err, db.ErrReplaced) {
		t.Fatal(err)
	}
	started := New()
	started.SetReplaced(true)
	if err := started.Check(); !errors.Is(err, db.ErrFenced) || !errors.Is(err, db.ErrReplaced) {
		t.Fatal(err)
	}
	started.SetReplaced(false)
	if err := started.Check(); !errors.Is(err, db.ErrFenced) || errors.Is(err, db.ErrReplaced) {
		t.Fatal(err)
	}
	started.SetReplaced(true)
	if started.Lift(); started.Check() != nil {
		t.Fatal("whoever says why it is closed closed it")
	}
	stopped := New()
	stopped.End("the server stops")
	if err := stopped.Check(); !errors.Is(err, db.ErrFenced) || errors.Is(err, db.ErrReplaced) {
		t.Fatal(err)
	}
	var none *Fence
	if err := none.Check(); err != nil {
		t.Fatal(err)
	}
}

// answer is what a request gets whose handler closes the fence before it answers.
func answer(t *testing.T, method string, handle func(http.ResponseWriter, *Fence)) (status int, err error) {
	t.Helper()
	f := New()
	f.Lift()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w, end := f.Guard(w, r, nil)
		defer end()
		handle(w, f)
	}))
	defer server.Close()
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	return res.StatusCode, nil
}

func TestNoSuccessIsToldBehindTheFence(t *testing.T) {
	for _, c := range []struct {
		name, method string
		handle       func(http.ResponseWriter, *Fence)
		status       int // 0 for a connection that is cut
	}{
		{"open", "POST", func(w http.ResponseWriter, _ *Fence) { w.WriteHeader(201) }, 201},
		{"header", "PUT", func(w http.ResponseWriter, f *Fence) { f.End(""); w.WriteHeader(201) }, 0},
		{"no body", "MKCOL", func(w http.ResponseWriter, f *Fence) { f.End(""); w.WriteHeader(204) }, 0},
		{"body alone", "POST", func(w http.ResponseWriter, f *Fence) { f.End(""); _, _ = w.Write([]byte("done")) }, 0},
		{"redirect", "POST", func(w http.ResponseWriter, f *Fence) { f.End(""); w.WriteHeader(303) }, 0},
		{"refusal", "POST", func(w http.ResponseWriter, f *Fence) { f.End(""); w.WriteHeader(424); _, _ = w.Write([]byte("{}")) }, 424},
		{"read", "GET", func(w http.ResponseWriter, f *Fence) { f.End(""); _, _ = w.Write([]byte("bytes")) }, 200},
		{"listing", "PROPFIND", func(w http.ResponseWriter, f *Fence) { f.End(""); w.WriteHeader(207) }, 207},
		{"flushed", "POST", func(w http.ResponseWriter, f *Fence) { f.End(""); _ = http.NewResponseController(w).Flush() }, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, err := answer(t, c.method, c.handle)
			if status != c.status || (err == nil) != (c.status != 0) {
				t.Fatalf("%d, %v; want %d", status, err, c.status)
			}
		})
	}
}
