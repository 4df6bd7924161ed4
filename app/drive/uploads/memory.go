package uploads

import (
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/db"
)

const maxActiveUploads = 20_000

// memory is what the process remembers of uploads. All of it is gone after a restart; files
// that came of it are as durable as any.
type memory struct {
	active     *activeUploads
	rights     *rightCache
	uploads    *memoryUploads
	results    *resultCache
	completing *completions
}

func newMemory() *memory {
	return &memory{
		active: newActiveUploads(), rights: newRightCache(), uploads: newMemoryUploads(), results: newResultCache(),
		completing: &completions{all: map[db.UploadID]bool{}},
	}
}

// remove forgets an upload.
func (m *memory) remove(id db.UploadID) {
	m.active.drop(id)
	m.rights.drop(id)
	m.uploads.drop(id)
}

// storeResult remembers the result of an upload and forgets the upload, in this order: a repeated request finds one or
// the other.
func (m *memory) storeResult(u *db.Upload, r *Result) {
	m.results.put(u, r)
	m.remove(u.ID)
}

// activeUploads remembers the uploads that were announced latest, so that their parts
// need not be looked up. A row does not change without its being dropped here.
type activeUploads struct {
	mu  sync.Mutex
	all map[db.UploadID]*db.Upload
}

func newActiveUploads() *activeUploads { return &activeUploads{all: map[db.UploadID]*db.Upload{}} }

func (m *activeUploads) put(u *db.Upload) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.all) >= maxActiveUploads {
		clear(m.all)
	}
	row := *u
	m.all[u.ID] = &row
}

// find returns the upload if it is theirs, or nil.
func (m *activeUploads) find(by db.Uploader, r Ref) *db.Upload {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.all[r.Upload]
	if u == nil || u.User != by.User || u.Visitor != by.Visitor || r.Space != 0 && r.Space != u.Space {
		return nil
	}
	row := *u
	return &row
}

func (m *activeUploads) drop(id db.UploadID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, id)
}

// rightCache remembers as of which commit the owner of an upload was last seen to have
// the right to bring it in.
type rightCache struct {
	mu  sync.Mutex
	all map[db.UploadID]uint64
}

func newRightCache() *rightCache { return &rightCache{all: map[db.UploadID]uint64{}} }

func (l *rightCache) put(id db.UploadID, asOf uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.all) >= maxActiveUploads {
		clear(l.all)
	}
	l.all[id] = asOf
}

// hasSince reports whether the right was seen as of that commit or later.
func (l *rightCache) hasSince(id db.UploadID, commit uint64) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	asOf, ok := l.all[id]
	return ok && asOf >= commit
}

func (l *rightCache) drop(id db.UploadID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, id)
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

func (f *resultCache) put(u *db.Upload, done *Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := time.Now()
	if len(f.all) >= maxResults {
		f.evict(now.Add(-resultRetention))
	}
	if len(f.all) >= maxResults {
		f.evict(now)
	}
	k := identityOf(u).uploadName
	delete(f.byID, f.all[k].id)
	f.all[k], f.byID[u.ID] = resultEntry{id: u.ID, done: done, at: now}, k
}

func (f *resultCache) evict(before time.Time) {
	for k, e := range f.all {
		if !e.at.After(before) {
			delete(f.all, k)
			delete(f.byID, e.id)
		}
	}
}

func (f *resultCache) get(by db.Uploader, r Ref) *Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := f.byID[r.Upload]
	if r.Upload == 0 {
		n, err := names.Parse(r.Key)
		if err != nil {
			return nil
		}
		k = uploadName{by: by, space: r.Space, key: n.Text, checksum: r.Checksum}
	}
	e, ok := f.all[k]
	if !ok || k.by != by || time.Since(e.at) > resultRetention || (r.Upload != 0 && e.id != r.Upload) {
		return nil
	}
	return e.done
}
