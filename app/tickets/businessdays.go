package tickets

import (
	"time"

	"anbar/app/calendar"
	"anbar/db"
)

// days knows on which days support works: Saturday to Wednesday in Tehran, without holidays.
type days map[string]bool

func holidays(v *db.View) (days, error) {
	all, err := v.Holidays()
	d := days{}
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

func (h days) works(t time.Time) bool {
	t = t.In(calendar.Tehran)
	return t.Weekday() != time.Thursday && t.Weekday() != time.Friday && !h[t.Format(time.DateOnly)]
}

// furthest bounds the search for a business day: a list of holidays may have every day.
const furthest = 3 * 366

// due returns the end of the n-th business day after the day of from.
func (h days) due(from time.Time, n int) time.Time {
	at := 0
	for at < furthest && n > 0 {
		at++
		if h.works(midnight(from, at)) {
			n--
		}
	}
	return midnight(from, at+1).Add(-time.Second)
}

// left counts the business days after the day of now, up to the day of due.
func (h days) left(now, due time.Time) int {
	n := 0
	for at := 1; at < furthest; at++ {
		day := midnight(now, at)
		if day.After(due) {
			break
		}
		if h.works(day) {
			n++
		}
	}
	return n
}

// terms are the business days until an answer, by the tier of support.
var terms = map[string]int{Basic: 4, "growth": 3, "professional": 2, "enterprise": 1}

// financialTerm is that of the department financial, for everybody; a tier with less has less.
const financialTerm = 2

// term returns in how many business days a ticket is answered.
func term(tier, department string) int {
	n, ok := terms[tier]
	if !ok {
		n = terms[Basic]
	}
	if department == Financial {
		n = min(n, financialTerm)
	}
	return n
}

// run starts the clock of a ticket that waits for support, unless it runs: with the days that
// were left when it stopped, one at least.
func (h days) run(t *db.Ticket, now time.Time) {
	if t.ClockFrom.IsZero() {
		t.ClockFrom, t.ClockDays = now, max(1, t.ClockDays)
		t.DueAt = h.due(now, t.ClockDays)
	}
}

// stop stops the clock of a ticket that waits for its user, or for nobody.
func (h days) stop(t *db.Ticket, now time.Time) {
	if !t.ClockFrom.IsZero() {
		t.ClockDays = h.left(now, t.DueAt)
		t.ClockFrom, t.DueAt = time.Time{}, time.Time{}
	}
}

// move gives a ticket the term of another department, from the moment that it began to wait.
func (h days) move(t *db.Ticket, department string) {
	t.Department = department
	t.ClockDays = term(t.Tier, department)
	if !t.ClockFrom.IsZero() {
		t.DueAt = h.due(t.ClockFrom, t.ClockDays)
	}
}
