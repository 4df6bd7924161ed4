package db

import "database/sql"

// KeyedName is a name with the key that it is stored under.
type KeyedName struct {
	ID   NodeID
	Name string
	Key  string
}

// KeyForm returns in which form the keys of names are stored, 0 before any was noted.
func (v *View) KeyForm() (int, error) {
	var n int
	err := v.scanRow("SELECT coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'name_keys'), 0)", nil, &n)
	return n, err
}

// PutKeyForm notes the form that all stored keys have.
// home: app/drive/files
func (tx *Tx) PutKeyForm(n int) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('name_keys', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		int64(n))
}

// UnusualKeys returns the next names, in the order of their ids, whose keys may have more than one form: those with characters
// beyond ASCII. What lies in the trash itself is left out, for its key is made anew when it comes back.
func (v *View) UnusualKeys(after NodeID, limit int) ([]KeyedName, error) {
	return listRows(v, func(r *sql.Rows, n *KeyedName) error { return r.Scan(&n.ID, &n.Name, &n.Key) },
		`SELECT id, name, name_key FROM nodes WHERE id > ? AND parent_id IS NOT NULL AND trashed_at IS NULL
		AND name GLOB '*[^ -~]*' ORDER BY id LIMIT ?`, int64(after), limit)
}

// UpdateKeys gives names other keys. One that something beside it has is not given.
// home: app/drive/files
func (tx *Tx) UpdateKeys(all []KeyedName) error {
	for _, n := range all {
		if err := tx.exec("UPDATE OR IGNORE nodes SET name_key = ? WHERE id = ? AND name = ? AND trashed_at IS NULL",
			n.Key, n.ID, n.Name); err != nil {
			return err
		}
	}
	return nil
}
