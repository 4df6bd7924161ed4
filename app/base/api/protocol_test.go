package api

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

const rightToken = KeyPrefix + "right"

// withDoor makes a router with one door at /dav/, which answers who came in.
func withDoor(t *testing.T) *Router {
	t.Helper()
	keys := func(_ context.Context, login, secret string, _ *Origin) (access.Actor, error) {
		if secret != rightToken || login == "other@example.org" {
			return access.Actor{}, fault.AuthenticationFailed
		}
		return access.Actor{User: 7}, nil
	}
	auth := NewAuthenticator(NewTokens([]byte("key")), keys, alive, alive)
	r := NewRouter(auth, slog.New(slog.DiscardHandler), func() uint64 { return 1 })
	r.MountProtocol(&Protocol{
		Paths:  []string{"/dav", "/dav/"},
		IsOpen: func(r *http.Request) bool { return r.Method == http.MethodOptions },
		Handle: func(c *Call) error {
			_, err := io.WriteString(c.W, c.Who.User.String()+" "+c.R.URL.EscapedPath())
			return err
		},
	})
	return r
}

func knock(t *testing.T, r *Router, path, from string, authorize func(*http.Request)) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequest("PROPFIND", path, nil)
	req.RemoteAddr = from + ":1"
	authorize(req)
	w := httptest.NewRecorder()
	if !r.ServeProtocol(w, req) {
		t.Fatalf("%s belongs to no door", path)
	}
	return w
}

func basic(login, secret string) func(*http.Request) {
	return func(r *http.Request) { r.SetBasicAuth(login, secret) }
}

func bearing(token string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
}

func TestADoorTakesAPITokensOnly(t *testing.T) {
	r := withDoor(t)
	session, err := r.auth.tokens.Sign(access.Actor{User: 7, Session: 8}, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		authorize func(*http.Request)
		status    int
	}{
		"a token by Basic":       {basic("sara@example.org", rightToken), 200},
		"a token as bearer":      {bearing(rightToken), 200},
		"nothing":                {func(*http.Request) {}, 401},
		"a password":             {basic("sara@example.org", "password"), 401},
		"no name":                {basic("", rightToken), 401},
		"the name of another":    {basic("other@example.org", rightToken), 401},
		"a token that is wrong":  {basic("sara@example.org", KeyPrefix+"wrong"), 401},
		"a session as bearer":    {bearing(session), 401},
		"a session by Basic":     {basic("sara@example.org", session), 401},
		"an unknown scheme":      {func(r *http.Request) { r.Header.Set("Authorization", "Digest x") }, 401},
		"a token in the address": {func(r *http.Request) { r.URL.RawQuery = "token=" + rightToken }, 401},
	} {
		w := knock(t, r, "/dav/a%2Fb//c", "192.0.2.1", c.authorize)
		if w.Code != c.status {
			t.Errorf("%s: %d, want %d", name, w.Code, c.status)
		}
		asked := w.Header().Get("WWW-Authenticate") == `Basic realm="Anbar", charset="UTF-8"`
		if asked != (c.status == 401) {
			t.Errorf("%s: asked for a token is %v", name, asked)
		}
	}
	if got := knock(t, r, "/dav/a%2Fb//c", "192.0.2.1", bearing(rightToken)).Body.String(); got != "0000000000007 /dav/a%2Fb//c" {
		t.Errorf("the path did not come through as it was sent: %q", got)
	}
	if w := httptest.NewRecorder(); r.ServeProtocol(w, httptest.NewRequest("GET", "/davx", nil)) {
		t.Error("a door takes a path beside it")
	}
	if got := knock(t, r, "/dav", "192.0.2.1", func(r *http.Request) { r.Method = http.MethodOptions }).Code; got != 200 {
		t.Errorf("an open request answers %d", got)
	}
}

func TestWrongTokensAreThrottledByAddressAndRightOnesGoOn(t *testing.T) {
	r := withDoor(t)
	for i := range limits.WrongTokens {
		if got := knock(t, r, "/dav/", "192.0.2.1", basic("sara", KeyPrefix+"wrong")).Code; got != 401 {
			t.Fatalf("wrong token %d: %d", i+1, got)
		}
	}
	w := knock(t, r, "/dav/", "192.0.2.1", basic("sara", KeyPrefix+"wrong"))
	if w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("one more: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	for range 100 { // asking what is needed is no try
		if got := knock(t, r, "/dav/", "192.0.2.2", func(*http.Request) {}).Code; got != 401 {
			t.Fatalf("without a token: %d", got)
		}
	}
	if got := knock(t, r, "/dav/", "192.0.2.1", basic("sara", rightToken)).Code; got != 200 {
		t.Errorf("a right token of the same address: %d", got)
	}
	if got := knock(t, r, "/dav/", "192.0.2.2", basic("sara", KeyPrefix+"wrong")).Code; got != 401 {
		t.Errorf("another address: %d", got)
	}
}

func TestADoorWritesItsOwnRefusals(t *testing.T) {
	r := withDoor(t)
	r.MountProtocol(&Protocol{
		Paths:  []string{"/other/"},
		Handle: func(*Call) error { return fault.QuotaExceeded },
		Refuse: func(c *Call, f *fault.Fault) { http.Error(c.W, f.Key, http.StatusInsufficientStorage) },
	})
	w := knock(t, r, "/other/x/y/", "192.0.2.1", bearing(rightToken))
	if w.Code != 507 || w.Body.String() != "storage_size_limit\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
	if w := knock(t, r, "/other/", "192.0.2.1", func(*http.Request) {}); w.Header().Get("WWW-Authenticate") == "" {
		t.Error("a door with own refusals does not ask for a token")
	}
	broken := errors.New("broken")
	r.MountProtocol(&Protocol{Paths: []string{"/broken"}, Handle: func(*Call) error { return broken }})
	if got := knock(t, r, "/broken", "192.0.2.1", bearing(rightToken)).Code; got != 500 {
		t.Errorf("an error of the server: %d", got)
	}
}

func TestADoorBreaksWhereARefusalOfTheMomentWouldLast(t *testing.T) {
	do := func(*Call) error { return nil }
	r := withDoor(t)
	refuse := func(c *Call, f *fault.Fault) { c.W.WriteHeader(f.Status) }
	breaks := func(r *http.Request) bool { return r.Method == "PROPFIND" }
	r.MountProtocol(&Protocol{
		Paths: []string{"/tree/"}, Handle: func(c *Call) error { return do(c) }, Refuse: refuse, CutsOnTransientError: breaks,
	})
	answers := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) { r.ServeProtocol(w, req) }))
	defer answers.Close()
	ask := func(method, token string) int {
		req, err := http.NewRequest(method, answers.URL+"/tree/a", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.SetBasicAuth("v", token)
		res, err := http.DefaultClient.Do(req)
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	for _, one := range []struct {
		err       error
		list, get int
	}{
		{nil, 200, 200},
		{fault.InvalidID, 404, 404},
		{fault.PermissionDenied, 403, 403},
		{fault.RequestTimeout, 0, 408},
		{ToBusyFault(limits.ErrBusy), 0, 429},
		{errors.New("the disk is broken"), 0, 500},
	} {
		do = func(*Call) error { return one.err }
		if list, get := ask("PROPFIND", rightToken), ask("GET", rightToken); list != one.list || get != one.get {
			t.Errorf("%v: a list is answered with %d, a file with %d, want %d and %d", one.err, list, get, one.list, one.get)
		}
	}
	if got := ask("PROPFIND", KeyPrefix+"wrong"); got != 401 {
		t.Errorf("a wrong token is answered with %d", got)
	}
}

func TestARequestThatEndsEarlyIsNotAnsweredAsDone(t *testing.T) {
	r := withDoor(t)
	r.MountProtocol(&Protocol{Paths: []string{"/waits"}, Handle: func(c *Call) error { return c.Err() }})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	req := httptest.NewRequestWithContext(ctx, "PUT", "/waits", nil)
	req.Header.Set("Authorization", "Bearer "+rightToken)
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("the connection is not cut: %v", p)
		}
	}()
	r.ServeProtocol(httptest.NewRecorder(), req)
}
