package imports

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/files"
	"anbar/db"
)

// loadImport loads an import that the actor may see: their own, or one of a workspace that they manage into a directory that they read.
// mine asks for their own.
func loadImport(v *db.View, who access.Actor, id db.ImportID, mine bool) (*db.Import, error) {
	imp, err := v.ImportByID(id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.InvalidID
	}
	if err != nil {
		return nil, err
	}
	_, rights, err := access.SpaceRights(v, who, imp.Space)
	manages := err == nil && rights.Has(access.Update, access.Workspace)
	switch {
	case errors.Is(err, fault.InvalidID) && imp.User == who.User: // they read what became of it, also when they left
		return imp, nil
	case err != nil:
		return nil, err
	case imp.User == who.User:
		return imp, nil
	case !manages:
		return nil, fault.InvalidID
	}
	reads, err := canReadTarget(v, who, imp)
	switch {
	case err != nil:
		return nil, err
	case !reads:
		return nil, fault.InvalidID
	case mine:
		return nil, fault.PermissionDenied
	}
	return imp, nil
}

// canReadTarget reports whether somebody who manages the workspace of an import reads the directory that its files go into: one in a My
// Drive is its owner's alone, with the names of what comes.
func canReadTarget(v *db.View, who access.Actor, imp *db.Import) (bool, error) {
	dir, err := access.Dir(v, who, imp.Space, imp.Node, access.Read)
	var known *fault.Fault
	if errors.As(err, &known) {
		return false, nil
	}
	return err == nil && dir.CanReadFiles(), err
}

// updateImport changes an import in a transaction, and lets the engine look at it again.
func (s *Service) updateImport(ctx context.Context, who access.Actor, id db.ImportID, mine bool, fn func(*db.Tx, *db.Import) error) error {
	err := s.DB.Update(ctx, func(tx *db.Tx) error {
		imp, err := loadImport(tx.ReadOnly(), who, id, mine)
		if err != nil {
			return err
		}
		if err := fn(tx, imp); err != nil {
			return err
		}
		return tx.UpdateImport(imp)
	})
	if err == nil {
		s.interruptRun(id)
	}
	return err
}

func isActive(imp *db.Import) bool {
	return imp.State == db.ImportRunning || imp.State == db.ImportWaiting
}

// Pause stops an import until Resume. One that has ended stays as it is.
func (s *Service) Pause(ctx context.Context, who access.Actor, id db.ImportID) error {
	return s.updateImport(ctx, who, id, false, func(_ *db.Tx, imp *db.Import) error {
		if isActive(imp) {
			setState(imp, db.ImportPaused, "")
		}
		return nil
	})
}

func setState(imp *db.Import, state db.ImportState, reason string) {
	imp.State, imp.Reason, imp.RetryAt = state, reason, noTime
}

// Resume goes on with an import that was paused or that failed, and tries one at once that waits for its source.
func (s *Service) Resume(ctx context.Context, who access.Actor, id db.ImportID) error {
	return s.updateImport(ctx, who, id, true, func(tx *db.Tx, imp *db.Import) error {
		switch imp.State {
		case db.ImportPaused, db.ImportFailed, db.ImportWaiting:
			return s.activate(tx, who, imp)
		}
		return nil
	})
}

// checkResume checks that the person of an import still has the right, that its kind lets it go on, and that there is room for one more
// that has not ended.
func (s *Service) checkResume(tx *db.Tx, who access.Actor, imp *db.Import) error {
	if _, err := access.Dir(tx.ReadOnly(), who, imp.Space, imp.Node, access.Create, access.FileSubject); err != nil {
		return err
	}
	if isActive(imp) {
		return nil
	}
	if may := s.Kinds[imp.Kind].CheckResume; may != nil {
		if err := may(tx.ReadOnly(), imp); err != nil {
			return err
		}
	}
	n, err := tx.CountImports(imp.User)
	if err == nil && n.Open >= limits.ImportsOpen && !imp.EndedAt.IsZero() {
		err = fault.ImportsTooMany
	}
	return err
}

// activate sets an import going that may.
func (s *Service) activate(tx *db.Tx, who access.Actor, imp *db.Import) error {
	if err := s.checkResume(tx, who, imp); err != nil {
		return err
	}
	setState(imp, db.ImportRunning, "")
	imp.Failures, imp.FailedAt, imp.EndedAt = 0, noTime, noTime
	return nil
}

// restart sets an import going once the items that failed wait again. As these may be a million, that takes several transactions;
// between them the import is paused, and a crash there loses nothing.
func (s *Service) restart(ctx context.Context, who access.Actor, id db.ImportID, may func(*db.Import) error,
	then func(*db.Tx, *db.Import) error) error {
	for first := true; ; first = false {
		more := false
		err := s.updateImport(ctx, who, id, true, func(tx *db.Tx, imp *db.Import) (err error) {
			if isActive(imp) {
				return fault.ImportRunning
			}
			if first {
				err = may(imp)
			}
			if err == nil {
				err = s.checkResume(tx, who, imp)
			}
			if err == nil {
				more, err = requeueFailed(tx, imp)
			}
			if err == nil && !more {
				err = errors.Join(then(tx, imp), s.activate(tx, who, imp))
			}
			if err != nil || !more {
				return err
			}
			setState(imp, db.ImportPaused, "")
			imp.EndedAt = noTime
			return nil
		})
		if err != nil || !more {
			return err
		}
	}
}

// Repeat reads the source once more and fetches what is new there or changed.
func (s *Service) Repeat(ctx context.Context, who access.Actor, id db.ImportID) error {
	return s.restart(ctx, who, id, func(imp *db.Import) error {
		if !s.canRepeat(imp) {
			return fault.PermissionDenied
		}
		return nil
	}, resetListing)
}

// resetListing lets an import read its source from the beginning once more.
func resetListing(tx *db.Tx, imp *db.Import) error {
	imp.Run++
	imp.Listed = false
	return tx.PutImportListing(&db.ImportListing{Import: imp.ID, Cursor: []byte{}, Next: []byte{}, Run: imp.Run})
}

func (s *Service) canRepeat(imp *db.Import) bool {
	return imp.State == db.ImportDone && s.Kinds[imp.Kind].CanRepeat
}

// Retry tries the items again that failed.
func (s *Service) Retry(ctx context.Context, who access.Actor, id db.ImportID) error {
	return s.restart(ctx, who, id, func(imp *db.Import) error {
		if imp.State == db.ImportCancelled || s.Kinds[imp.Kind].Command {
			return fault.PermissionDenied
		}
		return nil
	}, func(*db.Tx, *db.Import) error { return nil })
}

// requeueFailed lets items that failed wait for another try, and directories that could not be listed be listed. It returns whether there
// may be more of them.
func requeueFailed(tx *db.Tx, imp *db.Import) (bool, error) {
	r, err := tx.UpdateImportItemsAgain(imp.ID, limits.ImportRows)
	if err != nil {
		return false, err
	}
	if r.Listings > 0 {
		imp.Listed = false
	}
	return r.Items == limits.ImportRows, tx.UpdateImportCounts(imp.ID, db.ImportCounts{Failed: -r.Items, BytesDone: -r.Bytes})
}

// requeueAllFailed lets all items wait that failed, for a command of the machine.
func requeueAllFailed(tx *db.Tx, imp *db.Import) error {
	for {
		if more, err := requeueFailed(tx, imp); err != nil || !more {
			return err
		}
	}
}

// Cancel ends an import. With takeBack the directory that it made goes to the trash, with all that came.
func (s *Service) Cancel(ctx context.Context, who access.Actor, id db.ImportID, takeBack bool) error {
	return s.updateImport(ctx, who, id, false, func(tx *db.Tx, imp *db.Import) error {
		if imp.State == db.ImportDone || imp.State == db.ImportCancelled {
			return nil
		}
		setState(imp, db.ImportCancelled, "")
		imp.EndedAt, imp.Sealed = tx.Now, nil // nobody reads there any more
		if !takeBack || !imp.Made {
			return nil
		}
		it, err := access.Dir(tx.ReadOnly(), who, imp.Space, imp.Node, access.Delete)
		if errors.Is(err, fault.InvalidID) {
			return nil // it is gone already
		}
		if err != nil {
			return err
		}
		return files.MoveToTrash(tx, who, it)
	})
}

// SetRate bounds how many bytes a second an import reads; 0 for any number.
func (s *Service) SetRate(ctx context.Context, who access.Actor, id db.ImportID, rate int64) error {
	if rate < 0 {
		return fault.Field("rate", fault.InvalidValue)
	}
	err := s.updateImport(ctx, who, id, false, func(_ *db.Tx, imp *db.Import) error {
		imp.Rate = rate
		return nil
	})
	if err == nil {
		s.setRunPace(id, rate)
	}
	return err
}

// Delete forgets an import that has ended. Its files stay.
func (s *Service) Delete(ctx context.Context, who access.Actor, id db.ImportID) error {
	return s.DB.Update(ctx, func(tx *db.Tx) error {
		imp, err := loadImport(tx.ReadOnly(), who, id, false)
		if err != nil {
			return err
		}
		if isActive(imp) || imp.State == db.ImportPaused {
			return fault.ImportRunning
		}
		return tx.UpdateImportHidden(id)
	})
}

// DeleteExpired forgets imports that ended long ago, and parts of contents that nobody goes on with.
func (s *Service) DeleteExpired(ctx context.Context) error {
	return errors.Join(s.deleteStaleParts(ctx, 0), s.deleteOldImports(ctx))
}

func (s *Service) deleteOldImports(ctx context.Context) error {
	for {
		old, err := db.Get(ctx, s.DB, func(v *db.View) ([]db.ImportID, error) {
			return v.ImportsEndedBefore(v.Now.Add(-limits.ImportLife), deleteBatch)
		})
		for _, id := range old {
			for gone := false; err == nil && !gone; {
				err = s.DB.Update(ctx, func(tx *db.Tx) (err error) {
					gone, err = tx.DeleteImportRows(id, limits.ImportRows)
					return err
				})
			}
		}
		if err != nil || len(old) < deleteBatch {
			return err
		}
	}
}

const deleteBatch = 100
