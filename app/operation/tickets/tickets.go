// Package tickets is the support inside the product: users ask, staff answer, and mails go
// both ways. A promise of an answer counts in business days; its clock stops while a ticket
// waits for its user.
package tickets

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/app/sales/plans"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
)

// The states of a ticket.
const (
	Pending = "pending"
	Closed  = "closed" // by its user, or merged into another one
	Solved  = "solved"
)

// Financial is the department whose tickets staff of the role finance see.
const Financial = "financial"

var departments = map[string]bool{"technical": true, Financial: true, "sales": true, "other": true}

// The tiers of support without a name in package plans.
const (
	Off   = "off"
	Basic = "basic"
)

// tiers are in the order of their worth.
var tiers = map[string]int{Off: 0, Basic: 1, "growth": 2, "professional": 3, "enterprise": 4}

// Options are what the service works with.
type Options struct {
	DB       *db.DB
	Blobs    *blobstore.Store
	Audit    *audit.Log
	Decoders *decode.Decoders // read mails
	URL      func() string
	Key      []byte  // signs the addresses that answers by mail go to
	Mailbox  Mailbox // without a URL nobody can answer by mail
	Log      *slog.Logger
	Free     func() int64 // bytes that are left on the disk
}

// Service is the support of one appliance.
type Service struct {
	Options
	opens    *limits.Limiter // new tickets, by user
	replies  *limits.Limiter
	files    *limits.Limiter
	failures map[string]int // how often reading a mail failed, by its place in the mailbox; only ReadMailbox uses it
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		Options: o, opens: limits.NewLimiter(limits.TicketPause, limits.TicketsAtOnce),
		replies:  limits.NewLimiter(limits.TicketReplyPause, limits.TicketReplies),
		files:    limits.NewLimiter(limits.TicketFilePause, limits.TicketFiles),
		failures: map[string]int{},
	}
}

// loadSupport returns the plan and the tier of a user: of the best active plan among their
// workspaces. Where nothing is sold, the administrators help everybody.
func loadSupport(v *db.View, user db.UserID) (plan, tier string, err error) {
	set, err := plans.LoadSelling(v)
	if err != nil {
		return "", "", err
	}
	if !set.On {
		return string(plans.Unlimited), Basic, nil
	}
	all, err := v.SupportOf(user)
	if len(all) == 0 { // somebody who wants to buy a plan, or whose payment did not arrive
		return "", Basic, err
	}
	tier = Off
	for _, p := range all {
		if tiers[p.Support] > tiers[tier] {
			plan, tier = p.Name, p.Support
		}
	}
	return plan, tier, err
}

// NewTicket is a ticket that a user opens.
type NewTicket struct {
	Subject, Department, Text string
	Files                     []db.TicketFileID
}

func (d *NewTicket) validate() error {
	d.Subject = strings.Join(strings.Fields(d.Subject), " ")
	wrong := fault.Fields{}
	switch n := utf8.RuneCountInString(d.Subject); {
	case n == 0:
		wrong.Add("subject", fault.Required)
	case n > limits.TicketSubject:
		wrong.Add("subject", fault.TooLong)
	}
	if !departments[d.Department] {
		wrong.Add("department", fault.InvalidValue)
	}
	if f := checkText(&d.Text); f != nil {
		wrong.Add("description", f)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return checkFiles(d.Files)
}

func checkText(text *string) *fault.Fault {
	*text = strings.TrimSpace(strings.ReplaceAll(*text, "\r\n", "\n"))
	switch {
	case *text == "":
		return fault.Required
	case utf8.RuneCountInString(*text) > limits.TicketText:
		return fault.TooLong
	}
	return nil
}

func checkFiles(ids []db.TicketFileID) error {
	if len(ids) > limits.TicketFilesEach {
		return fault.TooManyAttachments
	}
	return nil
}

// codeAlphabet lacks what people mistake for something else.
const codeAlphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

const codeLength = 8

// newTrackingCode makes a tracking code of 40 random bits.
func newTrackingCode() string {
	b := make([]byte, codeLength)
	_, _ = rand.Read(b) // it never fails
	for i := range b {
		b[i] = codeAlphabet[int(b[i])%len(codeAlphabet)]
	}
	return "TK-" + string(b)
}

// Open makes a ticket.
func (s *Service) Open(ctx context.Context, who access.Actor, d *NewTicket) (*db.Ticket, error) {
	if err := d.validate(); err != nil {
		return nil, err
	}
	if err := s.opens.Allow(who.User.String()); err != nil {
		return nil, err
	}
	t := &db.Ticket{
		ID: db.TicketID(db.NewID()), Code: newTrackingCode(), User: who.User, Subject: d.Subject, Department: d.Department, Status: Pending,
		LastBy: "user", Version: 1,
	}
	err := s.DB.Update(ctx, func(tx *db.Tx) (err error) {
		if t.PlanType, t.Tier, err = loadSupport(tx.ReadOnly(), who.User); err != nil {
			return err
		}
		if t.Tier == Off {
			return fault.SupportOff
		}
		n, err := tx.CountTicketsOf(who.User, Pending)
		if err != nil {
			return err
		}
		if n >= limits.OpenTickets {
			return fault.TicketLimit
		}
		free, err := loadCalendar(tx.ReadOnly())
		if err != nil {
			return err
		}
		t.ClockDays = answerDays(t.Tier, t.Department)
		free.startClock(t, tx.Now)
		t.ToldAt, t.CreatedAt, t.UpdatedAt, t.SeenAt = tx.Now, tx.Now, tx.Now, tx.Now
		if err := tx.InsertTicket(t); err != nil {
			return err
		}
		m := &db.TicketMessage{Ticket: t.ID, User: who.User, Text: d.Text}
		return errors.Join(s.insertMessage(tx, m, d.Files), s.notifyStaff(tx, t, m))
	})
	return t, err
}

// insertMessage writes a message with its attachments.
func (s *Service) insertMessage(tx *db.Tx, m *db.TicketMessage, files []db.TicketFileID) error {
	m.ID = db.TicketMessageID(db.NewID())
	m.CreatedAt = tx.Now
	if err := tx.InsertTicketMessage(m); err != nil {
		return err
	}
	for _, id := range files {
		err := tx.UpdateTicketFileSent(id, m.User, m.ID)
		if errors.Is(err, db.ErrNotFound) {
			return fault.Field("attachments", fault.InvalidID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadOwnTicket loads a ticket of the actor; InvalidID for that of somebody else. One that was merged
// leads to the other.
func loadOwnTicket(v *db.View, who access.Actor, id db.TicketID) (*db.Ticket, error) {
	t, err := v.TicketByID(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && t.User != who.User {
		return nil, fault.InvalidID
	}
	if err == nil && t.MergedInto != 0 {
		return v.TicketByID(t.MergedInto)
	}
	return t, err
}

// Reply adds a message of the user. A solved ticket opens again.
func (s *Service) Reply(ctx context.Context, who access.Actor, id db.TicketID, text string, files []db.TicketFileID) (*db.Ticket, error) {
	if f := checkText(&text); f != nil {
		return nil, fault.Field("text", f)
	}
	if err := checkFiles(files); err != nil {
		return nil, err
	}
	if err := s.replies.Allow(who.User.String()); err != nil {
		return nil, err
	}
	return db.Do(ctx, s.DB, func(tx *db.Tx) (t *db.Ticket, err error) {
		if t, err = loadOwnTicket(tx.ReadOnly(), who, id); err != nil {
			return t, err
		}
		return t, s.addUserMessage(tx, t, &db.TicketMessage{User: who.User, Text: text}, files)
	})
}

// addUserMessage adds a message of the user to a ticket that takes one.
func (s *Service) addUserMessage(tx *db.Tx, t *db.Ticket, m *db.TicketMessage, files []db.TicketFileID) error {
	if err := checkAcceptsMessage(t); err != nil {
		return err
	}
	free, err := loadCalendar(tx.ReadOnly())
	if err != nil {
		return err
	}
	free.startClock(t, tx.Now)
	t.Status, t.LastBy, t.UpdatedAt, t.SeenAt, t.ClosedAt = Pending, "user", tx.Now, tx.Now, time.Time{}
	m.Ticket = t.ID
	if err := s.insertMessage(tx, m, files); err != nil {
		return err
	}
	if tx.Now.Sub(t.ToldAt) >= limits.TicketMailPause {
		t.ToldAt = tx.Now
		if err := s.notifyStaff(tx, t, m); err != nil {
			return err
		}
	}
	return tx.UpdateTicket(t)
}

// checkAcceptsMessage fails when a ticket takes no message any more.
func checkAcceptsMessage(t *db.Ticket) error {
	switch {
	case t.Status == Closed:
		return fault.TicketClosed
	case t.Messages >= limits.TicketMessages:
		return fault.TicketFull
	}
	return nil
}

// Close ends a ticket of the actor. One that is closed stays so.
func (s *Service) Close(ctx context.Context, who access.Actor, id db.TicketID) (*db.Ticket, error) {
	return db.Do(ctx, s.DB, func(tx *db.Tx) (t *db.Ticket, err error) {
		if t, err = loadOwnTicket(tx.ReadOnly(), who, id); err != nil || t.Status == Closed {
			return t, err
		}
		free, err := loadCalendar(tx.ReadOnly())
		if err != nil {
			return t, err
		}
		free.stopClock(t, tx.Now)
		t.Status, t.ClosedAt, t.UpdatedAt, t.SeenAt = Closed, tx.Now, tx.Now, tx.Now
		return t, tx.UpdateTicket(t)
	})
}

// MarkSeen records that the user looked at a ticket.
func (s *Service) MarkSeen(ctx context.Context, who access.Actor, id db.TicketID) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		t, err := loadOwnTicket(tx.ReadOnly(), who, id)
		if err != nil || !isUnread(t) {
			return err
		}
		return tx.UpdateTicketSeen(t.ID)
	})
}

// isUnread reports whether staff answered since the user looked.
func isUnread(t *db.Ticket) bool { return t.AnsweredAt.After(t.SeenAt) }
