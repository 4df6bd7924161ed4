package db

import (
	"database/sql"
	"encoding/json"
	"time"
)

// Zip is a selection that is downloaded as one archive.
type Zip struct {
	ID        string
	User      UserID
	Space     SpaceID
	Nodes     []NodeID
	Name      string
	Trashed   bool    // the nodes lie in a trash
	Token     TokenID // of the program that asked for it; 0 for none
	ExpiresAt time.Time
}

// ZipByID returns the selection of that id.
func (v *View) ZipByID(id string) (*Zip, error) {
	var z Zip
	var nodes string
	err := v.scanRow("SELECT id, user_id, space_id, nodes, name, trashed, coalesce(token_id, 0), expires_at FROM zips WHERE "+
		"id = ?", []any{id},
		&z.ID, &z.User, &z.Space, &nodes, &z.Name, &z.Trashed, &z.Token, timeScanner{&z.ExpiresAt})
	if err == nil {
		err = json.Unmarshal([]byte(nodes), &z.Nodes)
	}
	return &z, err
}

// InsertZip stores a selection.
// home: app/drive/downloads
func (tx *Tx) InsertZip(z *Zip) error {
	nodes, err := json.Marshal(z.Nodes)
	if err != nil {
		return err
	}
	return tx.exec("INSERT INTO zips (id, user_id, space_id, nodes, name, trashed, token_id, expires_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?)", z.ID, z.User, z.Space, string(nodes), z.Name, z.Trashed, z.Token, toMillis(z.ExpiresAt))
}

// DeleteZipsBefore forgets selections that expired before t.
// home: app/drive/downloads
func (tx *Tx) DeleteZipsBefore(t time.Time) error {
	return tx.exec("DELETE FROM zips WHERE expires_at < ?", toMillis(t))
}

// SubtreeNode is one node of a subtree, with the names that lead to it from the
// subtree's top.
type SubtreeNode struct {
	ID         NodeID
	Path       string // "top/dir/file"
	Kind       Kind
	Hash       Hash
	Size       int64
	Number     int       // of the version
	ModifiedAt time.Time // of the content, on the device that sent it if that said so
}

// Subtree returns up to limit nodes of a subtree, a directory before its children.
func (v *View) Subtree(top NodeID, limit int) ([]SubtreeNode, error) {
	return listRows(v, func(r *sql.Rows, b *SubtreeNode) error {
		return r.Scan(&b.ID, &b.Path, &b.Kind, &b.Hash, &b.Size, &b.Number, timeScanner{&b.ModifiedAt})
	},
		`WITH RECURSIVE below (id, path, kind, version_id, hash, size, number, modified_at) AS (
		SELECT id, name, kind, version_id, hash, size, number, modified_at FROM nodes WHERE id = ?1
		UNION ALL SELECT n.id, below.path || '/' || n.name, n.kind, n.version_id, n.hash, n.size, n.number, n.modified_at FROM below
		JOIN nodes n ON n.parent_id = below.id)
		SELECT below.id, path, kind, below.hash, below.size, below.number, iif(v.mtime <> 0, v.mtime, modified_at)
		FROM below LEFT JOIN versions v ON v.id = below.version_id LIMIT ?2`, top, limit)
}
