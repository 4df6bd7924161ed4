package tickets

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountStaff(r *api.Router) {
	api.Detail[string](r, "changed_by", "name of the person who wrote last in the ticket")
	api.Handle(r, api.Op{
		Call: "GET /admin/tickets", Gate: api.Staff, Area: access.Tickets,
		Does: "The tickets that you may see: those that are due first, and those that wait for nobody at the end",
	}, s.handleListForStaff)
	api.Handle(r, api.Op{
		Call: "GET /admin/tickets/{id}", Gate: api.Staff, Area: access.Tickets, Does: "A ticket with its messages and notes",
	}, s.handleGetForStaff)
	api.Stream(r, api.Op{
		Call: "GET /admin/tickets/attachments/{attachment_id}", Gate: api.Staff, Area: access.Tickets, Does: "A file of a ticket",
		Gives: "image/jpeg, image/png, video/mp4",
	}, func(c *api.Call, in *fileIn) error { return s.serveFile(c, in.ID, true) })
	acts := []*fault.Fault{fault.TicketChanged}
	for _, op := range []struct {
		path, event, does string
		fails             []*fault.Fault
		do                func(*api.Call, *actIn) (*db.Ticket, error)
	}{
		{"reply", "ticket_reply", "Answer a ticket", []*fault.Fault{fault.TicketClosed, fault.TooManyAttachments}, s.answerTicket},
		{"note", "ticket_note", "Write a note into a ticket that only staff see", []*fault.Fault{fault.TooManyAttachments}, s.addNote},
		{"assign", "ticket_assign", "Give a ticket to a member of staff", nil, s.assignTicket},
		{"department", "ticket_department", "Give a ticket to another department", nil, s.moveTicket},
		{"solve", "ticket_solve", "Say that a ticket is solved", nil, s.solveTicket},
		{"reopen", "ticket_reopen", "Open a ticket again", nil, s.reopenTicket},
		{
			"merge", "ticket_merge", "Put a ticket into another one of the same user, which is the answer",
			[]*fault.Fault{fault.TicketMerge}, s.mergeTicket,
		},
	} {
		api.Handle(r, api.Op{
			Call: "POST /admin/tickets/{id}/" + op.path, Gate: api.Staff, Area: access.Tickets, Event: op.event, Does: op.does,
			NoProofBecause: "the daily work of answering, which lets nobody in and moves no money",
			Fails:          append(append([]*fault.Fault{}, acts...), op.fails...),
		}, func(c *api.Call, in *actIn) (*StaffTicket, error) {
			t, err := op.do(c, in)
			if err != nil {
				return nil, err
			}
			return s.loadStaffTicket(c, t.ID, false) // one who gives a ticket away has seen it
		})
	}
	api.Handle(r, api.Op{
		Call: "GET /admin/support", Gate: api.Staff, Area: access.Tickets, Does: "Canned texts, holidays, and the staff who answer tickets",
	}, s.handleGetSupportSettings)
	api.Handle(r, api.Op{
		Call: "POST /admin/support/canned", Gate: api.Staff, Area: access.Tickets, Event: "canned_change",
		Does: "Make or change a canned text", Fails: []*fault.Fault{fault.DuplicateField},
	}, s.handlePutCanned)
	api.Handle(r, api.Op{
		Call: "DELETE /admin/support/canned/{canned_id}", Gate: api.Staff, Area: access.Tickets, Event: "canned_change",
		Does: "Delete a canned text",
	}, s.handleDeleteCanned)
	api.Handle(r, api.Op{
		Call: "PUT /admin/support/holidays", Gate: api.Staff, Area: access.Tickets, Event: "holidays_change",
		Does: "Replace the list of holidays; what is due moves with it",
	}, s.handlePutHolidays)
}

// TicketPerson is a person in a ticket.
type TicketPerson struct {
	ID    db.UserID `json:"_id"`
	Name  string    `json:"name"`
	Email string    `json:"email"`
}

func loadPerson(v *db.View, id db.UserID) (*TicketPerson, error) {
	u, err := v.UserByID(id)
	if err != nil {
		return nil, err
	}
	if !u.ErasedAt.IsZero() { // the address is none
		return &TicketPerson{ID: u.ID}, nil
	}
	return &TicketPerson{ID: u.ID, Name: fullName(u), Email: u.Email}, nil
}

// StaffSummary is a ticket in the list of staff.
type StaffSummary struct {
	TicketSummary
	Version  int64         `json:"version" doc:"counts the changes; each act names the one that it saw"`
	User     TicketPerson  `json:"user"`
	Assignee *TicketPerson `json:"assignee"`
}

func loadStaffSummary(v *db.View, t *db.Ticket) (*StaffSummary, error) {
	user, err := loadPerson(v, t.User)
	if err != nil {
		return nil, err
	}
	o := &StaffSummary{TicketSummary: toSummary(t), Version: t.Version, User: *user}
	if t.Assignee != 0 {
		o.Assignee, err = loadPerson(v, t.Assignee)
	}
	return o, err
}

// StaffTicket is a ticket as staff see it.
type StaffTicket struct {
	StaffSummary
	Author      string         `json:"author"`
	Description string         `json:"description"`
	Attachments []TicketFile   `json:"attachments"`
	Replies     []TicketReply  `json:"replies"`
	MergedInto  db.TicketID    `json:"merged_into" nullable:"true"`
	Others      []StaffSummary `json:"others" doc:"the latest other tickets of the user"`
	Spaces      []TicketSpace  `json:"workspaces" doc:"of the user, five at most"`
}

func (s *Service) loadStaffTicket(c *api.Call, id db.TicketID, checked bool) (*StaffTicket, error) {
	return db.Get(c, s.DB, func(v *db.View) (o *StaffTicket, err error) {
		t, err := v.TicketByID(id)
		if checked {
			t, err = authorizeTicket(v, c.Who, id)
		}
		if err != nil {
			return nil, err
		}
		head, err := loadStaffSummary(v, t)
		if err != nil {
			return nil, err
		}
		all, err := loadTicket(v, t, true)
		if err != nil {
			return nil, err
		}
		o = &StaffTicket{
			StaffSummary: *head, Author: all.Author, Description: all.Description, Attachments: all.Attachments, Replies: all.Replies,
			MergedInto: t.MergedInto, Others: []StaffSummary{},
		}
		if o.Spaces, err = loadSpaces(v, c.Who, t.User); err != nil {
			return nil, err
		}
		others, _, err := v.Tickets(&db.TicketFilter{User: t.User, Department: RestrictedDepartment(c.Who)}, db.Slice{Limit: 10})
		for i := range others {
			if others[i].ID == t.ID {
				continue
			}
			other, err := loadStaffSummary(v, &others[i])
			if err != nil {
				return o, err
			}
			o.Others = append(o.Others, *other)
		}
		return o, err
	})
}

func (s *Service) handleGetForStaff(c *api.Call, in *ticketIn) (*StaffTicket, error) {
	return s.loadStaffTicket(c, in.ID, true)
}

// actIn is the input of every act on a ticket; each reads its own part.
type actIn struct {
	ID          db.TicketID       `path:"id"`
	Version     int64             `json:"version" doc:"that you saw"`
	Text        string            `json:"text,omitempty" doc:"of an answer or a note"`
	Attachments []db.TicketFileID `json:"attachments,omitempty"`
	Solves      bool              `json:"solves,omitempty" doc:"the answer solves the ticket"`
	Assignee    db.UserID         `json:"assignee,omitzero" doc:"nobody when missing"`
	Department  string            `json:"department,omitempty" enum:"technical,financial,sales,other"`
	Into        string            `json:"into,omitempty" doc:"tracking code of the other ticket"`
}

func (s *Service) answerTicket(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Answer(c, c.Who, in.ID, in.Version, &Answer{Text: in.Text, Files: in.Attachments, Solves: in.Solves}, c.Origin())
}

func (s *Service) addNote(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Answer(c, c.Who, in.ID, in.Version, &Answer{Text: in.Text, Files: in.Attachments, Note: true}, c.Origin())
}

func (s *Service) assignTicket(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Assign(c, c.Who, in.ID, in.Version, in.Assignee, c.Origin())
}

func (s *Service) moveTicket(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Move(c, c.Who, in.ID, in.Version, in.Department, c.Origin())
}

func (s *Service) solveTicket(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Solve(c, c.Who, in.ID, in.Version, c.Origin())
}

func (s *Service) reopenTicket(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Reopen(c, c.Who, in.ID, in.Version, c.Origin())
}

func (s *Service) mergeTicket(c *api.Call, in *actIn) (*db.Ticket, error) {
	return s.Merge(c, c.Who, in.ID, in.Version, strings.ToUpper(strings.TrimSpace(in.Into)), c.Origin())
}

// SupportDesk is what staff have at hand for tickets.
type SupportDesk struct {
	Canned   []CannedText   `json:"canned"`
	Holidays []Holiday      `json:"holidays"`
	Staff    []TicketPerson `json:"staff" doc:"who may answer tickets"`
	Mine     db.UserID      `json:"mine" doc:"you, among the staff"`
	All      bool           `json:"all" doc:"you see every department, and may change texts and holidays"`
}

// CannedText is a text for answers.
type CannedText struct {
	ID    db.CannedTextID `json:"canned_id"`
	Title string          `json:"title"`
	Text  string          `json:"text"`
}

// Holiday is a day on which nobody works.
type Holiday struct {
	Day  string `json:"day" doc:"2026-03-21"`
	Name string `json:"name"`
}

func (s *Service) handleGetSupportSettings(c *api.Call, _ *api.None) (*SupportDesk, error) {
	d := &SupportDesk{
		Canned: []CannedText{}, Holidays: []Holiday{}, Staff: []TicketPerson{}, Mine: c.Who.User,
		All: RestrictedDepartment(c.Who) == "" && c.Who.CanStaff(access.Tickets, true),
	}
	err := s.DB.View(c, func(v *db.View) error {
		canned, err := v.CannedTexts()
		if err != nil {
			return err
		}
		for _, t := range canned {
			d.Canned = append(d.Canned, CannedText{ID: t.ID, Title: t.Title, Text: t.Text})
		}
		free, err := v.Holidays()
		if err != nil {
			return err
		}
		for _, h := range free {
			d.Holidays = append(d.Holidays, Holiday{h.Day, h.Name})
		}
		return d.loadStaff(v)
	})
	return d, err
}

// loadStaff adds the people to whom a ticket can be given.
func (d *SupportDesk) loadStaff(v *db.View) error {
	staff, err := v.StaffUsers()
	for i := range staff {
		if u := &staff[i]; canAnswer(u, Financial) {
			d.Staff = append(d.Staff, TicketPerson{ID: u.ID, Name: fullName(u), Email: u.Email})
		}
	}
	return err
}

type cannedIn struct {
	ID    db.CannedTextID `json:"canned_id,omitzero" doc:"a new one when missing"`
	Title string          `json:"title"`
	Text  string          `json:"text"`
}

func (s *Service) handlePutCanned(c *api.Call, in *cannedIn) (*SupportDesk, error) {
	if err := s.SaveCanned(c, c.Who, &db.CannedText{ID: in.ID, Title: in.Title, Text: in.Text}, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleGetSupportSettings(c, nil)
}

type deleteCannedIn struct {
	ID db.CannedTextID `path:"canned_id"`
}

func (s *Service) handleDeleteCanned(c *api.Call, in *deleteCannedIn) (*SupportDesk, error) {
	if err := s.DeleteCanned(c, c.Who, in.ID, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleGetSupportSettings(c, nil)
}

type holidaysIn struct {
	Holidays []Holiday `json:"holidays"`
}

func (s *Service) handlePutHolidays(c *api.Call, in *holidaysIn) (*SupportDesk, error) {
	var all []db.Holiday
	for _, h := range in.Holidays {
		all = append(all, db.Holiday{Day: h.Day, Name: h.Name})
	}
	if err := s.SetHolidays(c, c.Who, all, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleGetSupportSettings(c, nil)
}
