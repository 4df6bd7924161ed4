package backup

import (
	"context"
	"maps"
	"slices"

	"anbar/blobstore"
	"anbar/db"
)

// joinTier makes what a restore left at the targets part of the tier: it stays there. Only what the copy did not have yet at the moment
// of the restore is looked for. It does nothing where no restore is under way.
func (a *AwayReader) joinTier(ctx context.Context, d *db.DB, blobs *blobstore.Store) error {
	if a.IsOver() || a.IsTier() {
		return nil
	}
	missing, err := a.fetchPending(ctx, d, blobs)
	a.setProblem(err)
	if err != nil {
		return err
	}
	if missing > 0 {
		a.log.Error("contents that the restored database names are at no target", "missing", missing)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pending.Tier = true
	return a.pending.save(a.storage)
}

// addPlaces remembers where objects can be read that are to leave the disk. It is durable when it returns.
func (a *AwayReader) addPlaces(ctx context.Context, copiers []*Copier, keys []string) error {
	sources := make([]*awaySource, len(copiers))
	for i, c := range copiers {
		var err error
		if sources[i], err = a.sourceOf(ctx, c); err != nil {
			return err
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i, c := range copiers {
		for _, key := range keys {
			if e, ok := c.listedEntry(key); ok {
				sources[i].set(key, c.placeOf(key, e))
			}
		}
	}
	a.pending.Tier = true
	return a.pending.save(a.storage)
}

// sourceOf returns the source for what a copier keeps, which is made where there is none yet.
func (a *AwayReader) sourceOf(ctx context.Context, c *Copier) (*awaySource, error) {
	s := &awaySource{Target: c.target.String(), Copy: c.grant.record.Copy, Claim: c.grant.claim, Objects: map[string]Entry{}}
	a.mu.Lock()
	for _, one := range a.pending.Sources {
		if one.isSame(s) {
			a.mu.Unlock()
			return one, nil
		}
	}
	a.mu.Unlock()
	t, err := a.open(ctx, s.Target)
	if err != nil {
		return nil, err
	}
	s.to = withRing(t, a.ring)
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.pending.Sources) == 0 { // of a restore that is over
		a.pending = pendingRestore{}
	}
	a.pending.Sources = append(a.pending.Sources, s)
	return s, nil
}

// isSame reports whether two sources have their objects below the same root of the same target.
func (s *awaySource) isSame(other *awaySource) bool {
	return s.Target == other.Target && s.Copy == other.Copy && s.Claim.Sheet == other.Claim.Sheet && s.Claim.Epoch > 0
}

func (s *awaySource) set(key string, e Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Objects[key] = e
}

// placeOf is an entry that says where an object is also in later epochs.
func (c *Copier) placeOf(key string, e Entry) Entry {
	if !isLarge(key) && e.In == "" {
		e.In = c.grant.claim.folderName()
	}
	return e
}

// refreshPlaces forgets the places of objects that are not away any more, and has the others read where the newest proven copy is: what
// an earlier epoch, or another sheet, left may go then.
func (a *AwayReader) refreshPlaces(ctx context.Context, blobs *blobstore.Store, copiers []*Copier) error {
	away := blobs.Away()
	if len(away) == 0 {
		return nil
	}
	isAway := make(map[string]bool, len(away))
	for _, o := range away {
		isAway[o.Key] = true
	}
	kept, changed := make([]*awaySource, len(copiers)), 0
	for i, c := range copiers {
		s, err := a.sourceOf(ctx, c)
		if err != nil {
			return err
		}
		kept[i] = s
		changed += c.updatePlaces(s, isAway)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	before := len(a.pending.Sources)
	for _, s := range a.pending.Sources {
		changed += s.dropOthers(isAway)
	}
	a.dropReplaced(kept)
	if changed == 0 && len(a.pending.Sources) == before {
		return nil
	}
	return a.pending.save(a.storage)
}

// updatePlaces notes the places of objects that are away and were read back since they were sent, and returns how many are new.
func (c *Copier) updatePlaces(s *awaySource, isAway map[string]bool) (changed int) {
	c.loadProofs()
	for key := range isAway {
		e, ok := c.listedEntry(key)
		if !ok || c.provenAt(e.key(&c.grant.claim, key)).IsZero() {
			continue
		}
		e = c.placeOf(key, e)
		if old, known := s.find(key); !known || old != e {
			s.set(key, e)
			changed++
		}
	}
	return changed
}

// dropOthers drops the places of objects that are not away, and returns how many these were.
func (s *awaySource) dropOthers(isAway map[string]bool) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.Objects)
	maps.DeleteFunc(s.Objects, func(key string, _ Entry) bool { return !isAway[key] })
	return before - len(s.Objects)
}

// dropReplaced drops the places of objects elsewhere that all kept targets have proven. The caller holds the lock.
func (a *AwayReader) dropReplaced(kept []*awaySource) {
	everywhere := kept[0].keys()
	for _, s := range kept[1:] {
		maps.DeleteFunc(everywhere, func(key string, _ bool) bool { _, is := s.find(key); return !is })
	}
	for _, s := range a.pending.Sources {
		if !slices.Contains(kept, s) {
			s.dropThose(everywhere)
		}
	}
	a.pending.Sources = slices.DeleteFunc(a.pending.Sources, func(s *awaySource) bool { return len(s.keys()) == 0 })
}

func (s *awaySource) keys() map[string]bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	all := make(map[string]bool, len(s.Objects))
	for key := range s.Objects {
		all[key] = true
	}
	return all
}

func (s *awaySource) dropThose(keys map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.Objects, func(key string, _ Entry) bool { return keys[key] })
}

// isAtNoTarget reports whether all targets that should have an object are there, so that one that cannot be read is lost: a disk that is
// not mounted has no objects either. a may be nil.
func (a *AwayReader) isAtNoTarget(ctx context.Context, key string) bool {
	if a == nil {
		return false
	}
	known := 0
	for _, s := range a.sources() {
		if _, ok := s.find(key); !ok {
			continue
		}
		if known++; s.checkIdentity(ctx) != nil {
			return false
		}
	}
	return known > 0
}

// isWhatWasSent reports whether a hash is that of an object as it was sent to the targets. a may be nil.
func (a *AwayReader) isWhatWasSent(key, hash string) bool {
	if a == nil {
		return true
	}
	for _, s := range a.sources() {
		if e, ok := s.find(key); ok && e.Hash != "" && e.Hash != hash {
			return false
		}
	}
	return true
}

// keysAt returns the keys at a target that contents are read from, with their objects.
func (a *AwayReader) keysAt(target, copyID string) map[string]expectedObject {
	all := map[string]expectedObject{}
	if a == nil {
		return all
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, s := range a.pending.Sources {
		if s.Target != target || s.Copy != copyID {
			continue
		}
		s.mu.RLock()
		for object, e := range s.Objects {
			all[e.key(&s.Claim, object)] = expectedObject{object, e}
		}
		s.mu.RUnlock()
	}
	return all
}
