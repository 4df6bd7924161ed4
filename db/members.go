package db

import (
	"database/sql"
	"time"
)

// Membership is the role and the root directories of a member of a space.
type Membership struct {
	Space     SpaceID
	User      UserID
	Role      string
	MyRoot    NodeID
	MyTrash   NodeID
	JoinedAt  time.Time
	VouchedBy UserID // who handed them a link for their address, which is not proven; 0 for nobody
}

// MemberByID returns the membership of a user in a space; ErrNotFound when they are
// not a member.
func (v *View) MemberByID(space SpaceID, user UserID) (*Membership, error) {
	var m Membership
	return &m, v.scanRow("SELECT space_id, user_id, role, my_root_id, my_trash_id, joined_at, vouched_by FROM members "+
		"WHERE space_id = ? AND user_id = ?",
		[]any{space, user}, &m.Space, &m.User, &m.Role, &m.MyRoot, &m.MyTrash, timeScanner{&m.JoinedAt}, &m.VouchedBy)
}

// Member is a membership with the user's names and address.
type Member struct {
	Membership
	FirstName, LastName string
	Email               string
}

const memberColumns = "m.space_id, m.user_id, m.role, m.my_root_id, m.my_trash_id, m.joined_at, m.vouched_by, u.first_name, " +
	"u.last_name, coalesce(u.email, '')"

func scanMember(r *sql.Rows, m *Member) error {
	return r.Scan(&m.Space, &m.User, &m.Role, &m.MyRoot, &m.MyTrash, timeScanner{&m.JoinedAt}, &m.VouchedBy, &m.FirstName, &m.LastName,
		&m.Email)
}

var membersByAge = &sortOrder[Member]{columns: []string{"m.user_id"}, down: false,
	of: func(m *Member) []any { return []any{int64(m.User)} }}

// MembersOf returns some members of a space, all or of one role, in the order of
// their accounts' age.
func (v *View) MembersOf(space SpaceID, role string, s Slice) ([]Member, []any, error) {
	return listSlice(v, membersByAge, s, scanMember, "SELECT "+memberColumns+" FROM members m JOIN users u ON u.id = m.user_id "+
		"WHERE m.space_id = ?1 AND (?2 = '' OR m.role = ?2)", space, role)
}

// CountMembers returns how many members a space has, all or of one role.
func (v *View) CountMembers(space SpaceID, role string) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM members WHERE space_id = ?1 AND (?2 = '' OR role = ?2)", []any{space, role}, &n)
	return n, err
}

// MembersByEmail returns the members of a space with one of the addresses, which are
// a JSON list.
func (v *View) MembersByEmail(space SpaceID, emails string) ([]Member, error) {
	return listRows(v, scanMember, "SELECT "+memberColumns+" FROM json_each(?2) e JOIN users u ON u.email = e.value "+
		"JOIN members m ON m.user_id = u.id AND m.space_id = ?1", space, emails)
}

// InsertMember adds a member with their own roots.
// home: app/sharing/members
func (tx *Tx) InsertMember(space SpaceID, user UserID, role string, myRoot, myTrash NodeID) error {
	err := tx.exec("INSERT INTO members (space_id, user_id, role, my_root_id, my_trash_id, joined_at) VALUES (?, ?, ?, ?, ?, ?)", space,
		user, role, myRoot, myTrash, toMillis(tx.Now))
	if err != nil {
		return err
	}
	if err := tx.touchRights(space); err != nil {
		return err
	}
	return tx.execOne("UPDATE spaces SET members = members + 1 WHERE id = ?", space)
}

// WelcomeOf returns who brought a member in, as long as the member has not read the welcome: 0 for nobody. ErrNotFound when there is
// nothing to read.
func (v *View) WelcomeOf(space SpaceID, user UserID) (by UserID, err error) {
	err = v.scanRow("SELECT welcome_by FROM members WHERE space_id = ? AND user_id = ? AND welcome_by IS NOT NULL", []any{space, user}, &by)
	return by, err
}

// UpdateMemberWelcome lets a member read a welcome by a user; 0 for nobody.
// home: app/sharing/members
func (tx *Tx) UpdateMemberWelcome(space SpaceID, user, by UserID) error {
	return tx.execOne("UPDATE members SET welcome_by = ? WHERE space_id = ? AND user_id = ?", int64(by), space, user)
}

// DeleteMemberWelcome notes that a member has read the welcome.
// home: app/sharing/members
func (tx *Tx) DeleteMemberWelcome(space SpaceID, user UserID) error {
	return tx.exec("UPDATE members SET welcome_by = NULL WHERE space_id = ? AND user_id = ?", space, user)
}

// UpdateMemberRole gives a member another built-in role.
// home: app/sharing/members
func (tx *Tx) UpdateMemberRole(space SpaceID, user UserID, role string) error {
	if err := tx.execOne("UPDATE members SET role = ? WHERE space_id = ? AND user_id = ?", role, space, user); err != nil {
		return err
	}
	return tx.touchRights(space)
}

// DeleteMember removes a member, their custom roles in the space and their roles on
// single shared files. It keeps their roles on items in other members' My Drives, and
// their own root directories, which the caller moves or trashes before.
// home: app/sharing/members
func (tx *Tx) DeleteMember(space SpaceID, user UserID) error {
	if err := tx.exec("DELETE FROM role_members WHERE user_id = ?2 AND role_id IN (SELECT id FROM roles WHERE space_id = ?1)", space,
		user); err != nil {
		return err
	}
	if err := tx.exec("DELETE FROM guests WHERE space_id = ?1 AND user_id = ?2 AND home_id = (SELECT root_id FROM spaces WHERE id = ?1)",
		space, user); err != nil {
		return err
	}
	if err := tx.execOne("DELETE FROM members WHERE space_id = ? AND user_id = ?", space, user); err != nil {
		return err
	}
	if err := tx.touchRights(space); err != nil {
		return err
	}
	return tx.execOne("UPDATE spaces SET members = members - 1 WHERE id = ?", space)
}

// UpdateSpaceOwner makes another member the owner of a space and gives the former
// owner that role; ErrExists when the new owner has a space with the same title. A
// buyer that is no company is forgotten: it may be the former owner in person.
// home: app/sharing/members
func (tx *Tx) UpdateSpaceOwner(space SpaceID, from, to UserID, role string) error {
	if err := tx.execOne("UPDATE spaces SET owner_id = ? WHERE id = ? AND owner_id = ?", to, space, from); err != nil {
		return err
	}
	if err := tx.deletePersonalBuyer(space); err != nil {
		return err
	}
	if err := tx.UpdateMemberRole(space, from, role); err != nil {
		return err
	}
	return tx.UpdateMemberRole(space, to, "owner")
}

// MemberInvite is the pending invitation of an address into a space.
type MemberInvite struct {
	Space     SpaceID
	Email     string
	Role      string
	InvitedBy UserID
	CreatedAt time.Time

	HasAccount bool      // with the address, proven or not
	Verified   bool      // the account has proven it
	Member     bool      // the account is a member of the space already
	OpenUntil  time.Time // when the last of the links and codes ends that let the address sign up; zero when there was none
}

const memberInvites = `SELECT i.space_id, i.email, i.role, i.invited_by, i.created_at, u.id IS NOT NULL, coalesce(u.is_email_validated, 0),
	EXISTS (SELECT 1 FROM members m WHERE m.space_id = i.space_id AND m.user_id = u.id),
	nullif(max(coalesce(i.link_expires_at, 0), coalesce((SELECT max(n.expires_at) FROM invitations n WHERE n.email = i.email), 0)), 0)
	FROM member_invites i LEFT JOIN users u ON u.email = i.email `

func (i *MemberInvite) fields() []any {
	return []any{&i.Space, &i.Email, &i.Role, &i.InvitedBy, timeScanner{&i.CreatedAt}, &i.HasAccount, &i.Verified, &i.Member,
		timeScanner{&i.OpenUntil}}
}

func scanMemberInvite(r *sql.Rows, i *MemberInvite) error { return r.Scan(i.fields()...) }

// MemberInvitesOf returns the pending invitations into a space, ordered by address.
func (v *View) MemberInvitesOf(space SpaceID) ([]MemberInvite, error) {
	return listRows(v, scanMemberInvite, memberInvites+"WHERE i.space_id = ? ORDER BY i.email", space)
}

var invitesByEmail = &sortOrder[MemberInvite]{columns: []string{"email"}, down: false,
	of: func(i *MemberInvite) []any { return []any{i.Email} }}

// SliceInvites returns a part of a list that MemberInvitesOf returned, and the After of
// the next part.
func SliceInvites(all []MemberInvite, s Slice) ([]MemberInvite, []any, error) {
	return invitesByEmail.slice(all, s)
}

// MemberInvitesFor returns the pending invitations of an address.
func (v *View) MemberInvitesFor(email string) ([]MemberInvite, error) {
	return listRows(v, scanMemberInvite, memberInvites+"WHERE i.email = ?", email)
}

// UpsertMemberInvite stores an invitation of an address into a space, or changes the
// role of the pending one.
// home: app/sharing/members
func (tx *Tx) UpsertMemberInvite(space SpaceID, email, role string, by UserID) error {
	return tx.exec(`INSERT INTO member_invites (space_id, email, role, invited_by, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (space_id, email) DO UPDATE SET role = excluded.role`, space, email, role, by, toMillis(tx.Now))
}

// DeleteMemberInvite removes an invitation; ErrNotFound when there is none.
// home: app/sharing/members
func (tx *Tx) DeleteMemberInvite(space SpaceID, email string) error {
	return tx.execOne("DELETE FROM member_invites WHERE space_id = ? AND email = ?", space, email)
}

// Leftovers counts the things that remain in a space after a member leaves it.
type Leftovers struct {
	Files, Directories, Size int64 // in their My Drive
	Trashed                  int64 // files and directories in its trash
	Links, Boxes, Guests     int64 // made by them and still valid
}

// LeftoversOf counts the leftovers that a present member would leave.
func (v *View) LeftoversOf(m *Membership) (*Leftovers, error) {
	var l Leftovers
	err := v.scanRow("SELECT files, directories, size, (SELECT files + directories FROM nodes WHERE id = ?2) FROM nodes WHERE id = ?1",
		[]any{m.MyRoot, m.MyTrash}, &l.Files, &l.Directories, &l.Size, &l.Trashed)
	if err != nil {
		return nil, err
	}
	err = v.scanRow(`SELECT (SELECT count(*) FROM links WHERE created_by = ?1 AND space_id = ?2 AND deleted_at IS NULL
		AND (expires_at IS NULL OR expires_at > ?3)),
		(SELECT count(*) FROM boxes WHERE created_by = ?1 AND space_id = ?2 AND deleted_at IS NULL AND expires_at > ?3),
		(SELECT count(*) FROM guests WHERE created_by = ?1 AND space_id = ?2)`, []any{m.User, m.Space, toMillis(v.Now)}, &l.Links, &l.Boxes,
		&l.Guests)
	return &l, err
}
