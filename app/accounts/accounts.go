// Package accounts holds people: how they are set up, sign up, prove their address,
// sign in by password, and their profile.
package accounts

import (
	"log/slog"
	"time"

	"anbar/app/audit"
	"anbar/app/avatar"
	"anbar/app/captcha"
	"anbar/app/limits"
	"anbar/app/promotions"
	"anbar/app/sessions"
	"anbar/app/twofactor"
	"anbar/blobstore"
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
	blobs      *blobstore.Store
	pictures   *avatar.Studio
	sessions   *sessions.Service
	steps      *twofactor.Service
	audit      *audit.Log
	promotions *promotions.Service
	mode       Mode
	firstSpace FirstSpace
	url        func() string
	verified   func(*db.Tx, *db.User) error
	log        *slog.Logger
	setup      *setupToken
	texts      int // text messages in an hour, of all
	ends       map[string]End

	captcha   *captcha.Guard
	tries     *tries
	asked     asked           // who forgot their password
	byAddress *limits.Limiter // tries to sign in, from one address
	byLogin   *limits.Limiter // tries to sign in as one person from one address
	signups   *limits.Limiter
	resets    *limits.Limiter // mails for forgotten passwords, to one login
	sends     *limits.Limiter // codes, from one address
}

// Options are what the service is made of.
type Options struct {
	DB         *db.DB
	Blobs      *blobstore.Store
	Pictures   *avatar.Studio
	Sessions   *sessions.Service
	Steps      *twofactor.Service
	Audit      *audit.Log
	Promotions *promotions.Service
	Mode       Mode
	FirstSpace FirstSpace
	URL        func() string // where people reach the appliance
	Texts      int           // text messages in an hour, of all; 0 for any number
	Log        *slog.Logger
}

// New makes the service. The shell needs neither blobs, pictures, steps nor promotions.
func New(o Options) *Service {
	return &Service{
		db: o.DB, blobs: o.Blobs, pictures: o.Pictures, sessions: o.Sessions, steps: o.Steps, audit: o.Audit, promotions: o.Promotions, mode: o.Mode, firstSpace: o.FirstSpace, url: o.URL, log: o.Log,
		texts: o.Texts, ends: map[string]End{}, setup: newSetupToken(), captcha: captcha.New(), tries: newTries(), resets: limits.NewLimiter(20*time.Minute, 3), sends: limits.NewLimiter(20*time.Second, 60),
		byAddress: limits.NewLimiter(3*time.Second, 40), byLogin: limits.NewLimiter(30*time.Second, 10), signups: limits.NewLimiter(30*time.Second, 10),
	}
}
