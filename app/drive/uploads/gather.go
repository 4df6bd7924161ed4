package uploads

import (
	"context"
	"sync"
	"time"

	"anbar/blobstore"
	"anbar/db"
)

// The bounds of a group.
const (
	groupFiles = 128
	groupBytes = 8 << 20
	groupWait  = 4 * time.Millisecond // for more files
)

// Gatherer stores small files in groups: the bytes of a group are durable by one flush, and then its rows by another. Files that come
// while a group is on its way to the disk are the next group. It waits a little for as many files as were there when the one
// before ended, because clients that got their answers send the next ones now; a file alone waits for nobody.
type Gatherer struct {
	db    *db.DB
	blobs *blobstore.Store

	mu      sync.Mutex
	busy    bool         // a group is on its way
	waiting []*smallFile // for the next groups; as many as requests may wait

	expected int           // files of the last group, and that waited at its end
	took     time.Duration // of the last group
	ended    time.Time
	full     chan struct{} // closed when as many as expected wait; nil while nobody waits for that
}

// smallFile is a file with what makes its row.
type smallFile struct {
	ctx     context.Context
	content blobstore.Content
	row     func(*db.Tx) error
	err     error
	over    bool
	turn    chan struct{} // closed when the file is over, or when its request has to store the next group
}

// Gatherer returns what stores the small files of the service.
func (s *Service) Gatherer() *Gatherer { return s.small }

// Store stores a content and then runs row in a transaction, as db.UpdateTogether does. Both are durable when it returns. A file whose
// caller is gone before its group is left out. row must do no I/O.
func (g *Gatherer) Store(ctx context.Context, content blobstore.Content, row func(*db.Tx) error) error {
	f := &smallFile{ctx: ctx, content: content, row: row, turn: make(chan struct{})}
	g.mu.Lock()
	g.waiting = append(g.waiting, f)
	isFollower := g.busy
	g.busy = true
	if g.full != nil && len(g.waiting) >= g.expected {
		close(g.full)
		g.full = nil
	}
	g.mu.Unlock()
	if isFollower {
		if <-f.turn; f.over {
			return f.err
		}
	}
	g.waitForMore()
	g.storeGroup()
	return f.err
}

// waitForMore waits for the files that the next group is expected to have.
func (g *Gatherer) waitForMore() {
	g.mu.Lock()
	limit := g.patience(time.Now())
	if limit <= 0 {
		g.mu.Unlock()
		return
	}
	full := make(chan struct{})
	g.full = full
	g.mu.Unlock()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-full:
	case <-timer.C:
		g.mu.Lock()
		defer g.mu.Unlock()
		g.full = nil
	}
}

// patience is how long the next group may wait for more files: until a third of the time of the last group after its end, and not
// at all when as many wait as are expected. The caller holds mu.
func (g *Gatherer) patience(now time.Time) time.Duration {
	if g.expected < 2 || len(g.waiting) >= min(g.expected, groupFiles) {
		return 0
	}
	return max(0, min(g.took/3, groupWait)-now.Sub(g.ended))
}

// storeGroup stores the next group, of which the caller has the first file.
func (g *Gatherer) storeGroup() {
	group, began := g.nextGroup(), time.Now()
	defer func() { g.endGroup(group, time.Since(began)) }()
	contents, rows := make([]blobstore.Content, len(group)), make([]func(*db.Tx) error, len(group))
	for i, f := range group {
		contents[i], rows[i] = f.content, f.call
		f.err = context.Canceled // where a panic ends the group
	}
	// The group must not end with the request of its first file.
	ctx := context.WithoutCancel(group[0].ctx)
	lease, err := g.blobs.PutContents(ctx, contents)
	var errs []error
	if err == nil {
		defer lease.Release()
		errs, err = g.db.UpdateEach(ctx, rows)
	} else {
		err = partFault(err)
	}
	for i, f := range group {
		if f.err = err; err == nil {
			f.err = errs[i]
		}
	}
}

func (f *smallFile) call(tx *db.Tx) error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	return f.row(tx)
}

// nextGroup returns as many waiting files as fit a group, at least one.
func (g *Gatherer) nextGroup() []*smallFile {
	g.mu.Lock()
	defer g.mu.Unlock()
	n, bytes := 0, int64(0)
	for _, f := range g.waiting[:min(len(g.waiting), groupFiles)] {
		if bytes += f.content.Size(); n > 0 && bytes > groupBytes {
			break
		}
		n++
	}
	group := append([]*smallFile(nil), g.waiting[:n]...)
	g.waiting = append(g.waiting[:0], g.waiting[n:]...)
	return group
}

// endGroup tells those who wait for the group, and has the first file that came meanwhile store the next one.
func (g *Gatherer) endGroup(group []*smallFile, took time.Duration) {
	for _, f := range group[1:] {
		f.over = true
		close(f.turn)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.expected, g.took, g.ended = len(group)+len(g.waiting), took, time.Now()
	if g.busy = len(g.waiting) > 0; g.busy {
		close(g.waiting[0].turn)
	}
}
