package accounts

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/app/sharing/members"
	"anbar/db"
)

// StartErasure begins to erase a person, which cannot be undone; ContinueErasures does the work. address is
// theirs, as staff typed it. What the person owns has to be handed over or deleted first.
func (s *Service) StartErasure(ctx context.Context, by sessions.StaffAct, id db.UserID, address string) error {
	if id == by.Who.User {
		return fault.OwnAccount
	}
	return s.updateAccount(ctx, &by, id, func(tx *db.Tx, u *db.User) error {
		if err := errors.Join(authorizeAct(&by, u), checkLastAdministrator(tx.ReadOnly(), u)); err != nil {
			return err
		}
		own := DisplayEmail(u.Email)
		if own == "" {
			own = u.Mobile
		}
		if normalizeLogin(address) != own {
			return fault.Field("address", fault.AddressMismatch)
		}
		if _, err := tx.ErasureOf(id); !errors.Is(err, db.ErrNotFound) {
			return err // it goes on
		}
		all, err := access.Spaces(tx.ReadOnly(), access.Actor{User: id})
		if err != nil {
			return err
		}
		for i := range all {
			if all[i].Owner == id {
				return fault.OwnsWorkspaces
			}
		}
		return errors.Join(s.lockAccount(tx, u, by.NewEvent(audit.ErasureBegun, id, audit.Detail{})),
			tx.UpsertErasure(&db.Erasure{User: id, By: by.Who.User, State: db.EraseLeaving}))
	})
}

// ContinueErasures goes on with the erasures that staff began, a step at a time.
func (s *Service) ContinueErasures(ctx context.Context) error {
	open, err := db.Get(ctx, s.db, (*db.View).OpenErasures)
	for i := range open {
		err = errors.Join(err, s.completeErasure(ctx, &open[i]))
	}
	return err
}

func (s *Service) completeErasure(ctx context.Context, e *db.Erasure) error {
	left, err := s.leaveWorkspaces(ctx, e)
	var f *fault.Fault
	if errors.As(err, &f) {
		// A frozen workspace, or one that became theirs meanwhile: staff read why nothing happens.
		e.Problem = f.Key
		return s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpsertErasure(e) })
	}
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		e.State, e.Problem = db.EraseDone, ""
		return errors.Join(tx.DeleteCredentials(e.User), tx.CloseShares(e.User, access.NoRole),
			tx.EraseUser(e.User, e.User.String()+placeholderDomain), tx.UpsertErasure(e), s.audit.Record(tx, audit.Event{
				Action: audit.PersonErased, User: e.User, By: e.By, Detail: audit.Detail{Count: left},
			}))
	})
}

// leaveWorkspaces takes the person out of their workspaces. Their My Drives are deleted.
func (s *Service) leaveWorkspaces(ctx context.Context, e *db.Erasure) (int, error) {
	all, err := db.Get(ctx, s.db, func(v *db.View) ([]db.Space, error) {
		return access.Spaces(v, access.Actor{User: e.User})
	})
	for i := range all {
		if err != nil {
			return i, err
		}
		err = s.members.Leave(ctx, access.Actor{User: e.User}, all[i].ID, members.Decision{Action: members.Discard})
	}
	return len(all), err
}

// DisplayEmail is the address of an account as people see it; empty for one that stands for none.
func DisplayEmail(email string) string {
	if isPlaceholderEmail(email) {
		return ""
	}
	return email
}
