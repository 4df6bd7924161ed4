package boxes

import (
	"fmt"
	"strings"
	"time"
)

// stamp formats a time for a file name, in Tehran's time zone: in Persian in the Persian
// calendar with Persian digits.
func stamp(t time.Time, language string) string {
	t = t.In(tehran)
	if language != "fa" {
		return t.Format("2006-01-02 15-04")
	}
	y, m, d := persian(t)
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r - '0' + '۰'
		}
		return r
	}, fmt.Sprintf("%04d-%02d-%02d ", y, m, d)+t.Format("15-04"))
}

const (
	daySeconds  = 24 * 60 * 60
	daysOfCycle = 12053 // 33 years, 8 of them leap years
	daysOfFour  = 1461
)

// persian is the day of t in the Persian calendar, by the cycle of 33 years, which
// agrees with the calendar as it is kept from 1178 to 1633.
func persian(t time.Time) (year, month, day int) {
	first := time.Date(1600, 3, 20, 0, 0, 0, 0, time.UTC) // of the year 979; further away than a Duration reaches
	since := int(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix()-first.Unix()) / daySeconds
	year, since = 979+33*(since/daysOfCycle), since%daysOfCycle
	year, since = year+4*(since/daysOfFour), since%daysOfFour
	if since >= 366 {
		year, since = year+(since-1)/365, (since-1)%365
	}
	if since < 6*31 {
		return year, 1 + since/31, 1 + since%31
	}
	since -= 6 * 31
	return year, 7 + since/30, 1 + since%30
}
