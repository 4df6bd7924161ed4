package boxes

import (
	"fmt"
	"strings"
	"time"

	"anbar/app/base/calendar"
)

// formatTimestamp formats a time for a file name, in Tehran's time zone: in Persian in the Persian
// calendar with Persian digits.
func formatTimestamp(t time.Time, language string) string {
	t = t.In(calendar.Tehran)
	if language != "fa" {
		return t.Format("2006-01-02 15-04")
	}
	y, m, d := calendar.Persian(t)
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r - '0' + '۰'
		}
		return r
	}, fmt.Sprintf("%04d-%02d-%02d ", y, m, d)+t.Format("15-04"))
}
