// Package replica follows the database with Litestream: every change goes to a
// target within about a second, and the database can be brought back as it was
// at any moment that the target still covers.
//
// It is apart from package db, so that the tests of db build fast. Litestream's
// own interface is not stable; nothing outside this package sees it.
package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/benbjohnson/litestream/file"
	"github.com/superfly/ltx"
)

// Target is the place of the copies: a directory, a prefix in a bucket, or a server.
type Target struct {
	Dir    string
	Bucket string
	Prefix string // in the bucket
	Folder string // of the database's files, below Dir or Prefix, or at the server
	S3
	Server Server // nil for a directory or a bucket

	// Open opens Dir for one change, and refuses that with its error. The change happens through the handle.
	Open func() (*os.Root, error)

	// Seal seals the files; nil for files that everybody can read.
	Seal Sealer
}

func (t *Target) client() (litestream.ReplicaClient, error) {
	raw, err := t.rawClient()
	if err != nil || t.Seal == nil {
		return raw, err
	}
	return &sealedClient{rawClient: raw, seal: t.Seal, folder: t.Folder}, nil
}

func (t *Target) rawClient() (rawClient, error) {
	if t.Server != nil {
		return &remote{Server: t.Server, folder: t.Folder}, nil
	}
	if t.Bucket == "" {
		return &directory{ReplicaClient: file.NewReplicaClient(path.Join(t.Dir, t.Folder)), open: t.Open, folder: t.Folder}, nil
	}
	c, err := t.S3.Client()
	return &bucket{client: c, name: t.Bucket, at: strings.TrimPrefix(path.Join(t.Prefix, t.Folder), "/")}, err
}

// Options say how a database is followed.
type Options struct {
	Meta string        // directory for the state that Litestream keeps about this target
	Keep time.Duration // how far back the database can be restored
	Log  *slog.Logger

	Shared bool // another target may follow, too: FollowAlso
}

// Follower copies a database's changes to a target until it is closed.
type Follower struct {
	db     *litestream.DB
	store  *litestream.Store
	gate   *gate
	shared bool
	last   atomic.Pointer[time.Time] // of the last copy that Sync made; nil for none
}

const (
	shutdownWait = 10 * time.Second
	snapshots    = 24 * time.Hour
)

// Follow begins to copy. The database at path has to exist, with its schema.
// When the target cannot be reached, Follow goes on trying.
func Follow(ctx context.Context, dbPath string, t Target, o Options) (*Follower, error) {
	if err := os.MkdirAll(o.Meta, 0o700); err != nil {
		return nil, err
	}
	client, err := t.client()
	if err != nil {
		return nil, err
	}
	db := litestream.NewDB(dbPath)
	db.SetMetaPath(o.Meta)
	g := &gate{ReplicaClient: client}
	db.Replica = litestream.NewReplicaWithClient(db, g)
	log := slog.New(quietHandler{o.Log.With("part", "litestream").Handler()})
	store := newStore(db, o.Keep, log)
	if o.Shared {
		store.SetL0Retention(sharedKeep)
	}
	db.SetLogger(log)
	client.SetLogger(log)
	if err := store.Open(ctx); err != nil {
		return nil, fmt.Errorf("follow the database: %w", err)
	}
	return &Follower{db: db, store: store, gate: g, shared: o.Shared}, nil
}

// Abandon lets the target be as it is from now on: changes of the database are no longer copied, and nothing is deleted.
// Another appliance writes there. The Follower has to be closed as usual.
func (f *Follower) Abandon() { f.gate.abandoned.Store(true) }

// levels are those of single changes, and of the longer pieces that they are joined to.
var levels = litestream.CompactionLevels{
	{Level: 0}, {Level: 1, Interval: 30 * time.Second}, {Level: 2, Interval: 5 * time.Minute}, {Level: 3, Interval: time.Hour},
}

func newStore(db *litestream.DB, keep time.Duration, log *slog.Logger) *litestream.Store {
	store := litestream.NewStore([]*litestream.DB{db}, levels)
	store.Logger = log
	store.SnapshotInterval, store.SnapshotRetention = snapshots, keep
	store.SetShutdownSyncTimeout(shutdownWait)
	return store
}

// Sync copies all that is committed and returns when the target has it.
func (f *Follower) Sync(ctx context.Context) error {
	if err := f.db.SyncAndWait(ctx); err != nil {
		return fmt.Errorf("copy the database's changes: %w", err)
	}
	now := time.Now()
	f.last.Store(&now)
	return nil
}

// Position is a number that grows with every change that was copied.
func (f *Follower) Position() (uint64, error) {
	pos, err := f.db.Pos()
	return uint64(pos.TXID), err
}

// LastCopy returns the time of the last complete copy to the target.
func (f *Follower) LastCopy() time.Time {
	if !f.shared {
		return f.db.LastSuccessfulSyncAt()
	}
	if at := f.last.Load(); at != nil { // Litestream counts the copies of all targets
		return *at
	}
	return time.Time{}
}

// CloseGaps looks for gaps in the files of the target and closes one with a whole copy of
// the database.
func (f *Follower) CloseGaps(ctx context.Context) error {
	result, err := f.store.Validate(ctx)
	if err != nil {
		return fmt.Errorf("look for gaps in the copies of the database: %w", err)
	}
	if result.Valid {
		return nil
	}
	return errors.Join(fmt.Errorf("the copies of the database had gaps (%v); a whole copy was made", result.Errors), f.CopyWhole(ctx))
}

// CopyWhole makes a whole copy of the database at the target, from which it can be brought back without older files.
func (f *Follower) CopyWhole(ctx context.Context) error {
	if _, err := f.db.Snapshot(ctx); err != nil {
		return fmt.Errorf("copy the whole database: %w", err)
	}
	return nil
}

// Close copies what is left and stops. The connections of the program to the
// database have to be closed before: closing drops the locks of all of them.
func (f *Follower) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownWait)
	defer cancel()
	err := f.store.Close(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the last changes of the database did not reach the target: %w", err)
	}
	return err
}

// ErrBroken reports that the database cannot be brought back from a target as it was copied there.
var ErrBroken = errors.New("the copies of the database are broken")

// Verify looks whether the database can be brought back from a target as it was at a position of Follower.Position or
// later, and with read proves each file that this takes against its checksums. It fails with ErrBroken where that is not so.
func Verify(ctx context.Context, t Target, position uint64, read bool, log *slog.Logger) error {
	client, err := t.client()
	if err != nil {
		return err
	}
	log = slog.New(quietHandler{log.Handler()})
	client.SetLogger(log)
	if err := client.Init(ctx); err != nil {
		return fmt.Errorf("reach the copies of the database: %w", err)
	}
	return verifyWith(ctx, client, position, read, log, 3)
}

func verifyWith(ctx context.Context, client litestream.ReplicaClient, position uint64, read bool, log *slog.Logger, tries int) error {
	plan, err := litestream.CalcRestorePlan(ctx, client, 0, time.Time{}, log)
	if errors.Is(err, litestream.ErrTxNotAvailable) || err != nil && strings.Contains(err.Error(), "non-contiguous") {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err != nil {
		return fmt.Errorf("look at the copies of the database: %w", err)
	}
	if last := plan[len(plan)-1]; uint64(last.MaxTXID) < position {
		return fmt.Errorf("%w: changes up to %d are there, and %d were copied", ErrBroken, last.MaxTXID, position)
	}
	for _, info := range plan {
		if !read {
			continue
		}
		err := verifyFile(ctx, client, info)
		if errors.Is(err, os.ErrNotExist) && tries > 1 { // others took its place meanwhile
			return verifyWith(ctx, client, position, read, log, tries-1)
		}
		if err != nil {
			return fmt.Errorf("%04x/%s: %w", info.Level, ltx.FormatFilename(info.MinTXID, info.MaxTXID), err)
		}
	}
	return nil
}

func verifyFile(ctx context.Context, client litestream.ReplicaClient, info *ltx.FileInfo) error {
	in, err := client.OpenLTXFile(ctx, info.Level, info.MinTXID, info.MaxTXID, 0, 0)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	if err != nil {
		return err
	}
	err = errors.Join(ltx.NewDecoder(in).Verify(), in.Close())
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return err
}
