package db

import (
	"encoding/json"
	"time"
)

// RecentUse is the use of a file by a user.
type RecentUse struct {
	User UserID
	Node NodeID
	At   time.Time
}

// RecentsOf returns the files in a space that a person used before a mark, the
// latest first.
func (v *View) RecentsOf(user UserID, space SpaceID, before Mark, limit int) ([]Mark, error) {
	return listRows(v, scanMark, `SELECT node_id, used_at FROM recents WHERE user_id = ? AND space_id = ? AND (used_at, node_id) < (?, ?)
		ORDER BY used_at DESC, node_id DESC LIMIT ?`, user, space, toMillis(before.At), before.Node, limit)
}

// UpsertRecents records when files were used last. Files and users that do not exist
// any more are left out.
// home: app/drive/files
func (tx *Tx) UpsertRecents(uses []RecentUse) error {
	all := make([][3]int64, len(uses))
	for i, u := range uses {
		all[i] = [3]int64{int64(u.User), int64(u.Node), toMillis(u.At)}
	}
	b, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return tx.exec(`INSERT INTO recents (user_id, node_id, space_id, used_at)
		SELECT u.id, n.id, n.space_id, j.value ->> 2 FROM json_each(?) j CROSS JOIN nodes n ON n.id = j.value ->> 1
		CROSS JOIN users u ON u.id = j.value ->> 0 WHERE true
		ON CONFLICT (user_id, node_id) DO UPDATE SET used_at = max(used_at, excluded.used_at), space_id = excluded.space_id`, string(b))
}
