package stories

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"

	"anbar/app"
)

// TestANumberIsProvenThroughAGateway has a user sign up by a number, over the
// settings of an administrator and a gateway that takes requests.
func TestANumberIsProvenThroughAGateway(t *testing.T) {
	var sent []url.Values
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		form, ferr := url.ParseQuery(string(body))
		if err != nil || ferr != nil || r.URL.Path != "/v1/a-key/sms/send.json" {
			t.Errorf("%s %v %v", r.URL.Path, err, ferr)
		}
		sent = append(sent, form)
		if _, err := io.WriteString(w, `{"return":{"status":200,"message":"ok"},"entries":[]}`); err != nil {
			t.Error(err)
		}
	}))
	defer gateway.Close()
	cfg := settings(dataDir(t))
	cfg.Signup, cfg.SMSGateway, cfg.SMSKey, cfg.SMSFrom, cfg.SMSURL = "open", "kavenegar", "a-key", "3000", gateway.URL
	a, err := app.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	person(t, a, "first")
	mina := map[string]any{"first_name": "Mina", "last_name": "Tester", "mobile": "۰۹۱۲۱۲۳۴۵۶۷", "password": password}
	asked := client{handler: a}.do("POST", "/accounts/v1/users/signup", mina).must(t, 422)
	if mina["captcha"], err = solution(asked.Body); err != nil {
		t.Fatal(err)
	}
	in := client{handler: a}.do("POST", "/accounts/v1/users/signup", mina).must(t, 201)
	if err := a.Mail.Deliver(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(sent) != 1 || sent[0].Get("receptor") != "09121234567" || sent[0].Get("sender") != "3000" {
		t.Fatalf("%v", sent)
	}
	signedIn := client{handler: a, token: in.get(t, "access").(string)}
	signedIn.do("POST", "/accounts/v1/users/verify-mobile", map[string]any{
		"token": regexp.MustCompile(`\d{6}`).FindString(sent[0].Get("message")),
	}).must(t, 204)
	if me := signedIn.do("GET", "/accounts/v1/users/me", nil).must(t, 200); me.get(t, "is_mobile_validated") != true {
		t.Errorf("%s", me.Body)
	}
}
