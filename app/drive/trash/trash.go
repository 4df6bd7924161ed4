// Package trash lists deleted items and deletes them forever, on request or after their
// retention. Restoring is a kind of move, see package files.
package trash

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/pace"
	"anbar/app/base/quota"
	"anbar/app/drive/activity"
	"anbar/app/drive/files"
	"anbar/db"
)

// Service is the trashes of one appliance.
type Service struct {
	db    *db.DB
	files *files.Service
	log   *slog.Logger
	wake  chan struct{}
}

// New makes the service. tree does what takes long as tasks.
func New(d *db.DB, tree *files.Service, log *slog.Logger) *Service {
	return &Service{db: d, files: tree, log: log, wake: make(chan struct{}, 1)}
}

// Purge deletes items of a trash forever, all or none. Their rows go in the
// background.
func (s *Service) Purge(ctx context.Context, who access.Actor, sel files.Selection) error {
	defer s.wakeRun()
	return s.db.Update(ctx, func(tx *db.Tx) error {
		load := func(id db.NodeID) (*access.Item, error) {
			return access.TrashedNode(tx.ReadOnly(), who, sel.Space, id, access.Delete)
		}
		items, err := sel.Load(load)
		if err != nil {
			return err
		}
		for _, it := range items {
			// Loaded anew: the item before may have changed its counters, or taken it along.
			again, err := load(it.ID)
			if errors.Is(err, fault.InvalidID) {
				continue
			}
			if err == nil {
				err = purgeItem(tx, who, again)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func purgeItem(tx *db.Tx, who access.Actor, it *access.Item) error {
	if err := activity.Record(tx, who, it, purged[it.Kind], nil, nil); err != nil {
		return err
	}
	_, err := tx.UpdateNodeGone(it.Node, db.GoneRoot)
	return err
}

// PurgeTask is Purge for a selection of any size. A small one is deleted at once, all or none; many items are a task.
func (s *Service) PurgeTask(ctx context.Context, who access.Actor, sel files.Selection) (files.Task, error) {
	return s.files.EachTrashedTask(ctx, who, sel, access.Delete, func(sel files.Selection) error { return s.Purge(ctx, who, sel) },
		func(tx *db.Tx, it *access.Item) error {
			tx.AfterCommit(s.wakeRun)
			return purgeItem(tx, who, it)
		})
}

var purged = map[db.Kind]activity.Action{db.File: activity.FilePurge, db.Directory: activity.DirectoryPurge}

const (
	emptyStep = 50              // items that one query reads
	stepTime  = db.StepTime / 2 // that a transaction works on items
)

// EmptyTask deletes everything in a trash forever, as a task when it is much. What came into it after a moment stays: whoever was
// asked did not see it, and its person may still take it back.
func (s *Service) EmptyTask(ctx context.Context, who access.Actor, space db.SpaceID, trash db.NodeID, until time.Time) (files.Task, error) {
	total, err := db.Get(ctx, s.db, func(v *db.View) (total int, err error) {
		bin, err := loadBin(v, who, space, trash)
		if err == nil {
			total = int(bin.ChildFiles + bin.ChildDirs)
		}
		return total, err
	})
	if err != nil {
		return files.Task{}, err
	}
	if total <= limits.ItemsAtOnce {
		return files.Task{}, s.Empty(ctx, who, space, trash, until, func(int) {})
	}
	return s.files.RunTask(ctx, who, func(ctx context.Context, r *files.Progress) error {
		r.SetTotal(total)
		return s.Empty(ctx, who, space, trash, until, func(n int) { r.SetDone(min(n, total)) })
	})
}

// Empty deletes everything that came into a trash up to a moment, forever and in steps, so that other writers get their turn in
// between. It calls progress with the number of items that went.
func (s *Service) Empty(ctx context.Context, who access.Actor, space db.SpaceID, trash db.NodeID, until time.Time,
	progress func(int)) error {
	defer s.wakeRun()
	total := 0
	for more := true; more; progress(total) {
		n := 0
		err := s.db.Step(ctx, func(tx *db.Tx) (err error) {
			n, more, err = emptyBatch(tx, who, space, trash, until)
			if err == nil && !more && total+n > 0 {
				err = recordEmpty(tx, who, space, trash, total+n)
			}
			return err
		})
		if err != nil {
			return err
		}
		total += n
	}
	return nil
}

// loadBin loads a trash itself.
func loadBin(v *db.View, who access.Actor, space db.SpaceID, trash db.NodeID) (*access.Item, error) {
	bin, err := access.TrashedNode(v, who, space, trash, access.Delete)
	if err == nil && bin.Parent != 0 {
		err = fault.InvalidID
	}
	return bin, err
}

// emptyBatch deletes items of a trash, as many as there is time for.
func emptyBatch(tx *db.Tx, who access.Actor, space db.SpaceID, trash db.NodeID, until time.Time) (n int, more bool, err error) {
	bin, err := loadBin(tx.ReadOnly(), who, space, trash)
	if err != nil {
		return 0, false, err
	}
	for began := time.Now(); n == 0 || time.Since(began) < stepTime; {
		all, err := listTrashedUntil(tx.ReadOnly(), bin, until)
		if err != nil || len(all) == 0 {
			return n, false, err
		}
		if err := markGone(tx, all); err != nil {
			return n, false, err
		}
		n += len(all)
	}
	return n, true, nil
}

// listTrashedUntil returns some of the items that came into a trash up to a moment.
func listTrashedUntil(v *db.View, bin *access.Item, until time.Time) ([]db.Node, error) {
	for _, kind := range []db.Kind{db.Directory, db.File} {
		all, err := v.Children(bin.ID, kind, db.ByTrashed, false, db.Place{}, emptyStep)
		if err != nil {
			return nil, err
		}
		newer := slices.IndexFunc(all, func(n db.Node) bool { return n.TrashedAt.After(until) })
		if newer >= 0 {
			all = all[:newer]
		}
		for i := range all {
			all[i].Parent, all[i].Space = bin.ID, bin.Space.ID
		}
		if len(all) > 0 {
			return all, nil
		}
	}
	return nil, nil
}

func markGone(tx *db.Tx, all []db.Node) error {
	for i := range all {
		if _, err := tx.UpdateNodeGone(&all[i], db.GoneRoot); err != nil {
			return err
		}
	}
	return nil
}

func recordEmpty(tx *db.Tx, who access.Actor, space db.SpaceID, trash db.NodeID, n int) error {
	bin, err := access.TrashedNode(tx.ReadOnly(), who, space, trash, access.Delete)
	if err != nil {
		return err
	}
	return activity.Record(tx, who, bin, activity.TrashEmpty, &activity.Detail{Number: n}, nil)
}

// Expire deletes items forever that were in a trash for the number of days of their
// workspace.
func (s *Service) Expire(ctx context.Context) error {
	defer s.wakeRun()
	for n := emptyStep; n == emptyStep; {
		err := s.db.Step(ctx, func(tx *db.Tx) error {
			all, err := tx.ExpiredTrash(quota.DefaultRestoreDays, emptyStep)
			if err != nil {
				return err
			}
			n = len(all)
			return markGone(tx, all)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const day = 24 * time.Hour

// wakeRun wakes Run to remove the rows of deleted items.
func (s *Service) wakeRun() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

const removeInterval = 10 * time.Second

// Run removes the rows of deleted items until ctx ends.
func (s *Service) Run(ctx context.Context) {
	for {
		if err := s.RemoveRows(ctx); err != nil && !errors.Is(err, context.Canceled) {
			s.log.Error("remove deleted items", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-time.After(pace.Align(removeInterval)):
		}
	}
}

// RemoveRows removes the rows of deleted items and gives their storage back, in short
// transactions.
func (s *Service) RemoveRows(ctx context.Context) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		any := false
		if err := s.db.ViewOne(ctx, func(v *db.View) (err error) { any, err = v.AnyGone(); return err }); err != nil || !any {
			return err
		}
		err := s.db.Step(ctx, func(tx *db.Tx) error {
			g, err := tx.DeleteGone(stepTime)
			more = g.More
			for space, bytes := range g.Bytes {
				if err == nil {
					err = quota.Release(tx, space, bytes)
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
