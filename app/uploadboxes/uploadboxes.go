// Package uploadboxes is the boxes that outsiders put files into: who has a box's
// code comes in, brings something, and sees nothing. What comes in comes in the
// name of who made the box, as long as they may do so themselves.
package uploadboxes

import (
	"crypto/rand"
	"log/slog"
	"strings"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/gate"
	"anbar/app/limits"
	"anbar/app/uploads"
	"anbar/db"
)

// Service is the boxes of one appliance.
type Service struct {
	db      *db.DB
	uploads *uploads.Service
	gate    *gate.Gate
	tokens  *api.Tokens
	base    func() string
	log     *slog.Logger

	mayWrite func(who access.Actor, to []string) error

	missing *limits.Limiter // boxes that are not there, asked for from one address
	visits  *limits.Limiter // comings to any box, from one address

	checked uint64 // commits when all boxes were looked at
}

// New makes the service. base is the URL at which people reach the drive, and mayWrite
// refuses when a person has too many letters written, or one address gets too many.
func New(d *db.DB, ups *uploads.Service, g *gate.Gate, tokens *api.Tokens, base func() string, mayWrite func(access.Actor, []string) error, log *slog.Logger) *Service {
	return &Service{db: d, uploads: ups, gate: g, tokens: tokens, base: base, mayWrite: mayWrite, log: log,
		missing: limits.NewLimiter(2*time.Second, 30), visits: limits.NewLimiter(time.Second, 60)}
}

// newCode makes 130 random bits in the letters A to Z and 2 to 7.
func newCode() string { return rand.Text() }

// normal is a code as it is kept, of what somebody typed.
func normal(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.TrimSpace(code)))
}

func (s *Service) url(id string) string { return s.base() + "/u/" + id }

func (s *Service) listURL(space db.SpaceID) string {
	return s.base() + "/workspace/" + space.String() + "/uploadbox-link"
}

// The states of a box.
const (
	Active  = "active"
	Expired = "expired"
	Dead    = "dead" // its maker may not do so any more, or its directory is gone
)

// Box is a box with what its managers are shown.
type Box struct {
	*db.Box
	Item   *access.Item // its directory; nil when the manager may not read it
	Status string
	Maker  db.Person
	Totals *db.BoxTotals
}

func retention(b *db.Box) api.Span {
	return api.Span{Value: b.RetentionValue, Unit: b.RetentionUnit}
}
