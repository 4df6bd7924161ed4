package db

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// APIToken is a secret with which programs act for a user.
type APIToken struct {
	ID        TokenID
	User      UserID
	Name      string
	Sum       []byte    // SHA-256 of the secret
	Hint      string    // its last characters
	Spaces    []SpaceID // the token is limited to these; empty for no limit
	Write     bool      // false: the token may only read
	CreatedAt time.Time
	ExpiresAt time.Time // zero for never
	UsedAt    time.Time // zero if it was never used
	Address   string    // IP address of the last use
}

const apiTokenColumns = "id, user_id, name, sum, hint, spaces, may_write, created_at, expires_at, used_at, address"

// scan reads a row.
func (t *APIToken) scan(row func(...any) error) error {
	var spaces string
	if err := row(&t.ID, &t.User, &t.Name, &t.Sum, &t.Hint, &spaces, &t.Write, at{&t.CreatedAt}, at{&t.ExpiresAt}, at{&t.UsedAt},
		&t.Address); err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(spaces), &t.Spaces); err != nil {
		return fmt.Errorf("read the workspaces of an API token: %w", err)
	}
	return nil
}

// APITokenBySum returns the token whose secret has that SHA-256.
func (v *View) APITokenBySum(sum []byte) (*APIToken, error) {
	var t APIToken
	return &t, t.scan(func(dest ...any) error {
		return v.row("SELECT "+apiTokenColumns+" FROM api_tokens WHERE sum = ?", []any{sum}, dest...)
	})
}

// APITokensOf returns the tokens of the user, oldest first.
func (v *View) APITokensOf(user UserID) ([]APIToken, error) {
	return list(v, func(r *sql.Rows, t *APIToken) error { return t.scan(r.Scan) },
		"SELECT "+apiTokenColumns+" FROM api_tokens WHERE user_id = ? ORDER BY id", user)
}

// InsertAPIToken stores a new token.
// home: app/apitokens
func (tx *Tx) InsertAPIToken(t *APIToken) error {
	spaces, err := json.Marshal(append([]SpaceID{}, t.Spaces...))
	if err != nil {
		return err
	}
	return tx.exec("INSERT INTO api_tokens (id, user_id, name, sum, hint, spaces, may_write, created_at, expires_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		t.ID, t.User, t.Name, t.Sum, t.Hint, string(spaces), t.Write, ms(tx.Now), moment(t.ExpiresAt))
}

// UpdateAPITokenUsed records the time and the address of a use.
// home: app/apitokens
func (tx *Tx) UpdateAPITokenUsed(id TokenID, address string) error {
	return tx.execOne("UPDATE api_tokens SET used_at = ?, address = ? WHERE id = ?", ms(tx.Now), address, id)
}

// DeleteAPIToken revokes a token of the user; ErrNotFound when there is none.
// home: app/apitokens app/accounts
func (tx *Tx) DeleteAPIToken(user UserID, id TokenID) error {
	return tx.execOne("DELETE FROM api_tokens WHERE id = ? AND user_id = ?", id, user)
}
