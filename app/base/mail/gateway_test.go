package mail

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"anbar/db"
)

// asked is a request that came to a gateway.
type asked struct {
	method, path, query, body, kind string
	header                          http.Header
}

// station is a real gateway with prescribed answers.
type station struct {
	*httptest.Server
	mu     sync.Mutex
	came   []asked
	status int
	answer string
}

func newStation(t *testing.T) *station {
	s := &station{status: 200}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		s.came = append(s.came, asked{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, string(b), r.Header.Get("Content-Type"), r.Header})
		if s.status/100 == 3 {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(s.status)
		fmt.Fprint(w, s.answer)
	}))
	t.Cleanup(s.Close)
	return s
}

var byText = Message{Mobile: " ۰۹۱۲۳۴۵۶۷۸۹", Language: "fa", Kind: Code, Data: Data{Code: "123456", Event: "sign_in"}}

// waitsBySMS returns the text messages that are due in a while.
func (o *outbox) waitsBySMS(t *testing.T, later time.Duration) []db.Message {
	t.Helper()
	var due []db.Message
	err := o.d.View(t.Context(), func(v *db.View) (err error) {
		v.Now = v.Now.Add(later)
		due, err = v.MessagesDue(db.BySMS, 10)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return due
}

func TestATextMessageGoesThroughAnyGateway(t *testing.T) {
	s := newStation(t)
	for _, c := range []struct {
		sms  SMS
		want asked
	}{
		{
			SMS{URL: "/send?to={to}&t={text}&k={key}", Method: "GET"},
			asked{"GET", "/send", "to=09123456789&t=%D8%A7%D9%86%D8%A8%D8%A7%D8%B1%3A+123456", "", "", nil},
		},
		{SMS{URL: "/{key}/{international}/{code}"}, asked{"POST", "/k%2Fe%3Fy/989123456789/123456", "", "", "", nil}},
		{
			SMS{URL: "/", Body: `{"to":["{to}"],"text":"{text}","from":"{from}"}`, From: `3000"`},
			asked{"POST", "/", "", `{"to":["09123456789"],"text":"انبار: 123456\nکد ورود`, "application/json", nil},
		},
		{
			SMS{URL: "/", Body: "to={to}&text={text}", Header: "X-API-KEY: {key}"},
			asked{"POST", "/", "", "to=09123456789&text=%D8%A7", "application/x-www-form-urlencoded", nil},
		},
	} {
		o := newOutbox(t, nil, func(o *Options) {
			o.SMS = c.sms
			o.SMS.Gateway, o.SMS.URL, o.SMS.Key = "http", s.URL+c.sms.URL, "k/e?y"
		})
		s.came = nil
		o.post(t, byText)
		o.deliver(t)
		if len(s.came) != 1 || len(o.waitsBySMS(t, 24*time.Hour)) != 0 {
			t.Fatalf("%+v: %+v", c.sms, s.came)
		}
		got := s.came[0]
		if got.method != c.want.method || got.path != c.want.path || !strings.HasPrefix(got.query, c.want.query) ||
			!strings.HasPrefix(got.body, c.want.body) || got.kind != c.want.kind {
			t.Errorf("%+v, want %+v", got, c.want)
		}
		if c.sms.Header != "" && got.header.Get("X-Api-Key") != "k/e?y" {
			t.Errorf("%+v: %v", c.sms, got.header)
		}
	}
}

func TestKavenegar(t *testing.T) {
	s := newStation(t)
	s.answer = `{"return": {"status": 200, "message": "تایید شد"}, "entries": []}`
	o := newOutbox(t, nil, func(o *Options) { o.SMS = SMS{Gateway: "kavenegar", URL: s.URL, Key: "secret-key", From: "3000"} })
	o.post(t, byText)
	o.deliver(t)
	if len(s.came) != 1 || s.came[0].path != "/v1/secret-key/sms/send.json" ||
		!strings.HasPrefix(s.came[0].body, "receptor=09123456789&message=") || !strings.HasSuffix(s.came[0].body, "&sender=3000") {
		t.Fatalf("%+v", s.came)
	}
	s.answer = `{"return":{"status":411,"message":"دریافت کننده نامعتبر است"},"entries":null}`
	o.post(t, byText)
	o.deliver(t)
	if left := o.waitsBySMS(t, 24*time.Hour); len(s.came) != 2 || len(left) != 0 {
		t.Errorf("what is refused for good waits still: %+v", left)
	}
	s.answer = "<html>please sign in to the hotel"
	o.post(t, byText)
	o.deliver(t)
	if left := o.waitsBySMS(t, time.Hour); len(left) != 1 || !strings.Contains(left[0].Error, "not Kavenegar's") {
		t.Errorf("%+v", left)
	}
}

// TestNoLogNamesTheKeyOrACode has a gateway fail in every way, with answers that
// repeat what they got.
func TestNoLogNamesTheKeyOrACode(t *testing.T) {
	s := newStation(t)
	secret := "secret/key"
	s.answer = `{"return":{"status":403,"message":"bad key secret/key for انبار: 778899"}}`
	for _, status := range []int{500, 403, 302, 200} {
		for _, at := range []string{s.URL, "http://127.0.0.1:1"} {
			s.status = status
			o := newOutbox(t, nil, func(o *Options) { o.SMS = SMS{Gateway: "kavenegar", URL: at, Key: secret} })
			m := byText
			m.Data.Code = "778899"
			o.post(t, m)
			o.deliver(t)
			all := o.log.String()
			for _, m := range o.waitsBySMS(t, time.Hour) {
				all += m.Error
			}
			if all == "" || strings.Contains(all, "secret") || strings.Contains(all, "778899") {
				t.Errorf("%d from %s: %s", status, at, all)
			}
		}
	}
	for _, a := range s.came {
		if a.path == "/elsewhere" {
			t.Error("the key went where the gateway pointed to")
		}
	}
}

func TestACodeIsNotSentWhenItIsTooLate(t *testing.T) {
	s := newStation(t)
	s.status = 503
	o := newOutbox(t, nil, func(o *Options) { o.SMS = SMS{Gateway: "http", URL: s.URL + "?to={to}&text={text}"} })
	o.post(t, byText, Message{Mobile: "09123456789", Language: "en", Kind: Security, Data: Data{Event: "password_change"}})
	o.deliver(t)
	left := o.waitsBySMS(t, time.Hour)
	if len(left) != 2 || left[0].Tries != 1 || len(o.waitsBySMS(t, firstRetry-time.Second)) != 0 {
		t.Fatalf("%+v", left)
	}
	for range 9 {
		for i := range left {
			o.active.Load().recordFailure(&left[i], fmt.Errorf("no"), false)
		}
	}
	for _, m := range left {
		if late := m.Kind == string(Code); (m.State == db.MessageGivenUp) != late {
			t.Errorf("%s: %d", m.Kind, m.State)
		}
	}
}

func TestAGatewayThatIsNotThereKeepsNoMailWaiting(t *testing.T) {
	o := newOutbox(t, nil, func(o *Options) {
		o.SMS = SMS{Gateway: "http", URL: "http://127.0.0.1:1/?to={to}&text={text}"}
	})
	o.post(t, byText, byText, code)
	o.deliver(t)
	if left := o.waitsBySMS(t, time.Hour); len(left) != 2 || left[0].Tries != 1 || left[1].Tries != 1 {
		t.Errorf("%+v", left)
	}
	if left := o.waits(t, time.Hour); len(left) != 0 {
		t.Errorf("%+v", left)
	}
}

// TestANumberThatTheGatewayDoesNotAnswerToKeepsNoOtherBack lets the gateway hang up on one number.
func TestANumberThatTheGatewayDoesNotAnswerToKeepsNoOtherBack(t *testing.T) {
	var got atomic.Int32
	gateway := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Query().Get("to"), "666") {
			panic(http.ErrAbortHandler)
		}
		got.Add(1)
	}))
	t.Cleanup(gateway.Close)
	o := newOutbox(t, nil, func(o *Options) { o.SMS = SMS{Gateway: "http", URL: gateway.URL + "/?to={to}&text={text}"} })
	poison := byText
	poison.Mobile = "09123456666"
	o.post(t, poison, byText, byText)
	o.deliver(t)
	if left := o.waitsBySMS(t, time.Hour); got.Load() != 2 || len(left) != 1 || left[0].Recipient != "09123456666" {
		t.Errorf("%d arrived, %+v wait", got.Load(), left)
	}
}

func TestGatewaysThatCannotWorkAreRefusedAtOnce(t *testing.T) {
	for _, bad := range []SMS{
		{Gateway: "kavenegar"}, {Gateway: "http"}, {Gateway: "http", URL: "ftp://a/{to}{text}"}, {
			Gateway: "http", URL: "http://{to}.example.org/{text}",
		},
		{Gateway: "http", URL: "http://a/?to={to}"}, {Gateway: "http", URL: "http://a/", Body: `{"to":{to},"text":"{text}"}`},
		{Gateway: "http", URL: "http://a/{to}{text}", Header: "none"}, {
			Gateway: "http", URL: "http://a/{to}{text}", Header: "A: {key}", Key: "x\r\nB: c",
		},
	} {
		if _, err := newGateway(bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

// TestNothingInATextMessageLeavesItsPlace has what users write look like places,
// parameters and JSON.
func TestNothingInATextMessageLeavesItsPlace(t *testing.T) {
	s := newStation(t)
	evil := "x\"},{\"to\":\"09000000000\r\n&to=09000000000#{key}"
	for _, template := range []SMS{{URL: "/?a={to}&b={text}"}, {URL: "/{text}/{to}"}, {URL: "/", Body: `{"a":"{to}","b":"{text}"}`},
		{URL: "/", Body: "a={to}&b={text}"}} {
		s.came = nil
		o := newOutbox(t, nil, func(o *Options) {
			o.SMS = template
			o.SMS.Gateway, o.SMS.URL, o.SMS.Key = "http", s.URL+template.URL, "top-secret"
		})
		o.post(t, Message{Mobile: "09123456789", Language: "en", Kind: Security, Data: Data{Event: "passkey_add", Title: evil}})
		o.deliver(t)
		if len(s.came) != 1 {
			t.Fatalf("%+v: %+v", template, s.came)
		}
		a := s.came[0]
		if all := a.path + a.query + a.body; strings.Contains(all, "top-secret") || strings.Contains(all, `"to":"09`) ||
			strings.Contains(all, "&to=") || strings.Contains(all, "\n") {
			t.Errorf("%+v: %+v", template, a)
		}
	}
	if err := o(t, Message{Mobile: "0912345678\n", Language: "fa", Kind: Code}); err == nil {
		t.Error("ten digits are a number")
	}
}

func o(t *testing.T, m Message) error {
	return newOutbox(t, nil, nil).d.Update(t.Context(), func(tx *db.Tx) error { return Enqueue(tx, m) })
}

func TestTextMessagesHaveWordsInEveryLanguage(t *testing.T) {
	for _, language := range []string{"fa", "en"} {
		for _, m := range []Message{{Kind: Code, Data: Data{Code: "123456"}}, {Kind: Security, Data: Data{Event: "password_change"}},
			{Kind: AddressChanged, Data: Data{Email: "09…1"}}, {Kind: PasswordForgot, Data: Data{URL: "https://x"}},
			{Kind: PasswordForgot, Data: Data{URL: "https://x", Event: "account_create"}}} {
			m.Language = language
			if s, err := renderText(&m); err != nil || len([]rune(s)) < 20 || len([]rune(s)) > 160 {
				t.Errorf("%s in %s: %q %v", m.Kind, language, s, err)
			}
		}
	}
	if _, err := renderText(&Message{Language: "fa", Kind: BoxDigest}); err == nil {
		t.Error("a kind without words was written")
	}
}

// FuzzTemplates puts anything into every place of a template, and reads it back as
// the gateway does.
func FuzzTemplates(f *testing.F) {
	f.Add("انبار: 123456\nکد", "k/e?y&#")
	f.Add(`"},{"to":"x`, "{text}")
	f.Fuzz(func(t *testing.T, words, key string) {
		if !utf8.ValidString(words) || strings.ContainsFunc(key, unicode.IsControl) {
			return
		}
		for _, body := range []string{`{"to":"{to}","text":"{text}"}`, "to={to}&text={text}"} {
			g, err := newGateway(SMS{
				Gateway: "http", URL: "https://sms.example.org/a/{text}/b?to={to}&text={text}&key={key}", Body: body, Key: key,
			})
			if err != nil {
				t.Fatal(err)
			}
			req, err := g.newRequest(t.Context(), sms{"09123456789", words, ""})
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(req.Body)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			if g.isJSON() {
				err = json.Unmarshal(b, &got)
			} else {
				var form url.Values
				form, err = url.ParseQuery(string(b))
				got["to"], got["text"] = form.Get("to"), form.Get("text")
			}
			q := req.URL.Query()
			if err != nil || got["text"] != words || got["to"] != "09123456789" || q.Get("text") != words ||
				q.Get("key") != key && utf8.ValidString(key) || len(q) != 3 || req.URL.Host != "sms.example.org" ||
				req.URL.Path != "/a/"+words+"/b" {
				t.Fatalf("%q, %q: %s %s %v", words, key, req.URL, b, err)
			}
		}
	})
}
