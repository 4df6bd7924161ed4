package host

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/operation/backup"
	"anbar/blobstore"
	"anbar/db"
)

// What an appliance can lack to be ready.
const (
	LacksDatabase = "database" // it takes no writes
	LacksStore    = "store"    // contents cannot be stored
	LacksDisk     = "disk"     // the room that is left is that of the reserve
	LacksCopies   = "copies"   // the copies at the backup target are old
	LacksLease    = "lease"    // another machine took over, or it cannot be known whether one did
)

// AllLacks is everything that an appliance can lack.
var AllLacks = []string{LacksDatabase, LacksStore, LacksDisk, LacksCopies, LacksLease}

// ExplainLack says what an appliance lacks, to people at a shell.
func ExplainLack(what string) string {
	switch what {
	case LacksDatabase:
		return "the database takes no writes"
	case LacksStore:
		return "contents cannot be stored"
	case LacksDisk:
		return "the disk is full: new files are refused"
	case LacksCopies:
		return fmt.Sprintf("the copies at the backup target are older than %.0f minutes", backup.AlarmAfter.Minutes())
	case LacksLease:
		return "no changes are taken: another machine took over, or the backup target does not confirm that none did"
	}
	return what
}

const (
	readyAge  = time.Second     // that an answer counts for everybody who asks
	probeWait = 3 * time.Second // for the writer of the database
)

// Readiness says whether the appliance can do its work. Anybody may ask: the answer is found once in a second.
type Readiness struct {
	blobs *blobstore.Store
	copy  *Backup
	log   *slog.Logger
	began time.Time
	probe *writerProbe

	mu      sync.Mutex
	checked time.Time
	lacks   []string
}

// NewReadiness is that of an open data directory.
func NewReadiness(d *db.DB, blobs *blobstore.Store, b *Backup, log *slog.Logger) *Readiness {
	return &Readiness{blobs: blobs, copy: b, log: log, began: time.Now(), probe: newWriteProbe(d)}
}

// Ready is the answer of an appliance that can do its work.
type Ready struct {
	Status string `json:"status" enum:"ready"`
}

// Mount declares the call.
func (r *Readiness) Mount(router *api.Router) {
	api.Detail[[]string](router, "lacks", "with `not_ready`: database (it takes no writes), store (contents cannot be stored), "+
		"disk (new files are refused), copies (those at the backup target are old), lease (another machine took over, or may have)")
	api.Handle(router, api.Op{
		Call: "GET /ready", Does: "Whether the appliance can do its work; the answer is a second old at most",
		Fails: []*fault.Fault{fault.NotReady},
	}, func(*api.Call, *api.None) (Ready, error) {
		if lacks := r.ListLacks(); len(lacks) > 0 {
			return Ready{}, fault.NotReady.With("lacks", lacks)
		}
		return Ready{"ready"}, nil
	})
}

// ListLacks returns what the appliance lacks to be ready, as of the last second.
func (r *Readiness) ListLacks() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Since(r.checked) < readyAge {
		return r.lacks
	}
	lacks, causes := r.check()
	if !slices.Equal(lacks, r.lacks) {
		if len(lacks) > 0 {
			r.log.Warn("the appliance is not ready", append([]any{"lacks", strings.Join(lacks, " ")}, causes...)...)
		} else {
			r.log.Info("the appliance is ready again")
		}
	}
	r.lacks, r.checked = lacks, time.Now()
	return lacks
}

// check returns what is lacking, and attributes for the log that say why.
func (r *Readiness) check() (lacks []string, causes []any) {
	if err := r.probe.run(probeWait); errors.Is(err, db.ErrFenced) {
		lacks, causes = append(lacks, LacksLease), append(causes, LacksLease, err)
	} else if err != nil {
		lacks, causes = append(lacks, LacksDatabase), append(causes, LacksDatabase, err)
	}
	free, err := r.blobs.FreeBytes()
	switch {
	case err != nil:
		lacks, causes = append(lacks, LacksStore), append(causes, LacksStore, err)
	case free == 0:
		lacks = append(lacks, LacksDisk)
	}
	if r.copy.isOld(r.began) {
		lacks = append(lacks, LacksCopies)
	}
	return lacks, causes
}

// isOld reports whether the copies are older than what is worth an alarm. Nothing is known of them before the process began.
func (b *Backup) isOld(began time.Time) bool {
	if b.Runner == nil {
		return false
	}
	last := b.Runner.Status().Proven
	if b.Second != nil && b.Second.Status().Proven.After(last) {
		last = b.Second.Status().Proven // one that is up to date is enough to lose nothing
	}
	if last.Before(began) {
		last = began
	}
	return time.Since(last) > backup.AlarmAfter
}
