package host

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/fence"
	"anbar/app/base/mail"
	"anbar/app/base/panics"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/seal"
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
	Sheets *backup.Sheets

	Second      *backup.Runner  // nil without a second target
	SecondDrill *backup.Driller // nil without a second target

	Fence *fence.Fence // nil for a drive that no other machine takes over without being told that this one is off

	cfg     *config.Serve
	db      *db.DB
	away    *backup.AwayReader
	version string
	log     *slog.Logger
	ring    *seal.Ring
}

// NewBackup prepares to copy to the backup target, when there is one. version is that of the program.
func NewBackup(ctx context.Context, cfg *config.Serve, d *db.DB, blobs *blobstore.Store, away *backup.AwayReader, version string,
	log *slog.Logger) (*Backup, error) {
	b := &Backup{cfg: cfg, db: d, away: away, version: version, log: log, ring: seal.OpenRing(cfg.Seal())}
	b.Sheets = backup.NewSheets(b.ring)
	scratch := filepath.Join(cfg.Cache(), "drill")
	if cfg.BackupTo == "" {
		// Of a rehearsal that was killed, with a copy of the keys.
		return b, errors.Join(os.RemoveAll(scratch), os.RemoveAll(scratch+secondScratch))
	}
	if isFenced(cfg) {
		b.Fence = fence.New()
	}
	share := backup.Options{Journal: backup.NewJournal(), Shared: cfg.BackupSecond != ""}
	var err error
	if b.Runner, b.Drill, err = b.newRunner(ctx, cfg.BackupTo, blobs, scratch, share); err != nil {
		return b, err
	}
	if !share.Shared {
		return b, os.RemoveAll(scratch + secondScratch)
	}
	share.IsSecond = true
	b.Second, b.SecondDrill, err = b.newRunner(ctx, cfg.BackupSecond, blobs, scratch+secondScratch, share)
	return b, err
}

const secondScratch = "-second"

// newRunner prepares to copy to a target, and to rehearse a restore from it. share says what it has in common with another one.
func (b *Backup) newRunner(
	ctx context.Context, name string, blobs *blobstore.Store, scratch string, share backup.Options,
) (*backup.Runner, *backup.Driller, error) {
	t, err := b.OpenTarget(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	o, err := b.Options(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	o.Notify, o.Journal, o.Shared, o.IsSecond = b.mailNotice, share.Journal, share.Shared, share.IsSecond
	if !o.IsSecond && b.Fence != nil {
		o.Fence, o.Marker, o.Unfence = b.Fence, b.cfg.FenceMarker(), !b.cfg.BackupFenced
	}
	k, err := backup.NewRunner(t, blobs, o)
	if err != nil {
		return nil, nil, err
	}
	drills := backup.DrillOptions{DB: b.db, Scratch: scratch, Free: blobs.UnusedBytes, Notify: b.mailNotice, Serve: serveCopy}
	if b.cfg.DrillURL != "" {
		drills.Call = func(ctx context.Context) error { return getURL(ctx, b.cfg.DrillURL) }
	}
	d := backup.NewDriller(k, drills)
	return k, d, d.Recover(ctx)
}

// OpenTarget opens a target as people write it. The one that is kept as the second has settings of its own.
func (b *Backup) OpenTarget(ctx context.Context, name string) (backup.Target, error) {
	return OpenTarget(ctx, b.cfg, name)
}

// OpenTarget opens a target as people write it, with the settings of the first or of the second.
func OpenTarget(ctx context.Context, cfg *config.Serve, name string) (backup.Target, error) {
	remote := cfg.Remote
	if name == cfg.BackupSecond && name != "" {
		remote.S3 = cfg.Choose(remote.S3)
	}
	return backup.OpenTarget(ctx, name, cfg.Storage, remote)
}

// Runners are those of all targets that are kept, the first one first.
func (b *Backup) Runners() []*backup.Runner {
	var all []*backup.Runner
	for _, k := range []*backup.Runner{b.Runner, b.Second} {
		if k != nil {
			all = append(all, k)
		}
	}
	return all
}

// Drills are the rehearsals from all targets that are kept, the first one first.
func (b *Backup) Drills() []*backup.Driller {
	var all []*backup.Driller
	for _, d := range []*backup.Driller{b.Drill, b.SecondDrill} {
		if d != nil {
			all = append(all, d)
		}
	}
	return all
}

// FindRunner returns the Runner of a target; nil where it is not kept.
func (b *Backup) FindRunner(t backup.Target) *backup.Runner {
	for _, k := range b.Runners() {
		if k.Status().Target == t.String() {
			return k
		}
	}
	return nil
}

// Close ends the copying. The database must be closed before.
func (b *Backup) Close() error { return backup.CloseRunners(b.Runners()...) }

// Options say how this appliance copies to a target.
func (b *Backup) Options(ctx context.Context, t backup.Target) (backup.Options, error) {
	o := backup.Options{
		Database: b.cfg.Database(), Meta: TargetRecordPath(b.cfg.Storage, t), Secrets: b.cfg.Secrets(), Ring: b.ring,
		Retention: b.cfg.BackupKeep,
		Rate:      b.cfg.BackupRate << 10, Version: b.version, Name: ApplianceName(b.cfg.Domain, b.cfg.PublicURL), Log: b.log,
		Away: b.away,
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

// ApplianceName names the appliance for people who find its copies.
func ApplianceName(domains []string, publicURL string) string {
	if len(domains) > 0 {
		return domains[0]
	}
	if u, err := url.Parse(publicURL); err == nil && u.Hostname() != "" {
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
	event := string(n.Kind)
	if n.Kind == "" {
		kind, text = mail.BackupWell, ""
	}
	if n.Kind == "" && n.Drill {
		event = "drill"
	}
	return b.db.Update(ctx, func(tx *db.Tx) error {
		all, err := tx.AdministratorsToMail()
		if err != nil {
			return err
		}
		for _, u := range all {
			err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: kind, Data: mail.Data{
				URL: URL(b.cfg) + "/admin", What: n.Target, Event: event, Text: text,
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
	return runTogether(b.Runners(), func(k *backup.Runner) error {
		ctx, cancel := context.WithTimeout(context.Background(), lastCopyWait)
		defer cancel()
		if err := k.Finish(ctx); err != nil {
			return fmt.Errorf("the last changes did not reach the backup target %s: %w", k.Status().Target, err)
		}
		return nil
	})
}

// runTogether does something for several targets at a time: none waits for another.
func runTogether[T any](all []T, do func(T) error) error {
	failed := make([]error, len(all))
	var wait sync.WaitGroup
	for i, one := range all {
		wait.Go(func() { failed[i] = panics.Catch(func() error { return do(one) }) })
	}
	wait.Wait()
	return errors.Join(failed...)
}

// CopyNow brings all targets up to date.
func (b *Backup) CopyNow(ctx context.Context) error {
	return runTogether(b.Runners(), func(k *backup.Runner) error {
		_, err := k.CopyNow(ctx)
		return err
	})
}

// Rehearse rehearses a restore from each target.
func (b *Backup) Rehearse(ctx context.Context) error {
	return runTogether(b.Drills(), func(d *backup.Driller) error {
		_, err := d.Run(ctx, backup.DrillAsked)
		return err
	})
}

// WatchDrills rehearses when it is time to, and has the administrators told of trouble.
func (b *Backup) WatchDrills(ctx context.Context) error {
	return runTogether(b.Drills(), func(d *backup.Driller) error { return d.Watch(ctx) })
}

// DrillTrouble is what is wrong with the rehearsals of a restore, of the first target that something is wrong at.
func (b *Backup) DrillTrouble(v *db.View) (console.DrillTrouble, error) {
	for i, d := range b.Drills() {
		kind, since, err := d.Trouble(v)
		if err != nil || kind != "" {
			return console.DrillTrouble{Kind: string(kind), Since: since, Target: b.Runners()[i].Status().Target}, err
		}
	}
	return console.DrillTrouble{}, nil
}

// RemindOfSheet has the administrators told when nobody showed the recovery sheet for a year.
func (b *Backup) RemindOfSheet(ctx context.Context) error {
	return b.Sheets.Remind(ctx, b.cfg.BackupTo, b.mailNotice)
}

// Copies is what the console does with the copies.
func (b *Backup) Copies() console.Copies {
	return console.Copies{Sheets: b.Sheets, Name: ApplianceName(b.cfg.Domain, b.cfg.PublicURL), Reseal: b.reseal}
}

// reseal has the copies sealed anew with the newest sheet.
func (b *Backup) reseal(c *api.Call) (sealed, restart bool, err error) {
	if b.Runner == nil {
		return false, false, fault.InvalidID
	}
	sealed = true
	for _, k := range b.Runners() {
		done, begins, failed := k.RequestReseal(c)
		sealed, restart, err = sealed && done, restart || begins, errors.Join(err, failed)
	}
	if errors.Is(err, backup.ErrNoSheet) {
		err = fault.InvalidID
	}
	return sealed, restart, err
}

// State is what the console shows of the copies.
func (b *Backup) State() console.BackupState {
	if b.Runner == nil {
		return console.BackupState{}
	}
	state := b.stateOf(b.Runner)
	if b.Second != nil {
		second := b.stateOf(b.Second)
		state.Second = &second
	}
	return state
}

func (b *Backup) stateOf(k *backup.Runner) console.BackupState {
	s := k.Status()
	state := console.BackupState{
		On: true, Database: api.Time(s.Database), Contents: api.Time(s.Contents), Proven: api.Time(s.Proven), Failing: s.Kind != "",
		Problem: string(s.Kind), Words: scrubProblem(s.Problem, s.Target), Target: s.Target, Pending: s.Pending, Lost: len(s.Lost),
		ID: k.ID(), ReadBack: api.Time(s.ReadBack), FirstRead: api.Time(s.FirstRead), Keep: int64(b.cfg.BackupKeep / time.Second),
	}
	if l := k.Lease(); l.On {
		state.Lease = &console.LeaseState{Open: l.Open, Renewed: api.Time(l.Renewed), Epoch: l.Epoch}
	}
	use := k.SheetInUse()
	state.Sealed, state.Resealing, state.Mixed, state.Foreign = use.Sheet, use.Resealing, use.Mixed, use.Foreign
	if !s.Proven.IsZero() {
		age := int64(time.Since(s.Proven) / time.Second)
		state.Age = &age
	}
	return state
}

// publicSSH is what stands in a trouble with a target over SSH to be copied: fingerprints and public keys.
const publicSSH = `SHA256:[A-Za-z0-9+/]{43}|\bssh-ed25519 [A-Za-z0-9+/]{68}`

// scrubProblem hides what is secret in the words of a trouble, and leaves the target, which stands beside it, and what is public.
func scrubProblem(words, target string) string {
	shown := regexp.MustCompile(publicSSH + "|" + regexp.QuoteMeta(target))
	var s strings.Builder
	at := 0
	for _, part := range shown.FindAllStringIndex(words, -1) {
		s.WriteString(logs.Scrub(words[at:part[0]]) + words[part[0]:part[1]])
		at = part[1]
	}
	return s.String() + logs.Scrub(words[at:])
}

// IsTargetOnDisk reports whether the backup target is a directory on the disk of the data, or a server on this machine: both may break
// with the data.
func IsTargetOnDisk(c *config.Serve) bool {
	if c.BackupTo == "" || c.BackupSecond != "" && !isOnDisk(c, c.BackupSecond) {
		return false
	}
	return isOnDisk(c, c.BackupTo)
}

func isOnDisk(c *config.Serve, to string) bool {
	if backup.IsOnThisMachine(to) {
		return true
	}
	if !backup.IsDirectory(to) {
		return false
	}
	target, err := DeviceOf(to)
	if err != nil {
		return false
	}
	own, err := DeviceOf(c.Data)
	return err == nil && own == target
}

// DeviceOf is the number of the file system that a directory lies on, or will.
func DeviceOf(dir string) (uint64, error) {
	info, err := os.Stat(dir)
	for above := filepath.Dir(dir); os.IsNotExist(err) && above != dir; above = filepath.Dir(dir) {
		dir = above
		info, err = os.Stat(dir)
	}
	if err != nil {
		return 0, err
	}
	return info.Sys().(*syscall.Stat_t).Dev, nil
}
