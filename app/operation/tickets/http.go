package tickets

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	writes := []*fault.Fault{fault.TooManyAttachments, fault.TooManyRequests}
	api.Handle(r, api.Op{Call: "GET /support/plan", Gate: api.Member, Does: "The support that your best active plan has"}, s.handleGetPlan)
	api.Handle(r, api.Op{Call: "GET /support/tickets", Gate: api.Member, Does: "Your tickets, those with news first"}, s.handleList)
	api.Handle(r, api.Op{
		Call: "POST /support/tickets", Gate: api.Member, Status: 201, Does: "Open a ticket",
		Fails: append([]*fault.Fault{fault.SupportOff, fault.TicketLimit}, writes...),
	}, s.handleOpen)
	api.Handle(r, api.Op{Call: "GET /support/tickets/{id}", Gate: api.Member, Does: "A ticket of yours with its messages"}, s.handleGet)
	// GET closes too, as the published API has it. It takes a bearer header and no cookie, and closing twice is no error.
	for _, method := range []string{"GET", "POST"} {
		api.Handle(r, api.Op{Call: method + " /support/tickets/{id}/close", Gate: api.Member, Does: "Close a ticket of yours"},
			s.handleClose)
	}
	api.Handle(r, api.Op{Call: "POST /support/tickets/{id}/seen", Gate: api.Member, Does: "Say that you read a ticket"}, s.handleMarkSeen)
	api.Handle(r, api.Op{
		Call: "POST /support/tickets/{id}/reply", Gate: api.Member, Status: 201, Does: "Write into a ticket; a solved one opens again",
		Fails: append([]*fault.Fault{fault.TicketClosed, fault.TicketFull}, writes...),
	}, s.handleReply)
	api.Stream(r, api.Op{
		Call: "POST /support/attachments", Gate: api.Member, Status: 201, Takes: "image/jpeg, image/png, video/mp4",
		Answers: TicketFile{}, Does: "Send a file that a message will carry: a jpg, png or mp4; without a message it is kept for a day",
		Fails: append([]*fault.Fault{fault.InvalidAttachment, fault.AttachmentQuota}, writes...),
	}, s.handleAttach)
	api.Handle(r, api.Op{
		Call: "DELETE /support/attachments/{attachment_id}", Gate: api.Member, Does: "Give up a file that no message carries",
	}, s.handleDetach)
	api.Stream(r, api.Op{
		Call: "GET /support/attachments/{attachment_id}", Gate: api.Member, Does: "A file of a ticket of yours",
		Gives: "image/jpeg, image/png, video/mp4",
	}, func(c *api.Call, in *fileIn) error { return s.serveFile(c, in.ID, false) })
	s.mountStaff(r)
}

// SupportPlan is the support that a user has.
type SupportPlan struct {
	PlanType string `json:"plan_type" doc:"name of the plan; empty without an active one"`
	Tier     string `json:"tier" enum:"off,basic,growth,professional,enterprise"`
	Days     int    `json:"days" doc:"business days until an answer"`
	Finance  int    `json:"financial_days" doc:"those of the department financial"`
}

func (s *Service) handleGetPlan(c *api.Call, _ *api.None) (*SupportPlan, error) {
	p := &SupportPlan{}
	err := s.DB.View(c, func(v *db.View) (err error) {
		p.PlanType, p.Tier, err = loadSupport(v, c.Who.User)
		return err
	})
	p.Days, p.Finance = answerDays(p.Tier, ""), answerDays(p.Tier, Financial)
	return p, err
}

// TicketFile is an attachment.
type TicketFile struct {
	ID   db.TicketFileID `json:"attachment_id"`
	Name string          `json:"name"`
	Type string          `json:"content_type" enum:"image/jpeg,image/png,video/mp4"`
	Size int64           `json:"size"`
}

func toTicketFile(f *db.TicketFile) TicketFile {
	return TicketFile{ID: f.ID, Name: f.Name, Type: f.Type, Size: f.Size}
}

// TicketReply is a message in a ticket.
type TicketReply struct {
	ID          db.TicketMessageID `json:"id"`
	Author      string             `json:"author"`
	Staff       bool               `json:"staff" doc:"written by support"`
	Note        bool               `json:"note" doc:"only staff see it"`
	ByMail      bool               `json:"by_mail"`
	Text        string             `json:"text"`
	CreatedAt   api.Time           `json:"created_at"`
	Attachments []TicketFile       `json:"attachments"`
}

// TicketSummary is a ticket in a list.
type TicketSummary struct {
	ID         db.TicketID `json:"id"`
	PlanType   string      `json:"plan_type"`
	Tier       string      `json:"tier"`
	Subject    string      `json:"subject"`
	Department string      `json:"department" enum:"technical,financial,sales,other"`
	Status     string      `json:"status" enum:"pending,closed,solved"`
	Code       string      `json:"tracking_code"`
	Answered   bool        `json:"answered" doc:"the last message is one of support"`
	Unread     bool        `json:"unread" doc:"support answered since you looked"`
	CreatedAt  api.Time    `json:"created_at"`
	UpdatedAt  api.Time    `json:"updated_at"`
	DueAt      api.Time    `json:"due_at" nullable:"true" doc:"until when support answers; null while nobody waits for that"`
	ClosedAt   api.Time    `json:"closed_at" nullable:"true"`
}

// Ticket is a ticket with its messages.
type Ticket struct {
	TicketSummary
	Description string        `json:"description" doc:"its first message"`
	Attachments []TicketFile  `json:"attachments" doc:"those of the first message"`
	Replies     []TicketReply `json:"replies" doc:"the other messages, oldest first"`
	Author      string        `json:"author"`
}

func toSummary(t *db.Ticket) TicketSummary {
	return TicketSummary{
		ID: t.ID, PlanType: t.PlanType, Tier: t.Tier, Subject: t.Subject, Department: t.Department, Status: t.Status, Code: t.Code,
		Answered: t.LastBy == "staff", Unread: isUnread(t), CreatedAt: api.Time(t.CreatedAt), UpdatedAt: api.Time(t.UpdatedAt),
		DueAt: api.Time(t.DueAt), ClosedAt: api.Time(t.ClosedAt),
	}
}

// loadTicket is a ticket with its messages; notes are for staff.
func loadTicket(v *db.View, t *db.Ticket, notes bool) (*Ticket, error) {
	o := &Ticket{TicketSummary: toSummary(t), Attachments: []TicketFile{}, Replies: []TicketReply{}}
	messages, err := v.TicketMessages(t.ID, notes)
	if err != nil {
		return nil, err
	}
	files, err := v.TicketFilesIn(t.ID)
	if err != nil {
		return nil, err
	}
	of := map[db.TicketMessageID][]TicketFile{}
	for i := range files {
		of[files[i].Message] = append(of[files[i].Message], toTicketFile(&files[i]))
	}
	var ids []db.UserID
	for i := range messages {
		ids = append(ids, messages[i].User)
	}
	people, err := v.People(ids)
	for i := range messages {
		m := &messages[i]
		author := people[m.User].FirstName + " " + people[m.User].LastName
		attached := append([]TicketFile{}, of[m.ID]...)
		if i == 0 {
			o.Description, o.Attachments, o.Author = m.Text, attached, author
			continue
		}
		o.Replies = append(o.Replies, TicketReply{ID: m.ID, Author: author, Staff: m.Staff, Note: m.Note, ByMail: m.ByMail,
			Text: m.Text, CreatedAt: api.Time(m.CreatedAt), Attachments: attached})
	}
	return o, err
}

type ticketIn struct {
	ID db.TicketID `path:"id"`
}

func (s *Service) loadOwnView(c *api.Call, id db.TicketID) (*Ticket, error) {
	return db.Get(c, s.DB, func(v *db.View) (*Ticket, error) {
		t, err := loadOwnTicket(v, c.Who, id)
		if err != nil {
			return nil, err
		}
		return loadTicket(v, t, false)
	})
}

func (s *Service) handleGet(c *api.Call, in *ticketIn) (*Ticket, error) {
	return s.loadOwnView(c, in.ID)
}

func (s *Service) handleClose(c *api.Call, in *ticketIn) (*Ticket, error) {
	if _, err := s.Close(c, c.Who, in.ID); err != nil {
		return nil, err
	}
	return s.loadOwnView(c, in.ID)
}

func (s *Service) handleMarkSeen(c *api.Call, in *ticketIn) (api.None, error) {
	return api.None{}, s.MarkSeen(c, c.Who, in.ID)
}

// TicketList is a part of the tickets of a user.
type TicketList struct {
	Tickets  []TicketSummary `json:"tickets"`
	PageInfo api.PageInfo    `json:"page_info"`
}

type listIn struct {
	Status string `query:"status" enum:"pending,closed,solved" doc:"all when empty"`
	api.PageQuery
}

var statuses = map[string]bool{"": true, Pending: true, Closed: true, Solved: true}

func (s *Service) handleList(c *api.Call, in *listIn) (*TicketList, error) {
	if !statuses[in.Status] {
		return nil, fault.Field("status", fault.InvalidValue)
	}
	part, err := in.Of("tickets " + in.Status)
	if err != nil {
		return nil, err
	}
	l := &TicketList{Tickets: []TicketSummary{}}
	err = s.DB.View(c, func(v *db.View) error {
		rows, next, err := v.TicketsOf(c.Who.User, in.Status, part.Slice)
		if err != nil {
			return err
		}
		for i := range rows {
			l.Tickets = append(l.Tickets, toSummary(&rows[i]))
		}
		total, err := v.CountTicketsOf(c.Who.User, in.Status)
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

type openIn struct {
	Subject     string            `json:"subject"`
	Department  string            `json:"department" enum:"technical,financial,sales,other"`
	Description string            `json:"description"`
	Attachments []db.TicketFileID `json:"attachments,omitempty"`
}

func (s *Service) handleOpen(c *api.Call, in *openIn) (*Ticket, error) {
	t, err := s.Open(c, c.Who, &NewTicket{Subject: in.Subject, Department: in.Department, Text: in.Description, Files: in.Attachments})
	if err != nil {
		return nil, err
	}
	return s.loadOwnView(c, t.ID)
}

type replyIn struct {
	ID          db.TicketID       `path:"id"`
	Text        string            `json:"text"`
	Attachments []db.TicketFileID `json:"attachments,omitempty"`
}

func (s *Service) handleReply(c *api.Call, in *replyIn) (*Ticket, error) {
	if _, err := s.Reply(c, c.Who, in.ID, in.Text, in.Attachments); err != nil {
		return nil, err
	}
	return s.loadOwnView(c, in.ID)
}

type attachIn struct {
	Name string `query:"name" required:"true" doc:"of the file"`
}

func (s *Service) handleAttach(c *api.Call, in *attachIn) error {
	f, err := s.Attach(c, c.Who, in.Name, api.PacedBody(c))
	if err != nil {
		return err
	}
	return api.WriteJSON(c.W, http.StatusCreated, toTicketFile(f))
}

type fileIn struct {
	ID db.TicketFileID `path:"attachment_id"`
}

func (s *Service) handleDetach(c *api.Call, in *fileIn) (api.None, error) {
	return api.None{}, s.Detach(c, c.Who, in.ID)
}

// serveFile sends an attachment as it came, in a sandbox that runs nothing.
func (s *Service) serveFile(c *api.Call, id db.TicketFileID, staff bool) error {
	f, err := db.Get(c, s.DB, func(v *db.View) (*db.TicketFile, error) {
		return authorizeFile(v, c.Who, id, staff && c.Who.CanStaff(access.Tickets, false))
	})
	if err != nil {
		return err
	}
	b, err := s.Blobs.Open(c, digestOf(f))
	if err != nil {
		return err
	}
	defer b.Close()
	h := c.W.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.FormatInt(f.Size, 10))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	r := b.NewReader()
	_, err = io.Copy(c.W, r)
	return errors.Join(err, r.Close())
}
