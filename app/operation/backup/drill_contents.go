package backup

import (
	"context"
	"fmt"
	"slices"

	"anbar/blobstore"
	"anbar/db"
)

// maxUncovered is how many contents that no list names are looked for a second time.
const maxUncovered = 10_000

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

// add counts a content for the findings about the object it is in.
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
		pending[key] = true
	}
	return pending
}

// placeContents looks for every content that the database names in the list of objects, and says which contents are in objects that
// are damaged.
func (d *drill) placeContents(ctx context.Context) error {
	pending := d.listPending()
	there, harmed := newCover(d.source.objects), d.newHarm()
	var uncovered []blobstore.Digest
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
			case pending[blobstore.LargeKey(digest)]:
				d.row.Pending++
			case len(uncovered) < maxUncovered:
				uncovered = append(uncovered, digest)
			}
		}
		return nil
	})
	if err != nil || len(uncovered) == 0 {
		return err
	}
	return d.checkUncovered(ctx, uncovered)
}

// checkUncovered looks for contents in what the target has by now: they may have moved into another pack here since the copy, or may
// have been lost at the target and be here again.
func (d *drill) checkUncovered(ctx context.Context, all []blobstore.Digest) error {
	d.c.requestFullScan() // also of what was lost at the target, and is here again
	if err := d.copy(ctx); err != nil {
		return err
	}
	d.c.mu.Lock()
	there := newCover(d.c.known)
	d.c.mu.Unlock()
	pending := d.listPending()
	var failed error
	all = slices.DeleteFunc(all, func(digest blobstore.Digest) bool {
		place, known, err := d.k.blobs.FindPlace(digest)
		if err != nil {
			failed = err
		}
		place.Large = place.Large || !known
		if there.has(digest, place) {
			return true
		}
		isPending := known && pending[blobstore.LargeKey(digest)]
		if isPending {
			d.row.Pending++
		}
		return isPending
	})
	if failed != nil || len(all) == 0 {
		return failed
	}
	f := Flaw{Kind: FoundUncovered, Contents: int64(len(all)), Words: fmt.Sprintf("%d, such as %s", len(all), all[0])}
	for _, digest := range all[:min(len(all), maxSome)] {
		f.Some = append(f.Some, digest.String())
	}
	d.add(f)
	return nil
}
