package api

import "time"

// Duration is a length of time in a calendar unit.
type Duration struct {
	Value int    `json:"value"`
	Unit  string `json:"unit" enum:"second,minute,hour,day,week,month,year"`
}

const maxValue = 100_000 // of a Duration, in any unit

// After returns the end of the duration that begins at t. It is false when the value is
// not in 1 to maxValue or the unit is unknown. Days and longer units follow the calendar.
func (d Duration) After(t time.Time) (time.Time, bool) {
	if d.Value <= 0 || d.Value > maxValue {
		return t, false
	}
	n := time.Duration(d.Value)
	switch d.Unit {
	case "second":
		return t.Add(n * time.Second), true
	case "minute":
		return t.Add(n * time.Minute), true
	case "hour":
		return t.Add(n * time.Hour), true
	case "day":
		return t.AddDate(0, 0, d.Value), true
	case "week":
		return t.AddDate(0, 0, 7*d.Value), true
	case "month":
		return t.AddDate(0, d.Value, 0), true
	case "year":
		return t.AddDate(d.Value, 0, 0), true
	}
	return t, false
}
