package db

import (
	"database/sql"
	"time"
)

// PastNode is the state of a node at some moment.
type PastNode struct {
	Node    NodeID
	Kind    Kind
	Name    string
	Version VersionID // head version of a file
	Size    int64     // bytes; of a directory: of all heads below it when that state ended
}

// ChildrenAt returns up to limit children of one kind that a directory had at a
// moment, in the order of their ids, after the id after. at is the moment as an id:
// see FirstIDAt.
func (v *View) ChildrenAt(dir NodeID, kind Kind, at int64, after NodeID, limit int) ([]PastNode, error) {
	return listRows(v, func(r *sql.Rows, p *PastNode) error { return r.Scan(&p.Node, &p.Kind, &p.Name, &p.Version, &p.Size) },
		`SELECT id, kind, name, version_id, size FROM nodes WHERE parent_id = ?1 AND kind = ?2 AND since < ?3 AND id > ?4
		UNION ALL SELECT node_id, kind, name, version_id, size FROM states WHERE parent_id = ?1 AND kind = ?2 AND id >= ?3
		AND since < ?3 AND node_id > ?4
		ORDER BY 1 LIMIT ?5`, dir, int(kind), at, int64(after), limit)
}

// ParentAt returns the parent of a node at a moment, 0 for a root; ErrNotFound when
// the node did not exist then.
func (v *View) ParentAt(id NodeID, at int64) (NodeID, error) {
	var parent NodeID
	err := v.scanRow(`SELECT parent_id FROM nodes WHERE id = ?1 AND since < ?2
		UNION ALL SELECT parent_id FROM states WHERE node_id = ?1 AND id >= ?2 AND since < ?2 LIMIT 1`, []any{id, at}, &parent)
	return parent, err
}

// DeleteStatesBefore removes up to limit states of nodes that ended before t, and returns how many.
// home: app/drive/activity
func (tx *Tx) DeleteStatesBefore(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM states WHERE id IN (SELECT id FROM states WHERE id < ? ORDER BY id LIMIT ?)", FirstIDAt(t), limit)
}
