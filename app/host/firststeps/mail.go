package firststeps

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/operation/logs"
	"anbar/db"
)

// Mailer is the service that sends mails.
type Mailer interface {
	CanSend(channel string) bool
	Route() string
	CheckServer(ctx context.Context) error
	SendNow(ctx context.Context, m mail.Message) error
}

// MailStep is whether mails go out.
type MailStep struct {
	Step
	Server  string   `json:"server" doc:"name and port of the mail server; empty for none"`
	Problem *Trouble `json:"problem" doc:"of the last look at the mail server; null for none"`
	Proven  api.Time `json:"proven_at" nullable:"true" doc:"when this server last accepted a test mail; null for never"`
}

func (s *Service) loadMail(last *look, kept db.FirstStep) MailStep {
	if !s.Mail.CanSend(db.ByMail) {
		return MailStep{Step: Step{State: Open}}
	}
	route := s.Mail.Route()
	server, _, _ := strings.Cut(route, " ")
	m := MailStep{Step: Step{State: Open}, Server: server, Problem: last.mail}
	if kept.ProvenFor == route {
		m.Proven = api.Time(kept.Proven)
	}
	switch {
	case m.Problem != nil:
		m.State = Broken
	case time.Time(m.Proven).IsZero(): // a test mail is still to be sent
	case last.at.IsZero():
		m.State = Looking
	default:
		m.State = Done
	}
	return m
}

// probeMail connects to the mail server, and signs in.
func (s *Service) probeMail(ctx context.Context) *Trouble {
	if !s.Mail.CanSend(db.ByMail) {
		return nil
	}
	err := s.Mail.CheckServer(ctx)
	if err == nil {
		return nil
	}
	t := troubleOf(err)
	t.Words = logs.Scrub(t.Words) // auditors read it, too
	return t
}

// smtpFailures are the failures of a server that greeted as mail servers do. What it said is shown; what other machines say is not, because
// a test would read it to whoever enters their addresses.
var smtpFailures = []*fault.Fault{
	fault.ConnectionTLS, fault.ConnectionLogin, fault.ConnectionSender, fault.ConnectionRecipient, fault.ConnectionMessage,
}

// troubleOf takes an error of the catalogue apart.
func troubleOf(err error) *Trouble {
	var f *fault.Fault
	if !errors.As(err, &f) {
		return &Trouble{Key: fault.ConnectionAnswer.Key}
	}
	t := &Trouble{Key: f.Key}
	cause := errors.Unwrap(f)
	if cause != nil && slices.ContainsFunc(smtpFailures, func(one *fault.Fault) bool { return one.Key == f.Key }) {
		t.Words = cause.Error()
	}
	t.Words = strings.ReplaceAll(t.Words, "\n", "; ")
	return t
}

// MailTest is how a test mail went.
type MailTest struct {
	To      string   `json:"to" doc:"your address"`
	Server  string   `json:"server"`
	Problem *Trouble `json:"problem" doc:"why it was not accepted; null when it was"`
}

func (s *Service) handleTestMail(c *api.Call, _ *api.None) (*MailTest, error) {
	if !s.Mail.CanSend(db.ByMail) {
		return nil, fault.NoMailServer
	}
	if err := s.tests.Allow(c.Who.User.String()); err != nil {
		return nil, err
	}
	u, err := db.Do(c, s.DB, func(tx *db.Tx) (*db.User, error) {
		u, err := tx.UserByID(c.Who.User)
		if err != nil {
			return u, err
		}
		return u, s.Record(tx, c, true)
	})
	if err != nil {
		return nil, err
	}
	route := s.Mail.Route()
	server, _, _ := strings.Cut(route, " ")
	t := &MailTest{To: u.Email, Server: server}
	err = s.Mail.SendNow(c, mail.Message{
		To: u.Email, Language: cmp.Or(u.Language, "fa"), Kind: mail.Test,
		Data: mail.Data{URL: s.URL(), Who: strings.TrimSpace(u.FirstName + " " + u.LastName)},
	})
	if err != nil {
		t.Problem = troubleOf(err)
		return t, nil
	}
	s.noteMailWorks()
	return t, s.DB.Update(c, func(tx *db.Tx) error {
		return tx.PutFirstStep(&db.FirstStep{Step: stepMail, Proven: tx.Now, ProvenFor: route})
	})
}

// noteMailWorks forgets that the mail server did not answer the last time, also what a look is about to say that goes on now.
func (s *Service) noteMailWorks() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last.mail, s.mailWorked = nil, time.Now()
}
