package host

import (
	"context"
	"log/slog"

	"anbar/app/base/api"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/blobstore"
	"anbar/config"
)

// OpenAway returns what reads the contents that are at the backup targets alone.
func OpenAway(ctx context.Context, cfg *config.Serve, log *slog.Logger) (*backup.AwayReader, error) {
	return backup.OpenAwayReader(ctx, cfg.Storage, func(ctx context.Context, name string) (backup.Target, error) {
		return OpenTarget(ctx, cfg, name)
	}, log)
}

// restoreState is what the console shows of a restore that serves; nil for none.
func restoreState(away *backup.AwayReader, blobs *blobstore.Store) *console.RestoreState {
	if away.IsTier() {
		return nil
	}
	if away.IsOver() {
		left, bytes := blobs.CountAway()
		if left == 0 {
			return nil
		}
		return &console.RestoreState{
			Targets: []string{}, Objects: left, All: left, Bytes: bytes, AllBytes: bytes,
			Problem: "the file restore.json, which says where the contents are, is missing: put it back, or restore anew",
		}
	}
	s := away.State(blobs)
	return &console.RestoreState{
		From: s.From, At: api.Time(s.Time), Targets: s.Targets, Objects: s.Objects, All: s.All, Bytes: s.Bytes, AllBytes: s.AllBytes,
		Damaged: len(s.Damaged), Problem: scrubProblem(s.Problem, s.Targets[0]),
	}
}

// ListLost returns the objects that a target should have and has not undamaged, as far as that is known, those of the store that are
// nowhere among them.
func (b *Backup) ListLost() []string {
	all := b.away.ListLost()
	for _, k := range b.Runners() {
		all = append(all, k.Status().Lost...)
	}
	return all
}
