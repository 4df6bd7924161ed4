package api

import "time"

// Span is a length of time as people say it.
type Span struct {
	Value int    `json:"value" minimum:"1"`
	Unit  string `json:"unit" enum:"second,minute,hour,day,week,month,year"`
}

const maxSpan = 100_000 // of any unit

// After is the time that lies so long after another; false when the span is
// none. Months and years are those of the calendar.
func (s Span) After(t time.Time) (time.Time, bool) {
	if s.Value < 1 || s.Value > maxSpan {
		return t, false
	}
	switch s.Unit {
	case "second":
		return t.Add(time.Duration(s.Value) * time.Second), true
	case "minute":
		return t.Add(time.Duration(s.Value) * time.Minute), true
	case "hour":
		return t.Add(time.Duration(s.Value) * time.Hour), true
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
