package tickets

import (
	"testing"
	"time"

	"anbar/app/base/calendar"
	"anbar/db"
)

// year is 1405, whose holidays are made up: all of Nowruz, and single days.
var year = businessCalendar{
	"2026-03-21": true, "2026-03-22": true, "2026-03-23": true, "2026-03-24": true, "2026-04-01": true, "2026-06-14": true,
	"2026-11-23": true, "2027-02-10": true,
}

func at(day string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", day, calendar.Tehran)
	if err != nil {
		panic(err)
	}
	return t
}

func TestAnAnswerIsDueAtTheEndOfABusinessDay(t *testing.T) {
	for _, c := range []struct {
		from string
		days int
		due  string
	}{
		{"2026-11-14 10:00", 1, "2026-11-15"}, // Saturday
		{"2026-11-14 23:59", 2, "2026-11-16"},
		{"2026-11-18 10:00", 1, "2026-11-21"}, // Wednesday: Thursday and Friday are free
		{"2026-11-19 10:00", 2, "2026-11-22"}, // Thursday
		{"2026-11-22 10:00", 1, "2026-11-24"}, // before a holiday
		{"2026-03-18 10:00", 4, "2026-03-30"}, // before Nowruz
	} {
		want := midnight(at(c.due+" 00:00"), 1).Add(-time.Second)
		if got := year.dueDate(at(c.from), c.days); !got.Equal(want) {
			t.Errorf("%s and %d days: %s, want %s", c.from, c.days, got, want)
		}
	}
}

// TestTheClockOverAYear asks on each day of a year, for each term, and lets the user answer
// after pauses of all lengths.
func TestTheClockOverAYear(t *testing.T) {
	for start := at("2026-03-21 12:00"); start.Before(at("2027-03-21 00:00")); start = start.AddDate(0, 0, 1) {
		for _, n := range []int{1, 2, 3, 4} {
			k := &db.Ticket{ClockDays: n}
			year.startClock(k, start)
			worked := 0
			for day := start.AddDate(0, 0, 1); !day.After(k.DueAt); day = day.AddDate(0, 0, 1) {
				if year.isBusinessDay(day) {
					worked++
				}
			}
			if worked != n || !year.isBusinessDay(k.DueAt) {
				t.Fatalf("%s and %d days: due %s after %d", start, n, k.DueAt, worked)
			}
			answered := start.AddDate(0, 0, n/2)
			left := year.daysLeft(answered, k.DueAt)
			year.stopClock(k, answered)
			if !k.DueAt.IsZero() || k.ClockDays != left {
				t.Fatalf("%s: the clock goes on: %+v", start, k)
			}
			back := answered.AddDate(0, 0, start.YearDay()%40)
			year.startClock(k, back)
			if got, want := year.daysLeft(back, k.DueAt), max(1, left); got != want {
				t.Fatalf("%s, back on %s: %d days, want %d", start, back, got, want)
			}
			due := k.DueAt
			year.startClock(k, back.AddDate(0, 0, 1))
			if !k.DueAt.Equal(due) {
				t.Fatalf("%d days: %s: a second message moved what is due", n, start)
			}
		}
	}
}

func TestTermsByTierAndDepartment(t *testing.T) {
	for tier, want := range map[string][2]int{Basic: {4, 2}, "growth": {3, 2}, "professional": {2, 2}, "enterprise": {1, 1}, "": {4, 2}} {
		if got := [2]int{answerDays(tier, "technical"), answerDays(tier, Financial)}; got != want {
			t.Errorf("%q: %v, want %v", tier, got, want)
		}
	}
}

func TestADayListThatIsAllHolidaysEnds(t *testing.T) {
	all := businessCalendar{}
	for day := at("2026-01-01 00:00"); day.Before(at("2030-01-01 00:00")); day = day.AddDate(0, 0, 1) {
		all[day.Format(time.DateOnly)] = true
	}
	if due := all.dueDate(at("2026-01-01 00:00"), 1); due.Before(at("2028-12-01 00:00")) {
		t.Error(due)
	}
}
