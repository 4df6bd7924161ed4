package accounts

import (
	"context"
	"errors"

	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/password"
	"anbar/app/sessions"
	"anbar/db"
)

// SignIn takes the first step of who has that login and password. Unknown people
// and wrong passwords get the same answer after the same work.
func (s *Service) SignIn(ctx context.Context, login, given string, from api.Origin) (*sessions.LoginResult, error) {
	login = normalLogin(login)
	if err := errors.Join(s.byAddress.Take(from.Address), s.byLogin.Take(login+" "+from.Address)); err != nil {
		return nil, err
	}
	u, err := s.whoever(ctx, login)
	if err != nil {
		return nil, err
	}
	ok, err := password.Matches(u.Password, given)
	if err != nil {
		return nil, err
	}
	if !ok || u.ID == 0 {
		s.audit.Later(audit.Event{Action: audit.SignInFailed, User: u.ID, From: from, Detail: audit.Detail{Method: "password"}})
		return nil, fault.WrongCredentials
	}
	var in *sessions.LoginResult
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		in, err = s.steps.Enter(tx, u, from, "password")
		return err
	})
	return in, err
}

// whoever is who has that login; or nobody, with a password that nothing matches.
func (s *Service) whoever(ctx context.Context, login string) (*db.User, error) {
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
