package tickets

import (
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/db"
)

// StaffTickets is a part of the tickets.
type StaffTickets struct {
	Tickets  []StaffSummary `json:"tickets"`
	Counts   TicketCounts   `json:"counts" doc:"of all tickets that you may see, whatever the filter"`
	PageInfo api.PageInfo   `json:"page_info"`
}

// TicketCounts is how many tickets there are in each state.
type TicketCounts struct {
	Overdue int64 `json:"overdue" doc:"of the pending ones"`
	Pending int64 `json:"pending"`
	Solved  int64 `json:"solved"`
	Closed  int64 `json:"closed"`
}

func countStates(v *db.View, department string) (TicketCounts, error) {
	late, err := v.CountDueTickets(department, v.Now)
	if err != nil {
		return TicketCounts{}, err
	}
	states, err := v.CountTicketStates(department)
	return TicketCounts{Overdue: late, Pending: states[Pending], Solved: states[Solved], Closed: states[Closed]}, err
}

type staffListIn struct {
	Status     string    `query:"status" enum:"overdue,pending,closed,solved" doc:"all when empty; overdue: pending, and the answer is late"`
	Department string    `query:"department" enum:"technical,financial,sales,other" doc:"all when empty"`
	Whose      string    `query:"whose" enum:"mine,unassigned" doc:"everybody's when empty"`
	User       db.UserID `query:"user_id" doc:"of one account"`
	Sort       string    `query:"sort" enum:",changed,newest" doc:"those that are due first when empty"`
	Text       string    `query:"query" doc:"in the subject, a message, the tracking code, or the user's name, address or number"`
	api.PageQuery
}

// overdue are the tickets that wait for an answer longer than promised.
const overdue = "overdue"

func (in *staffListIn) toFilter(who access.Actor, now time.Time) (*db.TicketFilter, error) {
	f := &db.TicketFilter{
		Status: in.Status, Department: in.Department, User: in.User, Sort: in.Sort, Text: strings.TrimSpace(in.Text),
	}
	if in.Status == overdue {
		f.Status, f.DueBefore = Pending, now
	}
	switch {
	case !db.HasTicketOrder(in.Sort):
		return nil, fault.Field("sort", fault.InvalidValue)
	case !statuses[f.Status]:
		return nil, fault.Field("status", fault.InvalidValue)
	case in.Department != "" && !departments[in.Department]:
		return nil, fault.Field("department", fault.InvalidValue)
	case utf8.RuneCountInString(f.Text) > limits.TicketSubject:
		return nil, fault.Field("query", fault.TooLong)
	}
	switch in.Whose {
	case "mine":
		f.Assignee = who.User
	case "unassigned":
		f.Unassigned = true
	case "":
	default:
		return nil, fault.Field("whose", fault.InvalidValue)
	}
	if only := RestrictedDepartment(who); only != "" {
		f.Department = only
	}
	return f, nil
}

func (s *Service) handleListForStaff(c *api.Call, in *staffListIn) (*StaffTickets, error) {
	f, err := in.toFilter(c.Who, time.Now())
	if err != nil {
		return nil, err
	}
	part, err := in.Of("staff tickets " + in.Status + f.Department + in.Whose + in.Sort + in.User.String())
	if err != nil {
		return nil, err
	}
	l := &StaffTickets{Tickets: []StaffSummary{}}
	err = s.DB.View(c, func(v *db.View) error {
		rows, next, err := v.Tickets(f, part.Slice)
		if err != nil {
			return err
		}
		for i := range rows {
			t, err := loadStaffSummary(v, &rows[i])
			if err != nil {
				return err
			}
			l.Tickets = append(l.Tickets, *t)
		}
		if l.Counts, err = countStates(v, RestrictedDepartment(c.Who)); err != nil {
			return err
		}
		total, err := v.CountTickets(f)
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

// TicketSpace is a workspace of the person who asks.
type TicketSpace struct {
	ID     db.SpaceID `json:"space_id"`
	Title  string     `json:"title"`
	Owner  bool       `json:"owner"`
	Plan   string     `json:"plan" doc:"name of the plan; unlimited for none"`
	EndsAt api.Time   `json:"plan_ends_at" nullable:"true"`
}

// maxSpaces is how many workspaces of a person stand beside a ticket.
const maxSpaces = 5

func loadSpaces(v *db.View, who access.Actor, user db.UserID) ([]TicketSpace, error) {
	all := []TicketSpace{}
	if !who.CanStaff(access.Workspaces, false) {
		return all, nil
	}
	spaces, err := v.PersonSpaces(user)
	for _, m := range spaces[:min(len(spaces), maxSpaces)] {
		sp, err := v.AdminSpace(m.ID)
		if err != nil {
			return nil, err
		}
		t := TicketSpace{ID: m.ID, Title: m.Title, Owner: sp.Owner == user, Plan: "unlimited", EndsAt: api.Time(sp.EndsAt)}
		if sp.Plan != 0 {
			t.Plan = sp.PlanName
		}
		all = append(all, t)
	}
	return all, err
}
