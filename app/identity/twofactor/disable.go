package twofactor

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

func disablePurpose(user db.UserID) string { return "two-step login off " + user.String() }

func renewPurpose(user db.UserID) string { return "static codes " + user.String() }

// SendDisableCode sends the actor a code that turns two-step login off. An authenticator
// app needs none; without a method it is one of the oldest.
func (s *Service) SendDisableCode(ctx context.Context, who access.Actor, method string, from api.Origin) error {
	return s.sendActorCode(ctx, who, method, "method", disablePurpose(who.User), "two_factor_off", from)
}

func confirmPurpose(user db.UserID) string { return "confirm by second step " + user.String() }

// SendConfirmCode sends the actor a code to confirm their identity with.
func (s *Service) SendConfirmCode(ctx context.Context, who access.Actor, method string, from api.Origin) error {
	return s.sendActorCode(ctx, who, method, "method", confirmPurpose(who.User), "confirm", from)
}

// ConfirmIdentity confirms the actor's identity by a static code, or a code of a method that
// Vouching lists.
func (s *Service) ConfirmIdentity(ctx context.Context, who access.Actor, code string, from api.Origin) error {
	return s.updateWithProof(ctx, who, proof{code: normalizeCode(code), purpose: confirmPurpose(who.User), method: "",
		allowStatic: true}, from,
		func(tx *db.Tx, _ *State) error { return sessions.MarkConfirmed(tx, who) })
}

// SendRenewCode sends the actor a code that makes new static codes.
func (s *Service) SendRenewCode(ctx context.Context, who access.Actor, method string, from api.Origin) error {
	return s.sendActorCode(ctx, who, method, "method", renewPurpose(who.User), "static_codes", from)
}

// sendActorCode sends a code by one of the actor's methods; nothing when an
// authenticator app makes it.
func (s *Service) sendActorCode(ctx context.Context, who access.Actor, method, field, purpose, what string, from api.Origin) error {
	if err := s.sends.Allow(from.Address); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, e1 := tx.UserByID(who.User)
		st, e2 := LoadState(tx.ReadOnly(), who.User)
		if err := errors.Join(e1, e2); err != nil {
			return err
		}
		f := st.find(method)
		if method == "" {
			f = st.oldestMethod()
		}
		switch {
		case f == nil:
			return fault.Field(field, fault.InvalidValue)
		case f.Method == TOTP:
			return nil
		}
		own, err := s.findOwnSessionDevice(tx.ReadOnly(), who, st)
		if err != nil {
			return err
		}
		return s.sendCode(tx, u, f, own, purpose, what)
	})
}

// Disable turns a method off, or all of them without a name, by a code of it, of
// another one that vouches for it, or by a static one.
func (s *Service) Disable(ctx context.Context, who access.Actor, method, code string, from api.Origin) error {
	code = normalizeCode(code)
	return s.updateWithProof(ctx, who, proof{code: code, purpose: disablePurpose(who.User), method: method,
		allowStatic: true}, from, func(tx *db.Tx, st *State) error {
		if method != "" && st.find(method) == nil {
			return fault.Field("method", fault.InvalidValue)
		}
		return disableMethods(tx, s.audit, who.User, st, method, from)
	})
}

// DisableAll turns off the two-step login of a user without a code. It is for the shell, when
// the user has lost every method.
func DisableAll(tx *db.Tx, events *audit.Log, user db.UserID) error {
	st, err := LoadState(tx.ReadOnly(), user)
	if err != nil {
		return err
	}
	return disableMethods(tx, events, user, st, "", api.Origin{})
}

// RemoveMethod turns off a method of a user whose password is replaced, but only while another one
// is on, else it fails with fault.InvalidID: a reader of the user's mail alone must not
// bypass the second step.
func (s *Service) RemoveMethod(tx *db.Tx, user db.UserID, method string, from api.Origin) error {
	st, err := LoadState(tx.ReadOnly(), user)
	if err != nil {
		return err
	}
	if st.find(method) == nil || len(st.On) < 2 {
		return fault.InvalidID
	}
	return disableMethods(tx, s.audit, user, st, method, from)
}

// disableMethods turns a method off, or all of them. With the last one static codes go,
// remembered browsers are forgotten and logins that wait are abandoned.
func disableMethods(tx *db.Tx, events *audit.Log, user db.UserID, st *State, method string, from api.Origin) error {
	left := len(st.On)
	for _, f := range st.On {
		if method != "" && f.Method != method {
			continue
		}
		left--
		if err := errors.Join(tx.DeleteTwoFactor(user, f.Method), events.Record(tx, audit.Event{
			Action: audit.TwoFactorDisabled, User: user, From: from, Detail: audit.Detail{Method: f.Method},
		})); err != nil {
			return err
		}
	}
	if left > 0 {
		return nil
	}
	return errors.Join(tx.DeleteStaticCodes(user), tx.UpdateDevicesForgotten(user), AbandonLogins(tx, user))
}

// RenewStatic makes static codes in place of those before, by a code of a method
// that vouches for the account.
func (s *Service) RenewStatic(ctx context.Context, who access.Actor, code string, from api.Origin) (made []string, err error) {
	code = normalizeCode(code)
	err = s.updateWithProof(ctx, who, proof{code: code, purpose: renewPurpose(who.User), method: "", allowStatic: false},
		from, func(tx *db.Tx, _ *State) (err error) {
			if err := sessions.RequireRecentAuth(tx.ReadOnly(), who); err != nil {
				return err
			}
			made, err = s.createStaticCodes(tx, who.User, from)
			return err
		})
	return made, err
}

// proof is a code that was given for something.
type proof struct {
	code        string
	purpose     string // of codes that are sent for it
	method      string // method that it is about; empty when it is about all
	allowStatic bool   // a static code is one, too
}

// updateWithProof runs a change after checking its proof.
func (s *Service) updateWithProof(ctx context.Context, who access.Actor, p proof, from api.Origin, do func(*db.Tx, *State) error) error {
	if err := s.tries.Allow(from.Address); err != nil {
		return err
	}
	ok := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := LoadState(tx.ReadOnly(), who.User)
		if err != nil {
			return err
		}
		if !st.IsActive() {
			return fault.InvalidOTP
		}
		own, err := s.findOwnSessionDevice(tx.ReadOnly(), who, st)
		if err != nil {
			return err
		}
		ok, err = s.verifyProof(tx, who.User, own, st, p, from)
		if err != nil {
			return err
		}
		if !ok {
			return s.recordWrongCode(tx, who.User, own, p.method, from) // the failure has to count, so this commits
		}
		return do(tx, st)
	})
	if err == nil && !ok {
		err = fault.InvalidOTP
	}
	return err
}

func (s *Service) verifyProof(tx *db.Tx, user db.UserID, own db.DeviceID, st *State, p proof, from api.Origin) (bool, error) {
	if len(p.code) == staticDigits {
		if !p.allowStatic {
			return false, nil
		}
		return s.spendStaticCode(tx, user, p.code, from)
	}
	if err := checkThrottle(tx.ReadOnly(), user, own); err != nil {
		return false, err
	}
	for _, f := range st.On {
		if f.Method != p.method && !st.canVouch(&f, tx.Now) {
			continue
		}
		if ok, err := s.claimCode(tx, &f, p.purpose, p.code); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// settlePeriod is the time during which a new method vouches for nothing but itself. Otherwise
// the holder of a stolen session and the password could turn one on and use it to turn off
// all others before the user learns of it.
const settlePeriod = 24 * time.Hour

func (st *State) canVouch(f *db.TwoFactor, now time.Time) bool {
	return f.Method == st.oldestMethod().Method || now.Sub(f.CreatedAt) >= settlePeriod
}

// VouchingMethods returns the methods with which the user can confirm their identity.
func (st *State) VouchingMethods(now time.Time) []string {
	var all []string
	for i := range st.On {
		if st.canVouch(&st.On[i], now) {
			all = append(all, st.On[i].Method)
		}
	}
	return all
}

// oldestMethod is the method that was turned on first; nil without any.
func (st *State) oldestMethod() *db.TwoFactor {
	var first *db.TwoFactor
	for i := range st.On {
		if first == nil || st.On[i].CreatedAt.Before(first.CreatedAt) {
			first = &st.On[i]
		}
	}
	return first
}
