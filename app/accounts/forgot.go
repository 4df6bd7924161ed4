package accounts

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/codes"
	"anbar/app/fault"
	"anbar/app/mail"
	"anbar/app/members"
	"anbar/app/onetime"
	"anbar/app/password"
	"anbar/db"
)

// resetting is the purpose of the links that replace a forgotten password.
const resetting onetime.Purpose = "password reset"

const (
	resetLife = time.Hour
	maxAsked  = 1000 // who wait for their mail
)

// reset is kept with such a link.
type reset struct {
	Email  string `json:"email,omitempty"`  // that it went to
	Mobile string `json:"mobile,omitempty"` // the same; one of the two
}

// opens reports whether who reads what came there is whose the account is, as far as
// anybody knows: it still is the account's, and proven, or nothing of it is proven. An
// address that nobody proved is not a way into an account whose number is proven: its
// person may have written down somebody else's.
func (r reset) opens(u *db.User) bool {
	unproven := !u.EmailValidated && !u.MobileValidated
	if r.Email != "" {
		return r.Email == u.Email && (u.EmailValidated || unproven)
	}
	return r.Mobile != "" && r.Mobile == u.Mobile && (u.MobileValidated || unproven)
}

// asked are those who forgot their password. They get their answer before
// anybody looks whether there is such an account, so it takes no longer with one.
type asked struct {
	mu  sync.Mutex
	all []forgotten
}

type forgotten struct {
	login string
	from  api.Origin
}

// Forgot mails a link that replaces the password to whoever has that login. Nobody
// learns from it whether there is such an account.
func (s *Service) Forgot(login, solution string, from api.Origin) error {
	login = normalLogin(login)
	if err := s.byAddress.Take(from.Address); err != nil {
		return err
	}
	if err := s.requireCaptcha(login, from.Address, solution); err != nil {
		return err
	}
	s.tries.failed("address " + from.Address)
	if s.mails.Reset(login) != nil {
		return nil // they have their mails
	}
	s.asked.mu.Lock()
	defer s.asked.mu.Unlock()
	if len(s.asked.all) < maxAsked {
		s.asked.all = append(s.asked.all, forgotten{login, from})
	}
	return nil
}

// Remind writes to those who forgot their password.
func (s *Service) Remind(ctx context.Context) error {
	s.asked.mu.Lock()
	all := s.asked.all
	s.asked.all = nil
	s.asked.mu.Unlock()
	var err error
	for _, f := range all {
		err = errors.Join(err, s.db.Update(ctx, func(tx *db.Tx) error { return s.remind(tx, f) }))
	}
	return err
}

func (s *Service) remind(tx *db.Tx, f forgotten) error {
	u, err := tx.UserByLogin(f.login)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	m := mail.Message{Language: u.Language, Kind: mail.PasswordForgot, Data: mail.Data{Device: f.from.Device, Address: f.from.Address}}
	switch {
	case u.EmailValidated || f.login == u.Email:
		m.To = u.Email
	case u.MobileValidated || f.login == u.Mobile:
		m.Mobile = u.Mobile
	}
	r := reset{m.To, m.Mobile}
	if !r.opens(u) {
		return nil
	}
	if m.Mobile != "" {
		err := codes.CountText(tx, s.texts, u.MobileValidated)
		if errors.Is(err, fault.TooManyRequests) {
			return nil // the alarm says so; whoever asked was told nothing anyway
		}
		if err != nil {
			return err
		}
	}
	if err := tx.DeleteOneTimesOf(u.ID, string(resetting)); err != nil {
		return err
	}
	token, err := onetime.Issue(tx, resetting, u.ID, resetLife, r)
	if err != nil {
		return err
	}
	m.Data.URL = s.url() + "/reset-password?token=" + url.QueryEscape(token)
	return errors.Join(mail.Enqueue(tx, m), s.audit.Record(tx, audit.Event{Action: audit.PasswordAsked, User: u.ID, From: f.from}))
}

// resets loads what a link that replaces a password is about, and whether it went to
// the address. It is worth nothing once it is no way into the account any more.
func resets(v *db.View, token string) (*onetime.Token, *db.User, bool, error) {
	var r reset
	t, err := onetime.Peek(v, resetting, token, &r)
	if err != nil {
		return nil, nil, false, err
	}
	u, err := v.UserByID(t.User)
	if err == nil && !r.opens(u) {
		err = fault.InvalidToken
	}
	return t, u, r.Email != "", err
}

// CheckReset tells whose password a link replaces, by their address or number, and what
// was added to the account lately that goes on working.
func (s *Service) CheckReset(ctx context.Context, token string) (login string, all []Added, err error) {
	err = s.db.View(ctx, func(v *db.View) error {
		_, u, mailed, err := resets(v, token)
		if err != nil {
			return err
		}
		if login = u.Email; !mailed {
			login = u.Mobile
		}
		all, err = added(v, u.ID)
		return err
	})
	return login, all, err
}

// Reset replaces a forgotten password by the link that was sent, and ends all
// sessions, and of what was added lately what the person chose. That person reads what comes to the address: it is proven; and whoever
// made the account without proving it loses everything that they could come in with.
func (s *Service) Reset(ctx context.Context, token, next string, ends []Ended, from api.Origin) error {
	if err := s.byAddress.Take(from.Address); err != nil {
		return err
	}
	var u *db.User
	err := s.db.View(ctx, func(v *db.View) (err error) {
		_, u, _, err = resets(v, token)
		return err
	})
	if err != nil {
		return err
	}
	if f := checkPassword(next, wordsOf(u)...); f != nil {
		return fault.Field("password", f)
	}
	phc, err := password.Hash(next)
	if err != nil {
		return err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		t, u, mailed, err := resets(&tx.View, token)
		if err != nil {
			return err
		}
		if err := t.Spend(tx); err != nil {
			return err
		}
		if err := s.replacePassword(tx, access.Actor{User: u.ID}, phc, audit.Event{
			Action: audit.PasswordReset, User: u.ID, From: from,
		}); err != nil {
			return err
		}
		if err := s.end(tx, u.ID, ends, from); err != nil {
			return err
		}
		return s.provenBy(tx, u, mailed, from)
	})
	if err == nil {
		s.tries.forget("login " + u.Email)
		s.tries.forget("login " + u.Mobile)
	}
	return err
}

// provenBy notes that the person reads what comes to their address, or to their
// number, when nothing of the account was proven before. Whoever made it may have been
// somebody else: they keep no way in, and nothing that they let others have.
func (s *Service) provenBy(tx *db.Tx, u *db.User, mailed bool, from api.Origin) error {
	if mailed && u.EmailValidated || !mailed && u.MobileValidated {
		return nil
	}
	if err := errors.Join(tx.DeleteCredentials(u.ID), tx.CloseShares(u.ID, access.NoRole)); err != nil {
		return err
	}
	c := address
	if mailed {
		u.Mobile = ""
	} else {
		u.Email, c = "", number
	}
	u.EmailValidated, u.MobileValidated = mailed, !mailed
	u.PendingEmail, u.PendingMobile = "", ""
	if err := errors.Join(tx.UpdateUserContact(u), s.audit.Record(tx, audit.Event{
		Action: c.verified, User: u.ID, From: from, Detail: c.detail(*c.now(u)),
	})); err != nil || !mailed {
		return err
	}
	return members.AcceptAll(tx, u)
}
