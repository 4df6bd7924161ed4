package sessions

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/fault"
	"anbar/db"
)

// rememberFor is how long a browser is not asked for the second step.
const rememberFor = 30 * 24 * time.Hour

func browserSum(secret string) []byte {
	sum := sha256.Sum256([]byte("browser " + secret))
	return sum[:]
}

// enter notes that the user signed in on a browser, and tells them when it is one
// that they never used. It returns the secret that the browser keeps.
func (s *Service) enter(tx *db.Tx, u *db.User, from api.Origin) (*db.Device, string, error) {
	known, err := tx.DevicesOf(u.ID)
	if err != nil {
		return nil, "", err
	}
	d, secret := &db.Device{ID: db.DeviceID(db.NewID()), User: u.ID}, from.Browser
	fresh := true
	if secret != "" {
		found, err := tx.DeviceOf(u.ID, browserSum(secret))
		if err == nil {
			d, fresh = found, false
		} else if !errors.Is(err, db.ErrNotFound) {
			return nil, "", err
		}
	} else {
		secret = rand.Text()
	}
	d.Sum, d.Name, d.Address = browserSum(secret), from.Device, from.Address
	if err := tx.UpsertDevice(d); err != nil {
		return nil, "", err
	}
	if fresh && len(known) > 0 {
		err = s.audit.Record(tx, audit.Event{Action: audit.NewDevice, User: u.ID, From: from})
	}
	return d, secret, err
}

// Known reports whether the user signed in on that browser before, and whether
// it is remembered, so that no second step is asked there.
func (s *Service) Known(v *db.View, user db.UserID, from api.Origin) (known, remembered bool, err error) {
	if from.Browser == "" {
		return false, false, nil
	}
	d, err := v.DeviceOf(user, browserSum(from.Browser))
	if errors.Is(err, db.ErrNotFound) {
		return false, false, nil
	}
	return err == nil, err == nil && v.Now.Before(d.Remembered), err
}

// Remember asks for no second step on the browser of a login for some time.
func (s *Service) Remember(tx *db.Tx, l *Login) error {
	d, err := tx.DeviceOf(l.User, browserSum(l.Browser))
	if err != nil {
		return err
	}
	d.Remembered = tx.Now.Add(rememberFor)
	return tx.UpsertDevice(d)
}

// Forget has the second step asked again on some of the actor's browsers, or on
// all of them without ids.
func (s *Service) Forget(ctx context.Context, who access.Actor, ids []db.DeviceID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		return errors.Join(tx.UpdateDevicesForgotten(who.User, ids...), s.audit.Record(tx, audit.Event{Action: audit.DeviceForgotten, User: who.User, From: from}))
	})
}

// fresh is how long ago a person may have proved who they are for what could lock
// them out or let others in.
const fresh = 15 * time.Minute

// Fresh refuses who did not prove lately who they are: the person behind the
// session may have changed. It stands before everything that could lock somebody
// out of their account or let others in.
func Fresh(v *db.View, who access.Actor) error {
	se, err := v.SessionByID(who.Session)
	if errors.Is(err, db.ErrNotFound) {
		return fault.AuthenticationFailed
	}
	if err != nil {
		return err
	}
	if !se.EndedAt.IsZero() || se.User != who.User {
		return fault.AuthenticationFailed
	}
	if v.Now.Sub(se.Confirmed) > fresh {
		return fault.ReauthenticationRequired
	}
	return nil
}

// Confirm notes that who sits at the session proved again who they are.
func Confirm(tx *db.Tx, who access.Actor) error { return tx.UpdateSessionConfirmed(who.Session) }
