package boxes

import (
	"context"
	"errors"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/files"
	"anbar/db"
)

const (
	trashBatch       = 50
	purgeBatch       = 500
	deletedRetention = 180 * 24 * time.Hour // that a code was one
)

// TrashExpiredFiles moves files received by boxes to the trash after the retention of their box,
// unless a user changed them.
func (s *Service) TrashExpiredFiles(ctx context.Context) error {
	for n := trashBatch; n == trashBatch; {
		err := s.db.Update(ctx, func(tx *db.Tx) error {
			all, err := tx.ExpiredBoxFiles(trashBatch)
			n = len(all)
			for i := range all {
				if err == nil {
					err = trashFile(tx, &all[i])
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

// trashFile deletes a file in the name of the box's creator, or of the workspace's owner when
// the creator has lost the right to.
func trashFile(tx *db.Tx, f *db.ExpiredBoxFile) error {
	if err := tx.UpdateBoxFileRetained(f.Node); err != nil {
		return err
	}
	for _, user := range []db.UserID{f.CreatedBy, f.Owner} {
		who := access.Actor{User: user}
		it, err := access.Node(tx.ReadOnly(), who, f.Space, f.Node, access.Delete)
		if errors.Is(err, fault.InvalidID) || errors.Is(err, fault.PermissionDenied) {
			continue
		}
		if err != nil || it.Version != f.Version {
			return err
		}
		return files.MoveToTrash(tx, who, it)
	}
	return nil
}

// Purge forgets boxes that were taken away long ago.
func (s *Service) Purge(ctx context.Context) error {
	for n := int64(purgeBatch); n == purgeBatch; {
		err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteBoxesBefore(tx.Now.Add(-deletedRetention), purgeBatch)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
