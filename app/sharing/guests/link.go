package guests

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/identity/invitations"
	"anbar/db"
)

// CreateLink makes a link for a guest role that waits for its address, which the actor hands over by themselves. The link before it
// ends.
func (s *Service) CreateLink(ctx context.Context, who access.Actor, space db.SpaceID, id db.GuestID) (*invitations.Link, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*invitations.Link, error) {
		g, _, err := s.loadPending(tx.ReadOnly(), who, space, id)
		if err != nil {
			return nil, err
		}
		l, sum := invitations.NewLink(s.url(), tx.Now)
		return l, tx.UpdateGuestLink(g.ID, sum, who.User, tx.Now.Add(invitations.Life))
	})
}

// Resend mails the invitation for a guest role that waits for its address once more.
func (s *Service) Resend(ctx context.Context, who access.Actor, space db.SpaceID, id db.GuestID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		g, it, err := s.loadPending(tx.ReadOnly(), who, space, id)
		if err != nil {
			return err
		}
		me, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		path, err := invitations.CreatePath(tx, g.Email, who.User, true)
		if err != nil {
			return err
		}
		return s.sendInvitation(tx, me, g.Email, me.Language, path, []*access.Item{it}, Invitation{})
	})
}

// loadPending loads a role that waits for its address, and its item, for an actor who could give it now; fault.RoleNotFound when a user
// has it already.
func (s *Service) loadPending(v *db.View, who access.Actor, space db.SpaceID, id db.GuestID) (*db.Guest, *access.Item, error) {
	rows, err := s.authorizeChange(v, who, space, []db.GuestID{id}, access.Update)
	if err != nil {
		return nil, nil, err
	}
	g := &rows[0]
	if g.User != 0 {
		return nil, nil, fault.RoleNotFound
	}
	it, err := access.LoadShareable(v, who, space, g.Node, access.Create)
	if errors.Is(err, fault.InvalidID) {
		err = fault.TargetNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	if it.Home() != g.Home {
		return nil, nil, fault.TargetNotFound
	}
	role, _ := access.GuestRights(g.Role)
	if has := it.Rights(); !has.Covers(role) {
		return nil, nil, fault.PermissionDenied
	}
	me, err := v.UserByID(who.User)
	if err == nil && !me.EmailValidated {
		err = fault.EmailNotVerified
	}
	return g, it, err
}
