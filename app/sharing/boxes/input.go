package boxes

import (
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/drive/uploads"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// BoxInput holds the settings of a new box, or the changes of one.
type BoxInput struct {
	gate.TermsInput
	Retention   api.Optional[api.Duration]
	MaxFileSize api.Optional[int64]
	Types       api.Optional[[]string]
	PerVisitor  api.Optional[bool]
}

const (
	minDuration  = 30 * time.Minute
	maxMonths    = 6                // months
	grace        = 60 * time.Second // between the clock of the user who names an end, and ours
	maxRetention = 10               // years
)

// boxChange is a draft that was checked, as far as that takes no database.
type boxChange struct {
	BoxInput
	terms *gate.TermsChange
}

// validate checks a draft and does the work that no transaction waits for.
func (d BoxInput) validate(now time.Time) (*boxChange, error) {
	wrong := fault.Fields{}
	if d.MaxFileSize.Value < 0 || d.MaxFileSize.Set && !d.MaxFileSize.Null && d.MaxFileSize.Value == 0 {
		wrong.Add("max_file_size", fault.InvalidValue)
	}
	var f *fault.Fault
	if d.Types.Value, f = uploads.NormalizeTypes(d.Types.Value); f != nil {
		wrong.Add("allowed_file_types", f)
	}
	if end, ok := d.Retention.Value.After(now); d.Retention.Set && !d.Retention.Null &&
		(!ok || end.After(now.AddDate(maxRetention, 0, 0))) {
		wrong.Add("retention", fault.InvalidValue)
	}
	terms, err := d.TermsInput.Prepare(now, gate.Rules{Description: "description", Expiry: checkExpiry}, wrong)
	return &boxChange{d, terms}, err
}

// checkExpiry checks until when a box is open; it never is for good.
func checkExpiry(now time.Time, end api.Optional[time.Time], named bool) *fault.Fault {
	first, last := now.Add(minDuration), now.AddDate(0, maxMonths, 0)
	if named {
		first, last = first.Add(-grace), last.Add(grace)
	}
	if end.Null || end.Value.Before(first) || end.Value.After(last) {
		return fault.BoxDuration
	}
	return nil
}

// apply changes a box as the draft says.
func (p *boxChange) apply(b *db.Box) {
	p.terms.Apply(&b.Terms)
	p.MaxFileSize.Into(&b.MaxFileSize)
	p.Types.Into(&b.AllowedTypes)
	p.PerVisitor.Into(&b.PerVisitor)
	if p.Retention.Set {
		b.RetentionValue, b.RetentionUnit = p.Retention.Value.Value, p.Retention.Value.Unit
	}
}
