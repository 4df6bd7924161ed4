package tickets

import (
	"time"

	"anbar/app/base/calendar"
	"anbar/db"
)

// businessCalendar knows on which days support works: Saturday to Wednesday in Tehran, without holidays.
type businessCalendar map[string]bool

func loadCalendar(v *db.View) (businessCalendar, error) {
	all, err := v.Holidays()
	d := businessCalendar{}
	for _, h := range all {
		d[h.Day] = true
	}
	return d, err
}

// midnight returns the beginning of the day of t in Tehran, so many days later.
func midnight(t time.Time, later int) time.Time {
	y, m, d := t.In(calendar.Tehran).Date()
	return time.Date(y, m, d+later, 0, 0, 0, 0, calendar.Tehran)
}

func (h businessCalendar) isBusinessDay(t time.Time) bool {
	t = t.In(calendar.Tehran)
	return t.Weekday() != time.Thursday && t.Weekday() != time.Friday && !h[t.Format(time.DateOnly)]
}

// maxSearchDays bounds the search for a business day: a list of holidays may have every day.
const maxSearchDays = 3 * 366

// dueDate returns the end of the n-th business day after the day of from.
func (h businessCalendar) dueDate(from time.Time, n int) time.Time {
	at := 0
	for at < maxSearchDays && n > 0 {
		at++
		if h.isBusinessDay(midnight(from, at)) {
			n--
		}
	}
	return midnight(from, at+1).Add(-time.Second)
}

// daysLeft counts the business days after the day of now, up to the day of due.
func (h businessCalendar) daysLeft(now, due time.Time) int {
	n := 0
	for at := 1; at < maxSearchDays; at++ {
		day := midnight(now, at)
		if day.After(due) {
			break
		}
		if h.isBusinessDay(day) {
			n++
		}
	}
	return n
}

// tierAnswerDays are the business days until an answer, by the tier of support.
var tierAnswerDays = map[string]int{Basic: 4, "growth": 3, "professional": 2, "enterprise": 1}

// financialAnswerDays is that of the department financial, for everybody; a tier with less has less.
const financialAnswerDays = 2

// answerDays returns in how many business days a ticket is answered.
func answerDays(tier, department string) int {
	n, ok := tierAnswerDays[tier]
	if !ok {
		n = tierAnswerDays[Basic]
	}
	if department == Financial {
		n = min(n, financialAnswerDays)
	}
	return n
}

// startClock starts the clock of a ticket that waits for support, unless it runs: with the days that
// were left when it stopped, one at least.
func (h businessCalendar) startClock(t *db.Ticket, now time.Time) {
	if t.ClockFrom.IsZero() {
		t.ClockFrom, t.ClockDays = now, max(1, t.ClockDays)
		t.DueAt = h.dueDate(now, t.ClockDays)
	}
}

// stopClock stops the clock of a ticket that waits for its user, or for nobody.
func (h businessCalendar) stopClock(t *db.Ticket, now time.Time) {
	if !t.ClockFrom.IsZero() {
		t.ClockDays = h.daysLeft(now, t.DueAt)
		t.ClockFrom, t.DueAt = time.Time{}, time.Time{}
	}
}

// setDepartment gives a ticket the term of another department, from the moment that it began to wait.
func (h businessCalendar) setDepartment(t *db.Ticket, department string) {
	t.Department = department
	t.ClockDays = answerDays(t.Tier, department)
	if !t.ClockFrom.IsZero() {
		t.DueAt = h.dueDate(t.ClockFrom, t.ClockDays)
	}
}
