package workspaces

import (
	"context"
	"errors"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/db"
)

// updateByStaff runs an act of staff on a workspace.
func (s *Service) updateByStaff(ctx context.Context, by *sessions.StaffAct, id db.SpaceID, act func(*db.Tx, *db.SpaceRow) error) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		sp, err := tx.AdminSpace(id)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		if err := by.CheckReason(); err != nil {
			return err
		}
		return act(tx, sp)
	})
}

// recordAct stores an act of staff in the log of the workspace's owner.
func (s *Service) recordAct(tx *db.Tx, by *sessions.StaffAct, sp *db.SpaceRow, action audit.Action, d audit.Detail) error {
	d.Name, d.Space = sp.Title, sp.ID.String()
	return s.audit.Record(tx, by.NewEvent(action, sp.Owner, d))
}

const maxLimit = int64(1) << 50

// SetLimits sets how many bytes, files and directories a workspace may hold; 0 is no limit, and nil leaves one as it is. On a
// plan the bytes are those of the plan and a bonus, so that they cannot be fewer than the plan's.
func (s *Service) SetLimits(ctx context.Context, by sessions.StaffAct, id db.SpaceID, storage, nodes *int64) error {
	wrong := fault.Fields{}
	if storage != nil && (*storage < 0 || *storage > maxLimit) {
		wrong.Add("storage", fault.InvalidValue)
	}
	if nodes != nil && (*nodes < 0 || *nodes > maxLimit) {
		wrong.Add("nodes", fault.InvalidValue)
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.updateByStaff(ctx, &by, id, func(tx *db.Tx, sp *db.SpaceRow) error {
		var err error
		if storage == nil {
			storage = &sp.StorageLimit
		}
		if nodes == nil {
			nodes = &sp.NodeLimit
		}
		if sp.Plan != 0 {
			p, e := tx.PlanByID(sp.Plan)
			b, e2 := tx.SubscriptionOf(id)
			if err := errors.Join(e, e2); err != nil {
				return err
			}
			bonus := *storage - p.Storage - b.ExtraGiB<<30
			if bonus < 0 {
				return fault.Field("storage", fault.InvalidValue)
			}
			err = errors.Join(tx.UpdateSpaceBonus(id, bonus), tx.UpdateSpaceLimits(id, sp.OwnLimit, *nodes))
		} else {
			err = tx.UpdateSpaceLimits(id, *storage, *nodes)
		}
		return errors.Join(err, s.recordAct(tx, &by, sp, audit.SpaceLimited, audit.Detail{}))
	})
}

// Freeze makes a workspace read-only for everyone. Its members read the reason.
func (s *Service) Freeze(ctx context.Context, by sessions.StaffAct, id db.SpaceID) error {
	return s.updateByStaff(ctx, &by, id, func(tx *db.Tx, sp *db.SpaceRow) error {
		if sp.IsFrozen() {
			return nil
		}
		return errors.Join(tx.UpdateSpaceFrozen(id, true, by.Reason), s.recordAct(tx, &by, sp, audit.SpaceFrozen, audit.Detail{}))
	})
}

// Unfreeze ends that.
func (s *Service) Unfreeze(ctx context.Context, by sessions.StaffAct, id db.SpaceID) error {
	return s.updateByStaff(ctx, &by, id, func(tx *db.Tx, sp *db.SpaceRow) error {
		if !sp.IsFrozen() {
			return nil
		}
		return errors.Join(tx.UpdateSpaceFrozen(id, false, ""), s.recordAct(tx, &by, sp, audit.SpaceUnfrozen, audit.Detail{}))
	})
}

// TransferOwnership makes another member the owner of a workspace.
func (s *Service) TransferOwnership(ctx context.Context, by sessions.StaffAct, id db.SpaceID, email string) error {
	return s.updateByStaff(ctx, &by, id, func(tx *db.Tx, sp *db.SpaceRow) error {
		next, err := s.members.TransferOwnershipByStaff(tx, &sp.Space, email)
		if err != nil {
			return err
		}
		return s.recordAct(tx, &by, sp, audit.SpaceHandedOver, audit.Detail{Email: next.Email})
	})
}

// DeleteByStaff hides a workspace. Its rows stay for the days of its trash, so that Restore brings it
// back until then. title has to be its full title.
func (s *Service) DeleteByStaff(ctx context.Context, by sessions.StaffAct, id db.SpaceID, title string) error {
	return s.updateByStaff(ctx, &by, id, func(tx *db.Tx, sp *db.SpaceRow) error {
		if strings.TrimSpace(title) != sp.Title {
			return fault.TitleMismatch
		}
		if !sp.DeletedAt.IsZero() {
			return nil
		}
		until := tx.Now.Add(time.Duration(quota.RestoreDays(&sp.Space)) * 24 * time.Hour)
		return errors.Join(tx.UpdateSpaceDeleted(id), tx.UpdateSpacePurge(id, until),
			s.recordAct(tx, &by, sp, audit.SpaceDeleted, audit.Detail{}))
	})
}

// Restore brings a workspace back that staff deleted.
func (s *Service) Restore(ctx context.Context, by sessions.StaffAct, id db.SpaceID) error {
	return s.updateByStaff(ctx, &by, id, func(tx *db.Tx, sp *db.SpaceRow) error {
		if sp.DeletedAt.IsZero() {
			return nil
		}
		err := tx.UpdateSpaceRestored(id)
		switch {
		case errors.Is(err, db.ErrExists):
			return fault.DuplicateField
		case errors.Is(err, db.ErrNotFound):
			return fault.InvalidID
		}
		return errors.Join(err, s.recordAct(tx, &by, sp, audit.SpaceRestored, audit.Detail{}))
	})
}

// ListAll returns workspaces for the shell, the newest first: those of a list, and with an id only that one.
func (s *Service) ListAll(ctx context.Context, kind string, id db.SpaceID) ([]db.SpaceRow, error) {
	if !db.HasSpacesList(kind) {
		return nil, fault.Field("filter", fault.InvalidValue)
	}
	return db.Get(ctx, s.db, func(v *db.View) (all []db.SpaceRow, err error) {
		if id != 0 {
			sp, err := v.AdminSpace(id)
			if errors.Is(err, db.ErrNotFound) {
				return nil, fault.InvalidID
			}
			if err == nil {
				all = append(all, *sp)
			}
			return all, err
		}
		for after := []any(nil); ; {
			some, next, err := v.AdminSpaces(db.SpacesFilter{Kind: kind, Slice: db.Slice{Limit: purgeBatch, After: after}})
			all, after = append(all, some...), next
			if err != nil || next == nil {
				return all, err
			}
		}
	})
}
