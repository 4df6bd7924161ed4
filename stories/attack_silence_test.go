package stories

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/identity/accounts"
	"anbar/config"

	"github.com/pquerna/otp/hotp"
)

// TestNobodyLearnsWhoHasAnAccount sends requests for addresses with and without an
// account, and expects the same answer and headers for both.
func TestNobodyLearnsWhoHasAnAccount(t *testing.T) {
	a := startWith(t, func(c *config.Serve) { c.Signup = "open" })
	person(t, a, "sara")
	twice := person(t, a, "twice") // with a second step
	secret := twice.do("GET", "/accounts/two-factor/totp", nil).must(t, 200).get(t, "secret").(string)
	twice.do("POST", "/accounts/two-factor/verify-totp", map[string]any{"token": totpOf(t, secret)}).must(t, 200)
	for _, ask := range []struct {
		what, path string
		body       func(login string) any
	}{
		{"login", "/accounts/v1/users/login", func(l string) any { return map[string]string{"login": l, "password": "Wrong-1-horse"} }},
		{"forgot", "/accounts/v1/users/password/forgot", func(l string) any { return map[string]string{"login": l} }},
		{"passkey", "/accounts/v1/users/login/passkey/begin", func(string) any { return map[string]string{} }},
		{"step", "/accounts/v1/users/login/two-factor", func(string) any { return map[string]string{"token": "000000", "src": "totp"} }},
		{"reset", "/accounts/v1/users/password/reset", func(string) any {
			return map[string]string{"token": "A", "password": "Another-2-horse"}
		}},
	} {
		base := quiet(t, a, ask.path, ask.body("nobody@example.org"), 0)
		for i, login := range []string{"sara@example.org", "twice@example.org", "SARA@example.org ", "09121234567", "x"} {
			if got := quiet(t, a, ask.path, ask.body(login), i+1); got != base {
				t.Errorf("%s tells %q apart:\n%s\n%s", ask.what, login, got, base)
			}
		}
	}
}

func totpOf(t *testing.T, secret string) string {
	t.Helper()
	code, err := hotp.GenerateCode(secret, uint64(time.Now().Unix()/30))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// quiet returns the status, headers and body of an answer, without the parts that are
// random in every answer.
func quiet(t *testing.T, a *app.App, path string, body any, i int) string {
	t.Helper()
	r := from(a, fmt.Sprintf("203.0.113.%d", i+1), "", "POST", path, body)
	names := make([]string, 0, len(r.Header))
	for name := range r.Header {
		if name != "Content-Length" {
			names = append(names, name+": "+strings.Join(r.Header[name], ","))
		}
	}
	slices.Sort(names)
	var said map[string]any
	if len(r.Body) > 0 {
		if err := json.Unmarshal(r.Body, &said); err != nil {
			t.Fatal(err)
		}
		delete(said, "options")
		delete(said, "token")
	}
	return fmt.Sprint(r.Status, names, reflect.ValueOf(said))
}

// TestTheTimeTellsNothing compares the medians of known and unknown people, with wide
// bounds: a password that is not computed would be answered a hundred times faster.
func TestTheTimeTellsNothing(t *testing.T) {
	dearPasswords()
	t.Cleanup(cheapPasswords)
	a := newAppliance(t, dataDir(t))
	const people = 12
	for i := range people {
		p := accounts.Person{FirstName: "Sara", LastName: "Tester", Email: fmt.Sprintf("known%d@example.org", i), Password: password}
		if _, err := a.Accounts.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"/accounts/v1/users/login", "/accounts/v1/users/password/forgot"} {
		times := map[string][]time.Duration{}
		for i := range 2 * people {
			for n, kind := range []string{"known", "other"} {
				body := map[string]string{"login": fmt.Sprintf("%s%d@example.org", kind, i%people)}
				if strings.HasSuffix(path, "login") {
					body["password"] = "Wrong-1-horse"
				}
				begin := time.Now()
				r := from(a, fmt.Sprintf("203.0.%d.%d", i, n), "", "POST", path, body)
				if took := time.Since(begin); r.Status == 401 || r.Status == 204 {
					times[kind] = append(times[kind], took)
				}
			}
		}
		for _, all := range times {
			slices.Sort(all)
		}
		if len(times["known"]) < people || len(times["other"]) < people {
			t.Fatalf("%s answered %d and %d times", path, len(times["known"]), len(times["other"]))
		}
		there, not := times["known"][len(times["known"])/2], times["other"][len(times["other"])/2]
		if there > 3*not+3*time.Millisecond || not > 3*there+3*time.Millisecond {
			t.Errorf("%s takes %s for who is there, %s for who is not", path, there, not)
		}
	}
}
