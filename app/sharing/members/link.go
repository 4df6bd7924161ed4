package members

import (
	"context"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/invitations"
	"anbar/db"
)

// CreateLink makes a link for a pending invitation, which the actor hands over by themselves. The link before it ends.
func (s *Service) CreateLink(ctx context.Context, who access.Actor, space db.SpaceID, email string) (*invitations.Link, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*invitations.Link, error) {
		c, i, err := s.authorizeInvitation(tx, who, space, email)
		if err != nil {
			return nil, err
		}
		l, sum := invitations.NewLink(s.url(), tx.Now)
		return l, c.tx.UpdateMemberInviteLink(space, i.Email, sum, who.User, tx.Now.Add(invitations.Life))
	})
}

// Resend mails a pending invitation once more. Whoever has proven the address becomes a member instead: fault.MemberQuota when the
// workspace is still full.
func (s *Service) Resend(ctx context.Context, who access.Actor, space db.SpaceID, email string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		c, i, err := s.authorizeInvitation(tx, who, space, email)
		if err != nil {
			return err
		}
		if i.Verified {
			_, err := c.assign(i.Email)
			return err
		}
		return c.sendInvitation(i.Email)
	})
}

// Withdraw takes a pending invitation back. A member who waits for another role keeps the one that they have.
func (s *Service) Withdraw(ctx context.Context, who access.Actor, space db.SpaceID, email string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		c, err := s.authorizeChange(tx, who, space, access.NoRole)
		if err != nil {
			return err
		}
		if !c.rights.Has(access.Delete, access.Member) {
			return fault.PermissionDenied
		}
		return c.removeInvited(email)
	})
}

// authorizeInvitation loads a pending invitation for an actor who could make it now.
func (s *Service) authorizeInvitation(tx *db.Tx, who access.Actor, space db.SpaceID, email string) (*memberChange, *db.MemberInvite,
	error) {
	c, err := s.authorizeChange(tx, who, space, access.NoRole)
	if err == nil {
		err = c.checkAdd()
	}
	if err != nil {
		return nil, nil, err
	}
	email, f := names.ParseEmail(email)
	if f != nil {
		return nil, nil, fault.Field("email", f)
	}
	i, err := tx.MemberInviteByEmail(space, email)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil, fault.MemberNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	if given, _ := access.BuiltInRights(i.Role); !c.rights.Covers(given) {
		return nil, nil, fault.PermissionDenied
	}
	c.role = i.Role
	return c, i, nil
}

// LoadLink returns the invitation that the code of a link opens: fault.InvalidToken when there is none, and fault.LinkExpired when it
// is too old, or when the inviter could not make it any more.
func LoadLink(v *db.View, code string) (*db.InviteLink, error) {
	l, err := invitations.FindLink(v, code)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidToken
	}
	if err != nil {
		return nil, err
	}
	if v.Now.After(l.ExpiresAt) {
		return nil, fault.LinkExpired
	}
	err = checkInviter(v, l)
	var f *fault.Fault
	if errors.As(err, &f) {
		return nil, fault.LinkExpired
	}
	return l, err
}

// checkInviter checks that who made a link could still invite in this way.
func checkInviter(v *db.View, l *db.InviteLink) error {
	if l.Guest == 0 {
		return checkCanInvite(v, l.By, l.Space, l.Role)
	}
	if err := checkEnabled(v, l.By); err != nil {
		return err
	}
	it, err := loadSharedItem(v, l)
	if err != nil {
		return err
	}
	role, _ := access.GuestRights(l.Role)
	if has := it.Rights(); !has.Covers(role) {
		return fault.PermissionDenied
	}
	return nil
}

func checkEnabled(v *db.View, user db.UserID) error {
	off, err := access.IsDisabled(v, user)
	if err == nil && off {
		err = fault.PermissionDenied
	}
	return err
}

// checkCanInvite checks that a user can give others a role in a workspace now.
func checkCanInvite(v *db.View, user db.UserID, space db.SpaceID, role string) error {
	if err := checkEnabled(v, user); err != nil {
		return err
	}
	_, rights, err := access.SpaceRights(v, access.Actor{User: user}, space)
	if err != nil {
		return err
	}
	if given, _ := access.BuiltInRights(role); !rights.Has(access.Create, access.Member) || !rights.Covers(given) {
		return fault.PermissionDenied
	}
	return nil
}

// loadSharedItem loads the item of a guest's invitation, as who made the link may see it. Moved elsewhere it is shared no more.
func loadSharedItem(v *db.View, l *db.InviteLink) (*access.Item, error) {
	it, err := access.LoadShareable(v, access.Actor{User: l.By}, l.Space, l.Node, access.Create)
	if err == nil && it.Home() != l.Home {
		err = fault.TargetNotFound
	}
	return it, err
}

// Accept accepts the invitation that a link opens, for the account that the actor is signed in to, whatever its address is: the inviter
// handed the link to the person.
func (s *Service) Accept(ctx context.Context, who access.Actor, code string) (*db.InviteLink, error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (*db.InviteLink, error) {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return nil, err
		}
		return AcceptLink(tx, u, code)
	})
}

// AcceptLink spends a link for a user. It proves nothing about the user's address, and opens nothing but the one invitation. Whoever has
// as much already is told so, and the link stays for whom it was made for.
func AcceptLink(tx *db.Tx, u *db.User, code string) (*db.InviteLink, error) {
	l, err := LoadLink(tx.ReadOnly(), code)
	if err != nil {
		return nil, err
	}
	sp, err := tx.LivingSpace(l.Space)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.LinkExpired
	}
	if err != nil {
		return nil, err
	}
	if err := access.CheckSpaceWritable(tx.ReadOnly(), sp, access.Create, access.Member); err != nil {
		return nil, err
	}
	if l.Guest != 0 {
		return l, acceptGuestLink(tx, u, sp, l)
	}
	err = Add(tx, sp, u.ID, l.By, l.Role)
	if errors.Is(err, fault.MemberExists) {
		err = raiseRole(tx, u, l)
	}
	if err != nil {
		return nil, err
	}
	if u.Email == l.Email { // another address that the account claims is not the one that the inviter knows
		if err := tx.UpdateMemberVouched(l.Space, u.ID, l.By); err != nil {
			return nil, err
		}
	}
	return l, finishInvitation(tx, u, sp, l.Email, l.Role)
}

// raiseRole gives a member the role of an invitation when it is more than what they have.
func raiseRole(tx *db.Tx, u *db.User, l *db.InviteLink) error {
	m, err := tx.MemberByID(l.Space, u.ID)
	if err != nil {
		return err
	}
	had, _ := access.BuiltInRights(m.Role)
	if given, _ := access.BuiltInRights(l.Role); had.Covers(given) {
		return fault.MemberExists
	}
	return tx.UpdateMemberRole(l.Space, u.ID, l.Role)
}

func acceptGuestLink(tx *db.Tx, u *db.User, sp *db.Space, l *db.InviteLink) error {
	it, err := access.Node(tx.ReadOnly(), access.Actor{User: u.ID}, sp.ID, l.Node, access.Read)
	if err != nil && !errors.Is(err, fault.InvalidID) {
		return err
	}
	role, _ := access.GuestRights(l.Role)
	if err == nil {
		if has := it.Rights(); has.Covers(role) {
			return fault.MemberExists
		}
	}
	if sp.PreventNonMembers {
		_, err := tx.MemberByID(sp.ID, u.ID)
		if errors.Is(err, db.ErrNotFound) {
			return fault.NonMembersForbidden
		}
		if err != nil {
			return err
		}
	}
	return tx.UpdateGuestUser(l.Guest, l.Space, u.ID)
}

// InvitationPreview is what an invitation leads to, for a page that asks whether to accept it.
type InvitationPreview struct {
	Email     string `json:"email"`
	Inviter   string `json:"inviter" doc:"name of who invites; empty when the shell does"`
	Workspace string `json:"workspace" doc:"title; empty for an invitation to the appliance alone"`
	Role      string `json:"role" doc:"in the workspace or on the item"`
	Item      string `json:"item" doc:"name of the item that a guest gets; empty otherwise"`
	ByLink    bool   `json:"by_link" doc:"the inviter handed it over, so that whoever is signed in may accept it"`
}

// PreviewInvitation shows what an invitation leads to, to whoever has its code, that of a mail or of a link.
func (s *Service) PreviewInvitation(ctx context.Context, code string) (*InvitationPreview, error) {
	return db.Get(ctx, s.db, func(v *db.View) (*InvitationPreview, error) {
		l, err := LoadLink(v, code)
		if errors.Is(err, fault.InvalidToken) {
			return previewMailed(v, code)
		}
		if err != nil {
			return nil, err
		}
		p := &InvitationPreview{ByLink: true}
		return p, p.load(v, l)
	})
}

func (p *InvitationPreview) load(v *db.View, l *db.InviteLink) error {
	sp, err := v.LivingSpace(l.Space)
	if err != nil {
		return err
	}
	p.Email, p.Role, p.Workspace = l.Email, l.Role, sp.Title
	if l.Guest != 0 {
		it, err := loadSharedItem(v, l)
		if err != nil {
			return err
		}
		p.Item = it.Name
	}
	return p.setInviter(v, l.By)
}

func (p *InvitationPreview) setInviter(v *db.View, by db.UserID) error {
	if by == 0 {
		return nil
	}
	u, err := v.UserByID(by)
	if err == nil {
		p.Inviter = strings.TrimSpace(u.FirstName + " " + u.LastName)
	}
	return err
}

// previewMailed shows an invitation whose code came by mail, with what its inviter can invite the address to now. One code is for all
// invitations of an address: those of the inviter come first.
func previewMailed(v *db.View, code string) (*InvitationPreview, error) {
	i, err := invitations.FindMailed(v, code)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidToken
	}
	if err != nil {
		return nil, err
	}
	if v.Now.After(i.ExpiresAt) {
		return nil, fault.LinkExpired
	}
	all, err := v.InvitesTo(i.Email, i.By)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		made := l.By
		l.By = i.By // the code is of somebody else when they sent it again
		p := &InvitationPreview{}
		err := checkInviter(v, &l)
		if err == nil {
			err = p.load(v, &l)
		}
		if err == nil {
			err = p.setInviter(v, made)
		}
		var f *fault.Fault
		if errors.As(err, &f) || errors.Is(err, db.ErrNotFound) {
			continue
		}
		return p, err
	}
	p := &InvitationPreview{Email: i.Email}
	return p, p.setInviter(v, i.By)
}
