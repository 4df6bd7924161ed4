package db

import (
	"database/sql"
	"time"
)

// Role is a custom role.
type Role struct {
	ID          RoleID
	Space       SpaceID
	Name        string
	NameKey     string
	Permissions string // JSON
	CreatedBy   UserID
	CreatedAt   time.Time
	ModifiedBy  UserID
	ModifiedAt  time.Time
	Members     int
	Targets     int
}

const roleColumns = `r.id, r.space_id, r.name, r.name_key, r.permissions, r.created_by, r.created_at, r.modified_by, r.modified_at,
	(SELECT count(*) FROM role_members m WHERE m.role_id = r.id), (SELECT count(*) FROM role_targets t WHERE t.role_id = r.id)`

func (r *Role) fields() []any {
	return []any{
		&r.ID, &r.Space, &r.Name, &r.NameKey, &r.Permissions, &r.CreatedBy, timeScanner{&r.CreatedAt}, &r.ModifiedBy,
		timeScanner{&r.ModifiedAt}, &r.Members,
		&r.Targets,
	}
}

func scanRole(r *sql.Rows, o *Role) error { return r.Scan(o.fields()...) }

// RolesOf returns the custom roles of a space by name.
func (v *View) RolesOf(space SpaceID) ([]Role, error) {
	return listRows(v, scanRole, "SELECT "+roleColumns+" FROM roles r WHERE r.space_id = ? ORDER BY r.name_key", space)
}

// RoleOf returns one custom role of a space.
func (v *View) RoleOf(space SpaceID, id RoleID) (*Role, error) {
	var o Role
	return &o, v.scanRow("SELECT "+roleColumns+" FROM roles r WHERE r.id = ? AND r.space_id = ?", []any{id, space}, o.fields()...)
}

// RoleMembers returns the members with a custom role.
func (v *View) RoleMembers(id RoleID) ([]Member, error) {
	return listRows(v, scanMember, "SELECT "+memberColumns+` FROM role_members h JOIN roles r ON r.id = h.role_id
		JOIN members m ON m.space_id = r.space_id AND m.user_id = h.user_id
		JOIN users u ON u.id = m.user_id WHERE h.role_id = ? ORDER BY h.user_id`, id)
}

// UserRole is a custom role of a user.
type UserRole struct {
	User UserID
	ID   RoleID
	Name string
}

// RolesOfUsers returns the custom roles of the users in a space.
func (v *View) RolesOfUsers(space SpaceID, users []UserID) ([]UserRole, error) {
	set, err := encodeIDs(users)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, h *UserRole) error { return r.Scan(&h.User, &h.ID, &h.Name) },
		"SELECT h.user_id, r.id, r.name FROM role_members h JOIN roles r ON r.id = h.role_id AND r.space_id = ? "+
			"WHERE h.user_id IN (SELECT value FROM json_each(?))", space, set)
}

// RoleTargets returns the nodes that a custom role is limited to.
func (v *View) RoleTargets(id RoleID) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, n *NodeID) error { return r.Scan(n) },
		"SELECT node_id FROM role_targets WHERE role_id = ? ORDER BY node_id", id)
}

// RoleTarget is a custom role on one of its targets.
type RoleTarget struct {
	Role
	Node NodeID
}

// RolesOn returns the custom roles of a space that have one of the nodes as target.
func (v *View) RolesOn(space SpaceID, nodes []NodeID) ([]RoleTarget, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, t *RoleTarget) error { return r.Scan(append(t.fields(), &t.Node)...) },
		"SELECT "+roleColumns+", t.node_id FROM role_targets t JOIN roles r ON r.id = t.role_id AND r.space_id = ? "+
			"WHERE t.node_id IN (SELECT value FROM json_each(?))", space, set)
}

// InsertRole stores a new custom role; ErrExists when the space has one with that
// folded name.
// home: app/sharing/roles
func (tx *Tx) InsertRole(o *Role) error {
	o.CreatedAt, o.ModifiedAt = tx.Now, tx.Now
	return tx.exec("INSERT INTO roles (id, space_id, name, name_key, permissions, created_by, created_at, modified_by, modified_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		o.ID, o.Space, o.Name, o.NameKey, o.Permissions, o.CreatedBy, toMillis(tx.Now), o.ModifiedBy, toMillis(tx.Now))
}

// UpdateRole replaces name and permissions; ErrExists as in InsertRole.
// home: app/sharing/roles
func (tx *Tx) UpdateRole(o *Role, by UserID) error {
	if err := tx.execOne("UPDATE roles SET name = ?, name_key = ?, permissions = ?, modified_by = ?, modified_at = ? WHERE id = ?", o.Name,
		o.NameKey, o.Permissions, by, toMillis(tx.Now), o.ID); err != nil {
		return err
	}
	return tx.touchRights(o.Space)
}

// DeleteRole removes a custom role, also from its members.
// home: app/sharing/roles
func (tx *Tx) DeleteRole(o *Role) error {
	if err := tx.execOne("DELETE FROM roles WHERE id = ?", o.ID); err != nil {
		return err
	}
	return tx.touchRights(o.Space)
}

// UpsertRoleMembers adds users to a custom role. Those who have it already keep it.
// home: app/sharing/members
func (tx *Tx) UpsertRoleMembers(o *Role, by UserID, users []UserID) error {
	for _, u := range users {
		if err := tx.exec("INSERT INTO role_members (role_id, user_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", o.ID, u,
			toMillis(tx.Now)); err != nil {
			return err
		}
	}
	return tx.UpdateRole(o, by)
}

// DeleteRoleMembers removes users from a custom role.
// home: app/sharing/members
func (tx *Tx) DeleteRoleMembers(o *Role, by UserID, users []UserID) error {
	set, err := encodeIDs(users)
	if err != nil {
		return err
	}
	if err := tx.exec("DELETE FROM role_members WHERE role_id = ? AND user_id IN (SELECT value FROM json_each(?))", o.ID, set); err != nil {
		return err
	}
	return tx.UpdateRole(o, by)
}

// UpsertRoleTargets adds nodes to those that a custom role is limited to.
// home: app/sharing/roles
func (tx *Tx) UpsertRoleTargets(o *Role, by UserID, nodes []NodeID) error {
	for _, n := range nodes {
		if err := tx.exec("INSERT INTO role_targets (role_id, node_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", o.ID, n,
			toMillis(tx.Now)); err != nil {
			return err
		}
	}
	return tx.UpdateRole(o, by)
}

// DeleteRoleTargets takes nodes from those that a custom role is limited to.
// home: app/sharing/roles
func (tx *Tx) DeleteRoleTargets(o *Role, by UserID, nodes []NodeID) error {
	set, err := encodeIDs(nodes)
	if err != nil {
		return err
	}
	if err := tx.exec("DELETE FROM role_targets WHERE role_id = ? AND node_id IN (SELECT value FROM json_each(?))", o.ID, set); err != nil {
		return err
	}
	return tx.UpdateRole(o, by)
}
