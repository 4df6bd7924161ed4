package stories

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// safe are the calls that change nothing though they are no GET: they list, make a URL that something downloads at, or
// choose key sentences.
var safe = map[string]bool{
	"POST /download/zip": true, "POST /trash/batch-download": true, "POST /storage/directory-by-path": true,
	"POST /summarizer/spaces/{space_id}/files/{file_id}": true,
}

// silent are the calls that answer 200 and leave out items that the caller may not read.
var silent = map[string]bool{"GET /download/thumbnails": true}

// TestAnAPITokenEscapesNothing probes every call with a token that may read one
// workspace, and with one that may write in another: the first changes nothing, the
// second sees nothing, and neither of them touches the account.
func TestAnAPITokenEscapesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	k := w.begin(t)
	defer k.a.Close()
	owner := client{handler: k.a, token: w.tokens["owner"]}
	elsewhere := owner.do("POST", "/storage/workspace", map[string]string{"title": "Elsewhere"}).must(t, 201).get(t, "space_id").(string)
	make := func(space string, write bool) string {
		return owner.do("POST", "/accounts/api-tokens", map[string]any{
			"name": "x", "space_ids": []string{space}, "may_write": write,
		}).must(t, 201).get(t, "token").(string)
	}
	k.tokens["reader"], k.tokens["writer"] = make(w.vars["space"], false), make(elsewhere, true)
	gates := map[string]bool{}
	for call, n := range w.probes {
		name := strings.Join(strings.Fields(call)[:2], " ")
		method, _, _ := strings.Cut(call, " ")
		nobody, reader, writer := k.probe("nobody", call), k.probe("reader", call), k.probe("writer", call)
		if nobody < 300 {
			continue // the call needs no sign-in
		}
		if method != "GET" && reader < 300 && !safe[name] {
			t.Errorf("%s is done with a token that may only read: %d", call, reader)
		}
		for _, thing := range []string{"{space}", "{dir}", "{my}", "{file}", "{sub}", "{mine}", "{upload}", "{undo}"} {
			if writer < 300 && !silent[name] && strings.Contains(n.path+n.body, thing) {
				t.Errorf("%s is done with a token of another workspace: %d", call, writer)
				break
			}
		}
		if strings.HasPrefix(name, "GET /admin") || strings.Contains(name, " /accounts/") || strings.Contains(name, " /users/") {
			if reader < 300 || writer < 300 {
				t.Errorf("%s is open to API tokens: %d %d", call, reader, writer)
			}
		}
		gates[name] = gates[name] || reader < 300
	}
	if !gates["GET /storage/workspaces"] {
		t.Error("the token reads nothing, so this proves nothing")
	}
	if got := owner.do("GET", "/accounts/v1/users/me", nil); got.Status != 200 {
		t.Errorf("the owner is out: %d", got.Status)
	}
}

// TestNoTokenIsTakenForAnother comes to every kind of gate with tokens of other kinds,
// of other algorithms, of other keys and of other times.
func TestNoTokenIsTakenForAnother(t *testing.T) {
	w := newWorld(t)
	k := w.begin(t)
	defer k.a.Close()
	real, _, err := jwt.NewParser().ParseUnverified(w.tokens["owner"], jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	claims := real.Claims.(jwt.MapClaims)
	with := func(more jwt.MapClaims) jwt.MapClaims {
		c := jwt.MapClaims{}
		for _, m := range []jwt.MapClaims{claims, more} {
			for name, v := range m {
				c[name] = v
			}
		}
		return c
	}
	rsaKey, e1 := rsa.GenerateKey(rand.Reader, 2048)
	ecKey, e2 := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err := firstOf(e1, e2); err != nil {
		t.Fatal(err)
	}
	sign := func(m jwt.SigningMethod, key any, c jwt.MapClaims, header map[string]any) string {
		t.Helper()
		tok := jwt.NewWithClaims(m, c)
		for name, v := range header {
			tok.Header[name] = v
		}
		s, err := tok.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	head, rest, _ := strings.Cut(w.tokens["owner"], ".")
	body, mark, _ := strings.Cut(rest, ".")
	raw := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	forged := map[string]string{
		"none":                  sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claims, nil),
		"None":                  raw(`{"alg":"None","typ":"JWT"}`) + "." + body + ".",
		"none with a signature": raw(`{"alg":"none"}`) + "." + body + "." + mark,
		"no algorithm":          raw(`{"typ":"JWT"}`) + "." + body + "." + mark,
		"no signature":          head + "." + body + ".",
		"two parts":             head + "." + body,
		"other header":          raw(`{"alg":"HS256","typ":"JWT","x":1}`) + "." + body + "." + mark,
		"empty key":             sign(jwt.SigningMethodHS256, []byte{}, claims, nil),
		"other key":             sign(jwt.SigningMethodHS256, []byte("secret"), claims, nil),
		"HS512":                 sign(jwt.SigningMethodHS512, []byte("secret"), claims, nil),
		"RS256":                 sign(jwt.SigningMethodRS256, rsaKey, claims, nil),
		"ES256":                 sign(jwt.SigningMethodES256, ecKey, claims, nil),
		"key in the header": sign(jwt.SigningMethodHS256, []byte("secret"), claims, map[string]any{
			"jwk": map[string]string{"kty": "oct", "k": raw("secret")}, "jku": "https://evil.example/keys", "kid": "../../../../dev/null"}),
		"empty kid":   sign(jwt.SigningMethodHS256, []byte{0}, claims, map[string]any{"kid": "/dev/null", "x5u": "https://evil.example"}),
		"staff":       sign(jwt.SigningMethodHS256, []byte("secret"), with(jwt.MapClaims{"staff": true}), nil),
		"padding":     w.tokens["owner"] + "=",
		"twice":       w.tokens["owner"] + "." + w.tokens["owner"],
		"a visit":     w.tokens["box"],
		"a download":  w.tokens["link"],
		"API-like":    "anb_" + w.tokens["owner"],
		"a thousand":  strings.Repeat("A", 1<<16),
		"not a token": "\xff\xfe",
	}
	for what, token := range forged {
		for _, call := range []string{"GET /accounts/v1/users/me", "GET /storage/workspaces", "GET /admin/audit", "PUT /upload/parts"} {
			if got := k.probeWith(token, call); got < 400 || got == 500 {
				t.Errorf("%s at %s: %d", what, call, got)
			}
		}
	}
	for _, call := range []string{"GET /accounts/v1/users/me", "GET /storage/workspaces"} {
		if got := k.probeWith(w.tokens["owner"], call); got != 200 {
			t.Errorf("the real one at %s: %d", call, got)
		}
	}
	// The token of a second step is none of a session, nor the other way round.
	if got := (client{handler: k.a, token: w.tokens["owner"]}).do("POST", "/accounts/v1/users/login/two-factor",
		map[string]string{"token": "000000", "src": "totp"}); got.Status != 401 {
		t.Errorf("an access token takes a second step: %d", got.Status)
	}
}

func (k *prober) probeWith(token, call string) int {
	k.tokens["forger"] = token
	return k.probe("forger", call)
}

// TestAKeyThatLeakedOpensNothing forges tokens with the appliance's own key, as an
// attacker with its file could: for sessions that do not exist, and for rights that
// the user does not have.
func TestAKeyThatLeakedOpensNothing(t *testing.T) {
	dir := dataDir(t)
	a := newAppliance(t, dir)
	sara := person(t, a, "sara")
	omid := person(t, a, "omid")
	b, err := os.ReadFile(filepath.Join(dir, "secrets"))
	if err != nil {
		t.Fatal(err)
	}
	master, err := hex.DecodeString(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	key, err := hkdf.Key(sha256.New, master, nil, "anbar access tokens", 32)
	if err != nil {
		t.Fatal(err)
	}
	claims := func(token string) jwt.MapClaims {
		tok, _, err := jwt.NewParser().ParseUnverified(token, jwt.MapClaims{})
		if err != nil {
			t.Fatal(err)
		}
		return tok.Claims.(jwt.MapClaims)
	}
	forge := func(change func(jwt.MapClaims)) client {
		c := claims(sara.token)
		change(c)
		s, err := jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return client{handler: a, token: s}
	}
	forge(func(jwt.MapClaims) {}).do("GET", "/accounts/v1/users/me", nil).must(t, 200) // the key is the right one
	for what, change := range map[string]func(jwt.MapClaims){
		"no session":        func(c jwt.MapClaims) { c["session_id"] = "0akstf0dsbmr1" },
		"another's session": func(c jwt.MapClaims) { c["session_id"] = claims(omid.token)["session_id"] },
		"nobody":            func(c jwt.MapClaims) { c["user_id"] = "0akstf0dsbmr1" },
		"staff":             func(c jwt.MapClaims) { c["staff"] = true },
	} {
		for _, call := range []string{"/accounts/v1/users/me", "/admin/audit"} {
			if got := forge(change).do("GET", call, nil); got.Status != 401 {
				t.Errorf("%s at %s: %d", what, call, got.Status)
			}
		}
	}
}

// TestACookieIsNobody shows that cross-site requests do no harm: cookies sign no
// user in, and no call sets a cookie but the one that redirects to a provider.
func TestACookieIsNobody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	k := w.begin(t)
	defer k.a.Close()
	token := w.tokens["owner"]
	for call := range w.probes {
		method, _, _ := strings.Cut(call, " ")
		n := w.probes[call]
		at := func(s string) string { return fill(fill(s, w.vars), k.vars) }
		req := httptest.NewRequest(method, "/api"+at(n.path), strings.NewReader(at(n.body)))
		req.Header.Set("Content-Type", "text/plain")
		req.Header.Set("Origin", "https://evil.example")
		req.Header.Set("Cookie", "access="+token+"; token="+token+"; Authorization=Bearer "+token+"; session="+token+"; login_browser="+
			strings.Repeat("A", 26))
		req.Header.Set("Sec-Fetch-Site", "cross-site")
		bare := k.probe("nobody", call)
		rec := httptest.NewRecorder()
		k.a.ServeHTTP(rec, req)
		if rec.Code != bare && rec.Code != 429 && bare != 429 && rec.Code != 422 && rec.Code != 409 {
			t.Errorf("%s: %d with cookies, %d without", call, rec.Code, bare)
		}
		for name := range rec.Header() {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s answers %s to other sites", call, name)
			}
		}
		if rec.Header().Get("Set-Cookie") != "" {
			t.Errorf("%s sets a cookie", call)
		}
	}
}

// TestAClockThatIsWrongLetsNobodyStay: tokens end by the appliance's clock alone.
func TestAClockThatIsWrongLetsNobodyStay(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	sara := person(t, a, "sara")
	tok, _, err := jwt.NewParser().ParseUnverified(sara.token, jwt.MapClaims{})
	if err != nil {
		t.Fatal(err)
	}
	ends, e1 := tok.Claims.GetExpirationTime()
	made, e2 := tok.Claims.GetIssuedAt()
	if err := firstOf(e1, e2); err != nil {
		t.Fatal(err)
	}
	if life := ends.Sub(made.Time); life != 15*time.Minute {
		t.Errorf("an access token lives %s", life)
	}
	req := httptest.NewRequest("GET", "/api/accounts/v1/users/me", nil)
	req.Header.Set("Authorization", "Bearer "+sara.token)
	req.Header.Set("Date", time.Now().Add(-time.Hour).Format(time.RFC1123))
	rec := httptest.NewRecorder()
	a.ServeHTTP(rec, req)
	if rec.Code != 200 {
		t.Errorf("the client's clock matters: %d", rec.Code)
	}
}
