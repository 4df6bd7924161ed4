package db

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// identify uses what is known of who people are.
func (f *family) identify(tx *Tx) error {
	return errors.Join(f.browsers(tx), f.secrets(tx), f.tokens(tx), f.promote(tx), f.watched(tx), f.contact(tx), f.passkeys(tx),
		f.abroad(tx))
}

func (f *family) browsers(tx *Tx) error {
	d := &Device{ID: DeviceID(NewID()), User: f.user, Sum: []byte("browser"), Name: "Firefox"}
	twin := *d
	twin.ID, twin.Remembered = DeviceID(NewID()), tx.Now.Add(time.Hour)
	err := errors.Join(tx.UpsertDevice(d), tx.UpsertDevice(&twin))
	one, e1 := tx.DeviceOf(f.user, []byte("browser"))
	if err := errors.Join(err, e1); err != nil || one.ID != d.ID || !one.Remembered.Equal(twin.Remembered) {
		return fmt.Errorf("the device: %+v %w", one, err)
	}
	err = errors.Join(tx.UpdateDevicesForgotten(f.user, d.ID), tx.UpdateDevicesForgotten(f.user), tx.UpdateSessionConfirmed(f.session))
	all, e1 := tx.DevicesOf(f.user)
	if err := errors.Join(err, e1); err != nil || len(all) != 1 || !all[0].Remembered.IsZero() {
		return fmt.Errorf("devices: %+v %w", all, err)
	}
	return tx.DeleteDevicesBefore(tx.Now.Add(-time.Hour))
}

func (f *family) secrets(tx *Tx) error {
	s := &OneTime{Sum: []byte("once"), Purpose: "p", User: f.user, ExpiresAt: tx.Now.Add(time.Minute)}
	err := errors.Join(tx.InsertOneTime(s), tx.InsertOneTime(&OneTime{Sum: []byte("nobody's"), Purpose: "p", ExpiresAt: tx.Now}),
		tx.UpdateOneTime(&OneTime{Sum: s.Sum, Tries: 2, Data: "{}"}))
	back, e1 := tx.OneTimeBySum(s.Sum)
	n, e2 := tx.CountOneTimes(f.user, "p")
	if err := errors.Join(err, e1, e2); err != nil || back.Tries != 2 || back.User != f.user || n != 1 {
		return fmt.Errorf("the secret: %+v %d %w", back, n, err)
	}
	old := &OneTime{Sum: []byte("old"), Purpose: "q", User: f.user, ExpiresAt: tx.Now.Add(-time.Minute)}
	if err := errors.Join(tx.InsertOneTime(old), tx.DeleteOneTimesBefore(tx.Now.Add(-time.Hour))); err != nil {
		return err
	}
	if _, err := tx.OneTimeBySum(old.Sum); err != nil { // it can be told from one that never was
		return err
	}
	if _, err := tx.OneTimeBySum([]byte("nobody's")); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("what is nobody's outlives its end: %v", err)
	}
	if err := errors.Join(tx.DeleteOneTime(s.Sum), tx.DeleteOneTimesOf(f.user, "p"), tx.DeleteOneTimesBefore(tx.Now)); err != nil {
		return err
	}
	if err := tx.DeleteOneTime(s.Sum); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("a secret was spent twice: %w", err)
	}
	return nil
}

func (f *family) tokens(tx *Tx) error {
	t := &APIToken{
		ID: TokenID(NewID()), User: f.user, Kind: TokenDevice, Name: "N", Sum: []byte("token"), Hint: "abcd", Spaces: []SpaceID{f.space},
		Write: true,
	}
	err := errors.Join(tx.InsertAPIToken(t), tx.UpdateAPITokenUsed(t.ID, "192.0.2.1", "mirall"), tx.UpdateAPITokenWipe(f.user, t.ID),
		tx.UpdateAPITokenWiped(t.ID))
	back, e1 := tx.APITokenBySum(t.Sum)
	all, e2 := tx.APITokensOf(f.user)
	if err := errors.Join(err, e1, e2); err != nil || len(all) != 1 || back.Address != "192.0.2.1" || len(back.Spaces) != 1 ||
		back.Spaces[0] != f.space || !back.Write || !back.ExpiresAt.IsZero() || back.Agent != "mirall" || back.WipedAt.IsZero() {
		return fmt.Errorf("the token: %+v %w", back, err)
	}
	if e1, e2 := tx.UpdateAPITokenWipe(f.user, t.ID), tx.UpdateAPITokenWiped(t.ID); !errors.Is(e1, ErrNotFound) ||
		!errors.Is(e2, ErrNotFound) {
		return fmt.Errorf("a device was wiped twice: %w %w", e1, e2)
	}
	if err := f.deviceLogins(tx); err != nil {
		return err
	}
	has, e1 := tx.HasPasskeys(f.user)
	if err := errors.Join(tx.DeleteAPIToken(f.user, t.ID), tx.DeleteCredentials(f.user), tx.CloseShares(f.user, "no_role"),
		e1); err != nil || has {
		return fmt.Errorf("credentials: %v %w", has, err)
	}
	if err := tx.DeleteAPIToken(f.user, t.ID); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("a token was revoked twice: %w", err)
	}
	return nil
}

func (f *family) promote(tx *Tx) error {
	code := newCode()
	err := errors.Join(tx.InsertPromotion(&Promotion{Code: code, Storage: 10, Uses: 1}), tx.AddSpaceStorage(f.space, 1),
		tx.InsertPromotionUse(f.user, code, f.space))
	p, e1 := tx.PromotionByCode(code)
	u, e2 := tx.PromotionOf(f.user)
	if err := errors.Join(err, e1, e2); err != nil || p.Used != 1 || u.Storage != 10 || u.Space != f.space {
		return fmt.Errorf("the promotion: %+v %+v %w", p, u, err)
	}
	if err := tx.InsertPromotion(p); !errors.Is(err, ErrExists) {
		return fmt.Errorf("a second promotion of that code: %w", err)
	}
	if err := tx.InsertPromotionUse(f.user, code, f.space); !errors.Is(err, ErrExists) {
		return fmt.Errorf("a second promotion of that user: %w", err)
	}
	return nil
}

// newCode is a code that no other test uses.
func newCode() string { return fmt.Sprint("CODE", NewID()) }

func (f *family) watched(tx *Tx) error {
	for range 3 {
		if err := tx.InsertAudit(&AuditEvent{Action: "sign_in", User: f.user, By: f.user, Detail: "{}"}); err != nil {
			return err
		}
	}
	all := AuditFilter{User: f.user, Action: "sign_in", From: tx.Now.Add(-time.Minute), To: tx.Now.Add(time.Minute), Slice: Slice{Limit: 2}}
	some, _, e1 := tx.Audit(all)
	n, e2 := tx.CountAudits(all)
	_, _, e3 := tx.Audit(AuditFilter{Slice: Slice{Limit: 2, After: []any{int64(2)}}})
	_, _, e4 := tx.Audit(AuditFilter{Slice: Slice{Limit: 2}, Action: "x"})
	own, e5 := tx.AuditFrom(f.user, 1, 5)
	every, e6 := tx.AuditFrom(0, 1, 5)
	often, e7 := tx.CountUserAudits(f.user, "sign_in", tx.Now.Add(-time.Minute))
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7); err != nil || len(some) != 2 || n != 3 || len(own) != 3 || len(every) < 3 ||
		often != 3 {
		return fmt.Errorf("the log: %v %d %d %d %d %w", some, n, len(own), len(every), often, err)
	}
	return nil
}

func (f *family) contact(tx *Tx) error {
	u, err := tx.UserByID(f.user)
	if err != nil {
		return err
	}
	u.EmailValidated, u.PendingMobile = true, "09120000000"
	_, _, missing := tx.UserAvatar(f.user)
	if !errors.Is(missing, ErrNotFound) {
		return fmt.Errorf("a picture that is not there: %w", missing)
	}
	err = errors.Join(tx.UpdateUserAppearance(f.user, "dark", true), tx.UpdateUserPending(f.user, "x@example.org", ""),
		tx.UpdateUserContact(u),
		tx.UpdateUserAvatar(f.user, Hash{9}, "image/png"))
	back, e1 := tx.UserByID(f.user)
	h, kind, e2 := tx.UserAvatar(f.user)
	if err := errors.Join(err, e1, e2); err != nil || back.Theme != "dark" || !back.Onboarded || back.PendingEmail != "" ||
		back.PendingMobile != "09120000000" || h != (Hash{9}) || kind != "image/png" {
		return fmt.Errorf("the user: %+v %w", back, err)
	}
	return tx.UpdateUserAvatar(f.user, Hash{}, "")
}

func TestTheAuditLogIsOnlyAddedTo(t *testing.T) {
	d := open(t)
	add := func(n int) {
		err := d.Update(t.Context(), func(tx *Tx) error {
			for range n {
				if err := tx.InsertAudit(&AuditEvent{Action: "sign_in", User: 7, Detail: "{}"}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	check := func() (int64, error) {
		var n int64
		err := d.View(t.Context(), func(v *View) (err error) {
			n, err = v.CheckAudit()
			return err
		})
		return n, err
	}
	add(3)
	add(2)
	if n, err := check(); err != nil || n != 5 {
		t.Fatalf("%d events, %v", n, err)
	}
	for _, statement := range []string{"UPDATE audit SET address = 'x' WHERE id = 2", "DELETE FROM audit WHERE id = 5"} {
		if err := d.Update(t.Context(), func(tx *Tx) error { return tx.exec(statement) }); err == nil {
			t.Errorf("%s worked", statement)
		}
	}
	// A change that bypasses the product is detected.
	for _, statement := range []string{"UPDATE audit SET address = 'x' WHERE id = 3", "DELETE FROM audit WHERE id = 2"} {
		err := d.Update(t.Context(), func(tx *Tx) error {
			for _, s := range []string{"DROP TRIGGER IF EXISTS audit_fixed", "DROP TRIGGER IF EXISTS audit_kept", statement} {
				if err := tx.exec(s); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := check(); !errors.Is(err, ErrAuditBroken) {
			t.Errorf("after %s: %v", statement, err)
		}
		err = d.View(t.Context(), func(v *View) error {
			c, err := v.Check()
			if err == nil && len(c.Problems) == 0 {
				t.Errorf("the check finds nothing after %s", statement)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (f *family) passkeys(tx *Tx) error {
	p := &Passkey{
		ID: PasskeyID(NewID()), User: f.user, Credential: []byte("key " + f.user.String()), Data: "{}", RP: "drive.test", Name: "Phone",
	}
	twin := *p
	twin.ID = PasskeyID(NewID())
	if err := tx.InsertPasskey(p); err != nil {
		return err
	}
	if err := tx.InsertPasskey(&twin); !errors.Is(err, ErrExists) {
		return fmt.Errorf("the same passkey again: %w", err)
	}
	err := errors.Join(tx.UpdatePasskeyUsed(p.ID, `{"n":1}`), tx.UpdatePasskeyName(f.user, p.ID, "Key"))
	back, e1 := tx.PasskeyByCredential(p.Credential)
	same, e2 := tx.PasskeyOf(f.user, p.ID)
	all, e3 := tx.PasskeysOf(f.user)
	if err := errors.Join(err, e1, e2, e3); err != nil || back.Name != "Key" || back.Data != `{"n":1}` || back.UsedAt.IsZero() ||
		same.RP != p.RP || len(all) != 1 {
		return fmt.Errorf("the passkey: %+v %w", back, err)
	}
	if err := tx.UpdatePasskeyName(0, p.ID, "Mine"); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("somebody else's passkey got a name: %w", err)
	}
	return tx.DeletePasskey(f.user, p.ID)
}

func (f *family) abroad(tx *Tx) error {
	i := &Identity{ID: IdentityID(NewID()), User: f.user, Provider: "dex", Issuer: "https://dex", Subject: f.user.String(), Email: "a@b.c"}
	twin := *i
	twin.ID, twin.Subject = IdentityID(NewID()), "other"
	if err := tx.InsertIdentity(i); err != nil {
		return err
	}
	if err := tx.InsertIdentity(&twin); !errors.Is(err, ErrExists) {
		return fmt.Errorf("a second account at a provider: %w", err)
	}
	err := errors.Join(tx.UpdateIdentityUsed(i.ID, "new@b.c"), tx.UpsertIdentitySpace(i.ID, IdentitySpace{f.space, "viewer"}),
		tx.UpsertIdentitySpace(i.ID, IdentitySpace{f.space, "editor"}))
	back, e1 := tx.IdentityBySubject(i.Issuer, i.Subject)
	all, e2 := tx.IdentitiesOf(f.user)
	spaces, e3 := tx.IdentitySpaces(i.ID)
	if err := errors.Join(err, e1, e2, e3); err != nil || back.Email != "new@b.c" || back.User != f.user || len(all) != 1 ||
		len(spaces) != 1 || spaces[0].Role != "editor" {
		return fmt.Errorf("the identity: %+v %+v %w", back, spaces, err)
	}
	if err := errors.Join(tx.DeleteIdentitySpace(i.ID, f.space), tx.DeleteIdentity(i.ID)); err != nil {
		return err
	}
	none, e1 := tx.StaffSpaces("t")
	err = tx.UpdateUserStaff(f.user, Administrator)
	one, e2 := tx.StaffSpaces("t")
	if err := errors.Join(err, e1, e2, tx.UpdateUserStaff(f.user, "")); err != nil || len(none) != 0 || len(one) != 1 ||
		one[0] != f.space {
		return fmt.Errorf("workspaces of staff: %v %v %w", none, one, err)
	}
	if err := tx.InsertInvitation([]byte("to "+f.user.String()), "x@y.z", f.user, false, tx.Now); err != nil {
		return err
	}
	if err := tx.DeleteInvitationsTo("x@y.z"); err != nil {
		return err
	}
	if err := tx.DeleteInvitationsTo("x@y.z"); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("an invitation was spent twice: %w", err)
	}
	return nil
}

func (f *family) deviceLogins(tx *Tx) error {
	l := &DeviceLogin{
		Sum: []byte("page"), Poll: []byte("poll"), Name: "Laptop", Agent: "mirall", Address: "192.0.2.1",
		ExpiresAt: tx.Now.Add(time.Minute),
	}
	old := &DeviceLogin{Sum: []byte("old"), Address: "192.0.2.1", ExpiresAt: tx.Now.Add(-time.Minute)}
	err := errors.Join(tx.InsertDeviceLogin(l), tx.InsertDeviceLogin(old))
	each, all, e1 := tx.CountDeviceLogins("192.0.2.1")
	e2 := tx.UpdateDeviceLoginAllowed(l.Sum, f.user, 7)
	back, e3 := tx.DeviceLoginByPoll(l.Poll)
	_, e4 := tx.DeviceLoginBySum(l.Sum)
	if err := errors.Join(err, e1, e2, e3, e4); err != nil || each != 1 || all != 1 || back.User != f.user || back.Session != 7 ||
		back.Name != "Laptop" {
		return fmt.Errorf("the login of a device: %+v %d %d %w", back, each, all, err)
	}
	if err := tx.UpdateDeviceLoginAllowed(l.Sum, f.user, 8); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("a login was allowed twice: %w", err)
	}
	if _, err := tx.DeviceLoginBySum(old.Sum); !errors.Is(err, ErrNotFound) {
		return fmt.Errorf("an old login lives: %w", err)
	}
	return errors.Join(tx.DeleteDeviceLogin(l.Sum), tx.DeleteDeviceLoginsExpired(), deviceLoginOfMost(tx))
}

func deviceLoginOfMost(tx *Tx) error {
	for _, l := range [][2]string{{"few", "192.0.2.1"}, {"many 1", "192.0.2.2"}, {"many 2", "192.0.2.2"}} {
		tx.Now = tx.Now.Add(time.Second)
		if err := tx.InsertDeviceLogin(&DeviceLogin{Sum: []byte(l[0]), Address: l[1], ExpiresAt: tx.Now.Add(time.Hour)}); err != nil {
			return err
		}
	}
	err := tx.DeleteDeviceLoginOfMost()
	_, e1 := tx.DeviceLoginBySum([]byte("few"))
	_, e2 := tx.DeviceLoginBySum([]byte("many 2"))
	if _, gone := tx.DeviceLoginBySum([]byte("many 1")); errors.Join(err, e1, e2) != nil || !errors.Is(gone, ErrNotFound) {
		return fmt.Errorf("the oldest login of the address with the most: %w %w", gone, errors.Join(err, e1, e2))
	}
	return nil
}
