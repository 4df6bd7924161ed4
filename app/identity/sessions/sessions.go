// Package sessions manages sessions: their tokens, the browsers that they are on, and the
// time at which the user last confirmed their identity.
package sessions

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/identity/audit"
	"anbar/db"
)

// Service is the sessions of one appliance.
type Service struct {
	db             *db.DB
	tokens         *api.Tokens
	refreshKey     refreshKey
	audit          *audit.Log
	log            *slog.Logger
	refreshLimiter *limits.Limiter // refreshed tokens, of one session
	pauses         pauseDetector
}

// New makes the service. key signs refresh tokens.
func New(d *db.DB, tokens *api.Tokens, key []byte, events *audit.Log, log *slog.Logger) *Service {
	return &Service{db: d, tokens: tokens, refreshKey: key, audit: events, log: log, refreshLimiter: limits.NewLimiter(time.Second, 60)}
}

// Login is a session that just began or went on.
type Login struct {
	Access  string
	Refresh string
	User    db.UserID
	Session db.SessionID
	Browser string // secrets of the browser, to be sent with the next login

	device *db.Device
}

const (
	sessionIdleLife = 90 * 24 * time.Hour  // without use
	sessionMaxAge   = 365 * 24 * time.Hour // then its person has to sign in again
	endedRetention  = 30 * 24 * time.Hour  // so that a stolen old token is still known
)

func newSessionID() db.SessionID { return db.SessionID(db.NewID()) }

// Begin makes a session for a user who has passed all steps of sign-in.
func (s *Service) Begin(tx *db.Tx, u *db.User, from api.Origin, method string) (*Login, error) {
	return s.createSession(tx, u, from, method, tx.Now)
}

func (s *Service) createSession(tx *db.Tx, u *db.User, from api.Origin, method string, confirmed time.Time) (*Login, error) {
	if !u.DisabledAt.IsZero() {
		return nil, fault.AccountDisabled
	}
	d, browser, err := s.recordSignIn(tx, u, from)
	if err != nil {
		return nil, err
	}
	secret, sum := newSecret()
	se := &db.Session{
		ID: newSessionID(), User: u.ID, Secret: sum, Device: from.Device, Address: from.Address, In: d.ID, Confirmed: confirmed,
		Method: method,
	}
	if err := tx.InsertSession(se); err != nil {
		return nil, err
	}
	if err := s.audit.Record(tx, audit.Event{
		Action: audit.SignedIn, User: u.ID, From: from, Detail: audit.Detail{Method: method},
	}); err != nil {
		return nil, err
	}
	l, err := s.newLogin(u, se.ID, 0, secret)
	if err != nil {
		return nil, err
	}
	l.Browser, l.device = browser, d
	return l, nil
}

func (s *Service) newLogin(u *db.User, id db.SessionID, generation int64, secret string) (*Login, error) {
	refresh := s.refreshKey.formatToken(id, generation, secret)
	token, err := s.tokens.Sign(access.Actor{User: u.ID, Session: id, Staff: u.Staff}, generation)
	return &Login{Access: token, Refresh: refresh, User: u.ID, Session: id}, err
}

// CheckOpen implements api.SessionCheck.
func (s *Service) CheckOpen(ctx context.Context, who access.Actor) error {
	over := false
	err := s.db.View(ctx, func(v *db.View) error {
		se, e1 := v.SessionByID(who.Session)
		u, e2 := v.UserByID(who.User)
		if err := errors.Join(e1, e2); errors.Is(err, db.ErrNotFound) {
			return fault.AuthenticationFailed.Because(err)
		} else if err != nil {
			return err
		}
		if over = !se.EndedAt.IsZero(); over || se.User != who.User || who.Staff != "" && who.Staff != u.Staff {
			return fault.AuthenticationFailed
		}
		return nil
	})
	if over {
		s.tokens.End(who.Session) // before its other tokens are taken once more
	}
	return err
}

// Logout ends the session that the refresh token belongs to, or the caller's own when the token is
// no longer good. The browser stays remembered.
func (s *Service) Logout(ctx context.Context, who access.Actor, token string, from api.Origin) error {
	t, ok := s.refreshKey.parseToken(token)
	if !ok {
		t.session = who.Session
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if err := s.endSession(tx, who.User, t.session); errors.Is(err, db.ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		return s.audit.Record(tx, audit.Event{Action: audit.SignedOut, User: who.User, From: from})
	})
}

// End ends sessions of the actor, all or none, and asks for the second step on
// their browsers again.
func (s *Service) End(ctx context.Context, who access.Actor, ids []db.SessionID, from api.Origin) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		for _, id := range ids {
			if _, err := s.EndOne(tx, who.User, id); err != nil {
				return err
			}
		}
		return s.audit.Record(tx, audit.Event{
			Action: audit.SessionsEnded, User: who.User, From: from, Detail: audit.Detail{Count: len(ids)},
		})
	})
}

// EndOne ends a session of a user and asks for the second step on its browser again; InvalidID
// when it ended before.
func (s *Service) EndOne(tx *db.Tx, user db.UserID, id db.SessionID) (*db.Session, error) {
	se, err := tx.SessionByID(id)
	if err == nil {
		err = s.endSession(tx, user, id)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err == nil && se.In != 0 {
		err = tx.UpdateDevicesForgotten(user, se.In)
	}
	return se, err
}

// EndAll ends all sessions of the actor; the one they are asking with only when
// they want it, too.
func (s *Service) EndAll(ctx context.Context, who access.Actor, current bool, from api.Origin) error {
	if current {
		who.Session = 0
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		n, err := s.EndOthers(tx, who)
		if err != nil {
			return err
		}
		return s.audit.Record(tx, audit.Event{Action: audit.SessionsEnded, User: who.User, From: from, Detail: audit.Detail{Count: n}})
	})
}

// EndOthers ends all sessions of the actor but the one they are asking with, if
// they are, and forgets all browsers. It returns how many sessions there were.
func (s *Service) EndOthers(tx *db.Tx, who access.Actor) (int, error) {
	all, err := tx.SessionsOf(who.User)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, se := range all {
		if se.ID == who.Session {
			continue
		}
		if err := s.endSession(tx, who.User, se.ID); err != nil {
			return n, err
		}
		n++
	}
	return n, tx.UpdateDevicesForgotten(who.User)
}

func (s *Service) endSession(tx *db.Tx, user db.UserID, id db.SessionID) error {
	if err := tx.UpdateSessionEnded(user, id); err != nil {
		return err
	}
	tx.AfterCommit(func() { s.tokens.End(id) })
	return nil
}

// SyncEndedSessions marks the sessions that ended while their access tokens may still be valid. It
// is called at start and every two seconds: a late call means that the process was
// suspended.
func (s *Service) SyncEndedSessions(ctx context.Context) error {
	return s.db.View(ctx, func(v *db.View) error {
		s.pauses.check(v.Now)
		ids, err := v.SessionsEndedSince(v.Now.Add(-api.AccessLife))
		for _, id := range ids {
			s.tokens.End(id)
		}
		return err
	})
}

// DeleteExpired deletes sessions and browsers that were not used for long.
func (s *Service) DeleteExpired(ctx context.Context) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		old := tx.Now.Add(-sessionIdleLife - endedRetention)
		return errors.Join(tx.DeleteSessionsBefore(old), tx.DeleteDevicesBefore(old))
	})
}
