package host

import (
	"context"
	"log/slog"

	"anbar/app/base/api"
	"anbar/app/base/settings"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/blobstore"
	"anbar/db"
)

// Tier lets contents leave the disk that nobody reads, as the settings say.
type Tier struct {
	blobs    *blobstore.Store
	away     *backup.AwayReader
	backup   *Backup
	settings *settings.Store
	db       *db.DB
	mover    *backup.Tier
}

// NewTier prepares it.
func NewTier(d *db.DB, blobs *blobstore.Store, b *Backup, away *backup.AwayReader, s *settings.Store, log *slog.Logger) *Tier {
	t := &Tier{blobs: blobs, away: away, backup: b, settings: s, db: d}
	t.mover = &backup.Tier{
		DB: d, Blobs: blobs, Away: away, Runners: b.Runners(), Drills: b.Drills(), Log: log,
		Days: func() int { return s.Current().Tier.Days },
	}
	away.Stays = t.mover.IsOn
	return t
}

// Change changes when contents leave, as a person at the shell of the machine does.
func (t *Tier) Change(ctx context.Context, change func(*settings.TierValues)) error {
	return t.db.Update(ctx, func(tx *db.Tx) error {
		next := t.settings.Current().Tier
		change(&next)
		_, err := t.settings.Change(tx, 0, settings.Tier, next.Group())
		return err
	})
}

// Run lets contents go that may.
func (t *Tier) Run(ctx context.Context) error {
	t.blobs.SetAwayCache(t.settings.Current().Tier.Cache)
	return t.mover.Run(ctx)
}

// Fetch brings contents back that a restore, or the tier while it was on, left at the targets.
func (t *Tier) Fetch(ctx context.Context) error {
	t.blobs.SetAwayCache(t.settings.Current().Tier.Cache)
	return t.away.Fetch(ctx, t.db, t.blobs)
}

// State is what the console shows of it; nil without a target while everything is on the disk.
func (t *Tier) State() *console.TierState {
	objects, bytes := t.blobs.CountAway()
	if t.backup.Runner == nil && !t.away.IsTier() {
		return nil
	}
	run, use := t.mover.State(), t.blobs.AwayStats()
	s := &console.TierState{
		TierSetting: console.TierSetting(t.settings.Current().Tier), Targets: []string{}, RanAt: api.Time(run.Ran),
		Obstacle: string(run.Obstacle), Target: run.Target, Waiting: run.Waiting, WaitingBytes: run.WaitingBytes,
		Cached: use.Cached, Hits: use.Hits, Fetched: use.Fetched,
	}
	if t.away.IsTier() {
		away := t.away.State(t.blobs)
		s.Objects, s.Bytes, s.Targets = objects, bytes, away.Targets
		if away.Problem != "" {
			s.Problem = scrubProblem(away.Problem, away.Targets[0])
		}
	}
	return s
}
