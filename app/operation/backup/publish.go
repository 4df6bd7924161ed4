package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"time"
)

// publishManifest writes what changed since the last manifest, and the watermark.
func (c *Copier) publishManifest(ctx context.Context, now map[string]Entry, mark Watermark) error {
	at := mark.Time
	c.mu.Lock()
	m := c.newManifest(now, at)
	mark.Manifest, mark.Hash = c.last.Name, c.hash
	c.mu.Unlock()
	if m.Base == "" || len(m.Added)+len(m.Removed) > 0 {
		b, err := json.Marshal(m)
		if err != nil {
			return err
		}
		if err := c.target.Put(ctx, c.grant.claim.folder()+manifestsAt+m.Name+".json", bytes.NewReader(b), int64(len(b))); err != nil {
			return err
		}
		c.mu.Lock()
		if m.Base == "" {
			c.deltas, c.lastWhole = 0, at
		}
		c.deltas++
		c.last, c.hash, c.listed = Manifest{Name: m.Name, Time: at}, hashOf(b), now
		c.mu.Unlock()
		mark.Manifest, mark.Hash = m.Name, hashOf(b)
	}
	return c.writeWatermark(ctx, mark)
}

// writeWatermark moves the watermark. Its time is remembered before, so that a start after a power cut knows it.
func (c *Copier) writeWatermark(ctx context.Context, mark Watermark) error {
	if err := c.checkRollback(ctx); err != nil {
		return err
	}
	r := c.grant.record
	c.mu.Lock()
	r.Held.Number = max(r.Held.Number, c.mark.Number) + 1
	mark.Number = r.Held.Number
	r.Held.Marks = append(slices.Clone(r.Held.Marks[max(0, len(r.Held.Marks)-1):]), mark.Time)
	err := r.save(c.owner.dir)
	c.mu.Unlock()
	if err != nil {
		return err
	}
	if err := putJSON(ctx, c.target, c.grant.claim.folder()+watermarkKey, mark); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	r.Held.Marks = []time.Time{mark.Time}
	c.mark = mark
	return nil
}

// RenewWatermark moves the watermark to a moment without a copy, where nothing changed from the last one until after that moment.
func (c *Copier) RenewWatermark(ctx context.Context, at time.Time) error {
	c.roundMu.Lock()
	defer c.roundMu.Unlock()
	if err := c.owner.checkOwnership(ctx, &c.grant.claim, c.grant.record.Copy); err != nil {
		return err
	}
	c.mu.Lock()
	mark := c.mark
	c.mu.Unlock()
	mark.Time = at
	return c.writeWatermark(ctx, mark)
}

// copySecrets stores the appliance's keys in the epoch, also in place of those that they replaced: a
// key is replaced because others have it, and may not come back by a restore.
func (c *Copier) copySecrets(ctx context.Context) error {
	keys, err := os.ReadFile(c.owner.secrets)
	if err != nil {
		return err
	}
	c.mu.Lock()
	same := bytes.Equal(keys, c.secrets)
	c.mu.Unlock()
	if same {
		return nil
	}
	there, err := c.hasKeys(ctx, keys)
	if err == nil && !there {
		err = c.putKeys(ctx, keys)
	}
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.secrets = keys
	return nil
}

// newManifest lists the keys of now: what differs from the last manifest, or all of them
// when it is time for a whole one. The caller holds the lock.
func (c *Copier) newManifest(now map[string]Entry, at time.Time) Manifest {
	m := Manifest{Name: at.Format(nameForm), Time: at, Added: map[string]Entry{}}
	before := map[string]Entry{}
	if c.deltas < maxDeltas && at.Sub(c.lastWhole) < wholeAge {
		m.Base, m.BaseHash = c.last.Name, c.hash
		before = c.listed
	}
	for k, e := range now {
		if before[k] != e {
			m.Added[k] = e
		}
	}
	for k := range before {
		if _, ok := now[k]; !ok {
			m.Removed = append(m.Removed, k)
		}
	}
	slices.Sort(m.Removed)
	return m
}
