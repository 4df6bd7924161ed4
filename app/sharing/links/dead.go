package links

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/mail"
	"anbar/app/sharing/gate"
	"anbar/db"
)

const (
	checkBatch       = 200
	maxChecked       = 2000 // links in one go of the background work
	deletedRetention = 180 * 24 * time.Hour
	purgeBatch       = 500
)

// updateStatusIfChanged stores that a link died or came to life, when err tells so and the database does not know it, also in a call
// that only reads. It returns err.
func (s *Service) updateStatusIfChanged(ctx context.Context, l *db.Link, err error) error {
	alive, other := gate.SplitDead(err)
	if l == nil || other != nil || alive == l.DeadAt.IsZero() {
		return err
	}
	return errors.Join(err, s.updateStatus(context.WithoutCancel(ctx), l.ID))
}

// updateStatus updates the stored status of a link, and mails its creator and the owner of
// the workspace when it has just died.
func (s *Service) updateStatus(ctx context.Context, id string) error {
	kind := gate.TermsKind{Mail: mail.LinkDead, Update: (*db.Tx).UpdateLinkDead, URL: s.listURL}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		l, err := tx.LinkByID(id)
		if errors.Is(err, db.ErrNotFound) || err == nil && !l.DeletedAt.IsZero() {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = access.LoadLinkItems(tx.ReadOnly(), l)
		return kind.Sync(tx, &l.Terms, err)
	})
}

// UpdateStatuses finds links that died or came to life since, some at a time. Without a
// commit since all were looked at there is nothing to find.
func (s *Service) UpdateStatuses(ctx context.Context) error {
	if s.cursor == "" {
		if s.scanCommits = s.db.Commits(); s.scanCommits == s.scannedCommits {
			return nil
		}
	}
	for n := 0; n < maxChecked; n += checkBatch {
		changed, last, err := s.findOutdated(ctx, s.cursor)
		if err != nil {
			return err
		}
		for _, id := range changed {
			if err := s.updateStatus(ctx, id); err != nil {
				return err
			}
		}
		if s.cursor = last; last == "" {
			s.scannedCommits = s.scanCommits
			return nil
		}
	}
	return nil
}

// findOutdated returns those of the next links, after one, whose stored status is out of
// date. last is the last link that it checked, empty at the end of all links.
func (s *Service) findOutdated(ctx context.Context, after string) (changed []string, last string, err error) {
	err = s.db.View(ctx, func(v *db.View) error {
		rows, err := v.LinksAfter(after, checkBatch)
		if err != nil {
			return err
		}
		if len(rows) == checkBatch {
			last = rows[len(rows)-1].ID
		}
		changed, err = gate.FindOutdated(rows, func(l *db.Link) *db.Terms { return &l.Terms }, func(l *db.Link) error {
			_, err := access.LoadLinkItems(v, l)
			return err
		})
		return err
	})
	return changed, last, err
}

// PurgeDeleted forgets links that were deleted long ago, and old openings.
func (s *Service) PurgeDeleted(ctx context.Context) error {
	for n := int64(1); n > 0; {
		err := s.db.Update(ctx, func(tx *db.Tx) error {
			links, err := tx.DeleteLinksBefore(tx.Now.Add(-deletedRetention), purgeBatch)
			if err != nil {
				return err
			}
			openings, err := tx.DeleteOpeningsBefore(tx.Now.Add(-deletedRetention), purgeBatch)
			n = links + openings
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
