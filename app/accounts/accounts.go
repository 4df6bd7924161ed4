// Package accounts holds people: how they are set up, sign up, prove their address,
// sign in by password, and their profile.
package accounts

import (
	"log/slog"
	"time"

	"anbar/app/api"
	"anbar/app/audit"
	"anbar/app/sessions"
	"anbar/app/twofactor"
	"anbar/db"
)

// Mode says who may make an account.
type Mode string

// The modes of sign-up.
const (
	Open    Mode = "open"
	Invited Mode = "invited"
	Closed  Mode = "closed"
)

// FirstSpace makes a person's workspace, in the transaction that makes the
// person.
type FirstSpace func(tx *db.Tx, owner db.UserID, title string) (db.SpaceID, error)

// Service is the accounts of one appliance.
type Service struct {
	db         *db.DB
	sessions   *sessions.Service
	steps      *twofactor.Service
	audit      *audit.Log
	mode       Mode
	firstSpace FirstSpace
	verified   func(*db.Tx, *db.User) error
	log        *slog.Logger
	setup      *setupToken

	byAddress *api.Limiter // tries to sign in, from one address
	byLogin   *api.Limiter // tries to sign in as one person from one address
	signups   *api.Limiter
}

// New makes the service.
func New(d *db.DB, in *sessions.Service, steps *twofactor.Service, events *audit.Log, mode Mode, first FirstSpace, log *slog.Logger) *Service {
	return &Service{
		db: d, sessions: in, steps: steps, audit: events, mode: mode, firstSpace: first, log: log, setup: newSetupToken(),
		byAddress: api.NewLimiter(3*time.Second, 40), byLogin: api.NewLimiter(30*time.Second, 10), signups: api.NewLimiter(30*time.Second, 10),
	}
}
