package accounts

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/password"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/db"
)

const (
	minPassword = 8
	maxPassword = 200
)

// checkPassword refuses passwords that are short, of one kind of characters, or among the
// most common. own holds words about the user that are refused too.
func checkPassword(word string, own ...string) *fault.Fault {
	var upper, lower, digit, symbol bool
	n := 0
	word = password.Normalize(word)
	for _, r := range word {
		n++
		switch {
		case 'A' <= r && r <= 'Z':
			upper = true
		case 'a' <= r && r <= 'z':
			lower = true
		case unicode.IsDigit(r):
			digit = true
		case !unicode.IsLetter(r):
			symbol = true
		}
	}
	switch {
	case n == 0:
		return fault.Required
	case len(word) > maxPassword:
		return fault.TooLong
	case n < minPassword || !upper || !lower || !digit || !symbol:
		return fault.WeakPassword
	case password.IsCommon(word, append(own, product)...):
		return fault.CommonPassword
	}
	return nil
}

// product is part of the name of every installation.
const product = "anbar"

// personalWordsOf are those that are known of a person.
func personalWordsOf(u *db.User) []string {
	local, host, _ := strings.Cut(u.Email, "@")
	domain, _, _ := strings.Cut(host, ".")
	return []string{u.FirstName, u.LastName, u.FirstName + u.LastName, local, domain}
}

// ChangePassword replaces the actor's password and ends all their other sessions. It also
// sets the first password of an account without one, if the actor confirmed their identity
// recently.
func (s *Service) ChangePassword(ctx context.Context, who access.Actor, current, next string, from api.Origin) error {
	u, err := s.loadSelf(ctx, who)
	if err != nil {
		return err
	}
	if f := checkPassword(next, personalWordsOf(u)...); f != nil {
		return fault.Field("new_password", f)
	}
	if u.Password != "" {
		if err := s.verifyPassword(u, current); err != nil {
			s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: u.ID, From: from, Detail: audit.Detail{Method: byPassword}})
			return err
		}
	}
	phc, err := password.Hash(next)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		now, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		if now.Password == "" {
			err = sessions.RequireRecentAuth(&tx.View, who)
		} else if now.Password != u.Password {
			err = fault.WrongPassword
		}
		if err != nil {
			return err
		}
		return s.replacePassword(tx, who, phc, audit.Event{Action: audit.PasswordChanged, User: who.User, From: from})
	})
}

func (s *Service) loadSelf(ctx context.Context, who access.Actor) (*db.User, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*db.User, error) { return v.UserByID(who.User) })
}

// replacePassword ends all sessions but the one that the person asks with, and
// spends the links that would replace it again and the logins that began with it.
func (s *Service) replacePassword(tx *db.Tx, who access.Actor, phc string, e audit.Event) error {
	if err := tx.UpdateUserPassword(who.User, phc); err != nil {
		return err
	}
	if _, err := s.sessions.EndOthers(tx, who); err != nil {
		return err
	}
	return errors.Join(tx.DeleteOneTimesOf(who.User, string(resetLink)), twofactor.AbandonLogins(tx, who.User), s.audit.Record(tx, e))
}

// verifyPassword compares a password given by a signed-in user with theirs.
func (s *Service) verifyPassword(u *db.User, given string) error {
	if err := s.byLogin.Allow("confirm " + u.ID.String()); err != nil {
		return err
	}
	phc := u.Password
	if phc == "" {
		phc = password.Decoy
	}
	ok, _, err := password.Verify(phc, given)
	if err == nil && !ok {
		err = fault.WrongPassword
	}
	return err
}

// SetPassword replaces a person's password from the shell and ends all their
// sessions.
func (s *Service) SetPassword(ctx context.Context, login, next string) error {
	if f := checkPassword(next); f != nil {
		return fault.Field("password", f)
	}
	phc, err := password.Hash(next)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByLogin(normalizeLogin(login))
		if err != nil {
			return err
		}
		return s.replacePassword(tx, access.Actor{User: u.ID}, phc, audit.Event{Action: audit.PasswordChanged, User: u.ID})
	})
}
