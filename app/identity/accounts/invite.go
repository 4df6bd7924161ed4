package accounts

import (
	"cmp"
	"context"
	"errors"

	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/base/names"
	"anbar/app/identity/audit"
	"anbar/app/identity/invitations"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// Invitee is a person who is invited to make an account.
type Invitee struct {
	Email    string
	Language string // of the mail: fa or en
}

// Invite mails people an invitation to make an account: all of them or none. It fails for an
// address that has an account.
func (s *Service) Invite(ctx context.Context, by sessions.StaffAct, people []Invitee) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		for _, p := range people {
			if err := s.sendInvitation(tx, &by, p); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) sendInvitation(tx *db.Tx, by *sessions.StaffAct, p Invitee) error {
	email, f := names.ParseEmail(p.Email)
	if f != nil {
		return fault.Field("email", f)
	}
	language, known := languages[p.Language]
	if !known {
		return fault.Field("language", fault.InvalidValue)
	}
	if _, err := tx.UserByLogin(email); err == nil {
		return fault.Field("email", fault.UserExists)
	} else if !errors.Is(err, db.ErrNotFound) {
		return err
	}
	path, err := invitations.CreatePath(tx, email, by.Who.User, false)
	if err != nil {
		return err
	}
	m := mail.Message{To: email, Language: language, Kind: mail.AccountInvited, Data: mail.Data{URL: s.url() + path}}
	return errors.Join(mail.Enqueue(tx, m), s.audit.Record(tx, by.NewEvent(audit.PersonInvited, by.Who.User, audit.Detail{Email: email})))
}

// HasAccount reports whether an address belongs to an account.
func HasAccount(v *db.View, email string) (bool, error) {
	_, err := v.UserByLogin(email)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// CreateByStaff makes an account without a password. Its person gets the link by which they choose one, unless staff hand over a first
// link.
func (s *Service) CreateByStaff(ctx context.Context, by sessions.StaffAct, p Person, hand bool) (db.UserID, error) {
	if err := p.validateDetails().Err(); err != nil {
		return 0, err
	}
	u := p.newUser("")
	u.Staff = ""
	return u.ID, s.db.Update(ctx, func(tx *db.Tx) error {
		if err := checkDeliverable(tx, u); err != nil {
			return err
		}
		if err := tx.InsertUser(u); errors.Is(err, db.ErrExists) {
			return fault.UserExists
		} else if err != nil {
			return err
		}
		if err := s.audit.Record(tx, by.NewEvent(audit.AccountCreated, u.ID, audit.Detail{})); err != nil || hand {
			return err
		}
		return s.issueResetLink(tx, resetRequest{login: cmp.Or(u.Email, u.Mobile), first: true})
	})
}
