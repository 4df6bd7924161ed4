package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"anbar/app/base/mail"
	"anbar/app/operation/backup"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// startBackup prepares to copy to the backup target, when there is one.
func (a *App) startBackup(ctx context.Context) error {
	if a.cfg.BackupTo == "" {
		return nil
	}
	t, err := backup.OpenTarget(ctx, a.cfg.BackupTo, a.cfg.S3)
	if err != nil {
		return err
	}
	o, err := a.backupOptions(ctx, t)
	if err != nil {
		return err
	}
	o.Notify = a.mailBackupNotice
	if a.keeper, err = backup.NewRunner(t, a.blobs, o); err != nil {
		return err
	}
	// The follower stops after the database's own connections are closed.
	a.stopped = slices.Insert(a.stopped, 1, a.keeper.Close)
	return nil
}

// backupOptions say how this appliance copies to a target.
func (a *App) backupOptions(ctx context.Context, t backup.Target) (backup.Options, error) {
	o := backup.Options{
		Database: a.cfg.Database(), Meta: TargetRecordPath(a.cfg.Storage, t), Secrets: a.cfg.Secrets(), Retention: a.cfg.BackupKeep,
		Rate: a.cfg.BackupRate << 10, Version: Version, Name: applianceName(&a.cfg), Log: a.log,
	}
	err := a.db.View(ctx, func(v *db.View) (err error) {
		o.Appliance, err = v.Install()
		return err
	})
	return o, err
}

// TargetRecordPath is where a data directory remembers a backup target.
func TargetRecordPath(s config.Storage, t backup.Target) string {
	sum := sha256.Sum256([]byte(t.String()))
	return filepath.Join(s.Data, "litestream", hex.EncodeToString(sum[:6]))
}

// applianceName names the appliance for people who find its copies.
func applianceName(c *config.Serve) string {
	if len(c.Domain) > 0 {
		return c.Domain[0]
	}
	if u, err := url.Parse(c.PublicURL); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	name, err := os.Hostname()
	if err != nil {
		return "anbar"
	}
	return name
}

// mailBackupNotice writes to all administrators that the copies are in trouble that lasts, or that it is over.
func (a *App) mailBackupNotice(ctx context.Context, n backup.Notice) error {
	kind, text := mail.BackupTrouble, n.Problem
	if n.Kind == "" {
		kind, text = mail.BackupWell, ""
	}
	return a.db.Update(ctx, func(tx *db.Tx) error {
		all, err := tx.StaffUsers()
		if err != nil {
			return err
		}
		for _, u := range all {
			if u.Staff != db.Administrator || u.Email == "" {
				continue
			}
			err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: kind, Data: mail.Data{
				URL: a.url() + "/admin", What: n.Target, Event: string(n.Kind), Text: text,
			}})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

const lastCopyWait = 10 * time.Second

// copyBeforeStop brings the backup target up to date before the server stops.
func (a *App) copyBeforeStop() error {
	if a.keeper == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastCopyWait)
	defer cancel()
	if err := a.keeper.Finish(ctx); err != nil {
		return fmt.Errorf("the last changes did not reach the backup target: %w", err)
	}
	return nil
}

// sweep deletes blobs that neither the database nor any kept backup refers to.
func (a *App) sweep(ctx context.Context) error {
	kept := time.Duration(0)
	if a.keeper != nil {
		kept = a.cfg.BackupKeep
	}
	err := a.db.Update(ctx, func(tx *db.Tx) error { return tx.DeleteReleasedBefore(tx.Now.Add(-kept)) })
	if err = errors.Join(err, a.pruneThumbnails(ctx)); err != nil {
		return err
	}
	var marked blobstore.MarkReport
	err = a.db.View(ctx, func(v *db.View) (err error) {
		marked, err = a.blobs.Mark(ctx, backup.References(v))
		return err
	})
	if err != nil {
		return err
	}
	if marked.Missing > 0 {
		a.log.Error("blobs are missing", "count", marked.Missing, "some", marked.MissingSample[:min(len(marked.MissingSample), 10)])
	}
	swept, err := a.blobs.Sweep(ctx, func(d blobstore.Digest) (named bool, err error) {
		err = a.db.View(ctx, func(v *db.View) (err error) {
			named, err = v.IsHashReferenced(db.Hash(d))
			return err
		})
		return named, err
	}, func(blobstore.Digest) bool { return false }) // pinned blobs are referenced by the table of released blobs
	a.log.Info("swept", "removed", swept.Removed, "bytes", swept.Bytes, "compacted", swept.Compacted)
	return err
}

const thumbnailStep = 1000

// pruneThumbnails deletes the pictures of deleted blobs, in steps, so that other writers
// get their turn in between.
func (a *App) pruneThumbnails(ctx context.Context) error {
	for n := int64(thumbnailStep); n == thumbnailStep; {
		err := a.db.Update(ctx, func(tx *db.Tx) (err error) {
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
func (a *App) scrub(ctx context.Context) error {
	var mend func(context.Context, blobstore.Digest) (io.ReadCloser, error)
	if a.keeper != nil {
		mend = a.keeper.FetchContent
	}
	report, err := a.blobs.Scrub(ctx, mend)
	for _, d := range report.Damaged {
		a.log.Error("a blob was damaged", "damage", d)
	}
	return err
}
