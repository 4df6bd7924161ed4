package providers

import (
	"context"
	"errors"
	"log/slog"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Identities manages the connected provider accounts of users, and the roles from their
// groups there.
type Identities struct {
	db    *db.DB
	audit *audit.Log
	log   *slog.Logger
}

// NewIdentities makes the service.
func NewIdentities(d *db.DB, events *audit.Log, log *slog.Logger) *Identities {
	return &Identities{db: d, audit: events, log: log}
}

// List returns the accounts at providers that the actor signs in with.
func (s *Identities) List(ctx context.Context, who access.Actor) ([]db.Identity, error) {
	return db.Get(ctx, s.db, func(v *db.View) ([]db.Identity, error) { return v.IdentitiesOf(who.User) })
}

// Unlink disconnects a provider from the actor and removes the roles from its groups. It
// refuses to remove the only way to sign in.
func (s *Identities) Unlink(ctx context.Context, who access.Actor, id string, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
			return err
		}
		u, e1 := tx.UserByID(who.User)
		mine, e2 := tx.IdentitiesOf(who.User)
		passkey, e3 := tx.HasPasskeys(who.User)
		if err := errors.Join(e1, e2, e3); err != nil {
			return err
		}
		if u.Password == "" && len(mine) == 1 && mine[0].Provider == id && !passkey {
			return fault.LastSignInMethod
		}
		return s.Disconnect(tx, who.User, id, from)
	})
}

// Disconnect disconnects a provider from a user, also from one whose password is replaced.
func (s *Identities) Disconnect(tx *db.Tx, user db.UserID, id string, from api.Origin) error {
	u, e1 := tx.UserByID(user)
	mine, e2 := tx.IdentitiesOf(user)
	if err := errors.Join(e1, e2); err != nil {
		return err
	}
	for _, i := range mine {
		if i.Provider == id {
			return errors.Join(s.syncGroupRoles(tx, u, i.ID, nil), tx.DeleteIdentity(i.ID),
				s.audit.Record(tx, audit.Event{
					Action: audit.ProviderUnlinked, User: user, From: from, Detail: audit.Detail{Name: id, Email: i.Email},
				}))
		}
	}
	return fault.InvalidID
}
