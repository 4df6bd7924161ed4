package boxes

import (
	"testing"
	"time"
)

func TestDaysOfThePersianCalendar(t *testing.T) {
	for gregorian, want := range map[string][3]int{
		"2026-11-22": {1405, 9, 1}, "2026-03-20": {1404, 12, 29}, "2026-03-21": {1405, 1, 1}, "2025-03-20": {1403, 12, 30},
		"2025-03-21": {1404, 1, 1}, "2024-03-20": {1403, 1, 1}, "2021-03-20": {1399, 12, 30}, "2021-03-21": {1400, 1, 1},
		"1979-02-11": {1357, 11, 22}, "2000-01-01": {1378, 10, 11}, "2030-09-22": {1409, 6, 31}, "2030-09-23": {1409, 7, 1},
	} {
		at, err := time.Parse(time.DateOnly, gregorian)
		if err != nil {
			t.Fatal(err)
		}
		if y, m, d := persian(at); [3]int{y, m, d} != want {
			t.Errorf("%s is %d-%d-%d, want %v", gregorian, y, m, d, want)
		}
	}
	late := time.Date(2026, 11, 21, 21, 48, 0, 0, time.UTC)
	if got := stamp(late, "fa"); got != "۱۴۰۵-۰۹-۰۱ ۰۱-۱۸" {
		t.Error(got)
	}
	if got := stamp(late, "en"); got != "2026-11-22 01-18" {
		t.Error(got)
	}
}
