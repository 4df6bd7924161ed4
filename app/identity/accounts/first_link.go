package accounts

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/onetime"
	"anbar/app/identity/sessions"
	"anbar/db"
)

const firstLinkLife = 24 * time.Hour // an administrator has to reach the person

// IsUnopened reports whether nobody has been able to sign in to an account: it has no password, no passkey and no provider, and
// nothing of it is verified.
func IsUnopened(v *db.View, u *db.User) (bool, error) {
	if u.Password != "" || u.EmailValidated || u.MobileValidated || !u.ErasedAt.IsZero() {
		return false, nil
	}
	passkeys, err := v.HasPasskeys(u.ID)
	if err != nil || passkeys {
		return false, err
	}
	all, err := v.IdentitiesOf(u.ID)
	return len(all) == 0, err
}

// MakeFirstLink returns the secret of a link by which the person of an account that staff made chooses a password, for an
// administrator to hand over. It works once, for a day, until a newer link is made, and only while the account is unopened. It
// proves no address.
func (s *Service) MakeFirstLink(ctx context.Context, by sessions.StaffAct, id db.UserID) (token string, err error) {
	if by.Who.Staff != db.Administrator {
		return "", fault.PermissionDenied
	}
	err = s.updateAccount(ctx, &by, id, func(tx *db.Tx, u *db.User) error {
		if !u.DisabledAt.IsZero() {
			return fault.AccountDisabled
		}
		unopened, err := IsUnopened(&tx.View, u)
		if err != nil {
			return err
		}
		if !unopened {
			return fault.AccountInUse
		}
		if err := tx.DeleteOneTimesOf(u.ID, string(resetLink)); err != nil {
			return err
		}
		token, err = onetime.Issue(tx, resetLink, u.ID, firstLinkLife, resetDetails{Email: u.Email, Mobile: u.Mobile, Handed: true})
		return errors.Join(err, s.audit.Record(tx, by.NewEvent(audit.FirstLinkMade, u.ID, audit.Detail{})))
	})
	return token, err
}
