package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// End says how far a database is brought back. Its zero value is as far as the copies go.
type End struct {
	// Before is a moment: changes whose time is before it come back.
	Before time.Time
	// Position is one of Follower.Position that lies before the moment: changes up to it come back whatever their time says, and as few
	// later ones as the pieces allow. 0 where none is known.
	Position uint64
}

// Restore writes the database as it was at an end, or a little before it (never before its position), to a file that does not exist yet.
// Every piece is proven against its checksum; the structure of the whole is for the caller to check. It fails with ErrBroken where pieces
// are missing.
func Restore(ctx context.Context, t Target, end End, to string, log *slog.Logger) error {
	client, err := t.client()
	if err != nil {
		return err
	}
	client.SetLogger(log)
	if err := client.Init(ctx); err != nil {
		return fmt.Errorf("reach the copies of the database: %w", err)
	}
	last, err := findEnd(ctx, client, end, log)
	if err != nil {
		return fmt.Errorf("look at the copies of the database: %w", err)
	}
	if err := writeDatabase(ctx, client, last, to, log); err != nil {
		return fmt.Errorf("bring the database back: %w", err)
	}
	return nil
}

// findEnd returns the last change that is brought back; 0 for all. It lies before the position only where that cannot be reached, which
// is an error.
func findEnd(ctx context.Context, client litestream.ReplicaClient, end End, log *slog.Logger) (ltx.TXID, error) {
	if end.Before.IsZero() {
		return 0, nil
	}
	position := ltx.TXID(end.Position)
	plan, err := litestream.CalcRestorePlan(ctx, &knownClient{client, position}, 0, end.Before, log)
	last := ltx.TXID(0)
	if err == nil {
		last = plan[len(plan)-1].MaxTXID
	} else if position == 0 || !errors.Is(err, litestream.ErrTxNotAvailable) {
		return 0, err
	}
	if last < position {
		// What was copied one by one may have been joined since to pieces that also hold later changes.
		later, err := findPieceAcross(ctx, client, last, position)
		if err == nil && later == 0 {
			err = fmt.Errorf("%w: changes after %d are missing", ErrBroken, last)
		}
		return later, err
	}
	return last, checkNext(ctx, client, last)
}

// findPieceAcross returns the end of the shortest piece that goes on after a change and holds a position; 0 for none.
func findPieceAcross(ctx context.Context, client litestream.ReplicaClient, after, position ltx.TXID) (end ltx.TXID, err error) {
	for level := range litestream.SnapshotLevel + 1 {
		files, err := client.LTXFiles(ctx, level, 0, false)
		if err != nil {
			return 0, err
		}
		all, err := ltx.SliceFileIterator(files)
		if err != nil {
			return 0, err
		}
		for _, f := range all {
			if f.MinTXID <= after+1 && f.MaxTXID >= position && (end == 0 || f.MaxTXID < end) {
				end = f.MaxTXID
			}
		}
	}
	return end, nil
}

// knownClient gives all pieces up to a position the earliest time: a wrong one would leave changes out without a word, and a damaged
// piece would not be read. Behind the position it leaves out whole copies whose time cannot be read: an earlier one and the changes
// since are as good, and such a copy would be chosen for any moment.
type knownClient struct {
	litestream.ReplicaClient
	position ltx.TXID
}

// LTXFiles implements litestream.ReplicaClient.
func (c *knownClient) LTXFiles(ctx context.Context, level int, seek ltx.TXID, exact bool) (ltx.FileIterator, error) {
	files, err := c.ReplicaClient.LTXFiles(ctx, level, seek, exact)
	if err != nil {
		return nil, err
	}
	all, err := ltx.SliceFileIterator(files)
	all = slices.DeleteFunc(all, func(f *ltx.FileInfo) bool {
		return level == litestream.SnapshotLevel && f.MaxTXID > c.position && f.CreatedAt.IsZero()
	})
	for _, f := range all {
		if f.MaxTXID <= c.position {
			f.CreatedAt = time.Time{}
		}
	}
	return ltx.NewFileInfoSliceIterator(all), err
}

// checkNext refuses an end after which pieces are missing: later ones are there, and none that goes on from it.
func checkNext(ctx context.Context, client litestream.ReplicaClient, end ltx.TXID) error {
	isShort := false
	for level := range litestream.SnapshotLevel + 1 {
		files, err := client.LTXFiles(ctx, level, 0, false)
		if err != nil {
			return err
		}
		all, err := ltx.SliceFileIterator(files)
		if err != nil {
			return err
		}
		for _, f := range all {
			if f.MinTXID <= end+1 && f.MaxTXID > end {
				return nil
			}
			isShort = isShort || f.MinTXID > end+1
		}
	}
	if isShort {
		return fmt.Errorf("%w: changes after %d are missing", ErrBroken, end)
	}
	return nil
}
