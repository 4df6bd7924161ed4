// Package editors opens documents to be edited and stores what editors save. A provider is one kind of editor: the one
// that runs in the browser alone, or an office server. All of them share the leases of files, and all saves come here.
package editors

import (
	"context"
	"io"
	"log/slog"
	"sync"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/base/settings"
	"anbar/app/base/vault"
	"anbar/app/drive/downloads"
	"anbar/app/drive/leases"
	"anbar/app/identity/audit"
	"anbar/app/office/editors/google"
	"anbar/app/office/editors/onlyoffice"
	"anbar/app/office/editors/wopi"
	"anbar/blobstore"
	"anbar/db"
	"anbar/decode"
	"anbar/lru"
)

// Provider is one kind of editor.
type Provider interface {
	// Open completes the answer to a caller who opens a document.
	Open(ctx context.Context, o *OpenSession) error
	// ForceSave has the editor save now what its people typed so far.
	ForceSave(ctx context.Context, l *db.Lease) error
	// EndSessions ends the sessions of those who edit under a lease. What they typed is saved first if that is possible.
	EndSessions(ctx context.Context, l *db.Lease) error
	// Close is told that one of these people closed the document, and says whether the lease ends with that.
	Close(ctx context.Context, l *db.Lease) (bool, error)
	// Convert returns a document in another format, named by its extension.
	Convert(ctx context.Context, from *Source, to string) (io.ReadCloser, error)
	// CanEdit reports whether the provider edits documents of a format, as they are.
	CanEdit(f string) bool
}

// Merger makes the document that a save stores. decode.Decoders is the one of the product.
type Merger interface {
	// CheckEditable fails with decode.ErrContent when a document of that kind is shown and not edited.
	CheckEditable(ctx context.Context, owner limits.Owner, kind decode.DocumentKind, c decode.Content) error
	// Merge writes the original with the changes in parts: of a Word document what the editor writes without an edit
	// and what it writes now, of a Cell document the operations as JSON.
	Merge(ctx context.Context, owner limits.Owner, kind decode.DocumentKind, original decode.Content, parts []decode.Content,
		out io.Writer) error
}

// Options are what a Service is made of.
type Options struct {
	DB        *db.DB
	Blobs     *blobstore.Store
	Downloads *downloads.Service
	Settings  *settings.Store
	Merger    Merger
	Office    *onlyoffice.Holder // the office server, when one is connected
	WOPI      *wopi.Holder       // the same, of one that speaks WOPI
	Google    *google.Holder     // the client at Google, when there is one
	Vault     *vault.Vault       // for the lasting tokens of people at Google
	Audit     *audit.Log
	OnUse     func(access.Actor, db.NodeID) // is told of each file that a person opens
	URL       func() string                 // where users reach the appliance
	Key       []byte                        // signs the addresses that office servers get
	DraftKey  []byte                        // makes the keys of edits that browsers keep
	Spool     string                        // directory of files while they arrive
	Log       *slog.Logger
}

// Service is the editors of one appliance.
type Service struct {
	Options
	providers    map[leases.EditorKind]Provider
	receiveSlots *limits.Slots // documents that arrive
	saveSlots    *limits.Slots // those that are here
	google       *googleDocs

	mu        sync.Mutex
	checks    *lru.Cache[checkKey, string]
	unfetched map[string]bool // documents that an office server keeps, and that could not be fetched the last time
}

// checkKey is a document that was looked at.
type checkKey struct {
	hash db.Hash
	kind Kind
}

const maxChecks = 1000

// New makes the service. Other kinds of editors register with Register.
func New(o Options) *Service {
	s := &Service{
		Options: o, receiveSlots: limits.Receptions(), saveSlots: limits.Saves(), checks: lru.New[checkKey, string](maxChecks),
		providers: map[leases.EditorKind]Provider{},
	}
	s.Register(leases.Embedded, embeddedEditor{})
	s.Register(leases.OnlyOffice, &office{s})
	s.Register(leases.WOPI, &wopiOffice{s})
	s.google = newGoogleDocs(s)
	s.Register(leases.Google, s.google)
	return s
}

// Register adds a kind of editor. Call it before the first request.
func (s *Service) Register(via leases.EditorKind, p Provider) { s.providers[via] = p }

// leaseSharer is a Provider under whose leases several people edit.
type leaseSharer interface {
	// shareLease gives the caller the lease under which others edit a document already, or a new one.
	shareLease(tx *db.Tx, o *OpenSession, it *access.Item, c leases.Claim, over bool) (now, before *db.Lease, err error)
}

// defaultEngine returns the editor that the settings choose for a format; the one in the browser where that one is not there.
func (s *Service) defaultEngine(f *format) (leases.EditorKind, Provider) {
	now := s.Settings.Current()
	via := leases.EditorKind(map[Kind]string{Word: now.EditorWord, Cell: now.EditorCell, Slide: now.EditorSlide}[f.kind])
	p := s.providers[via]
	if p == nil || via == leases.OnlyOffice && s.Office.Now() == nil || via == leases.WOPI && !s.canWopiShow(f.ext) {
		return leases.Embedded, s.providers[leases.Embedded]
	}
	return via, p
}

// NotifyExpiredLeases tells lists of the leases that expired.
func (s *Service) NotifyExpiredLeases(ctx context.Context) error { return leases.Expire(ctx, s.DB) }
