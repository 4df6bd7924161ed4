package db

import "database/sql"

// MovingRoot is the column root of the top of a tree that is on its way to another space. It has no parent until it is there.
const MovingRoot = "moving"

// Rehoming is a large tree on its way to another space. Nobody sees it until all its rows are there.
type Rehoming struct {
	Node     NodeID // its top, which lies in From.Space until the end
	To, From RehomingEnd
	User     UserID // who moves it
	Undo     UndoID // the operation that it is a part of, 0 for none
	Part     int    // and its number there
	Counted  bool   // Bytes is exact
	Bytes    int64  // of all versions; To.Space counts them from the beginning
	Moved    int64  // of them, what came to To.Space
}

// RehomingEnd is one end of the way of a tree.
type RehomingEnd struct {
	Space     SpaceID
	Directory NodeID
	Bin       NodeID // the trash for it when the directory is gone
	Name      string
}

const rehomingColumns = "node_id, to_space_id, to_parent_id, to_bin_id, to_name, from_space_id, from_parent_id, from_bin_id, from_name, " +
	"user_id, undo_id, part, counted, bytes, moved"

// RehomingOf returns the way of the tree with that top; ErrNotFound when it is not on a way.
func (v *View) RehomingOf(top NodeID) (*Rehoming, error) {
	var r Rehoming
	return &r, v.scanRow("SELECT "+rehomingColumns+" FROM rehomings WHERE node_id = ?", []any{top}, &r.Node,
		&r.To.Space, &r.To.Directory, &r.To.Bin, &r.To.Name, &r.From.Space, &r.From.Directory, &r.From.Bin, &r.From.Name,
		&r.User, &r.Undo, &r.Part, &r.Counted, &r.Bytes, &r.Moved)
}

// Rehomings returns the tops of all trees that are on a way.
func (v *View) Rehomings() ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) }, "SELECT node_id FROM rehomings ORDER BY node_id")
}

// MovingTop returns the top of a tree that is on a way.
func (v *View) MovingTop(id NodeID) (*Node, error) {
	var n Node
	err := v.scanRow("SELECT "+nodeColumns+" FROM nodes n WHERE n.id = ? AND n.parent_id IS NULL AND n.root = 'moving'", []any{id},
		n.fields()...)
	v.addPendingCounts(&n)
	return &n, err
}

// NodesElsewhere returns up to limit nodes below a node that do not lie in a space.
func (v *View) NodesElsewhere(top NodeID, space SpaceID, limit int) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		below+"SELECT n.id FROM below CROSS JOIN nodes n ON n.id = below.id WHERE n.id <> ?1 AND n.space_id <> ?2 LIMIT ?3",
		top, space, limit)
}

// CountVersionsBelow counts the versions of a node and of what lies below it, up to limit.
func (v *View) CountVersionsBelow(id NodeID, limit int) (n int, err error) {
	err = v.scanRow(below+"SELECT count(*) FROM (SELECT 1 FROM below CROSS JOIN versions v ON v.node_id = below.id LIMIT ?2)",
		[]any{id, limit}, &n)
	return n, err
}

// TreeOf returns the space of a node and the root of the tree that it lies in: its column root.
func (v *View) TreeOf(id NodeID) (space SpaceID, root string, err error) {
	err = v.scanRow(`WITH RECURSIVE up (id, parent_id, root) AS (SELECT id, parent_id, root FROM nodes WHERE id = ?1
		UNION ALL SELECT n.id, n.parent_id, n.root FROM up JOIN nodes n ON n.id = up.parent_id)
		SELECT (SELECT space_id FROM nodes WHERE id = ?1), coalesce(root, '') FROM up WHERE parent_id IS NULL`, []any{id}, &space, &root)
	return space, root, err
}

// InsertRehoming takes a tree out of sight and notes where it goes. It returns the number of the change.
// home: app/drive/files
func (tx *Tx) InsertRehoming(n *Node, r *Rehoming) (int64, error) {
	change, err := tx.UpdateNodeGone(n, MovingRoot)
	if err != nil {
		return 0, err
	}
	return change, tx.exec("INSERT INTO rehomings ("+rehomingColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, 0)", n.ID,
		r.To.Space, r.To.Directory, r.To.Bin, r.To.Name, r.From.Space, r.From.Directory, r.From.Bin, r.From.Name,
		r.User, r.Undo, r.Part, r.Bytes)
}

// UpdateRehomingBytes notes the exact number of bytes of a tree.
// home: app/drive/files
func (tx *Tx) UpdateRehomingBytes(top NodeID, bytes int64) error {
	return tx.execOne("UPDATE rehomings SET bytes = ?, counted = 1 WHERE node_id = ?", bytes, top)
}

// UpdateRehomingMoved notes that so many bytes of a tree came to its new space.
// home: app/drive/files
func (tx *Tx) UpdateRehomingMoved(top NodeID, bytes int64) error {
	return tx.execOne("UPDATE rehomings SET moved = moved + ? WHERE node_id = ?", bytes, top)
}

// UpdateRehomingReverted turns a tree on its way: it goes back to where it came from, as a part of no operation.
// home: app/drive/files
func (tx *Tx) UpdateRehomingReverted(top NodeID) error {
	return tx.execOne(`UPDATE rehomings SET to_space_id = from_space_id, to_parent_id = from_parent_id, to_bin_id = from_bin_id,
		to_name = from_name, from_space_id = to_space_id, from_parent_id = to_parent_id, from_bin_id = to_bin_id, from_name = to_name,
		moved = bytes - moved, counted = 1, undo_id = NULL, part = 0 WHERE node_id = ?`, top)
}

// DeleteRehoming forgets the way of a tree.
// home: app/drive/files
func (tx *Tx) DeleteRehoming(top NodeID) error {
	return tx.execOne("DELETE FROM rehomings WHERE node_id = ?", top)
}

// UpdateNodesSpace moves the rows of nodes, but not of what lies below them, to another space and removes their values of
// custom fields. It moves up to limit versions; done is false when there are more, and then nothing else was moved. It
// returns the bytes of the versions that it moved.
// home: app/drive/files
func (tx *Tx) UpdateNodesSpace(ids []NodeID, space SpaceID, limit int) (bytes int64, done bool, err error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return 0, false, err
	}
	type version struct {
		id   VersionID
		size int64
	}
	all, err := listRows(&tx.View, func(r *sql.Rows, v *version) error { return r.Scan(&v.id, &v.size) },
		"SELECT id, size FROM versions WHERE node_id IN (SELECT value FROM json_each(?)) AND space_id <> ? LIMIT ?", set, space, limit)
	if err != nil {
		return 0, false, err
	}
	versions := make([]VersionID, len(all))
	for i, v := range all {
		versions[i] = v.id
		bytes += v.size
	}
	some, err := encodeIDs(versions)
	if err != nil {
		return 0, false, err
	}
	err = tx.exec("UPDATE versions SET space_id = ? WHERE id IN (SELECT value FROM json_each(?))", space, some)
	if err != nil || len(all) == limit {
		return bytes, false, err
	}
	err = tx.moveRows(set, space)
	return bytes, true, err
}

func (tx *Tx) moveRows(nodes string, space SpaceID) error {
	for _, query := range []string{
		"UPDATE nodes SET space_id = ?1 WHERE id IN (SELECT value FROM json_each(?2))",
		"UPDATE favorites SET space_id = ?1 WHERE node_id IN (SELECT value FROM json_each(?2))",
		"UPDATE recents SET space_id = ?1 WHERE node_id IN (SELECT value FROM json_each(?2))",
	} {
		if err := tx.exec(query, space, nodes); err != nil {
			return err
		}
	}
	return tx.exec("DELETE FROM field_values WHERE node_id IN (SELECT value FROM json_each(?))", nodes)
}
