// Package apitokens manages API tokens: named secrets with which a program acts for a user,
// limited to some workspaces and to reading or writing. They give access to files, but not
// to the account or to other users.
package apitokens

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/names"
	"anbar/app/sessions"
	"anbar/db"
)

const (
	maxName   = 100
	maxTokens = 50 // of one person
	maxSpaces = 100
	hint      = 4           // characters of the secret that are shown afterwards
	noted     = time.Minute // how exactly the last use is known
)

// Service is the API tokens of one appliance.
type Service struct {
	db    *db.DB
	audit *audit.Log
}

// New makes the service.
func New(d *db.DB, events *audit.Log) *Service { return &Service{d, events} }

func sum(secret string) []byte {
	s := sha256.Sum256([]byte(secret))
	return s[:]
}

// Holder returns the actor of a token: its user, limited by its scope. It is an api.Keys.
func (s *Service) Holder(ctx context.Context, login, secret string, from api.Origin) (access.Actor, error) {
	var t *db.APIToken
	var who access.Actor
	stale := false
	err := s.db.ViewOne(ctx, func(v *db.View) (err error) {
		if t, err = v.APITokenBySum(sum(secret)); err != nil {
			return err
		}
		if !t.ExpiresAt.IsZero() && !v.Now.Before(t.ExpiresAt) {
			return db.ErrNotFound
		}
		if login != "" {
			u, err := v.UserByID(t.User)
			if err != nil {
				return err
			}
			if login = strings.ToLower(strings.TrimSpace(login)); login != u.Email && login != u.Mobile && login != u.ID.String() {
				return db.ErrNotFound
			}
		}
		stale = v.Now.Sub(t.UsedAt) > noted
		who = access.Actor{User: t.User, Scope: &access.Scope{Spaces: t.Spaces, Write: t.Write}}
		return nil
	})
	if err == nil && stale {
		err = s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateAPITokenUsed(t.ID, from.Address) })
	}
	if errors.Is(err, db.ErrNotFound) {
		err = fault.AuthenticationFailed
	}
	return who, err
}

// Wish describes a token to make.
type Wish struct {
	Name      string
	Spaces    []db.SpaceID // all when empty
	Write     bool
	ExpiresAt time.Time // zero for never
}

func (w *Wish) check(now time.Time) error {
	wrong := fault.Fields{}
	w.Name = names.Trim(w.Name)
	switch {
	case w.Name == "":
		wrong.Add("name", fault.Required)
	case utf8.RuneCountInString(w.Name) > maxName:
		wrong.Add("name", fault.TooLong)
	case strings.ContainsFunc(w.Name, unicode.IsControl):
		wrong.Add("name", fault.InvalidValue)
	}
	if len(w.Spaces) > maxSpaces {
		wrong.Add("space_ids", fault.TooLong)
	}
	if !w.ExpiresAt.IsZero() && !now.Before(w.ExpiresAt) {
		wrong.Add("expires_at", fault.InvalidValue)
	}
	slices.Sort(w.Spaces)
	w.Spaces = slices.Compact(w.Spaces)
	return wrong.Err()
}

// Make makes a token for the actor, who must have confirmed their identity recently. It
// returns the secret, which is not stored and cannot be shown again.
func (s *Service) Make(ctx context.Context, who access.Actor, w Wish, from api.Origin) (*db.APIToken, string, error) {
	if err := w.check(time.Now()); err != nil {
		return nil, "", err
	}
	secret := api.KeyPrefix + rand.Text() + rand.Text()
	t := &db.APIToken{
		ID: db.TokenID(db.NewID()), User: who.User, Name: w.Name, Sum: sum(secret), Hint: secret[len(secret)-hint:], Spaces: w.Spaces,
		Write: w.Write, ExpiresAt: w.ExpiresAt,
	}
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		if err := sessions.RequireRecentAuth(&tx.View, who); err != nil {
			return err
		}
		all, err := tx.APITokensOf(who.User)
		if err != nil {
			return err
		}
		if len(all) >= maxTokens {
			return fault.TooManyTokens
		}
		for _, id := range w.Spaces {
			if _, _, err := access.SpaceRights(&tx.View, who, id); err != nil {
				return err
			}
		}
		t.CreatedAt = tx.Now
		return errors.Join(tx.InsertAPIToken(t), s.audit.Record(tx, audit.Event{
			Action: audit.APITokenMade, User: who.User, From: from, Detail: audit.Detail{Name: t.Name},
		}))
	})
	return t, secret, err
}

// Revoke makes a token of the actor worthless at once.
func (s *Service) Revoke(ctx context.Context, who access.Actor, id db.TokenID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error { return s.end(tx, who.User, id, from) })
}

func (s *Service) end(tx *db.Tx, user db.UserID, id db.TokenID, from api.Origin) error {
	all, err := tx.APITokensOf(user)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(t db.APIToken) bool { return t.ID == id })
	if i < 0 {
		return fault.InvalidID
	}
	return errors.Join(tx.DeleteAPIToken(user, id), s.audit.Record(tx, audit.Event{
		Action: audit.APITokenRevoked, User: user, From: from, Detail: audit.Detail{Name: all[i].Name},
	}))
}

// End revokes a token of a user whose password is replaced.
func (s *Service) End(tx *db.Tx, user db.UserID, id string, from api.Origin) error {
	var token db.TokenID
	if token.UnmarshalText([]byte(id)) != nil {
		return fault.InvalidID
	}
	return s.end(tx, user, token, from)
}
