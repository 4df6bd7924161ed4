package replica

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/superfly/ltx"
)

// ErrBehind reports a target that lacks changes which are no longer kept on this machine. The copies have to begin anew, in an empty
// folder.
var ErrBehind = errors.New("the target lacks changes that are no longer here")

// Second copies the changes that a Follower collects to one more target, on its own: neither waits for the other. Only one Litestream may
// read the journal of a database, so it uses the files that the Follower keeps of it.
type Second struct {
	first     *Follower
	gate      *gate
	replica   *litestream.Replica
	compactor *litestream.Compactor
	keep      time.Duration
	log       *slog.Logger

	syncMu  sync.Mutex                // one copy of changes at a time
	tendMu  sync.Mutex                // one work on the files of the target at a time; copies go on meanwhile
	failed  int                       // joinings that failed, one after another; for Tend alone
	harmed  atomic.Bool               // what is there cannot be joined any more
	changed atomic.Bool               // changes were copied since the last joining
	last    atomic.Pointer[time.Time] // of the last complete copy; nil for none
}

const (
	joinInterval  = 30 * time.Second // between two joinings of single changes
	singleKeep    = 5 * time.Minute  // how long single changes stay once they are joined
	sharedKeep    = 30 * time.Minute // the same where two targets share them: either may be away as long
	mostFailed    = 40               // joinings that fail, one after another: 20 minutes
	renewInterval = time.Hour        // between two looks at the whole copies
)

// FollowAlso begins to copy to a second target. It goes on in a folder that a Second of the same Follower's numbering wrote, and begins
// an empty one with a whole copy. Tend has to run meanwhile, and Close comes before that of the Follower.
func (f *Follower) FollowAlso(ctx context.Context, t Target, keep time.Duration, log *slog.Logger) (*Second, error) {
	client, err := t.client()
	if err != nil {
		return nil, err
	}
	if err := client.Init(ctx); err != nil {
		return nil, fmt.Errorf("reach the copies of the database: %w", err)
	}
	log = slog.New(quietHandler{log.With("part", "litestream").Handler()})
	client.SetLogger(log)
	g := &gate{ReplicaClient: client}
	s := &Second{
		first: f, gate: g, replica: litestream.NewReplicaWithClient(f.db, g), compactor: litestream.NewCompactor(g, log), keep: keep,
		log: log,
	}
	s.compactor.LocalFileOpener = func(level int, from, to ltx.TXID) (io.ReadCloser, error) {
		return os.Open(f.db.LTXPath(level, from, to))
	}
	return s, nil
}

// Sync copies all that is committed and returns when the target has it. It fails with ErrBehind where that is not possible any more.
func (s *Second) Sync(ctx context.Context) error {
	if err := s.first.db.Sync(ctx); err != nil {
		return fmt.Errorf("collect the database's changes: %w", err)
	}
	s.syncMu.Lock()
	defer s.syncMu.Unlock()
	if s.harmed.Load() {
		return fmt.Errorf("%w: the changes that are there cannot be joined", ErrBehind)
	}
	s.first.gate.held.Store(time.Now().UnixNano()) // a whole copy may take long
	defer s.first.gate.held.Store(0)
	if err := s.findPosition(ctx); err != nil {
		return err
	}
	before := s.replica.Pos()
	err := s.replica.Sync(ctx)
	var lacks *litestream.LTXError
	if errors.As(err, &lacks) && errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrBehind, err)
	}
	if err != nil {
		return fmt.Errorf("copy the database's changes: %w", err)
	}
	if s.replica.Pos() != before {
		s.changed.Store(true)
	}
	now := time.Now()
	s.last.Store(&now)
	return nil
}

// findPosition asks the target how far it is, unless that is known. An empty one gets a whole copy. The caller holds the lock.
func (s *Second) findPosition(ctx context.Context) error {
	if !s.replica.Pos().IsZero() {
		return nil
	}
	// A whole copy may be ahead of the single changes; only where there are none they go on from it.
	last := ltx.TXID(0)
	for _, level := range []int{0, litestream.SnapshotLevel} {
		newest, err := s.replica.MaxLTXFileInfo(ctx, level)
		if err != nil {
			return fmt.Errorf("see how far the copies of the database are: %w", err)
		}
		if last == 0 {
			last = newest.MaxTXID
		}
	}
	if last == 0 {
		whole, err := s.writeWhole(ctx)
		if err == nil {
			s.replica.SetPos(ltx.Pos{TXID: whole})
		}
		return err
	}
	here, err := s.first.db.Pos()
	if err != nil {
		return err
	}
	if here.TXID < last {
		return fmt.Errorf("%w: it has %d changes, and %d are here", ErrBehind, last, here.TXID)
	}
	s.replica.SetPos(ltx.Pos{TXID: last})
	return nil
}

// Position is a number that grows with every change that was collected.
func (s *Second) Position() (uint64, error) { return s.first.Position() }

// LastCopy returns the time of the last complete copy to the target.
func (s *Second) LastCopy() time.Time {
	if at := s.last.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// Abandon lets the target be as it is from now on.
func (s *Second) Abandon() { s.gate.abandoned.Store(true) }

// CopyWhole makes a whole copy of the database at the target.
func (s *Second) CopyWhole(ctx context.Context) error {
	s.tendMu.Lock()
	defer s.tendMu.Unlock()
	_, err := s.writeWhole(ctx)
	return err
}

// writeWhole makes a whole copy at the target, and returns the position that it stands for.
func (s *Second) writeWhole(ctx context.Context) (ltx.TXID, error) {
	at, in, err := s.first.db.SnapshotReader(ctx)
	if err != nil {
		return 0, fmt.Errorf("copy the whole database: %w", err)
	}
	_, err = s.gate.WriteLTXFile(ctx, litestream.SnapshotLevel, 1, at.TXID, in)
	if err = errors.Join(err, in.Close()); err != nil {
		return 0, fmt.Errorf("copy the whole database: %w", err)
	}
	return at.TXID, nil
}

// CloseGaps looks for gaps in the files of the target and closes one with a whole copy of the database.
func (s *Second) CloseGaps(ctx context.Context) error {
	s.tendMu.Lock()
	defer s.tendMu.Unlock()
	for _, l := range levels {
		gaps, err := s.replica.ValidateLevel(ctx, l.Level)
		if err != nil {
			return fmt.Errorf("look for gaps in the copies of the database: %w", err)
		}
		if len(gaps) > 0 {
			_, err := s.writeWhole(ctx)
			return errors.Join(fmt.Errorf("the copies of the database had gaps (%v); a whole copy was made", gaps), err)
		}
	}
	return nil
}

// Tend joins single changes to longer pieces, as a Follower does at its own target, and removes what they replace, until ctx ends.
func (s *Second) Tend(ctx context.Context) {
	tick := time.NewTicker(joinInterval)
	defer tick.Stop()
	joined := map[int]time.Time{} // when pieces of a level were made
	var renewed time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		err := s.join(ctx, joined)
		s.countFailed(err)
		if time.Since(renewed) >= renewInterval {
			if failed := s.renew(ctx, snapshots); failed == nil {
				renewed = time.Now()
			} else {
				err = errors.Join(err, failed)
			}
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("the copied changes of the database could not be joined", "error", err)
		}
	}
}

// countFailed gives the files of the target up that cannot be joined although the target takes new ones: a piece of them is damaged.
func (s *Second) countFailed(err error) {
	if err == nil {
		s.failed = 0
		return
	}
	s.failed++
	if s.failed >= mostFailed && time.Since(s.LastCopy()) < 2*joinInterval {
		s.harmed.Store(true)
	}
}

// join makes longer pieces at each level whose time has come.
func (s *Second) join(ctx context.Context, joined map[int]time.Time) error {
	s.tendMu.Lock()
	defer s.tendMu.Unlock()
	if !s.changed.Swap(false) {
		return nil
	}
	for _, l := range levels[1:] {
		if time.Since(joined[l.Level]) < l.Interval {
			continue
		}
		if _, err := s.compactor.Compact(ctx, l.Level); err != nil && !errors.Is(err, litestream.ErrNoCompaction) {
			s.changed.Store(true)
			return err
		}
		joined[l.Level] = time.Now()
	}
	return s.compactor.EnforceL0Retention(ctx, singleKeep)
}

// renew makes a whole copy where the last one is older than age and something changed since, and removes what no moment needs that can be
// asked for.
func (s *Second) renew(ctx context.Context, age time.Duration) error {
	s.tendMu.Lock()
	defer s.tendMu.Unlock()
	last, err := s.replica.MaxLTXFileInfo(ctx, litestream.SnapshotLevel)
	if err != nil {
		return err
	}
	if s.replica.Pos().TXID > last.MaxTXID && time.Since(last.CreatedAt) >= age {
		if _, err := s.writeWhole(ctx); err != nil {
			return err
		}
	}
	least, err := s.removeWholes(ctx)
	for _, l := range levels[1:] {
		if err == nil {
			err = s.compactor.EnforceRetentionByTXID(ctx, l.Level, least)
		}
	}
	return err
}

// removeWholes removes the whole copies that no moment needs, and returns the position of the oldest one that stays: the earliest moment
// needs the one before it, however old that is.
func (s *Second) removeWholes(ctx context.Context) (ltx.TXID, error) {
	files, err := s.gate.LTXFiles(ctx, litestream.SnapshotLevel, 0, false)
	if err != nil {
		return 0, err
	}
	all, err := ltx.SliceFileIterator(files)
	if err != nil || len(all) == 0 {
		return 0, err
	}
	oldest := 0
	for i, f := range all {
		if time.Since(f.CreatedAt) > s.keep {
			oldest = i
		}
	}
	if oldest > 0 {
		err = s.gate.DeleteLTXFiles(ctx, all[:oldest])
	}
	return all[oldest].MaxTXID, err
}

// Close copies what is left. The Follower still has to be open, and Tend has to have ended.
func (s *Second) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), shutdownWait)
	defer cancel()
	if err := s.Sync(ctx); err != nil {
		return fmt.Errorf("the last changes of the database did not reach the target: %w", err)
	}
	return nil
}
