package db

import "database/sql"

func scanLink(r *sql.Rows, l *Link) error { return r.Scan(l.fields()...) }

func scanBox(r *sql.Rows, b *Box) error { return r.Scan(b.fields()...) }

// LinksReaching returns the links that can still be opened and contain one of the
// nodes.
func (v *View) LinksReaching(nodes []NodeID) ([]Link, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, scanLink, "SELECT "+linkColumns+` FROM links l WHERE l.id IN (SELECT n.link_id FROM link_nodes n
		WHERE n.node_id IN (SELECT value FROM json_each(?)))
		AND l.deleted_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > ?) AND (l.count_limit = 0 OR l.used < l.count_limit)`, set,
		toMillis(v.Now))
}

// LinksOpen returns up to limit links of a space that can still be opened, the newest
// first.
func (v *View) LinksOpen(space SpaceID, limit int) ([]Link, error) {
	return listRows(v, scanLink, "SELECT "+linkColumns+` FROM links l WHERE l.space_id = ? AND l.deleted_at IS NULL
		AND (l.expires_at IS NULL OR l.expires_at > ?)
		AND (l.count_limit = 0 OR l.used < l.count_limit) ORDER BY l.created_at DESC LIMIT ?`, space, toMillis(v.Now), limit)
}

// BoxesReaching returns the open upload boxes of the nodes.
func (v *View) BoxesReaching(nodes []NodeID) ([]Box, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, scanBox, "SELECT "+boxColumns+" FROM boxes b WHERE b.node_id IN (SELECT value FROM json_each(?)) "+
		"AND b.deleted_at IS NULL AND b.expires_at > ?", set, toMillis(v.Now))
}

// BoxesOpen returns up to limit open upload boxes of a space, the newest first.
func (v *View) BoxesOpen(space SpaceID, limit int) ([]Box, error) {
	return listRows(v, scanBox, "SELECT "+boxColumns+" FROM boxes b WHERE b.space_id = ? AND b.deleted_at IS NULL "+
		"AND b.expires_at > ? ORDER BY b.created_at DESC LIMIT ?", space, toMillis(v.Now), limit)
}

// PublicFiles returns up to limit files of a space that anyone can read by their
// direct link, in any root of the space, the newest first.
func (v *View) PublicFiles(space SpaceID, limit int) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT id FROM nodes INDEXED BY nodes_public WHERE space_id = ? AND public = 1 ORDER BY id DESC LIMIT ?", space, limit)
}

// MembersByRole counts the members of a space in each role.
func (v *View) MembersByRole(space SpaceID) (map[string]int, error) {
	type count struct {
		role string
		n    int
	}
	all := map[string]int{}
	for c, err := range eachRow(v, func(r *sql.Rows, c *count) error { return r.Scan(&c.role, &c.n) },
		"SELECT role, count(*) FROM members WHERE space_id = ? GROUP BY role", space) {
		if err != nil {
			return nil, err
		}
		all[c.role] = c.n
	}
	return all, nil
}
