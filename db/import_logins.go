package db

import (
	"database/sql"
	"time"
)

// ImportLogin is an app password that another server gives, or that is asked for.
type ImportLogin struct {
	ID        ImportLoginID
	User      UserID // 0 when the account is gone
	Address   string // of the server
	Product   string
	Page      string // where the person answers
	Name      string // of the user at the server; empty until they answered
	Sealed    []byte
	Used      bool // an import was begun with it
	CreatedAt time.Time
	ExpiresAt time.Time
	Tries     int // to give it back
}

const importLoginColumns = "l.id, coalesce(l.user_id, 0), l.address, l.product, l.page, l.name, l.sealed, l.used, l.created_at, " +
	"l.expires_at, l.tries"

func scanImportLogin(r *sql.Rows, l *ImportLogin) error {
	return r.Scan(l.fields()...)
}

func (l *ImportLogin) fields() []any {
	return []any{&l.ID, &l.User, &l.Address, &l.Product, &l.Page, &l.Name, &l.Sealed, &l.Used, timeScanner{&l.CreatedAt},
		timeScanner{&l.ExpiresAt}, &l.Tries}
}

// ImportLoginOf returns an app password of a user; ErrNotFound without one.
func (v *View) ImportLoginOf(user UserID, id ImportLoginID) (*ImportLogin, error) {
	var l ImportLogin
	return &l, v.scanRow("SELECT "+importLoginColumns+" FROM import_logins l WHERE l.id = ? AND l.user_id = ?", []any{id,
		user}, l.fields()...)
}

// CountImportLogins returns how many app passwords of a user no import uses.
func (v *View) CountImportLogins(user UserID) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM import_logins WHERE user_id = ? AND used = 0", []any{user}, &n)
	return n, err
}

// ImportLoginsEnding returns app passwords that are due at t to be given back: those that no import uses, and those whose
// imports are forgotten or cancelled.
func (v *View) ImportLoginsEnding(t time.Time, limit int) ([]ImportLogin, error) {
	return listRows(v, scanImportLogin, "SELECT "+importLoginColumns+" FROM import_logins l WHERE l.expires_at <= ? AND NOT EXISTS ("+
		"SELECT 1 FROM imports i WHERE i.user_id = l.user_id AND i.kind = 'nextcloud' AND i.state NOT IN ('forgotten', 'cancelled') "+
		"AND json_extract(i.origin, '$.login') = CAST(l.id AS TEXT)) ORDER BY l.expires_at LIMIT ?", toMillis(t), limit)
}

// InsertImportLogin keeps a question to the person at another server.
// home: app/drive/imports/remote
func (tx *Tx) InsertImportLogin(l *ImportLogin) error {
	return tx.exec("INSERT INTO import_logins (id, user_id, address, product, page, sealed, created_at, expires_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?)", l.ID, l.User, l.Address, l.Product, l.Page, l.Sealed, toMillis(tx.Now), toMillis(l.ExpiresAt))
}

// UpdateImportLogin stores the answer to a question, its use, and tries to give it back.
// home: app/drive/imports/remote
func (tx *Tx) UpdateImportLogin(l *ImportLogin) error {
	return tx.execOne("UPDATE import_logins SET name = ?, sealed = ?, used = ?, expires_at = ?, tries = ? WHERE id = ?", l.Name, l.Sealed,
		l.Used, toMillis(l.ExpiresAt), l.Tries, l.ID)
}

// DeleteImportLogin forgets an app password.
// home: app/drive/imports/remote
func (tx *Tx) DeleteImportLogin(id ImportLoginID) error {
	return tx.execOne("DELETE FROM import_logins WHERE id = ?", id)
}
