package stories

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"anbar/app"
	"anbar/app/identity/accounts"
	"anbar/config"
)

// settings are those of an appliance in a test.
func settings(dir string) config.Serve {
	c := config.Serve{Listen: ":0", TLS: "off", Signup: "open"}
	c.Data = dir
	return c
}

func newApplianceUnclosed(t *testing.T, dir string) *app.App {
	t.Helper()
	a, err := app.New(t.Context(), settings(dir), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newAppliance(t *testing.T, dir string) *app.App {
	t.Helper()
	a := newApplianceUnclosed(t, dir)
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// client talks to an appliance as one person.
type client struct {
	handler http.Handler
	token   string
	grant   string // of a download link
}

type answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// password is the password of all users in the tests.
const password = "Correct-1-horse"

// person makes an account and signs it in.
func person(t *testing.T, a *app.App, name string) client {
	t.Helper()
	return signedIn(t, a, accounts.Person{FirstName: "The " + name, LastName: "Tester", Email: name + "@example.org", Password: password})
}

// signedIn makes an account and signs in.
func signedIn(t *testing.T, a *app.App, p accounts.Person) client {
	t.Helper()
	if _, err := a.Accounts.Create(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	c := client{handler: a}
	r := c.do("POST", "/accounts/v1/users/login", map[string]string{"login": p.Email, "password": p.Password})
	if r.Status != 200 {
		t.Fatalf("%s cannot sign in: %d %s", p.FirstName, r.Status, r.Body)
	}
	c.token = r.get(t, "access").(string)
	return c
}

// recorder tells when something was answered.
type recorder struct {
	*httptest.ResponseRecorder
	wrote func()
}

func (r recorder) Write(b []byte) (int, error) {
	defer r.wrote()
	return r.ResponseRecorder.Write(b)
}

// do sends a request below /api. body is bytes, or a value that is sent as JSON.
func (c client) do(method, path string, body any) *answer {
	var r io.Reader
	switch b := body.(type) {
	case nil:
	case []byte:
		r = bytes.NewReader(b)
	default:
		raw, err := json.Marshal(b)
		if err != nil {
			panic(err)
		}
		r = bytes.NewReader(raw)
	}
	req := httptest.NewRequest(method, "/api"+path, r)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w := recorder{httptest.NewRecorder(), func() {}}
	if path == "/live" { // it would stay open
		req, w.wrote = req.WithContext(ctx), cancel
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.grant != "" {
		req.Header.Set("X-Download-Token", c.grant)
	}
	c.handler.ServeHTTP(w, req)
	got := settled(c.handler, req, &answer{w.Code, w.Header(), w.Body.Bytes()})
	if a, ok := c.handler.(*app.App); ok {
		d, err := documented(a)
		if err == nil {
			err = d.check(req, got)
		}
		if err != nil {
			panic(err)
		}
	}
	return got
}

// get reads one value out of a JSON answer by the names that lead to it.
func (a *answer) get(t *testing.T, path ...any) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(a.Body, &v); err != nil {
		t.Fatalf("%v in %s", err, a.Body)
	}
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, ok := v.(map[string]any)
			if !ok {
				t.Fatalf("no %q in %s", p, a.Body)
			}
			v = m[p]
		case int:
			l, ok := v.([]any)
			if !ok || p >= len(l) {
				t.Fatalf("no entry %d in %s", p, a.Body)
			}
			v = l[p]
		}
	}
	return v
}

// must fails the test unless the answer has that status.
func (a *answer) must(t *testing.T, status int) *answer {
	t.Helper()
	if a.Status != status {
		t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	return a
}

func dataDir(t *testing.T) string { return filepath.Join(t.TempDir(), "data") }
