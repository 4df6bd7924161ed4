package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"sync"
	"time"

	"anbar/app/operation/backup/seal"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
	"anbar/db/replica"
)

// RestoreResult says what was brought back.
type RestoreResult struct {
	Time    time.Time // the moment of the watermark, or the one that was asked for: the changes before it are there
	From    Claim     // the epoch
	Objects int
	Bytes   int64
	Damaged []string // objects that are missing, or not what they should be, and could not be had elsewhere in the target
	Pending int      // large contents that had not reached the target at that moment, and have not since
	Target  string   // where it came from
	Failed  []error  // of the targets that were of no use

	// Away counts the objects that are still at the target, after a restore that leaves them there for now.
	Away      int
	AwayBytes int64

	database *db.CheckReport // what is wrong with the database as it came back; nil where that is not known
}

// ErrNotEmpty reports a data directory that holds something already.
var ErrNotEmpty = errors.New("the data directory is not empty")

// RestoreOptions choose what is brought back.
type RestoreOptions struct {
	At    time.Time // the moment; the latest one when zero
	Epoch int       // the epoch; the one that wrote at the moment when zero
	Log   *slog.Logger
	Fast  bool // prove contents as they are in memory, and do not read them back from the disk

	// LeaveAway leaves contents at the target, where the server reads them until it has brought them to the disk.
	LeaveAway bool

	// Sheet is the recovery sheet that the copies are sealed with; nil where they are clear. With one, nothing clear is restored.
	Sheet *seal.Sheet

	// Record returns where the new data directory remembers a target; nil to remember none.
	Record func(Target) string

	promoted *promotedEpoch // that the data goes on in; nil for none
}

// Restore brings a drive back into an empty directory. Every object is hashed as it is
// laid down, and every content as the disk gives it back. Damaged and missing ones are named in the report; all others are
// there.
func Restore(ctx context.Context, t Target, to config.Storage, o RestoreOptions) (*RestoreResult, error) {
	return RestoreAny(ctx, []Target{t}, to, o)
}

// layDown brings the database and the contents back from one target, and from others what is damaged or missing there.
func layDown(ctx context.Context, c *candidate, others []candidate, to config.Storage, o RestoreOptions) (*RestoreResult, error) {
	t, from := c.target, c.source
	r := &RestoreResult{Time: from.at, From: from.claim, Damaged: slices.Clone(from.harmed), Target: t.String()}
	if err := markUnfinished(to); err != nil {
		return nil, err
	}
	l := &objectRestorer{
		target: t, source: from, log: o.Log, report: r, others: others, isFast: o.Fast, leavesAway: o.LeaveAway,
	}
	return r, runBoth(ctx,
		func(ctx context.Context) error {
			err := replica.Restore(ctx, t.Replica(from.claim.folder()+databaseAt), from.end, to.Database(), o.Log)
			if err == nil && !o.LeaveAway { // somebody waits for the server
				err = r.checkDatabase(ctx, to)
			}
			return err
		},
		func(ctx context.Context) error { return l.restoreObjects(ctx, to.Blobs()) },
	)
}

// checkDatabase looks at the database while contents still come. One that cannot be read to its end is checked once more, with all
// else, when it is open.
func (r *RestoreResult) checkDatabase(ctx context.Context, to config.Storage) error {
	d, err := db.Open(ctx, to.Database())
	if err != nil {
		return err
	}
	if report, err := checkDatabase(ctx, d); err == nil {
		r.database = &report
	}
	return errors.Join(ctx.Err(), d.Close())
}

// finishRestore brings back what is left: the keys, contents that came late, and what is remembered of the targets.
func finishRestore(ctx context.Context, all []candidate, to config.Storage, o RestoreOptions, r *RestoreResult) error {
	if err := restoreKeysFrom(ctx, all, to, o.Sheet); err != nil {
		return err
	}
	var err error
	if o.LeaveAway {
		err = finishServing(ctx, all, to, o, r)
	} else {
		err = fetchMissing(ctx, all, to, r, o.Log)
	}
	if err != nil || o.Record == nil {
		return err
	}
	if o.promoted != nil {
		return o.promoted.store(all[0].target, all[0].source, to, o.Record(all[0].target))
	}
	for i := range all {
		if err := storeRecord(all[i].target, all[i].source, o.Record(all[i].target)); err != nil {
			return err
		}
	}
	return nil
}

// restoreKeysFrom takes the keys of the appliance from the first target that has them undamaged.
func restoreKeysFrom(ctx context.Context, all []candidate, to config.Storage, sheet *seal.Sheet) error {
	var failed error
	for i := range all {
		c := &all[i]
		if c.source.claim.Sheet != all[0].source.claim.Sheet {
			continue
		}
		err := restoreKeys(ctx, c.target, to, c.source, sheet, c.keys)
		if err == nil {
			return nil
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// source is what is brought back.
type source struct {
	copyID  string
	claim   Claim
	at      time.Time        // what was named before then is there
	end     replica.End      // how far the database comes back
	harmed  []string         // keys of what is damaged, or gone, of what says all this
	newest  *Watermark       // of the last epoch of the target, when it was looked at
	last    *Claim           // the last epoch
	claims  []Claim          // of all epochs that may be restored
	objects map[string]Entry // of the blob store
	pending []string         // keys that were on their way at the moment
	keys    int64            // the least number that the sealed keys of the appliance may have
}

// chooseSource finds the epoch that wrote at the moment, and the list of contents of that moment.
func chooseSource(ctx context.Context, t Target, o RestoreOptions) (*source, error) {
	h, err := readHoldings(ctx, t)
	if err == nil && o.Sheet != nil {
		err = h.filterSheet(ctx, t, o.Sheet.ID())
	}
	if err != nil {
		return nil, err
	}
	s := &source{newest: h.mark, last: h.last(), claims: h.claims}
	if h.id != nil {
		s.copyID = h.id.Copy
	}
	for i := len(h.claims) - 1; i >= 0 && s.objects == nil; i-- {
		c := h.claims[i]
		if o.Epoch != 0 && c.Epoch != o.Epoch || o.Epoch == 0 && !o.At.IsZero() && i > 0 && c.Time.After(o.At) {
			continue
		}
		mark, err := findOpenWatermark(ctx, t, &c)
		if err != nil {
			return nil, err
		}
		if mark == nil {
			continue // taken, and nothing complete was copied yet
		}
		if mark.Schema > db.LatestSchema() {
			return nil, fmt.Errorf("the copies at %s were written by version %s of Anbar, which is newer: their schema is %d, and this "+
				"program knows up to %d. Restore them with that version, or an earlier moment with --at or --epoch", t, mark.Version,
				mark.Schema, db.LatestSchema())
		}
		if covers, err := coversMoment(ctx, t, &c, o.At); err != nil || !covers && o.Epoch == 0 && i > 0 {
			if err != nil {
				return nil, err
			}
			continue // its first copy came later; the epoch before has the moment
		}
		s.claim, s.at, s.harmed, s.keys = c, mark.Time, h.countDamaged(i), mark.Keys
		if mark.Name != "" {
			s.claim.Name = mark.Name
		}
		s.end = replica.End{Position: mark.Position, Before: mark.Time}
		if mark.Damaged { // it is not known how far the contents go: the database comes back as far as it goes
			s.end = replica.End{}
			s.harmed = append(s.harmed, c.folder()+watermarkKey)
		}
		if err := s.readList(ctx, t, o.At, mark); err != nil {
			return nil, err
		}
	}
	if s.objects == nil && h.locked != nil {
		return nil, h.locked
	}
	if s.objects == nil {
		return nil, fmt.Errorf("%s holds no complete copy", t)
	}
	return s, nil
}

// coversMoment reports whether an epoch had a complete copy at a moment.
func coversMoment(ctx context.Context, t Target, c *Claim, at time.Time) (bool, error) {
	if at.IsZero() {
		return true, nil
	}
	names, err := manifestNames(ctx, t, c)
	return len(names) > 0 && names[0] <= at.UTC().Format(nameForm), err
}

// readList reads the list of contents of the moment.
func (s *source) readList(ctx context.Context, t Target, at time.Time, mark *Watermark) error {
	name, hash := mark.Manifest, mark.Hash
	s.pending = mark.Pending
	if !at.IsZero() && at.Before(mark.Time) {
		// The times of changes are whole milliseconds, rounded down: what came within that of the moment may have come after it.
		s.at, s.end, s.pending = at, replica.End{Before: at.Truncate(time.Millisecond)}, nil
		names, err := manifestNames(ctx, t, &s.claim)
		if err != nil {
			return err
		}
		if then := manifestAt(names, at); then != mark.Manifest {
			name, hash = then, ""
		}
	}
	var err error
	s.objects, err = readObjects(ctx, t, &s.claim, name, hash)
	return err
}

// fetchMissing looks for contents that the database names and that did not come with the list: large ones that were
// still on their way at the moment, and those in objects that are damaged. It also notes that the database went back in time.
func fetchMissing(ctx context.Context, from []candidate, to config.Storage, r *RestoreResult, log *slog.Logger) (err error) {
	d, err := db.Open(ctx, to.Database())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	blobs, err := blobstore.NewRestorer(to.Blobs())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	refs, err := allReferences(ctx, d)
	if err != nil {
		return err
	}
	missing, err := blobs.FindMissing(refs)
	if err != nil {
		return err
	}
	for _, ref := range missing {
		found, err := fetchLargeFrom(ctx, from, blobs, ref)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			log.Warn("a content could not be looked for everywhere", "content", ref.String(), "error", err)
		}
		if found {
			r.Objects++
		} else {
			r.Pending++
		}
	}
	return d.Update(ctx, (*db.Tx).PutRestored)
}

// largeStore takes large contents: a store, or a directory that becomes one.
type largeStore interface {
	RestoreLarge(d blobstore.Digest, content io.Reader) error
}

// fetchLargeFrom takes a large content from the first target that has it undamaged. The error says which ones could not be asked.
func fetchLargeFrom(ctx context.Context, from []candidate, blobs largeStore, d blobstore.Digest) (bool, error) {
	var failed error
	for _, c := range from {
		found, err := fetchLarge(ctx, c.target, c.source.claim.root(), blobs, d)
		if found || ctx.Err() != nil {
			return found, err
		}
		failed = errors.Join(failed, err)
	}
	return false, failed
}

// fetchLarge stores a large content of the target, where that has it. The store hashes it.
func fetchLarge(ctx context.Context, t Target, root string, blobs largeStore, d blobstore.Digest) (bool, error) {
	in, err := t.Get(ctx, root+blobsAt+blobstore.LargeKey(d))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("bring back from %s: %w", t, err)
	}
	err = blobs.RestoreLarge(d, in)
	err = errors.Join(err, in.Close())
	if errors.Is(err, blobstore.ErrCorrupt) {
		return false, nil
	}
	return err == nil, err
}

// storeRecord lets the restored appliance go on with the copies it came from, as long as nobody else wrote there since.
func storeRecord(t Target, s *source, dir string) error {
	if dir == "" || s.last == nil || s.copyID == "" {
		return nil
	}
	h := heldEpoch{Epoch: s.last.Epoch, Nonce: s.last.Nonce, Restored: true, Appliance: s.last.Appliance, Sheet: s.last.Sheet}
	if s.newest != nil {
		h.Marks = []time.Time{s.newest.Time}
	}
	r := record{Target: t.String(), Copy: s.copyID, Held: h}
	return r.save(dir)
}

// runBoth does two things at a time. When one fails the other ends, and what failed
// first is the error.
func runBoth(ctx context.Context, one, other func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for _, do := range []func(context.Context) error{one, other} {
		all.Go(func() {
			if err := do(ctx); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
