package stories

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/base/mail/mailtest"
	"anbar/config"

	"github.com/pquerna/otp/hotp"
)

const crowdSize = 20

// from sends a call from an address, with a bearer token when there is one.
func from(a *app.App, address, token, method, path string, body any) *answer {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	req := httptest.NewRequest(method, "/api"+path, strings.NewReader(string(raw)))
	req.RemoteAddr = address + ":1234"
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	rec := httptest.NewRecorder()
	a.ServeHTTP(rec, req)
	return &answer{rec.Code, rec.Header(), rec.Body.Bytes()}
}

// atOnce has many do something at the same time and returns how often each status was
// the answer.
func atOnce(do func(i int) *answer) map[int]int { return crowdOf(crowdSize, do) }

// crowdOf is atOnce for so many.
func crowdOf(size int, do func(i int) *answer) map[int]int {
	all := map[int]int{}
	var mu sync.Mutex
	var crowd sync.WaitGroup
	start := make(chan struct{})
	for i := range size {
		crowd.Go(func() {
			<-start
			got := do(i)
			mu.Lock()
			defer mu.Unlock()
			all[got.Status]++
		})
	}
	close(start)
	crowd.Wait()
	return all
}

func address(i int) string { return fmt.Sprintf("198.51.100.%d", i+1) }

// steps begins logins of a user, each from another address, and returns the tokens
// that wait for the second step.
func steps(t *testing.T, a *app.App, email string) []string {
	t.Helper()
	all := make([]string, crowdSize)
	for i := range all {
		all[i] = from(a, address(i), "", "POST", "/accounts/v1/users/login",
			map[string]string{"login": email, "password": password}).must(t, 200).get(t, "token").(string)
	}
	return all
}

// TestASecondStepIsTakenOnce replays one code of an authenticator app and one static
// code within their time, from many places at once: one of them gets in.
func TestASecondStepIsTakenOnce(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	sara := person(t, a, "sara")
	secret := sara.do("GET", "/accounts/two-factor/totp", nil).must(t, 200).get(t, "secret").(string)
	code := func(steps int64) string {
		c, err := hotp.GenerateCode(secret, uint64(time.Now().Unix()/30+steps))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	made := sara.do("POST", "/accounts/two-factor/verify-totp", map[string]any{"token": code(-1), "generate_static_code": true}).must(t,
		200)
	// Wrong static codes count, and slow those of the app: the app comes first.
	words := map[string]string{"totp": code(0), "static": made.get(t, "static_codes", 0).(string)}
	for _, src := range []string{"totp", "static"} {
		word := words[src]
		waiting := steps(t, a, "sara@example.org")
		got := atOnce(func(i int) *answer {
			return from(a, address(i), waiting[i], "POST", "/accounts/v1/users/login/two-factor",
				map[string]string{"token": word, "src": src})
		})
		if got[200] != 1 || got[422]+got[429]+got[200] != crowdSize {
			t.Errorf("%s: %v", src, got)
		}
		// The same login with the same code, many times: one session.
		if src == "static" {
			again := made.get(t, "static_codes", 1).(string)
			one := waiting[0]
			for _, w := range waiting {
				if from(a, address(0), w, "GET", "/accounts/v1/users/login/resend-two-factor?src=sms", nil).Status != 401 {
					one = w
				}
			}
			got := atOnce(func(i int) *answer {
				return from(a, address(i), one, "POST", "/accounts/v1/users/login/two-factor",
					map[string]string{"token": again, "src": src})
			})
			if got[200] != 1 {
				t.Errorf("%s: one login: %v", src, got)
			}
		}
		if err := a.Accounts.SetPassword(t.Context(), "sara@example.org", password); err != nil { // spends what waits
			t.Fatal(err)
		}
	}
}

// TestARefreshTokenIsGoodOnce has many use a token at the same moment: all get the same
// one in its place, as if an answer had got lost. Once that was used the session ends
// with the old one.
func TestARefreshTokenIsGoodOnce(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	person(t, a, "sara")
	in := from(a, address(0), "", "POST", "/accounts/v1/users/login", map[string]string{
		"login": "sara@example.org", "password": password,
	}).must(t, 200)
	refresh := func(i int, token any) *answer {
		return from(a, address(i), "", "POST", "/accounts/v1/token/refresh", map[string]any{"refresh": token})
	}
	var mu sync.Mutex
	next := map[any]bool{}
	got := atOnce(func(i int) *answer {
		r := refresh(i, in.get(t, "refresh"))
		mu.Lock()
		defer mu.Unlock()
		next[r.get(t, "refresh")] = true
		return r
	})
	if got[200] != crowdSize || len(next) != 1 {
		t.Fatalf("%v, %d tokens", got, len(next))
	}
	var won *answer
	for token := range next {
		won = refresh(0, token).must(t, 200)
	}
	refresh(1, in.get(t, "refresh")).must(t, 401)
	for _, token := range []any{in.get(t, "access"), won.get(t, "access")} {
		if r := from(a, address(0), token.(string), "GET", "/accounts/v1/users/me", nil); r.Status != 401 {
			t.Errorf("an access token lives on: %d", r.Status)
		}
	}
	refresh(0, won.get(t, "refresh")).must(t, 401)
}

// TestALinkForAPasswordIsGoodOnce has many use one link at the same moment.
func TestALinkForAPasswordIsGoodOnce(t *testing.T) {
	post := &mailtest.Server{}
	if err := post.Start(); err != nil {
		t.Fatal(err)
	}
	defer post.Close()
	a := startWith(t, func(c *config.Serve) {
		c.SMTPHost, c.SMTPPort, c.SMTPTLS, c.MailFrom = "127.0.0.1", post.Port(), "off", "Anbar <anbar@example.org>"
	})
	person(t, a, "sara")
	from(a, address(0), "", "POST", "/accounts/v1/users/password/forgot", map[string]string{"login": "sara@example.org"}).must(t, 204)
	if err := firstOf(a.Accounts.SendQueuedResets(t.Context()), a.Mail.Deliver(t.Context())); err != nil {
		t.Fatal(err)
	}
	var token string
	for _, m := range post.Mails("sara@example.org") {
		if found := regexp.MustCompile(`token=([A-Z0-9]+)`).FindStringSubmatch(m.Text); found != nil {
			token = found[1]
		}
	}
	word := func(i int) string { return fmt.Sprintf("Another-%d-horse", i) }
	var mu sync.Mutex
	winner := -1
	got := atOnce(func(i int) *answer {
		r := from(a, address(i), "", "POST", "/accounts/v1/users/password/reset", map[string]string{"token": token, "password": word(i)})
		if r.Status == 204 {
			mu.Lock()
			defer mu.Unlock()
			winner = i
		}
		return r
	})
	if got[204] != 1 || got[403] != crowdSize-1 {
		t.Fatalf("%v", got)
	}
	from(a, address(0), "", "POST", "/accounts/v1/users/login", map[string]string{
		"login": "sara@example.org", "password": word(winner),
	}).must(t, 200)
}
