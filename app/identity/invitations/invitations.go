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

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// Life is how long an invitation opens the sign-up.
const Life = 14 * 24 * time.Hour

// CreatePath is the path of the page for the mail that invites an address: it signs up
// there, with a new code, or proves that the account which has it is its own. withItem says that it is invited into a workspace or to
// an item, and not to the appliance alone.
func CreatePath(tx *db.Tx, email string, by db.UserID, withItem bool) (string, error) {
	_, err := tx.UserByLogin(email)
	if err == nil {
		return "/auth/verify-email", nil
	}
	if !errors.Is(err, db.ErrNotFound) {
		return "", err
	}
	code := rand.Text()
	err = tx.InsertInvitation(hashCode(code), email, by, withItem, tx.Now.Add(Life))
	return "/signup?" + url.Values{"invitation": {code}, "email": {email}}.Encode(), err
}

// Redeem spends an invitation for a user who signs up. Its code came by mail, so the
// address it went to is proven. fault.InvitationRequired when there is no such
// invitation or it is another address's, fault.LinkExpired when it is too old. While sign-up is
// closed it is fault.SignupClosed for one that does not open it all the same.
func Redeem(tx *db.Tx, u *db.User, code string, closed bool) error {
	code = strings.TrimSpace(code)
	i, err := tx.InvitationByCode(hashCode(code))
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
	if closed {
		opens, err := CanOpenClosed(tx.ReadOnly(), i)
		if err != nil {
			return err
		}
		if !opens {
			return fault.SignupClosed
		}
	}
	u.EmailValidated = i.Email != ""
	return tx.DeleteInvitation(hashCode(code))
}

// CanOpenClosed reports whether an invitation lets its address sign up while sign-up is closed:
// when the shell made it, staff who manage people at present, or the owner of a workspace that
// the address is invited into.
func CanOpenClosed(v *db.View, i *db.Invitation) (bool, error) {
	if i.By == 0 {
		return true, nil
	}
	u, err := v.UserByID(i.By)
	if err != nil {
		return false, err
	}
	if !u.DisabledAt.IsZero() || !u.ErasedAt.IsZero() {
		return false, nil
	}
	if (access.Actor{User: u.ID, Staff: u.Staff}).CanStaff(access.People, true) {
		return true, nil
	}
	return v.IsInvitedInto(i.Email, u.ID)
}

// RedeemAll spends all invitations of an address that is proven in another way, and
// reports whether there was one; while sign-up is closed, one that opens it.
func RedeemAll(tx *db.Tx, email string, closed bool) (bool, error) {
	found, err := tx.InvitationsTo(email)
	if err != nil {
		return false, err
	}
	opened := !closed
	for k := range found {
		if opened {
			break
		}
		if opened, err = CanOpenClosed(tx.ReadOnly(), &found[k]); err != nil {
			return false, err
		}
	}
	if !opened {
		return false, nil
	}
	err = tx.DeleteInvitationsTo(email)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Withdraw ends the codes that were mailed to an address, when what it was invited to has been withdrawn and nothing else is pending.
// Those that invite to the appliance alone stay.
func Withdraw(tx *db.Tx, email string) error { return tx.DeleteNeedlessInvitations(email) }

func hashCode(code string) []byte {
	s := sha256.Sum256([]byte(code))
	return s[:]
}
