package host

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
	"anbar/blobstore"
	"anbar/db"
)

// Upkeep looks after the data while the appliance serves.
type Upkeep struct {
	DB     *db.DB
	Blobs  *blobstore.Store
	Backup *Backup
	Tier   *Tier
	Log    *slog.Logger

	Version string // of the program
}

// Jobs are what has to be done again and again.
func (u *Upkeep) Jobs() []jobs.Job {
	catalog := &backup.Cataloger{DB: u.DB, Blobs: u.Blobs, Log: u.Log, Program: u.Version}
	all := []jobs.Job{
		{Name: "contents_sweep", Every: 24 * time.Hour, Run: u.sweep},
		{Name: "contents_scrub", Every: time.Hour, Run: u.scrub},
		{Name: "catalog_write", Every: 10 * time.Minute, Run: catalog.Write},
		{Name: "writer_watch", Every: time.Minute, Run: u.watchWriter},
	}
	if u.Backup.Runner != nil || !u.Tier.away.IsOver() {
		all = append(all, jobs.Job{Name: console.FetchJob, Every: time.Minute, Run: u.Tier.Fetch},
			jobs.Job{Name: console.TierJob, Every: time.Hour, Run: u.Tier.Run})
	}
	if u.Backup.Runner != nil {
		all = append(all, jobs.Job{Name: console.CopyJob, Run: u.Backup.CopyNow},
			jobs.Job{Name: "sheet_watch", Every: 6 * time.Hour, Run: u.Backup.RemindOfSheet},
			jobs.Job{Name: "drill_watch", Every: 10 * time.Minute, Run: u.Backup.WatchDrills},
			jobs.Job{Name: console.DrillJob, Run: u.Backup.Rehearse})
	}
	return all
}

// sweep deletes blobs that neither the database nor any kept backup refers to.
func (u *Upkeep) sweep(ctx context.Context) error {
	kept := time.Duration(0)
	if u.Backup.Runner != nil {
		kept = u.Backup.cfg.BackupKeep
	}
	err := u.DB.Update(ctx, func(tx *db.Tx) error { return tx.DeleteReleasedBefore(tx.Now.Add(-kept)) })
	if err = errors.Join(err, u.pruneThumbnails(ctx)); err != nil {
		return err
	}
	marked, err := db.Get(ctx, u.DB, func(v *db.View) (blobstore.MarkReport, error) {
		return u.Blobs.Mark(ctx, backup.References(v))
	})
	if err != nil {
		return err
	}
	if marked.Missing > 0 {
		u.Log.Error("blobs are missing", "count", marked.Missing, "some", marked.MissingSample[:min(len(marked.MissingSample), 10)])
	}
	swept, err := u.Blobs.Sweep(ctx, func(d blobstore.Digest) (named bool, err error) {
		err = u.DB.View(ctx, func(v *db.View) (err error) {
			named, err = v.IsHashReferenced(db.Hash(d))
			return err
		})
		return named, err
	}, func(blobstore.Digest) bool { return false }) // pinned blobs are referenced by the table of released blobs
	u.Log.Info("swept", "removed", swept.Removed, "bytes", swept.Bytes, "compacted", swept.Compacted)
	return err
}

const thumbnailStep = 1000

// pruneThumbnails deletes the pictures of deleted blobs, in steps, so that other writers
// get their turn in between.
func (u *Upkeep) pruneThumbnails(ctx context.Context) error {
	for n := int64(thumbnailStep); n == thumbnailStep; {
		err := u.DB.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteThumbnailsUnused(thumbnailStep)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// scrub reads some blobs back and repairs damaged ones from the backup.
func (u *Upkeep) scrub(ctx context.Context) (err error) {
	var mend blobstore.RepairFunc
	if all := u.Backup.Runners(); len(all) > 0 {
		r := backup.NewRepairers(all...)
		defer func() { err = errors.Join(err, r.Close()) }()
		mend = r.Fetch
	}
	report, err := u.Blobs.Scrub(ctx, mend)
	for _, d := range report.Damaged {
		u.Log.Error("a blob was damaged", "damage", d)
	}
	return err
}

// watchWriter tells the log how long transactions held the writer of the database in the last minute. Everybody who writes
// waits for the longest.
func (u *Upkeep) watchWriter(context.Context) error {
	h := u.DB.WriterStatsSince()
	if h.Commits == 0 {
		return nil
	}
	args := []any{"longest", h.Longest, "by", h.Work, "beyond", h.Long, "of", h.Commits, "flush", h.Flush}
	if h.Long > 0 {
		u.Log.Warn("transactions held the database for longer than "+db.LongCommit.String(), args...)
	} else {
		u.Log.Debug("transactions of the last minute", args...)
	}
	return nil
}
