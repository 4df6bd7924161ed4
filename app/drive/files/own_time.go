package files

import "time"

// ParseContentTime is ContentTime of a text in RFC 3339; what is none counts as no time.
func ParseContentTime(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return time.Time{}
	}
	return ContentTime(t)
}

// ContentTime is the time that a content says of itself, as it is kept: in milliseconds, from the year 1 to 9999. Any other time counts
// as none, which is the zero time; a file is never refused for its date. The beginning of 1970, by which the database knows that a
// content says nothing, is kept as the millisecond after it.
func ContentTime(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Millisecond)
	if y := t.Year(); t.IsZero() || y < 1 || y > 9999 {
		return time.Time{}
	}
	if t.UnixMilli() == 0 {
		return t.Add(time.Millisecond)
	}
	return t
}
