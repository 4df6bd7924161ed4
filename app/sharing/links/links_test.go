package links

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sharing/gate"
	"anbar/db"
)

func TestOnlyTheNetworkOfAVisitorIsKept(t *testing.T) {
	for from, want := range map[string]string{
		"203.0.113.77:4000": "203.0.113.0/24", "203.0.113.77": "203.0.113.0/24", "[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1::/48",
		"[::ffff:203.0.113.77]:80": "203.0.113.0/24", "[fe80::1%eth0]:80": "fe80::/48", "": "", "@": "",
	} {
		if got := networkOf(from); got != want {
			t.Errorf("%q: %q, want %q", from, got, want)
		}
	}
}

func TestSecretsAreLongAndNeverTheSame(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		s := newSecret()
		if len(s) != 26 || seen[s] || strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") != "" {
			t.Fatal(s)
		}
		seen[s] = true
	}
}

func TestStatusOfALink(t *testing.T) {
	now := time.Now()
	past, future := now.Add(-time.Minute), now.Add(time.Minute)
	for _, c := range []struct {
		l     db.Link
		alive bool
		want  string
	}{
		{db.Link{}, true, db.LinkActive},
		{db.Link{Terms: db.Terms{ExpiresAt: future}, CountLimit: 2, Used: 1}, true, db.LinkActive},
		{db.Link{Terms: db.Terms{ExpiresAt: now}}, true, db.LinkExpired},
		{db.Link{Terms: db.Terms{ExpiresAt: past}, CountLimit: 1, Used: 1}, false, db.LinkExpired},
		{db.Link{CountLimit: 1, Used: 1}, false, db.LinkSpent},
		{db.Link{}, false, db.LinkDead},
	} {
		if got := statusAt(&c.l, now, c.alive); got != c.want {
			t.Errorf("%+v: %s, want %s", c.l, got, c.want)
		}
	}
}

func set[T any](v T) api.Optional[T] { return api.Optional[T]{Set: true, Value: v} }

func null[T any]() api.Optional[T] { return api.Optional[T]{Set: true, Null: true} }

func terms(d gate.TermsInput) LinkInput { return LinkInput{TermsInput: d} }

func TestWhatALinkMayBe(t *testing.T) {
	now := time.Now()
	for field, d := range map[string]LinkInput{
		"title":             terms(gate.TermsInput{Title: set(" ")}),
		"expire_at":         terms(gate.TermsInput{ExpireAt: set(now)}),
		"duration":          terms(gate.TermsInput{Duration: set(api.Duration{Value: 0, Unit: "day"})}),
		"emails":            terms(gate.TermsInput{Emails: set([]string{"a@b.org", " A@B.org"})}),
		"password":          terms(gate.TermsInput{Password: set("")}),
		"count_limit":       {CountLimit: set(-1)},
		"email_description": terms(gate.TermsInput{Description: set(strings.Repeat("x", gate.MaxDescription+1))}),
	} {
		_, err := d.validate(now)
		var f *fault.Fault
		if !errors.As(err, &f) || len(f.Fields[field]) == 0 {
			t.Errorf("%s: %v", field, err)
		}
	}
	for _, d := range []gate.TermsInput{
		{Duration: set(api.Duration{Value: 1, Unit: "fortnight"})}, {Duration: set(api.Duration{Value: 1000, Unit: "year"})}, {
			Duration: set(api.Duration{Value: 1, Unit: "day"}), ExpireAt: set(now.Add(time.Hour)),
		},
		{Title: set("a\nb")}, {Title: set(strings.Repeat("ی", gate.MaxTitle+1))}, {Title: null[string]()},
	} {
		if _, err := terms(d).validate(now); err == nil {
			t.Errorf("%+v was taken", d)
		}
	}
}

func TestWhatIsNotSaidStaysAndNullTakesAway(t *testing.T) {
	now := time.Now()
	was := db.Link{Version: 5, CountLimit: 3, ViewOnly: true, Terms: db.Terms{
		Title: "T", ExpiresAt: now.Add(time.Hour), Password: "x", Emails: []string{"a@b.org"}, Description: "d",
	}}
	l := was
	p, err := terms(gate.TermsInput{Title: set(" U ")}).validate(now)
	if err != nil {
		t.Fatal(err)
	}
	if p.apply(&l); l.Title != "U" || l.Password != "x" || len(l.Emails) != 1 || l.Version != 5 || l.CountLimit != 3 || !l.ViewOnly ||
		l.ExpiresAt.IsZero() {
		t.Errorf("%+v", l)
	}
	if p, err = (LinkInput{
		TermsInput: gate.TermsInput{
			ExpireAt: null[time.Time](), Password: null[string](), Emails: null[[]string](), Description: null[string](),
		},
		Version: null[db.VersionID](), CountLimit: null[int](), ViewOnly: null[bool](),
	}).validate(now); err != nil {
		t.Fatal(err)
	}
	if p.apply(&l); !l.ExpiresAt.IsZero() || l.Password != "" || len(l.Emails) != 0 || l.Version != 0 || l.CountLimit != 0 || l.ViewOnly ||
		l.Description != "" {
		t.Errorf("%+v", l)
	}
}

func TestWhatReachesFurther(t *testing.T) {
	now := time.Now()
	was := db.Link{Terms: db.Terms{ExpiresAt: now, Password: "x", Emails: []string{"a", "b"}}, CountLimit: 3, ViewOnly: true}
	for name, c := range map[string]struct {
		change func(*db.Link)
		want   bool
	}{
		"nothing":        {func(*db.Link) {}, false},
		"title":          {func(l *db.Link) { l.Title = "U" }, false},
		"sooner":         {func(l *db.Link) { l.ExpiresAt = now.Add(-1) }, false},
		"later":          {func(l *db.Link) { l.ExpiresAt = now.Add(1) }, true},
		"for good":       {func(l *db.Link) { l.ExpiresAt = time.Time{} }, true},
		"other password": {func(l *db.Link) { l.Password = "y" }, false},
		"no password":    {func(l *db.Link) { l.Password = "" }, true},
		"fewer people":   {func(l *db.Link) { l.Emails = []string{"b"} }, false},
		"other people":   {func(l *db.Link) { l.Emails = []string{"b", "c"} }, true},
		"everybody":      {func(l *db.Link) { l.Emails = nil }, true},
		"rarer":          {func(l *db.Link) { l.CountLimit = 1 }, false},
		"more often":     {func(l *db.Link) { l.CountLimit = 4 }, true},
		"always":         {func(l *db.Link) { l.CountLimit = 0 }, true},
		"to keep":        {func(l *db.Link) { l.ViewOnly = false }, true},
		"other version":  {func(l *db.Link) { l.Version = 7 }, true},
	} {
		l := was
		if c.change(&l); isWider(&was, &l) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

func TestWhenTheLastByteIsOut(t *testing.T) {
	body := strings.NewReader("0123456789")
	for ask, want := range map[string]bool{
		"": true, "bytes=0-": true, "bytes=5-9": true, "bytes=-1": true, "bytes=0-8": false, "bytes=0-0": false, "bytes=50-": false,
		"bytes=0-1,8-9": false,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		if ask != "" {
			r.Header.Set("Range", ask)
		}
		rec := httptest.NewRecorder()
		w := &completionWriter{ResponseWriter: rec}
		http.ServeContent(w, r, "x.txt", time.Time{}, body)
		if w.isComplete() != want {
			t.Errorf("%q: %v", ask, !want)
		}
		if got := rec.Header().Get("Cache-Control"); got != "no-store, no-transform" {
			t.Errorf("%q may be kept: %q", ask, got)
		}
	}
	for s, want := range map[string]bool{"bytes 0-9/10": true, "bytes 0-8/10": false, "bytes 0-9/*": false, "": false, "x": false} {
		if isLastRange(s) != want {
			t.Errorf("%q: %v", s, !want)
		}
	}
}
