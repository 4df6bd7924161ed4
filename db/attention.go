package db

// AttentionNotes returns what administrators were told of what needs attention, as JSON; ErrNotFound before that.
func (v *View) AttentionNotes() (string, error) {
	var text string
	err := v.scanRow("SELECT value FROM settings WHERE key = 'attention'", nil, &text)
	return text, err
}

// PutAttentionNotes replaces them.
// home: app/operation/console
func (tx *Tx) PutAttentionNotes(text string) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('attention', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", text)
}
