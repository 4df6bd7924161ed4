package accounts

import (
	"context"
	"errors"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/password"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// SignIn checks login and password, the first step. Unknown logins and wrong passwords get
// the same answer after the same work. After some failures it requires the solution of a
// captcha.
func (s *Service) SignIn(ctx context.Context, login, given, solution string, from api.Origin) (*sessions.LoginResult, error) {
	login = normalizeLogin(login)
	if err := errors.Join(s.byAddress.Allow(from.Address), s.byLogin.Allow(login+" "+from.Address)); err != nil {
		return nil, err
	}
	if err := s.requireCaptcha(login, from.Address, solution); err != nil {
		s.byLogin.Refund(login + " " + from.Address) // nothing was tried
		return nil, err
	}
	u, err := s.loadUserOrDecoy(ctx, login)
	if err != nil {
		return nil, err
	}
	ok, old, err := password.Verify(u.Password, given)
	if err != nil {
		return nil, err
	}
	if !ok || u.ID == 0 {
		s.failures.add("login " + login)
		s.failures.add("address " + from.Address)
		s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: u.ID, From: from, Detail: audit.Detail{Method: "password"}})
		return nil, fault.WrongCredentials
	}
	s.failures.reset("login " + login)
	phc := u.Password
	if old {
		if phc, err = password.Hash(given); err != nil {
			return nil, err
		}
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (*sessions.LoginResult, error) {
		now, err := tx.UserByID(u.ID)
		if err != nil {
			return nil, err
		}
		if now.Password != u.Password { // replaced since it was compared
			return nil, fault.WrongCredentials
		}
		if old {
			if err := tx.UpdateUserPassword(u.ID, phc); err != nil {
				return nil, err
			}
			now.Password = phc
		}
		return s.twoFactor.FinishFirstStep(tx, now, from, "password")
	})
}

// loadUserOrDecoy returns the user with that login, or an empty user with a password hash that
// nothing matches.
func (s *Service) loadUserOrDecoy(ctx context.Context, login string) (*db.User, error) {
	u := &db.User{}
	err := s.db.View(ctx, func(v *db.View) error {
		found, err := v.UserByLogin(login)
		if err == nil {
			u = found
		}
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		return err
	})
	if u.Password == "" {
		u.Password = password.Decoy
	}
	return u, err
}
