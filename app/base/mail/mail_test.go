package mail

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/app/base/mail/mailtest"
	"anbar/db"
)

// outbox is a database with a service that sends, and a mail server.
type outbox struct {
	*Service
	d    *db.DB
	sink *mailtest.Server
	log  *bytes.Buffer
}

func newOutbox(t *testing.T, sink *mailtest.Server, change func(*Options)) *outbox {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	o := Options{Host: "127.0.0.1", TLS: "off", From: "Anbar <anbar@example.org>"}
	if sink == nil {
		o.Host = ""
	} else {
		if err := sink.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := sink.Close(); err != nil {
				t.Error(err)
			}
		})
		o.Port = sink.Port()
	}
	if sink != nil && sink.TLS {
		roots := filepath.Join(t.TempDir(), "roots.pem")
		if err := os.WriteFile(roots, sink.Roots, 0o600); err != nil {
			t.Fatal(err)
		}
		o.TLS, o.Roots = "starttls", []string{roots}
	}
	if change != nil {
		change(&o)
	}
	log := &bytes.Buffer{}
	s, err := New(d, o, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return &outbox{s, d, sink, log}
}

func (o *outbox) post(t *testing.T, all ...Message) {
	t.Helper()
	err := o.d.Update(t.Context(), func(tx *db.Tx) error {
		for _, m := range all {
			if err := Enqueue(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (o *outbox) deliver(t *testing.T) {
	t.Helper()
	if err := o.Deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// waits returns what is due in a while.
func (o *outbox) waits(t *testing.T, later time.Duration) []db.Message {
	t.Helper()
	var due []db.Message
	err := o.d.View(t.Context(), func(v *db.View) (err error) {
		v.Now = v.Now.Add(later)
		due, err = v.MessagesDue(db.ByMail, 10)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return due
}

var code = Message{To: "Sara@Example.org ", Language: "fa", Kind: Code, Data: Data{Code: "123456", What: "گزارش <b>پایان</b> سال"}}

func TestAMailGoesOutInTextAndHTML(t *testing.T) {
	o := newOutbox(t, &mailtest.Server{TLS: true, User: "anbar", Password: "secret"},
		func(o *Options) { o.User, o.Password = "anbar", "secret" })
	o.post(t, code)
	o.deliver(t)
	got := o.sink.Mails("sara@example.org")
	if len(got) != 1 || got[0].From != "anbar@example.org" || got[0].Subject != "کد تأیید انبار: 123456" {
		t.Fatalf("%+v", got)
	}
	m := got[0]
	for _, want := range []string{"123456", "«گزارش <b>پایان</b> سال»"} {
		if !strings.Contains(m.Text, want) {
			t.Errorf("no %q in\n%s", want, m.Text)
		}
	}
	for _, want := range []string{`dir="rtl"`, "123456", "&lt;b&gt;پایان&lt;/b&gt;"} {
		if !strings.Contains(m.HTML, want) {
			t.Errorf("no %q in\n%s", want, m.HTML)
		}
	}
	if left := o.waits(t, 24*time.Hour); len(left) != 0 {
		t.Errorf("%+v waits still", left)
	}
}

func TestACertificateThatNobodyVouchesForIsNotTrusted(t *testing.T) {
	o := newOutbox(t, &mailtest.Server{TLS: true}, func(o *Options) { o.Roots = nil })
	o.post(t, code)
	o.deliver(t)
	if left := o.waits(t, time.Hour); len(o.sink.Mails("")) != 0 || len(left) != 1 || !strings.Contains(left[0].Error, "certificate") {
		t.Fatalf("%+v", left)
	}
}

func TestASecretNeverGoesOverAPlainConnection(t *testing.T) {
	o := newOutbox(t, &mailtest.Server{}, func(o *Options) { o.TLS = "starttls" })
	o.post(t, code)
	o.deliver(t)
	if left := o.waits(t, time.Hour); len(o.sink.Mails("")) != 0 || len(left) != 1 || left[0].Tries != 1 {
		t.Fatalf("%+v", left)
	}
}

func TestAMailWaitsForAServerThatKnowsUs(t *testing.T) {
	sink := &mailtest.Server{TLS: true, User: "anbar", Password: "secret"}
	o := newOutbox(t, sink, func(o *Options) { o.User, o.Password = "anbar", "wrong" })
	o.post(t, code)
	o.deliver(t)
	left := o.waits(t, time.Hour)
	if len(left) != 1 || left[0].Error == "" || len(o.waits(t, 0)) != 0 {
		t.Fatalf("%+v", left)
	}
}

func TestWhatIsRefusedForNowIsTriedAgainAndWhatIsRefusedForGoodIsNot(t *testing.T) {
	sink := &mailtest.Server{}
	o := newOutbox(t, sink, nil)
	sink.SetRecipientCheck(func(to string) error {
		switch to {
		case "later@example.org":
			return mailtest.NewError(451, "come back")
		case "never@example.org":
			return mailtest.NewError(550, "nobody")
		}
		return nil
	})
	for _, to := range []string{"later@example.org", "never@example.org", "now@example.org"} {
		m := code
		m.To = to
		o.post(t, m)
	}
	o.deliver(t)
	if got := sink.Mails(""); len(got) != 1 || got[0].To != "now@example.org" {
		t.Fatalf("%+v", got)
	}
	left := o.waits(t, time.Hour)
	if len(left) != 1 || left[0].Recipient != "later@example.org" || !strings.Contains(left[0].Error, "come back") {
		t.Fatalf("%+v", left)
	}
	if soon := o.waits(t, firstRetry-time.Second); len(soon) != 0 {
		t.Fatalf("tried again at once: %+v", soon)
	}
}

// TestAMailThatEndsTheConnectionKeepsNoOtherBack lets the server hang up on one recipient.
func TestAMailThatEndsTheConnectionKeepsNoOtherBack(t *testing.T) {
	sink := &mailtest.Server{}
	o := newOutbox(t, sink, nil)
	sink.SetRecipientCheck(func(to string) error {
		if to == "poison@example.org" {
			return mailtest.ErrHangUp
		}
		return nil
	})
	for _, to := range []string{"poison@example.org", "a@example.org", "poison@example.org", "b@example.org"} {
		m := code
		m.To = to
		o.post(t, m)
	}
	o.deliver(t)
	if got := sink.Mails(""); len(got) != 2 || got[0].To != "a@example.org" || got[1].To != "b@example.org" {
		t.Errorf("%+v", got)
	}
	if left := o.waits(t, time.Hour); len(left) != 2 || left[0].Tries != 1 || left[1].Tries != 1 {
		t.Errorf("%+v", left)
	}
}

func TestTriesGrowRareAndEnd(t *testing.T) {
	s := &channels{}
	m := db.Message{QueuedAt: time.Now()}
	last := time.Duration(0)
	for range 20 {
		s.recordFailure(&m, errors.New("no"), false)
		if wait := time.Until(m.NextAt); wait < last/2 || wait > lastRetry*6/5 {
			t.Fatalf("try %d waits %v after %v", m.Tries, wait, last)
		} else {
			last = wait
		}
	}
	if m.State != db.MessageWaiting {
		t.Error("given up on the first day")
	}
	m.QueuedAt = m.QueuedAt.Add(-maxRetryAge)
	if s.recordFailure(&m, errors.New("no"), false); m.State != db.MessageGivenUp {
		t.Error("not given up")
	}
}

func TestWithoutAServerMessagesAreKeptAndTheLogSaysOnlyThat(t *testing.T) {
	o := newOutbox(t, nil, nil)
	o.post(t, code)
	o.deliver(t)
	if log := o.log.String(); !strings.Contains(log, "kind=code") || strings.Contains(log, "123456") || strings.Contains(log, "sara@") {
		t.Errorf("the log: %s", log)
	}
	if left := o.waits(t, time.Hour); len(left) != 0 {
		t.Errorf("%+v", left)
	}
}

func TestForDevelopmentTheLogHasTheMessages(t *testing.T) {
	o := newOutbox(t, nil, func(o *Options) { o.LogUnsent = true })
	o.post(t, code)
	o.deliver(t)
	for _, want := range []string{"kind=code", "to=sara@example.org", "123456"} {
		if !strings.Contains(o.log.String(), want) {
			t.Errorf("no %q in the log: %s", want, o.log)
		}
	}
	if left := o.waits(t, time.Hour); len(left) != 0 {
		t.Errorf("%+v", left)
	}
}

// TestNothingThatAUserWroteLeavesItsPlace tries to make headers and markup out
// of every word that users give.
func TestNothingThatAUserWroteLeavesItsPlace(t *testing.T) {
	sink := &mailtest.Server{}
	o := newOutbox(t, sink, nil)
	evil := "x\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>\u202e"
	for i := range samples {
		k := samples[i].Kind
		o.post(t, Message{
			To: "a@example.org", Language: "en", Kind: k,
			Data: Data{
				URL: "javascript:alert(1)", Space: evil, Who: evil, Title: evil, What: evil, Items: []string{evil}, Text: evil, Email: evil,
				Address: evil, Code: evil, Event: samples[i].Data.Event,
			},
		})
	}
	o.deliver(t)
	got := sink.Mails("")
	if len(got) != len(kinds) {
		t.Fatalf("%d mails", len(got))
	}
	for _, m := range got {
		if m.To != "a@example.org" || m.Header.Get("Bcc") != "" || strings.ContainsAny(m.Subject, "\r\n\u202e") {
			t.Errorf("%q to %s, copied to %q", m.Subject, m.To, m.Header.Get("Bcc"))
		}
		if strings.Contains(m.HTML, "<script") || strings.Contains(m.HTML, `href="javascript:`) || strings.Contains(m.HTML, "\u202e") {
			t.Errorf("%s", m.HTML)
		}
	}
}

// kinds are all kinds of messages: those that the console shows with sample data.
var kinds = func() (all []Kind) {
	for i := range samples {
		all = append(all, samples[i].Kind)
	}
	return all
}()

func TestTheConsoleShowsEveryKind(t *testing.T) {
	words, err := os.ReadFile("templates/en.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`define "(\w+)\.subject"`).FindAllStringSubmatch(string(words), -1) {
		if !slices.Contains(kinds, Kind(found[1])) {
			t.Errorf("%s has no sample", found[1])
		}
	}
}

// TestStaffReadNoWordsOfUsers writes messages about links, boxes and items as staff see them.
func TestStaffReadNoWordsOfUsers(t *testing.T) {
	for _, k := range []Kind{Code, LinkRecipients, LinkOpened, LinkDead, BoxRecipients, BoxDigest, BoxDead, GuestAdded} {
		m := Message{Language: "en", Kind: k, Data: Data{
			URL: "https://drive.example.org/planted", Who: "W", Title: "planted.pdf", What: "planted.pdf", Items: []string{"planted.pdf"},
			Text: "planted", Code: "123456", Count: 1,
		}}
		open := m.redact()
		l, err := renderMail(&open)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(l.subject+l.text, "planted") || strings.Contains(l.subject+l.text, "123456") {
			t.Errorf("%s tells staff: %s %s", k, l.subject, l.text)
		}
	}
}

func TestEveryKindHasWordsInEveryLanguage(t *testing.T) {
	for _, language := range []string{"fa", "en"} {
		for i := range samples {
			k := samples[i].Kind
			l, err := renderMail(&Message{
				Language: language, Kind: k,
				Data: Data{
					Event: samples[i].Data.Event, URL: "https://drive.example.org/x", Space: "S", Who: "W", Title: "T",
					Items: []string{"a", "b"}, Count: 5,
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if k != Code && k != AddressChanged && (!strings.Contains(l.text, "https://drive.example.org/x") ||
				!strings.Contains(l.html, `href="https://drive.example.org/x"`)) {
				t.Errorf("%s in %s leads nowhere:\n%s", k, language, l.text)
			}
			if strings.Contains(l.text, "<no value>") || strings.Contains(l.text, "\n\n\n") {
				t.Errorf("%s in %s:\n%s", k, language, l.text)
			}
		}
	}
	if _, err := renderMail(&Message{Language: "fa", Kind: "nothing"}); err == nil {
		t.Error("a kind without words was written")
	}
	if _, err := renderMail(&Message{Language: "xx", Kind: Code}); err == nil {
		t.Error("a language without words was written")
	}
}

func TestTheOutboxForgets(t *testing.T) {
	o := newOutbox(t, nil, nil)
	o.post(t, code)
	if err := o.DeleteExpired(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(o.waits(t, 0)) != 1 {
		t.Error("forgot what is new")
	}
}

// TestWhatIsPostedGoesOutByItself has the worker find what comes into the outbox.
func TestWhatIsPostedGoesOutByItself(t *testing.T) {
	o := newOutbox(t, &mailtest.Server{}, nil)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.Run(ctx)
	}()
	o.post(t, code)
	for end := time.Now().Add(time.Minute); len(o.sink.Mails("")) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing came")
		}
	}
	stop()
	<-done
	if left := o.waits(t, time.Hour); len(left) != 0 {
		t.Errorf("%+v waits still", left)
	}
}

func TestEveryNoticeHasWordsInEveryLanguage(t *testing.T) {
	for _, language := range []string{"fa", "en"} {
		for _, event := range []string{"new_device", "refresh_token_reused", "second_step_guessed", "contact_lose", "password_change",
			"password_reset", "email_change", "mobile_change", "two_factor_enable", "two_factor_disable", "static_codes_create",
			"static_code_use", "passkey_add", "passkey_remove", "passkey_copied", "provider_link", "provider_unlink", "api_token_create",
			"device_connect", "staff_give"} {
			l, err := renderMail(&Message{
				Language: language, Kind: Security,
				Data: Data{
					URL: "https://drive.example.org/x", Event: event, Title: "T", What: "totp", Device: "Firefox", Address: "192.0.2.1",
					Count: 3,
				},
			})
			if err != nil || l.subject == "" || !strings.Contains(l.text, "192.0.2.1") {
				t.Errorf("%s in %s: %v %+v", event, language, err, l)
			}
		}
	}
	if _, err := renderMail(&Message{Language: "fa", Kind: Security, Data: Data{Event: "nothing"}}); err == nil {
		t.Error("a notice without words was written")
	}
}
