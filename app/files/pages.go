package files

import (
	"container/list"
	"sync"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/db"
)

// pageKey names one page of a directory as somebody with certain rights, and
// with certain favorites in it, sees it. The path is part of it because entries
// carry theirs.
type pageKey struct {
	dir       db.NodeID
	page      Page
	rights    access.Rights
	path      string
	favorites string
}

// readPage is the entries of a page as they go out.
type readPage struct {
	asOf    uint64    // of the View that read them
	until   time.Time // an upload box closes and is shown no more; zero for never
	entries []byte
	info    api.PageInfo
}

const pageCacheBytes = 16 << 20

// pageCache keeps the pages that were asked for latest.
type pageCache struct {
	mu    sync.Mutex
	all   map[pageKey]*list.Element
	order *list.List
	bytes int
}

type kept struct {
	key pageKey
	readPage
}

func newPageCache() *pageCache {
	return &pageCache{all: map[pageKey]*list.Element{}, order: list.New()}
}

// get returns a page as the View, whose number that is, would read it.
func (c *pageCache) get(v *db.View, exact uint64, key pageKey) (readPage, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.all[key]
	if e == nil {
		return readPage{}, false
	}
	k := e.Value.(*kept)
	if !v.Unchanged(key.dir, k.asOf, exact) || !k.until.IsZero() && !v.Now.Before(k.until) {
		c.drop(e)
		return readPage{}, false
	}
	c.order.MoveToFront(e)
	return k.readPage, true
}

func (c *pageCache) put(key pageKey, p readPage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.all[key]; e != nil {
		c.drop(e)
	}
	c.all[key] = c.order.PushFront(&kept{key, p})
	c.bytes += cost(key, p)
	for c.bytes > pageCacheBytes {
		c.drop(c.order.Back())
	}
}

func (c *pageCache) drop(e *list.Element) {
	k := c.order.Remove(e).(*kept)
	delete(c.all, k.key)
	c.bytes -= cost(k.key, k.readPage)
}

func cost(key pageKey, p readPage) int { return len(p.entries) + len(key.favorites) }
