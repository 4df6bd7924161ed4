package backup

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"anbar/db/replica"
)

// maintain looks after the target each hour: its list, some of its objects, and each day what is no longer needed.
func (k *Runner) maintain(ctx context.Context) {
	wait := time.NewTimer(upkeepRetry)
	defer wait.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-wait.C:
		}
		wait.Reset(k.maintainOnce(ctx))
	}
}

// maintainOnce looks after the target, and returns when to do it again: soon after a failure, which is told until then. What
// costs something, and fails again and again, is tried ever less often.
func (k *Runner) maintainOnce(ctx context.Context) time.Duration {
	k.mu.Lock()
	c, taken := k.copier, k.takenOver
	k.mu.Unlock()
	if c == nil || taken != nil {
		return upkeepRetry
	}
	held := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy)
	err := held
	if held == nil {
		err = k.runUpkeep(ctx, c)
	}
	if ctx.Err() != nil || !k.isCurrent(c) {
		return upkeepRetry
	}
	k.mu.Lock()
	k.upkeepErr = err
	k.mu.Unlock()
	k.recordStatus(ctx, c, err)
	switch {
	case held != nil: // nothing else can be said of a target that is not there, and it costs nothing to ask again
		return upkeepRetry
	case err == nil:
		k.failures = 0
		return upkeepInterval
	}
	k.failures++
	return min(upkeepRetry<<min(k.failures-1, 6), upkeepInterval)
}

func (k *Runner) runUpkeep(ctx context.Context, c *Copier) error {
	due := time.Since(c.lastUpkeep()) >= tendInterval // once a day, also when the appliance is started each day
	err := errors.Join(c.prepareReseal(ctx), c.finishReseal(ctx))
	if due || !c.hasNeeded() { // also where a reseal comes to no end: both copies need their room meanwhile
		err = errors.Join(err, k.loadFollower().CloseGaps(ctx), c.Prune(ctx))
	}
	return errors.Join(err, k.verifyTarget(ctx, c, due))
}

// verifyTarget proves that the database can be brought back and that the objects are there, and reads some of them. With read it
// reads what the database is brought back from, too.
func (k *Runner) verifyTarget(ctx context.Context, c *Copier, read bool) error {
	k.mu.Lock()
	provable := k.provable
	k.mu.Unlock()
	database := replica.Verify(ctx, k.target.Replica(c.grant.claim.folder()+databaseAt), provable, read, k.o.Log)
	if errors.Is(database, replica.ErrBroken) {
		if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
			return err // it went away meanwhile
		}
		k.o.Log.Error("the copies of the database at the backup target are broken; a whole copy is made", "target", k.target.String(),
			"error", database)
		database = k.loadFollower().CopyWhole(ctx)
		k.mu.Lock()
		k.copied = 0 // the watermark has to move behind the whole copy
		k.mu.Unlock()
		c.requestFullScan()
	}
	_, wrong, err := c.Verify(ctx)
	var damaged []string
	if err == nil {
		damaged, err = c.ReadBack(ctx)
	}
	for _, key := range append(wrong, damaged...) {
		k.o.Log.Error("an object at the backup target was missing or damaged", "target", k.target.String(), "key", key)
	}
	return errors.Join(database, err)
}

func (c *Copier) lastUpkeep() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.grant.record.Tended
}

// hasNeeded reports whether it is known what kept moments need.
func (c *Copier) hasNeeded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.needed != nil
}

// readBackSince returns since when every object that was at the target was read back.
func (c *Copier) readBackSince() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.grant.record.Read.Whole
}

// firstRead returns when objects of this copy were first read back. It is zero for a new target, whatever was read at an earlier one.
func (c *Copier) firstRead() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.grant.record.Read.First
}

// removeOtherMeta removes what Litestream remembers of other epochs.
func removeOtherMeta(dir, but string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if name == but || e.Name() == recordFile || e.Name() == proofsFile {
			continue
		}
		if err := os.RemoveAll(name); err != nil {
			return err
		}
	}
	return nil
}
