package db

import (
	"database/sql"
	"iter"
)

// IndexEntry is a node with the columns that the index of names needs.
type IndexEntry struct {
	ID          NodeID
	Parent      NodeID // 0 for a root and for the top of a tree that waits to be removed
	Kind        Kind
	Name        string
	TypeKey     string
	ContentType string
	Size        int64 // of a file
	CreatedBy   UserID
	ModifiedAt  int64 // Unix milliseconds
}

const indexedColumns = "id, parent_id, kind, name, type_key, content_type, iif(kind = 1, size, 0), created_by, modified_at"

func scanIndexed(r *sql.Rows, n *IndexEntry) error {
	return r.Scan(&n.ID, &n.Parent, &n.Kind, &n.Name, &n.TypeKey, &n.ContentType, &n.Size, &n.CreatedBy, &n.ModifiedAt)
}

// NodesMadeAfter yields up to limit nodes with ids after id, in the order of their ids.
func (v *View) NodesMadeAfter(id NodeID, limit int) iter.Seq2[IndexEntry, error] {
	return eachRow(v, scanIndexed, "SELECT "+indexedColumns+" FROM nodes WHERE id > ? ORDER BY id LIMIT ?", idNumber(id), limit)
}

// NodesBetween yields up to limit nodes with ids after one and up to another, in the order of their ids or against it.
func (v *View) NodesBetween(after, last NodeID, limit int, descending bool) iter.Seq2[IndexEntry, error] {
	order := "id"
	if descending {
		order = "id DESC"
	}
	return eachRow(v, scanIndexed, "SELECT "+indexedColumns+" FROM nodes WHERE id > ? AND id <= ? ORDER BY "+order+" LIMIT ?",
		idNumber(after), idNumber(last), limit)
}

// NewestNode returns the largest id of a node, 0 when there is none.
func (v *View) NewestNode() (NodeID, error) {
	var id int64
	err := v.scanRow("SELECT coalesce(max(id), 0) FROM nodes", nil, &id)
	return NodeID(id), err
}

// IndexedNode returns one node for the index of names.
func (v *View) IndexedNode(id NodeID) (IndexEntry, error) {
	var n IndexEntry
	err := v.scanRow("SELECT "+indexedColumns+" FROM nodes WHERE id = ?", []any{id}, &n.ID, &n.Parent, &n.Kind, &n.Name, &n.TypeKey,
		&n.ContentType, &n.Size, &n.CreatedBy, &n.ModifiedAt)
	return n, err
}

// Change says that a node got another place, name or head version, or was removed.
type Change struct {
	ID    int64
	Node  NodeID
	Space SpaceID // the space before the change
	Now   SpaceID // the space of the node now; 0 when its row is removed
	Kind  Kind
}

// ChangesAfter returns up to limit changes with numbers after id, oldest first.
func (v *View) ChangesAfter(id int64, limit int) ([]Change, error) {
	return listRows(v, func(r *sql.Rows, c *Change) error { return r.Scan(&c.ID, &c.Node, &c.Space, &c.Now, &c.Kind) },
		"SELECT s.id, s.node_id, s.space_id, n.space_id, s.kind FROM states s LEFT JOIN nodes n ON n.id = s.node_id "+
			"WHERE s.id > ? ORDER BY s.id LIMIT ?", id, limit)
}

// LastChange returns the number of the newest change, 0 when there is none.
func (v *View) LastChange() (int64, error) {
	var id int64
	err := v.scanRow("SELECT coalesce(max(id), 0) FROM states", nil, &id)
	return id, err
}

// FavoriteIDs returns the favorites of a user in a space, in no order.
func (v *View) FavoriteIDs(user UserID, space SpaceID) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT node_id FROM favorites WHERE user_id = ? AND space_id = ?", user, space)
}

// ValuesOf returns all values of a custom field of a space.
func (v *View) ValuesOf(space SpaceID, field FieldID) iter.Seq2[FieldValue, error] {
	return eachRow(v, func(r *sql.Rows, f *FieldValue) error { return r.Scan(&f.Node, &f.Content) },
		"SELECT fv.node_id, fv.content FROM fields f JOIN field_values fv ON fv.field_id = f.id WHERE f.id = ? AND f.space_id = ?", field,
		space)
}

// idNumber is an id that may be 0, as a number.
func idNumber[T any](id ID[T]) int64 { return int64(id) }

// SpacesOfNodes returns the spaces that any of the nodes lie in.
func (v *View) SpacesOfNodes(ids []NodeID) ([]SpaceID, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, id *SpaceID) error { return r.Scan(id) },
		"SELECT DISTINCT space_id FROM nodes WHERE id IN (SELECT value FROM json_each(?))", set)
}
