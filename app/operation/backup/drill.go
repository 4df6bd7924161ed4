package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/panics"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"

	"golang.org/x/sys/unix"
)

// Driller rehearses a restore from the target that a Runner keeps, heals what it finds there, and remembers what it found.
type Driller struct {
	k  *Runner
	o  DrillOptions
	up time.Time // the start

	readMin int64 // bytes that are read back at least

	running sync.Mutex
}

// DrillOptions say how a restore is rehearsed.
type DrillOptions struct {
	DB      *db.DB
	Scratch string                // directory for the database that comes back; whatever is there is removed
	Free    func() (int64, error) // bytes that may be written there

	// Serve starts an appliance on a data directory and downloads files from it; nil for none. It returns the BLAKE3 of what came, or why
	// nothing did, for each file.
	Serve func(ctx context.Context, s config.Storage, files []db.SampleFile) ([]Download, error)

	// Call calls the URL that waits for a word of each good rehearsal; nil for none.
	Call func(context.Context) error
	// Notify sends word of trouble that lasts to the administrators; nil for nobody.
	Notify func(context.Context, Notice) error
}

// NewDriller makes it.
func NewDriller(k *Runner, o DrillOptions) *Driller {
	return &Driller{k: k, o: o, up: time.Now(), readMin: drillReadMin}
}

// The kinds of rehearsals.
const (
	DrillNightly = "nightly"
	DrillAsked   = "asked"
)

// FlawKind is what a rehearsal found.
type FlawKind string

// The kinds of findings.
const (
	FoundTarget    FlawKind = "target"    // the target is not there, another's, or fails
	FoundRoom      FlawKind = "room"      // no room for the database that comes back
	FoundLists     FlawKind = "lists"     // a list of what the target holds is damaged, old or missing
	FoundDatabase  FlawKind = "database"  // the database does not come back
	FoundOld       FlawKind = "old"       // an older database comes back
	FoundProblem   FlawKind = "problem"   // the database that comes back is not right
	FoundFolder    FlawKind = "folder"    // a folder that comes back is not the one here
	FoundMissing   FlawKind = "missing"   // an object is not there
	FoundSize      FlawKind = "size"      // an object has another size
	FoundDamaged   FlawKind = "damaged"   // an object has other bytes
	FoundUncovered FlawKind = "uncovered" // contents are in no object of the list
	FoundKeys      FlawKind = "keys"      // the keys of the appliance are not there
	FoundAppliance FlawKind = "appliance" // a second appliance on the copy does not give files out as they are here
	FoundMore      FlawKind = "more"      // there are more findings than are kept
)

// Flaw is one thing that a rehearsal found.
type Flaw struct {
	Kind     FlawKind `json:"kind"`
	Key      string   `json:"key,omitempty"`      // of the object at the target
	Words    string   `json:"words,omitempty"`    // in English
	Contents int64    `json:"contents,omitempty"` // of the database that need the object
	Some     []string `json:"some,omitempty"`     // the digests of the first of them
	Healed   bool     `json:"healed,omitempty"`   // it is over, and that was proven
}

const (
	maxFlaws     = 100
	maxSome      = 20
	provenWithin = 30 * 24 * time.Hour
	drillNights  = 30
	drillReadMin = 64 << 20
)

// drill is one rehearsal.
type drill struct {
	*Driller
	c        *Copier
	row      db.Drill
	findings []Flaw
	more     int
	moreOpen bool // one of those is not healed
	source   *source
	want     map[string]expectedObject // by keys of the target
	scratch  *db.DB                    // nil until the database came back
	restored string                    // its file
	before   []db.FolderRow            // of the folder, before the copy was made
	isLate   bool                      // the epoch that was looked at ended meanwhile
}

// Run rehearses once; fault.JobRunning when a rehearsal goes on.
func (r *Driller) Run(ctx context.Context, kind string) (*db.Drill, error) {
	if !r.running.TryLock() {
		return nil, fault.JobRunning
	}
	defer r.running.Unlock()
	type result struct {
		row *db.Drill
		err error
	}
	done := make(chan result, 1)
	go func() {
		blobstore.LockIdleThread() // nobody waits for it
		const nice = 10
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, nice) // of the thread; it goes on without
		var row *db.Drill
		err := panics.Catch(func() (err error) {
			row, err = r.rehearseOnce(ctx, kind)
			return err
		})
		done <- result{row, err}
	}()
	end := <-done
	return end.row, end.err
}

func (r *Driller) rehearseOnce(ctx context.Context, kind string) (*db.Drill, error) {
	d := &drill{Driller: r}
	err := r.o.DB.Update(ctx, func(tx *db.Tx) (err error) {
		d.row = db.Drill{Began: tx.Now, Kind: kind, Target: r.k.ID()}
		d.row.ID, err = tx.InsertDrill(kind, r.k.ID())
		return err
	})
	if err != nil {
		return nil, err
	}
	err = d.rehearse(ctx)
	if d.scratch != nil {
		err = errors.Join(err, d.scratch.Close())
	}
	err = errors.Join(err, os.RemoveAll(r.o.Scratch))
	d.isLate = d.c != nil && !r.k.isCurrent(d.c)
	if err != nil && ctx.Err() == nil && !d.isLate {
		if problemOf(err) != ProblemFailed { // the console shows it as soon as it is seen
			r.k.recordStatus(ctx, d.c, err)
		}
		d.add(Flaw{Kind: FoundTarget, Words: err.Error()})
	}
	return d.finish(ctx)
}

// rehearse does what a restore would do, as far as nothing stands in the way.
func (d *drill) rehearse(ctx context.Context) error {
	if err := d.readFolder(ctx); err != nil {
		return err
	}
	var err error
	if d.c, err = d.k.ensureCopier(ctx); err != nil {
		d.k.recordStatus(ctx, nil, err)
		return err
	}
	d.c.loadProofs()
	if err := d.copyAndChoose(ctx); err != nil {
		return err
	}
	if err := d.restoreAside(ctx); err != nil {
		return err
	}
	if err := d.checkObjects(ctx); err != nil {
		return err
	}
	if err := d.readBack(ctx); err != nil {
		return err
	}
	if err := d.addLost(ctx); err != nil {
		return err
	}
	if d.scratch == nil {
		return nil
	}
	if err := d.placeContents(ctx); err != nil {
		return err
	}
	return d.serveCopy(ctx)
}

// add notes a finding, or counts it where there are too many.
func (d *drill) add(f Flaw) {
	if len(d.findings) < maxFlaws {
		d.findings = append(d.findings, f)
		return
	}
	d.more++
	d.moreOpen = d.moreOpen || !f.Healed
}

// finish stores how the rehearsal went, and tells the URL of a good one.
func (d *drill) finish(ctx context.Context) (*db.Drill, error) {
	stopped := ctx.Err()
	ctx = context.WithoutCancel(ctx)
	if d.more > 0 {
		d.findings = append(d.findings, Flaw{Kind: FoundMore, Contents: int64(d.more), Healed: !d.moreOpen})
	}
	d.row.Outcome = db.DrillGood
	for _, f := range d.findings {
		if f.Healed {
			d.row.Healed++
		}
		if !f.Healed {
			d.row.Outcome = db.DrillFailed
		} else if d.row.Outcome == db.DrillGood {
			d.row.Outcome = db.DrillHealed
		}
	}
	if stopped != nil || d.isLate {
		d.row.Outcome = db.DrillStopped
	}
	b, err := json.Marshal(append([]Flaw{}, d.findings...))
	if err != nil {
		return nil, err
	}
	d.row.Findings = string(b)
	d.log()
	if d.o.Call != nil && IsSuccess(d.row.Outcome) {
		d.row.Call = "ok"
		if err := d.o.Call(ctx); err != nil {
			d.row.Call = err.Error()
			d.k.o.Log.Error("call the URL that waits for a word of each good rehearsal", "error", err)
		}
	}
	err = d.o.DB.Update(ctx, func(tx *db.Tx) error {
		d.row.Ended = tx.Now
		return tx.UpdateDrill(&d.row)
	})
	return &d.row, errors.Join(err, stopped)
}

func (d *drill) log() {
	level := slog.LevelInfo
	if !IsSuccess(d.row.Outcome) {
		level = slog.LevelError
	}
	d.k.o.Log.Log(context.Background(), level, "a restore was rehearsed", "target", d.k.target.String(), "outcome", string(d.row.Outcome),
		"findings", len(d.findings), "healed", d.row.Healed, "objects", d.row.Objects, "bytes", d.row.Bytes)
	for _, f := range d.findings {
		d.k.o.Log.Warn("the rehearsal of a restore found damage", "kind", string(f.Kind), "key", f.Key, "words", f.Words, "contents",
			f.Contents, "healed", f.Healed)
	}
}

// IsSuccess reports whether nothing is wrong any more after a rehearsal.
func IsSuccess(o db.DrillOutcome) bool { return o == db.DrillGood || o == db.DrillHealed }

// IsWhole reports whether a rehearsal showed that everything can be restored: nothing is wrong, nothing is on its way, and
// all was read back within 30 days.
func IsWhole(d *db.Drill) bool { return IsSuccess(d.Outcome) && d.Pending == 0 && d.Proven >= 1 }

// ParseFlaws returns what a rehearsal found.
func ParseFlaws(d *db.Drill) ([]Flaw, error) {
	all := []Flaw{}
	if err := json.Unmarshal([]byte(d.Findings), &all); err != nil {
		return nil, fmt.Errorf("read the findings of a rehearsal: %w", err)
	}
	return all, nil
}

// Recover notes of a rehearsal that the end of the process stopped that it was, and removes what it left. It is called before any begins.
func (r *Driller) Recover(ctx context.Context) error {
	err := r.o.DB.Update(ctx, func(tx *db.Tx) error {
		_, err := tx.UpdateDrillsStopped()
		return err
	})
	return errors.Join(err, os.RemoveAll(r.o.Scratch))
}
