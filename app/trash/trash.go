// Package trash lists deleted items and deletes them forever, on request or after their
// retention. Restoring is a kind of move, see package files.
package trash

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"anbar/app/access"
	"anbar/app/activity"
	"anbar/app/fault"
	"anbar/app/files"
	"anbar/app/quota"
	"anbar/db"
)

// Service is the trashes of one appliance.
type Service struct {
	db   *db.DB
	log  *slog.Logger
	wake chan struct{}
}

// New makes the service.
func New(d *db.DB, log *slog.Logger) *Service {
	return &Service{d, log, make(chan struct{}, 1)}
}

// Purge deletes items of a trash forever, all or none. Their rows go in the
// background.
func (s *Service) Purge(ctx context.Context, who access.Actor, sel files.Selection) error {
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		items, err := sel.Load(func(id db.NodeID) (*access.Item, error) {
			return access.Trashed(tx.ReadOnly(), who, sel.Space, id, access.Delete)
		})
		if err != nil {
			return err
		}
		for _, it := range items {
			// Loaded anew: the item before may have changed its counters, or taken it along.
			again, err := access.Trashed(tx.ReadOnly(), who, sel.Space, it.ID, access.Delete)
			if errors.Is(err, fault.InvalidID) {
				continue
			}
			if err != nil {
				return err
			}
			if err := activity.Record(tx, who, again, purged[it.Kind], nil, nil); err != nil {
				return err
			}
			if _, err := tx.UpdateNodeGone(again.Node, db.GoneRoot); err != nil {
				return err
			}
		}
		return nil
	})
	s.start()
	return err
}

var purged = map[db.Kind]activity.Action{db.File: activity.FilePurge, db.Directory: activity.DirectoryPurge}

const emptyStep = 500

// Empty deletes everything in a trash forever, in steps, so that other writers get their
// turn in between. Items that are trashed meanwhile are deleted too.
func (s *Service) Empty(ctx context.Context, who access.Actor, space db.SpaceID, trash db.NodeID) error {
	defer s.start()
	total := 0
	for {
		n := 0
		err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = emptySome(tx, who, space, trash)
			if err == nil && n < emptyStep && total+n > 0 {
				err = recordEmpty(tx, who, space, trash, total+n)
			}
			return err
		})
		if err != nil || n < emptyStep {
			return err
		}
		total += n
	}
}

func emptySome(tx *db.Tx, who access.Actor, space db.SpaceID, trash db.NodeID) (int, error) {
	bin, err := access.Trashed(tx.ReadOnly(), who, space, trash, access.Delete)
	if err != nil {
		return 0, err
	}
	if bin.Parent != 0 {
		return 0, fault.InvalidID
	}
	all, _, err := files.Children(tx.ReadOnly(), bin, files.Page{Sort: "trashed_at:1", Limit: emptyStep})
	if err != nil {
		return 0, err
	}
	for i := range all {
		if _, err := tx.UpdateNodeGone(&all[i], db.GoneRoot); err != nil {
			return 0, err
		}
	}
	return len(all), nil
}

func recordEmpty(tx *db.Tx, who access.Actor, space db.SpaceID, trash db.NodeID, n int) error {
	bin, err := access.Trashed(tx.ReadOnly(), who, space, trash, access.Delete)
	if err != nil {
		return err
	}
	return activity.Record(tx, who, bin, activity.TrashEmpty, &activity.Detail{Number: n}, nil)
}

// Expire deletes items forever that were in a trash for the number of days of their
// workspace.
func (s *Service) Expire(ctx context.Context) error {
	defer s.start()
	for n := emptyStep; n == emptyStep; {
		err := s.db.Update(ctx, func(tx *db.Tx) error {
			all, err := tx.TrashedLong(quota.DefaultRestoreDays, emptyStep)
			if err != nil {
				return err
			}
			n = len(all)
			for i := range all {
				if _, err := tx.UpdateNodeGone(&all[i], db.GoneRoot); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const day = 24 * time.Hour

// start wakes Run to remove the rows of deleted items.
func (s *Service) start() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

const (
	goneStep  = 300
	goneEvery = 10 * time.Second
)

// Run removes the rows of deleted items until ctx ends.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(goneEvery)
	defer tick.Stop()
	for {
		if err := s.Remove(ctx); err != nil && !errors.Is(err, context.Canceled) {
			s.log.Error("remove deleted items", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// Remove removes the rows of deleted items and gives their storage back, in short
// transactions.
func (s *Service) Remove(ctx context.Context) error {
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		any := false
		if err := s.db.ViewOne(ctx, func(v *db.View) (err error) { any, err = v.AnyGone(); return err }); err != nil || !any {
			return err
		}
		err := s.db.Update(ctx, func(tx *db.Tx) error {
			g, err := tx.DeleteGone(goneStep)
			more = g.More
			if err != nil {
				return err
			}
			return quota.Release(tx, g.Space, g.Bytes)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
