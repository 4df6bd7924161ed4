package stories

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"anbar/app"
	"anbar/config"

	"github.com/descope/virtualwebauthn"
	"github.com/pquerna/otp/totp"
)

// device is a user's phone: it holds passkeys and answers the ceremonies of pages.
type device struct {
	t    *testing.T
	site virtualwebauthn.RelyingParty
	auth virtualwebauthn.Authenticator
	key  virtualwebauthn.Credential
}

func newDevice(t *testing.T) *device {
	t.Helper()
	site := virtualwebauthn.RelyingParty{ID: "drive.test", Name: "Anbar", Origin: "https://drive.test"}
	return &device{
		t, site, virtualwebauthn.NewAuthenticator(), virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, longKey(t)),
	}
}

// longKey makes a key whose coordinates have no zeros in front, which the virtual
// device would leave out and no real one does.
func longKey(t *testing.T) []byte {
	t.Helper()
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		point, err := key.PublicKey.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if point[1] == 0 || point[33] == 0 {
			continue
		}
		b, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}

// create answers the options of a new passkey.
func (d *device) create(q *answer) map[string]any {
	d.t.Helper()
	raw, err := json.Marshal(q.get(d.t, "options"))
	if err != nil {
		d.t.Fatal(err)
	}
	o, err := virtualwebauthn.ParseAttestationOptions(string(raw))
	if err != nil {
		d.t.Fatal(err)
	}
	d.auth.Options.UserHandle = []byte(o.UserID)
	made := virtualwebauthn.CreateAttestationResponse(d.site, d.auth, d.key, *o)
	return map[string]any{"token": q.get(d.t, "token"), "name": "Phone", "credential": json.RawMessage(made)}
}

// get signs the challenge of a login with one of the device's passkeys.
func (d *device) get(q *answer) map[string]any {
	d.t.Helper()
	raw, err := json.Marshal(q.get(d.t, "options"))
	if err != nil {
		d.t.Fatal(err)
	}
	o, err := virtualwebauthn.ParseAssertionOptions(string(raw))
	if err != nil {
		d.t.Fatal(err)
	}
	return map[string]any{
		"token": q.get(d.t, "token"), "credential": json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.site, d.auth, d.key, *o)),
	}
}

const (
	passLogin   = "/accounts/v1/users/login/passkey"
	passStep    = "/accounts/v1/users/login/two-factor/passkey"
	passConfirm = "/accounts/v1/users/reauthenticate/passkey"
	passNew     = "/accounts/passkeys/register"
)

func secureDrive(t *testing.T) *app.App {
	return startWith(t, func(c *config.Serve) { c.PublicURL = "https://drive.test" })
}

// register gives a person the device's passkey.
func (d *device) register(c client) string {
	d.t.Helper()
	return c.do("POST", passNew+"/finish", d.create(c.do("POST", passNew+"/begin", nil).must(d.t, 200))).must(d.t, 201).get(d.t,
		"passkey_id").(string)
}

func TestAPasskeyIsTheOnlyStep(t *testing.T) {
	a := secureDrive(t)
	owner, phone := person(t, a, "owner"), newDevice(t)
	nobody := client{handler: a}
	id := phone.register(owner)
	login := func() *answer { return nobody.do("POST", passLogin+"/begin", map[string]any{}).must(t, 200) }

	in := nobody.do("POST", passLogin+"/finish", phone.get(login())).must(t, 200)
	me := client{handler: a, token: in.get(t, "access").(string)}.do("GET", "/accounts/v1/users/me", nil).must(t, 200)
	if me.get(t, "email") != "owner@example.org" || in.get(t, "device") == "" {
		t.Fatalf("%s", me.Body)
	}
	list := owner.do("GET", "/accounts/passkeys", nil).must(t, 200)
	if list.get(t, "passkeys", 0, "name") != "Phone" || list.get(t, "passkeys", 0, "last_used") == nil ||
		list.get(t, "passkeys", 0, "synced") != false {
		t.Fatalf("%s", list.Body)
	}
	owner.do("PUT", "/accounts/passkeys/"+id, map[string]any{"name": " Old\tphone"}).must(t, 400)
	if got := owner.do("PUT", "/accounts/passkeys/"+id, map[string]any{"name": "گوشی"}).must(t, 200).get(t, "name"); got != "گوشی" {
		t.Error(got)
	}
	stranger := person(t, a, "stranger")
	stranger.do("PUT", "/accounts/passkeys/"+id, map[string]any{"name": "Mine"}).must(t, 404)
	stranger.do("DELETE", "/accounts/passkeys/"+id, nil).must(t, 404)

	// The same answer again, one with the token of another ceremony, and one to another kind of ceremony.
	one := phone.get(login())
	nobody.do("POST", passLogin+"/finish", one).must(t, 200)
	nobody.do("POST", passLogin+"/finish", one).must(t, 401)
	two, three := phone.get(login()), phone.get(login())
	nobody.do("POST", passLogin+"/finish", map[string]any{"token": two["token"], "credential": three["credential"]}).must(t, 401)
	nobody.do("POST", passLogin+"/finish", two).must(t, 401) // it is spent
	asked := owner.do("POST", passConfirm+"/begin", nil).must(t, 200)
	nobody.do("POST", passLogin+"/finish", phone.get(asked)).must(t, 401)

	owner.do("DELETE", "/accounts/passkeys/"+id, nil).must(t, 204)
	if got := nobody.do("POST", passLogin+"/finish", phone.get(login())).must(t, 401).get(t, "error_code"); got != "wrong_credentials" {
		t.Error(got)
	}
}

func TestPasskeysOfOthersAndElsewhereAreRefused(t *testing.T) {
	a := secureDrive(t)
	owner, mallory := person(t, a, "owner"), person(t, a, "mallory")
	phone, theirs := newDevice(t), newDevice(t)
	phone.register(owner)
	theirs.register(mallory)
	nobody := client{handler: a}
	refused := func(what string, d device) {
		t.Helper()
		if r := nobody.do("POST", passLogin+"/finish", d.get(nobody.do("POST", passLogin+"/begin", nil).must(t, 200))); r.Status != 401 {
			t.Errorf("%s: %d %s", what, r.Status, r.Body)
		}
	}
	d := *phone
	d.site.Origin = "https://evil.test"
	refused("another page", d)
	d.site.Origin = "http://drive.test"
	refused("without HTTPS", d)
	d = *phone
	d.site.ID = "evil.test"
	refused("a passkey for another place", d)
	d = *phone
	d.auth.Options.UserNotVerified = true
	refused("whoever holds the phone", d)
	d = *theirs
	d.auth.Options.UserHandle = phone.auth.Options.UserHandle
	refused("mallory's key in the owner's name", d)
	d = *phone
	d.key.Key = theirs.key.Key
	refused("the owner's key signed by mallory", d)
	d = *phone
	d.auth.Options.UserHandle = nil
	refused("nobody's", d)

	// Only the user who began a ceremony can finish it.
	begun := owner.do("POST", passNew+"/begin", nil).must(t, 200)
	evil := newDevice(t)
	mallory.do("POST", passNew+"/finish", evil.create(begun)).must(t, 401)
	owner.do("POST", passNew+"/finish", evil.create(begun)).must(t, 201)
	owner.do("POST", passNew+"/finish", evil.create(begun)).must(t, 401)
	if n := len(begun.get(t, "options", "excludeCredentials").([]any)); n != 1 {
		t.Errorf("%d keys are excluded", n)
	}
	// A key belongs to one user only.
	mallory.do("POST", passNew+"/finish", phone.create(mallory.do("POST", passNew+"/begin", nil).must(t, 200))).must(t, 409)
	d = *evil
	d.auth.Options.UserNotVerified = true
	mallory.do("POST", passNew+"/finish", d.create(mallory.do("POST", passNew+"/begin", nil).must(t, 200))).must(t, 422)
	mallory.do("POST", passNew+"/finish", map[string]any{"token": "x", "name": "P", "credential": map[string]any{}}).must(t, 401)
	mallory.do("POST", passNew+"/finish", map[string]any{
		"token": mallory.do("POST", passNew+"/begin", nil).must(t, 200).get(t, "token"), "name": "P", "credential": map[string]any{"id": 7},
	}).must(t, 422)
}

func TestACopyOfAPasskeyIsNoticed(t *testing.T) {
	a := secureDrive(t)
	owner, phone := person(t, a, "owner"), newDevice(t)
	nobody := client{handler: a}
	phone.register(owner)
	for _, step := range []struct {
		counter uint32
		status  int
	}{{5, 200}, {6, 200}, {6, 422}, {3, 422}, {0, 422}, {7, 200}} {
		phone.key.Counter = step.counter
		nobody.do("POST", passLogin+"/finish", phone.get(nobody.do("POST", passLogin+"/begin", nil).must(t, 200))).must(t, step.status)
	}
	if log := owner.do("GET", "/accounts/audit", nil).must(t, 200); strings.Count(string(log.Body), "passkey_copied") != 3 {
		t.Errorf("%s", log.Body)
	}
}

func TestNobodyHasMorePasskeysThanTwenty(t *testing.T) {
	a := secureDrive(t)
	owner := person(t, a, "owner")
	for range 20 {
		newDevice(t).register(owner)
	}
	if got := owner.do("POST", passNew+"/begin", nil).must(t, 422).get(t, "error_code"); got != "passkey_limit" {
		t.Error(got)
	}
}

func TestAPasskeyIsASecondStep(t *testing.T) {
	a := secureDrive(t)
	owner, phone := person(t, a, "owner"), newDevice(t)
	mallory, theirs := person(t, a, "mallory"), newDevice(t)
	phone.register(owner)
	theirs.register(mallory)
	twoSteps(t, owner)
	twoSteps(t, mallory)
	first := func(name string) client {
		r := client{handler: a}.do("POST", "/accounts/v1/users/login", map[string]string{
			"login": name + "@example.org", "password": password,
		}).must(t, 200)
		if r.get(t, "two_factor", 1) != "passkey" {
			t.Fatalf("%s", r.Body)
		}
		return client{handler: a, token: r.get(t, "token").(string)}
	}
	finish := func(step client, answer map[string]any) *answer { return step.do("POST", passStep+"/finish", answer) }
	begin := func(step client) *answer { return step.do("POST", passStep+"/begin", nil).must(t, 200) }

	client{handler: a}.do("POST", passStep+"/begin", nil).must(t, 401)
	step := first("owner")
	phone.auth.Options.UserNotVerified = true // after a password, possession is enough
	in := finish(step, phone.get(begin(step))).must(t, 200)
	client{handler: a, token: in.get(t, "access").(string)}.do("GET", "/accounts/v1/users/me", nil).must(t, 200)
	step.do("POST", passStep+"/begin", nil).must(t, 401) // it was taken

	step, other := first("owner"), first("mallory")
	asked := begin(step)
	finish(other, phone.get(asked)).must(t, 401) // of another login
	asked = begin(step)
	forged := *theirs
	if got := finish(step, forged.get(asked)).must(t, 422).get(t, "error_code"); got != "invalid_otp" {
		t.Error(got)
	}
	finish(step, phone.get(asked)).must(t, 401) // the question was answered
	for n := range 4 {
		want := "invalid_otp"
		if n == 3 {
			want = "two_factor_attempts"
		}
		if got := finish(step, forged.get(begin(step))).must(t, 422).get(t, "error_code"); got != want {
			t.Errorf("wrong %d: %v", n+2, got)
		}
	}
	step.do("POST", passStep+"/begin", nil).must(t, 401)
}

// twoSteps turns two-step login on.
func twoSteps(t *testing.T, c client) {
	t.Helper()
	secret := c.do("GET", "/accounts/two-factor/totp", nil).must(t, 200).get(t, "secret").(string)
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	c.do("POST", "/accounts/two-factor/verify-totp", map[string]any{"token": code}).must(t, 200)
}

func TestAPasskeyProvesAgainWhoOneIs(t *testing.T) {
	a := secureDrive(t)
	owner, phone := person(t, a, "owner"), newDevice(t)
	owner.do("POST", passConfirm+"/begin", nil).must(t, 422) // there is none
	phone.register(owner)
	begin := func() *answer { return owner.do("POST", passConfirm+"/begin", nil).must(t, 200) }
	owner.do("POST", passConfirm+"/finish", phone.get(begin())).must(t, 204)
	lost := *phone
	lost.auth.Options.UserNotVerified = true
	owner.do("POST", passConfirm+"/finish", lost.get(begin())).must(t, 422)
	again := client{handler: a}
	again.token = again.do("POST", "/accounts/v1/users/login",
		map[string]string{"login": "owner@example.org", "password": password}).must(t, 200).get(t, "access").(string)
	again.do("POST", passConfirm+"/finish", phone.get(begin())).must(t, 401) // of another session
}

func TestPasskeysNeedANameAndHTTPS(t *testing.T) {
	begin := func(a http.Handler, host, origin string) *answer {
		r := httptest.NewRequest("POST", "/api"+passLogin+"/begin", nil)
		r.Host = host
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		return &answer{w.Code, w.Header(), w.Body.Bytes()}
	}
	open, named := newAppliance(t, dataDir(t)), secureDrive(t)
	many := startWith(t, func(c *config.Serve) { c.Domain, c.ListenTLS = []string{"one.test", "two.test"}, ":443" })
	for _, c := range []struct {
		a            http.Handler
		host, origin string
		name         string // empty: there are none
	}{
		{open, "192.168.1.5:8443", "https://192.168.1.5:8443", ""},
		{open, "[::1]:8443", "https://[::1]:8443", ""},
		{open, "drive.lan", "http://drive.lan", ""},
		{open, "drive.lan:8443", "https://drive.lan:8443", "drive.lan"},
		{open, "localhost:8080", "http://localhost:8080", "localhost"},
		{named, "10.0.0.1", "https://drive.test", "drive.test"}, // a proxy says another name
		{many, "two.test", "https://two.test", "two.test"},
		{many, "evil.test", "https://evil.test", "one.test"}, // which no browser gives to that page
	} {
		r := begin(c.a, c.host, c.origin)
		if c.name == "" {
			if r.must(t, 422).get(t, "error_code") != "passkeys_unavailable" {
				t.Errorf("%s: %s", c.host, r.Body)
			}
			continue
		}
		if got := r.must(t, 200).get(t, "options", "rpId"); got != c.name {
			t.Errorf("%s: %v, not %s", c.host, got, c.name)
		}
		if o := r.get(t, "options"); o.(map[string]any)["userVerification"] != "required" {
			t.Error(o)
		}
		if b, err := base64.RawURLEncoding.DecodeString(r.get(t, "options", "challenge").(string)); err != nil || len(b) < 16 {
			t.Error(fmt.Sprint(b, err))
		}
	}
}
