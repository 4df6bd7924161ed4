package accounts

import (
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/codes"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/db"
)

// The ways to confirm one's identity.
const (
	byPassword = "password"
	byPasskey  = "passkey"
	byEmail    = "email"
	bySMS      = "sms"
)

// listConfirmationMethods returns the user's methods to confirm their identity. With two-step login on, its
// methods replace the password: otherwise a leaked password and an open session were enough
// to turn it off. A code sent to the address or number proves less, so it is offered only
// without a password and a passkey.
func listConfirmationMethods(v *db.View, u *db.User) ([]string, error) {
	st, err := twofactor.LoadState(v, u.ID)
	if err != nil {
		return nil, err
	}
	all := st.VouchingMethods(v.Now)
	switch {
	case len(all) > 0 && st.StaticLeft > 0:
		all = append(all, twofactor.Static)
	case len(all) == 0 && u.Password != "":
		all = append(all, byPassword)
	}
	if st.Passkey {
		all = append(all, byPasskey)
	}
	if len(all) > 0 {
		return all, nil
	}
	all = []string{}
	if u.EmailValidated && u.Email != "" {
		all = append(all, byEmail)
	}
	if u.MobileValidated && u.Mobile != "" {
		all = append(all, bySMS)
	}
	return all, nil
}

func (s *Service) loadConfirmationMethods(ctx context.Context, who access.Actor) ([]string, error) {
	return db.Get(ctx, s.db, func(v *db.View) ([]string, error) {
		u, err := v.UserByID(who.User)
		if err != nil {
			return nil, err
		}
		return listConfirmationMethods(v, u)
	})
}

// loadConfirmationTarget returns the address or number that gets the code to confirm the actor's identity.
func loadConfirmationTarget(v *db.View, who access.Actor, way string) (*db.User, string, error) {
	u, err := v.UserByID(who.User)
	if err != nil {
		return nil, "", err
	}
	all, err := listConfirmationMethods(v, u)
	if err != nil {
		return nil, "", err
	}
	if (way != byEmail && way != bySMS) || !slices.Contains(all, way) {
		return nil, "", fault.Field("method", fault.InvalidValue)
	}
	if way == byEmail {
		return u, u.Email, nil
	}
	return u, u.Mobile, nil
}

func confirmPurpose(who access.Actor) string { return "confirm " + who.User.String() }

// hasSecondStep reports whether the actor takes a second step to sign in.
func (s *Service) hasSecondStep(ctx context.Context, who access.Actor) (bool, error) {
	st, err := db.Get(ctx, s.db, func(v *db.View) (*twofactor.State, error) { return twofactor.LoadState(v, who.User) })
	return err == nil && st.IsActive(), err
}

// SendConfirmation sends the actor a code to confirm their identity with.
func (s *Service) SendConfirmation(ctx context.Context, who access.Actor, way string, from api.Origin) error {
	if stepped, err := s.hasSecondStep(ctx, who); err != nil || stepped {
		if err != nil {
			return err
		}
		return s.twoFactor.SendConfirmCode(ctx, who, way, from)
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, to, err := loadConfirmationTarget(&tx.View, who, way)
		if err != nil {
			return err
		}
		return codes.Send(tx, codes.Request{
			Purpose: confirmPurpose(who), To: to, Language: u.Language, For: "confirm", Account: u.ID, Verified: true,
			TextsPerHour: s.textsPerHour,
		})
	})
}

// Reauthenticate confirms the actor's identity by a code of their second step, or without
// one by their password or the code that was sent to them.
func (s *Service) Reauthenticate(ctx context.Context, who access.Actor, way, given string, from api.Origin) error {
	stepped, err := s.hasSecondStep(ctx, who)
	switch {
	case err != nil:
		return err
	case stepped && way == byPassword:
		return fault.Field("method", fault.InvalidValue)
	case stepped:
		return s.twoFactor.ConfirmIdentity(ctx, who, given, from)
	case way != byPassword:
		return s.confirmByCode(ctx, who, way, given, from)
	}
	u, err := s.loadSelf(ctx, who)
	if err != nil {
		return err
	}
	if err := s.verifyPassword(u, given); err != nil {
		s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: u.ID, From: from, Detail: audit.Detail{Method: byPassword}})
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		now, e1 := tx.UserByID(who.User)
		st, e2 := twofactor.LoadState(tx.ReadOnly(), who.User)
		if err := errors.Join(e1, e2); err != nil {
			return err
		}
		if now.Password != u.Password || st.IsActive() { // changed since it was compared
			return fault.WrongPassword
		}
		return sessions.MarkConfirmed(tx, who)
	})
}

func (s *Service) confirmByCode(ctx context.Context, who access.Actor, way, code string, from api.Origin) error {
	right := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		_, to, err := loadConfirmationTarget(&tx.View, who, way)
		if err != nil {
			return err
		}
		if right, err = codes.Verify(tx, confirmPurpose(who), to, code); err != nil || !right {
			return err // the failure has to count, so this commits
		}
		return sessions.MarkConfirmed(tx, who)
	})
	if err == nil && !right {
		s.audit.RecordLater(audit.Event{Action: audit.SignInFailed, User: who.User, From: from, Detail: audit.Detail{Method: way}})
		err = fault.WrongVerification
	}
	return err
}
