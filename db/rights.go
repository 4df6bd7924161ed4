package db

import "database/sql"

// touchRights gives the space a new rights revision, which makes cached rights
// invalid. Every statement that changes a row from which rights follow must be
// accompanied by it.
func (tx *Tx) touchRights(space SpaceID) error {
	tx.rightsChanged = append(tx.rightsChanged, space)
	return tx.execOne("UPDATE spaces SET rights = ? WHERE id = ?", NewID(), space)
}

// Grant is a right of a user in a space beside their built-in role: a custom role,
// in the whole space or on one of its targets, or a guest's role on an item.
type Grant struct {
	Node        NodeID // 0 for a custom role without targets
	Home        NodeID // of a guest: the grant only applies while Node lies below this root
	GuestRole   string // of a guest: the built-in role
	Role        RoleID // the custom role
	Permissions string // of the custom role
}

// GrantsOf returns all grants of a person in a space, in no order.
func (v *View) GrantsOf(space SpaceID, user UserID) ([]Grant, error) {
	return listRows(v, func(r *sql.Rows, g *Grant) error {
		return r.Scan(&g.Node, &g.Home, &g.GuestRole, &g.Role, &g.Permissions)
	},
		`SELECT t.node_id, NULL, '', r.id, r.permissions FROM role_members m JOIN roles r ON r.id = m.role_id
			AND r.space_id = ?1 LEFT JOIN role_targets t ON t.role_id = r.id WHERE m.user_id = ?2
		UNION ALL SELECT g.node_id, g.home_id, g.role, NULL, '' FROM guests g WHERE g.user_id = ?2 AND g.space_id = ?1`, space, user)
}

// Step is a node and its parent.
type Step struct {
	ID     NodeID
	Parent NodeID // 0 for a root
	Root   string
}

// Above returns those of the nodes that are in a space and all directories above them,
// each once, in no order.
func (v *View) Above(space SpaceID, ids []NodeID) ([]Step, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, s *Step) error { return r.Scan(&s.ID, &s.Parent, &s.Root) },
		`WITH RECURSIVE up (id, parent_id, root) AS (
		SELECT id, parent_id, coalesce(root, '') FROM nodes WHERE id IN (SELECT value FROM json_each(?)) AND +space_id = ?
		UNION SELECT n.id, n.parent_id, coalesce(n.root, '') FROM up JOIN nodes n ON n.id = up.parent_id)
		SELECT id, parent_id, root FROM up`, set, space)
}
