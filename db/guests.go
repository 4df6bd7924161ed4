package db

import (
	"database/sql"
	"time"
)

// Guest is one person's role on one item.
type Guest struct {
	ID        GuestID
	Space     SpaceID
	Node      NodeID
	Home      NodeID // the root directory above Node at the time; elsewhere the role has no effect
	User      UserID // 0 until a user verifies the address
	Email     string
	Role      string
	CreatedBy UserID
	CreatedAt time.Time
	Member    bool // of the space
}

const guestColumns = `g.id, g.space_id, g.node_id, g.home_id, g.user_id, g.email, g.role, g.created_by, g.created_at,
	EXISTS (SELECT 1 FROM members m WHERE m.space_id = g.space_id AND m.user_id = g.user_id)`

func scanGuest(r *sql.Rows, g *Guest) error {
	return r.Scan(&g.ID, &g.Space, &g.Node, &g.Home, &g.User, &g.Email, &g.Role, &g.CreatedBy, timeScanner{&g.CreatedAt}, &g.Member)
}

// GuestsOn returns the roles on the nodes.
func (v *View) GuestsOn(space SpaceID, nodes []NodeID) ([]Guest, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, scanGuest, "SELECT "+guestColumns+" FROM guests g WHERE g.node_id IN (SELECT value FROM json_each(?)) "+
		"AND g.space_id = ?", set, space)
}

var newestGuests = &sortOrder[Guest]{columns: []string{"g.id"}, down: true, of: func(g *Guest) []any { return []any{int64(g.ID)} }}

// GuestsOf returns some of the roles on items below a root of a space, the newest
// first.
func (v *View) GuestsOf(space SpaceID, home NodeID, s Slice) ([]Guest, []any, error) {
	return listSlice(v, newestGuests, s, scanGuest, "SELECT "+guestColumns+" FROM guests g WHERE g.space_id = ? AND "+
		"g.home_id = ?", space, home)
}

// CountGuests returns how many roles on items below a root a space has.
func (v *View) CountGuests(space SpaceID, home NodeID) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM guests WHERE space_id = ? AND home_id = ?", []any{space, home}, &n)
	return n, err
}

// GuestsByID returns the roles on items of those ids in a space.
func (v *View) GuestsByID(space SpaceID, ids []GuestID) ([]Guest, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return listRows(v, scanGuest, "SELECT "+guestColumns+" FROM guests g WHERE g.id IN (SELECT value FROM json_each(?)) AND g.space_id = ?",
		set, space)
}

// Invitee is an address that a user gave a role on an item, with the name of the account that has the address; empty when none has it.
type Invitee struct{ Email, Name string }

// InviteesOf returns the newest addresses that a user gave roles on items, in all spaces.
func (v *View) InviteesOf(user UserID, limit int) ([]Invitee, error) {
	return listRows(v, func(r *sql.Rows, i *Invitee) error { return r.Scan(&i.Email, &i.Name) },
		`SELECT g.email, CASE WHEN u.email = g.email THEN u.first_name || ' ' || u.last_name ELSE '' END
		FROM guests g INDEXED BY guests_by LEFT JOIN users u ON u.id = g.user_id WHERE g.created_by = ? ORDER BY g.id DESC LIMIT ?`,
		user, limit)
}

// GuestRolesOf returns the roles of a user on items in spaces of which they are not a
// member, ordered by space.
func (v *View) GuestRolesOf(user UserID) ([]Guest, error) {
	return listRows(v, scanGuest, "SELECT "+guestColumns+` FROM guests g INDEXED BY guests_user JOIN spaces s ON s.id = g.space_id
		AND s.deleted_at IS NULL
		WHERE g.user_id = ?1 AND NOT EXISTS (SELECT 1 FROM members m WHERE m.space_id = g.space_id AND m.user_id = ?1)
			ORDER BY g.space_id, g.id`, user)
}

// UpsertGuest gives an address a role on an item, and replaces the role it has.
// home: app/sharing/guests
func (tx *Tx) UpsertGuest(g *Guest) error {
	err := tx.exec(`INSERT INTO guests (id, space_id, node_id, home_id, user_id, email, role, created_by, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (node_id, email) DO UPDATE SET space_id = excluded.space_id, home_id = excluded.home_id, role = excluded.role,
			user_id = coalesce(excluded.user_id, user_id), link_code = NULL, link_by = NULL, link_expires_at = NULL`,
		g.ID, g.Space, g.Node, g.Home, g.User, g.Email, g.Role, g.CreatedBy, toMillis(tx.Now))
	if err != nil {
		return err
	}
	return tx.touchRights(g.Space)
}

// UpdateGuestRole gives a guest another role.
// home: app/sharing/guests
func (tx *Tx) UpdateGuestRole(g *Guest, role string) error {
	if err := tx.execOne("UPDATE guests SET role = ? WHERE id = ?", role, g.ID); err != nil {
		return err
	}
	return tx.touchRights(g.Space)
}

// DeleteGuest removes a role on an item.
// home: app/sharing/guests
func (tx *Tx) DeleteGuest(g *Guest) error {
	if err := tx.execOne("DELETE FROM guests WHERE id = ?", g.ID); err != nil {
		return err
	}
	return tx.touchRights(g.Space)
}

// UpdateGuestsUser assigns the pending roles of an address to the user who verified
// it.
// home: app/sharing/members
func (tx *Tx) UpdateGuestsUser(email string, user UserID) error {
	spaces, err := listRows(&tx.View, func(r *sql.Rows, id *SpaceID) error { return r.Scan(id) },
		"UPDATE guests SET user_id = ?, link_code = NULL, link_by = NULL, link_expires_at = NULL "+
			"WHERE email = ? AND user_id IS NULL RETURNING space_id", user, email)
	if err != nil {
		return err
	}
	for _, s := range spaces {
		if err := tx.touchRights(s); err != nil {
			return err
		}
	}
	return nil
}
