package db

import (
	"database/sql"
	"time"
)

// DavLock is a lock that a program took by WebDAV.
type DavLock struct {
	Token     string
	Node      NodeID
	Space     SpaceID
	User      UserID
	Owner     string // XML
	Deep      bool   // it holds for all below, too
	Shared    bool
	OfFile    bool // the node is one
	ExpiresAt time.Time
}

const davLockColumns = "l.token, l.node_id, l.space_id, l.user_id, l.owner, l.deep, l.shared, l.of_file, l.expires_at"

func scanDavLock(r *sql.Rows, l *DavLock) error {
	return r.Scan(&l.Token, &l.Node, &l.Space, &l.User, &l.Owner, &l.Deep, &l.Shared, &l.OfFile, timeScanner{&l.ExpiresAt})
}

// DavLocksOn returns the living locks on those nodes.
func (v *View) DavLocksOn(nodes []NodeID) ([]DavLock, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, scanDavLock, "SELECT "+davLockColumns+" FROM dav_locks l WHERE l.node_id IN (SELECT value FROM json_each(?)) "+
		"AND l.expires_at > ? ORDER BY l.token", set, toMillis(v.Now))
}

// DavLocksBelow returns up to limit living locks on a node of a space and on all below it. It goes up from each lock, of
// which there are few.
func (v *View) DavLocksBelow(space SpaceID, node NodeID, limit int) ([]DavLock, error) {
	return listRows(v, scanDavLock, `SELECT `+davLockColumns+` FROM dav_locks l WHERE l.space_id = ?1 AND l.expires_at > ?2 AND ?3 IN (
		WITH RECURSIVE up (id) AS (SELECT l.node_id UNION ALL SELECT n.parent_id FROM up JOIN nodes n ON n.id = up.id
			WHERE n.parent_id IS NOT NULL) SELECT id FROM up) LIMIT ?4`, space, toMillis(v.Now), node, limit)
}

// CountDavLocks returns how many living locks a user has.
func (v *View) CountDavLocks(user UserID) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM dav_locks WHERE user_id = ? AND expires_at > ?", []any{user, toMillis(v.Now)}, &n)
	return n, err
}

// AnyDavLockExpired reports whether a lock expired that is still kept.
func (v *View) AnyDavLockExpired() (bool, error) {
	var some bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM dav_locks WHERE expires_at <= ?)", []any{toMillis(v.Now)}, &some)
	return some, err
}

// InsertDavLock keeps a lock.
// home: app/sync/webdav
func (tx *Tx) InsertDavLock(l *DavLock) error {
	return tx.exec("INSERT INTO dav_locks (token, node_id, space_id, user_id, owner, deep, shared, of_file, expires_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", l.Token, l.Node, l.Space, l.User, l.Owner, l.Deep, l.Shared, l.OfFile, toMillis(l.ExpiresAt))
}

// UpdateDavLockExpires lets a lock live until its ExpiresAt.
// home: app/sync/webdav
func (tx *Tx) UpdateDavLockExpires(l *DavLock) error {
	return tx.execOne("UPDATE dav_locks SET expires_at = ? WHERE token = ?", toMillis(l.ExpiresAt), l.Token)
}

// DeleteDavLock ends a lock; one that is not there is no failure.
// home: app/sync/webdav
func (tx *Tx) DeleteDavLock(token string) error {
	return tx.exec("DELETE FROM dav_locks WHERE token = ?", token)
}

// DeleteDavLocksExpired forgets up to limit locks that expired.
// home: app/sync/webdav
func (tx *Tx) DeleteDavLocksExpired(limit int) error {
	return tx.exec("DELETE FROM dav_locks WHERE token IN (SELECT token FROM dav_locks WHERE expires_at <= ? LIMIT ?)",
		toMillis(tx.Now), limit)
}

// DavProp is a property that a program keeps at a node.
type DavProp struct {
	Node      NodeID
	NS, Name  string
	Value     string // the whole element in XML
	Forgotten bool   // in a change: it is removed
}

// DavPropsOf returns the kept properties of those nodes.
func (v *View) DavPropsOf(nodes []NodeID) ([]DavProp, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, p *DavProp) error { return r.Scan(&p.Node, &p.NS, &p.Name, &p.Value) },
		"SELECT node_id, ns, name, value FROM dav_props WHERE node_id IN (SELECT value FROM json_each(?)) ORDER BY node_id, ns, name", set)
}

// DavPropsSizes returns the bytes of the kept properties of each of those nodes that has any.
func (v *View) DavPropsSizes(nodes []NodeID) (map[NodeID]int64, error) {
	set, err := encodeIDs(nodes)
	if err != nil {
		return nil, err
	}
	type size struct {
		node  NodeID
		bytes int64
	}
	all, err := listRows(v, func(r *sql.Rows, s *size) error { return r.Scan(&s.node, &s.bytes) },
		"SELECT node_id, sum(octet_length(ns) + octet_length(name) + octet_length(value)) FROM dav_props "+
			"WHERE node_id IN (SELECT value FROM json_each(?)) GROUP BY node_id", set)
	sizes := map[NodeID]int64{}
	for _, s := range all {
		sizes[s.node] = s.bytes
	}
	return sizes, err
}

// AnyDavPropBelow reports whether a program kept a property at something that lies directly in a directory.
func (v *View) AnyDavPropBelow(dir NodeID) (bool, error) {
	var some bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM nodes n CROSS JOIN dav_props p ON p.node_id = n.id WHERE n.parent_id = ?)", []any{dir},
		&some)
	return some, err
}

// DavPropsSize returns the bytes of the kept properties of a node.
func (v *View) DavPropsSize(node NodeID) (int64, error) {
	var n int64
	err := v.scanRow("SELECT coalesce(sum(octet_length(ns) + octet_length(name) + octet_length(value)), 0) FROM dav_props "+
		"WHERE node_id = ?",
		[]any{node}, &n)
	return n, err
}

// PutDavProp keeps a property, or removes it when it is Forgotten.
// home: app/sync/webdav
func (tx *Tx) PutDavProp(p *DavProp) error {
	if p.Forgotten {
		return tx.exec("DELETE FROM dav_props WHERE node_id = ? AND ns = ? AND name = ?", p.Node, p.NS, p.Name)
	}
	return tx.exec("INSERT INTO dav_props (node_id, ns, name, value) VALUES (?, ?, ?, ?) "+
		"ON CONFLICT (node_id, ns, name) DO UPDATE SET value = excluded.value", p.Node, p.NS, p.Name, p.Value)
}

// CopyDavProps gives a node the kept properties of another one, in place of its own.
// home: app/sync/webdav
func (tx *Tx) CopyDavProps(from, to NodeID) error {
	if err := tx.exec("DELETE FROM dav_props WHERE node_id = ?", to); err != nil {
		return err
	}
	return tx.exec("INSERT INTO dav_props (node_id, ns, name, value) SELECT ?2, ns, name, value FROM dav_props WHERE node_id = ?1", from,
		to)
}

// Mount is the name under which a user's programs see a root within a tree.
type Mount struct {
	Root int64
	Name string
	Key  string
}

// MountsOf returns the names that a user's programs know in a tree.
func (v *View) MountsOf(user UserID, tree string) ([]Mount, error) {
	return listRows(v, func(r *sql.Rows, m *Mount) error { return r.Scan(&m.Root, &m.Name, &m.Key) },
		"SELECT root_id, name, key FROM mounts WHERE user_id = ? AND tree = ? ORDER BY root_id", user, tree)
}

// InsertMount keeps the name of a root in a tree for good; ErrExists when the root has one or another root has that name.
// home: app/sync/webdav
func (tx *Tx) InsertMount(user UserID, tree string, m Mount) error {
	return tx.exec("INSERT INTO mounts (user_id, tree, root_id, name, key) VALUES (?, ?, ?, ?, ?)", user, tree, m.Root, m.Name, m.Key)
}
