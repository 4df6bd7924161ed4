package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"anbar/app/base/panics"
	"anbar/blobstore"
	"anbar/db"
)

// Fetch brings everything to the disk that is still at the targets: first what was asked for. Each object is proven as it comes. It
// returns when all is there, when contents are to stay away, or when nothing is left but objects of which no target has an undamaged
// copy: these are asked for again by calls an hour later. While a target does not answer it goes on, until ctx ends. A restore that is
// over is no work.
func (a *AwayReader) Fetch(ctx context.Context, d *db.DB, blobs *blobstore.Store) error {
	if a.IsOver() {
		return nil
	}
	for pause := fetchPause; ; {
		if a.isStaying() {
			return a.joinTier(ctx, d, blobs)
		}
		left := a.removeAsked(blobs.Away())
		if len(left) == 0 {
			break
		}
		err := a.fetchSome(ctx, blobs, left)
		a.setProblem(err)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			pause = fetchPause
			continue
		}
		a.log.Warn("contents of the restore do not come now", "left", len(left), "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, fetchPauseMax)
	}
	if lost, _ := blobs.CountAway(); lost > 0 {
		return nil
	}
	missing, err := a.fetchPending(ctx, d, blobs)
	a.setProblem(err)
	if err != nil {
		return err
	}
	s := a.State(blobs)
	if missing > 0 || len(s.Damaged) > 0 {
		a.log.Error("the restore is over, and something could not be brought back", "missing", missing, "damaged", s.Damaged)
	} else {
		a.log.Info("the restore is over: everything is on the disk, and was proven as it came", "objects", s.All, "bytes", s.AllBytes)
	}
	return a.end(blobs)
}

const (
	fetchPause    = time.Second
	fetchPauseMax = time.Minute

	fetchRound = 64 // objects between two looks at what was asked for, at least
)

// fetchSome brings the first ones of some objects. Its error is that of the first one that could not be asked for.
func (a *AwayReader) fetchSome(ctx context.Context, blobs *blobstore.Store, all []blobstore.AwayObject) error {
	all = all[:min(len(all), max(fetchRound, len(all)/50))]
	var next atomic.Int64
	var failed error
	var mu sync.Mutex
	var workers sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := func() error {
		for i := next.Add(1) - 1; i < int64(len(all)) && ctx.Err() == nil; i = next.Add(1) - 1 {
			if err := a.fetchObject(ctx, blobs, all[i]); err != nil {
				return err
			}
		}
		return nil
	}
	for range restoreWorkers {
		workers.Go(func() {
			if err := panics.Catch(work); err != nil {
				mu.Lock()
				defer mu.Unlock()
				if failed == nil {
					failed = err
				}
				cancel()
			}
		})
	}
	workers.Wait()
	return errors.Join(failed, a.saveNotes())
}

// fetchObject brings one object, from the first target that has it undamaged. When none had one for days, what is left of a pack comes.
func (a *AwayReader) fetchObject(ctx context.Context, blobs *blobstore.Store, o blobstore.AwayObject) error {
	var unasked, useless error
	for _, s := range a.sources() {
		err := a.land(ctx, blobs, s, o, blobs.LandAway)
		if errors.Is(err, fs.ErrNotExist) && ctx.Err() == nil {
			if wrong := s.checkIdentity(ctx); wrong != nil {
				err = wrong
			}
		}
		var local *localError
		switch {
		case err == nil:
			a.noteFound(o.Key)
			return nil
		case ctx.Err() != nil, errors.As(err, &local):
			return err
		case !blobs.IsAway(o.Key):
			return nil // it came otherwise, or is not needed any more
		case isUseless(err):
			useless = errors.Join(useless, err)
		case s.checkIdentity(ctx) == nil: // this object alone cannot be read
			useless = errors.Join(useless, err)
		default:
			s.note(err)
			unasked = errors.Join(unasked, s.explain(err))
		}
	}
	if unasked != nil {
		return unasked
	}
	a.log.Error("no target has an undamaged copy of an object", "object", o.Key, "error", useless)
	if a.noteLost(o.Key); !a.isGivenUp(o.Key) {
		return nil
	}
	if o.Footer > 0 {
		for _, s := range a.sources() {
			if a.land(ctx, blobs, s, o, blobs.LandDamagedAway) == nil {
				return nil
			}
		}
	}
	return blobs.ForgetAway(o.Key)
}

// explain names the target in an error that does not.
func (s *awaySource) explain(err error) error {
	if strings.Contains(err.Error(), s.Target) {
		return err
	}
	return fmt.Errorf("%s: %w", s.Target, err)
}

func (a *AwayReader) land(ctx context.Context, blobs *blobstore.Store, s *awaySource, o blobstore.AwayObject,
	land func(context.Context, string, io.Reader) error) error {
	in, err := watch(ctx, fetchPatience, func(ctx context.Context) (io.ReadCloser, error) { return s.open(ctx, o.Key) })
	if err != nil {
		return err
	}
	from := &politeReader{ctx: ctx, r: in, blobs: blobs}
	err = errors.Join(land(ctx, o.Key, from), in.Close())
	if err != nil && from.failed == nil && !errors.Is(err, blobstore.ErrCorrupt) && blobs.IsAway(o.Key) {
		return &localError{err}
	}
	return err
}

// localError is a trouble of the disk here, which says nothing about a target.
type localError struct{ err error }

// Error implements error.
func (e *localError) Error() string { return "write it to the disk here: " + e.err.Error() }

// politeReader lets people go first who read what is at the same targets: it stops while somebody waits for bytes, and works a part of the
// time while somebody did lately.
type politeReader struct {
	ctx   context.Context
	r     io.Reader
	blobs *blobstore.Store
	last  time.Time // when it was read last

	failed error // why the target gave no more; nil at the end
}

const (
	politeStep = 5 * time.Millisecond
	politeMost = 500 * time.Millisecond

	politeWithin = time.Second
	politeRest   = 3 // how many times as long as it worked it rests
)

// Read implements io.Reader.
func (p *politeReader) Read(b []byte) (int, error) {
	if now := time.Now(); !p.last.IsZero() && p.blobs.HasReadAway(politeWithin) {
		select {
		case <-p.ctx.Done():
		case <-time.After(min(politeRest*now.Sub(p.last), politeMost)):
		}
	}
	for waited := time.Duration(0); waited < politeMost && p.ctx.Err() == nil && p.blobs.IsReadingAway(); waited += politeStep {
		time.Sleep(politeStep)
	}
	p.last = time.Now()
	n, err := p.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		p.failed = err
	}
	return n, err
}
