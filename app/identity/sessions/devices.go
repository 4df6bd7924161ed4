package sessions

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/db"
)

// rememberedFor is how long a browser is not asked for the second step.
const rememberedFor = 30 * 24 * time.Hour

func hashBrowserSecret(secret string) []byte {
	sum := sha256.Sum256([]byte("browser " + secret))
	return sum[:]
}

// maxPeople is the number of users whose secrets a browser keeps: those who signed in last.
const maxPeople = 8

// loadDevice finds the user's browser by the secrets that it sent; db.ErrNotFound when
// none of them is theirs.
func loadDevice(v *db.View, user db.UserID, from api.Origin) (*db.Device, error) {
	for secret := range strings.SplitSeq(from.Browser, ".") {
		d, err := v.DeviceOf(user, hashBrowserSecret(secret))
		if !errors.Is(err, db.ErrNotFound) {
			return d, err
		}
	}
	return nil, db.ErrNotFound
}

// recordSignIn records the sign-in on a browser, and mails the user when the browser is new. It
// returns the secrets for the browser to keep. A new secret is always made here, because
// one that the browser sent may have been planted by an attacker.
func (s *Service) recordSignIn(tx *db.Tx, u *db.User, from api.Origin) (*db.Device, string, error) {
	known, err := tx.DevicesOf(u.ID)
	if err != nil {
		return nil, "", err
	}
	kept := from.Browser
	d, err := loadDevice(tx.ReadOnly(), u.ID, from)
	fresh := errors.Is(err, db.ErrNotFound)
	if fresh {
		secret := rand.Text()
		kept = prependSecret(secret, from.Browser)
		d, err = &db.Device{ID: db.DeviceID(db.NewID()), User: u.ID, Sum: hashBrowserSecret(secret)}, nil
	}
	if err != nil {
		return nil, "", err
	}
	d.Name, d.Address = from.Device, from.Address
	if err := tx.UpsertDevice(d); err != nil {
		return nil, "", err
	}
	if fresh && len(known) > 0 {
		err = s.audit.Record(tx, audit.Event{Action: audit.NewDevice, User: u.ID, From: from})
	}
	return d, kept, err
}

// prependSecret puts a secret before the browser's secrets of other users.
func prependSecret(secret, others string) string {
	all := []string{secret}
	for other := range strings.SplitSeq(others, ".") {
		if len(other) == len(secret) && len(all) < maxPeople {
			all = append(all, other)
		}
	}
	return strings.Join(all, ".")
}

// LoadDeviceTrust reports whether the user signed in on that browser before, and whether
// it is remembered, so that no second step is asked there.
func (s *Service) LoadDeviceTrust(v *db.View, user db.UserID, from api.Origin) (known, remembered bool, err error) {
	d, err := loadDevice(v, user, from)
	if errors.Is(err, db.ErrNotFound) {
		return false, false, nil
	}
	return err == nil, err == nil && v.Now.Before(d.Remembered), err
}

// FindDevice is the user's browser that a request came from; nil when it is none of theirs.
func (s *Service) FindDevice(v *db.View, user db.UserID, from api.Origin) (*db.Device, error) {
	d, err := loadDevice(v, user, from)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	return d, err
}

// FindSessionDevice is the browser that the actor's session began on; nil when it is forgotten.
func (s *Service) FindSessionDevice(v *db.View, who access.Actor) (*db.Device, error) {
	se, err := v.SessionByID(who.Session)
	if err != nil {
		return nil, err
	}
	all, err := v.DevicesOf(who.User)
	for i := range all {
		if all[i].ID == se.In {
			return &all[i], err
		}
	}
	return nil, err
}

// RecordSecondStep notes that the actor took a second step on the browser of their session.
func (s *Service) RecordSecondStep(tx *db.Tx, who access.Actor) error {
	d, err := s.FindSessionDevice(tx.ReadOnly(), who)
	if err != nil || d == nil {
		return err
	}
	return tx.UpsertDevice(d)
}

// RememberDevice asks for no second step on the browser of a login for some time.
func (s *Service) RememberDevice(tx *db.Tx, l *Login) error {
	l.device.Remembered = tx.Now.Add(rememberedFor)
	return tx.UpsertDevice(l.device)
}

// ForgetDevices has the second step asked again on some of the actor's browsers, or on
// all of them without ids.
func (s *Service) ForgetDevices(ctx context.Context, who access.Actor, ids []db.DeviceID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		return errors.Join(tx.UpdateDevicesForgotten(who.User, ids...), s.audit.Record(tx, audit.Event{
			Action: audit.DeviceForgotten, User: who.User, From: from,
		}))
	})
}

// recentAuthWindow is the longest time since a user confirmed their identity for calls that could lock
// them out or let others in.
const recentAuthWindow = 15 * time.Minute

// RequireRecentAuth refuses actors who did not confirm their identity recently, because
// another person may use the session. It guards everything that could lock a user out of
// their account or let others in.
func RequireRecentAuth(v *db.View, who access.Actor) error {
	se, err := loadOpenSession(v, who.User, who.Session)
	if err == nil && v.Now.Sub(se.Confirmed) > recentAuthWindow {
		err = fault.ReauthenticationRequired
	}
	return err
}

// CheckRecentAuth implements api.ProofCheck.
func (s *Service) CheckRecentAuth(ctx context.Context, who access.Actor) error {
	return s.db.View(ctx, func(v *db.View) error { return RequireRecentAuth(v, who) })
}

// RequireOpenSession refuses with fault.AuthenticationFailed what a user allowed in a session that
// ended meanwhile.
func RequireOpenSession(v *db.View, user db.UserID, session db.SessionID) error {
	_, err := loadOpenSession(v, user, session)
	return err
}

func loadOpenSession(v *db.View, user db.UserID, session db.SessionID) (*db.Session, error) {
	se, err := v.SessionByID(session)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.AuthenticationFailed
	}
	if err == nil && (!se.EndedAt.IsZero() || se.User != user) {
		err = fault.AuthenticationFailed
	}
	return se, err
}

// MarkConfirmed records that the user of the session has confirmed their identity.
func MarkConfirmed(tx *db.Tx, who access.Actor) error { return tx.UpdateSessionConfirmed(who.Session) }
