package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// checkRollback notes when the target shows an older watermark than the one that this process wrote last. What is missing is sent again;
// that it happened is told for a day.
func (c *Copier) checkRollback(ctx context.Context) error {
	c.mu.Lock()
	last := c.mark
	c.mu.Unlock()
	if last.Manifest == "" {
		return nil // nothing was written yet: what is there was looked at when the epoch was taken
	}
	there, err := readWatermark(ctx, c.target, &c.grant.claim)
	if errors.Is(err, errDamaged) || errors.Is(err, fs.ErrNotExist) {
		return nil // it is written anew
	}
	if err != nil {
		return fmt.Errorf("read how far the copies at %s go: %w", c.target, err)
	}
	if there.Number >= last.Number {
		return nil
	}
	c.log.Error("the backup target shows an older state than was written there", "target", c.target.String(), "old", there.Time,
		"new", last.Time)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.grant.record.Rolled = &rollback{Seen: time.Now().UTC(), Old: there.Time, New: last.Time}
	c.rolled, c.fullScan, c.deltas = true, true, maxDeltas
	return c.grant.record.save(c.owner.dir)
}

const rollbackTold = 24 * time.Hour

// recentRollback returns what the target showed within a day; nil for nothing.
func (c *Copier) recentRollback() *rollback {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.grant.record.Rolled; r != nil && time.Since(r.Seen) < rollbackTold {
		return r
	}
	return nil
}

// isRolled reports that the target has to be looked at, as it showed an older state.
func (c *Copier) isRolled() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rolled
}

func (r *rollback) describe(target string) string {
	return fmt.Sprintf("at %s, %s showed an older state than this appliance wrote there: it ended at %s instead of %s. Somebody put "+
		"an older state back, or the disk lost its latest writes. What was missing was sent again; see who can write there",
		r.Seen.Local().Format(time.RFC3339), target, r.Old.Local().Format(time.RFC3339), r.New.Local().Format(time.RFC3339))
}
