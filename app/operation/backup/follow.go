package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"anbar/app/base/panics"
	"anbar/db/replica"

	"golang.org/x/time/rate"
)

// follower copies the changes of the database to a target.
type follower interface {
	Position() (uint64, error)
	Sync(ctx context.Context) error
	LastCopy() time.Time
	Abandon()
	CloseGaps(ctx context.Context) error
	CopyWhole(ctx context.Context) error
	Close() error
}

// Journal lets the Runners of one appliance share the journal of the database, which only one of them may read: the one whose target
// could be taken first. The others copy what that one collects. Their targets depend on each other in nothing else.
type Journal struct {
	tried chan struct{} // closed when the preferred Runner has tried to take its target
	once  sync.Once

	mu        sync.Mutex
	leader    *replica.Follower // nil until a target was taken
	numbering string            // of its changes: the folder of its epoch; empty for none
	place     string            // id of its target's copies, however the target is called
	taken     string            // name of the target
}

// NewJournal makes one.
func NewJournal() *Journal { return &Journal{tried: make(chan struct{})} }

// preferredWait is how long a Runner lets the preferred one go first. One that changes its place with each start would copy the whole
// database each time.
const preferredWait = time.Minute

// await returns when a Runner may take its target.
func (j *Journal) await(ctx context.Context, isPreferred bool) error {
	if isPreferred {
		return nil
	}
	wait := time.NewTimer(preferredWait)
	defer wait.Stop()
	select {
	case <-j.tried:
	case <-wait.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

func (j *Journal) markTried() { j.once.Do(func() { close(j.tried) }) }

// loadNumbering returns what the epoch of a Runner that does not lead belongs to; empty when it would lead.
func (j *Journal) loadNumbering() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.numbering
}

// checkPlace fails for a target that is the leader's under another name: the two would take it from each other.
func (j *Journal) checkPlace(ctx context.Context, t Target) error {
	j.mu.Lock()
	place, taken := j.place, j.taken
	j.mu.Unlock()
	if place == "" {
		return nil
	}
	var id Identity
	err := getJSON(ctx, t, identityKey, &id)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) {
		return nil // what is wrong is said when it is taken
	}
	if err == nil && id.Copy == place {
		err = fmt.Errorf("%s and %s are the same place: two targets have to be different ones", t, taken)
	}
	return err
}

// errLeads reports that another Runner began to read the journal meanwhile.
var errLeads = errors.New("another target was taken first; this one is taken again")

// follow begins to copy the database into the epoch of a grant, which was taken for a numbering.
func (j *Journal) follow(ctx context.Context, k *Runner, g *epochGrant, numbering string) (follower, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.numbering != numbering {
		return nil, errLeads
	}
	if j.leader == nil {
		f, err := followDatabase(ctx, k.target, g, k.o.Database, k.o)
		if err != nil {
			return nil, err
		}
		j.leader, j.numbering, j.place, j.taken = f, g.claim.folderName(), g.record.Copy, k.target.String()
		return f, nil
	}
	if err := removeOtherMeta(k.o.Meta, ""); err != nil {
		return nil, err
	}
	return j.leader.FollowAlso(ctx, k.target.Replica(g.claim.folder()+databaseAt), k.o.Retention, k.o.Log)
}

// isLeader reports whether a follower reads the journal for others.
func (j *Journal) isLeader(f follower) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	leads, ok := f.(*replica.Follower)
	return ok && leads == j.leader
}

// acquireFor is acquire in the numbering of another target; empty for its own. An epoch that was written in another one has ended.
func (o *epochOwner) acquireFor(ctx context.Context, numbering string) (*epochGrant, error) {
	if numbering == "" {
		return o.acquire(ctx)
	}
	return o.acquireWith(ctx, func(s *situation) { s.machine += " follows " + numbering })
}

// ensureCopier takes the target, unless that is done. It fails with an OwnerError, a GoneError or a TakenError where it may not.
func (k *Runner) ensureCopier(ctx context.Context) (*Copier, error) {
	k.acquireMu.Lock()
	defer k.acquireMu.Unlock()
	k.mu.Lock()
	c, taken := k.copier, k.takenOver
	k.mu.Unlock()
	if taken != nil {
		return nil, taken
	}
	if c != nil {
		return c, nil
	}
	if err := k.o.Journal.await(ctx, !k.o.IsSecond); err != nil {
		return nil, err
	}
	if !k.o.IsSecond {
		defer k.o.Journal.markTried()
	}
	if err := k.o.Journal.checkPlace(ctx, k.target); err != nil {
		return nil, err
	}
	numbering := k.o.Journal.loadNumbering()
	g, err := k.owner.acquireFor(ctx, numbering)
	if err != nil {
		return nil, err
	}
	f, err := k.o.Journal.follow(ctx, k, g, numbering)
	if err != nil {
		return nil, err
	}
	c = newCopier(k.target, k.owner, g, k.blobs, k.o.Retention, k.o.Log)
	c.away = k.o.Away
	c.arrivals = k.blobs.WatchLarge()
	if k.o.Rate > 0 {
		c.sender.rate = rate.NewLimiter(rate.Limit(k.o.Rate), pausingStep)
	}
	sending, end := context.WithCancel(context.WithoutCancel(ctx))
	k.sending.Go(func() { c.sender.run(sending) })
	if also, ok := f.(*replica.Second); ok {
		k.sending.Go(func() { panics.Restart(sending, k.o.Log, "joining of copied changes", also.Tend) })
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.follower, k.copier, k.endSending = f, c, end
	return c, nil
}

// followDatabase begins to copy the database into the epoch of a grant. What is remembered of earlier epochs is removed.
func followDatabase(ctx context.Context, t Target, g *epochGrant, database string, o Options) (*replica.Follower, error) {
	meta := filepath.Join(o.Meta, g.claim.folderName())
	if err := removeOtherMeta(o.Meta, meta); err != nil {
		return nil, err
	}
	return replica.Follow(ctx, database, t.Replica(g.claim.folder()+databaseAt), replica.Options{
		Meta: meta, Keep: o.Retention, Log: o.Log, Shared: o.Shared,
	})
}

// loadFollower returns what copies the database; nil until the target is this appliance's.
func (k *Runner) loadFollower() follower {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.follower
}

// isCurrent reports whether the epoch of a Copier is the one that is written. What was under way for an earlier one says nothing.
func (k *Runner) isCurrent(c *Copier) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.copier == c
}

// endEpoch has the next round take another epoch, because the database cannot be copied into this one any more.
func (k *Runner) endEpoch(c *Copier) error {
	k.acquireMu.Lock()
	defer k.acquireMu.Unlock()
	if !k.isCurrent(c) {
		return nil
	}
	c.mu.Lock()
	c.grant.record.Held.Machine = ""
	err := c.grant.record.save(k.owner.dir)
	c.mu.Unlock()
	if err != nil {
		return err
	}
	k.mu.Lock()
	end := k.endSending
	k.copier, k.endSending = nil, nil
	k.copied, k.provable = 0, 0
	k.mu.Unlock()
	end()
	k.sending.Wait()
	k.blobs.UnwatchLarge(c.arrivals)
	return nil
}

// copyWith makes a copy, in another epoch where the database cannot be copied into the one of c any more.
func (k *Runner) copyWith(
	ctx context.Context, c *Copier, do func(context.Context, *Copier, func(context.Context) (uint64, error)) (Report, error),
) (*Copier, Report, error) {
	r, err := do(ctx, c, k.syncDatabase)
	if !errors.Is(err, replica.ErrBehind) {
		return c, r, err
	}
	k.o.Log.Warn("the target was away longer than changes are kept for it; its copies go on in another epoch",
		"target", k.target.String(), "error", err)
	if err := k.endEpoch(c); err != nil {
		return c, r, err
	}
	next, err := k.ensureCopier(ctx)
	if err != nil {
		return c, r, err
	}
	r, err = do(ctx, next, k.syncDatabase)
	return next, r, err
}

// Close copies what is left of the database. The program's own connections to it have to be closed before, and the Runners that use its
// journal.
func (k *Runner) Close() error {
	k.mu.Lock()
	f, end := k.follower, k.endSending
	k.mu.Unlock()
	if end != nil {
		end()
	}
	k.sending.Wait()
	if f == nil {
		return nil
	}
	return f.Close()
}

// CloseRunners closes Runners of one Journal, the one that reads it at last. The others are closed whatever happens to one of them.
func CloseRunners(all ...*Runner) error {
	var failed []error
	for _, leads := range []bool{false, true} {
		for _, k := range all {
			if k.o.Journal.isLeader(k.loadFollower()) == leads {
				failed = append(failed, k.Close())
			}
		}
	}
	return errors.Join(failed...)
}
