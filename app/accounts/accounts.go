// Package accounts holds people: how they are set up, sign up and sign in,
// their sessions and their profile.
package accounts

import (
	"log/slog"
	"time"

	"anbar/app/api"
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
	tokens     *api.Tokens
	refresh    refreshKey
	mode       Mode
	firstSpace FirstSpace
	verified   func(*db.Tx, *db.User) error
	log        *slog.Logger
	setup      *setupToken

	byAddress *api.Limiter // tries to sign in, from one address
	byLogin   *api.Limiter // tries to sign in as one person from one address
	signups   *api.Limiter
	renewals  *api.Limiter // refreshed tokens, of one session
}

// New makes the service. key signs refresh tokens.
func New(d *db.DB, tokens *api.Tokens, key []byte, mode Mode, first FirstSpace, log *slog.Logger) *Service {
	return &Service{
		db: d, tokens: tokens, refresh: key, mode: mode, firstSpace: first, log: log, setup: newSetupToken(),
		byAddress: api.NewLimiter(3*time.Second, 40), byLogin: api.NewLimiter(30*time.Second, 10),
		signups: api.NewLimiter(30*time.Second, 10), renewals: api.NewLimiter(time.Second, 60),
	}
}
