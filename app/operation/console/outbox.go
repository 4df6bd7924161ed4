package console

import (
	"errors"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/operation/logs"
	"anbar/db"
)

func (m *System) mountOutbox(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/outbox", Gate: api.Staff, Area: access.Outbox, Does: "Mails and text messages of the last 30 days, newest first",
	}, m.handleListOutbox)
	api.Handle(r, api.Op{
		Call: "GET /admin/outbox/templates", Gate: api.Staff, Area: access.Outbox, Does: "Every kind of message, with sample data",
	}, m.handleListTemplates)
	api.Handle(r, api.Op{
		Call: "GET /admin/outbox/{message_id}", Gate: api.Staff, Area: access.Outbox,
		Does: "One message; codes, links and the words of users are masked in its text",
	}, m.handleGetMessage)
	api.Handle(r, api.Op{
		Call: "POST /admin/outbox/{message_id}/resend", Gate: api.Staff, Area: access.Outbox, Event: "message_resend",
		Does:  "Send a message again that was given up, kept or canceled",
		Fails: []*fault.Fault{fault.MessageClosed, fault.MessageLate},
	}, m.handleResendMessage)
	api.Handle(r, api.Op{
		Call: "POST /admin/outbox/resend", Gate: api.Staff, Area: access.Outbox, Event: "message_resend",
		Does: "Send all messages again that were given up, without those whose code or link has ended",
	}, m.handleResendAll)
	api.Handle(r, api.Op{
		Call: "POST /admin/outbox/{message_id}/cancel", Gate: api.Staff, Area: access.Outbox, Event: "message_cancel",
		Does: "Cancel a message that waits", Fails: []*fault.Fault{fault.MessageClosed},
	}, m.handleCancelMessage)
	api.Handle(r, api.Op{
		Call: "POST /admin/outbox/test", Gate: api.Staff, Area: access.Outbox, Event: "message_test", Status: 201,
		Does:  "Put a test message to an address or a mobile number into the outbox",
		Fails: []*fault.Fault{fault.InvalidEmail, fault.InvalidMobile},
	}, m.handleSendTest)
}

// messageStates are the names of the states of db.
var messageStates = []string{"waiting", "sent", "given_up", "kept", "canceled"}

// OutboxMessage is a message as staff see it.
type OutboxMessage struct {
	ID        db.MessageID `json:"message_id"`
	Channel   string       `json:"channel" enum:"mail,sms"`
	Kind      string       `json:"kind"`
	To        string       `json:"to"`
	Language  string       `json:"language"`
	State     string       `json:"state" enum:"waiting,sent,given_up,kept,canceled" doc:"kept: nothing is configured that sends it"`
	Tries     int          `json:"tries"`
	Error     string       `json:"error" doc:"of the last try, without codes and addresses; empty for none"`
	CreatedAt api.Time     `json:"created_at"`
	NextAt    api.Time     `json:"next_at" nullable:"true" doc:"of the next try; null unless it waits"`
	SentAt    api.Time     `json:"sent_at" nullable:"true"`
	Late      bool         `json:"late" doc:"the code or the link in it has ended"`
}

// OutboxDetail is a message with its text.
type OutboxDetail struct {
	OutboxMessage
	Subject string `json:"subject" doc:"of a mail, masked"`
	Text    string `json:"text" doc:"masked; empty for messages from before an update"`
}

// OutboxList is a part of the outbox.
type OutboxList struct {
	Messages []OutboxMessage `json:"messages"`
	Waiting  int64           `json:"waiting" doc:"in the whole outbox"`
	GivenUp  int64           `json:"given_up"`
	Kept     int64           `json:"kept"`
	Mail     bool            `json:"mail" doc:"a mail server is configured"`
	SMS      bool            `json:"sms" doc:"an SMS gateway is configured"`
	PageInfo api.PageInfo    `json:"page_info"`
}

// MessageOf writes a message as the console and the shell show it.
func MessageOf(v *db.View, row *db.Message) OutboxMessage {
	o := OutboxMessage{
		ID: row.ID, Channel: row.Channel, Kind: row.Kind, To: row.Recipient, Language: row.Language, State: messageStates[row.State],
		Tries: row.Tries, Error: logs.Scrub(row.Error), CreatedAt: api.Time(row.CreatedAt), SentAt: api.Time(row.SentAt),
		Late: mail.IsLate(row, v.Now),
	}
	if row.State == db.MessageWaiting {
		o.NextAt = api.Time(row.NextAt)
	}
	return o
}

type outboxIn struct {
	State   string `query:"state" enum:",waiting,sent,given_up,kept,canceled"`
	Channel string `query:"channel" enum:",mail,sms"`
	Kind    string `query:"kind"`
	Find    string `query:"query" doc:"a part of the address or the number"`
	api.PageQuery
}

const maxFind = 100

// ParseStates returns the state of that name for a filter; none for an unknown one.
func ParseStates(name string) []int {
	if i := slices.Index(messageStates, name); i >= 0 {
		return []int{i}
	}
	return nil
}

func (in *outboxIn) toFilter() (db.MessageFilter, error) {
	f := db.MessageFilter{Channel: in.Channel, Kind: in.Kind, To: names.NormalizeLogin(in.Find)}
	if len(f.To) > maxFind {
		return f, fault.Field("query", fault.TooLong)
	}
	f.States = ParseStates(in.State)
	return f, nil
}

func (m *System) handleListOutbox(c *api.Call, in *outboxIn) (*OutboxList, error) {
	f, err := in.toFilter()
	if err != nil {
		return nil, err
	}
	part, err := in.Of("outbox")
	if err != nil {
		return nil, err
	}
	l := &OutboxList{Messages: []OutboxMessage{}, Mail: m.Mail.CanSend(db.ByMail), SMS: m.Mail.CanSend(db.BySMS)}
	err = m.DB.View(c, func(v *db.View) error {
		if err := l.loadPage(v, f, part); err != nil {
			return err
		}
		return l.loadCounts(v)
	})
	return l, err
}

// loadPage adds a part of the messages that a filter lets through.
func (l *OutboxList) loadPage(v *db.View, f db.MessageFilter, part api.Part) error {
	total, err := v.CountMessages(f)
	if err != nil {
		return err
	}
	f.Slice = part.Slice
	rows, next, err := v.Messages(f)
	if err != nil {
		return err
	}
	for i := range rows {
		l.Messages = append(l.Messages, MessageOf(v, &rows[i]))
	}
	l.PageInfo, err = part.Info(total, next)
	return err
}

// loadCounts adds how many messages are in the states that staff look after.
func (l *OutboxList) loadCounts(v *db.View) (err error) {
	for state, into := range map[int]*int64{
		db.MessageWaiting: &l.Waiting, db.MessageGivenUp: &l.GivenUp, db.MessageKept: &l.Kept,
	} {
		if *into, err = v.CountMessages(db.MessageFilter{States: []int{state}}); err != nil {
			return err
		}
	}
	return nil
}

type messageIn struct {
	ID db.MessageID `path:"message_id"`
}

func (m *System) handleGetMessage(c *api.Call, in *messageIn) (*OutboxDetail, error) {
	d := &OutboxDetail{}
	err := m.DB.View(c, func(v *db.View) error {
		row, err := v.MessageByID(in.ID)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err == nil {
			d.OutboxMessage = MessageOf(v, row)
			d.Subject, d.Text, _ = strings.Cut(row.Shown, "\n\n")
		}
		return err
	})
	return d, err
}

func (m *System) handleResendMessage(c *api.Call, in *messageIn) (api.None, error) {
	return api.None{}, m.DB.Update(c, func(tx *db.Tx) error {
		row, err := mail.Resend(tx, in.ID)
		if err != nil {
			return err
		}
		return m.recordEvent(tx, c, audit.MessageResent, audit.Detail{Name: row.Kind, Count: 1})
	})
}

// OutboxResent is how many messages go out again.
type OutboxResent struct {
	Count int64 `json:"count"`
}

func (m *System) handleResendAll(c *api.Call, _ *api.None) (*OutboxResent, error) {
	done := &OutboxResent{}
	err := m.DB.Update(c, func(tx *db.Tx) (err error) {
		if done.Count, err = mail.ResendAll(tx); err != nil {
			return err
		}
		return m.recordEvent(tx, c, audit.MessageResent, audit.Detail{Count: int(done.Count)})
	})
	return done, err
}

func (m *System) handleCancelMessage(c *api.Call, in *messageIn) (api.None, error) {
	return api.None{}, m.DB.Update(c, func(tx *db.Tx) error {
		row, err := mail.Cancel(tx, in.ID)
		if err != nil {
			return err
		}
		return m.recordEvent(tx, c, audit.MessageCanceled, audit.Detail{Name: row.Kind})
	})
}

type testIn struct {
	To       string `json:"to" doc:"address or mobile number"`
	Language string `json:"language" enum:"fa,en"`
}

// OutboxTest is the test message that waits now.
type OutboxTest struct {
	ID db.MessageID `json:"message_id"`
}

func (m *System) handleSendTest(c *api.Call, in *testIn) (*OutboxTest, error) {
	msg := mail.Message{Language: in.Language, Kind: mail.Test, Data: mail.Data{URL: m.URL()}}
	if strings.Contains(in.To, "@") {
		msg.To = in.To
	} else {
		msg.Mobile = in.To
	}
	if err := m.tests.Allow(c.Who.User.String()); err != nil {
		return nil, err
	}
	done := &OutboxTest{}
	err := m.DB.Update(c, func(tx *db.Tx) error {
		u, err := tx.UserByID(c.Who.User)
		if err != nil {
			return err
		}
		msg.Data.Who = strings.TrimSpace(u.FirstName + " " + u.LastName)
		if done.ID, err = mail.EnqueueWithID(tx, msg); err != nil {
			return err
		}
		return m.recordEvent(tx, c, audit.MessageTested, audit.Detail{Email: msg.To, Mobile: msg.Mobile})
	})
	return done, err
}

type templatesIn struct {
	Language string `query:"language" enum:",fa,en"`
}

// OutboxTemplates is every kind of message.
type OutboxTemplates struct {
	Templates []OutboxTemplate `json:"templates"`
}

// OutboxTemplate is a kind of message with sample data.
type OutboxTemplate struct {
	Kind    string `json:"kind"`
	Subject string `json:"subject"`
	Text    string `json:"text"`
	SMS     string `json:"sms" doc:"empty when it never is a text message"`
}

func (m *System) handleListTemplates(_ *api.Call, in *templatesIn) (*OutboxTemplates, error) {
	if in.Language == "" {
		in.Language = "fa"
	}
	all, err := mail.RenderSamples(in.Language, m.URL())
	l := &OutboxTemplates{Templates: []OutboxTemplate{}}
	for _, s := range all {
		l.Templates = append(l.Templates, OutboxTemplate{Kind: string(s.Kind), Subject: s.Subject, Text: s.Text, SMS: s.SMS})
	}
	return l, err
}

// recordEvent records what a member of staff did.
func (m *System) recordEvent(tx *db.Tx, c *api.Call, action audit.Action, d audit.Detail) error {
	return m.Audit.Record(tx, audit.Event{Action: action, User: c.Who.User, From: c.Origin(), Detail: d})
}
