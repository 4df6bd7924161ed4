package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/mail"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/app/operation/logs"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

// Backup copies the appliance to the backup target that the configuration names, if it names one.
type Backup struct {
	Runner *backup.Runner  // nil without a target
	Drill  *backup.Driller // nil without a target

	cfg     *config.Serve
	db      *db.DB
	version string
	log     *slog.Logger
}

// NewBackup prepares to copy to the backup target, when there is one. version is that of the program.
func NewBackup(ctx context.Context, cfg *config.Serve, d *db.DB, blobs *blobstore.Store, version string,
	log *slog.Logger) (*Backup, error) {
	b := &Backup{cfg: cfg, db: d, version: version, log: log}
	if cfg.BackupTo == "" {
		return b, nil
	}
	t, err := backup.OpenTarget(ctx, cfg.BackupTo, cfg.S3)
	if err != nil {
		return nil, err
	}
	o, err := b.Options(ctx, t)
	if err != nil {
		return nil, err
	}
	o.Notify = b.mailNotice
	if b.Runner, err = backup.NewRunner(t, blobs, o); err != nil {
		return b, err
	}
	b.Drill = backup.NewDriller(b.Runner, backup.DrillOptions{
		DB: d, Scratch: filepath.Join(cfg.Cache(), "drill"), Free: blobs.FreeBytes, Notify: b.mailNotice,
	})
	return b, b.Drill.Recover(ctx)
}

// Close ends the copying. The database must be closed before.
func (b *Backup) Close() error {
	if b.Runner == nil {
		return nil
	}
	return b.Runner.Close()
}

// Options say how this appliance copies to a target.
func (b *Backup) Options(ctx context.Context, t backup.Target) (backup.Options, error) {
	o := backup.Options{
		Database: b.cfg.Database(), Meta: TargetRecordPath(b.cfg.Storage, t), Secrets: b.cfg.Secrets(), Retention: b.cfg.BackupKeep,
		Rate: b.cfg.BackupRate << 10, Version: b.version, Name: applianceName(b.cfg), Log: b.log,
	}
	err := b.db.View(ctx, func(v *db.View) (err error) {
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

// mailNotice writes to all administrators that the copies are in trouble that lasts, or that it is over.
func (b *Backup) mailNotice(ctx context.Context, n backup.Notice) error {
	kind, text := mail.BackupTrouble, n.Problem
	if n.Kind == "" {
		kind, text = mail.BackupWell, ""
	}
	return b.db.Update(ctx, func(tx *db.Tx) error {
		all, err := tx.StaffUsers()
		if err != nil {
			return err
		}
		for _, u := range all {
			if u.Staff != db.Administrator || u.Email == "" {
				continue
			}
			err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: kind, Data: mail.Data{
				URL: URL(b.cfg) + "/admin", What: n.Target, Event: string(n.Kind), Text: text,
			}})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

const lastCopyWait = 10 * time.Second

// CopyBeforeStop brings the backup target up to date before the server stops.
func (b *Backup) CopyBeforeStop() error {
	if b.Runner == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastCopyWait)
	defer cancel()
	if err := b.Runner.Finish(ctx); err != nil {
		return fmt.Errorf("the last changes did not reach the backup target: %w", err)
	}
	return nil
}

// State is what the console shows of the copies.
func (b *Backup) State() console.BackupState {
	if b.Runner == nil {
		return console.BackupState{}
	}
	s := b.Runner.Status()
	state := console.BackupState{
		On: true, Database: api.Time(s.Database), Contents: api.Time(s.Contents), Proven: api.Time(s.Proven), Failing: s.Kind != "",
		Problem: string(s.Kind), Words: logs.Scrub(s.Problem), Target: s.Target, Pending: s.Pending, Lost: len(s.Lost),
		ReadBack: api.Time(s.ReadBack), Keep: int64(b.cfg.BackupKeep / time.Second),
	}
	if !s.Proven.IsZero() {
		age := int64(time.Since(s.Proven) / time.Second)
		state.Age = &age
	}
	return state
}
