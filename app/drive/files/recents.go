package files

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/pace"
	"anbar/db"
)

const (
	recentsEvery     = 2 * time.Second
	recentsOfPerson  = 200 // that are noted until they are written; of more, the last ones
	recentsOfPersons = 1000
)

// Recents records which files users open. It writes the records some seconds later, many at
// once, so that opening a file costs no write.
type Recents struct {
	db  *db.DB
	log *slog.Logger

	mu      sync.Mutex
	pending map[db.UserID][]db.RecentUse
}

// NewRecents makes the notes; Run writes them.
func NewRecents(d *db.DB, log *slog.Logger) *Recents {
	return &Recents{db: d, log: log, pending: map[db.UserID][]db.RecentUse{}}
}

// Record records in memory that a user has used a file that they may read. It is cheap.
func (r *Recents) Record(who access.Actor, file db.NodeID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	uses := r.pending[who.User]
	if uses == nil && len(r.pending) == recentsOfPersons {
		return
	}
	u := db.RecentUse{User: who.User, Node: file, At: time.Now()}
	if n := len(uses); n > 0 && uses[n-1].Node == file {
		uses[n-1] = u
		return
	}
	if len(uses) == recentsOfPerson {
		copy(uses, uses[1:])
		uses = uses[:recentsOfPerson-1]
	}
	r.pending[who.User] = append(uses, u)
}

// Flush writes the records made so far.
func (r *Recents) Flush(ctx context.Context) error {
	r.mu.Lock()
	noted := r.pending
	if len(noted) == 0 {
		r.mu.Unlock()
		return nil
	}
	r.pending = map[db.UserID][]db.RecentUse{}
	r.mu.Unlock()
	var all []db.RecentUse
	for _, uses := range noted {
		all = append(all, uses...)
	}
	return r.db.Update(ctx, func(tx *db.Tx) error { return tx.UpsertRecents(all) })
}

// Run writes the records regularly until ctx ends.
func (r *Recents) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pace.Align(recentsEvery)):
		}
		if err := r.Flush(ctx); err != nil && ctx.Err() == nil {
			r.log.Error("keep which files were used", "error", err)
		}
	}
}

// Close writes the last records.
func (r *Recents) Close() error { return r.Flush(context.Background()) }
