package members

import (
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/app/identity/invitations"
	"anbar/db"
)

// checkMemberLimit checks whether the workspace has room for one more member, counting pending
// invitations.
func (c *memberChange) checkMemberLimit() error {
	invited, err := c.loadInvitations()
	if err == nil && !quota.HasRoomForMembers(c.space, len(invited)+1) {
		err = fault.MemberQuota
	}
	return err
}

// loadInvitations is the roles of the addresses that the workspace invited. They are read once for a
// change of many addresses.
func (c *memberChange) loadInvitations() (map[string]string, error) {
	if c.invited != nil {
		return c.invited, nil
	}
	all, err := c.tx.MemberInvitesOf(c.space.ID)
	if err != nil {
		return nil, err
	}
	c.invited = map[string]string{}
	for _, i := range all {
		c.invited[i.Email] = i.Role
	}
	return c.invited, nil
}

func (c *memberChange) invite(email string) (*Member, error) {
	if err := c.checkAdd(); err != nil {
		return nil, err
	}
	invited, err := c.loadInvitations()
	if err != nil {
		return nil, err
	}
	now, isInvited := invited[email]
	if isInvited {
		if err := c.checkInvited(now); err != nil {
			return nil, err
		}
	} else {
		if err := c.checkMemberLimit(); err != nil {
			return nil, err
		}
		if err := c.sendInvitation(email); err != nil {
			return nil, err
		}
	}
	if err := c.tx.UpsertMemberInvite(c.space.ID, email, c.role, c.who.User); err != nil {
		return nil, err
	}
	invited[email] = c.role
	i, err := c.tx.MemberInviteByEmail(c.space.ID, email)
	if err != nil {
		return nil, err
	}
	m := toInvitedMember(i, c.tx.Now)
	return &m, nil
}

// isRaise reports whether a member may do something with the role that they may
// not do now.
func (c *memberChange) isRaise(m *db.Membership) bool {
	had, _ := access.BuiltInRights(m.Role)
	given, _ := access.BuiltInRights(c.role)
	return !had.Covers(given)
}

// isVouched reports whether who handed a member their link could give the role by themselves: a weaker one may have made the account.
func (c *memberChange) isVouched(m *db.Membership) (bool, error) {
	if m.VouchedBy == 0 {
		return false, nil
	}
	err := checkCanInvite(c.tx.ReadOnly(), m.VouchedBy, c.space.ID, c.role)
	var f *fault.Fault
	if errors.As(err, &f) {
		return false, nil
	}
	return err == nil, err
}

// inviteUnverified stores the role of a member with an unverified address, who gets it once
// they verify the address: until then the account may belong to another person.
func (c *memberChange) inviteUnverified(email string, m *db.Membership) (*Member, error) {
	if err := c.checkChange(m); err != nil {
		return nil, err
	}
	return c.invite(email)
}

// checkInvited refuses to change an invitation to more rights than the actor has.
func (c *memberChange) checkInvited(role string) error {
	if given, _ := access.BuiltInRights(role); !c.rights.Covers(given) {
		return fault.PermissionDenied
	}
	return nil
}

// withdrawInvitation takes an invitation back; db.ErrNotFound when there is none, and fault.PermissionDenied when it is to more rights
// than the actor has.
func (c *memberChange) withdrawInvitation(email string) error {
	invited, err := c.loadInvitations()
	if err == nil {
		err = c.checkInvited(invited[email])
	}
	if err != nil {
		return err
	}
	if err := c.tx.DeleteMemberInvite(c.space.ID, email); err != nil {
		return err
	}
	delete(invited, email)
	return invitations.Withdraw(c.tx, email)
}

// spendInvitation takes back the invitation, if there is one, of an address whose account is given a role now.
func (c *memberChange) spendInvitation(email string) error {
	err := c.withdrawInvitation(email)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

// sendInvitation mails the invitation, in the language of the inviting user.
func (c *memberChange) sendInvitation(email string) error {
	path, err := invitations.CreatePath(c.tx, email, c.who.User, true)
	if err != nil {
		return err
	}
	if err := c.sendMail(email, c.me.Language, mail.MemberInvited, path); err != nil {
		return err
	}
	return c.recordActivity(0, email, activity.MemberInvite, nil, &activity.Detail{Title: c.role})
}

// sendMail puts a message about the workspace into the outbox.
func (c *memberChange) sendMail(to, language string, kind mail.Kind, path string) error {
	if err := c.mails.ReserveInvitation(c.who.User, to); err != nil {
		return err
	}
	until := time.Time{}
	if kind == mail.MemberInvited {
		until = c.tx.Now.Add(invitations.Life)
	}
	return mail.Enqueue(c.tx, mail.Message{
		To: to, Language: language, Kind: kind, Until: until,
		Data: mail.Data{URL: c.url() + path, Space: c.space.Title, Who: c.me.FirstName + " " + c.me.LastName},
	})
}

// AcceptInvitations accepts all pending invitations to a user's verified address, of workspaces and
// of single items. An invitation to a full workspace stays pending.
func AcceptInvitations(tx *db.Tx, u *db.User) error {
	if u.Email == "" || !u.EmailValidated {
		return nil
	}
	if err := tx.UpdateGuestsUser(u.Email, u.ID); err != nil {
		return err
	}
	invites, err := tx.MemberInvitesFor(u.Email)
	if err != nil {
		return err
	}
	for _, i := range invites {
		if err := acceptInvitation(tx, u, &i); err != nil && !errors.Is(err, fault.MemberQuota) {
			return err
		}
	}
	return nil
}

func upgradeRole(tx *db.Tx, u *db.User, i *db.MemberInvite) error {
	m, err := tx.MemberByID(i.Space, u.ID)
	if err != nil || m.Role == access.Owner || m.Role == i.Role {
		return err
	}
	return tx.UpdateMemberRole(i.Space, u.ID, i.Role)
}

func acceptInvitation(tx *db.Tx, u *db.User, i *db.MemberInvite) error {
	sp, err := tx.LivingSpace(i.Space)
	if errors.Is(err, db.ErrNotFound) {
		return tx.DeleteMemberInvite(i.Space, i.Email)
	}
	if err != nil {
		return err
	}
	err = Add(tx, sp, u.ID, i.InvitedBy, i.Role)
	if errors.Is(err, fault.MemberExists) { // a user who has joined by themselves gets the invited role
		err = upgradeRole(tx, u, i)
	}
	if err != nil {
		return err
	}
	return finishInvitation(tx, u, sp, i.Email, i.Role)
}

// finishInvitation takes an accepted invitation away, and records that the user joined.
func finishInvitation(tx *db.Tx, u *db.User, sp *db.Space, email, role string) error {
	if err := tx.DeleteMemberInvite(sp.ID, email); err != nil {
		return err
	}
	return activity.RecordEntry(tx, activity.Entry{
		Who: access.Actor{User: u.ID}, Space: sp, Kind: "member", Target: int64(u.ID), Name: u.Email,
		Action: activity.MemberJoin, After: &activity.Detail{Title: role},
	})
}
