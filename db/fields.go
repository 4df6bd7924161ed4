package db

import (
	"database/sql"
	"time"
)

// Field is a custom field that a space defines.
type Field struct {
	ID          FieldID
	Space       SpaceID
	Title       string
	TitleKey    string
	Type        string // text or link
	Description string
	CreatedBy   UserID
	CreatedAt   time.Time
	ModifiedAt  time.Time
	Uses        int64 // nodes that have a value of it
}

// FieldsOf returns the custom fields of a space, the latest changed first.
func (v *View) FieldsOf(space SpaceID) ([]Field, error) {
	return listRows(v, func(r *sql.Rows, f *Field) error {
		return r.Scan(&f.ID, &f.Space, &f.Title, &f.TitleKey, &f.Type, &f.Description, &f.CreatedBy, timeScanner{&f.CreatedAt},
			timeScanner{&f.ModifiedAt},
			&f.Uses)
	}, `SELECT id, space_id, title, title_key, type, description, created_by, created_at, modified_at, (SELECT count(*)
		FROM field_values WHERE field_id = fields.id)
		FROM fields WHERE space_id = ? ORDER BY modified_at DESC`, space)
}

// SpaceOfField returns the space that defines a field.
func (v *View) SpaceOfField(id FieldID) (SpaceID, error) {
	var space SpaceID
	err := v.scanRow("SELECT space_id FROM fields WHERE id = ?", []any{id}, &space)
	return space, err
}

// FieldOf returns one custom field of a space.
func (v *View) FieldOf(space SpaceID, id FieldID) (*Field, error) {
	var f Field
	return &f, v.scanRow(`SELECT id, space_id, title, title_key, type, description, created_by, created_at, modified_at,
		(SELECT count(*) FROM field_values WHERE field_id = fields.id)
		FROM fields WHERE id = ? AND space_id = ?`, []any{id, space},
		&f.ID, &f.Space, &f.Title, &f.TitleKey, &f.Type, &f.Description, &f.CreatedBy, timeScanner{&f.CreatedAt},
		timeScanner{&f.ModifiedAt}, &f.Uses)
}

// CountFields returns how many custom fields a space defines.
func (v *View) CountFields(space SpaceID) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM fields WHERE space_id = ?", []any{space}, &n)
	return n, err
}

// InsertField stores a new custom field; ErrExists when the space has one with that
// folded title.
// home: app/drive/fields
func (tx *Tx) InsertField(f *Field) error {
	f.CreatedAt, f.ModifiedAt = tx.Now, tx.Now
	return tx.exec("INSERT INTO fields (id, space_id, title, title_key, type, description, created_by, created_at, modified_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		f.ID, f.Space, f.Title, f.TitleKey, f.Type, f.Description, f.CreatedBy, toMillis(tx.Now), toMillis(tx.Now))
}

// UpdateField replaces title and description; ErrExists when the space has
// another one of that folded title.
// home: app/drive/fields
func (tx *Tx) UpdateField(f *Field) error {
	f.ModifiedAt = tx.Now
	return tx.execOne("UPDATE fields SET title = ?, title_key = ?, description = ?, modified_at = ? WHERE id = ?", f.Title, f.TitleKey,
		f.Description, toMillis(tx.Now), f.ID)
}

const maxTouched = 4096

// DeleteField removes a custom field with all its values.
// home: app/drive/fields
func (tx *Tx) DeleteField(id FieldID) error {
	dirs, err := listRows(&tx.View, func(r *sql.Rows, dir *NodeID) error { return r.Scan(dir) },
		"SELECT n.parent_id FROM field_values f CROSS JOIN nodes n ON n.id = f.node_id WHERE f.field_id = ? "+
			"AND n.parent_id IS NOT NULL LIMIT ?", id, maxTouched)
	if err != nil {
		return err
	}
	if len(dirs) == maxTouched {
		tx.touchAllListings()
	}
	tx.touchListings(dirs...)
	return tx.execOne("DELETE FROM fields WHERE id = ?", id)
}

// FieldValue is the value of a node in a custom field.
type FieldValue struct {
	Node    NodeID
	Field   FieldID
	Content string
}

// FieldValuesOf returns the values of nodes in custom fields.
func (v *View) FieldValuesOf(ids []NodeID) (map[NodeID][]FieldValue, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	all := map[NodeID][]FieldValue{}
	for f, err := range eachRow(v, func(r *sql.Rows, f *FieldValue) error { return r.Scan(&f.Node, &f.Field, &f.Content) },
		"SELECT node_id, field_id, content FROM field_values WHERE node_id IN (SELECT value FROM json_each(?))", set) {
		if err != nil {
			return nil, err
		}
		all[f.Node] = append(all[f.Node], f)
	}
	return all, nil
}

// InsertFieldValue gives a node a value; ErrExists when it has one in that field.
// home: app/drive/fields
func (tx *Tx) InsertFieldValue(n *Node, field FieldID, content, key string, by UserID) error {
	tx.touchListings(n.Parent)
	return tx.exec("INSERT INTO field_values (node_id, field_id, content, content_key, modified_by, modified_at) "+
		"VALUES (?, ?, ?, ?, ?, ?)", n.ID, field, content, key, by, toMillis(tx.Now))
}

// UpdateFieldValue replaces a node's value; ErrNotFound when it has none.
// home: app/drive/fields
func (tx *Tx) UpdateFieldValue(n *Node, field FieldID, content, key string, by UserID) error {
	tx.touchListings(n.Parent)
	return tx.execOne("UPDATE field_values SET content = ?, content_key = ?, modified_by = ?, modified_at = ? WHERE node_id = ? "+
		"AND field_id = ?", content, key, by, toMillis(tx.Now), n.ID, field)
}

// DeleteFieldValue removes a node's value; ErrNotFound when it has none.
// home: app/drive/fields
func (tx *Tx) DeleteFieldValue(n *Node, field FieldID) error {
	tx.touchListings(n.Parent)
	return tx.execOne("DELETE FROM field_values WHERE node_id = ? AND field_id = ?", n.ID, field)
}
