package db

import (
	"database/sql"
	"time"
)

// TwoFactor is a second step that the user has enabled.
type TwoFactor struct {
	User      UserID
	Method    string // sms, totp, email
	Secret    []byte // of totp, encrypted
	Target    string // number or address that codes go to
	UsedStep  int64  // newest time step of totp for which a code was accepted
	CreatedAt time.Time
	UsedAt    time.Time
}

// TwoFactorsOf returns the second steps of the user, by the names of the methods.
func (v *View) TwoFactorsOf(user UserID) ([]TwoFactor, error) {
	return listRows(v, func(r *sql.Rows, f *TwoFactor) error {
		return r.Scan(&f.User, &f.Method, &f.Secret, &f.Target, &f.UsedStep, timeScanner{&f.CreatedAt}, timeScanner{&f.UsedAt})
	}, "SELECT user_id, method, secret, target, used_step, created_at, used_at FROM two_factors WHERE user_id = ? ORDER BY method", user)
}

// InsertTwoFactor enables a second step; ErrExists when it is enabled.
// home: app/identity/twofactor
func (tx *Tx) InsertTwoFactor(f *TwoFactor) error {
	return tx.exec("INSERT INTO two_factors (user_id, method, secret, target, used_step, created_at) VALUES (?, ?, ?, ?, ?, ?)",
		f.User, f.Method, append([]byte{}, f.Secret...), f.Target, f.UsedStep, toMillis(tx.Now))
}

// UpdateTwoFactorUsed records that a code was accepted, with its time step unless that
// is 0; ErrNotFound when a code of that step or of a later one was accepted before.
// home: app/identity/twofactor
func (tx *Tx) UpdateTwoFactorUsed(user UserID, method string, step int64) error {
	return tx.execOne("UPDATE two_factors SET used_at = ?1, used_step = max(used_step, ?2) WHERE user_id = ?3 AND method = ?4 "+
		"AND (?2 = 0 OR used_step < ?2)", toMillis(tx.Now), step, user, method)
}

// UpdateTwoFactorTarget replaces the number or address of the user's second steps that
// send codes to from.
// home: app/identity/twofactor
func (tx *Tx) UpdateTwoFactorTarget(user UserID, from, to string) error {
	return tx.exec("UPDATE two_factors SET target = ? WHERE user_id = ? AND target = ?", to, user, from)
}

// DeleteTwoFactor turns a second step off.
// home: app/identity/twofactor
func (tx *Tx) DeleteTwoFactor(user UserID, method string) error {
	return tx.execOne("DELETE FROM two_factors WHERE user_id = ? AND method = ?", user, method)
}

// CountStaticCodes returns how many unused backup codes the user has.
func (v *View) CountStaticCodes(user UserID) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM static_codes WHERE user_id = ? AND used_at IS NULL", []any{user}, &n)
	return n, err
}

// InsertStaticCodes replaces the user's backup codes; sums are their hashes.
// home: app/identity/twofactor
func (tx *Tx) InsertStaticCodes(user UserID, sums [][]byte) error {
	if err := tx.DeleteStaticCodes(user); err != nil {
		return err
	}
	for _, sum := range sums {
		if err := tx.exec("INSERT INTO static_codes (user_id, sum) VALUES (?, ?)", user, sum); err != nil {
			return err
		}
	}
	return nil
}

// UpdateStaticCodeUsed marks a backup code as used; ErrNotFound when it does not exist
// or was used before.
// home: app/identity/twofactor
func (tx *Tx) UpdateStaticCodeUsed(user UserID, sum []byte) error {
	return tx.execOne("UPDATE static_codes SET used_at = ? WHERE user_id = ? AND sum = ? AND used_at IS NULL", toMillis(tx.Now), user, sum)
}

// DeleteStaticCodes forgets all codes of the user.
// home: app/identity/twofactor
func (tx *Tx) DeleteStaticCodes(user UserID) error {
	return tx.exec("DELETE FROM static_codes WHERE user_id = ?", user)
}
