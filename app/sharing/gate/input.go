package gate

import (
	"errors"
	"slices"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

// TermsInput holds the terms of a new link or box, or the changes of them.
type TermsInput struct {
	Title       api.Optional[string]
	Description api.Optional[string]
	ExpireAt    api.Optional[time.Time]
	Duration    api.Optional[api.Duration] // from now; in place of ExpireAt
	Password    api.Optional[string]
	Emails      api.Optional[[]string]
}

// Rules are the differences between the terms of links and those of boxes.
type Rules struct {
	Description string // the field of the API
	// Expiry checks an end: one that the user named, or that a duration leads to.
	Expiry func(now time.Time, end api.Optional[time.Time], named bool) *fault.Fault
}

// The bounds of texts, in runes.
const (
	MaxTitle       = 200
	MaxDescription = 2000
)

// TermsChange is an input that was checked, as far as that takes no database.
type TermsChange struct {
	TermsInput
	phc string
}

// Prepare checks a draft and does the work that no transaction waits for. wrong holds
// the fields that are known to be wrong, and its error names these, too.
func (d TermsInput) Prepare(now time.Time, rules Rules, wrong fault.Fields) (*TermsChange, error) {
	p := &TermsChange{TermsInput: d}
	add := func(field string, f *fault.Fault) {
		if f != nil {
			wrong.Add(field, f)
		}
	}
	p.Title.Value = names.Trim(d.Title.Value)
	if d.Title.Set {
		add("title", CheckText(p.Title.Value, MaxTitle, false))
		if p.Title.Value == "" {
			wrong.Add("title", fault.Required)
		}
	}
	p.Description.Value = strings.TrimSpace(d.Description.Value)
	add(rules.Description, CheckText(p.Description.Value, MaxDescription, true))
	var f *fault.Fault
	p.Emails.Value, f = ParseEmails(d.Emails.Value)
	add("emails", f)
	add(p.resolveExpiry(now, rules))
	if d.Password.Set && !d.Password.Null && len(wrong) == 0 {
		var err error
		if p.phc, err = HashPassword(d.Password.Value); errors.As(err, &f) {
			wrong.Add("password", f)
		} else if err != nil {
			return nil, err
		}
	}
	return p, wrong.Err()
}

// resolveExpiry finds out when the link or the box expires.
func (p *TermsChange) resolveExpiry(now time.Time, rules Rules) (field string, f *fault.Fault) {
	if !p.Duration.Set || p.Duration.Null {
		if !p.ExpireAt.Set {
			return "", nil
		}
		return "expire_at", rules.Expiry(now, p.ExpireAt, true)
	}
	end, ok := p.Duration.Value.After(now)
	if !ok || p.ExpireAt.Set && !p.ExpireAt.Null {
		return "duration", fault.InvalidValue
	}
	p.ExpireAt = api.Optional[time.Time]{Set: true, Value: end}
	return "duration", rules.Expiry(now, p.ExpireAt, false)
}

// Apply changes terms as the draft says.
func (p *TermsChange) Apply(t *db.Terms) {
	p.Title.Into(&t.Title)
	p.Description.Into(&t.Description)
	p.ExpireAt.Into(&t.ExpiresAt)
	p.Emails.Into(&t.Emails)
	if p.Password.Set {
		t.Password = p.phc
	}
	t.ExpiresAt = t.ExpiresAt.UTC().Truncate(time.Millisecond)
}

// IsWider reports whether changed terms admit more visitors, or for longer.
func IsWider(before, after *db.Terms) bool {
	longer := !before.ExpiresAt.IsZero() && (after.ExpiresAt.IsZero() || after.ExpiresAt.After(before.ExpiresAt))
	open := before.Password != "" && after.Password == "" || len(before.Emails) > 0 && len(after.Emails) == 0
	return longer || open || len(AddedEmails(before, after)) > 0
}

// AddedEmails returns the addresses that terms name after a change and did not before.
func AddedEmails(before, after *db.Terms) []string {
	return slices.DeleteFunc(slices.Clone(after.Emails), func(e string) bool { return slices.Contains(before.Emails, e) })
}

// EqualCredentials reports whether visitors pass two terms with the same password and
// addresses.
func EqualCredentials(a, b *db.Terms) bool {
	return a.Password == b.Password && slices.Equal(a.Emails, b.Emails)
}
