package console

import (
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/operation/tickets"
	"anbar/db"
)

func (m *System) mountCounts(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/counts", Gate: api.Staff, Area: access.Overview,
		Does: "How much work waits in each area that you may read; null for the others",
	}, m.handleCountWork)
}

// AdminCounts is how much work waits for staff.
type AdminCounts struct {
	Tickets  *int64 `json:"tickets" doc:"that wait for an answer"`
	Overdue  *int64 `json:"overdue" doc:"of these the ones whose time is over"`
	Payments *int64 `json:"payments" doc:"that wait to be confirmed"`
	Messages *int64 `json:"messages" doc:"that were given up"`
	Jobs     *int64 `json:"jobs" doc:"whose last run failed"`
}

func (m *System) handleCountWork(c *api.Call, _ *api.None) (*AdminCounts, error) {
	return db.Get(c, m.DB, func(v *db.View) (*AdminCounts, error) {
		only, counts := tickets.RestrictedDepartment(c.Who), &AdminCounts{}
		for _, q := range []struct {
			area  access.Area
			into  **int64
			count func() (int64, error)
		}{
			{access.Tickets, &counts.Tickets, func() (int64, error) { return v.CountDueTickets(only, time.Time{}) }},
			{access.Tickets, &counts.Overdue, func() (int64, error) { return v.CountDueTickets(only, v.Now) }},
			{access.Money, &counts.Payments, func() (int64, error) { return v.CountInvoicesIn(db.InvoicesPending) }},
			{access.Outbox, &counts.Messages, func() (int64, error) { return countFailedMessages(v) }},
			{access.System, &counts.Jobs, func() (int64, error) { return m.countFailedJobs(), nil }},
		} {
			if !c.Who.CanStaff(q.area, false) {
				continue
			}
			n, err := q.count()
			if err != nil {
				return nil, err
			}
			*q.into = &n
		}
		return counts, nil
	})
}
