package shares

import (
	"errors"
	"strings"
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/gate"
	"anbar/app/names"
	"anbar/db"
)

// Draft is what is said of a link, or what of it changes.
type Draft struct {
	Title         api.Change[string]
	ExpireAt      api.Change[time.Time]
	Duration      api.Change[api.Span] // from now; in place of ExpireAt
	Password      api.Change[string]
	Emails        api.Change[[]string]
	Description   api.Change[string]
	Version       api.Change[db.VersionID]
	CountLimit    api.Change[int]
	ViewOnly      api.Change[bool]
	NotifyOpening api.Change[bool]
}

const (
	maxTitle       = 200 // runes
	maxDescription = 2000
	maxCount       = 1_000_000_000
	maxLife        = 100 // years
)

// prepared is a draft that was checked, as far as that takes no database.
type prepared struct {
	Draft
	phc string
}

// prepare checks a draft and does the work that no transaction waits for.
func (d Draft) prepare(now time.Time) (*prepared, error) {
	p := &prepared{Draft: d}
	wrong := fault.Fields{}
	add := func(field string, f *fault.Fault) {
		if f != nil {
			wrong.Add(field, f)
		}
	}
	p.Title.Value = names.Trim(d.Title.Value)
	if d.Title.Set {
		add("title", gate.Text(p.Title.Value, maxTitle, false))
		if p.Title.Value == "" {
			wrong.Add("title", fault.Required)
		}
	}
	p.Description.Value = strings.TrimSpace(d.Description.Value)
	add("email_description", gate.Text(p.Description.Value, maxDescription, true))
	if d.CountLimit.Set && !d.CountLimit.Null && (d.CountLimit.Value < 1 || d.CountLimit.Value > maxCount) {
		wrong.Add("count_limit", fault.InvalidValue)
	}
	emails, f := gate.Emails(d.Emails.Value)
	p.Emails.Value = emails
	add("emails", f)
	p.expire(now, add)
	if d.Password.Set && !d.Password.Null && len(wrong) == 0 {
		var err error
		var f *fault.Fault
		if p.phc, err = gate.Password(d.Password.Value); errors.As(err, &f) {
			wrong.Add("password", f)
		} else if err != nil {
			return nil, err
		}
	}
	return p, wrong.Err()
}

// expire finds out until when the link works.
func (p *prepared) expire(now time.Time, add func(string, *fault.Fault)) {
	field := "expire_at"
	if p.Duration.Set && !p.Duration.Null {
		field = "duration"
		end, ok := p.Duration.Value.After(now)
		if !ok || p.ExpireAt.Set && !p.ExpireAt.Null {
			add(field, fault.InvalidValue)
			return
		}
		p.ExpireAt = api.Change[time.Time]{Set: true, Value: end}
	}
	if p.ExpireAt.Set && !p.ExpireAt.Null && (!p.ExpireAt.Value.After(now) || p.ExpireAt.Value.After(now.AddDate(maxLife, 0, 0))) {
		add(field, fault.InvalidValue)
	}
}

// apply changes a link as the draft says.
func (p *prepared) apply(l *db.Link) {
	p.Title.Into(&l.Title)
	p.ExpireAt.Into(&l.ExpiresAt)
	p.Emails.Into(&l.Emails)
	p.Description.Into(&l.Description)
	p.Version.Into(&l.Version)
	p.CountLimit.Into(&l.CountLimit)
	p.ViewOnly.Into(&l.ViewOnly)
	p.NotifyOpening.Into(&l.TellOpening)
	if p.Password.Set {
		l.Password = p.phc
	}
	l.ExpiresAt = l.ExpiresAt.UTC().Truncate(time.Millisecond)
}

// widens reports whether a link reaches further after a change than before.
func widens(before, after *db.Link) bool {
	longer := !before.ExpiresAt.IsZero() && (after.ExpiresAt.IsZero() || after.ExpiresAt.After(before.ExpiresAt))
	more := before.CountLimit > 0 && (after.CountLimit == 0 || after.CountLimit > before.CountLimit)
	open := before.Password != "" && after.Password == "" || before.ViewOnly && !after.ViewOnly || before.Version != after.Version
	return longer || more || open || len(added(before, after)) > 0 || len(before.Emails) > 0 && len(after.Emails) == 0
}

// added returns the addresses that a link has after a change and had not before.
func added(before, after *db.Link) []string {
	had := map[string]bool{}
	for _, e := range before.Emails {
		had[e] = true
	}
	var all []string
	for _, e := range after.Emails {
		if !had[e] {
			all = append(all, e)
		}
	}
	return all
}
