package nextcloud

import (
	"context"
	"sync"
	"time"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/limits"
	"anbar/app/webdav"
	"anbar/db"
	"anbar/lru"
)

// completions are the uploads whose chunks become a file now, and those that did a short while ago. An app whose connection is
// cut meanwhile asks again, and must get the answer that it missed: the upload is gone by then.
type completions struct {
	mu   sync.Mutex
	now  map[db.ChunkUploadID]*completion
	done *lru.Cache[asking, *completion]
}

// asking is a request to complete an upload, the same when it comes again.
type asking struct {
	user        db.UserID
	token       db.TokenID
	name        string // of the upload
	destination string
}

type completion struct {
	asking
	ended  chan struct{}
	stored *webdav.Stored
	err    error
	at     time.Time
}

func newCompletions() *completions {
	return &completions{now: map[db.ChunkUploadID]*completion{}, done: lru.New[asking, *completion](limits.Completions)}
}

func askingOf(c *api.Call, name string) asking {
	return asking{user: c.Who.User, token: c.Who.Token(), name: name, destination: c.R.Header.Get("Destination")}
}

// one completes an upload, once at a time, and answers. It goes on when the app goes away: bytes that are made a blob would be
// lost between that and their row. A request that comes meanwhile waits and gets the same answer.
func (s *completions) one(c *api.Call, u *db.ChunkUpload, do func(c *api.Call) (*webdav.Stored, error)) error {
	it, first := s.begin(u.ID, askingOf(c, u.Name))
	if first {
		func() {
			defer s.end(u.ID, it)
			it.err = fault.InvalidID // should do not return
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c), limits.CompletionTime)
			defer cancel()
			lasting := *c
			lasting.Context = ctx
			it.stored, it.err = do(&lasting)
		}()
	}
	select {
	case <-it.ended:
	case <-c.Done():
		return c.Err()
	}
	switch {
	case it.err != nil:
		return it.err
	case it.asking != askingOf(c, u.Name):
		return fault.InvalidID
	}
	it.stored.Answer(c)
	return nil
}

func (s *completions) begin(id db.ChunkUploadID, a asking) (it *completion, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it := s.now[id]; it != nil {
		return it, false
	}
	it = &completion{asking: a, ended: make(chan struct{})}
	s.now[id] = it
	return it, true
}

func (s *completions) end(id db.ChunkUploadID, it *completion) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.now, id)
	if it.at = time.Now(); it.err == nil {
		s.done.Put(it.asking, it)
	}
	close(it.ended)
}

// before returns what the same request stored a short while ago.
func (s *completions) before(a asking) (*webdav.Stored, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.done.Get(a)
	if !ok || time.Since(it.at) > limits.CompletionKept {
		return nil, fault.InvalidID
	}
	return it.stored, nil
}

// again answers a request about an upload that is gone as the one that completed it.
func (s *completions) again(c *api.Call, name string) error {
	stored, err := s.before(askingOf(c, name))
	if err != nil {
		return err
	}
	stored.Answer(c)
	return nil
}
