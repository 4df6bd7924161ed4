package db

import "time"

// OneTime is a secret that works once.
type OneTime struct {
	Sum       []byte // SHA-256 of the secret
	Purpose   string
	User      UserID // 0: not of a user yet
	Data      string // JSON
	Tries     int
	CreatedAt time.Time
	ExpiresAt time.Time
}

// OneTimeBySum returns the secret with that SHA-256, also an expired one.
func (v *View) OneTimeBySum(sum []byte) (*OneTime, error) {
	t := OneTime{Sum: sum}
	return &t, v.scanRow("SELECT purpose, coalesce(user_id, 0), data, tries, created_at, expires_at FROM one_time_tokens WHERE sum = ?",
		[]any{sum},
		&t.Purpose, &t.User, &t.Data, &t.Tries, timeScanner{&t.CreatedAt}, timeScanner{&t.ExpiresAt})
}

// OneTimeOf returns a secret of the user for a purpose, also an expired one.
func (v *View) OneTimeOf(user UserID, purpose string) (*OneTime, error) {
	t := OneTime{Purpose: purpose, User: user}
	return &t, v.scanRow("SELECT sum, data, tries, created_at, expires_at FROM one_time_tokens WHERE user_id = ? AND purpose = ? LIMIT 1",
		[]any{user, purpose},
		&t.Sum, &t.Data, &t.Tries, timeScanner{&t.CreatedAt}, timeScanner{&t.ExpiresAt})
}

// CountOneTimes returns how many unexpired secrets for a purpose the user has.
func (v *View) CountOneTimes(user UserID, purpose string) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM one_time_tokens WHERE user_id = ? AND purpose = ? AND expires_at > ?",
		[]any{user, purpose, toMillis(v.Now)}, &n)
	return n, err
}

// InsertOneTime stores a new secret.
// home: app/identity/onetime
func (tx *Tx) InsertOneTime(t *OneTime) error {
	return tx.exec("INSERT INTO one_time_tokens (sum, purpose, user_id, data, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
		t.Sum, t.Purpose, t.User, t.Data, toMillis(tx.Now), toMillis(t.ExpiresAt))
}

// UpdateOneTime replaces the data and the tries of a secret.
// home: app/identity/onetime
func (tx *Tx) UpdateOneTime(t *OneTime) error {
	return tx.execOne("UPDATE one_time_tokens SET data = ?, tries = ? WHERE sum = ?", t.Data, t.Tries, t.Sum)
}

// DeleteOneTime spends a secret; ErrNotFound when it was spent before.
// home: app/identity/onetime
func (tx *Tx) DeleteOneTime(sum []byte) error {
	return tx.execOne("DELETE FROM one_time_tokens WHERE sum = ?", sum)
}

// DeleteOneTimesOf spends all secrets of a purpose that the user has.
// home: app/identity/accounts app/identity/onetime app/identity/twofactor
func (tx *Tx) DeleteOneTimesOf(user UserID, purpose string) error {
	return tx.exec("DELETE FROM one_time_tokens WHERE user_id = ? AND purpose = ?", user, purpose)
}

// DeleteOneTimesBut spends all secrets of the user for a purpose except the newest
// ones, as many as newest says.
// home: app/identity/twofactor
func (tx *Tx) DeleteOneTimesBut(user UserID, purpose string, newest int) error {
	return tx.exec(`DELETE FROM one_time_tokens WHERE sum IN
		(SELECT sum FROM one_time_tokens WHERE user_id = ? AND purpose = ? ORDER BY created_at DESC LIMIT -1 OFFSET ?)`, user, purpose,
		newest)
}

// DeleteOneTimesBefore removes secrets that expired before t, and secrets without a
// user as soon as they expire.
// home: app/identity/onetime
func (tx *Tx) DeleteOneTimesBefore(t time.Time) error {
	return tx.exec("DELETE FROM one_time_tokens WHERE expires_at <= ? AND (user_id IS NULL OR expires_at < ?)",
		toMillis(tx.Now), toMillis(t))
}
