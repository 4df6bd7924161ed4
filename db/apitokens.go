package db

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// The kinds of tokens.
const (
	TokenAPI    = "api"    // of a program
	TokenDevice = "device" // of a sync app or a mounted drive
)

// APIToken is a secret with which programs and devices act for a user.
type APIToken struct {
	ID        TokenID
	User      UserID
	Kind      string
	Name      string
	Sum       []byte    // SHA-256 of the secret
	Hint      string    // its last characters
	Spaces    []SpaceID // the token is limited to these; empty for no limit
	Write     bool      // false: the token may only read
	CreatedAt time.Time
	ExpiresAt time.Time // zero for never
	UsedAt    time.Time // zero if it was never used
	Address   string    // IP address of the last use
	Agent     string    // User-Agent of the last use
	WipeAt    time.Time // when the device was told to delete its copies, since which the token opens nothing; zero for never
	WipedAt   time.Time // when the device said that it did; zero until then
}

// IsUsable reports whether the token can be used: it did not expire, and its device was not told to delete its copies.
func (t *APIToken) IsUsable(now time.Time) bool {
	return (t.ExpiresAt.IsZero() || now.Before(t.ExpiresAt)) && t.WipeAt.IsZero()
}

const apiTokenColumns = "id, user_id, kind, name, sum, hint, spaces, may_write, created_at, expires_at, used_at, address, agent, " +
	"wipe_at, wiped_at"

// scan reads a row.
func (t *APIToken) scan(row func(...any) error) error {
	var spaces string
	if err := row(&t.ID, &t.User, &t.Kind, &t.Name, &t.Sum, &t.Hint, &spaces, &t.Write, timeScanner{&t.CreatedAt},
		timeScanner{&t.ExpiresAt},
		timeScanner{&t.UsedAt}, &t.Address, &t.Agent, timeScanner{&t.WipeAt}, timeScanner{&t.WipedAt}); err != nil {
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
		return v.scanRow("SELECT "+apiTokenColumns+" FROM api_tokens WHERE sum = ?", []any{sum}, dest...)
	})
}

// APITokenByID returns a token of a user.
func (v *View) APITokenByID(user UserID, id TokenID) (*APIToken, error) {
	var t APIToken
	return &t, t.scan(func(dest ...any) error {
		return v.scanRow("SELECT "+apiTokenColumns+" FROM api_tokens WHERE user_id = ? AND id = ?", []any{user, id}, dest...)
	})
}

// APITokensOf returns the tokens of the user, oldest first.
func (v *View) APITokensOf(user UserID) ([]APIToken, error) {
	return listRows(v, func(r *sql.Rows, t *APIToken) error { return t.scan(r.Scan) },
		"SELECT "+apiTokenColumns+" FROM api_tokens WHERE user_id = ? ORDER BY id", user)
}

// InsertAPIToken stores a new token.
// home: app/identity/apitokens
func (tx *Tx) InsertAPIToken(t *APIToken) error {
	spaces, err := json.Marshal(append([]SpaceID{}, t.Spaces...))
	if err != nil {
		return err
	}
	return tx.exec("INSERT INTO api_tokens (id, user_id, kind, name, sum, hint, spaces, may_write, created_at, expires_at, agent) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		t.ID, t.User, t.Kind, t.Name, t.Sum, t.Hint, string(spaces), t.Write, toMillis(tx.Now), nullMillis(t.ExpiresAt), t.Agent)
}

// UpdateAPITokenUsed records the time, the address and the program of a use.
// home: app/identity/apitokens
func (tx *Tx) UpdateAPITokenUsed(id TokenID, address, agent string) error {
	return tx.execOne("UPDATE api_tokens SET used_at = ?, address = ?, agent = ? WHERE id = ?", toMillis(tx.Now), address, agent, id)
}

// UpdateAPITokenWipe has the device of a token delete its copies; ErrNotFound when it was told before, or is no device of the user.
// home: app/identity/apitokens
func (tx *Tx) UpdateAPITokenWipe(user UserID, id TokenID) error {
	tx.tokens = append(tx.tokens, user)
	return tx.execOne("UPDATE api_tokens SET wipe_at = ? WHERE id = ? AND user_id = ? AND kind = 'device' AND wipe_at IS "+
		"NULL", toMillis(tx.Now),
		id, user)
}

// UpdateAPITokenWiped records that a device deleted its copies; ErrNotFound when it was not told to, or said so before.
// home: app/identity/apitokens
func (tx *Tx) UpdateAPITokenWiped(id TokenID) error {
	return tx.execOne("UPDATE api_tokens SET wiped_at = ? WHERE id = ? AND wipe_at IS NOT NULL AND wiped_at IS NULL", toMillis(tx.Now), id)
}

// DeleteAPIToken revokes a token of the user; ErrNotFound when there is none.
// home: app/identity/apitokens app/identity/accounts
func (tx *Tx) DeleteAPIToken(user UserID, id TokenID) error {
	tx.tokens = append(tx.tokens, user)
	return tx.execOne("DELETE FROM api_tokens WHERE id = ? AND user_id = ?", id, user)
}
