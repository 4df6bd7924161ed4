package stories

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"anbar/app"
	"anbar/config"
)

// crowd is a person's account at the provider of the tests.
type crowd struct {
	ID       string   `json:"id"`
	Login    string   `json:"login"`
	Name     string   `json:"name"`
	Email    string   `json:"email"`
	Verified bool     `json:"verified"`
	Groups   []string `json:"groups"`
}

// dexBinary builds dex, once for each version of it: it is a program of its own,
// with a go.mod of its own, so that none of it comes into ours.
func dexBinary(t *testing.T) string {
	t.Helper()
	h := sha256.New()
	for _, name := range []string{"main.go", "go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join("testdata", "dex", name))
		if err != nil {
			t.Fatal(err)
		}
		h.Write(b)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	cache = filepath.Join(cache, "anbar-tests")
	name := filepath.Join(cache, fmt.Sprintf("dex-%x", h.Sum(nil)[:8]))
	if _, err := os.Stat(name); err == nil {
		return name
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	made := fmt.Sprintf("%s.%d", name, os.Getpid())
	build := exec.Command("go", "build", "-o", made, ".")
	build.Dir = filepath.Join("testdata", "dex")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build dex: %v\n%s", err, out)
	}
	if err := os.Rename(made, name); err != nil {
		t.Fatal(err)
	}
	return name
}

const drive = "https://drive.test" // where the browser of the tests finds the appliance

// startDex runs dex and returns its issuer.
func startDex(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(dexBinary(t), "-redirect", drive+"/callback/login/dex")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var words bytes.Buffer
	cmd.Stderr = &words
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("dex: %v\n%s", err, words.String())
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("dex does not start: %v", err)
	}
	return strings.TrimSpace(line)
}

// gather sets the accounts at dex.
func gather(t *testing.T, issuer string, all ...crowd) {
	t.Helper()
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest("PUT", strings.TrimSuffix(issuer, "/dex")+"/people", bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.DefaultClient.Do(req)
	if err != nil || r.StatusCode != 200 {
		t.Fatal(r, err)
	}
	r.Body.Close()
}

// withProviders starts an appliance with identity providers.
func withProviders(t *testing.T, signup string, list ...map[string]any) *app.App {
	t.Helper()
	b, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "providers.json")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return startWith(t, func(c *config.Serve) { c.Signup, c.Providers, c.PublicURL = signup, file, drive })
}

func startWith(t *testing.T, change func(*config.Serve)) *app.App {
	t.Helper()
	c := settings(dataDir(t))
	change(&c)
	a, err := app.New(t.Context(), c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func aProvider(id, issuer string, more map[string]any) map[string]any {
	p := map[string]any{
		"id": id, "title": map[string]string{"fa": "سازمان", "en": "Work"}, "issuer": issuer, "client_id": "anbar",
		"client_secret": "dex-secret",
	}
	for k, v := range more {
		p[k] = v
	}
	return p
}

// browser is a browser that goes to the provider by network and to the appliance in
// this process.
type browser struct {
	t      *testing.T
	a      http.Handler
	jar    http.CookieJar
	access string
}

func newBrowser(t *testing.T, a http.Handler) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t: t, a: a, jar: jar}
}

// RoundTrip implements http.RoundTripper.
func (b *browser) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "drive.test" {
		return http.DefaultTransport.RoundTrip(r)
	}
	if r.Body == nil {
		r.Body = http.NoBody
	}
	r.RemoteAddr = "192.0.2.1:1234"
	w := httptest.NewRecorder()
	b.a.ServeHTTP(w, r)
	return w.Result(), nil
}

func (b *browser) client() *http.Client {
	return &http.Client{Transport: b, Jar: b.jar, Timeout: 20 * time.Second, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == "drive.test" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
}

// call is a call of the appliance.
func (b *browser) call(method, path string, body any) *answer {
	b.t.Helper()
	var r io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			b.t.Fatal(err)
		}
		r = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(context.Background(), method, drive+"/api"+path, r)
	if err != nil {
		b.t.Fatal(err)
	}
	if b.access != "" {
		req.Header.Set("Authorization", "Bearer "+b.access)
	}
	w, err := b.client().Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer w.Body.Close()
	raw, err := io.ReadAll(w.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return &answer{w.StatusCode, w.Header, raw}
}

var (
	formAction = regexp.MustCompile(`<form method="post"(?: action="([^"]*)")?`)
	peopleLink = regexp.MustCompile(`href="([^"]*/auth/(people|local)[^"]*)"`)
	approval   = regexp.MustCompile(`name="req" value="([^"]*)"`)
)

// page returns the URL after redirects and the body of an answer.
func (b *browser) page(w *http.Response, err error) (*url.URL, string) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	defer w.Body.Close()
	raw, err := io.ReadAll(w.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	at := w.Request.URL
	if to, err := w.Location(); err == nil {
		at = to
	}
	return at, string(raw)
}

// atDex signs in at dex with its forms and returns the parameters that it sends back.
func (b *browser) atDex(page, connector, login, word string) map[string]string {
	b.t.Helper()
	c := b.client()
	at, text := b.page(c.Get(page))
	for _, m := range peopleLink.FindAllStringSubmatch(text, -1) {
		if m[2] == connector {
			to, err := at.Parse(html.UnescapeString(m[1]))
			if err != nil {
				b.t.Fatal(err)
			}
			at, text = b.page(c.Get(to.String()))
			break
		}
	}
	m := formAction.FindStringSubmatch(text)
	if m == nil {
		b.t.Fatalf("no form of dex at %s:\n%s", at, text)
	}
	to, err := at.Parse(html.UnescapeString(m[1]))
	if err != nil {
		b.t.Fatal(err)
	}
	at, text = b.page(c.PostForm(to.String(), url.Values{"login": {login}, "password": {word}}))
	if m := approval.FindStringSubmatch(text); m != nil && at.Host != "drive.test" {
		at, text = b.page(c.PostForm(at.String(), url.Values{"req": {m[1]}, "approval": {"approve"}}))
	}
	if at.Host != "drive.test" || at.Query().Get("code") == "" {
		b.t.Fatalf("dex does not send %s back: %s\n%s", login, at, text)
	}
	return map[string]string{"code": at.Query().Get("code"), "state": at.Query().Get("state")}
}

// signIn goes to dex and back.
func (b *browser) signIn(login string) *answer {
	b.t.Helper()
	page := b.call("GET", "/accounts/providers/dex/login?redirect_to=/workspace/x", nil).must(b.t, 200).get(b.t, "url").(string)
	in := b.call("POST", "/accounts/providers/dex/auth", b.atDex(page, "people", login, login))
	if in.Status == 200 {
		b.access, _ = in.get(b.t, "access").(string)
	}
	return in
}

func (b *browser) role(space string) string {
	b.t.Helper()
	var l struct {
		Workspaces []struct {
			ID   string `json:"space_id"`
			Role string `json:"role"`
		} `json:"workspaces"`
	}
	if err := json.Unmarshal(b.call("GET", "/storage/workspaces", nil).must(b.t, 200).Body, &l); err != nil {
		b.t.Fatal(err)
	}
	for _, s := range l.Workspaces {
		if s.ID == space {
			return s.Role
		}
	}
	return ""
}

// TestPeopleComeFromARealProvider walks with dex through everything that a provider
// is for.
func TestPeopleComeFromARealProvider(t *testing.T) {
	if testing.Short() {
		t.Skip("builds dex")
	}
	issuer := startDex(t)
	kim := crowd{ID: "1", Login: "kim", Name: "Kim Lee", Email: "Kim@Example.org", Verified: true, Groups: []string{"finance"}}
	lazy := crowd{ID: "2", Login: "lazy", Name: "Lazy Unproven", Email: "owner@example.org", Verified: false}
	thief := crowd{ID: "3", Login: "thief", Name: "The Thief", Email: "owner@example.org", Verified: true}
	stranger := crowd{ID: "4", Login: "stranger", Name: "Some Stranger", Email: "nobody@example.org", Verified: false}
	gather(t, issuer, kim, lazy, stranger, thief)
	a := withProviders(t, "invited", aProvider("dex", issuer, map[string]any{
		"scopes": []string{"openid", "email", "profile", "groups"},
		"groups": []map[string]string{
			{"group": "finance", "workspace": "Finance", "role": "viewer"}, {"group": "chiefs", "workspace": "finance", "role": "admin"},
			{"group": "finance", "workspace": "No such", "role": "editor"},
		},
	}))
	owner := person(t, a, "owner")
	if err := setStaff(t.Context(), a, "owner@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	space := owner.do("POST", "/storage/workspace", map[string]string{"title": "Finance"}).must(t, 201).get(t, "space_id").(string)
	trap := person(t, a, "trapper").do("POST", "/storage/workspace", map[string]string{"title": "Finance"}).must(t, 201).get(t,
		"space_id").(string)

	b := newBrowser(t, a)
	b.signIn("kim").must(t, 403) // sign-up is by invitation
	owner.do("PATCH", "/role/v1/space/"+space+"/change-members", map[string]any{
		"role_id": "editor", "emails": []string{"kim@example.org"},
	}).must(t, 200)
	in := b.signIn("kim").must(t, 200)
	if in.get(t, "redirect_to") != "/workspace/x" || in.get(t, "device") == "" {
		t.Fatalf("%s", in.Body)
	}
	me := b.call("GET", "/accounts/v1/users/me", nil).must(t, 200)
	if me.get(t, "email") != "kim@example.org" || me.get(t, "is_email_validated") != true || me.get(t, "first_name") != "Kim" ||
		me.get(t, "last_name") != "Lee" {
		t.Fatalf("%s", me.Body)
	}
	if got := b.role(space); got != "editor" { // from the invitation, which gives more than the group
		t.Fatalf("kim is %q", got)
	}

	t.Run("addresses", func(t *testing.T) {
		if r := newBrowser(t, a).signIn("thief").must(t, 401); r.get(t, "error_code") != "provider_login_failed" {
			t.Errorf("%s", r.Body)
		}
		// A provider account with an unverified address must not show which addresses have an account.
		has, hasNot := newBrowser(t, a).signIn("lazy").must(t, 403), newBrowser(t, a).signIn("stranger").must(t, 403)
		if !bytes.Equal(has.Body, hasNot.Body) {
			t.Errorf("%s\n%s", has.Body, hasNot.Body)
		}
	})

	t.Run("groups", func(t *testing.T) { groupsGiveAndTake(t, issuer, a, owner, space, trap) })
	t.Run("link", func(t *testing.T) { linkedByHand(t, issuer, a, owner) })
	t.Run("attackers", func(t *testing.T) { othersGetNothing(t, a) })
}

func groupsGiveAndTake(t *testing.T, issuer string, a *app.App, owner client, space, trap string) {
	one := crowd{ID: "7", Login: "robin", Name: "Robin", Email: "robin@example.org", Verified: true, Groups: []string{"chiefs", "finance"}}
	gather(t, issuer, one)
	owner.do("PATCH", "/role/v1/space/"+space+"/change-members", map[string]any{
		"role_id": "no_role", "emails": []string{one.Email},
	}).must(t, 200)
	b := newBrowser(t, a)
	b.t = t
	in := func(want string, groups ...string) {
		t.Helper()
		one.Groups = groups
		gather(t, issuer, one)
		b.signIn("robin").must(t, 200)
		if got := b.role(space); got != want {
			t.Fatalf("with %v robin is %q, not %q", groups, got, want)
		}
		if got := b.role(trap); got != "" {
			t.Fatalf("a stranger's workspace of that title has robin as %q", got)
		}
	}
	in("admin", "finance", "chiefs")
	in("viewer", "finance")
	in("admin", "chiefs")
	in("no_role")
	in("viewer", "finance", "unknown")
	owner.do("PATCH", "/role/v1/space/"+space+"/change-members", map[string]any{
		"role_id": "organizer", "emails": []string{one.Email},
	}).must(t, 200)
	in("viewer", "finance") // groups change roles that groups gave
	log := b.call("GET", "/accounts/audit", nil)
	if log.Status == 200 && strings.Count(string(log.Body), "group_role_take") != 1 {
		t.Errorf("%s", log.Body)
	}
	name := b.call("GET", "/accounts/v1/users/me", nil).must(t, 200)
	if name.get(t, "first_name") != "Robin" || name.get(t, "last_name") != "robin" {
		t.Errorf("%s", name.Body)
	}
	b.call("DELETE", "/accounts/providers/dex", nil).must(t, 422) // nothing else lets them in
}

func linkedByHand(t *testing.T, issuer string, a *app.App, owner client) {
	gather(t, issuer, crowd{
		ID: "9", Login: "boss", Name: "The Boss", Email: "boss@elsewhere.example", Verified: true,
	}, crowd{ID: "3", Login: "thief", Name: "The Thief", Email: "owner@example.org", Verified: true})
	b, mallory := newBrowser(t, a), newBrowser(t, a)
	b.access, b.t, mallory.t = owner.token, t, t
	newBrowser(t, a).call("GET", "/accounts/providers/dex/login?purpose=link", nil).must(t, 401)
	begin := func(b *browser) string {
		return b.call("GET", "/accounts/providers/dex/login?purpose=link", nil).must(t, 200).get(t, "url").(string)
	}
	// Another user's ceremony, sent to the owner, links nothing; nor does one for the login.
	mallory.access = person(t, a, "mallory").token
	theirs := mallory.atDex(begin(mallory), "people", "thief", "thief")
	b.call("POST", "/accounts/providers/dex/link", theirs).must(t, 401)
	mallory.call("POST", "/accounts/providers/dex/link", theirs).must(t, 401)
	page := b.call("GET", "/accounts/providers/dex/login", nil).must(t, 200).get(t, "url").(string)
	b.call("POST", "/accounts/providers/dex/link", b.atDex(page, "people", "boss", "boss")).must(t, 401)
	b.call("POST", "/accounts/providers/dex/auth", b.atDex(begin(b), "people", "boss", "boss")).must(t, 401)

	b.call("POST", "/accounts/providers/dex/link", b.atDex(begin(b), "people", "boss", "boss")).must(t, 204)
	b.call("POST", "/accounts/providers/dex/link", b.atDex(begin(b), "people", "boss", "boss")).must(t, 204) // it is
	b.call("POST", "/accounts/providers/dex/link", b.atDex(begin(b), "people", "thief", "thief")).must(t, 409)
	mallory.call("POST", "/accounts/providers/dex/link", mallory.atDex(begin(mallory), "people", "boss", "boss")).must(t, 409)
	if got := b.call("GET", "/accounts/identities?language=en", nil).must(t, 200); got.get(t, "identities", 0,
		"email") != "boss@elsewhere.example" || got.get(t, "identities", 0, "title") != "Work" {
		t.Fatalf("%s", got.Body)
	}
	again := newBrowser(t, a)
	again.t = t
	again.signIn("boss").must(t, 200)
	if me := again.call("GET", "/accounts/v1/users/me", nil).must(t, 200); me.get(t, "email") != "owner@example.org" {
		t.Fatalf("%s", me.Body)
	}
	b.call("DELETE", "/accounts/providers/dex", nil).must(t, 204)
	b.call("DELETE", "/accounts/providers/dex", nil).must(t, 404)
}

func othersGetNothing(t *testing.T, a *app.App) {
	b, other := newBrowser(t, a), newBrowser(t, a)
	b.t, other.t = t, t
	back := func(b *browser) map[string]string {
		page := b.call("GET", "/accounts/providers/dex/login", nil).must(t, 200).get(t, "url").(string)
		return b.atDex(page, "people", "boss", "boss")
	}
	const auth = "/accounts/providers/dex/auth"
	// Login CSRF: the answer that one browser brings back signs in no other browser, and is spent.
	mine := back(b)
	other.call("GET", "/accounts/providers/dex/login", nil).must(t, 200)
	other.call("POST", auth, mine).must(t, 401)
	b.call("POST", auth, mine).must(t, 401)
	// A code is worth nothing without its own state, and a state works once.
	one, two := back(b), back(b)
	b.call("POST", auth, map[string]string{"code": one["code"], "state": two["state"]}).must(t, 401)
	three := back(b)
	b.call("POST", auth, map[string]string{"code": "x", "state": three["state"]}).must(t, 401)
	b.call("POST", auth, three).must(t, 401)
	b.call("POST", auth, map[string]string{"code": one["code"]}).must(t, 400)
	// The answer came from another issuer.
	four := back(b)
	four["iss"] = "https://evil.example"
	b.call("POST", auth, four).must(t, 401)
	for _, to := range []string{"//evil.example", "https://evil.example", "/\\evil.example", "evil", "/%0a/x y", "javascript:alert(1)",
		"/\tx"} {
		b.call("GET", "/accounts/providers/dex/login?redirect_to="+url.QueryEscape(to), nil).must(t, 400)
	}
	b.call("GET", "/accounts/providers/dex/login?purpose=rob", nil).must(t, 400)
	b.call("GET", "/accounts/providers/none/login", nil).must(t, 404)
	b.call("GET", "/arvan/login", nil).must(t, 404)
	r := b.call("GET", "/accounts/providers/dex/login", nil).must(t, 200)
	cookie := r.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "Secure", "SameSite=Lax", "Path=/api/", "Max-Age=600"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("%q lacks %s", cookie, want)
		}
	}
	if page := r.get(t, "url").(string); !strings.Contains(page, "code_challenge_method=S256") || !strings.Contains(page, "nonce=") {
		t.Error(page)
	}
}
