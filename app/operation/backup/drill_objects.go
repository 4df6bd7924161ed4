package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"
)

// checkObjects lists the target and looks for every object that this copy and other kept moments need, with its size.
func (d *drill) checkObjects(ctx context.Context) error {
	want, err := d.c.expectedObjects(ctx)
	if err != nil {
		return err
	}
	for object, e := range d.source.objects {
		want[e.key(&d.source.claim, object)] = expectedObject{object, e}
	}
	listed, wrong, err := d.c.compareList(ctx, want)
	if err != nil {
		return errors.Join(d.checkOwnership(ctx), err)
	}
	d.want, d.row.Objects = want, int64(listed)
	for _, key := range slices.Sorted(maps.Keys(wrong)) {
		if err := d.heal(ctx, key, wrong[key], nil); err != nil {
			return err
		}
	}
	return nil
}

// readBack reads the objects back that were not read for longest: a thirtieth of the bytes, so that all are read within 30 nights.
func (d *drill) readBack(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, d.c.saveProofs(d.want)) }()
	budget := max(sumSizes(d.want)/drillNights, d.readMin)
	saved := time.Now()
	for _, key := range d.c.leastProven(d.want) {
		if d.row.Bytes >= budget {
			break
		}
		w := d.want[key]
		if !d.c.isExpected(key, w) {
			continue // nothing needs it any more, or it is lost
		}
		sound, err := d.c.isIntact(ctx, key, w, d.c.sender.wait)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		d.row.Bytes += max(w.entry.Size, 0)
		if sound {
			d.c.addProof(key)
		} else if err := d.heal(ctx, key, w, err); err != nil {
			return err
		}
		if time.Since(saved) > time.Minute {
			saved = time.Now()
			if err := d.c.saveProofs(d.want); err != nil {
				return err
			}
		}
	}
	// Also what was listed has to be there after all this.
	if err := d.checkOwnership(ctx); err != nil {
		return err
	}
	d.row.Proven = d.c.provenShare(d.want, time.Now().Add(-provenWithin))
	return nil
}

// isExpected reports whether an object has to be at the target still.
func (c *Copier) isExpected(key string, w expectedObject) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.known[w.object]; ok && e.key(&c.grant.claim, w.object) == key {
		return true
	}
	_, ok := c.needed[key]
	return ok
}

// heal looks at an object once more while nothing else changes the target, notes what is wrong with it, sends it again and reads it
// back. failed is why it could not be read.
func (d *drill) heal(ctx context.Context, key string, w expectedObject, failed error) error {
	d.c.upkeepMu.Lock()
	defer d.c.upkeepMu.Unlock()
	if err := d.checkOwnership(ctx); err != nil {
		return err // a disk that went away has nothing on it
	}
	if !d.c.isExpected(key, w) {
		return nil
	}
	_, n, err := hashAt(ctx, d.k.target, key, checkContext)
	f := Flaw{Kind: FoundDamaged, Key: key}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, fs.ErrNotExist):
		f.Kind = FoundMissing
	case err != nil:
		f.Words = err.Error()
	case w.entry.Size >= 0 && n != w.entry.Size:
		f.Kind, f.Words = FoundSize, fmt.Sprintf("%d bytes instead of %d", n, w.entry.Size)
	default:
		sound, err := d.c.isIntact(ctx, key, w, checkContext)
		if sound && failed == nil {
			d.c.addProof(key) // it changed meanwhile
			return nil
		}
		if failed = errors.Join(failed, err); failed != nil {
			f.Words = failed.Error()
		}
	}
	if err := d.c.repairObject(ctx, key, w); err != nil {
		f.Words = err.Error()
		d.add(f)
		return d.checkOwnership(ctx)
	}
	if f.Healed, err = d.isHealed(ctx, key, w); err != nil {
		f.Words = err.Error()
	}
	if f.Healed && (f.Kind == FoundMissing || f.Kind == FoundSize) {
		d.row.Objects++ // it was not in the list before
	}
	d.add(f)
	return ctx.Err()
}

// checkContext lets a long reading end with its context.
func checkContext(ctx context.Context, _ int) error { return ctx.Err() }

// isHealed reads an object back that was sent again. A large content may have been sent as another file with the same bytes.
func (d *drill) isHealed(ctx context.Context, key string, w expectedObject) (bool, error) {
	d.c.mu.Lock()
	if e, ok := d.c.known[w.object]; ok && isLarge(w.object) {
		w.entry = e
	}
	d.c.mu.Unlock()
	if slices.Contains(d.c.LostObjects(), key) {
		return false, nil
	}
	sound, err := d.c.isIntact(ctx, key, w, checkContext)
	if sound {
		d.c.addProof(key)
		d.want[key] = w
	}
	return sound, err
}

// addLost adds the objects of this copy that were lost at the target before, and were not seen now.
func (d *drill) addLost(ctx context.Context) error {
	for _, key := range d.c.LostObjects() {
		w, ok := d.want[key]
		if !ok || slices.ContainsFunc(d.findings, func(f Flaw) bool { return f.Key == key }) {
			continue
		}
		sound, err := d.c.isIntact(ctx, key, w, checkContext)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f := Flaw{Kind: FoundDamaged, Key: key}
		if err != nil {
			f.Words = err.Error()
		}
		if !sound {
			d.add(f)
		}
	}
	return nil
}
