package blobstore

import (
	"errors"
	"fmt"
	"slices"
)

// diskSpace is the room on the disk of a store.
type diskSpace interface {
	claimFree(n, taken int64) error
	forgetSpace()
	cacheRoom(cached int64) (int64, error)
}

// claimRoom fails where the disk has no room for what is to be read of an object, whose lock the caller has. What was read of others before
// gives way.
func (a *awayFS) claimRoom(own *awayContent, n int64) error {
	if a.space == nil {
		return nil
	}
	claim := func() error { return a.space.claimFree(n, 0) }
	err := claim()
	if errors.Is(err, ErrFull) {
		err = a.makeRoom(own, claim, err)
	}
	if err != nil {
		return fmt.Errorf("%w: the disk is too full to read it: %v", ErrAway, err)
	}
	return nil
}

// makeRoom drops what was read of objects, what was not used for the longest time first, until a claim succeeds, and returns its last
// error. What somebody reads now stays. The caller may have the lock of own, which comes last.
func (a *awayFS) makeRoom(own *awayContent, claim func() error, last error) error {
	a.mu.RLock()
	old := slices.Clone(a.order)
	a.mu.RUnlock()
	if i := slices.Index(old, own); i >= 0 {
		old = append(slices.Delete(old, i, i+1), own)
	}
	for _, one := range old {
		if one != own && !one.mu.TryLock() { // whoever has it may wait for this caller
			continue
		}
		freed, err := a.dropLocked(one, nil)
		if one != own {
			one.mu.Unlock()
		}
		if err != nil {
			a.warnDrop(one, err)
		}
		if freed == 0 {
			continue
		}
		if last = claim(); !errors.Is(last, ErrFull) {
			break
		}
	}
	return last
}

func (a *awayFS) warnDrop(o *awayContent, err error) {
	a.log.Warn("what was read of an object that is away cannot be removed", "key", o.Key, "err", err)
}

// noteCached counts bytes that a fetch brought into a cache, and drops those that were not used for the longest time while there are too
// many, or the disk has no room for so many.
func (a *awayFS) noteCached(o *awayContent, f *awayFetch, n int64) {
	o.cached.Add(n)
	a.mu.Lock()
	a.cached += n
	a.removeFromOrder(o)
	a.order = append(a.order, o)
	cached := a.cached
	a.mu.Unlock()
	most := a.cacheMax.Load()
	if a.space != nil {
		a.space.forgetSpace()
		room, err := a.space.cacheRoom(cached)
		if err != nil {
			a.log.Warn("free space", "err", err)
			room = 0
		}
		most = min(most, room)
	}
	if cached <= most {
		return
	}
	a.mu.RLock()
	old := slices.Clone(a.order)
	a.mu.RUnlock()
	for _, one := range old {
		if a.countCached() <= most {
			break
		}
		keep := (*awayFetch)(nil)
		if one == o {
			keep = f // somebody waits for it
		}
		one.mu.Lock()
		_, err := a.dropLocked(one, keep)
		one.mu.Unlock()
		if err != nil {
			a.warnDrop(one, err)
		}
	}
}

func (a *awayFS) countCached() int64 {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.cached
}

// removeFromOrder takes an object out of the order of use. The caller holds the lock.
func (a *awayFS) removeFromOrder(o *awayContent) {
	if i := slices.Index(a.order, o); i >= 0 {
		a.order = slices.Delete(a.order, i, i+1)
	}
}

// dropCache removes all that was read of an object, also where somebody reads it.
func (a *awayFS) dropCache(o *awayContent) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.users == 0 {
		clear(o.blocks)
	}
	a.uncount(o, o.cached.Load())
	return removeIfExists(a.FS, o.side+cacheSuffix)
}

// uncount counts bytes of a cache that are there no more.
func (a *awayFS) uncount(o *awayContent, n int64) {
	a.mu.Lock()
	a.cached -= n
	if o.cached.Add(-n) <= 0 {
		a.removeFromOrder(o)
	}
	a.mu.Unlock()
	if a.space != nil {
		a.space.forgetSpace()
	}
}

// dropLocked removes what was read of an object, and returns how many bytes went. Where somebody has the object open, what is wanted now
// stays, and what keep brought. The caller has the lock of the object.
func (a *awayFS) dropLocked(o *awayContent, keep *awayFetch) (freed int64, err error) {
	if o.users == 0 {
		freed = o.cached.Load()
		clear(o.blocks)
		a.uncount(o, freed)
		return freed, removeIfExists(a.FS, o.side+cacheSuffix)
	}
	if o.cache == nil {
		return 0, nil
	}
	isFree := func(b int64) bool {
		return o.blocks[b] && o.pinned[b] == 0 && o.busy[b] == nil && (keep == nil || b < keep.from || b >= keep.to)
	}
	for b := int64(0); b < int64(len(o.blocks)); b++ {
		from := b
		for b < int64(len(o.blocks)) && isFree(b) {
			b++
		}
		if from == b {
			continue
		}
		begin, end := from*awayBlock, min(b*awayBlock, o.Size)
		if err = o.cache.Discard(begin, end-begin); err != nil {
			break
		}
		clear(o.blocks[from:b])
		freed += end - begin
	}
	a.uncount(o, freed)
	if errors.Is(err, errors.ErrUnsupported) {
		err = nil // it goes when nobody has the object open
	}
	return freed, err
}
