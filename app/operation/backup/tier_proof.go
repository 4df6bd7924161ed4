package backup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anbar/blobstore"
)

// listedEntry returns what the newest list of contents says of an object; ok is false when it is not in there.
func (c *Copier) listedEntry(key string) (e Entry, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok = c.listed[key]
	return e, ok && e.Hash != ""
}

// isReadyForProof reports whether an object is listed whole, and was not read back within the last day.
func (c *Copier) isReadyForProof(o blobstore.Object, now time.Time) bool {
	e, ok := c.listedEntry(o.Key)
	if !ok || e.Size != o.Size {
		return false
	}
	c.loadProofs()
	at := c.provenAt(e.key(&c.grant.claim, o.Key))
	return at.IsZero() || now.Sub(at) >= tierGap
}

// proveAgain reads an object back. twice reports that this is the second time, a day after the first or later. What is damaged is sent
// again.
func (c *Copier) proveAgain(ctx context.Context, o blobstore.Object, now time.Time) (twice bool, err error) {
	c.upkeepMu.Lock()
	defer c.upkeepMu.Unlock()
	e, ok := c.listedEntry(o.Key)
	if !ok {
		return false, nil
	}
	key := e.key(&c.grant.claim, o.Key)
	before := c.provenAt(key)
	sound, err := c.isIntact(ctx, key, expectedObject{o.Key, e}, c.sender.wait)
	switch {
	case err != nil:
		return false, fmt.Errorf("read %s back from %s: %w", key, c.target, err)
	case !sound:
		c.log.Error("an object at the backup target was missing or damaged", "target", c.target.String(), "key", key)
		return false, c.repairObject(ctx, key, expectedObject{o.Key, e})
	}
	c.addProof(key)
	return !before.IsZero() && now.Sub(before) >= tierGap, nil
}

// saveProofsOf stores when objects were read back.
func saveProofsOf(ctx context.Context, copiers []*Copier) error {
	var failed error
	for _, c := range copiers {
		want, err := c.expectedObjects(ctx)
		if err == nil {
			err = c.saveProofs(want)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}
