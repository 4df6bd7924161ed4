package backup

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"anbar/app/base/fence"
	"anbar/app/base/panics"
	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
)

// Runner keeps one target up to date while the appliance runs.
type Runner struct {
	target Target
	blobs  *blobstore.Store
	o      Options
	owner  *epochOwner
	lease  *lease // nil for an appliance that is not fenced

	acquireMu sync.Mutex // one attempt to take the target at a time

	mu         sync.Mutex
	follower   follower // nil until the target is this appliance's
	copier     *Copier
	endSending context.CancelFunc
	sending    sync.WaitGroup
	status     Status
	takenOver  *TakenError
	foreign    *OwnerError // of the last look
	failures   int         // of upkeep, one after another; for maintain alone
	upkeepErr  error       // of the last upkeep: a round that goes well does not end that trouble
	seen       uint64      // position of the database when it was copied last: the contents of its rows are copied after it
	synced     uint64      // position that the target has at least, then
	copied     uint64      // seen of the last copy that succeeded
	provable   uint64      // synced of it
	changed    chan struct{}
}

// Options say how a target is kept.
type Options struct {
	Database  string     // file
	Meta      string     // directory for what is remembered of the target
	Secrets   string     // file with the appliance's keys
	Ring      *seal.Ring // keys of the recovery sheets; nil for none
	Retention time.Duration
	Rate      int64 // bytes a second for large contents; 0 for no limit
	Version   string
	Appliance string // id of the installation
	Name      string // of the appliance, for people
	Log       *slog.Logger

	// Away reads the contents that are not on the disk; nil where all are.
	Away *AwayReader

	// Journal is shared by the Runners of several targets; nil for one that is alone. IsSecond says that another of them goes first.
	Journal  *Journal
	IsSecond bool
	Shared   bool // there are several

	// Fence is extended while the target says that no other machine took over; nil for an appliance that goes on whatever happens there.
	// Marker is a file that is there while the target says that this appliance is fenced. With Unfence it is told otherwise.
	Fence   *fence.Fence
	Marker  string
	Unfence bool

	// Notify sends word of trouble that lasts to the administrators; nil for nobody.
	Notify func(context.Context, Notice) error
}

// NewRunner prepares to copy to a target. Run does it. Nothing is written before the target is known to be this appliance's.
func NewRunner(t Target, blobs *blobstore.Store, o Options) (*Runner, error) {
	if err := errors.Join(checkOutsideData(t, o.Database), restrictAccess(t)); err != nil {
		return nil, err
	}
	t = withRing(t, o.Ring)
	if o.Journal == nil {
		o.Journal = NewJournal()
	}
	return &Runner{
		target: t, blobs: blobs, o: o, owner: ownerOf(t, o), lease: newLease(o), status: Status{Target: t.String()},
		changed: make(chan struct{}, 1),
	}, nil
}

func ownerOf(t Target, o Options) *epochOwner {
	return &epochOwner{
		target: t, dir: o.Meta, database: o.Database, secrets: o.Secrets, appliance: o.Appliance, name: o.Name, version: o.Version,
		ring: o.Ring, fenced: o.Fence != nil && !o.Unfence,
	}
}

// ID names the target in this data directory.
func (k *Runner) ID() string { return filepath.Base(k.o.Meta) }

const (
	roundInterval  = 5 * time.Second  // between two rounds
	checkInterval  = 20 * time.Second // between two looks whether the target is there while nothing changes
	checkTimeout   = 15 * time.Second
	renewInterval  = 5 * time.Minute // the watermark moves while nothing changes
	lateAfter      = time.Minute
	upkeepInterval = time.Hour
	upkeepRetry    = time.Minute // after the start, and after a failure
	tendInterval   = 24 * time.Hour
)

// Run copies again and again until ctx ends. While nothing changes it looks whether the target is there.
func (k *Runner) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { panics.Restart(ctx, k.o.Log, "upkeep of copies", k.maintain) })
	all.Go(func() { panics.Restart(ctx, k.o.Log, "trouble with copies", k.watchTrouble) })
	interval := roundInterval
	if k.lease != nil {
		all.Go(func() { panics.Restart(ctx, k.o.Log, "lease at the target", k.runLease) })
		interval = fencedInterval
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		panics.Log(k.o.Log, "copy to the target", func() { k.runRound(ctx) })
		select {
		case <-ctx.Done():
			all.Wait() // the sender goes on until Close: the last copy may need it
			return
		case <-tick.C:
		}
	}
}

// runRound copies what changed, or looks whether the target is there.
func (k *Runner) runRound(ctx context.Context) {
	c, err := k.ensureCopier(ctx)
	if err != nil {
		k.recordStatus(ctx, nil, err)
		return
	}
	at, err := k.loadFollower().Position()
	k.mu.Lock()
	well := k.status.Kind == "" || k.status.Kind == ProblemLost || k.status.Kind == ProblemRollback || k.upkeepErr != nil
	idle := err == nil && at == k.copied && at != 0 && k.status.Pending == 0 && !c.sender.hasNews() && !c.hasWork() && well
	looked, renewed := time.Since(k.status.Proven), time.Since(k.status.Contents)
	k.mu.Unlock()
	switch {
	case !idle:
		c, r, err := k.copyWith(ctx, c, copyRound)
		if err == nil && c.isRolled() {
			r, err = k.copyAfterRollback(ctx, c)
		}
		k.recordCopy(ctx, c, r, errors.Join(err, c.sender.lastError()))
	case renewed > renewInterval:
		k.renewWatermark(ctx, c)
	case looked > checkInterval:
		short, cancel := context.WithTimeout(ctx, checkTimeout)
		defer cancel()
		k.recordStatus(ctx, c, c.owner.checkOwnership(short, &c.grant.claim, c.grant.record.Copy))
	}
}

// renewWatermark moves the watermark to a moment after which the database was seen unchanged.
func (k *Runner) renewWatermark(ctx context.Context, c *Copier) {
	r := Report{Time: time.Now().UTC()}
	_, err := k.syncDatabase(ctx)
	k.mu.Lock()
	changed := k.seen != k.copied
	k.mu.Unlock()
	if err == nil && changed {
		return // the next round copies it
	}
	if err == nil {
		err = c.RenewWatermark(ctx, r.Time)
	}
	k.recordCopy(ctx, c, r, err)
}

// syncDatabase copies the database, and returns its position.
func (k *Runner) syncDatabase(ctx context.Context) (uint64, error) {
	f := k.loadFollower()
	before, err := f.Position()
	if err == nil {
		err = f.Sync(ctx)
	}
	if err != nil {
		return 0, err
	}
	after, err := f.Position()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.synced, k.seen = before, after
	return before, err
}

// recordCopy notes how a copy went that c made.
func (k *Runner) recordCopy(ctx context.Context, c *Copier, r Report, err error) {
	if err == nil && k.isCurrent(c) {
		k.mu.Lock()
		k.status.Contents, k.status.Pending = r.Time, r.Pending
		k.copied, k.provable = k.seen, k.synced
		k.mu.Unlock()
	}
	k.recordStatus(ctx, c, err)
}

// isReplaced reports whether another machine went on with the data of this one. The copies of an appliance that is another one replace
// nothing. The caller holds the mutex.
func (k *Runner) isReplaced() bool { return k.takenOver != nil || k.foreign != nil && k.foreign.Same }

// recordStatus notes how the last look at the target went, that c had; nil where the target could not be taken.
func (k *Runner) recordStatus(ctx context.Context, c *Copier, err error) {
	if err != nil && ctx.Err() != nil {
		return // the end of the server is no trouble of the target
	}
	if c != nil && !k.isCurrent(c) {
		return // to whoever still writes an epoch that ended, its successor looks like another appliance
	}
	var taken *TakenError
	k.mu.Lock()
	defer k.mu.Unlock()
	proven := err == nil
	if err == nil {
		err = k.upkeepErr
	}
	if errors.As(err, &taken) && k.takenOver == nil {
		k.takenOver = taken
		if k.lease != nil { // the last changes are copied before
			select {
			case k.lease.wake <- struct{}{}:
			default:
			}
			k.lease.fence.Replace("another machine took over: changes are made there")
		} else if k.follower != nil {
			k.follower.Abandon()
		}
		if k.endSending != nil && k.lease == nil {
			k.endSending()
		}
	}
	if k.foreign = nil; err != nil {
		errors.As(err, &k.foreign)
	}
	if k.lease != nil {
		k.lease.fence.SetReplaced(k.isReplaced())
	}
	s := &k.status
	if s.Kind, s.Problem = problemOf(err), ""; err != nil {
		s.Problem = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	if proven {
		s.Proven = time.Now()
	}
	if k.copier != nil {
		s.Lost, s.ReadBack = k.copier.LostObjects(), k.copier.readBackSince()
		if err == nil && len(s.Lost) > 0 {
			s.Kind = ProblemLost
			s.Problem = fmt.Sprintf("%d objects at %s are damaged or missing and cannot be copied again, such as %s; moments that need "+
				"them cannot be restored whole", len(s.Lost), k.target, s.Lost[0])
		} else if old := k.copier.recentRollback(); err == nil && old != nil {
			s.Kind, s.Problem = ProblemRollback, old.describe(k.target.String())
		}
	}
	select {
	case k.changed <- struct{}{}:
	default:
	}
}

// CopyNow brings the target up to date with everything that was acknowledged before the call, and compares its list with what
// was copied there.
func (k *Runner) CopyNow(ctx context.Context) (Report, error) {
	c, err := k.ensureCopier(ctx)
	if err != nil {
		k.recordStatus(ctx, nil, err)
		return Report{}, err
	}
	c, r, err := k.copyWith(ctx, c, copyAndVerify)
	if err == nil && c.isRolled() {
		r, err = k.copyAfterRollback(ctx, c)
	}
	k.recordCopy(ctx, c, r, err)
	return r, err
}

// copyAfterRollback sends what is missing at a target that showed an older state.
func (k *Runner) copyAfterRollback(ctx context.Context, c *Copier) (Report, error) {
	if err := k.verifyTarget(ctx, c, true); err != nil {
		return Report{}, err
	}
	c.mu.Lock()
	c.rolled = false
	c.mu.Unlock()
	return copyAndVerify(ctx, c, k.syncDatabase)
}

// Finish copies what changed, before the appliance stops. Large contents that are on their way go on at the next start; an appliance that
// another machine may replace before that waits for them, too.
func (k *Runner) Finish(ctx context.Context) error {
	c, err := k.ensureCopier(ctx)
	if err != nil {
		return err
	}
	r, err := c.Copy(ctx, k.syncDatabase)
	if err != nil || r.Pending == 0 || k.lease == nil || k.lease.off {
		return err
	}
	if _, err := c.CopyAll(ctx, k.syncDatabase); err != nil {
		k.o.Log.Warn("large contents are still on their way to the backup target; a machine that takes over before they come lacks them",
			"target", k.target.String(), "error", err)
	}
	return nil
}

func copyRound(ctx context.Context, c *Copier, database func(context.Context) (uint64, error)) (Report, error) {
	return c.Copy(ctx, database)
}

// copyAndVerify copies everything and then looks whether it is there.
func copyAndVerify(ctx context.Context, c *Copier, database func(context.Context) (uint64, error)) (Report, error) {
	if len(c.LostObjects()) > 0 {
		c.requestFullScan() // somebody may have mended the target
	}
	r, err := c.CopyAll(ctx, database)
	if err != nil {
		return r, err
	}
	listed, wrong, err := c.Verify(ctx)
	if err != nil {
		return r, err
	}
	r.Listed, r.Healed = listed, len(wrong)
	if lost := c.LostObjects(); len(lost) > 0 {
		return r, fmt.Errorf("%d objects at %s are damaged or missing and are not here any more, such as %s", len(lost), c.target, lost[0])
	}
	if len(wrong) == 0 {
		return r, nil
	}
	// What was sent again is looked at, too.
	again, err := c.CopyAll(ctx, database)
	if err != nil {
		return r, err
	}
	r.Time, r.Objects, r.Bytes = again.Time, r.Objects+again.Objects, r.Bytes+again.Bytes
	if r.Listed, wrong, err = c.Verify(ctx); err == nil && len(wrong) > 0 {
		err = fmt.Errorf("%d objects are missing at %s although they were copied, such as %s", len(wrong), c.target, wrong[0])
	}
	return r, err
}

// Status tells how well the copies are.
func (k *Runner) Status() Status {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.status
	if k.follower != nil {
		s.Database = k.follower.LastCopy()
	}
	if k.copier != nil {
		s.FirstRead = k.copier.firstRead()
	}
	if s.Kind == "" && !s.Proven.IsZero() && time.Since(s.Proven) > lateAfter {
		s.Kind = ProblemLate
		s.Problem = fmt.Sprintf("the last complete look at %s was at %s", k.target, s.Proven.Local().Format(time.RFC3339))
	}
	return s
}

// ForeignOwner returns who wrote the copies that the target holds, when that is not this appliance with these data; nil otherwise.
func (k *Runner) ForeignOwner() *OwnerError {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.foreign
}

// HasEpoch reports whether the target was this appliance's since it started: it has to be started again to take another epoch.
func (k *Runner) HasEpoch() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.copier != nil
}
