package accounts

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) loadUser(ctx context.Context, id db.UserID) (*User, error) {
	var a *db.Account
	err := s.db.ViewOne(ctx, func(v *db.View) (err error) {
		a, err = v.AccountByID(id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return userOf(a), nil
}

// Profile is a change of a user's own settings; nil keeps the current value.
type Profile struct {
	FirstName, LastName *string
	Language            *string // fa, en, fa-ir or en-us
	Theme               *string // light, dark, or empty: as the device has it
	Onboarded           *bool
}

// UpdateProfile changes the actor's own settings.
func (s *Service) UpdateProfile(ctx context.Context, who access.Actor, p Profile) (*User, error) {
	wrong := fault.Fields{}
	if p.validate(wrong); wrong.Err() != nil {
		return nil, wrong.Err()
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		p.apply(u)
		return errors.Join(tx.UpdateUserProfile(u.ID, u.FirstName, u.LastName, u.Language), tx.UpdateUserAppearance(u.ID,
			u.Theme, u.Onboarded))
	})
	if err != nil {
		return nil, err
	}
	return s.loadUser(ctx, who.User)
}

// validate normalizes the names and returns the errors by field.
func (p *Profile) validate(wrong fault.Fields) {
	for field, given := range map[string]*string{"first_name": p.FirstName, "last_name": p.LastName} {
		if given == nil {
			continue
		}
		*given = strings.TrimSpace(*given)
		if f := checkName(*given); f != nil {
			wrong.Add(field, f)
		}
	}
	if p.Language != nil && *p.Language != "" && languages[*p.Language] == "" {
		wrong.Add("language", fault.InvalidValue)
	}
	if p.Theme != nil && !slices.Contains([]string{"", "light", "dark"}, *p.Theme) {
		wrong.Add("theme", fault.InvalidValue)
	}
}

func (p *Profile) apply(u *db.User) {
	assignIfSet(&u.FirstName, p.FirstName)
	assignIfSet(&u.LastName, p.LastName)
	if p.Language != nil && *p.Language != "" {
		u.Language = languages[*p.Language]
	}
	assignIfSet(&u.Theme, p.Theme)
	assignIfSet(&u.Onboarded, p.Onboarded)
}

func assignIfSet[T any](into, given *T) {
	if given != nil {
		*into = *given
	}
}

// SetAvatar replaces the actor's picture with the one in r: png or jpeg, under 10 MB.
func (s *Service) SetAvatar(ctx context.Context, who access.Actor, r io.Reader) (*User, error) {
	small, kind, err := s.avatars.Resize(ctx, who.User, r)
	if err != nil {
		return nil, err
	}
	digest, lease, err := s.blobs.Put(ctx, small)
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	return s.updateAvatar(ctx, who, db.Hash(digest), kind)
}

// RemoveAvatar takes the actor's picture away.
func (s *Service) RemoveAvatar(ctx context.Context, who access.Actor) (*User, error) {
	return s.updateAvatar(ctx, who, db.Hash{}, "")
}

func (s *Service) updateAvatar(ctx context.Context, who access.Actor, h db.Hash, kind string) (*User, error) {
	err := s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateUserAvatar(who.User, h, kind) })
	if err != nil {
		return nil, err
	}
	return s.loadUser(ctx, who.User)
}

// List returns all accounts, oldest first.
func (s *Service) List(ctx context.Context) ([]db.User, error) {
	return db.Get(ctx, s.db, (*db.View).Users)
}
