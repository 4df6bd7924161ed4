package nextcloud

import (
	"context"
	"sync"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/sync/webdav"
	"anbar/db"
	"anbar/lru"
)

// completions are the uploads whose chunks become a file now, and those that did a short while ago. An app whose connection is
// cut meanwhile asks again, and must get the answer that it missed: the upload is gone by then.
type completions struct {
	mu      sync.Mutex
	running map[db.ChunkUploadID]*completion
	recent  *lru.Cache[completionKey, *completion]
}

// completionKey is a request to complete an upload, the same when it comes again.
type completionKey struct {
	user        db.UserID
	token       db.TokenID
	name        string // of the upload
	destination string
}

type completion struct {
	completionKey
	done   chan struct{}
	result *webdav.StoreResult
	err    error
	at     time.Time
}

func newCompletions() *completions {
	return &completions{running: map[db.ChunkUploadID]*completion{}, recent: lru.New[completionKey, *completion](limits.Completions)}
}

func completionKeyOf(c *api.Call, name string) completionKey {
	return completionKey{user: c.Who.User, token: c.Who.Token(), name: name, destination: c.R.Header.Get("Destination")}
}

// runOnce completes an upload, once at a time, and answers. It goes on when the app goes away: bytes that are made a blob would be
// lost between that and their row. A request that comes meanwhile waits and gets the same answer.
func (s *completions) runOnce(c *api.Call, u *db.ChunkUpload, do func(c *api.Call) (*webdav.StoreResult, error)) error {
	it, first := s.start(u.ID, completionKeyOf(c, u.Name))
	if first {
		func() {
			defer s.finish(u.ID, it)
			it.err = fault.InvalidID // should do not return
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c), limits.CompletionTime)
			defer cancel()
			lasting := *c
			lasting.Context = ctx
			it.result, it.err = do(&lasting)
		}()
	}
	select {
	case <-it.done:
	case <-c.Done():
		return c.Err()
	}
	switch {
	case it.err != nil:
		return it.err
	case it.completionKey != completionKeyOf(c, u.Name):
		return fault.InvalidID
	}
	it.result.WriteResponse(c)
	return nil
}

func (s *completions) start(id db.ChunkUploadID, a completionKey) (it *completion, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it := s.running[id]; it != nil {
		return it, false
	}
	it = &completion{completionKey: a, done: make(chan struct{})}
	s.running[id] = it
	return it, true
}

func (s *completions) finish(id db.ChunkUploadID, it *completion) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.running, id)
	if it.at = time.Now(); it.err == nil {
		s.recent.Put(it.completionKey, it)
	}
	close(it.done)
}

// findRecent returns what the same request stored a short while ago.
func (s *completions) findRecent(a completionKey) (*webdav.StoreResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.recent.Get(a)
	if !ok || time.Since(it.at) > limits.CompletionKept {
		return nil, fault.InvalidID
	}
	return it.result, nil
}

// replay answers a request about an upload that is gone as the one that completed it.
func (s *completions) replay(c *api.Call, name string) error {
	stored, err := s.findRecent(completionKeyOf(c, name))
	if err != nil {
		return err
	}
	stored.WriteResponse(c)
	return nil
}
