package uploads

import (
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/db"
)

const (
	singleRetention = 10 * time.Minute
	maxSingles      = 5000
)

// singleCalls remembers the results of the latest calls with an idempotency key for a while, and the calls that are under way.
type singleCalls struct {
	mu  sync.Mutex
	all map[singleKey]singleCall
}

// singleKey is an idempotency key; each uploader has their own.
type singleKey struct {
	by  db.Uploader
	key string
}

// singleTarget is what calls with one idempotency key have in common.
type singleTarget struct {
	space             db.SpaceID
	dir               db.NodeID
	relativePath, key string
	hash              db.Hash
}

type singleCall struct {
	target singleTarget
	done   *Result // nil while the call is under way
	at     time.Time
}

// begin returns the result of the call with that key, or marks it as under way when there is none. It fails with UploadBusy while
// it is under way, and with KeyReused when the call with the key had another file.
func (c *singleCalls) begin(k singleKey, call singleCall) (*Result, error) {
	if k.key == "" {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e, ok := c.all[k]; {
	case !ok || e.done != nil && time.Since(e.at) > singleRetention:
	case e.target != call.target:
		return nil, fault.KeyReused
	case e.done == nil:
		return nil, fault.UploadBusy
	default:
		return e.done, nil
	}
	c.all[k] = call
	return nil, nil
}

// end notes the result of a call that began, or forgets the call when it failed.
func (c *singleCalls) end(k singleKey, call singleCall, done *Result) {
	if k.key == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if done == nil {
		delete(c.all, k)
		return
	}
	now := time.Now()
	if len(c.all) >= maxSingles {
		c.evict(now.Add(-singleRetention))
	}
	if len(c.all) >= maxSingles {
		c.evict(now)
	}
	call.done, call.at = done, now
	c.all[k] = call
}

// evict forgets the results that came before a moment.
func (c *singleCalls) evict(before time.Time) {
	for k, e := range c.all {
		if e.done != nil && !e.at.After(before) {
			delete(c.all, k)
		}
	}
}
