package accounts

import (
	"context"
	"errors"
	"strings"

	"anbar/app/access"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/twofactor"
	"anbar/db"
)

func (s *Service) user(ctx context.Context, id db.UserID) (*User, error) {
	var u *db.User
	var steps *twofactor.State
	err := s.db.Glance(ctx, func(v *db.View) (err error) {
		if u, err = v.UserByID(id); err == nil {
			steps, err = twofactor.StateOf(v, id)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return userOf(u, steps), nil
}

// UpdateProfile changes the actor's names, and their language unless it is
// empty.
func (s *Service) UpdateProfile(ctx context.Context, who access.Actor, first, last, language string) (*User, error) {
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	wrong := fault.Fields{}
	if f := checkName(first); f != nil {
		wrong.Add("first_name", f)
	}
	if f := checkName(last); f != nil {
		wrong.Add("last_name", f)
	}
	spoken, known := languages[language]
	if !known {
		wrong.Add("language", fault.InvalidValue)
	}
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if language == "" {
			u, err := tx.UserByID(who.User)
			if err != nil {
				return err
			}
			spoken = u.Language
		}
		return tx.UpdateUserProfile(who.User, first, last, spoken)
	})
	if err != nil {
		return nil, err
	}
	return s.user(ctx, who.User)
}

// List returns everybody, oldest account first.
func (s *Service) List(ctx context.Context) ([]db.User, error) {
	var all []db.User
	err := s.db.View(ctx, func(v *db.View) (err error) {
		all, err = v.Users()
		return err
	})
	return all, err
}

// SetStaff says whether who has that login may enter the staff console.
func (s *Service) SetStaff(ctx context.Context, login string, staff bool) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByLogin(normalLogin(login))
		if err != nil {
			return err
		}
		action := audit.StaffGiven
		if !staff {
			action = audit.StaffTaken
			if _, err := s.sessions.EndOthers(tx, access.Actor{User: u.ID}); err != nil { // their tokens say that they are
				return err
			}
		}
		return errors.Join(tx.UpdateUserStaff(u.ID, staff), s.audit.Record(tx, audit.Event{Action: action, User: u.ID}))
	})
}
