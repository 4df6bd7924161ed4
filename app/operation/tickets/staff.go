package tickets

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/identity/audit"
	"anbar/db"
)

// RestrictedDepartment returns the only department whose tickets a member of staff sees; empty for all.
func RestrictedDepartment(who access.Actor) string {
	if who.Staff == db.Finance {
		return Financial
	}
	return ""
}

// authorizeTicket loads a ticket that a member of staff may see.
func authorizeTicket(v *db.View, who access.Actor, id db.TicketID) (*db.Ticket, error) {
	t, err := v.TicketByID(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && RestrictedDepartment(who) != "" && t.Department != RestrictedDepartment(who) {
		return nil, fault.InvalidID
	}
	return t, err
}

// updateByStaff loads a ticket, changes it and stores it. It fails with TicketChanged when it is not of
// the version that the member of staff saw.
func (s *Service) updateByStaff(ctx context.Context, who access.Actor, id db.TicketID, version int64, e *audit.Event,
	do func(tx *db.Tx, t *db.Ticket, free businessCalendar) error,
) (*db.Ticket, error) {
	return db.Do(ctx, s.DB, func(tx *db.Tx) (t *db.Ticket, err error) {
		if t, err = authorizeTicket(tx.ReadOnly(), who, id); err != nil {
			return t, err
		}
		if t.Version != version || t.MergedInto != 0 {
			return t, toChangedFault(tx, t)
		}
		free, err := loadCalendar(tx.ReadOnly())
		if err != nil {
			return t, err
		}
		t.UpdatedAt = tx.Now
		if err := do(tx, t, free); err != nil {
			return t, err
		}
		if err := tx.UpdateTicket(t); err != nil {
			return t, err
		}
		e.User, e.By, e.Detail.Name = t.User, who.User, t.Code
		return t, s.Audit.Record(tx, *e)
	})
}

// toChangedFault says who changed a ticket, when the last change was a message.
func toChangedFault(tx *db.Tx, t *db.Ticket) error {
	all, err := tx.TicketMessages(t.ID, true)
	if err != nil || len(all) == 0 {
		return errors.Join(err, fault.TicketChanged)
	}
	last := all[len(all)-1]
	if !last.CreatedAt.Equal(t.UpdatedAt) {
		return fault.TicketChanged
	}
	u, err := tx.UserByID(last.User)
	if err != nil {
		return err
	}
	return fault.TicketChanged.With("changed_by", fullName(u))
}

// Answer is what a member of staff writes into a ticket.
type Answer struct {
	Text   string
	Files  []db.TicketFileID
	Note   bool // only staff see it
	Solves bool
}

// Answer writes into a ticket. It opens a solved one again, but for a
// note; in a closed one only notes are written.
func (s *Service) Answer(ctx context.Context, who access.Actor, id db.TicketID, version int64, a *Answer,
	from api.Origin,
) (*db.Ticket, error) {
	if f := checkText(&a.Text); f != nil {
		return nil, fault.Field("text", f)
	}
	if err := checkFiles(a.Files); err != nil {
		return nil, err
	}
	e := &audit.Event{Action: audit.TicketAnswered, From: from}
	if a.Note {
		e.Action = audit.TicketNoted
	}
	return s.updateByStaff(ctx, who, id, version, e, func(tx *db.Tx, t *db.Ticket, free businessCalendar) error {
		if !a.Note && t.Status == Closed {
			return fault.TicketClosed
		}
		if err := s.insertMessage(tx, &db.TicketMessage{Ticket: t.ID, User: who.User, Staff: true, Note: a.Note, Text: a.Text},
			a.Files); err != nil {
			return err
		}
		if a.Note {
			return nil
		}
		free.stopClock(t, tx.Now)
		t.LastBy, t.AnsweredAt, t.Status, t.ClosedAt = "staff", tx.Now, Pending, time.Time{}
		if t.Assignee == 0 {
			t.Assignee = who.User
		}
		if a.Solves {
			t.Status, t.ClosedAt = Solved, tx.Now
		}
		return s.notifyUser(tx, t, mail.TicketAnswered, a.Text)
	})
}

// Assign gives a ticket to a member of staff; to nobody when to is 0.
func (s *Service) Assign(ctx context.Context, who access.Actor, id db.TicketID, version int64, to db.UserID,
	from api.Origin,
) (*db.Ticket, error) {
	e := &audit.Event{Action: audit.TicketAssigned, From: from}
	return s.updateByStaff(ctx, who, id, version, e, func(tx *db.Tx, t *db.Ticket, _ businessCalendar) error {
		t.Assignee = to
		if to == 0 {
			return nil
		}
		u, err := tx.UserByID(to)
		if errors.Is(err, db.ErrNotFound) || err == nil && !canAnswer(u, t.Department) {
			return fault.Field("assignee", fault.InvalidValue)
		}
		if err == nil {
			e.Detail.Email = u.Email
		}
		return err
	})
}

// Move gives a ticket to another department.
func (s *Service) Move(ctx context.Context, who access.Actor, id db.TicketID, version int64, department string,
	from api.Origin,
) (*db.Ticket, error) {
	if !departments[department] {
		return nil, fault.Field("department", fault.InvalidValue)
	}
	e := &audit.Event{Action: audit.TicketMoved, From: from}
	return s.updateByStaff(ctx, who, id, version, e, func(tx *db.Tx, t *db.Ticket, free businessCalendar) error {
		e.Detail.Before, e.Detail.Method = t.Department, department
		free.setDepartment(t, department)
		if t.Assignee == 0 {
			return nil
		}
		u, err := tx.UserByID(t.Assignee)
		if err == nil && !canAnswer(u, department) {
			t.Assignee = 0
		}
		return err
	})
}

// Solve says that a ticket is solved.
func (s *Service) Solve(ctx context.Context, who access.Actor, id db.TicketID, version int64, from api.Origin) (*db.Ticket, error) {
	e := &audit.Event{Action: audit.TicketSolved, From: from}
	return s.updateByStaff(ctx, who, id, version, e, func(tx *db.Tx, t *db.Ticket, free businessCalendar) error {
		if t.Status != Pending {
			return nil
		}
		free.stopClock(t, tx.Now)
		t.Status, t.ClosedAt, t.AnsweredAt = Solved, tx.Now, tx.Now
		return s.notifyUser(tx, t, mail.TicketSolved, "")
	})
}

// Reopen makes a closed or solved ticket pending again. Its clock runs when the user wrote
// last.
func (s *Service) Reopen(ctx context.Context, who access.Actor, id db.TicketID, version int64, from api.Origin) (*db.Ticket, error) {
	e := &audit.Event{Action: audit.TicketReopened, From: from}
	return s.updateByStaff(ctx, who, id, version, e, func(tx *db.Tx, t *db.Ticket, free businessCalendar) error {
		t.Status, t.ClosedAt = Pending, time.Time{}
		if t.LastBy == "user" {
			free.startClock(t, tx.Now)
		}
		return nil
	})
}

// Merge puts the messages of a ticket into another one of the same user.
func (s *Service) Merge(ctx context.Context, who access.Actor, id db.TicketID, version int64, code string,
	from api.Origin,
) (*db.Ticket, error) {
	var into *db.Ticket
	e := &audit.Event{Action: audit.TicketMerged, From: from}
	_, err := s.updateByStaff(ctx, who, id, version, e, func(tx *db.Tx, t *db.Ticket, free businessCalendar) error {
		found, err := tx.TicketByCode(code)
		if err == nil {
			into, err = authorizeTicket(tx.ReadOnly(), who, found.ID)
		}
		if errors.Is(err, db.ErrNotFound) || errors.Is(err, fault.InvalidID) {
			return fault.Field("into", fault.InvalidID)
		}
		if err != nil {
			return err
		}
		if into.ID == t.ID || into.User != t.User || into.MergedInto != 0 {
			return fault.TicketMerge
		}
		e.Detail.Before = into.Code
		// what waited longer is due first
		if !t.ClockFrom.IsZero() && (into.ClockFrom.IsZero() || t.DueAt.Before(into.DueAt)) {
			into.ClockFrom, into.ClockDays, into.DueAt, into.LastBy = t.ClockFrom, t.ClockDays, t.DueAt, t.LastBy
			into.Status, into.ClosedAt = Pending, time.Time{}
		}
		into.UpdatedAt = tx.Now
		free.stopClock(t, tx.Now)
		t.Status, t.ClosedAt, t.MergedInto = Closed, tx.Now, into.ID
		return errors.Join(tx.UpdateTicketsMerged(t.ID, into.ID), tx.UpdateTicket(into))
	})
	return into, err
}

// runningBatch is how many tickets one read of the list has.
const runningBatch = 500

// SetHolidays replaces the list of holidays, and moves what is due with it.
func (s *Service) SetHolidays(ctx context.Context, who access.Actor, all []db.Holiday, from api.Origin) error {
	if RestrictedDepartment(who) != "" {
		return fault.PermissionDenied
	}
	if err := checkHolidays(all); err != nil {
		return err
	}
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		if err := tx.PutHolidays(all); err != nil {
			return err
		}
		free, err := loadCalendar(tx.ReadOnly())
		if err != nil {
			return err
		}
		after, n := db.TicketID(0), runningBatch
		for n == runningBatch {
			running, err := tx.RunningTickets(after, runningBatch)
			if err != nil {
				return err
			}
			n = len(running)
			for i := range running {
				t := &running[i]
				after = t.ID
				if err := tx.UpdateTicketDue(t.ID, free.dueDate(t.ClockFrom, t.ClockDays)); err != nil {
					return err
				}
			}
		}
		return s.Audit.Record(tx, audit.Event{
			Action: audit.HolidaysChanged, User: who.User, From: from, Detail: audit.Detail{Count: len(all)},
		})
	})
}
