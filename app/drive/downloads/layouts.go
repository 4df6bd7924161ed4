package downloads

import (
	"context"
	"sync"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/limits"
)

// layoutCache are the layouts of archives that were asked for lately: a download that
// goes on, or a player that asks for many ranges, needs the same one again.
type layoutCache struct {
	all   *limits.Slots // that are made at a time
	owner *limits.Slots // of one person or address

	mu     sync.Mutex
	byKey  map[string]*cachedLayout
	weight int64
}

type cachedLayout struct {
	*layout
	made   time.Time
	commit uint64 // of the database, when it was made
	used   time.Time
}

func newLayoutCache() *layoutCache {
	return &layoutCache{all: limits.Layouts(), owner: limits.OwnLayouts(), byKey: map[string]*cachedLayout{}}
}

// findOrMake returns the layout cached under key, or makes it. goesOn is set for a resumed
// download, which gets the layout that it began with.
func (p *layoutCache) findOrMake(ctx context.Context, owner limits.Owner, key string, goesOn bool, commit func() uint64,
	lay func() (*layout, error)) (*layout, error) {
	if l := p.find(key, goesOn, commit()); l != nil {
		return l, nil
	}
	rest, err := p.owner.Acquire(ctx, owner, 1)
	if err != nil {
		return nil, api.ToBusyFault(err)
	}
	var took time.Duration
	defer func() { time.AfterFunc(limits.LayoutRest*took, rest) }()
	if l := p.find(key, goesOn, commit()); l != nil { // the request before made it
		return l, nil
	}
	release, err := p.all.Acquire(ctx, owner, 1)
	if err != nil {
		return nil, api.ToBusyFault(err)
	}
	defer release()
	began, now := time.Now(), commit()
	l, err := lay()
	took = time.Since(began)
	if err == nil {
		p.store(key, &cachedLayout{layout: l, made: began, commit: now, used: began})
	}
	return l, err
}

// makeUncached makes a layout that is not cached, in the turn of its owner.
func (p *layoutCache) makeUncached(ctx context.Context, owner limits.Owner, lay func() (*layout, error)) (*layout, error) {
	rest, err := p.owner.Acquire(ctx, owner, 1)
	if err != nil {
		return nil, api.ToBusyFault(err)
	}
	var took time.Duration
	defer func() { time.AfterFunc(limits.LayoutRest*took, rest) }()
	release, err := p.all.Acquire(ctx, owner, 1)
	if err != nil {
		return nil, api.ToBusyFault(err)
	}
	defer release()
	began := time.Now()
	l, err := lay()
	took = time.Since(began)
	return l, err
}

func (p *layoutCache) find(key string, goesOn bool, commit uint64) *layout {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.byKey[key]
	if l == nil {
		return nil
	}
	age := time.Since(l.made)
	if l.commit != commit && age > limits.LayoutFresh && (!goesOn || age > limits.LayoutKept) {
		return nil
	}
	l.used = time.Now()
	return l.layout
}

// store remembers a layout, and forgets those that were not used for the longest
// time when they take too much memory.
func (p *layoutCache) store(key string, l *cachedLayout) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(key)
	if l.weight > limits.LayoutMemory {
		return
	}
	p.byKey[key] = l
	p.weight += l.weight
	for k, other := range p.byKey {
		if time.Since(other.used) > limits.LayoutKept {
			p.drop(k)
		}
	}
	for p.weight > limits.LayoutMemory {
		var oldest string
		for k, other := range p.byKey {
			if k != key && (oldest == "" || other.used.Before(p.byKey[oldest].used)) {
				oldest = k
			}
		}
		p.drop(oldest)
	}
}

func (p *layoutCache) drop(key string) {
	if l := p.byKey[key]; l != nil {
		p.weight -= l.weight
		delete(p.byKey, key)
	}
}

// expire drops layouts that are no longer used.
func (p *layoutCache) expire() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, l := range p.byKey {
		if time.Since(l.used) > limits.LayoutKept {
			p.drop(k)
		}
	}
}
