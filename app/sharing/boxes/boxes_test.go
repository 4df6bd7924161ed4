package boxes

import (
	"errors"
	"strings"
	"testing"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sharing/gate"
	"anbar/db"
)

func TestDirectoriesOfVisitors(t *testing.T) {
	const when = "2026-11-22 00-30"
	for _, c := range [][3]string{
		{
			"سارا محمدی", "", "سارا محمدی — " + when,
		}, {"", "a@b.org", "a@b.org — " + when}, {"", "", when}, {"..", "", when}, {" . ", "", when},
		{"../../etc/passwd", "", "etc passwd — " + when}, {`a\b:c*?"<>|`, "", "a b c — " + when}, {"x\u202egpj", "", "x gpj — " + when},
		{strings.Repeat("ن", 100), "", strings.Repeat("ن", 100) + " — " + when},
	} {
		n, err := visitDirectoryName(&db.Visit{Name: c[0], Email: c[1]}, when)
		if err != nil || n.Text != c[2] {
			t.Errorf("%q %q: %q, %v, want %q", c[0], c[1], n.Text, err, c[2])
		}
	}
}

func TestCodesAsPeopleTypeThem(t *testing.T) {
	code := newBoxCode()
	if len(code) < 26 || code == newBoxCode() {
		t.Errorf("%q can be guessed", code)
	}
}

func said[T any](v T) api.Optional[T] { return api.Optional[T]{Set: true, Value: v} }

func terms(d gate.TermsInput) BoxInput { return BoxInput{TermsInput: d} }

func TestDraftsOfBoxes(t *testing.T) {
	now := time.Date(2026, 8, 31, 0, 0, 0, 0, time.UTC)
	days := func(n int) api.Optional[api.Duration] {
		return api.Optional[api.Duration]{Set: true, Value: api.Duration{Value: n, Unit: "day"}}
	}
	at := func(d time.Duration) api.Optional[time.Time] {
		return api.Optional[time.Time]{Set: true, Value: now.Add(d)}
	}
	for name, c := range map[string]struct {
		d     BoxInput
		field string
		want  *fault.Fault
	}{
		"nothing":            {BoxInput{}, "", nil},
		"no title":           {terms(gate.TermsInput{Title: said("  ")}), "title", fault.Required},
		"long title":         {terms(gate.TermsInput{Title: said(strings.Repeat("x", gate.MaxTitle+1))}), "title", fault.TooLong},
		"title of two lines": {terms(gate.TermsInput{Title: said("a\nb")}), "title", fault.InvalidValue},
		"a day":              {terms(gate.TermsInput{Duration: days(1)}), "", nil},
		"half a year":        {terms(gate.TermsInput{Duration: days(180)}), "", nil},
		"more":               {terms(gate.TermsInput{Duration: days(190)}), "duration", fault.BoxDuration},
		"both":               {terms(gate.TermsInput{Duration: days(1), ExpireAt: at(time.Hour)}), "duration", fault.InvalidValue},
		"half an hour":       {terms(gate.TermsInput{ExpireAt: at(minDuration)}), "", nil},
		"less":               {terms(gate.TermsInput{ExpireAt: at(minDuration - 2*grace)}), "expire_at", fault.BoxDuration},
		"never": {
			terms(gate.TermsInput{ExpireAt: api.Optional[time.Time]{Set: true, Null: true}}), "expire_at", fault.BoxDuration,
		},
		"long retention": {BoxInput{Retention: days(4000)}, "retention", fault.InvalidValue},
		"no retention":   {BoxInput{Retention: api.Optional[api.Duration]{Set: true, Null: true}}, "", nil},
		"no room":        {BoxInput{MaxFileSize: api.Optional[int64]{Set: true}}, "max_file_size", fault.InvalidValue},
		"any size":       {BoxInput{MaxFileSize: api.Optional[int64]{Set: true, Null: true}}, "", nil},
		"empty password": {terms(gate.TermsInput{Password: api.Optional[string]{Set: true}}), "password", fault.LinkPasswordEmpty},
		"no address":     {terms(gate.TermsInput{Emails: said([]string{"x"})}), "emails", fault.InvalidEmail},
	} {
		_, err := c.d.validate(now)
		var f *fault.Fault
		switch {
		case c.want == nil && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != nil && (!errors.As(err, &f) || len(f.Fields[c.field]) != 1 || f.Fields[c.field][0] != c.want.Key):
			t.Errorf("%s: %v, want %s of %s", name, err, c.want.Key, c.field)
		}
	}
}
