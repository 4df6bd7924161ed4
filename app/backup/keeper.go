package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"anbar/blobstore"
	"anbar/db/replica"
)

// Keeper keeps one target up to date while the appliance runs.
type Keeper struct {
	target   Target
	follower *replica.Follower
	copier   *Copier
	secrets  string
	log      *slog.Logger

	mu     sync.Mutex
	status Status
}

// Status is how well the copies are.
type Status struct {
	Target   string
	Database time.Time // when the target last had every change of the database
	Contents time.Time // every content that was named before then is at the target
	Problem  string    // of the last try; empty when it went well
}

// Options say how a target is kept.
type Options struct {
	Database string // file
	Meta     string // directory for what is remembered of the target
	Secrets  string // file with the appliance's keys
	Keep     time.Duration
	Version  string
	Log      *slog.Logger
}

// Keep begins to follow the database. Run does the rest.
func Keep(ctx context.Context, t Target, blobs *blobstore.Store, o Options) (*Keeper, error) {
	if err := errors.Join(apart(t, o.Database), closed(t)); err != nil {
		return nil, err
	}
	f, err := replica.Follow(ctx, o.Database, t.Replica(), replica.Options{Meta: o.Meta, Keep: o.Keep, Log: o.Log})
	if err != nil {
		return nil, err
	}
	return &Keeper{
		target: t, follower: f, copier: NewCopier(t, blobs, o.Keep, o.Version), secrets: o.Secrets, log: o.Log,
		status: Status{Target: t.String()},
	}, nil
}

// apart refuses a target inside the data directory: it would share its fate.
func apart(t Target, database string) error {
	d, ok := t.(directory)
	if !ok {
		return nil
	}
	data, err := filepath.Abs(filepath.Dir(database))
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(data, string(d)); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return fmt.Errorf("%s lies in the data directory; copies belong elsewhere", d)
	}
	return nil
}

const (
	shortest = 5 * time.Second
	patience = 20 // a copy may take one part in so many of the time
	tending  = 24 * time.Hour
)

// Run copies again and again until ctx ends. Nothing is done while nothing
// changes.
func (k *Keeper) Run(ctx context.Context) {
	tended := time.Now()
	wait := time.NewTimer(0)
	defer wait.Stop()
	var last uint64
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		began := time.Now()
		last = k.copyChanges(ctx, last)
		if time.Since(tended) > tending {
			tended = time.Now()
			if err := errors.Join(k.follower.Tend(ctx), k.copier.Prune(ctx)); err != nil {
				k.log.Error("tend the backup target", "target", k.target.String(), "error", err)
			}
		}
		wait.Reset(max(shortest, patience*time.Since(began)))
	}
}

// copyChanges copies unless the database is still at the position of the last copy. It
// returns the position of the last copy that succeeded.
func (k *Keeper) copyChanges(ctx context.Context, last uint64) uint64 {
	at, err := k.follower.Position()
	if err == nil && at == last && last != 0 {
		return last
	}
	if _, err := k.Now(ctx); err == nil {
		return at
	} else if ctx.Err() == nil {
		k.log.Error("copy to the backup target", "target", k.target.String(), "error", err)
	}
	return last
}

// Now brings the target up to date with everything that was acknowledged before
// the call.
func (k *Keeper) Now(ctx context.Context) (Report, error) {
	err := putSecrets(ctx, k.target, k.secrets)
	var r Report
	if err == nil {
		r, err = k.copier.Copy(ctx, k.follower.Sync)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.status.Problem = ""
	if err != nil {
		k.status.Problem = err.Error()
	} else {
		k.status.Contents = r.Time
	}
	return r, err
}

// Status tells how well the copies are.
func (k *Keeper) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.status
	s.Database = k.follower.Copied()
	return s
}

// Fetch gets a long content from the target, for one that is damaged here.
func (k *Keeper) Fetch(ctx context.Context, d blobstore.Digest) (io.ReadCloser, error) {
	return fetch(ctx, k.target, d)
}

// Close copies what is left of the database. The program's own connections to
// it have to be closed before.
func (k *Keeper) Close() error { return k.follower.Close() }

// putSecrets stores the appliance's keys, also in place of those that they replaced: a
// key is replaced because others have it, and may not come back by a restore.
func putSecrets(ctx context.Context, t Target, name string) error {
	keys, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	r, err := t.Get(ctx, secretsKey)
	if err == nil {
		there, err := io.ReadAll(io.LimitReader(r, int64(len(keys))+1))
		if err = errors.Join(err, r.Close()); err != nil || bytes.Equal(there, keys) {
			return err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return t.Put(ctx, secretsKey, bytes.NewReader(keys), int64(len(keys)))
}
