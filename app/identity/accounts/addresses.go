package accounts

import (
	"context"
	"errors"
	"fmt"

	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/sharing/members"
	"anbar/db"
)

// addressFormVersion is raised whenever names.ParseEmail returns another form for an address than before.
const addressFormVersion = 1

// NormalizeAddresses brings the addresses that an older program stored into the form of names.ParseEmail,
// so that they are found. What was promised to an address whose account is known then is given.
func (s *Service) NormalizeAddresses(ctx context.Context) error {
	all, err := db.Get(ctx, s.db, func(v *db.View) (all []string, err error) {
		form, err := v.AddressForm()
		if err == nil && form < addressFormVersion {
			all, err = v.UnusualAddresses()
		}
		return all, err
	})
	if err != nil {
		return err
	}
	for _, before := range all {
		after, f := names.ParseEmail(before)
		if f != nil || after == before {
			continue
		}
		if err := s.db.Update(ctx, func(tx *db.Tx) error { return normalizeAddress(tx, before, after) }); err != nil {
			return fmt.Errorf("mend an address: %w", err)
		}
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		form, err := tx.AddressForm()
		if err != nil || form == addressFormVersion {
			return err
		}
		return tx.PutAddressForm(addressFormVersion)
	})
}

func normalizeAddress(tx *db.Tx, before, after string) error {
	if err := tx.UpdateAddress(before, after); err != nil {
		return err
	}
	u, err := tx.UserByLogin(after)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return members.AcceptInvitations(tx, u)
}

// checkDeliverable refuses the address of a new account that no mail could reach.
func checkDeliverable(tx *db.Tx, u *db.User) error {
	err := mail.CheckDeliverable(tx.ReadOnly(), u.Email)
	if errors.Is(err, fault.EmailLetters) {
		err = fault.Field("email", fault.EmailLetters)
	}
	return err
}
