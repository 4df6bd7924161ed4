package twofactor

import (
	"context"
	"errors"
	"slices"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/app/sessions"
	"anbar/db"
)

func turningOff(user db.UserID) string { return "two-step login off " + user.String() }

func renewing(user db.UserID) string { return "static codes " + user.String() }

// SendOff sends the actor a code that turns two-step login off. An authenticator
// app needs none; without a method it goes where the first one says.
func (s *Service) SendOff(ctx context.Context, who access.Actor, method string, from api.Origin) error {
	return s.sendOwn(ctx, who, method, "method", turningOff(who.User), "two_factor_off", from)
}

// SendStatic sends the actor a code that makes new static codes.
func (s *Service) SendStatic(ctx context.Context, who access.Actor, method string, from api.Origin) error {
	return s.sendOwn(ctx, who, method, "method", renewing(who.User), "static_codes", from)
}

// sendOwn sends a code by one of the actor's methods; nothing when an
// authenticator app makes it.
func (s *Service) sendOwn(ctx context.Context, who access.Actor, method, field, purpose, what string, from api.Origin) error {
	if err := s.sends.Take(from.Address); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, e1 := tx.UserByID(who.User)
		st, e2 := StateOf(tx.Reading(), who.User)
		if err := errors.Join(e1, e2); err != nil {
			return err
		}
		if hasApp := st.of(TOTP) != nil; hasApp && (method == TOTP || method == "") {
			return nil
		}
		f := st.posted(method)
		if f == nil {
			return fault.Field(field, fault.InvalidValue)
		}
		return send(tx, u, f, purpose, what)
	})
}

// Disable turns a method off, or all of them without a name, by a code of any
// method that is on, or by a static one.
func (s *Service) Disable(ctx context.Context, who access.Actor, method, code string, from api.Origin) error {
	code = digits(code)
	return s.proven(ctx, who, code, turningOff(who.User), true, from, func(tx *db.Tx, st *State) error {
		if method != "" && st.of(method) == nil {
			return fault.Field("method", fault.InvalidValue)
		}
		return off(tx, s.audit, who.User, st, method, from)
	})
}

// Clear turns two-step login of a user off without a code: for the shell, when
// somebody has lost everything.
func Clear(tx *db.Tx, events *audit.Log, user db.UserID) error {
	st, err := StateOf(tx.Reading(), user)
	if err != nil {
		return err
	}
	return off(tx, events, user, st, "", api.Origin{})
}

// off turns a method off, or all of them. With the last one static codes go,
// remembered browsers are forgotten and logins that wait are abandoned.
func off(tx *db.Tx, events *audit.Log, user db.UserID, st *State, method string, from api.Origin) error {
	left := len(st.On)
	for _, f := range st.On {
		if method != "" && f.Method != method {
			continue
		}
		left--
		if err := errors.Join(tx.DeleteTwoFactor(user, f.Method), events.Record(tx, audit.Event{Action: audit.TwoFactorDisabled, User: user, From: from, Detail: audit.Detail{Method: f.Method}})); err != nil {
			return err
		}
	}
	if left > 0 {
		return nil
	}
	return errors.Join(tx.DeleteStaticCodes(user), tx.UpdateDevicesForgotten(user), Abandon(tx, user))
}

// RenewStatic makes static codes in place of those before, by a code of a method
// that is on.
func (s *Service) RenewStatic(ctx context.Context, who access.Actor, code string, from api.Origin) (made []string, err error) {
	code = digits(code)
	err = s.proven(ctx, who, code, renewing(who.User), false, from, func(tx *db.Tx, _ *State) (err error) {
		if err := sessions.Fresh(tx.Reading(), who); err != nil {
			return err
		}
		made, err = s.newStatic(tx, who.User, from)
		return err
	})
	return made, err
}

// proven does what a code of any of the actor's methods is asked for.
func (s *Service) proven(ctx context.Context, who access.Actor, code, purpose string, static bool, from api.Origin, do func(*db.Tx, *State) error) error {
	if err := s.tries.Take(from.Address); err != nil {
		return err
	}
	ok := false
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		st, err := StateOf(tx.Reading(), who.User)
		if err != nil {
			return err
		}
		if !st.Active() {
			return fault.InvalidOTP
		}
		method, err := s.any(tx, st, code, purpose, static, from)
		if err != nil {
			return err
		}
		if ok = method != ""; !ok {
			return s.miss(tx, who.User, "", from) // what is wrong has to count, so this commits
		}
		return do(tx, st)
	})
	if err == nil && !ok {
		err = fault.InvalidOTP
	}
	return err
}

// any returns the method that a code belongs to, nothing when it is none.
func (s *Service) any(tx *db.Tx, st *State, code, purpose string, static bool, from api.Origin) (string, error) {
	if len(code) == staticDigits {
		if !static {
			return "", nil
		}
		ok, err := s.spend(tx, st.On[0].User, code, from)
		if err != nil || !ok {
			return "", err
		}
		return Static, nil
	}
	if err := slow(tx.Reading(), st.On[0].User); err != nil {
		return "", err
	}
	for _, f := range slices.Backward(st.On) {
		ok, err := s.right(tx, &f, purpose, code)
		if err != nil {
			return "", err
		}
		if ok {
			return f.Method, nil
		}
	}
	return "", nil
}
