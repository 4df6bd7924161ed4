package db

import (
	"database/sql"
	"time"
)

// Passkey is the public half of a key pair; a device of the user has the private one.
type Passkey struct {
	ID         PasskeyID
	User       UserID
	Credential []byte // the credential id, chosen by the device
	Data       string // JSON: public key, counter, flags, transports
	RP         string // host name of the appliance for which it was made
	Name       string
	CreatedAt  time.Time
	UsedAt     time.Time
}

const passkeyColumns = "id, user_id, credential_id, credential, rp_id, name, created_at, used_at"

func (p *Passkey) fields() []any {
	return []any{&p.ID, &p.User, &p.Credential, &p.Data, &p.RP, &p.Name, timeScanner{&p.CreatedAt}, timeScanner{&p.UsedAt}}
}

// PasskeyByCredential returns the passkey with that credential id.
func (v *View) PasskeyByCredential(credential []byte) (*Passkey, error) {
	var p Passkey
	return &p, v.scanRow("SELECT "+passkeyColumns+" FROM passkeys WHERE credential_id = ?", []any{credential}, p.fields()...)
}

// PasskeyOf returns one passkey of a user.
func (v *View) PasskeyOf(user UserID, id PasskeyID) (*Passkey, error) {
	var p Passkey
	return &p, v.scanRow("SELECT "+passkeyColumns+" FROM passkeys WHERE id = ? AND user_id = ?", []any{id, user}, p.fields()...)
}

// PasskeysOf returns the passkeys of a user, oldest first.
func (v *View) PasskeysOf(user UserID) ([]Passkey, error) {
	return listRows(v, func(r *sql.Rows, p *Passkey) error { return r.Scan(p.fields()...) },
		"SELECT "+passkeyColumns+" FROM passkeys WHERE user_id = ? ORDER BY id", user)
}

// InsertPasskey stores a passkey; ErrExists when a user has one with that credential
// id.
// home: app/identity/passkeys
func (tx *Tx) InsertPasskey(p *Passkey) error {
	return tx.exec("INSERT INTO passkeys (id, user_id, credential_id, credential, rp_id, name, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
		p.ID, p.User, p.Credential, p.Data, p.RP, p.Name, toMillis(tx.Now))
}

// UpdatePasskeyUsed records a use of a passkey, with its new data.
// home: app/identity/passkeys
func (tx *Tx) UpdatePasskeyUsed(id PasskeyID, data string) error {
	return tx.execOne("UPDATE passkeys SET credential = ?, used_at = ? WHERE id = ?", data, toMillis(tx.Now), id)
}

// UpdatePasskeyName gives one of the user's passkeys another name.
// home: app/identity/passkeys
func (tx *Tx) UpdatePasskeyName(user UserID, id PasskeyID, name string) error {
	return tx.execOne("UPDATE passkeys SET name = ? WHERE id = ? AND user_id = ?", name, id, user)
}

// DeletePasskey forgets one of the user's passkeys.
// home: app/identity/passkeys
func (tx *Tx) DeletePasskey(user UserID, id PasskeyID) error {
	return tx.execOne("DELETE FROM passkeys WHERE id = ? AND user_id = ?", id, user)
}
