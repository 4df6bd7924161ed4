package db

// The table "settings" has no use in the product; tests keep words in it.

// Setting returns the value of key, or ErrNotFound.
func (v *View) Setting(key string) (string, error) {
	var s string
	err := v.scanRow("SELECT value FROM settings WHERE key = ?", []any{key}, &s)
	return s, err
}

// UpsertSetting keeps value under key.
func (tx *Tx) UpsertSetting(key, value string) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value)
}
