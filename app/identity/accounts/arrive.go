package accounts

import (
	"errors"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/identity/invitations"
	"anbar/app/sharing/members"
	"anbar/db"
)

// ExternalAccount is a person whose identity a provider confirms and who has no account
// here yet.
type ExternalAccount struct {
	First, Last string // at least 3 characters each
	Email       string
	Verified    bool   // the provider knows that the address is theirs
	Language    string // fa or en
	AnyMode     bool   // allowed in every sign-up mode
}

// Provision makes an account without a password for a user of a provider: if sign-up is
// open, if the address that the provider verified was invited, or if p.Anyway is set. It
// never makes the first account.
func (s *Service) Provision(tx *db.Tx, p ExternalAccount, from api.Origin) (*db.User, error) {
	email, f := names.ParseEmail(p.Email)
	if f != nil {
		return nil, f
	}
	any, err := tx.AnyUser()
	if err != nil {
		return nil, err
	}
	if !any {
		return nil, fault.SignupClosed
	}
	_, err = tx.UserByLogin(email)
	exists := err == nil
	if !exists && !errors.Is(err, db.ErrNotFound) {
		return nil, err
	}
	if exists && p.Verified {
		return nil, fault.UserExists
	}
	// This comes before the answer about an existing account: an unverified address must
	// not reveal more than an ordinary sign-up.
	if err := s.authorizeProvision(tx, email, p); err != nil {
		return nil, err
	}
	if exists {
		return nil, fault.UserExists
	}
	u := &db.User{
		ID: db.UserID(db.NewID()), Email: email, EmailValidated: p.Verified, FirstName: p.First, LastName: p.Last, Language: p.Language,
		CreatedAt: tx.Now,
	}
	if err := s.insertUser(tx, u, from); err != nil {
		return nil, err
	}
	return u, errors.Join(s.sendSignupCodes(tx, u), members.AcceptInvitations(tx, u))
}

// authorizeProvision decides whether the account may be made, and spends the invitations of a
// verified address.
func (s *Service) authorizeProvision(tx *db.Tx, email string, p ExternalAccount) error {
	invited := false
	if p.Verified {
		var err error
		if invited, err = invitations.RedeemAll(tx, email, s.mode() == Closed); err != nil {
			return err
		}
	}
	switch {
	case p.AnyMode, invited, s.mode() == Open:
		return nil
	case s.mode() == Closed:
		return fault.SignupClosed
	}
	return fault.InvitationRequired
}
