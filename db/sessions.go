package db

import (
	"database/sql"
	"time"
)

// Session is one sign-in of one user on one device.
type Session struct {
	ID         SessionID
	User       UserID
	Generation int64  // of the newest refresh token
	Secret     []byte // SHA-256 of its secret
	Device     string
	Address    string
	In         DeviceID // the browser; 0 for sessions from before browsers were recorded
	CreatedAt  time.Time
	UsedAt     time.Time
	EndedAt    time.Time // zero while the session is active
	Confirmed  time.Time // when the user last confirmed their identity
	Method     string    // how the user signed in; empty for sessions from before it was recorded
}

const sessionColumns = "id, user_id, generation, secret, device, address, created_at, used_at, ended_at, device_id, confirmed_at, method"

func (s *Session) fields() []any {
	return []any{
		&s.ID, &s.User, &s.Generation, &s.Secret, &s.Device, &s.Address, timeScanner{&s.CreatedAt}, timeScanner{&s.UsedAt},
		timeScanner{&s.EndedAt}, &s.In,
		timeScanner{&s.Confirmed}, &s.Method,
	}
}

// SessionByID returns the session with that id, active or ended.
func (v *View) SessionByID(id SessionID) (*Session, error) {
	var s Session
	return &s, v.scanRow("SELECT "+sessionColumns+" FROM sessions WHERE id = ?", []any{id}, s.fields()...)
}

// SessionsOf returns the active sessions of the user, latest used first.
func (v *View) SessionsOf(user UserID) ([]Session, error) {
	return listRows(v, func(r *sql.Rows, s *Session) error { return r.Scan(s.fields()...) },
		"SELECT "+sessionColumns+" FROM sessions WHERE user_id = ? AND ended_at IS NULL ORDER BY used_at DESC", user)
}

// SessionsEndedSince returns the sessions that ended at or after t.
func (v *View) SessionsEndedSince(t time.Time) ([]SessionID, error) {
	return listRows(v, func(r *sql.Rows, id *SessionID) error { return r.Scan(id) },
		"SELECT id FROM sessions WHERE ended_at >= ?", toMillis(t))
}

// InsertSession stores a new session with generation 0.
// home: app/identity/sessions
func (tx *Tx) InsertSession(s *Session) error {
	return tx.exec("INSERT INTO sessions (id, user_id, generation, secret, device, address, device_id, created_at, used_at, "+
		"confirmed_at, method) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?)",
		s.ID, s.User, s.Secret, s.Device, s.Address, int64(s.In), toMillis(tx.Now), toMillis(tx.Now), toMillis(s.Confirmed), s.Method)
}

// UpdateSessionConfirmed sets Confirmed to now; ErrNotFound when the session ended.
// home: app/identity/sessions
func (tx *Tx) UpdateSessionConfirmed(id SessionID) error {
	return tx.execOne("UPDATE sessions SET confirmed_at = ? WHERE id = ? AND ended_at IS NULL", toMillis(tx.Now), id)
}

// UpdateSessionSecret gives an active session its next generation and secret;
// ErrNotFound when it ended or is not of generation from any more.
// home: app/identity/sessions
func (tx *Tx) UpdateSessionSecret(id SessionID, from int64, secret []byte, address string) error {
	return tx.execOne("UPDATE sessions SET generation = generation + 1, secret = ?, address = ?, used_at = ? WHERE id = ? "+
		"AND generation = ? AND ended_at IS NULL",
		secret, address, toMillis(tx.Now), id, from)
}

// UpdateSessionEnded ends an active session of the user; ErrNotFound when there is
// none with that id.
// home: app/identity/sessions
func (tx *Tx) UpdateSessionEnded(user UserID, id SessionID) error {
	return tx.execOne("UPDATE sessions SET ended_at = ? WHERE id = ? AND user_id = ? AND ended_at IS NULL", toMillis(tx.Now), id, user)
}

// DeleteSessionsBefore removes sessions, active or ended, that were last used before
// t.
// home: app/identity/sessions
func (tx *Tx) DeleteSessionsBefore(t time.Time) error {
	return tx.exec("DELETE FROM sessions WHERE used_at < ?", toMillis(t))
}

// CountLiveSessions counts the sessions that were not ended. Those that nobody uses any more are deleted later.
func (v *View) CountLiveSessions() (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM sessions WHERE ended_at IS NULL", nil, &n)
	return n, err
}
