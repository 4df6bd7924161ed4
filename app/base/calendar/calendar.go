// Package calendar knows the Persian calendar and the time zone of all that people read.
package calendar

import "time"

// Tehran is that zone; its clocks do not change any more.
var Tehran = time.FixedZone("Asia/Tehran", 3*60*60+30*60)

const (
	daySeconds  = 24 * 60 * 60
	daysOfCycle = 12053 // 33 years, 8 of them leap years
	daysOfFour  = 1461
)

// epoch is the first day of the year 979; it is further away than a Duration reaches.
var epoch = time.Date(1600, 3, 20, 0, 0, 0, 0, time.UTC)

// Persian returns the day of t in the Persian calendar, by the cycle of 33 years, which
// agrees with the calendar as it is kept from 1178 to 1633.
func Persian(t time.Time) (year, month, day int) {
	since := int(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix()-epoch.Unix()) / daySeconds
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

// MonthNames are those of the Persian calendar.
var MonthNames = [...]string{
	"فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور", "مهر", "آبان", "آذر", "دی", "بهمن", "اسفند",
}

// dayNumber returns the number of days from first to a day of the Persian calendar.
func dayNumber(year, month, of int) int {
	years := year - 979
	days := years/33*daysOfCycle + years%33/4*daysOfFour
	if rest := years % 33 % 4; rest > 0 {
		days += rest*365 + 1
	}
	if month <= 7 {
		return days + (month-1)*31 + of - 1
	}
	return days + 6*31 + (month-7)*30 + of - 1
}

// monthLength returns the number of days of a month of the Persian calendar.
func monthLength(year, month int) int {
	switch {
	case month <= 6:
		return 31
	case month <= 11:
		return 30
	}
	return dayNumber(year+1, 1, 1) - dayNumber(year, 12, 1)
}

// AddMonths returns t so many months later in the Persian calendar, at the same time of the
// day in Tehran. A day that the month lacks becomes its last one.
func AddMonths(t time.Time, months int) time.Time {
	t = t.In(Tehran)
	y, m, d := Persian(t)
	m += months - 1
	y, m = y+m/12, m%12+1
	to := epoch.AddDate(0, 0, dayNumber(y, m, min(d, monthLength(y, m))))
	return time.Date(to.Year(), to.Month(), to.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), Tehran)
}

// Month is a month in Tehran, of the Persian or the Gregorian calendar.
type Month struct {
	Year, Month  int
	Starts, Ends time.Time // Ends is the start of the next one
}

// Months returns n months, the oldest first; the last one is that of t.
func Months(t time.Time, persian bool, n int) []Month {
	t = t.In(Tehran)
	year, month, starts := t.Year(), int(t.Month()), func(y, m int) time.Time { return time.Date(y, time.Month(m), 1, 0, 0, 0, 0, Tehran) }
	if persian {
		year, month, _ = Persian(t)
		starts = func(y, m int) time.Time {
			d := epoch.AddDate(0, 0, dayNumber(y, m, 1))
			return time.Date(d.Year(), d.Month(), d.Day(), 0, 0, 0, 0, Tehran)
		}
	}
	all := make([]Month, n)
	for i, at := 0, year*12+month-n; i < n; i, at = i+1, at+1 {
		all[i] = Month{Year: at / 12, Month: at%12 + 1, Starts: starts(at/12, at%12+1), Ends: starts((at+1)/12, (at+1)%12+1)}
	}
	return all
}
