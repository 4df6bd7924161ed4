// Package links manages temporary download links: files and directories for visitors
// without an account, as long as the link's creator may share them.
package links

import (
	"crypto/rand"
	"log/slog"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/drive/downloads"
	"anbar/app/drive/search"
	"anbar/app/identity/audit"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// Service is the links of one appliance.
type Service struct {
	db        *db.DB
	downloads *downloads.Service
	search    *search.Service
	gate      *gate.Verifier
	mails     *mail.Limiter
	audit     *audit.Log
	base      func() string
	log       *slog.Logger

	missing *limits.Limiter // requests for links that are not there, from one address
	opens   *limits.Limiter // tries to open any link, from one address
	repeats *limits.Limiter // tries to open one link, from one address
	walks   *limits.Limiter // pages of directories that links give, from one address
	finds   *limits.Limiter // searches in them, from one address
	lines   *limits.Limiter // lines in the list of one link, from one network and email: further openings share the last line
	key     signer

	cursor         string // the last link that the background work looked at
	scanCommits    uint64 // the commits when it began with the first
	scannedCommits uint64 // those when it began and then came to the last
}

// Options are what the service is made of.
type Options struct {
	DB        *db.DB
	Downloads *downloads.Service
	Search    *search.Service
	Gate      *gate.Verifier
	Mails     *mail.Limiter
	Audit     *audit.Log
	URL       func() string // where users reach the appliance
	Key       []byte        // signs the tokens of visitors
	Log       *slog.Logger
}

// New makes the service.
func New(o Options) *Service {
	return &Service{
		db: o.DB, downloads: o.Downloads, search: o.Search, gate: o.Gate, mails: o.Mails, audit: o.Audit, base: o.URL, log: o.Log,
		scannedCommits: ^uint64(0),
		missing:        limits.NewLimiter(2*time.Second, 30),
		opens:          limits.NewLimiter(100*time.Millisecond, 2000),
		repeats:        limits.NewLimiter(limits.OpeningPause, limits.Openings),
		walks:          limits.NewLimiter(limits.WalkPause, limits.Walks),
		finds:          limits.NewLimiter(limits.FindPause, limits.Finds),
		lines:          limits.NewLimiter(limits.OpeningLinePause, limits.OpeningLines),
		key:            o.Key,
	}
}

// newSecret makes 130 random bits in the letters A to Z and 2 to 7.
func newSecret() string { return rand.Text() }

// URL is the address of a link, for visitors.
func (s *Service) URL(id string) string { return s.base() + "/download/" + id }

// Link is a link with the data shown to its managers.
type Link struct {
	*db.Link
	Items   []*access.Item // of its items those that the manager may read
	Number  int            // of the version that it is pinned to; 0 for the newest
	Status  string
	Creator db.Person
	Opened  time.Time // last
}

// isSpent reports whether a link was used as often as it may.
func isSpent(l *db.Link) bool { return l.CountLimit > 0 && l.Used >= l.CountLimit }

// statusAt returns the status of a link at a time; alive is the result of access.LoadLinkItems.
func statusAt(l *db.Link, now time.Time, alive bool) string {
	if isSpent(l) && !l.IsExpired(now) {
		return db.LinkSpent
	}
	return gate.Status(&l.Terms, now, alive)
}
