package backup

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"sync"

	"anbar/app/base/panics"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// leaveAway leaves those objects at the target that can be read there, and returns the others.
func (l *objectRestorer) leaveAway(ctx context.Context) (map[string]Entry, error) {
	from := newAwaySource(&candidate{target: l.target, source: l.source})
	rest, keys := map[string]Entry{}, make(chan string)
	var mu sync.Mutex
	var failed error
	var all sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	note := func(key string, err error) {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case errors.Is(err, blobstore.ErrCorrupt), errors.Is(err, fs.ErrNotExist), errors.Is(err, errDamaged):
			rest[key] = l.source.objects[key] // where it is brought back it is looked for everywhere
		case err != nil && failed == nil:
			failed = err
			cancel()
		case err == nil:
			l.report.Away++
			l.report.AwayBytes += l.source.objects[key].Size
		}
	}
	for range awayWorkers {
		all.Go(func() {
			for key := range keys {
				note(key, panics.Catch(func() error { return l.to.LeaveAway(ctx, from, key, l.source.objects[key].Size) }))
			}
		})
	}
	for key, e := range l.source.objects {
		if ctx.Err() != nil {
			break
		}
		if blobstore.CanBeAway(key) && e.Size > 0 {
			keys <- key
			continue
		}
		mu.Lock()
		rest[key] = e
		mu.Unlock()
	}
	close(keys)
	all.Wait()
	if failed == nil {
		failed = context.Cause(ctx)
	}
	return rest, failed
}

const awayWorkers = 16

// finishServing notes from where the contents come that are away, and that the database went back in time.
func finishServing(ctx context.Context, all []candidate, to config.Storage, o RestoreOptions, r *RestoreResult) (err error) {
	p := pendingRestore{From: r.From.Name, Time: r.Time, Objects: r.Away, Bytes: r.AwayBytes, Damaged: r.Damaged}
	for i := range all {
		p.Sources = append(p.Sources, newAwaySource(&all[i]))
	}
	if err := p.save(to); err != nil {
		return err
	}
	d, err := db.Open(ctx, to.Database())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return d.Update(ctx, (*db.Tx).PutRestored)
}

// newAwaySource makes a source of a target, with what it has of the objects that can be away.
func newAwaySource(c *candidate) *awaySource {
	objects := maps.Clone(c.source.objects)
	maps.DeleteFunc(objects, func(key string, e Entry) bool { return !blobstore.CanBeAway(key) || e.Size <= 0 })
	return &awaySource{
		Target: c.target.String(), Copy: c.source.copyID, Claim: c.source.claim, Objects: objects, Pending: c.source.pending, to: c.target,
	}
}
