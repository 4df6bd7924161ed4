// Package apitokens manages API tokens: named secrets with which a program or a device acts
// for a user, limited to some workspaces and to reading or writing. They give access to
// files, but not to the account or to other users.
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

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

const (
	maxName      = 100
	maxSpaces    = 100
	hintLength   = 4           // characters of the secret that are shown afterwards
	usePrecision = time.Minute // how exactly the last use is known
)

// Service is the API tokens of one appliance.
type Service struct {
	db    *db.DB
	audit *audit.Log
}

// New makes the service.
func New(d *db.DB, events *audit.Log) *Service { return &Service{d, events} }

func hashSecret(secret string) []byte {
	s := sha256.Sum256([]byte(secret))
	return s[:]
}

// Authenticate returns the actor of a token: its user, limited by its scope. It is an api.Keys.
func (s *Service) Authenticate(ctx context.Context, login, secret string, from *api.Origin) (access.Actor, error) {
	var t *db.APIToken
	var who access.Actor
	stale := false
	err := s.db.View(ctx, func(v *db.View) (err error) {
		if t, err = v.APITokenBySum(hashSecret(secret)); err != nil {
			return err
		}
		if !t.IsUsable(v.Now) {
			return db.ErrNotFound
		}
		if login != "" {
			u, err := v.UserByID(t.User)
			if err != nil {
				return err
			}
			login = names.NormalizeLogin(login)
			if login != u.Email && login != u.Mobile && login != u.ID.String() {
				return db.ErrNotFound
			}
		}
		stale = v.Now.Sub(t.UsedAt) > usePrecision
		who = access.Actor{User: t.User, Scope: &access.Scope{Spaces: t.Spaces, Write: t.Write, Token: t.ID}}
		return nil
	})
	if err == nil && stale && from != nil {
		err = s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateAPITokenUsed(t.ID, from.Address, from.Agent) })
	}
	if errors.Is(err, db.ErrNotFound) {
		err = fault.AuthenticationFailed
	}
	return who, err
}

// TokenRequest describes a token to make.
type TokenRequest struct {
	Kind      string // TokenAPI or TokenDevice, of db
	Name      string
	Spaces    []db.SpaceID // all when empty
	Write     bool
	ExpiresAt time.Time // zero for never
	Agent     string    // User-Agent of the device that asks for it
}

func (w *TokenRequest) validate(now time.Time) error {
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

// Create makes a token for the actor, who must have confirmed their identity recently. It
// returns the secret, which is not stored and cannot be shown again.
func (s *Service) Create(ctx context.Context, who access.Actor, w TokenRequest, from api.Origin) (*db.APIToken, string, error) {
	if err := w.validate(time.Now()); err != nil {
		return nil, "", err
	}
	var t *db.APIToken
	var secret string
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		if err := sessions.RequireRecentAuth(&tx.View, who); err != nil {
			return err
		}
		for _, id := range w.Spaces {
			if _, _, err := access.SpaceRights(&tx.View, who, id); err != nil {
				return err
			}
		}
		t, secret, err = s.insertToken(tx, who.User, w, from)
		return err
	})
	return t, secret, err
}

var createActions = map[string]audit.Action{db.TokenAPI: audit.APITokenMade, db.TokenDevice: audit.DeviceConnected}

// insertToken makes a token of a person who may have one more.
func (s *Service) insertToken(tx *db.Tx, user db.UserID, w TokenRequest, from api.Origin) (*db.APIToken, string, error) {
	if err := checkTokenLimit(tx.ReadOnly(), user, w.Kind); err != nil {
		return nil, "", err
	}
	secret := api.KeyPrefix + rand.Text() + rand.Text()
	t := &db.APIToken{
		ID: db.TokenID(db.NewID()), User: user, Kind: w.Kind, Name: w.Name, Sum: hashSecret(secret), Hint: secret[len(secret)-hintLength:],
		Spaces: w.Spaces, Write: w.Write, ExpiresAt: w.ExpiresAt, CreatedAt: tx.Now, Agent: w.Agent,
	}
	return t, secret, errors.Join(tx.InsertAPIToken(t), s.audit.Record(tx, audit.Event{
		Action: createActions[w.Kind], User: user, From: from, Detail: audit.Detail{Name: t.Name},
	}))
}

// checkTokenLimit refuses one more token of a kind when the person has as many as they may.
func checkTokenLimit(v *db.View, user db.UserID, kind string) error {
	all, err := listByKind(v, user, kind)
	if err == nil && len(all) >= limits.ConnectedDevices {
		err = fault.TooManyTokens
	}
	return err
}

func listByKind(v *db.View, user db.UserID, kind string) ([]db.APIToken, error) {
	all, err := v.APITokensOf(user)
	return slices.DeleteFunc(all, func(t db.APIToken) bool { return t.Kind != kind }), err
}

// Revoke makes a token of the actor worthless at once. kind is that of the token.
func (s *Service) Revoke(ctx context.Context, who access.Actor, kind string, id db.TokenID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		t, err := findToken(tx.ReadOnly(), who.User, id)
		if err == nil && t.Kind != kind {
			err = fault.InvalidID
		}
		if err != nil {
			return err
		}
		return s.revokeToken(tx, t, from)
	})
}

// findToken finds a token of a person.
func findToken(v *db.View, user db.UserID, id db.TokenID) (*db.APIToken, error) {
	t, err := v.APITokenByID(user, id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	return t, err
}

var revokeActions = map[string]audit.Action{db.TokenAPI: audit.APITokenRevoked, db.TokenDevice: audit.DeviceCut}

func (s *Service) revokeToken(tx *db.Tx, t *db.APIToken, from api.Origin) error {
	return errors.Join(tx.DeleteAPIToken(t.User, t.ID), s.audit.Record(tx, audit.Event{
		Action: revokeActions[t.Kind], User: t.User, From: from, Detail: audit.Detail{Name: t.Name},
	}))
}

// RevokeByID revokes the token of a user with that id, in its text form.
func (s *Service) RevokeByID(tx *db.Tx, user db.UserID, id string, from api.Origin) error {
	var token db.TokenID
	if token.UnmarshalText([]byte(id)) != nil {
		return fault.InvalidID
	}
	t, err := findToken(tx.ReadOnly(), user, token)
	if err != nil {
		return err
	}
	return s.revokeToken(tx, t, from)
}
