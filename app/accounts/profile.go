package accounts

import (
	"context"
	"slices"
	"strings"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/db"
)

func (s *Service) user(ctx context.Context, id db.UserID) (*User, error) {
	var u *db.User
	err := s.db.Glance(ctx, func(v *db.View) (err error) {
		u, err = v.UserByID(id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return userOf(u), nil
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

// Sessions returns the actor's living sessions, the current one first, then
// the latest used.
func (s *Service) Sessions(ctx context.Context, who access.Actor) ([]Session, error) {
	var rows []db.Session
	err := s.db.View(ctx, func(v *db.View) (err error) {
		rows, err = v.SessionsOf(who.User)
		return err
	})
	all := make([]Session, 0, len(rows))
	for _, r := range rows {
		all = append(all, Session{r.ID, r.ID == who.Session, api.Time(r.CreatedAt), api.Time(r.UsedAt), api.Time(r.CreatedAt), r.Device, r.Address})
	}
	slices.SortStableFunc(all, func(a, b Session) int {
		switch {
		case a.Current:
			return -1
		case b.Current:
			return 1
		}
		return 0
	})
	return all, err
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
		return tx.UpdateUserStaff(u.ID, staff)
	})
}
