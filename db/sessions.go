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
	In         DeviceID // the browser; 0 before browsers were told apart
	CreatedAt  time.Time
	UsedAt     time.Time
	EndedAt    time.Time // zero while it lives
	Confirmed  time.Time // when its person last proved who they are
}

const sessionColumns = "id, user_id, generation, secret, device, address, created_at, used_at, ended_at, device_id, confirmed_at"

func (s *Session) fields() []any {
	return []any{
		&s.ID, &s.User, &s.Generation, &s.Secret, &s.Device, &s.Address, at{&s.CreatedAt}, at{&s.UsedAt}, at{&s.EndedAt}, &s.In,
		at{&s.Confirmed},
	}
}

// SessionByID returns the session of that id, living or ended.
func (v *View) SessionByID(id SessionID) (*Session, error) {
	var s Session
	return &s, v.row("SELECT "+sessionColumns+" FROM sessions WHERE id = ?", []any{id}, s.fields()...)
}

// SessionsOf returns the living sessions of the user, latest used first.
func (v *View) SessionsOf(user UserID) ([]Session, error) {
	return list(v, func(r *sql.Rows, s *Session) error { return r.Scan(s.fields()...) },
		"SELECT "+sessionColumns+" FROM sessions WHERE user_id = ? AND ended_at IS NULL ORDER BY used_at DESC", user)
}

// SessionsEndedSince returns the sessions that ended at or after t.
func (v *View) SessionsEndedSince(t time.Time) ([]SessionID, error) {
	return list(v, func(r *sql.Rows, id *SessionID) error { return r.Scan(id) }, "SELECT id FROM sessions WHERE ended_at >= ?", ms(t))
}

// InsertSession keeps a new session of generation 0, whose person proved who they are
// when it says.
// home: app/sessions
func (tx *Tx) InsertSession(s *Session) error {
	return tx.exec("INSERT INTO sessions (id, user_id, generation, secret, device, address, device_id, created_at, used_at, "+
		"confirmed_at) VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
		s.ID, s.User, s.Secret, s.Device, s.Address, int64(s.In), ms(tx.Now), ms(tx.Now), ms(s.Confirmed))
}

// UpdateSessionConfirmed notes that the session's person proved who they are again.
// home: app/sessions
func (tx *Tx) UpdateSessionConfirmed(id SessionID) error {
	return tx.execOne("UPDATE sessions SET confirmed_at = ? WHERE id = ? AND ended_at IS NULL", ms(tx.Now), id)
}

// UpdateSessionSecret moves a living session from one generation to the next;
// ErrNotFound when it ended or another request moved it before.
// home: app/sessions
func (tx *Tx) UpdateSessionSecret(id SessionID, from int64, secret []byte, address string) error {
	return tx.execOne("UPDATE sessions SET generation = generation + 1, secret = ?, address = ?, used_at = ? WHERE id = ? "+
		"AND generation = ? AND ended_at IS NULL",
		secret, address, ms(tx.Now), id, from)
}

// UpdateSessionEnded ends a living session of that user; ErrNotFound when
// there is none.
// home: app/sessions
func (tx *Tx) UpdateSessionEnded(user UserID, id SessionID) error {
	return tx.execOne("UPDATE sessions SET ended_at = ? WHERE id = ? AND user_id = ? AND ended_at IS NULL", ms(tx.Now), id, user)
}

// DeleteSessionsBefore forgets sessions, living or ended, that were last used
// before t.
// home: app/sessions
func (tx *Tx) DeleteSessionsBefore(t time.Time) error {
	return tx.exec("DELETE FROM sessions WHERE used_at < ?", ms(t))
}
