package db

import (
	"database/sql"
	"errors"
)

// AllSessions returns all sessions, active or ended.
func (v *View) AllSessions() ([]Session, error) {
	return listRows(v, func(r *sql.Rows, s *Session) error { return r.Scan(s.fields()...) }, "SELECT "+sessionColumns+" FROM sessions")
}

// putSession stores a session as it is in another database. Its browser is not recorded here.
func (tx *Tx) putSession(s *Session) error {
	var ended any
	if !s.EndedAt.IsZero() {
		ended = toMillis(s.EndedAt)
	}
	return tx.exec("INSERT INTO sessions ("+sessionColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id) DO UPDATE SET "+
		"generation = excluded.generation, secret = excluded.secret, used_at = excluded.used_at, ended_at = excluded.ended_at",
		s.ID, s.User, s.Generation, s.Secret, s.Device, s.Address, toMillis(s.CreatedAt), toMillis(s.UsedAt), ended,
		toMillis(s.Confirmed), s.Method)
}

// CarrySessions takes over what happened to sessions at a standby: those that began there, were renewed there or ended there. A session is
// left out whose user changed the password since, was disabled, or is gone; one that ended at the other machine stays ended.
// home: app
func (tx *Tx) CarrySessions(all []Session, users map[UserID]string) error {
	for i := range all {
		s := &all[i]
		there, err := tx.SessionByID(s.ID)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if err == nil && (!there.EndedAt.IsZero() || there.Generation >= s.Generation && s.EndedAt.IsZero()) {
			continue
		}
		u, err := tx.UserByID(s.User)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		if u.Password != users[s.User] || !u.DisabledAt.IsZero() || !u.ErasedAt.IsZero() {
			continue
		}
		if err := tx.putSession(s); err != nil {
			return err
		}
	}
	return nil
}
