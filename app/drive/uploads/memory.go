package uploads

import (
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

const maxCachedUploads = 20_000 // in each of the caches by upload

// memory is what the process remembers of uploads. All of it is gone after a restart; files
// that came of it are as durable as any.
type memory struct {
	rows       *rowCache        // of the database
	rights     *rightCache      // of who brings an upload in
	unstored   *unstoredUploads // those that have no row
	results    *resultCache     // of uploads that are complete
	completing *completions
	singles    *singleCalls // calls with a whole file that have an idempotency key
	rooms      *roomCache
}

// isUnstored reports whether an upload has no row of the database.
func (m *memory) isUnstored(u *db.Upload) bool {
	return m.unstored.get(identityOf(u).by, u.ID) != nil
}

func newMemory() *memory {
	return &memory{
		rows: newRowCache(), rights: newRightCache(), unstored: newUnstoredUploads(), results: newResultCache(),
		completing: &completions{all: map[db.UploadID]bool{}},
		singles:    &singleCalls{all: map[singleKey]singleCall{}}, rooms: newRoomCache(),
	}
}

// remove forgets an upload.
func (m *memory) remove(id db.UploadID) {
	m.rows.drop(id)
	m.rights.drop(id)
	m.unstored.drop(id)
}

// storeResult remembers the result of an upload and forgets the upload, in this order: a repeated request finds one or
// the other.
func (m *memory) storeResult(u *db.Upload, r *Result) {
	m.results.put(u, r)
	m.remove(u.ID)
}

// rowCache remembers rows of the uploads that were announced latest, so that their parts
// need not be looked up. A row does not change without its being dropped here.
type rowCache struct {
	mu  sync.Mutex
	all map[db.UploadID]*db.Upload
}

func newRowCache() *rowCache { return &rowCache{all: map[db.UploadID]*db.Upload{}} }

func (c *rowCache) put(u *db.Upload) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) >= maxCachedUploads {
		clear(c.all)
	}
	row := *u
	c.all[u.ID] = &row
}

// find returns the upload if it is theirs, or nil.
func (c *rowCache) find(by db.Uploader, r Ref) *db.Upload {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.all[r.Upload]
	if u == nil || u.User != by.User || u.Visitor != by.Visitor || r.Space != 0 && r.Space != u.Space {
		return nil
	}
	row := *u
	return &row
}

func (c *rowCache) drop(id db.UploadID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.all, id)
}

// rightCache remembers as of which commit the owner of an upload was last seen to have
// the right to bring it in.
type rightCache struct {
	mu  sync.Mutex
	all map[db.UploadID]uint64
}

func newRightCache() *rightCache { return &rightCache{all: map[db.UploadID]uint64{}} }

func (c *rightCache) put(id db.UploadID, asOf uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) >= maxCachedUploads {
		clear(c.all)
	}
	c.all[id] = asOf
}

// hasSince reports whether the right was seen as of that commit or later.
func (c *rightCache) hasSince(id db.UploadID, commit uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	asOf, ok := c.all[id]
	return ok && asOf >= commit
}

func (c *rightCache) drop(id db.UploadID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.all, id)
}

// completions are the uploads that are being completed, each by one request.
type completions struct {
	mu  sync.Mutex
	all map[db.UploadID]bool
}

// begin fails with UploadBusy when another request completes that upload.
func (c *completions) begin(id db.UploadID) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all[id] {
		return fault.UploadBusy
	}
	c.all[id] = true
	return nil
}

func (c *completions) has(id db.UploadID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[id]
}

func (c *completions) end(id db.UploadID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.all, id)
}

const (
	resultRetention = 10 * time.Minute
	maxResults      = 5000
)

// resultCache remembers the results of the latest uploads for a while, for clients that lost
// the answer.
type resultCache struct {
	mu   sync.Mutex
	all  map[uploadName]resultEntry
	byID map[db.UploadID]uploadName
}

type resultEntry struct {
	id   db.UploadID
	done *Result
	at   time.Time
}

func newResultCache() *resultCache {
	return &resultCache{all: map[uploadName]resultEntry{}, byID: map[db.UploadID]uploadName{}}
}

func (c *resultCache) put(u *db.Upload, done *Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	if len(c.all) >= maxResults {
		c.evict(now.Add(-resultRetention))
	}
	if len(c.all) >= maxResults {
		c.evict(now)
	}
	k := identityOf(u).uploadName
	delete(c.byID, c.all[k].id)
	c.all[k], c.byID[u.ID] = resultEntry{id: u.ID, done: done, at: now}, k
}

func (c *resultCache) evict(before time.Time) {
	for k, e := range c.all {
		if !e.at.After(before) {
			delete(c.all, k)
			delete(c.byID, e.id)
		}
	}
}

func (c *resultCache) get(by db.Uploader, r Ref) *Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.byID[r.Upload]
	if r.Upload == 0 {
		n, err := names.Parse(r.Key)
		if err != nil {
			return nil
		}
		k = uploadName{by: by, space: r.Space, key: n.Text, checksum: r.Checksum}
	}
	e, ok := c.all[k]
	if !ok || k.by != by || time.Since(e.at) > resultRetention || (r.Upload != 0 && e.id != r.Upload) {
		return nil
	}
	return e.done
}
