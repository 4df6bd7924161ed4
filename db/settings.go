package db

import (
	"database/sql"
	"time"
)

// SettingChange is a change of a group of settings.
type SettingChange struct {
	Number int64
	Name   string
	User   UserID // 0 for the shell
	At     time.Time
	Before string // JSON; its secrets are sealed
	After  string
}

// StoredSetting returns a group of settings that staff stored, as JSON; ErrNotFound before.
func (v *View) StoredSetting(name string) (string, error) {
	var text string
	err := v.scanRow("SELECT value FROM settings WHERE key = ?", []any{"console." + name}, &text)
	return text, err
}

// StoredSettingNames returns the names of stored groups of settings that begin with prefix, in
// their order.
func (v *View) StoredSettingNames(prefix string) ([]string, error) {
	return listRows(v, func(r *sql.Rows, name *string) error { return r.Scan(name) },
		"SELECT substr(key, 9) FROM settings WHERE key >= ? AND key < ? ORDER BY key", "console."+prefix, "console."+prefix+"\U0010ffff")
}

// PutStoredSetting stores the After of a change, and the change in the history.
// home: app/operation/connections app/base/settings
func (tx *Tx) PutStoredSetting(c *SettingChange) error {
	err := tx.exec("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		"console."+c.Name, c.After)
	if err != nil {
		return err
	}
	return tx.exec("INSERT INTO setting_changes (name, user_id, at, before, after) VALUES (?, ?, ?, ?, ?)", c.Name, int64(c.User),
		toMillis(tx.Now), c.Before, c.After)
}

const changeColumns = "id, name, user_id, at, before, after"

func scanChange(r *sql.Rows, c *SettingChange) error {
	return r.Scan(&c.Number, &c.Name, (*int64)(&c.User), timeScanner{&c.At}, &c.Before, &c.After)
}

var newestChanges = &sortOrder[SettingChange]{columns: []string{"id"}, down: true,
	of: func(c *SettingChange) []any { return []any{c.Number} }}

// SettingChanges returns some changes of settings, the newest first.
func (v *View) SettingChanges(s Slice) ([]SettingChange, []any, error) {
	return listSlice(v, newestChanges, s, scanChange, "SELECT "+changeColumns+" FROM setting_changes WHERE id > 0")
}

// CountSettingChanges counts them all.
func (v *View) CountSettingChanges() (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM setting_changes", nil, &n)
	return n, err
}

// SettingChangeByNumber returns one change.
func (v *View) SettingChangeByNumber(n int64) (*SettingChange, error) {
	var c SettingChange
	return &c, v.scanRow("SELECT "+changeColumns+" FROM setting_changes WHERE id = ?", []any{n}, &c.Number, &c.Name, (*int64)(&c.User),
		timeScanner{&c.At}, &c.Before, &c.After)
}
