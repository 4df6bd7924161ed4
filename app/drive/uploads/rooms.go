package uploads

import (
	"math"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/db"
)

const (
	roomRetention = 5 * time.Second
	maxRooms      = 5000
)

// roomCache remembers for a moment who may create files in a directory, and how many bytes they have room for, so that many small files
// in a row are not each checked twice. It only lets bytes into the store; the transaction that makes a file asks for the rights again.
type roomCache struct {
	mu  sync.Mutex
	all map[roomKey]room
}

type roomKey struct {
	who   access.Actor
	space db.SpaceID
	dir   db.NodeID
}

type room struct {
	asOf  uint64 // the commit as of which the right was there
	until time.Time
	bytes int64
}

func newRoomCache() *roomCache { return &roomCache{all: map[roomKey]room{}} }

// put notes that a request was checked.
func (c *roomCache) put(who access.Actor, r *SingleRequest, s *db.Space, asOf uint64) {
	if who.Visitor != 0 || who.Scope != nil { // each file of a visitor counts; a token may end at any time
		return
	}
	bytes := int64(math.MaxInt64)
	if s.StorageLimit > 0 {
		bytes = s.StorageLimit - s.StorageUsed - r.Size
	}
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) >= maxRooms {
		clear(c.all)
	}
	c.all[roomKey{who, r.Space, r.Directory}] = room{asOf: asOf, until: now.Add(roomRetention), bytes: bytes}
}

// canReserve reports whether the file need not be checked, and takes its bytes off the room then. rights is the last commit that
// changed rights.
func (c *roomCache) canReserve(who access.Actor, r *SingleRequest, rights uint64) bool {
	if who.Scope != nil || r.RelativePath != "" { // which is checked with the directory
		return false
	}
	k := roomKey{who, r.Space, r.Directory}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.all[k]
	if !ok || e.asOf < rights || e.bytes < r.Size || time.Now().After(e.until) {
		return false
	}
	e.bytes -= r.Size
	c.all[k] = e
	return true
}
