package db

import "time"

// Undo is an operation that the user can undo.
type Undo struct {
	ID        UndoID
	User      UserID
	Space     SpaceID
	Operation string // JSON
	CreatedAt time.Time
}

// UndoOf returns an operation of a user.
func (v *View) UndoOf(user UserID, id UndoID) (*Undo, error) {
	u := Undo{ID: id, User: user}
	return &u, v.row("SELECT space_id, operation, created_at FROM undos WHERE id = ? AND user_id = ?", []any{id, user}, &u.Space,
		&u.Operation, at{&u.CreatedAt})
}

// InsertUndo stores an operation.
// home: app/files
func (tx *Tx) InsertUndo(u *Undo) error {
	u.CreatedAt = tx.Now
	return tx.exec("INSERT INTO undos (id, user_id, space_id, operation, created_at) VALUES (?, ?, ?, ?, ?)", u.ID, u.User, u.Space,
		u.Operation, ms(tx.Now))
}

// DeleteUndo forgets an operation.
// home: app/files
func (tx *Tx) DeleteUndo(id UndoID) error { return tx.execOne("DELETE FROM undos WHERE id = ?", id) }

// DeleteUndosBefore forgets operations from before t.
// home: app/files
func (tx *Tx) DeleteUndosBefore(t time.Time) error {
	return tx.exec("DELETE FROM undos WHERE created_at < ?", ms(t))
}
