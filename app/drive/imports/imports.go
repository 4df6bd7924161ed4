// Package imports brings files in from other places: one engine reads sources of many kinds, goes on after a restart where it
// was, and ends with a report of what became of each key.
package imports

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/names"
	"anbar/app/base/vault"
	"anbar/app/drive/files"
	"anbar/app/drive/imports/source"
	"anbar/app/drive/live"
	"anbar/app/sharing/links"
	"anbar/blobstore"
	"anbar/db"
)

// The kinds of sources.
const (
	Bucket        = "bucket"
	Nextcloud     = "nextcloud"
	WebDAV        = "webdav"
	Takeout       = "takeout"
	UserMigration = "user_migration"
	Archive       = "archive"
	Folder        = "folder" // of the machine
)

// Import is an import with what opens its source.
type Import struct {
	db.Import
	Secret string // that Begin was given
}

// Opener opens the source of an import. Its errors are those of a Source: a fault of the catalogue ends the import, any other
// error is tried again.
type Opener func(ctx context.Context, imp *Import) (source.Source, error)

// Kind is what the engine has to know of a kind of sources.
type Kind struct {
	Open Opener
	// ReadRequest reads what a person gave to POST /imports; nil when such an import begins by another call.
	ReadRequest func(ctx context.Context, who access.Actor, in *Request) (*Origin, error)
	// OnDone is called in the transaction in which an import is done; it may be nil.
	OnDone func(tx *db.Tx, imp *db.Import) error
	// CheckResume fails when an import that stopped or ended must not go on. It is called in the transaction that resumes
	// it; it may be nil.
	CheckResume func(v *db.View, imp *db.Import) error
	// CanRepeat says that a run after the first one fetches only what changed.
	CanRepeat bool
	// Command says that a command of the machine begins such imports, and nobody else repeats them or tries their items again.
	Command bool
}

// Origin is where an import reads from.
type Origin struct {
	Title  string
	Place  any    // stored as JSON; the secret opens for nothing else
	Secret string // sealed; empty for none
}

// Options are what a Service is made of.
type Options struct {
	DB    *db.DB
	Blobs *blobstore.Store
	Live  *live.Hub
	Vault *vault.Vault
	Links *links.Service
	Kinds map[string]Kind
	// FirstWait is the first wait for a source that does not answer; limits.ImportFirstWait when 0.
	FirstWait time.Duration
	Log       *slog.Logger
}

// Service is the imports of one appliance.
type Service struct {
	Options
	ctx        context.Context // of all imports
	stopAll    context.CancelFunc
	reads      *limits.Slots
	pacedReads *limits.Slots // reads of imports with a rate, which would hold the places of others for as long
	memory     *limits.Slots

	mu      sync.Mutex
	runs    map[db.ImportID]*run
	closed  bool
	running sync.WaitGroup
}

// New makes the service. Imports that a stop interrupted go on with Run.
func New(o Options) *Service {
	if o.FirstWait == 0 {
		o.FirstWait = limits.ImportFirstWait
	}
	ctx, end := context.WithCancel(context.Background())
	return &Service{
		Options: o, ctx: ctx, stopAll: end, reads: limits.ImportReads(), pacedReads: limits.ImportReads(), memory: limits.ImportMemory(),
		runs: map[db.ImportID]*run{},
	}
}

// Run goes on with the imports that a stop interrupted, and stops all when ctx ends.
func (s *Service) Run(ctx context.Context) {
	all, err := db.Get(ctx, s.DB, (*db.View).ActiveImports)
	if err != nil && ctx.Err() == nil {
		s.Log.Error("go on with imports", "error", err)
	}
	for _, id := range all {
		s.startRun(id)
	}
	<-ctx.Done()
	_ = s.Close() // it cannot fail
}

// Close stops all imports. They go on when the server starts again.
func (s *Service) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stopAll()
	s.running.Wait()
	return nil
}

// BeginRequest is an import that a person asks for.
type BeginRequest struct {
	Space       db.SpaceID
	Directory   db.NodeID
	Name        string // of a new directory in Directory that the files go into; empty for Directory itself
	Kind        string
	Origin      Origin
	OnDuplicate string // rename when empty
	Rate        int64
	// Check looks for what stands against it, in the transaction that stores it; nil for nothing.
	Check func(v *db.View) error
}

// Begin begins an import.
func (s *Service) Begin(ctx context.Context, who access.Actor, b *BeginRequest) (*db.Import, error) {
	imp, err := s.newImport(who, b)
	if err != nil {
		return nil, err
	}
	err = s.DB.Update(ctx, func(tx *db.Tx) error { return s.insertImport(tx, who, b, imp) })
	if err != nil {
		return nil, err
	}
	s.startRun(imp.ID)
	return imp, nil
}

// newImport makes the row of an import.
func (s *Service) newImport(who access.Actor, b *BeginRequest) (*db.Import, error) {
	if _, ok := s.Kinds[b.Kind]; !ok {
		return nil, fault.Field("kind", fault.InvalidValue)
	}
	decide, err := files.ParseOnDuplicate(b.OnDuplicate)
	if err != nil {
		return nil, err
	}
	if b.Rate < 0 {
		return nil, fault.Field("rate", fault.InvalidValue)
	}
	place, err := json.Marshal(b.Origin.Place)
	if err != nil {
		return nil, fmt.Errorf("write the origin of an import: %w", err)
	}
	imp := &db.Import{
		ID: db.ImportID(db.NewID()), Space: b.Space, User: who.User, Kind: b.Kind, Title: b.Origin.Title, Origin: string(place),
		OnDuplicate: string(cmp.Or(decide, files.Rename)), Rate: b.Rate,
	}
	if b.Origin.Secret != "" {
		imp.Sealed = s.Vault.Seal(b.Origin.Secret, sourceVaultPurpose(imp.ID), imp.Origin)
	}
	return imp, nil
}

func sourceVaultPurpose(id db.ImportID) string { return "import " + id.String() }

// insertImport stores a new import, with its directory.
func (s *Service) insertImport(tx *db.Tx, who access.Actor, b *BeginRequest, imp *db.Import) error {
	dir, err := access.Dir(tx.ReadOnly(), who, b.Space, b.Directory, access.Create, access.FileSubject, access.Directory)
	if err != nil {
		return err
	}
	if err := checkImportLimit(tx, who.User); err != nil {
		return err
	}
	if b.Check != nil {
		if err := b.Check(tx.ReadOnly()); err != nil {
			return err
		}
	}
	imp.Node = dir.ID
	if b.Name != "" {
		made, err := createDirectory(tx, who, dir, b.Name)
		if err != nil {
			return err
		}
		imp.Node, imp.Made = made.ID, true
	}
	return tx.InsertImport(imp)
}

// checkImportLimit fails when a user has too many imports.
func checkImportLimit(tx *db.Tx, user db.UserID) error {
	n, err := tx.CountImports(user)
	if err != nil {
		return err
	}
	if n.Open >= limits.ImportsOpen || n.All >= limits.ImportsKept || n.Items >= limits.ImportItemsKept {
		return fault.ImportsTooMany
	}
	return nil
}

// createDirectory makes a directory; one with a number when the name is taken.
func createDirectory(tx *db.Tx, who access.Actor, dir *access.Item, name string) (*db.Node, error) {
	n, err := names.FirstFree(names.Repair(name), func(n names.Name) (bool, error) {
		return files.IsNameFree(tx.ReadOnly(), dir.ID, n)
	})
	if err != nil {
		return nil, err
	}
	return files.CreateDirectory(tx, who, dir, n)
}

// openSource opens the source of an import.
func (s *Service) openSource(ctx context.Context, row *db.Import) (source.Source, error) {
	kind, ok := s.Kinds[row.Kind]
	if !ok {
		return nil, fault.ImportSourceGone
	}
	imp := &Import{Import: *row}
	if row.Sealed != nil {
		var err error
		if imp.Secret, err = s.Vault.Open(row.Sealed, sourceVaultPurpose(row.ID), row.Origin); err != nil {
			return nil, fault.ImportSourceDenied.Because(err) // the keys of the appliance are others now
		}
	}
	return kind.Open(ctx, imp)
}
