package accounts

import (
	"context"
	"errors"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/codes"
	"anbar/app/identity/twofactor"
	"anbar/app/sharing/members"
	"anbar/db"
)

// sendSignupCodes sends codes to the unverified address and number of a new account.
func (s *Service) sendSignupCodes(tx *db.Tx, u *db.User) error {
	return errors.Join(s.sendContactCode(tx, u, emailContact), s.sendContactCode(tx, u, mobileContact))
}

// ResendCode sends the actor another code that proves that the address or number is
// theirs, the pending one if there is one; nothing when it is proven.
func (s *Service) ResendCode(ctx context.Context, who access.Actor, c *contact, from api.Origin) error {
	if err := s.sends.Allow(from.Address); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		if to := c.target(u); to == "" || isPlaceholderEmail(to) {
			return fault.Field(c.field, fault.Required)
		}
		return s.sendContactCode(tx, u, c)
	})
}

// VerifyContact takes the code that proves that the actor's address or number, or the
// pending one, is theirs.
func (s *Service) VerifyContact(ctx context.Context, who access.Actor, c *contact, code string, from api.Origin) error {
	right := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(who.User)
		if err != nil {
			return err
		}
		if right = *c.pending(u) == "" && *c.validated(u); right {
			return nil
		}
		to := c.target(u)
		if right, err = codes.Verify(tx, c.purpose(u), to, code); err != nil || !right {
			return err // the failure has to count, so this commits
		}
		return s.confirmContact(tx, u, c, to, from)
	})
	if err == nil && !right {
		err = fault.WrongVerification
	}
	return err
}

// confirmContact makes a verified address or number the user's. It notifies the previous
// one, if verified, and moves the codes of two-step login to the new one.
func (s *Service) confirmContact(tx *db.Tx, u *db.User, c *contact, to string, from api.Origin) error {
	before, known := *c.current(u), *c.validated(u)
	if before != to {
		if err := errors.Join(c.checkChangeLimit(tx, u), s.reclaimContact(tx, u, c, to)); err != nil {
			return err
		}
	}
	*c.current(u), *c.validated(u), *c.pending(u) = to, true, ""
	if err := tx.UpdateUserContact(u); errors.Is(err, db.ErrExists) {
		return c.taken
	} else if err != nil {
		return err
	}
	e := audit.Event{Action: c.verifiedAction, User: u.ID, From: from, Detail: c.detail(to)}
	if before != "" && before != to {
		e.Action, e.Detail.Before = c.changedAction, before
		if known {
			if err := c.notifyPrevious(tx, u, before, to, from); err != nil {
				return err
			}
		}
		// The links that replace the password went to the one before.
		if err := errors.Join(twofactor.UpdateTarget(tx, u.ID, before, to), tx.DeleteOneTimesOf(u.ID, string(resetLink))); err != nil {
			return err
		}
	}
	if err := s.audit.Record(tx, e); err != nil || c != emailContact {
		return err
	}
	return members.AcceptInvitations(tx, u)
}

// reclaimContact takes an address or number from an account that never proved it. An
// account that would be left with nothing to sign in by gets an address that leads
// nowhere; its person gives it another one while they are signed in.
func (s *Service) reclaimContact(tx *db.Tx, u *db.User, c *contact, to string) error {
	other, err := tx.UserByLogin(to)
	if errors.Is(err, db.ErrNotFound) || err == nil && other.ID == u.ID {
		return nil
	}
	if err != nil {
		return err
	}
	if *c.validated(other) {
		return c.taken
	}
	*c.current(other) = ""
	if other.Email == "" && other.Mobile == "" {
		other.Email = other.ID.String() + placeholderDomain
	}
	return errors.Join(tx.UpdateUserContact(other), tx.DeleteOneTimesOf(other.ID, string(resetLink)),
		s.audit.Record(tx, audit.Event{Action: audit.ContactLost, User: other.ID, Detail: audit.Detail{Before: to, Name: to}}))
}

// placeholderDomain is the end of addresses that cannot exist.
const placeholderDomain = names.NoAddress

func isPlaceholderEmail(email string) bool { return strings.HasSuffix(email, placeholderDomain) }

// notifyPrevious writes to where the account was reached until now.
func (c *contact) notifyPrevious(tx *db.Tx, u *db.User, before, to string, from api.Origin) error {
	m := mail.Message{
		Language: u.Language, Kind: mail.AddressChanged, Data: mail.Data{Email: to, Address: from.Address, Device: from.Device},
	}
	if c == emailContact {
		m.To = before
	} else {
		m.Mobile, m.Data.Email = before, twofactor.Mask(to) // numbers are given to others
	}
	return mail.Enqueue(tx, m)
}

type verifyIn struct {
	Token string `json:"token" doc:"the six digits that were sent"`
}

func (s *Service) handleVerifyEmail(c *api.Call, in *verifyIn) (api.None, error) {
	return api.None{}, s.VerifyContact(c, c.Who, emailContact, in.Token, c.Origin())
}

func (s *Service) handleResendEmail(c *api.Call, _ *api.None) (api.None, error) {
	return api.None{}, s.ResendCode(c, c.Who, emailContact, c.Origin())
}

func (s *Service) handleVerifyMobile(c *api.Call, in *verifyIn) (api.None, error) {
	return api.None{}, s.VerifyContact(c, c.Who, mobileContact, in.Token, c.Origin())
}

func (s *Service) handleResendMobile(c *api.Call, _ *api.None) (api.None, error) {
	return api.None{}, s.ResendCode(c, c.Who, mobileContact, c.Origin())
}
