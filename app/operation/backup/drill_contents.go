package backup

import (
	"context"
	"fmt"

	"anbar/blobstore"
	"anbar/db"
)

// cover is what a list of objects holds: large contents by their keys, and how far it has each pack.
type cover struct {
	large map[string]bool
	packs map[uint32]int64 // from the beginning without a gap; -1 for all
}

func newCover(objects map[string]Entry) *cover {
	c := &cover{large: map[string]bool{}, packs: map[uint32]int64{}}
	for _, group := range groupByPack(objects) {
		if r, ok := blobstore.ParsePackRange(group[0]); ok {
			if c.packs[r.Pack] >= 0 {
				c.packs[r.Pack] = max(c.packs[r.Pack], coveredLength(group))
			}
			continue
		}
		if id, ok := blobstore.ParsePackKey(group[0]); ok {
			c.packs[id] = -1
		} else {
			c.large[group[0]] = true
		}
	}
	return c
}

func (c *cover) has(d blobstore.Digest, p blobstore.Place) bool {
	if p.Large {
		return c.large[blobstore.LargeKey(d)]
	}
	end, ok := c.packs[p.Pack.Pack]
	return ok && (end < 0 || p.Pack.To <= end)
}

// harm says which findings are about which contents.
type harm struct {
	large map[string]int // finding, by key of the object
	packs map[uint32][]packHarm
}

type packHarm struct {
	blobstore.PackRange // To is 0 for the whole pack
	finding             int
}

func (d *drill) newHarm() *harm {
	h := &harm{large: map[string]int{}, packs: map[uint32][]packHarm{}}
	for i, f := range d.findings {
		w, ok := d.want[f.Key]
		if !ok {
			continue
		}
		if r, ok := blobstore.ParsePackRange(w.object); ok {
			h.packs[r.Pack] = append(h.packs[r.Pack], packHarm{r, i})
		} else if id, ok := blobstore.ParsePackKey(w.object); ok {
			h.packs[id] = append(h.packs[id], packHarm{blobstore.PackRange{Pack: id}, i})
		} else {
			h.large[w.object] = i
		}
	}
	return h
}

// addHarmed counts a content for the findings about the object it is in.
func (d *drill) addHarmed(h *harm, digest blobstore.Digest, p blobstore.Place) {
	count := func(i int) {
		f := &d.findings[i]
		f.Contents++
		if len(f.Some) < maxSome {
			f.Some = append(f.Some, digest.String())
		}
	}
	if p.Large {
		if i, ok := h.large[blobstore.LargeKey(digest)]; ok {
			count(i)
		}
		return
	}
	for _, b := range h.packs[p.Pack.Pack] {
		if b.To == 0 || p.Pack.From < b.To && p.Pack.To > b.From {
			count(b.finding)
		}
	}
}

// listPending returns the keys of the large contents that are on their way.
func (d *drill) listPending() map[string]bool {
	pending := map[string]bool{}
	for _, key := range append(d.c.sender.pendingKeys(), d.source.pending...) {
		if !d.c.sender.isLost(key) { // it was found to be lost after the copy that was rehearsed
			pending[key] = true
		}
	}
	return pending
}

// placeContents looks for every content that the database names in the list of objects, and says which contents are in damaged
// objects.
func (d *drill) placeContents(ctx context.Context) error {
	missing, err := d.findMissing(ctx, newCover(d.source.objects), d.newHarm())
	if err != nil || missing.Contents == 0 {
		return err
	}
	// They may have moved into another pack since the copy, or may have been lost at the target and be here again.
	d.c.requestFullScan()
	if err := d.copy(ctx); err != nil {
		return err
	}
	d.c.mu.Lock()
	there := newCover(d.c.known)
	d.c.mu.Unlock()
	missing, err = d.findMissing(ctx, there, &harm{})
	if err == nil && missing.Contents > 0 {
		missing.Words = fmt.Sprintf("%d, such as %s", missing.Contents, missing.Some[0])
		d.add(missing)
	}
	return err
}

// findMissing counts the contents that the database names and that are neither in the objects nor on their way, and those in damaged
// objects.
func (d *drill) findMissing(ctx context.Context, there *cover, harmed *harm) (Flaw, error) {
	missing, pending := Flaw{Kind: FoundUncovered}, d.listPending()
	d.row.Contents, d.row.Pending = 0, 0
	err := d.scratch.View(ctx, func(v *db.View) error {
		for digest, err := range References(v) {
			if err != nil {
				return err
			}
			d.row.Contents++
			place, known, err := d.k.blobs.FindPlace(digest)
			if err != nil {
				return err
			}
			place.Large = place.Large || !known // what is not here can only be known by its name at the target
			switch {
			case there.has(digest, place):
				d.addHarmed(harmed, digest, place)
			case known && pending[blobstore.LargeKey(digest)]:
				d.row.Pending++
			default:
				missing.Contents++
				if len(missing.Some) < maxSome {
					missing.Some = append(missing.Some, digest.String())
				}
			}
		}
		return nil
	})
	return missing, err
}
