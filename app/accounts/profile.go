package accounts

import (
	"context"
	"errors"
	"io"
	"strings"

	"anbar/app/access"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/db"
)

func (s *Service) user(ctx context.Context, id db.UserID) (*User, error) {
	var a *db.Account
	err := s.db.Glance(ctx, func(v *db.View) (err error) {
		a, err = v.AccountByID(id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return userOf(a), nil
}

// Profile is what somebody changes about themselves; nil keeps what is there.
type Profile struct {
	FirstName, LastName *string
	Language            *string // fa, en, fa-ir or en-us
	Theme               *string // light, dark, or empty: as the device has it
	Onboarded           *bool
}

// UpdateProfile changes what the actor wishes.
func (s *Service) UpdateProfile(ctx context.Context, who access.Actor, p Profile) (*User, error) {
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		if err := p.apply(u); err != nil {
			return err
		}
		return errors.Join(tx.UpdateUserProfile(u.ID, u.FirstName, u.LastName, u.Language), tx.UpdateUserLook(u.ID, u.Theme, u.Onboarded))
	})
	if err != nil {
		return nil, err
	}
	return s.user(ctx, who.User)
}

func (p *Profile) apply(u *db.User) error {
	wrong := fault.Fields{}
	name := func(field string, given *string, into *string) {
		if given == nil {
			return
		}
		*into = strings.TrimSpace(*given)
		if f := checkName(*into); f != nil {
			wrong.Add(field, f)
		}
	}
	name("first_name", p.FirstName, &u.FirstName)
	name("last_name", p.LastName, &u.LastName)
	if p.Language != nil && *p.Language != "" {
		spoken, known := languages[*p.Language]
		if !known {
			wrong.Add("language", fault.InvalidValue)
		}
		u.Language = spoken
	}
	if p.Theme != nil {
		if u.Theme = *p.Theme; u.Theme != "" && u.Theme != "light" && u.Theme != "dark" {
			wrong.Add("theme", fault.InvalidValue)
		}
	}
	if p.Onboarded != nil {
		u.Onboarded = *p.Onboarded
	}
	return wrong.Err()
}

// SetAvatar replaces the actor's picture with the one in r: png or jpeg, under 10 MB.
func (s *Service) SetAvatar(ctx context.Context, who access.Actor, r io.Reader) (*User, error) {
	small, kind, err := s.pictures.Read(ctx, who.User, r)
	if err != nil {
		return nil, err
	}
	digest, lease, err := s.blobs.Put(ctx, small)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	return s.wear(ctx, who, db.Hash(digest), kind)
}

// RemoveAvatar takes the actor's picture away.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Actor) (*User, error) {
	return s.wear(ctx, who, db.Hash{}, "")
}

func (s *Service) wear(ctx context.Context, who access.Actor, h db.Hash, kind string) (*User, error) {
	err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateUserAvatar(who.User, h, kind) })
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
