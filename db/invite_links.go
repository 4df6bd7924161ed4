package db

import (
	"database/sql"
	"time"
)

// InviteLink is the link by which an inviter hands over an invitation: into a space, or of a guest to one item.
type InviteLink struct {
	Space     SpaceID
	Email     string // that the invitation is for
	Role      string
	Guest     GuestID // 0 for an invitation into the space
	Node      NodeID  // of the guest
	Home      NodeID  // the root that Node lay below when it was shared
	By        UserID  // who made the link
	ExpiresAt time.Time
}

// InviteLinkByCode returns the link of a pending invitation whose code has that SHA-256.
func (v *View) InviteLinkByCode(sum []byte) (*InviteLink, error) {
	var l InviteLink
	return &l, v.scanRow(`SELECT space_id, email, role, 0, 0, 0, link_by, link_expires_at FROM member_invites WHERE link_code = ?1
		UNION ALL SELECT space_id, email, role, id, node_id, home_id, link_by, link_expires_at FROM guests
		WHERE link_code = ?1 AND user_id IS NULL`,
		[]any{sum}, &l.Space, &l.Email, &l.Role, &l.Guest, &l.Node, &l.Home, &l.By, timeScanner{&l.ExpiresAt})
}

// InvitesTo returns up to 50 of the pending invitations to an address, into spaces and to single items: first those of one inviter, each
// with who made it and without its link.
func (v *View) InvitesTo(email string, first UserID) ([]InviteLink, error) {
	return listRows(v, func(r *sql.Rows, l *InviteLink) error {
		return r.Scan(&l.Space, &l.Email, &l.Role, &l.Guest, &l.Node, &l.Home, &l.By)
	}, `SELECT space_id, email, role, guest_id, node_id, home_id, made_by FROM (
			SELECT space_id, email, role, 0 AS guest_id, 0 AS node_id, 0 AS home_id, invited_by AS made_by FROM member_invites
			WHERE email = ?1
			UNION ALL SELECT space_id, email, role, id, node_id, home_id, created_by FROM guests WHERE email = ?1 AND user_id IS NULL)
		ORDER BY made_by IS NOT ?2, guest_id, space_id LIMIT 50`, email, first)
}

// MemberInviteByEmail returns the pending invitation of an address into a space.
func (v *View) MemberInviteByEmail(space SpaceID, email string) (*MemberInvite, error) {
	var i MemberInvite
	return &i, v.scanRow(memberInvites+"WHERE i.space_id = ? AND i.email = ?", []any{space, email}, i.fields()...)
}

// UpdateMemberInviteLink gives an invitation a link, in place of the one that it has; sum is the SHA-256 of its code.
// home: app/sharing/members
func (tx *Tx) UpdateMemberInviteLink(space SpaceID, email string, sum []byte, by UserID, expires time.Time) error {
	return tx.execOne("UPDATE member_invites SET link_code = ?, link_by = ?, link_expires_at = ? WHERE space_id = ? AND email = ?",
		sum, by, toMillis(expires), space, email)
}

// UpdateGuestLink gives the pending role of an address on an item a link, in place of the one that it has; ErrNotFound when a user has
// the role.
// home: app/sharing/guests
func (tx *Tx) UpdateGuestLink(id GuestID, sum []byte, by UserID, expires time.Time) error {
	return tx.execOne("UPDATE guests SET link_code = ?, link_by = ?, link_expires_at = ? WHERE id = ? AND user_id IS NULL",
		sum, by, toMillis(expires), id)
}

// UpdateGuestUser assigns one pending role on an item to a user, and ends its link.
// home: app/sharing/members
func (tx *Tx) UpdateGuestUser(id GuestID, space SpaceID, user UserID) error {
	if err := tx.execOne("UPDATE guests SET user_id = ?, link_code = NULL, link_by = NULL, link_expires_at = NULL "+
		"WHERE id = ? AND space_id = ? AND user_id IS NULL", user, id, space); err != nil {
		return err
	}
	return tx.touchRights(space)
}

// UpdateMemberVouched notes who handed a member the link for their address.
// home: app/sharing/members
func (tx *Tx) UpdateMemberVouched(space SpaceID, user, by UserID) error {
	return tx.execOne("UPDATE members SET vouched_by = ? WHERE space_id = ? AND user_id = ?", by, space, user)
}
