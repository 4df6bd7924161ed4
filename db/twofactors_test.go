package db

import (
	"errors"
	"fmt"
	"time"
)

// protect turns second steps on and off.
func (f *family) protect(tx *Tx) error {
	v := tx.ReadOnly()
	totp := &TwoFactor{User: f.user, Method: "totp", Secret: []byte("sealed"), UsedStep: 7}
	sms := &TwoFactor{User: f.user, Method: "sms", Target: "09123456789"}
	if err := errors.Join(tx.InsertTwoFactor(totp), tx.InsertTwoFactor(sms), tx.UpdateTwoFactorUsed(f.user, "totp", 8),
		tx.UpdateTwoFactorUsed(f.user, "sms", 0),
		tx.UpdateTwoFactorTarget(f.user, "09123456789", "09000000000"), tx.InsertStaticCodes(f.user, [][]byte{{1}, {2}, {3}}),
		tx.UpdateStaticCodeUsed(f.user, []byte{2})); err != nil {
		return err
	}
	if again, replayed, twice := tx.InsertTwoFactor(sms), tx.UpdateTwoFactorUsed(f.user, "totp", 8),
		tx.UpdateStaticCodeUsed(f.user, []byte{2}); !errors.Is(again, ErrExists) || !errors.Is(replayed, ErrNotFound) ||
		!errors.Is(twice, ErrNotFound) {
		return fmt.Errorf("once more: %w, %w, %w", again, replayed, twice)
	}
	on, e1 := v.TwoFactorsOf(f.user)
	left, e2 := v.CountStaticCodes(f.user)
	passkeys, e3 := v.HasPasskeys(f.user)
	e4 := tx.InsertOneTime(&OneTime{Sum: []byte{9}, Purpose: "held", User: f.user, ExpiresAt: tx.Now.Add(time.Minute)})
	held, e5 := v.OneTimeOf(f.user, "held")
	if err := errors.Join(e1, e2, e3, e4, e5); err != nil {
		return err
	}
	if len(on) != 2 || on[0].Target != "09000000000" || on[0].UsedAt.IsZero() || on[1].UsedStep != 8 || left != 2 || passkeys ||
		held.User != f.user || held.Sum[0] != 9 {
		return fmt.Errorf("second steps: %+v %d %v %+v", on, left, passkeys, held)
	}
	whole, err := v.AccountByID(f.user)
	if err != nil || whole.StaticCodes != 2 || len(whole.Methods) != 2 || whole.Methods[0] != "sms" || whole.Methods[1] != "totp" ||
		whole.ID != f.user {
		return fmt.Errorf("the account: %+v %w", whole, err)
	}
	e1 = errors.Join(tx.DeleteOneTimesBut(f.user, "held", 1), tx.DeleteOneTimesBut(f.user, "other", 0))
	one, e2 := v.CountOneTimes(f.user, "held")
	e3 = tx.DeleteOneTimesBut(f.user, "held", 0)
	if _, e4 = v.OneTimeOf(f.user, "held"); errors.Join(e1, e2, e3) != nil || one != 1 || !errors.Is(e4, ErrNotFound) {
		return fmt.Errorf("the newest: %w %w %w %d %w", e1, e2, e3, one, e4)
	}
	return errors.Join(tx.DeleteTwoFactor(f.user, "sms"), tx.DeleteStaticCodes(f.user))
}
