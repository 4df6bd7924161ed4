package files

import (
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/db"
	"anbar/lru"
)

// pageKey is the cache key of one page of a directory, for users with the same rights and
// the same favorites in it. The path is part of it because the entries include theirs.
type pageKey struct {
	dir       db.NodeID
	page      Page
	rights    access.Rights
	path      string
	favorites string
}

// cachedPage is the entries of a page as they go out.
type cachedPage struct {
	asOf    uint64    // of the View that read them
	until   time.Time // an upload box closes, or a lease ends, and is shown no more; zero for never
	entries []byte
	info    api.PageInfo
}

const pageCacheBytes = 16 << 20

// pageCache keeps the pages that were asked for latest.
type pageCache struct {
	mu    sync.Mutex
	pages *lru.Cache[pageKey, cachedPage]
}

func newPageCache() *pageCache {
	return &pageCache{pages: lru.NewWithCost(pageCacheBytes, func(k pageKey, p cachedPage) int {
		return len(p.entries) +
			len(k.favorites)
	})}
}

// get returns a page as the View, whose number that is, would read it.
func (c *pageCache) get(v *db.View, exact uint64, key pageKey) (cachedPage, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, kept := c.pages.Get(key)
	if !kept {
		return cachedPage{}, false
	}
	if !v.IsUnchanged(key.dir, p.asOf, exact) || !p.until.IsZero() && !v.Now.Before(p.until) {
		c.pages.Delete(key)
		return cachedPage{}, false
	}
	return p, true
}

func (c *pageCache) put(key pageKey, p cachedPage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pages.Put(key, p)
}
