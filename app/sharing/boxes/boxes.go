// Package boxes manages upload boxes, into which visitors put files without seeing any. A
// visitor needs the code of the box. Received files are made in the name of the box's
// creator, as long as the creator has the right to make them.
package boxes

import (
	"crypto/rand"
	"log/slog"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/drive/uploads"
	"anbar/app/identity/audit"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// Service is the boxes of one appliance.
type Service struct {
	db      *db.DB
	uploads *uploads.Service
	gate    *gate.Verifier
	mails   *mail.Limiter
	audit   *audit.Log
	tokens  *api.Tokens
	base    func() string
	log     *slog.Logger

	missing *limits.Limiter // boxes that are not there, asked for from one address
	visits  *limits.Limiter // comings to any box, from one address

	scannedCommits uint64 // commits when all boxes were looked at
}

// Options are what the service is made of.
type Options struct {
	DB      *db.DB
	Uploads *uploads.Service
	Gate    *gate.Verifier
	Mails   *mail.Limiter
	Audit   *audit.Log
	Tokens  *api.Tokens
	URL     func() string // where users reach the appliance
	Log     *slog.Logger
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		db: o.DB, uploads: o.Uploads, gate: o.Gate, mails: o.Mails, audit: o.Audit, tokens: o.Tokens, base: o.URL, log: o.Log,
		missing: limits.NewLimiter(2*time.Second, 30),
		visits:  limits.NewLimiter(time.Second, 60),
	}
}

// newBoxCode makes 130 random bits in the letters A to Z and 2 to 7.
func newBoxCode() string { return rand.Text() }

// URL is the address of a box, for visitors.
func (s *Service) URL(id string) string { return s.base() + "/u/" + id }

func (s *Service) listURL(space db.SpaceID) string {
	return s.base() + "/workspace/" + space.String() + "/uploadbox-link"
}

// Box is a box with the data shown to its managers.
type Box struct {
	*db.Box
	Item    *access.Item // its directory; nil when the manager may not read it
	Status  string
	Creator db.Person
	Totals  *db.BoxTotals
}

func retention(b *db.Box) api.Duration {
	return api.Duration{Value: b.RetentionValue, Unit: b.RetentionUnit}
}
