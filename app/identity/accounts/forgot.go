package accounts

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/identity/audit"
	"anbar/app/identity/codes"
	"anbar/app/identity/onetime"
	"anbar/app/identity/password"
	"anbar/app/sharing/members"
	"anbar/db"
)

// resetLink is the purpose of the links that replace a forgotten password.
const resetLink onetime.Purpose = "password reset"

const (
	resetLife = time.Hour
	maxResets = 1000 // waiting requests
)

// resetDetails is kept with such a link.
type resetDetails struct {
	Email  string `json:"email,omitempty"`  // that it went to
	Mobile string `json:"mobile,omitempty"` // the same; one of the two

	// Handed is set for the first link, which an administrator hands over: whoever has it need not read the address.
	Handed bool `json:"handed,omitempty"`
}

// canReset reports whether a reader of the address or number that the link was sent to may
// replace the password: the account still has it, and it is verified, or nothing of the
// account is. An unverified address does not open an account with a verified number,
// because its user may have entered another person's address.
func (r resetDetails) canReset(u *db.User) bool {
	unproven := !u.EmailValidated && !u.MobileValidated
	if r.Email != "" {
		return r.Email == u.Email && (u.EmailValidated || unproven)
	}
	return r.Mobile != "" && r.Mobile == u.Mobile && (u.MobileValidated || unproven)
}

// resetQueue holds the requests for reset links. The answer is sent before the account is
// looked up, so its time does not reveal whether the account exists.
type resetQueue struct {
	mu  sync.Mutex
	all []resetRequest
}

type resetRequest struct {
	login string
	from  api.Origin
	first bool // staff made the account
}

// RequestReset queues a reset link for the account of the login, if it exists. The answer is the
// same in both cases.
func (s *Service) RequestReset(login, solution string, from api.Origin) error {
	login = normalizeLogin(login)
	if err := s.byAddress.Allow(from.Address); err != nil {
		return err
	}
	if err := s.requireCaptcha(login, from.Address, solution); err != nil {
		return err
	}
	s.failures.add("address " + from.Address)
	if s.mails.ReserveReset(login) != nil {
		return nil // they have their mails
	}
	s.resets.mu.Lock()
	defer s.resets.mu.Unlock()
	if len(s.resets.all) < maxResets {
		s.resets.all = append(s.resets.all, resetRequest{login: login, from: from})
	}
	return nil
}

// SendQueuedResets writes to those who forgot their password.
func (s *Service) SendQueuedResets(ctx context.Context) error {
	s.resets.mu.Lock()
	all := s.resets.all
	s.resets.all = nil
	s.resets.mu.Unlock()
	var err error
	for _, f := range all {
		err = errors.Join(err, s.db.Update(ctx, func(tx *db.Tx) error { return s.issueResetLink(tx, f) }))
	}
	return err
}

func (s *Service) issueResetLink(tx *db.Tx, f resetRequest) error {
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
	if f.first {
		m.Data.Event = string(audit.AccountCreated)
	}
	r := resetDetails{Email: m.To, Mobile: m.Mobile}
	if !r.canReset(u) {
		return nil
	}
	if m.Mobile != "" {
		err := codes.RecordText(tx, s.textsPerHour, u.MobileValidated)
		if errors.Is(err, fault.TooManyRequests) {
			return nil // the alarm reports it; the caller has had the answer already
		}
		if err != nil {
			return err
		}
	}
	if err := tx.DeleteOneTimesOf(u.ID, string(resetLink)); err != nil {
		return err
	}
	token, err := onetime.Issue(tx, resetLink, u.ID, resetLife, r)
	if err != nil {
		return err
	}
	m.Until = tx.Now.Add(resetLife)
	m.Data.URL = s.ResetURL(token)
	return errors.Join(mail.Enqueue(tx, m), s.audit.Record(tx, audit.Event{Action: audit.PasswordAsked, User: u.ID, From: f.from}))
}

// ResetURL is the page of a reset link or of a first link.
func (s *Service) ResetURL(token string) string {
	return s.url() + "/reset-password?token=" + url.QueryEscape(token)
}

// openResetLink is a reset link with the account that it opens.
type openResetLink struct {
	resetDetails
	token *onetime.Token
	user  *db.User
}

// loadResetLink loads a reset link with its account, and what was kept with it. It fails when the
// link no longer opens the account.
func loadResetLink(v *db.View, token string) (l *openResetLink, err error) {
	l = &openResetLink{}
	if l.token, err = onetime.Peek(v, resetLink, token, &l.resetDetails); err != nil {
		return nil, err
	}
	if l.user, err = v.UserByID(l.token.User); err != nil {
		return nil, err
	}
	opens := l.canReset(l.user)
	if l.Handed {
		opens, err = IsUnopened(v, l.user)
	}
	if err == nil && !opens {
		err = fault.InvalidToken
	}
	return l, err
}

// LoadResetTarget returns the address or number of a reset link's account, and the sign-in
// methods added to the account lately, which keep working unless ResetPassword ends them.
func (s *Service) LoadResetTarget(ctx context.Context, token string) (login string, all []Addition, err error) {
	err = s.db.View(ctx, func(v *db.View) error {
		l, err := loadResetLink(v, token)
		if err != nil {
			return err
		}
		if login = l.user.Email; l.Email == "" {
			login = l.user.Mobile
		}
		all, err = listAdditions(v, l.user.ID)
		return err
	})
	return login, all, err
}

// ResetPassword replaces a forgotten password by the link that was sent. It ends all sessions and
// the chosen additions, and marks the address or number of the link as verified. When
// nothing of the account was verified before, the account's creator loses every way to sign
// in.
func (s *Service) ResetPassword(ctx context.Context, token, next string, ends []AdditionKey, from api.Origin) error {
	if err := s.byAddress.Allow(from.Address); err != nil {
		return err
	}
	l, err := db.Get(ctx, s.db, func(v *db.View) (*openResetLink, error) { return loadResetLink(v, token) })
	if err != nil {
		return err
	}
	if f := checkPassword(next, personalWordsOf(l.user)...); f != nil {
		return fault.Field("password", f)
	}
	phc, err := password.Hash(next)
	if err != nil {
		return err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) error {
		l, err := loadResetLink(&tx.View, token)
		if err != nil {
			return err
		}
		if err := l.token.Spend(tx); err != nil {
			return err
		}
		u, r := l.user, l.resetDetails
		if err := s.replacePassword(tx, access.Actor{User: u.ID}, phc, audit.Event{
			Action: audit.PasswordReset, User: u.ID, From: from,
		}); err != nil {
			return err
		}
		if err := s.removeAdditions(tx, u.ID, ends, from); err != nil {
			return err
		}
		if r.Handed {
			return nil
		}
		return s.verifyResetContact(tx, u, r.Email != "", from)
	})
	if err == nil {
		s.failures.reset("login " + l.user.Email)
		s.failures.reset("login " + l.user.Mobile)
	}
	return err
}

// verifyResetContact marks the address or number that the link was sent to as verified. When nothing
// of the account was verified before, another person may have made it: their ways to sign
// in, and the access that they gave to others, are removed.
func (s *Service) verifyResetContact(tx *db.Tx, u *db.User, mailed bool, from api.Origin) error {
	if mailed && u.EmailValidated || !mailed && u.MobileValidated {
		return nil
	}
	if err := errors.Join(tx.DeleteCredentials(u.ID), tx.CloseShares(u.ID, access.NoRole)); err != nil {
		return err
	}
	c := emailContact
	if mailed {
		u.Mobile = ""
	} else {
		u.Email, c = "", mobileContact
	}
	u.EmailValidated, u.MobileValidated = mailed, !mailed
	u.PendingEmail, u.PendingMobile = "", ""
	if err := errors.Join(tx.UpdateUserContact(u), s.audit.Record(tx, audit.Event{
		Action: c.verifiedAction, User: u.ID, From: from, Detail: c.detail(*c.current(u)),
	})); err != nil || !mailed {
		return err
	}
	return members.AcceptInvitations(tx, u)
}
