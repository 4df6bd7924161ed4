// Package shares is temporary download links: files and directories for people
// without an account, as long as who made the link may share them.
package shares

import (
	"crypto/rand"
	"log/slog"
	"time"

	"anbar/app/access"
	"anbar/app/downloads"
	"anbar/app/gate"
	"anbar/app/limits"
	"anbar/db"
)

// Service is the links of one appliance.
type Service struct {
	db        *db.DB
	downloads *downloads.Service
	gate      *gate.Gate
	base      func() string
	log       *slog.Logger

	missing *limits.Limiter // links that are not there, asked for from one address
	opens   *limits.Limiter // tries to open any link, from one address
	letters *limits.Limiter // mails to recipients, by one person
	boxes   *limits.Limiter // the same, to one address, whoever has them written

	checked string // the last link that the background work looked at
	began   uint64 // the commits when it began with the first
	looked  uint64 // those when it began and then came to the last
}

// New makes the service. base is the URL at which people reach the drive.
func New(d *db.DB, down *downloads.Service, g *gate.Gate, base func() string, log *slog.Logger) *Service {
	return &Service{db: d, downloads: down, gate: g, base: base, log: log, looked: ^uint64(0),
		missing: limits.NewLimiter(2*time.Second, 30), opens: limits.NewLimiter(100*time.Millisecond, 2000), letters: limits.NewLimiter(20*time.Second, 300), boxes: limits.NewLimiter(10*time.Minute, 20)}
}

// newSecret makes 130 random bits in the letters A to Z and 2 to 7.
func newSecret() string { return rand.Text() }

func (s *Service) url(id string) string { return s.base() + "/download/" + id }

// Link is a link with what a manager of it is shown.
type Link struct {
	*db.Link
	Items  []*access.Item // of what it gives, what the manager may read
	Number int            // of the version that it is pinned to; 0 for the newest
	Status string
	Maker  db.Person
	Opened time.Time // last
}

// spent reports whether a link was used as often as it may.
func spent(l *db.Link) bool { return l.CountLimit > 0 && l.Used >= l.CountLimit }

func expired(l *db.Link, now time.Time) bool {
	return !l.ExpiresAt.IsZero() && !now.Before(l.ExpiresAt)
}

// status is what a link is at a time, with alive as access.ForLink found it.
func status(l *db.Link, now time.Time, alive bool) string {
	switch {
	case expired(l, now):
		return db.LinkExpired
	case spent(l):
		return db.LinkSpent
	case !alive:
		return db.LinkDead
	}
	return db.LinkActive
}
