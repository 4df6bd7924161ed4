package backup

import (
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
	"sync/atomic"
	"time"

	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
	"anbar/db/replica"
)

// Restored says what was brought back.
type Restored struct {
	Time    time.Time // the moment; what the database held before it is there
	Objects int
	Bytes   int64
	Damaged []string // objects that are missing, or not what they should be
}

// ErrNotEmpty reports a data directory that holds something already.
var ErrNotEmpty = errors.New("the data directory is not empty")

// Restore brings a drive back into an empty directory, as it was at a moment, or
// as late as the target can when at is zero. Every object is proven as it is
// laid down. Damaged and missing ones are named in the report; all others are
// there.
func Restore(ctx context.Context, t Target, at time.Time, to config.Storage, log *slog.Logger) (*Restored, error) {
	if entries, err := os.ReadDir(to.Data); err == nil && len(entries) > 0 {
		return nil, fmt.Errorf("%s: %w", to.Data, ErrNotEmpty)
	}
	w, err := readWatermark(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("%s holds no complete copy: %w", t, err)
	}
	r := &Restored{Time: w.Time}
	if !at.IsZero() && at.Before(w.Time) {
		r.Time = at
	}
	if err := os.MkdirAll(to.Data, 0o700); err != nil {
		return nil, err
	}
	// Contents outlive the rows that name them for as long as the database can be
	// brought back, so the newest list has whatever an older moment needs.
	keys, err := objectsOf(ctx, t, w.Manifest)
	if err != nil {
		return nil, err
	}
	if err := both(ctx,
		func(ctx context.Context) error { return replica.Restore(ctx, t.Replica(), r.Time, to.Database(), log) },
		func(ctx context.Context) error { return layDown(ctx, t, keys, to.Blobs(), r) },
	); err != nil {
		return nil, err
	}
	return r, errors.Join(markRestored(ctx, to), copySecrets(ctx, t, to.Secrets()))
}

// markRestored notes in the database that it went back in time.
func markRestored(ctx context.Context, to config.Storage) (err error) {
	d, err := db.Open(ctx, to.Database())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return d.Update(ctx, (*db.Tx).PutRestored)
}

// errMissing reports an object that a manifest names and the target lacks.
var errMissing = errors.New("the target lacks an object")

// both does two things at a time. When one fails the other ends, and what failed
// first is the error.
func both(ctx context.Context, one, other func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for _, do := range []func(context.Context) error{one, other} {
		all.Go(func() {
			if err := do(ctx); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

const atOnce = 4

// layDown writes the objects of the blob store, several at a time. Ranges of one
// pack are written in order.
func layDown(ctx context.Context, t Target, keys []string, dir string, r *Restored) error {
	to, err := blobstore.NewRestorer(dir)
	if err != nil {
		return err
	}
	groups := make(chan []string)
	var all sync.WaitGroup
	var bytes atomic.Int64
	var mu sync.Mutex
	var failed error
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for range atOnce {
		all.Go(func() {
			for group := range groups {
				for _, key := range group {
					n, err := layDownOne(ctx, t, key, to)
					bytes.Add(n)
					mu.Lock()
					switch {
					case errors.Is(err, blobstore.ErrCorrupt), errors.Is(err, errMissing):
						r.Damaged = append(r.Damaged, key)
					case err != nil && failed == nil:
						failed = err
						cancel()
					}
					r.Objects++
					mu.Unlock()
				}
			}
		})
	}
	for _, g := range grouped(keys) {
		groups <- g
	}
	close(groups)
	all.Wait()
	r.Bytes = bytes.Load()
	return errors.Join(failed, to.Close())
}

// grouped puts the ranges of a pack together.
func grouped(keys []string) [][]string {
	var all [][]string
	packs := map[string]int{}
	for _, k := range keys {
		parts := strings.Split(k, "/")
		if len(parts) != 3 || parts[0] != "packs" {
			all = append(all, []string{k})
			continue
		}
		i, ok := packs[parts[1]]
		if !ok {
			i = len(all)
			packs[parts[1]] = i
			all = append(all, nil)
		}
		all[i] = append(all[i], k)
	}
	return all
}

func layDownOne(ctx context.Context, t Target, key string, to *blobstore.Restorer) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	in, err := t.Get(ctx, blobsAt+key)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, errMissing
	}
	if err != nil {
		return 0, fmt.Errorf("bring back from %s: %w", t, err)
	}
	counted := &counting{r: in}
	err = to.Object(key, counted)
	return counted.n, errors.Join(err, in.Close())
}

func copySecrets(ctx context.Context, t Target, to string) error {
	in, err := t.Get(ctx, secretsKey)
	if err != nil {
		return fmt.Errorf("bring the appliance's keys back: %w", err)
	}
	b, err := io.ReadAll(in)
	if err = errors.Join(err, in.Close()); err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o600)
}

// fetch opens a long content at a target.
func fetch(ctx context.Context, t Target, d blobstore.Digest) (io.ReadCloser, error) {
	name := d.String()
	return t.Get(ctx, blobsAt+filepath.ToSlash(filepath.Join("large", name[:3], name)))
}
