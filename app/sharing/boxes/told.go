package boxes

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/sharing/gate"
	"anbar/db"
)

const (
	digestMaxDelay = 10 * time.Minute // after the first file not yet reported
	digestPause    = 3 * time.Minute  // without another file
	digestNames    = 20
)

// SendDigests mails the creators of boxes about received files, with one mail for all files that
// came together.
func (s *Service) SendDigests(ctx context.Context) error {
	due, err := db.Get(ctx, s.db, func(v *db.View) (due []db.UnreportedBox, err error) {
		all, err := v.UnreportedBoxes()
		for _, u := range all {
			if v.Now.Sub(u.First) >= digestMaxDelay || v.Now.Sub(u.Last) >= digestPause {
				due = append(due, u)
			}
		}
		return due, err
	})
	for _, u := range due {
		if err == nil {
			err = s.db.Update(ctx, func(tx *db.Tx) error { return s.sendDigest(tx, u.Box) })
		}
	}
	return err
}

// sendDigest marks received files of a box as reported, with the mail that reports them.
func (s *Service) sendDigest(tx *db.Tx, id string) error {
	names, err := tx.UnreportedFiles(id, digestNames)
	if err != nil || len(names) == 0 {
		return err
	}
	count, err := tx.CountUnreportedFiles(id)
	if err != nil {
		return err
	}
	if err := tx.UpdateBoxFilesReported(id); err != nil {
		return err
	}
	b, err := tx.BoxByID(id)
	if err != nil {
		return err
	}
	it, err := access.LoadBoxDirectory(tx.ReadOnly(), b)
	if errors.Is(err, fault.LinkDead) {
		return nil // they may no longer see the received files
	}
	if err != nil {
		return err
	}
	creator, err := tx.UserByID(b.CreatedBy)
	if err != nil || creator.Email == "" || !creator.EmailValidated {
		return err
	}
	u := s.base() + "/workspace/" + b.Space.String() + "/directory/" + b.Node.String()
	if it.IsInDrive() {
		u += "/my"
	}
	return mail.Enqueue(tx, mail.Message{
		To: creator.Email, Language: creator.Language, Kind: mail.BoxDigest,
		Data: mail.Data{URL: u, Space: it.Space.Title, Title: b.Title, Items: names, Count: count},
	})
}

const checkBatch = 200

// UpdateStatuses finds boxes that died or came to life since, and tells of each death once.
// Without a commit since all were looked at there is nothing to find.
func (s *Service) UpdateStatuses(ctx context.Context) error {
	now := s.db.Commits()
	if s.scannedCommits == now {
		return nil
	}
	var at db.Box
	for n := checkBatch; n == checkBatch; {
		var changed []string
		err := s.db.View(ctx, func(v *db.View) error {
			rows, err := v.BoxesEndingAfter(maxTime(at.ExpiresAt, v.Now), at.ID, checkBatch)
			if err != nil {
				return err
			}
			if n = len(rows); n > 0 {
				at = rows[n-1]
			}
			changed, err = findOutdated(v, rows)
			return err
		})
		if err != nil {
			return err
		}
		for _, id := range changed {
			if err := s.db.Update(ctx, func(tx *db.Tx) error { return s.updateStatus(tx, id) }); err != nil {
				return err
			}
		}
	}
	s.scannedCommits = now
	return nil
}

func maxTime(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// findOutdated returns the ids of the boxes whose stored status is out of date.
func findOutdated(v *db.View, rows []db.Box) ([]string, error) {
	return gate.FindOutdated(rows, func(b *db.Box) *db.Terms { return &b.Terms }, func(b *db.Box) error {
		_, err := access.LoadBoxDirectory(v, b)
		return err
	})
}

// updateStatus updates the stored status of a box, and mails its creator and the owner of
// the workspace when it has just died.
func (s *Service) updateStatus(tx *db.Tx, id string) error {
	b, err := tx.BoxByID(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && !b.DeletedAt.IsZero() {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = access.LoadBoxDirectory(tx.ReadOnly(), b)
	return gate.TermsKind{Mail: mail.BoxDead, Update: (*db.Tx).UpdateBoxDead, URL: s.listURL}.Sync(tx, &b.Terms, err)
}
