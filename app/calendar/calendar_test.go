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
		if back := first.AddDate(0, 0, day(y, m, d)); back.Format(time.DateOnly) != at.Format(time.DateOnly) {
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
