package accounts

import (
	"context"
	"errors"
	"unicode"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/onetime"
	"anbar/app/password"
	"anbar/db"
)

// resetting is the purpose of the links that replace a forgotten password.
const resetting onetime.Purpose = "password reset"

const (
	minPassword = 8
	maxPassword = 200
)

func checkPassword(word string) *fault.Fault {
	var upper, lower, digit, symbol bool
	n := 0
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
	}
	return nil
}

// ChangePassword replaces the actor's password and ends all their other
// sessions.
func (s *Service) ChangePassword(ctx context.Context, who access.Actor, current, next string, from api.Origin) error {
	if f := checkPassword(next); f != nil {
		return fault.Field("new_password", f)
	}
	if err := s.byLogin.Take("change " + who.User.String()); err != nil {
		return err
	}
	if err := s.confirm(ctx, who.User, current); err != nil {
		return err
	}
	phc, err := password.Hash(next)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		return s.replacePassword(tx, who, phc, audit.Event{Action: audit.PasswordChanged, User: who.User, From: from})
	})
}

// replacePassword ends all sessions but the one that the person asks with, and
// spends the links that would replace it again.
func (s *Service) replacePassword(tx *db.Tx, who access.Actor, phc string, e audit.Event) error {
	if err := tx.UpdateUserPassword(who.User, phc); err != nil {
		return err
	}
	if _, err := s.sessions.EndOthers(tx, who); err != nil {
		return err
	}
	return errors.Join(tx.DeleteOneTimesOf(who.User, string(resetting)), s.audit.Record(tx, e))
}

func (s *Service) confirm(ctx context.Context, id db.UserID, given string) error {
	var u *db.User
	err := s.db.View(ctx, func(v *db.View) (err error) {
		u, err = v.UserByID(id)
		return err
	})
	if err != nil {
		return err
	}
	phc := u.Password
	if phc == "" {
		phc = password.Decoy
	}
	ok, err := password.Matches(phc, given)
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
		u, err := tx.UserByLogin(normalLogin(login))
		if err != nil {
			return err
		}
		return s.replacePassword(tx, access.Actor{User: u.ID}, phc, audit.Event{Action: audit.PasswordChanged, User: u.ID})
	})
}
