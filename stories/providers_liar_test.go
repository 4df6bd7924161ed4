package stories

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"

	"github.com/golang-jwt/jwt/v5"
)

// liar is an OpenID Connect provider whose answers a test can falsify.
type liar struct {
	*httptest.Server
	key       *rsa.PrivateKey
	challenge string // of PKCE, that the login began with
	claims    jwt.MapClaims
	sign      func(jwt.Claims) (string, error)
	about     map[string]any // more for its discovery document
	info      map[string]any
	tokens    http.HandlerFunc // in place of an honest token endpoint
	slips     []string         // errors in the requests of the appliance
}

var liarsKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

func newLiar(t *testing.T) *liar {
	t.Helper()
	key, err := liarsKey()
	if err != nil {
		t.Fatal(err)
	}
	l := &liar{key: key, about: map[string]any{}}
	mux := http.NewServeMux()
	answer := func(w http.ResponseWriter, v any) {
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(v); err != nil {
			t.Log(err)
		}
	}
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		doc := map[string]any{
			"issuer": l.URL, "authorization_endpoint": l.URL + "/auth", "token_endpoint": l.URL + "/token", "jwks_uri": l.URL + "/keys",
			"userinfo_endpoint": l.URL + "/info", "id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"},
		}
		maps.Copy(doc, l.about)
		answer(w, doc)
	})
	mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, map[string]any{"keys": []any{map[string]string{
			"kty": "RSA", "kid": "1", "use": "sig", "alg": "RS256", "n": base64.RawURLEncoding.EncodeToString(l.key.N.Bytes()),
			"e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(l.key.E)).Bytes()),
		}}})
	})
	mux.HandleFunc("/info", func(w http.ResponseWriter, _ *http.Request) { answer(w, l.info) })
	mux.HandleFunc("/token", func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
		if id, secret, ok := r.BasicAuth(); !ok || id != "anbar" || secret != "dex-secret" ||
			base64.RawURLEncoding.EncodeToString(sum[:]) != l.challenge {
			l.slips = append(l.slips, fmt.Sprintf("it came with %v %v", r.Header, r.Form))
		}
		if l.tokens != nil {
			l.tokens(w, r)
			return
		}
		token, err := l.sign(l.claims)
		if err != nil {
			t.Error(err)
		}
		answer(w, map[string]any{"access_token": "a", "token_type": "Bearer", "id_token": token})
	})
	l.Server = httptest.NewServer(mux)
	t.Cleanup(l.Close)
	return l
}

// honest signs as a provider should.
func (l *liar) honest(c jwt.Claims) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	token.Header["kid"] = "1"
	return token.SignedString(l.key)
}

// come begins a login and returns from the provider, with a token that lie changed.
func (l *liar) come(b *browser, provider string, lie func(jwt.MapClaims)) *answer {
	b.t.Helper()
	page, err := url.Parse(b.call("GET", "/accounts/providers/"+provider+"/login", nil).must(b.t, 200).get(b.t, "url").(string))
	if err != nil {
		b.t.Fatal(err)
	}
	q := page.Query()
	l.challenge = q.Get("code_challenge")
	now := time.Now()
	l.claims = jwt.MapClaims{
		"iss": l.URL, "aud": "anbar", "sub": rand.Text(), "nonce": q.Get("nonce"), "iat": now.Unix(), "exp": now.Add(time.Minute).Unix(),
		"email": strings.ToLower(rand.Text()) + "@example.org", "email_verified": true, "given_name": "Noor", "family_name": "Amiri",
	}
	if lie != nil {
		lie(l.claims)
	}
	return b.call("POST", "/accounts/providers/"+provider+"/auth", map[string]string{"code": "x", "state": q.Get("state")})
}

func set(name string, value any) func(jwt.MapClaims) {
	return func(c jwt.MapClaims) { c[name] = value }
}

func TestAProviderThatLiesLetsNobodyIn(t *testing.T) {
	l := newLiar(t)
	a := withProviders(t, "open", aProvider("liar", l.URL, nil))
	person(t, a, "owner")
	public, err := x509.MarshalPKIXPublicKey(&l.key.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	other, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(method jwt.SigningMethod, key any) func(jwt.Claims) (string, error) {
		return func(c jwt.Claims) (string, error) {
			token := jwt.NewWithClaims(method, c)
			token.Header["kid"] = "1"
			return token.SignedString(key)
		}
	}
	for name, c := range map[string]struct {
		status int
		lie    func(jwt.MapClaims)
		sign   func(jwt.Claims) (string, error)
	}{
		"the truth":               {200, nil, nil},
		"a slow clock":            {200, set("exp", time.Now().Add(-30*time.Second).Unix()), nil},
		"true as a word":          {200, set("email_verified", "true"), nil},
		"another client as well":  {200, func(c jwt.MapClaims) { c["aud"], c["azp"] = []string{"anbar", "other"}, "anbar" }, nil},
		"another nonce":           {401, set("nonce", "n"), nil},
		"no nonce":                {401, func(c jwt.MapClaims) { delete(c, "nonce") }, nil},
		"another client":          {401, set("aud", "other"), nil},
		"for two, by nobody":      {401, set("aud", []string{"anbar", "other"}), nil},
		"by another client":       {401, set("azp", "other"), nil},
		"another issuer":          {401, set("iss", "https://accounts.example"), nil},
		"expired":                 {401, set("exp", time.Now().Add(-2*time.Minute).Unix()), nil},
		"from the future":         {401, set("iat", time.Now().Add(time.Hour).Unix()), nil},
		"about nobody":            {401, set("sub", ""), nil},
		"about a novel":           {401, set("sub", strings.Repeat("x", 300)), nil},
		"another access token":    {401, set("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"), nil},
		"groups that are numbers": {401, set("groups", 7), nil},
		"an unproven address":     {401, func(c jwt.MapClaims) { c["email"], c["email_verified"] = "owner@example.org", false }, nil},
		"a proven address":        {401, set("email", "Owner@example.org"), nil},
		"no address":              {401, set("email", "nobody"), nil},
		"no signature":            {401, nil, signed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType)},
		"signed by the secret":    {401, nil, signed(jwt.SigningMethodHS256, []byte("dex-secret"))},
		"signed by what is known": {
			401, nil, signed(jwt.SigningMethodHS256, pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
		},
		"signed by somebody": {401, nil, signed(jwt.SigningMethodRS256, other)},
		"signed otherwise":   {401, nil, signed(jwt.SigningMethodRS512, l.key)},
		"no token at all":    {401, nil, func(jwt.Claims) (string, error) { return "", nil }},
	} {
		t.Run(name, func(t *testing.T) {
			if l.sign = c.sign; l.sign == nil {
				l.sign = l.honest
			}
			if r := l.come(newBrowser(t, a), "liar", c.lie); r.Status != c.status {
				t.Errorf("%d, not %d: %s", r.Status, c.status, r.Body)
			}
		})
	}
	if len(l.slips) > 0 {
		t.Error(l.slips)
	}
}

func TestUserInfoIsAboutWhoCame(t *testing.T) {
	l := newLiar(t)
	a := withProviders(t, "open", aProvider("liar", l.URL, nil))
	person(t, a, "owner")
	l.sign = l.honest
	ask := func(info map[string]any) *answer {
		l.info = info
		return l.come(newBrowser(t, a), "liar", func(c jwt.MapClaims) {
			delete(c, "email")
			c["sub"] = "them"
		})
	}
	ask(map[string]any{"sub": "somebody else", "email": "x@example.org", "email_verified": true}).must(t, 401)
	ask(map[string]any{"sub": "them"}).must(t, 401)
	ask(map[string]any{"sub": "them", "email": "them@example.org", "email_verified": true, "name": "Li"}).must(t, 200)
}

func TestAProviderThatFailsHarmsNobodyElse(t *testing.T) {
	l, good := newLiar(t), newLiar(t)
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	a := withProviders(t, "open", aProvider("liar", l.URL, nil), aProvider("good", good.URL, nil), aProvider("gone", gone.URL, nil))
	person(t, a, "owner")
	b := newBrowser(t, a)
	if n := len(b.call("GET", "/accounts/providers", nil).must(t, 200).get(t, "providers").([]any)); n != 3 {
		t.Fatal(n)
	}
	if got := b.call("GET", "/accounts/providers/gone/login", nil).must(t, 422).get(t, "error_code"); got != "provider_unavailable" {
		t.Error(got)
	}
	l.sign, good.sign = l.honest, good.honest
	for name, tokens := range map[string]http.HandlerFunc{
		"no end": func(w http.ResponseWriter, _ *http.Request) { w.Write(bytes.Repeat([]byte(" "), 3<<20)) },
		"sent elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, good.URL+"/token", http.StatusTemporaryRedirect)
		},
		"not JSON":    func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) },
		"a breakdown": func(w http.ResponseWriter, _ *http.Request) { http.Error(w, strings.Repeat("x", 5000), 500) },
	} {
		l.tokens = tokens
		if r := l.come(b, "liar", nil); r.Status != 401 && r.Status != 422 {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
	// Mix-up: the answer of one provider is refused for another.
	page, err := url.Parse(b.call("GET", "/accounts/providers/liar/login", nil).must(t, 200).get(t, "url").(string))
	if err != nil {
		t.Fatal(err)
	}
	b.call("POST", "/accounts/providers/good/auth", map[string]string{"code": "x", "state": page.Query().Get("state")}).must(t, 401)
	good.come(b, "good", nil).must(t, 200)
	if len(good.slips) > 0 {
		t.Error(good.slips)
	}
}

func TestWhatAProviderSaysOfItselfIsLookedAt(t *testing.T) {
	for name, about := range map[string]map[string]any{
		"another issuer":  {"issuer": "https://accounts.example"},
		"a script":        {"authorization_endpoint": "javascript:alert(1)"},
		"nowhere":         {"token_endpoint": ""},
		"no keys":         {"jwks_uri": "/keys"},
		"a strange place": {"userinfo_endpoint": "file:///etc/passwd"},
		"too long":        {"x": strings.Repeat("x", 2<<20)},
	} {
		l := newLiar(t)
		l.about = about
		a := withProviders(t, "open", aProvider("liar", l.URL, nil))
		if r := newBrowser(t, a).call("GET", "/accounts/providers/liar/login", nil); r.Status != 422 {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
}

func TestWhoHasNoPasswordKeepsAWayIn(t *testing.T) {
	l := newLiar(t)
	a := withProviders(t, "open", aProvider("liar", l.URL, map[string]any{
		"groups_claim": "realm_access.roles", "groups": []map[string]string{{"group": "/ops", "workspace": "Ops", "role": "editor"}},
	}))
	l.sign = l.honest
	person(t, a, "chief")
	if err := setStaff(t.Context(), a, "chief@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	space := opsSpace(t, a)
	b := newBrowser(t, a)
	in := l.come(b, "liar", func(c jwt.MapClaims) {
		c["sub"], c["realm_access"], c["groups"] = "them", map[string]any{"roles": []string{"/ops"}}, []string{"x"}
	}).must(t, 200)
	b.access = in.get(t, "access").(string)
	if got := b.role(space); got != "editor" {
		t.Errorf("they are %q", got)
	}
	me := client{handler: a, token: b.access}
	twoSteps(t, me)
	again := l.come(newBrowser(t, a), "liar", func(c jwt.MapClaims) {
		c["sub"], c["realm_access"] = "them", map[string]any{"roles": []string{"/ops"}}
	}).must(t, 200)
	if again.get(t, "two_factor", 0) != "totp" || again.get(t, "access") != nil { // a provider is one step
		t.Errorf("%s", again.Body)
	}
	me.do("DELETE", "/accounts/providers/liar", nil).must(t, 422)
	id := newDevice(t).register(me)
	me.do("DELETE", "/accounts/providers/liar", nil).must(t, 204)
	if got := b.role(space); got != "no_role" { // what the group gave went with it
		t.Errorf("they are %q", got)
	}
	me.do("DELETE", "/accounts/passkeys/"+id, nil).must(t, 422)
	if got := b.call("GET", "/accounts/v1/users/me", nil).must(t, 200).get(t, "has_password"); got != false {
		t.Error(got)
	}
	// With two workspaces of staff with that title, it is ambiguous, and no role is given.
	person(t, a, "second").do("POST", "/storage/workspace", map[string]string{"title": "Ops"}).must(t, 201)
	if err := setStaff(t.Context(), a, "second@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	late := newBrowser(t, a)
	late.access = l.come(late, "liar", func(c jwt.MapClaims) {
		c["realm_access"] = map[string]any{"roles": []string{"/ops"}}
	}).must(t, 200).get(t, "access").(string)
	if got := late.role(space); got != "" {
		t.Errorf("they are %q", got)
	}
}

func opsSpace(t *testing.T, a *app.App) string {
	t.Helper()
	c := client{handler: a}
	c.token = c.do("POST", "/accounts/v1/users/login", map[string]string{"login": "chief@example.org", "password": password}).must(t,
		200).get(t, "access").(string)
	return c.do("POST", "/storage/workspace", map[string]string{"title": "Ops"}).must(t, 201).get(t, "space_id").(string)
}
