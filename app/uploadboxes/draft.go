package uploadboxes

import (
	"errors"
	"slices"
	"strings"
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/gate"
	"anbar/app/names"
	"anbar/app/uploads"
	"anbar/db"
)

// Draft is what is said of a box, or what of it changes.
type Draft struct {
	Title       api.Change[string]
	Description api.Change[string]
	ExpireAt    api.Change[time.Time]
	Duration    api.Change[api.Span] // from now; in place of ExpireAt
	Retention   api.Change[api.Span]
	MaxFileSize api.Change[int64]
	Types       api.Change[[]string]
	Password    api.Change[string]
	Emails      api.Change[[]string]
	PerVisitor  api.Change[bool]
}

const (
	maxTitle       = 200 // runes
	maxDescription = 2000
	shortest       = 30 * time.Minute
	longest        = 6                // months
	grace          = 60 * time.Second // between the clock of who says until when, and ours
	maxRetention   = 10               // years
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
	add("description", gate.Text(p.Description.Value, maxDescription, true))
	if d.MaxFileSize.Value < 0 || d.MaxFileSize.Set && !d.MaxFileSize.Null && d.MaxFileSize.Value == 0 {
		wrong.Add("max_file_size", fault.InvalidValue)
	}
	var f *fault.Fault
	p.Types.Value, f = uploads.Types(d.Types.Value)
	add("allowed_file_types", f)
	p.Emails.Value, f = gate.Emails(d.Emails.Value)
	add("emails", f)
	p.expire(now, add)
	if end, ok := d.Retention.Value.After(now); d.Retention.Set && !d.Retention.Null &&
		(!ok || end.After(now.AddDate(maxRetention, 0, 0))) {
		wrong.Add("retention", fault.InvalidValue)
	}
	if d.Password.Set && !d.Password.Null && len(wrong) == 0 {
		var err error
		if p.phc, err = gate.Password(d.Password.Value); errors.As(err, &f) {
			wrong.Add("password", f)
		} else if err != nil {
			return nil, err
		}
	}
	return p, wrong.Err()
}

// expire finds out until when the box is open.
func (p *prepared) expire(now time.Time, add func(string, *fault.Fault)) {
	switch {
	case p.Duration.Set && !p.Duration.Null:
		end, ok := p.Duration.Value.After(now)
		if !ok || p.ExpireAt.Set && !p.ExpireAt.Null {
			add("duration", fault.InvalidValue)
			return
		}
		if end.Before(now.Add(shortest)) || end.After(now.AddDate(0, longest, 0)) {
			add("duration", fault.BoxDuration)
		}
		p.ExpireAt = api.Change[time.Time]{Set: true, Value: end}
	case p.ExpireAt.Set && (p.ExpireAt.Value.Before(now.Add(shortest-grace)) ||
		p.ExpireAt.Value.After(now.AddDate(0, longest, 0).Add(grace))):
		add("expire_at", fault.BoxDuration)
	}
}

// apply changes a box as the draft says.
func (p *prepared) apply(b *db.Box) {
	p.Title.Into(&b.Title)
	p.Description.Into(&b.Description)
	p.ExpireAt.Into(&b.ExpiresAt)
	p.MaxFileSize.Into(&b.MaxFileSize)
	p.Types.Into(&b.AllowedTypes)
	p.Emails.Into(&b.Emails)
	p.PerVisitor.Into(&b.PerVisitor)
	if p.Retention.Set {
		b.RetentionValue, b.RetentionUnit = p.Retention.Value.Value, p.Retention.Value.Unit
	}
	if p.Password.Set {
		b.Password = p.phc
	}
	b.ExpiresAt = b.ExpiresAt.UTC().Truncate(time.Millisecond)
}

// widens reports whether a box lets more in after a change than before.
func widens(before, after *db.Box) bool {
	open := before.Password != "" && after.Password == "" || len(before.Emails) > 0 && len(after.Emails) == 0
	more := slices.ContainsFunc(after.Emails, func(e string) bool { return !slices.Contains(before.Emails, e) })
	return open || more || after.ExpiresAt.After(before.ExpiresAt)
}
