package providers

import (
	"context"
	"errors"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/sessions"
	"anbar/db"
)

// Link connects the provider account of a callback to the actor, who may then sign in with
// it. The actor must have begun the ceremony.
func (s *Service) Link(ctx context.Context, who access.Actor, id string, r returned, from api.Origin) error {
	p, err := s.find(id)
	if err != nil {
		return err
	}
	if err := s.byAddress.Take(from.Address); err != nil {
		return err
	}
	if err := s.db.View(ctx, func(v *db.View) error { return sessions.RequireRecentAuth(v, who) }); err != nil {
		return err // before the ceremony is spent, which they can go on with
	}
	came, _, err := s.ask(ctx, access.Actor{User: who.User}, p, forLink, r)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error { return s.connect(tx, who, p, came, from) })
}

func (s *Service) connect(tx *db.Tx, who access.Actor, p *provider, came *userInfo, from api.Origin) error {
	if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
		return err
	}
	i, err := tx.IdentityBySubject(p.Issuer, came.Subject)
	switch {
	case err == nil && i.User != who.User:
		return fault.IdentityUsed
	case err == nil:
		return nil // it is
	case !errors.Is(err, db.ErrNotFound):
		return err
	}
	u, err := tx.UserByID(who.User)
	if err != nil {
		return err
	}
	i = &db.Identity{
		ID: db.IdentityID(db.NewID()), User: who.User, Provider: p.ID, Issuer: p.Issuer, Subject: came.Subject, Email: shown(came.Email),
	}
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
	return s.identities.groups(tx, u, i.ID, s.meant(tx.ReadOnly(), p, came.Groups))
}
