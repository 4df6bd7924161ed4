package calendar

import (
	"testing"
	"time"
)

func date(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation(time.DateOnly, text, Tehran)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestDaysOfThePersianCalendar(t *testing.T) {
	for gregorian, want := range map[string][3]int{
		"2026-11-22": {1405, 9, 1}, "2026-03-20": {1404, 12, 29}, "2026-03-21": {1405, 1, 1}, "2025-03-20": {1403, 12, 30},
		"2025-03-21": {1404, 1, 1}, "2024-03-20": {1403, 1, 1}, "2021-03-20": {1399, 12, 30}, "2021-03-21": {1400, 1, 1},
		"1979-02-11": {1357, 11, 22}, "2000-01-01": {1378, 10, 11}, "2030-09-22": {1409, 6, 31}, "2030-09-23": {1409, 7, 1},
	} {
		if y, m, d := Persian(date(t, gregorian)); [3]int{y, m, d} != want {
			t.Errorf("%s is %d-%d-%d, want %v", gregorian, y, m, d, want)
		}
	}
}

func TestEachDayIsItsOwnNumber(t *testing.T) {
	for n := range 40 * 366 {
		at := date(t, "2000-01-01").AddDate(0, 0, n)
		y, m, d := Persian(at)
		if back := epoch.AddDate(0, 0, dayNumber(y, m, d)); back.Format(time.DateOnly) != at.Format(time.DateOnly) {
			t.Fatalf("%v is %d-%d-%d, which is %v", at, y, m, d, back)
		}
	}
}

func TestMonthsLater(t *testing.T) {
	for _, c := range []struct {
		from   string
		months int
		want   string
	}{
		{"2026-11-22", 1, "2026-12-22"}, // 1 Azar → 1 Dey
		{"2026-11-22", 12, "2027-11-22"},
		{"2024-11-21", 12, "2025-11-22"}, // over the last day of the leap year 1403
		{"2025-03-20", 12, "2026-03-20"}, // 30 Esfand of a leap year → 29 Esfand
		{"2025-03-20", 48, "2029-03-19"}, // 30 Esfand 1403 → 29 Esfand 1407, no leap year
		{"2026-09-22", 1, "2026-10-22"},  // 31 Shahrivar → 30 Mehr
		{"2026-03-21", 12, "2027-03-21"}, // Nowruz to Nowruz
		{"2026-11-22", 0, "2026-11-22"},
	} {
		if got := AddMonths(date(t, c.from), c.months).Format(time.DateOnly); got != c.want {
			t.Errorf("%d months after %s: %s, want %s", c.months, c.from, got, c.want)
		}
	}
}

// TestMonthsBeginAndEndInTehran looks at the borders of months: Nowruz of common and leap years, the
// last moment of a month, the turn of a year, and the hours in which Tehran is a day ahead of UTC.
func TestMonthsBeginAndEndInTehran(t *testing.T) {
	const utc = "2006-01-02T15:04:05.000Z"
	for _, c := range []struct {
		at           string
		persian      bool
		year, month  int
		starts, ends string // in UTC
	}{
		{"2026-11-23T00:00:00.000Z", true, 1405, 9, "2026-11-21T20:30:00.000Z", "2026-12-21T20:30:00.000Z"},
		{"2026-11-23T00:00:00.000Z", false, 2026, 11, "2026-10-31T20:30:00.000Z", "2026-11-30T20:30:00.000Z"},
		{"2026-03-20T20:29:59.999Z", true, 1404, 12, "2026-02-19T20:30:00.000Z", "2026-03-20T20:30:00.000Z"}, // 29 days
		{"2026-03-20T20:30:00.000Z", true, 1405, 1, "2026-03-20T20:30:00.000Z", "2026-04-20T20:30:00.000Z"},  // Nowruz
		{"2025-03-20T12:00:00.000Z", true, 1403, 12, "2025-02-18T20:30:00.000Z", "2025-03-20T20:30:00.000Z"}, // a leap year: 30 days
		{"2024-03-19T20:30:00.000Z", true, 1403, 1, "2024-03-19T20:30:00.000Z", "2024-04-19T20:30:00.000Z"},
		{"2030-03-20T20:29:59.999Z", true, 1408, 12, "2030-02-18T20:30:00.000Z", "2030-03-20T20:30:00.000Z"}, // five years after 1403
		{"2026-12-31T20:29:59.999Z", false, 2026, 12, "2026-11-30T20:30:00.000Z", "2026-12-31T20:30:00.000Z"},
		{"2026-12-31T20:30:00.000Z", false, 2027, 1, "2026-12-31T20:30:00.000Z", "2027-01-31T20:30:00.000Z"},
		{"2028-02-29T12:00:00.000Z", false, 2028, 2, "2028-01-31T20:30:00.000Z", "2028-02-29T20:30:00.000Z"},
	} {
		at, err := time.Parse(utc, c.at)
		if err != nil {
			t.Fatal(err)
		}
		all := Months(at, c.persian, 12)
		m := all[11]
		starts, ends := m.Starts.UTC().Format(utc), m.Ends.UTC().Format(utc)
		if m.Year != c.year || m.Month != c.month || starts != c.starts || ends != c.ends {
			t.Errorf("%s: %d-%d from %s until %s", c.at, m.Year, m.Month, starts, ends)
		}
		if first := all[0]; first.Year*12+first.Month != m.Year*12+m.Month-11 {
			t.Errorf("%s: the first of twelve is %d-%d", c.at, first.Year, first.Month)
		}
		for i, m := range all[1:] {
			if !m.Starts.Equal(all[i].Ends) {
				t.Errorf("%s: %v does not begin where %v ends", c.at, m, all[i])
			}
		}
	}
}
