package stories

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"anbar/app"
	"anbar/config"
)

// smsSink is an SMS gateway that takes requests.
type smsSink struct {
	mu     sync.Mutex
	texts  []string
	keys   []string
	status int
}

func newSMSSink(t *testing.T) (*smsSink, string) {
	t.Helper()
	s := &smsSink{status: 200}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL
}

func (s *smsSink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.texts, s.keys = append(s.texts, string(body)), append(s.keys, r.Header.Get("X-Key"))
	}
	w.WriteHeader(s.status)
}

func (s *smsSink) refuses(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

func (s *smsSink) last() (text, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.texts) == 0 {
		return "", ""
	}
	return s.texts[len(s.texts)-1], s.keys[len(s.keys)-1]
}

func smsBody(url, secret string) map[string]any {
	b := map[string]any{
		"gateway": "http", "url": url + "/send", "method": "POST", "body": "to={to}&text={text}", "header": "X-Key: {key}", "from": "",
		"taken": "",
	}
	if secret != "" {
		b["secret"] = secret
	}
	return b
}

// chief is an administrator of an appliance.
func chief(t *testing.T, a *app.App) client {
	t.Helper()
	person(t, a, "chief")
	if err := setStaff(t.Context(), a, "chief@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	c := client{handler: a}
	in := c.do("POST", "/accounts/v1/users/login", map[string]string{"login": "chief@example.org", "password": password}).must(t, 200)
	c.token = in.get(t, "access").(string)
	return c
}

// TestStaffEnterAnSMSGateway proves the number of an administrator by a gateway that was entered
// in the console, and tests the gateway with it.
func TestStaffEnterAnSMSGateway(t *testing.T) {
	sink, url := newSMSSink(t)
	a := startWith(t, func(*config.Serve) {})
	boss := chief(t, a)
	refused := boss.do("POST", "/admin/settings/sms/test", smsBody(url, "a-key")).must(t, 409)
	if refused.get(t, "error_code") != "no_own_number" {
		t.Errorf("%s", refused.Body)
	}
	boss.do("PUT", "/admin/settings/sms", smsBody(url, "")).must(t, 400) // {key} without one
	boss.do("PUT", "/admin/settings/sms", smsBody("https://a{to}.example", "x")).must(t, 400)
	boss.do("PUT", "/admin/settings/sms", smsBody(url, "a-key")).must(t, 200)
	boss.do("PUT", "/accounts/v1/users/me/mobile-verification", map[string]string{"mobile": "09121234567"}).must(t, 204)
	if err := a.Mail.Deliver(context.Background()); err != nil {
		t.Fatal(err)
	}
	text, key := sink.last()
	code := regexp.MustCompile(`\d{6}`).FindString(strings.TrimPrefix(text, "to=09121234567&"))
	if key != "a-key" || code == "" {
		t.Fatalf("%q by %q", text, key)
	}
	boss.do("POST", "/accounts/v1/users/verify-mobile", map[string]string{"token": code}).must(t, 204)
	boss.do("POST", "/admin/settings/sms/test", smsBody(url, "")).must(t, 204)
	if text, _ = sink.last(); !strings.HasPrefix(text, "to=09121234567&text=") || strings.Contains(text, code) {
		t.Errorf("%q", text)
	}
	sink.refuses(402)
	no := boss.do("POST", "/admin/settings/sms/test", smsBody(url, "")).must(t, 422)
	if no.get(t, "error_code") != "connection_message" {
		t.Errorf("%s", no.Body)
	}
	// Another address gets no key, and is not even asked.
	thief, elsewhere := newSMSSink(t)
	boss.do("POST", "/admin/settings/sms/test", smsBody(elsewhere, "")).must(t, 400)
	boss.do("PUT", "/admin/settings/sms", smsBody(elsewhere, "")).must(t, 400)
	if text, _ := thief.last(); text != "" {
		t.Errorf("another address was asked: %q", text)
	}
	log := boss.do("GET", "/admin/audit?action=setting_test&limit=1", nil).must(t, 200)
	if log.get(t, "events", 0, "detail", "name") != "sms" {
		t.Errorf("%s", log.Body)
	}
}

func entered(issuer, secret string) map[string]any {
	p := map[string]any{
		"title_fa": "سازمان", "title_en": "Work", "icon": "", "issuer": issuer, "client_id": "anbar",
		"scopes": []string{"openid", "email", "profile", "groups"}, "signup": true,
	}
	if secret != "" {
		p["secret"] = secret
	}
	return p
}

// TestStaffEnterAProvider signs a user in with a provider that was entered in the console.
func TestStaffEnterAProvider(t *testing.T) {
	if testing.Short() {
		t.Skip("builds dex")
	}
	issuer := startDex(t)
	gather(t, issuer, crowd{ID: "1", Login: "kim", Name: "Kim Lee", Email: "kim@example.org", Verified: true, Groups: []string{"finance"}})
	a := startWith(t, func(c *config.Serve) { c.Signup, c.PublicURL = "invited", drive })
	boss := chief(t, a)
	for want, at := range map[string]string{
		"connection_issuer": issuer + "/", "connection_refused": "https://127.0.0.1:1", "connection_name": "https://id.invalid",
		"connection_answer": strings.TrimSuffix(issuer, "/dex"), "connection_own": "https://169.254.169.254",
		"connection_tls": strings.Replace(issuer, "http:", "https:", 1),
	} {
		no := boss.do("POST", "/admin/settings/providers/dex/test", entered(at, "dex-secret")).must(t, 422)
		if no.get(t, "error_code") != want {
			t.Errorf("%s: %s", at, no.Body)
		}
	}
	boss.do("POST", "/admin/settings/providers/dex/test", entered(issuer, "dex-secret")).must(t, 204)
	boss.do("PUT", "/admin/settings/providers/Dex", entered(issuer, "dex-secret")).must(t, 400)
	boss.do("PUT", "/admin/settings/providers/dex", entered("http://id.example.org", "dex-secret")).must(t, 400)
	list := boss.do("GET", "/accounts/providers", nil).must(t, 200)
	if !bytes.Contains(list.Body, []byte(`"providers":[]`)) {
		t.Errorf("a test has saved: %s", list.Body)
	}
	boss.do("PUT", "/admin/settings/providers/dex", entered(issuer, "dex-secret")).must(t, 200)
	boss.do("PUT", "/admin/settings/providers/other", entered(issuer, "x")).must(t, 400) // the same issuer
	newBrowser(t, a).signIn("kim").must(t, 200)
	boss.do("PUT", "/admin/settings/providers/dex", entered(issuer, "wrong")).must(t, 200)
	newBrowser(t, a).signIn("kim").must(t, 401)
	history := boss.do("GET", "/admin/settings/history?limit=1", nil).must(t, 200)
	if history.get(t, "changes", 0, "provider") != "dex" || bytes.Contains(history.Body, []byte("dex-secret")) {
		t.Errorf("%s", history.Body)
	}
	path := fmt.Sprintf("/admin/settings/history/%v/undo", history.get(t, "changes", 0, "change_id"))
	boss.do("POST", path, nil).must(t, 200) // brings the right secret back
	newBrowser(t, a).signIn("kim").must(t, 200)
	boss.do("DELETE", "/admin/settings/providers/dex", nil).must(t, 200)
	newBrowser(t, a).call("GET", "/accounts/providers/dex/login", nil).must(t, 404)
}

// TestGroupsStayAMatterOfTheConfiguration has an administrator put a provider of their own in the
// place of one whose groups give roles.
func TestGroupsStayAMatterOfTheConfiguration(t *testing.T) {
	if testing.Short() {
		t.Skip("builds dex")
	}
	issuer := startDex(t)
	kim := crowd{ID: "1", Login: "kim", Name: "Kim Lee", Email: "kim@example.org", Verified: true, Groups: []string{"finance"}}
	gather(t, issuer, kim)
	groups := map[string]any{"groups": []map[string]string{{"group": "finance", "workspace": "Finance", "role": "editor"}}}
	a := withProviders(t, "open", aProvider("dex", "https://id.example.org", groups))
	boss := chief(t, a)
	space := boss.do("POST", "/storage/workspace", map[string]string{"title": "Finance"}).must(t, 201).get(t, "space_id").(string)
	boss.do("PUT", "/admin/settings/providers/dex", entered(issuer, "")).must(t, 400) // the secret of the configuration stays at its issuer
	boss.do("PUT", "/admin/settings/providers/dex", entered(issuer, "dex-secret")).must(t, 200)
	b := newBrowser(t, a)
	b.signIn("kim").must(t, 200)
	if got := b.role(space); got != "" {
		t.Errorf("the groups of another issuer give the role %q", got)
	}
}

// TestSecretsOfConnectionsAreSealed looks for the secrets in every answer, in every file and in
// the log, and restarts.
func TestSecretsOfConnectionsAreSealed(t *testing.T) {
	secrets := []string{"hush-mail-7f3a", "hush-sms-7f3a", "hush-provider-7f3a", "hush-file-7f3a"}
	cfg := settings(dataDir(t))
	cfg.SMTPHost, cfg.SMTPTLS, cfg.SMTPUser, cfg.SMTPPassword, cfg.MailFrom = "mail.example.org", "tls", "me", secrets[3], "a@example.org"
	var log bytes.Buffer
	a, err := app.New(t.Context(), cfg, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	boss := chief(t, a)
	server := map[string]any{"host": "127.0.0.1", "port": 1, "tls": "tls", "user": "me", "from": "a@example.org", "secret": secrets[0]}
	boss.do("PUT", "/admin/settings/mail", map[string]any{ // the password of the configuration moves over
		"host": "mail.example.org", "port": 0, "tls": "tls", "user": "me", "from": "b@example.org",
	}).must(t, 200)
	boss.do("PUT", "/admin/settings/mail", server).must(t, 200)
	boss.do("POST", "/admin/settings/mail/test", server).must(t, 422)
	sms := smsBody("http://127.0.0.1:1", secrets[1])
	boss.do("PUT", "/admin/settings/sms", sms).must(t, 200)
	boss.do("PUT", "/admin/settings/providers/work", entered("https://127.0.0.1:1", secrets[2])).must(t, 200)
	boss.do("POST", "/admin/settings/providers/work/test", entered("https://127.0.0.1:1", secrets[2])).must(t, 422)
	boss.do("POST", "/admin/outbox/test", map[string]string{"to": "x@example.org", "language": "en"}).must(t, 201)
	boss.do("POST", "/admin/outbox/test", map[string]string{"to": "09121234567", "language": "en"}).must(t, 201)
	if err := a.Mail.Deliver(context.Background()); err != nil {
		t.Fatal(err)
	}
	hidden := func(b []byte, in string) {
		t.Helper()
		for _, secret := range secrets {
			if bytes.Contains(b, []byte(secret)) {
				t.Errorf("%s has %s", in, secret)
			}
		}
	}
	for _, path := range []string{
		"/admin/settings/connections", "/admin/settings/history", "/admin/settings", "/admin/audit", "/admin/log", "/admin/outbox",
		"/accounts/providers",
	} {
		hidden(boss.do("GET", path, nil).must(t, 200).Body, path)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	hidden(log.Bytes(), "the log")
	files := 0
	err = filepath.WalkDir(cfg.Data, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		hidden(b, path)
		files++
		return err
	})
	if err != nil || files < 2 {
		t.Errorf("%d files: %v", files, err)
	}
	restarted(t, cfg)
}

// restarted starts with the stored connections, and once more with another key, under which
// their secrets do not open: then they are not used, and the appliance starts all the same.
func restarted(t *testing.T, cfg config.Serve) {
	t.Helper()
	for _, lost := range []bool{false, true} {
		if lost {
			if err := os.Remove(cfg.Secrets()); err != nil {
				t.Fatal(err)
			}
		}
		a, err := app.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		c := client{handler: a}
		in := c.do("POST", "/accounts/v1/users/login", map[string]string{"login": "chief@example.org", "password": password}).must(t, 200)
		c.token = in.get(t, "access").(string)
		all := c.do("GET", "/admin/settings/connections", nil).must(t, 200)
		if all.get(t, "providers", 0, "lost") != lost || all.get(t, "mail", "value", "host") != "127.0.0.1" {
			t.Errorf("lost %v: %s", lost, all.Body)
		}
		if has, _ := all.get(t, "mail", "value", "has_secret").(bool); has == lost {
			t.Errorf("lost %v: %s", lost, all.Body)
		}
		if sends := c.do("GET", "/admin/outbox", nil).must(t, 200).get(t, "mail"); sends == lost {
			t.Errorf("lost %v: mails go out: %v", lost, sends)
		}
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
