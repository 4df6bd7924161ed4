// Package invitations manages the codes that allow an address to sign up. Each is mailed to
// the address, so it also verifies the address.
package invitations

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"net/url"
	"strings"
	"time"

	"anbar/app/fault"
	"anbar/db"
)

// Life is how long an invitation opens the sign-up.
const Life = 14 * 24 * time.Hour

// Path is the path of the page for the mail that invites an address: it signs up
// there, with a new code, or proves that the account which has it is its own.
func Path(tx *db.Tx, email string, by db.UserID) (string, error) {
	_, err := tx.UserByLogin(email)
	if err == nil {
		return "/auth/verify-email", nil
	}
	if !errors.Is(err, db.ErrNotFound) {
		return "", err
	}
	code := rand.Text()
	err = tx.InsertInvitation(sum(code), email, by, tx.Now.Add(Life))
	return "/signup?" + url.Values{"invitation": {code}, "email": {email}}.Encode(), err
}

// Redeem spends an invitation for a user who signs up. Its code came by mail, so the
// address it went to is proven. fault.InvitationRequired when there is no such
// invitation or it is another address's, fault.LinkExpired when it is too old.
func Redeem(tx *db.Tx, u *db.User, code string) error {
	code = strings.TrimSpace(code)
	i, err := tx.InvitationByCode(sum(code))
	if errors.Is(err, db.ErrNotFound) {
		return fault.InvitationRequired
	}
	if err != nil {
		return err
	}
	if tx.Now.After(i.ExpiresAt) {
		return fault.LinkExpired
	}
	if i.Email != "" && i.Email != u.Email {
		return fault.InvitationRequired
	}
	u.EmailValidated = i.Email != ""
	return tx.DeleteInvitation(sum(code))
}

// RedeemAll spends all invitations of an address that is proven in another way, and
// reports whether there was one.
func RedeemAll(tx *db.Tx, email string) (bool, error) {
	err := tx.DeleteInvitationsTo(email)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func sum(code string) []byte {
	s := sha256.Sum256([]byte(code))
	return s[:]
}
