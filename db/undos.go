package db

import "time"

// Undo is an operation that the user can undo.
type Undo struct {
	ID        UndoID
	User      UserID
	Space     SpaceID
	Operation string // JSON
	Running   bool   // it is done in parts, and goes on
	CreatedAt time.Time
}

// UndoPart is how one transaction of a long operation is undone.
type UndoPart struct {
	Number int
	Steps  string // JSON
}

// UndoOf returns an operation of a user.
func (v *View) UndoOf(user UserID, id UndoID) (*Undo, error) {
	u := Undo{ID: id, User: user}
	return &u, v.scanRow("SELECT space_id, operation, running, created_at FROM undos WHERE id = ? AND user_id = ?", []any{id,
		user}, &u.Space,
		&u.Operation, &u.Running, timeScanner{&u.CreatedAt})
}

// LastUndoPart returns the part of an operation that was done last, of those before a number; ErrNotFound when there is none.
func (v *View) LastUndoPart(id UndoID, before int) (*UndoPart, error) {
	var p UndoPart
	return &p, v.scanRow("SELECT number, steps FROM undo_parts WHERE undo_id = ? AND number < ? ORDER BY number DESC LIMIT 1",
		[]any{id, before}, &p.Number, &p.Steps)
}

// OldestUndo returns the smallest id of an operation that can be undone, which is older than all its changes; 0 when there is none.
func (v *View) OldestUndo() (UndoID, error) {
	var id UndoID
	err := v.scanRow("SELECT coalesce(min(id), 0) FROM undos", nil, &id)
	return id, err
}

// InsertUndo stores an operation.
// home: app/drive/files
func (tx *Tx) InsertUndo(u *Undo) error {
	u.CreatedAt = tx.Now
	return tx.exec("INSERT INTO undos (id, user_id, space_id, operation, running, created_at) VALUES (?, ?, ?, ?, ?, ?)", u.ID, u.User,
		u.Space, u.Operation, u.Running, toMillis(tx.Now))
}

// UpsertUndoPart stores how a part of an operation is undone.
// home: app/drive/files
func (tx *Tx) UpsertUndoPart(id UndoID, p *UndoPart) error {
	return tx.exec("INSERT INTO undo_parts (undo_id, number, steps) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET steps = excluded.steps", id,
		p.Number, p.Steps)
}

// DeleteUndoPart forgets a part that is undone.
// home: app/drive/files
func (tx *Tx) DeleteUndoPart(id UndoID, number int) error {
	return tx.execOne("DELETE FROM undo_parts WHERE undo_id = ? AND number = ?", id, number)
}

// UpdateUndoRunning notes that an operation, or undoing it, goes on or ended. The time in which it can be undone begins anew.
// home: app/drive/files
func (tx *Tx) UpdateUndoRunning(id UndoID, running bool) error {
	return tx.exec("UPDATE undos SET running = ?, created_at = ? WHERE id = ?", running, toMillis(tx.Now), id)
}

// UpdateUndosEnded notes that all operations ended.
// home: app/drive/files
func (tx *Tx) UpdateUndosEnded() error {
	return tx.exec("UPDATE undos SET running = 0, created_at = ? WHERE running = 1", toMillis(tx.Now))
}

// DeleteUndo forgets an operation.
// home: app/drive/files
func (tx *Tx) DeleteUndo(id UndoID) error { return tx.execOne("DELETE FROM undos WHERE id = ?", id) }

// DeleteUndosBefore forgets operations that ended before t, up to limit of them with parts. It reports whether there are more.
// home: app/drive/files
func (tx *Tx) DeleteUndosBefore(t time.Time, limit int) (more bool, err error) {
	n, err := tx.execN(`DELETE FROM undo_parts WHERE (undo_id, number) IN (SELECT p.undo_id, p.number FROM undos u
		JOIN undo_parts p ON p.undo_id = u.id WHERE u.created_at < ? AND u.running = 0 LIMIT ?)`, toMillis(t), limit)
	if err != nil || n == int64(limit) {
		return true, err
	}
	return false, tx.exec("DELETE FROM undos WHERE created_at < ? AND running = 0", toMillis(t))
}
