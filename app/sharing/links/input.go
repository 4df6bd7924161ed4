package links

import (
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// LinkInput holds the settings of a new link, or the changes of one.
type LinkInput struct {
	gate.TermsInput
	Version       api.Optional[db.VersionID]
	CountLimit    api.Optional[int]
	ViewOnly      api.Optional[bool]
	NotifyOpening api.Optional[bool]
}

const (
	maxCount = 1_000_000_000
	maxLife  = 100 // years
)

// linkChange is a draft that was checked, as far as that takes no database.
type linkChange struct {
	LinkInput
	terms *gate.TermsChange
}

// validate checks a draft and does the work that no transaction waits for.
func (d LinkInput) validate(now time.Time) (*linkChange, error) {
	wrong := fault.Fields{}
	// 0 is no limit to some and closed to others; a link is closed by deleting it.
	if d.CountLimit.Set && !d.CountLimit.Null && (d.CountLimit.Value < 1 || d.CountLimit.Value > maxCount) {
		wrong.Add("count_limit", fault.InvalidValue)
	}
	terms, err := d.TermsInput.Prepare(now, gate.Rules{Description: "email_description", Expiry: checkExpiry}, wrong)
	return &linkChange{d, terms}, err
}

// checkExpiry checks until when a link works; it may be for good.
func checkExpiry(now time.Time, end api.Optional[time.Time], _ bool) *fault.Fault {
	if !end.Null && (!end.Value.After(now) || end.Value.After(now.AddDate(maxLife, 0, 0))) {
		return fault.InvalidValue
	}
	return nil
}

// apply changes a link as the draft says.
func (p *linkChange) apply(l *db.Link) {
	p.terms.Apply(&l.Terms)
	p.Version.Into(&l.Version)
	p.CountLimit.Into(&l.CountLimit)
	p.ViewOnly.Into(&l.ViewOnly)
	p.NotifyOpening.Into(&l.NotifyOpening)
}

// isWider reports whether a link reaches further after a change than before.
func isWider(before, after *db.Link) bool {
	more := before.CountLimit > 0 && (after.CountLimit == 0 || after.CountLimit > before.CountLimit)
	other := before.ViewOnly && !after.ViewOnly || before.Version != after.Version
	return more || other || gate.IsWider(&before.Terms, &after.Terms)
}
