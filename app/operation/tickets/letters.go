package tickets

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/mail"
	"anbar/db"
)

// fullName is empty for a person who was erased.
func fullName(u *db.User) string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// canAnswer reports whether a member of staff answers tickets of that department.
func canAnswer(u *db.User, department string) bool {
	who := access.Actor{User: u.ID, Staff: u.Staff}
	return who.CanStaff(access.Tickets, true) && (RestrictedDepartment(who) == "" || RestrictedDepartment(who) == department)
}

// notifyStaff writes to the staff who take part in a ticket, or, when nobody does, to all who
// may answer it.
func (s *Service) notifyStaff(tx *db.Tx, t *db.Ticket, m *db.TicketMessage) error {
	all, err := tx.StaffUsers()
	if err != nil {
		return err
	}
	author, err := tx.UserByID(m.User)
	if err != nil {
		return err
	}
	messages, err := tx.TicketMessages(t.ID, true)
	if err != nil {
		return err
	}
	part := map[db.UserID]bool{}
	if t.Assignee != 0 {
		part[t.Assignee] = true
	}
	for i := range messages {
		if messages[i].Staff {
			part[messages[i].User] = true
		}
	}
	var take, others []*db.User
	for i := range all {
		u := &all[i]
		if !canAnswer(u, t.Department) || u.Email == "" || u.ID == t.User {
			continue
		}
		if part[u.ID] {
			take = append(take, u)
		}
		others = append(others, u)
	}
	if len(take) == 0 {
		take = others
	}
	for _, u := range take {
		if err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: mail.TicketWaiting, Data: mail.Data{
			URL: s.URL() + "/admin/tickets?ticket=" + t.ID.String(), Who: fullName(author), Title: t.Subject, What: t.Code, Text: m.Text,
		}}); err != nil {
			return err
		}
	}
	return nil
}

// notifyUser writes to the user of a ticket, who can answer by mail where a mailbox is read.
func (s *Service) notifyUser(tx *db.Tx, t *db.Ticket, kind mail.Kind, text string) error {
	u, err := tx.UserByID(t.User)
	if err != nil || u.Email == "" || !u.ErasedAt.IsZero() {
		return err
	}
	m := mail.Message{To: u.Email, Language: u.Language, Kind: kind, Data: mail.Data{
		URL: s.URL() + "/ticket/reply/" + t.ID.String(), Title: t.Subject, What: t.Code, Text: text,
	}}
	if address := s.replyAddress(t.ID); address != "" && u.EmailValidated {
		m.ReplyTo, m.Data.Event = address, "mail"
	}
	return mail.Enqueue(tx, m)
}
