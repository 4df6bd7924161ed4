package files

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/limits"
	"anbar/app/drive/activity"
	"anbar/db"
)

// RewindTask restores a directory, or some of its past entries, to a moment. Newer items go to the trash; items deleted forever
// stay lost. Few changes are made at once, all or none. Many are a task; one that was stopped leaves what it did, and another
// Rewind to the same moment does the rest. Returns the plan, which a task may still be carrying out.
func (s *Service) RewindTask(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, at time.Time,
	only []db.NodeID) (*RestorePlan, Task, error) {
	r, err := s.PreviewRewind(ctx, who, space, dir, at, only)
	if err != nil {
		return nil, Task{}, err
	}
	if r.scanned <= s.maxItems {
		now, err := s.rewindAtOnce(ctx, who, space, dir, at, only)
		if !errors.Is(err, errMany) {
			return now, Task{User: who.User, Status: done}, err
		}
	}
	task, err := s.tasks.start(ctx, who, s.tasks.acquireSlot, func(ctx context.Context, p *Progress) (Moved, db.UndoID, error) {
		return Moved{}, 0, s.rewindMany(ctx, who, r, at, p)
	})
	return r, task, err
}

func (s *Service) rewindAtOnce(ctx context.Context, who access.Actor, space db.SpaceID, dir db.NodeID, at time.Time,
	only []db.NodeID) (r *RestorePlan, err error) {
	return db.Do(ctx, s.db, func(tx *db.Tx) (r *RestorePlan, err error) {
		it, err := access.Dir(tx.ReadOnly(), who, space, dir, access.Update)
		if err != nil {
			return nil, err
		}
		if r, err = planRewind(tx.ReadOnly(), who, it, at, only); err != nil {
			return r, err
		}
		if r.scanned > s.maxItems {
			return r, errMany // more came since it was looked at
		}
		t := newRestorer(r, who)
		for _, c := range r.sortChanges() {
			if err := t.applyChange(tx, c); err != nil {
				return r, err
			}
		}
		return r, recordRewind(tx, who, it, at, len(r.Changes))
	})
}

func recordRewind(tx *db.Tx, who access.Actor, it *access.Item, at time.Time, changes int) error {
	return activity.Record(tx, who, it, activity.Rewind, nil, &activity.Detail{At: at.UTC().Format(time.RFC3339), Number: changes})
}

// rewindMany carries out a plan, some changes at a time, once all of them are allowed. What somebody else deletes meanwhile is
// left out.
func (s *Service) rewindMany(ctx context.Context, who access.Actor, r *RestorePlan, at time.Time, p *Progress) error {
	all, t := r.sortChanges(), newRestorer(r, who)
	p.SetTotal(len(all))
	if err := s.checkChanges(ctx, t, all); err != nil {
		return err
	}
	i, made, kept := 0, 0, 0 // done, changed, and changed for good
	var err error
	if len(all) > 0 {
		err = s.newBatchRunner(who, t.space, p).run(ctx, func(*db.Tx) *operation {
			p.SetDone(i)
			kept = made
			return nil
		}, func(tx *db.Tx) (bool, error) {
			err := t.applyChange(tx, all[i])
			i++
			if isGone(err) {
				return i < len(all), checkMembership(tx.ReadOnly(), who, t.space)
			}
			made++
			return i < len(all), err
		})
	}
	if err == nil {
		kept = made
	}
	if kept == 0 {
		return err
	}
	return errors.Join(err, s.db.Update(context.WithoutCancel(ctx), func(tx *db.Tx) error {
		it, err := access.Dir(tx.ReadOnly(), who, t.space, r.top.ID, access.Read)
		if isGone(err) {
			return nil
		}
		if err != nil {
			return err
		}
		return recordRewind(tx, who, it, at, kept)
	}))
}

// checkChanges refuses a plan of which something is not allowed.
func (s *Service) checkChanges(ctx context.Context, t *restorer, all []Change) error {
	for from := 0; from < len(all); from += limits.ItemsAtOnce {
		err := s.db.View(ctx, func(v *db.View) error {
			for _, c := range all[from:min(len(all), from+limits.ItemsAtOnce)] {
				if _, err := t.loadItem(v, c); err != nil && !isGone(err) {
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
