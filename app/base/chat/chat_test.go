package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// endpoint serves one behavior of a server with a model.
func endpoint(t *testing.T, do http.HandlerFunc) *Endpoint {
	t.Helper()
	s := httptest.NewServer(do)
	t.Cleanup(s.Close)
	return &Endpoint{URL: s.URL + "/v1/", Model: "m", Key: "secret-key"}
}

func piece(w io.Writer, s string) {
	b, _ := json.Marshal(s)
	fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s},\"finish_reason\":null}]}\n\n", b)
}

func ask(t *testing.T, e *Endpoint) (answer string, pieces []string, err error) {
	t.Helper()
	answer, err = e.Complete(t.Context(), []Message{{"user", "hello"}}, 100, func(s string) { pieces = append(pieces, s) })
	return answer, pieces, err
}

func TestAnAnswerComesInPieces(t *testing.T) {
	e := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer secret-key" ||
			!strings.Contains(string(b), `"stream":true`) || !strings.Contains(string(b), `"content":"hello"`) {
			t.Errorf("%s %s %s", r.URL, r.Header, b)
		}
		w.Header().Set("Content-Type", "text/event-stream")
		piece(w, "سلا")
		fmt.Fprint(w, ": a comment\n\ndata: {\"choices\":[],\"usage\":{}}\n\n")
		piece(w, "م <b>")
		fmt.Fprint(w, "data: [DONE]\n\n")
	})
	answer, pieces, err := ask(t, e)
	if err != nil || answer != "سلام <b>" || len(pieces) != 2 {
		t.Errorf("%q %q %v", answer, pieces, err)
	}
}

func TestAServerThatDoesNotStreamAnswersAtOnce(t *testing.T) {
	e := endpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"all"}}]}`)
	})
	if answer, pieces, err := ask(t, e); err != nil || answer != "all" || len(pieces) != 1 {
		t.Errorf("%q %q %v", answer, pieces, err)
	}
}

func TestBadEndpoints(t *testing.T) {
	for name, c := range map[string]struct {
		do   http.HandlerFunc
		want error
	}{
		"cut stream": {func(w http.ResponseWriter, _ *http.Request) { piece(w, "half of") }, ErrDown},
		"broken off": {func(w http.ResponseWriter, _ *http.Request) {
			piece(w, "half of")
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}, ErrDown},
		"wrong JSON":     {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "data: {nothing\n\n") }, ErrBroken},
		"something else": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>Welcome</html>") }, ErrDown},
		"other JSON": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"hello":1}`)
		}, ErrBroken},
		"too much": {func(w http.ResponseWriter, _ *http.Request) {
			for range 300 {
				piece(w, strings.Repeat("x", 1000))
			}
		}, ErrBroken},
	} {
		if answer, _, err := ask(t, endpoint(t, c.do)); !errors.Is(err, c.want) || answer != "" {
			t.Errorf("%s: %q, %v", name, answer, err)
		}
	}
}

func TestABusyEndpointIsAskedThreeTimes(t *testing.T) {
	asked := 0
	e := endpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked < 3 {
			w.Header().Set("Retry-After", "0")
			http.Error(w, "later", []int{http.StatusTooManyRequests, http.StatusBadGateway}[asked-1])
			return
		}
		piece(w, "now")
		fmt.Fprint(w, "data: [DONE]\n\n")
	})
	if answer, _, err := ask(t, e); err != nil || answer != "now" {
		t.Errorf("%q, %v", answer, err)
	}
	asked = 0
	e = endpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	var no *StatusError
	if _, _, err := ask(t, e); !errors.As(err, &no) || no.Status != http.StatusServiceUnavailable || asked != 3 {
		t.Errorf("%v after %d", err, asked)
	}
}

func TestARefusalIsFinalAndHidesTheKey(t *testing.T) {
	asked := 0
	e := endpoint(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		http.Error(w, "the key secret-key is\nwrong "+strings.Repeat("x", 5000), http.StatusUnauthorized)
	})
	_, _, err := ask(t, e)
	var no *StatusError
	if !errors.As(err, &no) || no.Status != http.StatusUnauthorized || asked != 1 {
		t.Fatalf("%v after %d", err, asked)
	}
	if strings.Contains(err.Error(), "secret-key") || len(err.Error()) > 400 {
		t.Error(err)
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the document went elsewhere") }))
	defer other.Close()
	e := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	var no *StatusError
	if _, _, err := ask(t, e); !errors.As(err, &no) || no.Status != http.StatusTemporaryRedirect {
		t.Error(err)
	}
}

func TestASlowEndpointIsLeftWhenTheCallerLeaves(t *testing.T) {
	e := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		piece(w, "first")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	_, err := e.Complete(ctx, nil, 1, func(string) { stop() })
	if !errors.Is(err, ErrDown) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestTheLinkIsNotReached(t *testing.T) {
	e := &Endpoint{URL: "http://169.254.169.254/v1", Model: "m"}
	if _, _, err := ask(t, e); !errors.Is(err, ErrDown) || !strings.Contains(err.Error(), "link") {
		t.Errorf("where clouds give out keys: %v", err)
	}
}

func TestAddressesOfEndpoints(t *testing.T) {
	for address, want := range map[string]string{
		"https://api.example.com/v1": "api.example.com", "http://localhost:11434/v1": "localhost:11434", "ftp://x/v1": "", "x": "",
		"https://user:pass@x/v1": "", "https://x/v1?key=1": "", "": "", "https://": "",
	} {
		if got, ok := ParseHost(address); got != want || ok != (want != "") {
			t.Errorf("%q: %q", address, got)
		}
	}
}
