package boxes

import (
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/gate"
	"anbar/app/uploads"
	"anbar/db"
)

// Draft holds the settings of a new box, or the changes of one.
type Draft struct {
	gate.Draft
	Retention   api.Optional[api.Duration]
	MaxFileSize api.Optional[int64]
	Types       api.Optional[[]string]
	PerVisitor  api.Optional[bool]
}

const (
	shortest     = 30 * time.Minute
	longest      = 6                // months
	grace        = 60 * time.Second // between the clock of the user who names an end, and ours
	maxRetention = 10               // years
)

// prepared is a draft that was checked, as far as that takes no database.
type prepared struct {
	Draft
	terms *gate.Prepared
}

// prepare checks a draft and does the work that no transaction waits for.
func (d Draft) prepare(now time.Time) (*prepared, error) {
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
	terms, err := d.Draft.Prepare(now, gate.Rules{Description: "description", Expiry: expiry}, wrong)
	return &prepared{d, terms}, err
}

// expiry checks until when a box is open; it never is for good.
func expiry(now time.Time, end api.Optional[time.Time], named bool) *fault.Fault {
	first, last := now.Add(shortest), now.AddDate(0, longest, 0)
	if named {
		first, last = first.Add(-grace), last.Add(grace)
	}
	if end.Null || end.Value.Before(first) || end.Value.After(last) {
		return fault.BoxDuration
	}
	return nil
}

// apply changes a box as the draft says.
func (p *prepared) apply(b *db.Box) {
	p.terms.Apply(&b.Terms)
	p.MaxFileSize.Into(&b.MaxFileSize)
	p.Types.Into(&b.AllowedTypes)
	p.PerVisitor.Into(&b.PerVisitor)
	if p.Retention.Set {
		b.RetentionValue, b.RetentionUnit = p.Retention.Value.Value, p.Retention.Value.Unit
	}
}
