package api

import "time"

// Span is a stretch of time as people say it.
type Span struct {
	Value int    `json:"value"`
	Unit  string `json:"unit" enum:"second,minute,hour,day,week,month,year"`
}

const maxSpan = 100_000 // of any unit

// After returns the end of the span that begins at t; false when it is no span.
func (s Span) After(t time.Time) (time.Time, bool) {
	if s.Value <= 0 || s.Value > maxSpan {
		return t, false
	}
	n := time.Duration(s.Value)
	switch s.Unit {
	case "second":
		return t.Add(n * time.Second), true
	case "minute":
		return t.Add(n * time.Minute), true
	case "hour":
		return t.Add(n * time.Hour), true
	case "day":
		return t.AddDate(0, 0, s.Value), true
	case "week":
		return t.AddDate(0, 0, 7*s.Value), true
	case "month":
		return t.AddDate(0, s.Value, 0), true
	case "year":
		return t.AddDate(s.Value, 0, 0), true
	}
	return t, false
}
