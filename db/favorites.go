package db

import (
	"database/sql"
	"time"
)

// Mark is a favorite of a user and when it became one, or a file that the user used
// and when.
type Mark struct {
	Node NodeID
	At   time.Time
}

func scanMark(r *sql.Rows, m *Mark) error { return r.Scan(&m.Node, timeScanner{&m.At}) }

// FavoritesOf returns a person's favorites in a space that are older than a
// mark, newest first.
func (v *View) FavoritesOf(user UserID, space SpaceID, before Mark, limit int) ([]Mark, error) {
	return listRows(v, scanMark, `SELECT node_id, created_at FROM favorites WHERE user_id = ? AND space_id = ?
		AND (created_at, node_id) < (?, ?)
		ORDER BY created_at DESC, node_id DESC LIMIT ?`, user, space, toMillis(before.At), before.Node, limit)
}

// FavoritesIn returns which children of a directory are a person's favorites,
// in the order of their ids.
func (v *View) FavoritesIn(user UserID, space SpaceID, dir NodeID) ([]NodeID, error) {
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT f.node_id FROM favorites f CROSS JOIN nodes n ON n.id = f.node_id WHERE f.user_id = ? AND +f.space_id = ? "+
			"AND n.parent_id = ? ORDER BY f.node_id", user, space, dir)
}

// FavoritesAmong returns which of the nodes are a person's favorites.
func (v *View) FavoritesAmong(user UserID, ids []NodeID) ([]NodeID, error) {
	set, err := encodeIDs(ids)
	if err != nil {
		return nil, err
	}
	return listRows(v, func(r *sql.Rows, id *NodeID) error { return r.Scan(id) },
		"SELECT node_id FROM favorites WHERE user_id = ? AND node_id IN (SELECT value FROM json_each(?))", user, set)
}

// InsertFavorites makes nodes favorites of a user. Nodes that are already keep their
// time.
// home: app/drive/files
func (tx *Tx) InsertFavorites(user UserID, space SpaceID, ids []NodeID) error {
	set, err := encodeIDs(ids)
	if err != nil {
		return err
	}
	return tx.exec("INSERT OR IGNORE INTO favorites (user_id, node_id, space_id, created_at) SELECT ?, value, ?, ? FROM json_each(?)", user,
		space, toMillis(tx.Now), set)
}

// DeleteFavorites removes nodes from the favorites of a user.
// home: app/drive/files
func (tx *Tx) DeleteFavorites(user UserID, space SpaceID, ids []NodeID) error {
	set, err := encodeIDs(ids)
	if err != nil {
		return err
	}
	return tx.exec("DELETE FROM favorites WHERE user_id = ? AND node_id IN (SELECT value FROM json_each(?)) AND space_id = ?", user, set,
		space)
}
