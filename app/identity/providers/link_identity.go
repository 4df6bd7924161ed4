package providers

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Link connects the provider account of a callback to the actor, who may then sign in with
// it. The actor must have begun the ceremony.
func (s *Service) Link(ctx context.Context, who access.Actor, id string, r callback, from api.Origin) error {
	p, err := s.findProvider(id)
	if err != nil {
		return err
	}
	if err := s.byAddress.Allow(from.Address); err != nil {
		return err
	}
	if err := s.db.View(ctx, func(v *db.View) error { return sessions.RequireRecentAuth(v, who) }); err != nil {
		return err // before the ceremony is spent, which they can go on with
	}
	came, _, err := s.fetchUser(ctx, access.Actor{User: who.User}, p, forLink, r)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error { return s.linkIdentity(tx, who, p, came, from) })
}

// isLinked reports whether the provider's user is linked to a person. It is IdentityUsed when that is another one.
func isLinked(v *db.View, p *provider, subject string, user db.UserID) (bool, error) {
	i, err := v.IdentityBySubject(p.Issuer, subject)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if i.User != user {
		return false, fault.IdentityUsed
	}
	return true, nil
}

// newIdentity links the provider's user to a person.
func (p *provider) newIdentity(user db.UserID, of *userInfo) *db.Identity {
	return &db.Identity{
		ID: db.IdentityID(db.NewID()), User: user, Provider: p.ID, Issuer: p.Issuer, Subject: of.Subject, Email: cleanEmail(of.Email),
	}
}

func (s *Service) linkIdentity(tx *db.Tx, who access.Actor, p *provider, came *userInfo, from api.Origin) error {
	if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
		return err
	}
	if linked, err := isLinked(tx.ReadOnly(), p, came.Subject, who.User); err != nil || linked {
		return err
	}
	u, err := tx.UserByID(who.User)
	if err != nil {
		return err
	}
	i := p.newIdentity(who.User, came)
	if err := tx.InsertIdentity(i); errors.Is(err, db.ErrExists) {
		return fault.ProviderLinked
	} else if err != nil {
		return err
	}
	if err := s.audit.Record(tx, audit.Event{
		Action: audit.ProviderLinked, User: who.User, From: from, Detail: audit.Detail{Name: p.ID, Email: i.Email},
	}); err != nil {
		return err
	}
	return s.identities.syncGroupRoles(tx, u, i.ID, s.mapGroups(tx.ReadOnly(), p, came.Groups))
}
