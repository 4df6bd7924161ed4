package twofactor

import (
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/app/identity/onetime"
	"anbar/db"
)

// Wrong codes count for the browser that they come from if it is the user's own, and
// together for all others: an attacker who knows the password slows down only other unknown
// browsers. A browser is the user's own when they finished a second step on it since
// two-step login was turned on. An earlier sign-in there is not enough, because an attacker
// with the password could have had that on any number of browsers.

// findOwnDevice returns the browser whose secret from has, if it is the person's own; else 0.
func (s *Service) findOwnDevice(v *db.View, user db.UserID, st *State, from api.Origin) (db.DeviceID, error) {
	d, err := s.sessions.FindDevice(v, user, from)
	if err != nil || d == nil {
		return 0, err
	}
	return st.ownDeviceID(d), nil
}

// findOwnSessionDevice returns the browser of the actor's session, if it is their own; else 0.
func (s *Service) findOwnSessionDevice(v *db.View, who access.Actor, st *State) (db.DeviceID, error) {
	d, err := s.sessions.FindSessionDevice(v, who)
	if err != nil || d == nil {
		return 0, err
	}
	return st.ownDeviceID(d), nil
}

func (st *State) ownDeviceID(d *db.Device) db.DeviceID {
	if first := st.oldestMethod(); first == nil || d.UsedAt.Before(first.CreatedAt) {
		return 0
	}
	return d.ID
}

const failureWindow = time.Hour // after it without a wrong code all are forgotten

// failureRecord holds the wrong codes of a browser, or of all unknown browsers together. It is
// stored in the database, so neither another address nor a restart resets it.
type failureRecord struct {
	Wrong int `json:"wrong"`
}

func guessPurpose(own db.DeviceID) onetime.Purpose {
	if own == 0 {
		return "wrong codes"
	}
	return onetime.Purpose("wrong codes on " + own.String())
}

// loadFailures counts the wrong codes, and tells when the last one came.
func loadFailures(v *db.View, user db.UserID, own db.DeviceID) (n int, last time.Time, err error) {
	var g failureRecord
	t, err := onetime.Load(v, guessPurpose(own), user, &g)
	if errors.Is(err, fault.InvalidToken) || errors.Is(err, fault.LinkExpired) {
		return 0, last, nil
	}
	if err != nil {
		return 0, last, err
	}
	return g.Wrong, t.ExpiresAt().Add(-failureWindow), nil
}

// checkThrottle refuses codes after too many wrong ones, for a time that grows up to a limit, so
// that no user is locked out for good.
func checkThrottle(v *db.View, user db.UserID, own db.DeviceID) error {
	n, last, err := loadFailures(v, user, own)
	if err != nil || n < limits.FreeCodes {
		return err
	}
	wait := min(time.Minute<<min(n-limits.FreeCodes, 10), limits.CodePause) - v.Now.Sub(last)
	if wait > 0 {
		return fault.TooManyRequests.After(wait)
	}
	return nil
}

// recordWrongCode notes a wrong code. The person who is guessed at is told, once a day.
func (s *Service) recordWrongCode(tx *db.Tx, user db.UserID, own db.DeviceID, method string, from api.Origin) error {
	if err := s.audit.Record(tx, audit.Event{
		Action: audit.SecondStepFailed, User: user, From: from, Detail: audit.Detail{Method: method},
	}); err != nil {
		return err
	}
	n, _, err := loadFailures(tx.ReadOnly(), user, own)
	if err != nil {
		return err
	}
	n++
	if err := onetime.Store(tx, guessPurpose(own), user, failureWindow, failureRecord{n}); err != nil || n != limits.FreeCodes {
		return err
	}
	told, err := tx.CountUserAudits(user, string(audit.SecondStepGuessed), tx.Now.Add(-24*time.Hour))
	if err != nil || told > 0 {
		return err
	}
	return s.audit.Record(tx, audit.Event{
		Action: audit.SecondStepGuessed, User: user, From: from, Detail: audit.Detail{Method: method, Count: n},
	})
}
