package backup

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"anbar/blobstore"
	"anbar/db"
)

// Tier lets contents leave the disk that nobody reads, once each target has proved twice that it has them. They are read at the targets
// from then on, and what is read again and again comes back.
type Tier struct {
	DB      *db.DB
	Blobs   *blobstore.Store
	Away    *AwayReader
	Runners []*Runner  // of all targets that are kept
	Drills  []*Driller // of the same targets
	Log     *slog.Logger

	// Days says after how many days without a reader contents leave; 0 for never: then everything comes back.
	Days func() int

	mu    sync.Mutex
	state TierState
}

const (
	tierGap    = 24 * time.Hour     // between the two proofs of an object, at least
	tierDrill  = 7 * 24 * time.Hour // a rehearsal of a restore that went well may be as old as this
	tierTime   = 40 * time.Minute   // of a run, which comes each hour
	tierMost   = 200_000            // objects that are looked at in a run
	tierBatch  = 1000               // objects that leave together, at least
	tierReturn = 2 << 30            // bytes that stay free when something comes back
	day        = 24 * time.Hour
)

// Obstacle says why nothing leaves the disk.
type Obstacle string

// The obstacles.
const (
	ObstacleTarget  Obstacle = "no_target" // none is kept
	ObstacleTrouble Obstacle = "trouble"   // with the copies at a target
	ObstacleDrill   Obstacle = "drill"     // no rehearsal of a restore from a target went well in the last 7 days
)

// TierState says what the tier did at its last run.
type TierState struct {
	Ran          time.Time // zero for never
	Obstacle     Obstacle  // empty for none
	Target       string    // that the obstacle is about
	Waiting      int       // objects that nobody read for long enough, and that are not proven twice yet
	WaitingBytes int64
	Left         int // objects that left the disk at that run
	Returned     int // objects that came back at that run
}

// State returns what the last run did.
func (t *Tier) State() TierState {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state
}

// IsOn reports whether contents leave, or stay away.
func (t *Tier) IsOn() bool { return t.Days() > 0 }

// Run lets go what may, as long as an hour's run may take. Trouble with a target is no error of it: the state says so.
func (t *Tier) Run(ctx context.Context) error {
	days := t.Days()
	if days == 0 {
		t.setState(TierState{})
		return nil
	}
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, tierTime)
	defer cancel()
	s := TierState{Ran: began}
	err := t.Away.joinTier(ctx, t.DB, t.Blobs)
	var copiers []*Copier
	if err == nil {
		copiers, err = t.listCopiers(ctx, &s)
	}
	if err == nil && s.Obstacle == "" {
		err = t.Away.refreshPlaces(ctx, t.Blobs, copiers)
	}
	if err == nil && s.Obstacle == "" {
		err = t.evictIdle(ctx, copiers, began.Add(-time.Duration(days)*day), &s)
	}
	if err == nil {
		s.Returned, err = t.returnWanted(ctx)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil // the next run goes on
	}
	t.setState(s)
	return err
}

func (t *Tier) setState(s TierState) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.state = s
}

// listCopiers returns the copiers of all targets, or notes why nothing may leave.
func (t *Tier) listCopiers(ctx context.Context, s *TierState) (all []*Copier, err error) {
	if len(t.Runners) == 0 {
		s.Obstacle = ObstacleTarget
	}
	for i, k := range t.Runners {
		status := k.Status()
		c := k.currentCopier()
		if c == nil || status.Kind != "" || c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy) != nil {
			s.Obstacle, s.Target = ObstacleTrouble, status.Target
			return nil, ctx.Err()
		}
		good, err := db.Get(ctx, t.DB, t.Drills[i].LastGood)
		if err != nil {
			return nil, err
		}
		if time.Since(good) > tierDrill {
			s.Obstacle, s.Target = ObstacleDrill, status.Target
			return nil, nil
		}
		all = append(all, c)
	}
	return all, nil
}

// LastGood returns when the last rehearsal began that went well; zero for never.
func (r *Driller) LastGood(v *db.View) (time.Time, error) {
	all, err := r.k.listDrills(v, judged)
	for i := range all {
		if IsSuccess(all[i].Outcome) {
			return all[i].Began, err
		}
	}
	return time.Time{}, err
}

func (k *Runner) currentCopier() *Copier {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.copier
}

// evictIdle has objects leave the disk that nobody read since a moment.
func (t *Tier) evictIdle(ctx context.Context, copiers []*Copier, since time.Time, s *TierState) error {
	idle, err := t.listIdle(ctx, since)
	if err != nil {
		return err
	}
	var ready []string
	done := func() error {
		n, err := t.evict(ctx, copiers, ready)
		s.Left += n
		ready = ready[:0]
		return err
	}
	batch := tierBatch
	for _, o := range idle {
		proven, err := t.isProven(ctx, copiers, o.Object)
		if err != nil {
			return errors.Join(err, done(), saveProofsOf(ctx, copiers))
		}
		if !proven {
			s.Waiting++
			s.WaitingBytes += o.Size
			continue
		}
		if ready = append(ready, o.Key); len(ready) >= batch {
			if err := done(); err != nil {
				return errors.Join(err, saveProofsOf(ctx, copiers))
			}
			batch *= 2 // the list of what is away is written anew each time
		}
	}
	return errors.Join(done(), saveProofsOf(ctx, copiers))
}

// listIdle returns objects that nobody read since a moment, those first that nobody read for longest.
func (t *Tier) listIdle(ctx context.Context, since time.Time) ([]blobstore.IdleObject, error) {
	var all []blobstore.IdleObject
	for o, err := range t.Blobs.Idle(ctx, since) {
		if err != nil {
			return nil, err
		}
		o.Open = nil
		if all = append(all, o); len(all) == tierMost {
			break
		}
	}
	slices.SortFunc(all, func(a, b blobstore.IdleObject) int { return a.Since.Compare(b.Since) })
	return all, nil
}

// isProven reports whether each target has an object, and was read back twice with a day in between, the second time now.
func (t *Tier) isProven(ctx context.Context, copiers []*Copier, o blobstore.Object) (bool, error) {
	now := time.Now()
	for _, c := range copiers {
		if !c.isReadyForProof(o, now) {
			return false, nil
		}
	}
	proven := true
	for _, c := range copiers {
		twice, err := c.proveAgain(ctx, o, now)
		if err != nil {
			return false, err
		}
		proven = proven && twice
	}
	if !proven || isLarge(o.Key) { // a large content is proven by its name wherever it is read
		return proven, nil
	}
	// What the target has is what was here when it was sent. Whether that was right is only known now.
	switch err := t.Blobs.ProveObject(o.Key); {
	case errors.Is(err, blobstore.ErrCorrupt):
		t.Log.Error("a pack stays on the disk, because something in it is damaged", "key", o.Key, "err", err)
		return false, nil
	case err != nil:
		return false, err
	}
	return isSameAt(t.Blobs, copiers, o.Key)
}

// isSameAt reports whether what is listed at each target is what is here.
func isSameAt(blobs *blobstore.Store, copiers []*Copier, key string) (bool, error) {
	o, err := blobs.FindObject(key)
	if err != nil {
		return false, err
	}
	hash, size, err := hashObject(o)
	for _, c := range copiers {
		if e, ok := c.listedEntry(key); err == nil && (!ok || e.Hash != hash || e.Size != size) {
			return false, nil
		}
	}
	return err == nil, err
}

// evict has objects leave, and remembers where they can be read.
func (t *Tier) evict(ctx context.Context, copiers []*Copier, keys []string) (int, error) {
	if len(keys) == 0 {
		return 0, nil
	}
	if err := t.Away.addPlaces(ctx, copiers, keys); err != nil {
		return 0, err
	}
	gone, err := t.Blobs.Evict(context.WithoutCancel(ctx), keys)
	bytes := int64(0)
	for _, o := range gone {
		bytes += o.Size
	}
	if len(gone) > 0 {
		t.Log.Info("contents left the disk, which nobody had read; the targets have them", "objects", len(gone), "bytes", bytes)
	}
	return len(gone), err
}

// returnWanted brings back what was read on several days, and packs that have to be rewritten, as far as the disk has room.
func (t *Tier) returnWanted(ctx context.Context) (n int, err error) {
	for _, o := range t.Blobs.AwayWanted() {
		free, err := t.Blobs.FreeBytes()
		if err != nil || ctx.Err() != nil {
			return n, errors.Join(err, ctx.Err())
		}
		if free < o.Size+tierReturn {
			continue
		}
		if err := t.Away.fetchObject(ctx, t.Blobs, o); err != nil {
			t.Log.Warn("a content that is wanted cannot be brought back now", "key", o.Key, "err", err)
			return n, nil
		}
		n++
	}
	return n, t.Away.saveNotes()
}
