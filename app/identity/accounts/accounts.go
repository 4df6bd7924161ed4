// Package accounts manages user accounts: set-up, sign-up, verification of addresses,
// sign-in by password, and profiles.
package accounts

import (
	"log/slog"
	"time"

	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/identity/audit"
	"anbar/app/identity/avatar"
	"anbar/app/identity/captcha"
	"anbar/app/identity/promotions"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/app/sharing/members"
	"anbar/app/sharing/workspaces"
	"anbar/blobstore"
	"anbar/db"
)

// Mode is the sign-up mode: it limits who may make an account.
type Mode string

// The modes of sign-up.
const (
	Open    Mode = "open"
	Invited Mode = "invited"
	Closed  Mode = "closed"
)

// Service is the accounts of one appliance.
type Service struct {
	db           *db.DB
	blobs        *blobstore.Store
	avatars      *avatar.Resizer
	sessions     *sessions.Service
	twoFactor    *twofactor.Service
	audit        *audit.Log
	promotions   *promotions.Service
	mode         func() Mode
	selling      bool // whether a new appliance sells plans
	workspaces   *workspaces.Service
	members      *members.Service
	url          func() string
	log          *slog.Logger
	setupSecret  *setupToken
	textsPerHour int // text messages in an hour, of all
	removers     Removers
	mails        *mail.Limiter

	captcha   *captcha.Guard
	failures  *failureCounter
	resets    resetQueue      // requests for reset links
	byAddress *limits.Limiter // tries to sign in, from one address
	byLogin   *limits.Limiter // tries to sign in as one person from one address
	signups   *limits.Limiter
	sends     *limits.Limiter // codes, from one address
}

// Options are what the service is made of.
type Options struct {
	DB           *db.DB
	Blobs        *blobstore.Store // of avatars, as are Avatars; the shell has neither
	Avatars      *avatar.Resizer
	Sessions     *sessions.Service
	TwoFactor    *twofactor.Service
	Audit        *audit.Log
	Promotions   *promotions.Service
	Workspaces   *workspaces.Service
	Members      *members.Service
	Mode         func() Mode // asked for each sign-up
	Selling      bool        // whether a new appliance sells plans
	Mails        *mail.Limiter
	Removers     Removers
	URL          func() string // where users reach the appliance
	TextsPerHour int           // text messages in an hour, of all; 0 for any number
	Log          *slog.Logger
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		db: o.DB, blobs: o.Blobs, avatars: o.Avatars, sessions: o.Sessions, twoFactor: o.TwoFactor, audit: o.Audit,
		promotions: o.Promotions, workspaces: o.Workspaces, members: o.Members,
		mode: o.Mode, selling: o.Selling, mails: o.Mails, removers: o.Removers, url: o.URL,
		textsPerHour: o.TextsPerHour,
		log:          o.Log, setupSecret: newSetupToken(), captcha: captcha.New(), failures: newFailureCounter(),
		byAddress: limits.NewLimiter(3*time.Second, 40),
		byLogin:   limits.NewLimiter(30*time.Second, 10), signups: limits.NewLimiter(30*time.Second, 10),
		sends: limits.NewLimiter(20*time.Second, 60),
	}
}
