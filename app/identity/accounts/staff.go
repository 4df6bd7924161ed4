package accounts

import (
	"context"
	"errors"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/identity/audit"
	"anbar/app/identity/sessions"
	"anbar/app/identity/twofactor"
	"anbar/db"
)

// ResolveUser returns the id of an account by its id, its address or its number.
func (s *Service) ResolveUser(ctx context.Context, text string) (db.UserID, error) {
	var id db.UserID
	if id.UnmarshalText([]byte(text)) == nil {
		return id, nil
	}
	err := s.db.View(ctx, func(v *db.View) error {
		u, err := v.UserByLogin(normalizeLogin(text))
		if err == nil {
			id = u.ID
		}
		return toFault(err)
	})
	return id, err
}

func toFault(err error) error {
	if errors.Is(err, db.ErrNotFound) {
		return fault.InvalidID
	}
	return err
}

// updateAccount runs an act on an account that is not erased, for staff who give a reason.
func (s *Service) updateAccount(ctx context.Context, by *sessions.StaffAct, id db.UserID, act func(*db.Tx, *db.User) error) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(id)
		switch {
		case err != nil:
			return toFault(err)
		case !u.ErasedAt.IsZero():
			return fault.AccountErased
		}
		if err := by.CheckReason(); err != nil {
			return err
		}
		return act(tx, u)
	})
}

// checkLastAdministrator refuses what would leave the console without an administrator.
func checkLastAdministrator(v *db.View, u *db.User) error {
	if u.Staff != db.Administrator {
		return nil
	}
	last, err := v.IsLastAdministrator(u.ID)
	if err == nil && last {
		err = fault.LastAdministrator
	}
	return err
}

// authorizeAct refuses support who would take over or shut out an administrator: only administrators
// act on an account of staff.
func authorizeAct(by *sessions.StaffAct, u *db.User) error {
	if u.Staff != "" && by.Who.User != 0 && by.Who.Staff != db.Administrator {
		return fault.PermissionDenied
	}
	return nil
}

// SetStaffRole sets what the account may do in the staff console; an empty role takes the right away.
// Only administrators may. Its sessions end when it loses a role: their tokens still name it.
func (s *Service) SetStaffRole(ctx context.Context, by sessions.StaffAct, id db.UserID, name string) error {
	role := db.StaffRole(name)
	if role != "" && !access.IsStaffRole(role) {
		return fault.Field("role", fault.InvalidValue)
	}
	if by.Who.User != 0 && by.Who.Staff != db.Administrator {
		return fault.PermissionDenied
	}
	return s.updateAccount(ctx, &by, id, func(tx *db.Tx, u *db.User) error {
		if role != db.Administrator && by.Who.User != 0 {
			if err := checkLastAdministrator(tx.ReadOnly(), u); err != nil {
				return err
			}
		}
		action := audit.StaffGiven
		if role == "" {
			action = audit.StaffTaken
		}
		if u.Staff != "" && u.Staff != role {
			if _, err := s.sessions.EndOthers(tx, access.Actor{User: u.ID}); err != nil {
				return err
			}
		}
		return errors.Join(tx.UpdateUserStaff(u.ID, role), s.audit.Record(tx, by.NewEvent(action, u.ID, audit.Detail{Role: name})))
	})
}

// Disable keeps a person from signing in, and ends their sessions and tokens. Links and boxes of
// theirs go on: they belong to workspaces.
func (s *Service) Disable(ctx context.Context, by sessions.StaffAct, id db.UserID) error {
	if id == by.Who.User {
		return fault.OwnAccount
	}
	return s.updateAccount(ctx, &by, id, func(tx *db.Tx, u *db.User) error {
		if err := errors.Join(authorizeAct(&by, u), checkLastAdministrator(tx.ReadOnly(), u)); err != nil || !u.DisabledAt.IsZero() {
			return err
		}
		return s.lockAccount(tx, u, by.NewEvent(audit.AccountDisabled, u.ID, audit.Detail{}))
	})
}

// lockAccount ends all that a person could go on with, and keeps them from signing in.
func (s *Service) lockAccount(tx *db.Tx, u *db.User, e audit.Event) error {
	n, err := s.sessions.EndOthers(tx, access.Actor{User: u.ID})
	e.Detail.Count = n
	return errors.Join(err, tx.UpdateUserDisabled(u.ID, true), tx.DeleteOneTimesOf(u.ID, string(resetLink)),
		twofactor.AbandonLogins(tx, u.ID), s.audit.Record(tx, e))
}

// Enable lets a disabled person sign in again.
func (s *Service) Enable(ctx context.Context, by sessions.StaffAct, id db.UserID) error {
	return s.updateAccount(ctx, &by, id, func(tx *db.Tx, u *db.User) error {
		if err := authorizeAct(&by, u); err != nil || u.DisabledAt.IsZero() {
			return err
		}
		return errors.Join(tx.UpdateUserDisabled(u.ID, false), s.audit.Record(tx, by.NewEvent(audit.AccountEnabled, u.ID, audit.Detail{})))
	})
}

// EndSessions signs a person out everywhere.
func (s *Service) EndSessions(ctx context.Context, by sessions.StaffAct, id db.UserID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(id)
		if err != nil {
			return toFault(err)
		}
		if err := errors.Join(authorizeAct(&by, u), by.CheckReason()); err != nil {
			return err
		}
		n, err := s.sessions.EndOthers(tx, access.Actor{User: u.ID})
		return errors.Join(err, s.audit.Record(tx, by.NewEvent(audit.SessionsClosed, u.ID, audit.Detail{Count: n})))
	})
}

// EndSession signs a person out on one device; InvalidID when that session ended before.
func (s *Service) EndSession(ctx context.Context, by sessions.StaffAct, id db.UserID, session db.SessionID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(id)
		if err != nil {
			return toFault(err)
		}
		if err := errors.Join(authorizeAct(&by, u), by.CheckReason()); err != nil {
			return err
		}
		se, err := s.sessions.EndOne(tx, u.ID, session)
		if err != nil {
			return err
		}
		return s.audit.Record(tx, by.NewEvent(audit.SessionClosed, u.ID, audit.Detail{Name: se.Device}))
	})
}

// EndToken revokes a token for programs of a person; InvalidID when it is gone.
func (s *Service) EndToken(ctx context.Context, by sessions.StaffAct, id db.UserID, token db.TokenID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(id)
		if err != nil {
			return toFault(err)
		}
		if err := errors.Join(authorizeAct(&by, u), by.CheckReason()); err != nil {
			return err
		}
		all, err := tx.APITokensOf(id)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(t db.APIToken) bool { return t.ID == token })
		if i < 0 {
			return fault.InvalidID
		}
		return errors.Join(tx.DeleteAPIToken(id, token),
			s.audit.Record(tx, by.NewEvent(audit.TokenClosed, u.ID, audit.Detail{Name: all[i].Name})))
	})
}

// ResetSecondStep turns two-step login off for a person who lost every second step, ends their
// sessions and writes to them.
func (s *Service) ResetSecondStep(ctx context.Context, by sessions.StaffAct, id db.UserID) error {
	return s.updateAccount(ctx, &by, id, func(tx *db.Tx, u *db.User) error {
		if err := authorizeAct(&by, u); err != nil {
			return err
		}
		_, err := s.sessions.EndOthers(tx, access.Actor{User: u.ID})
		return errors.Join(err, twofactor.DisableAll(tx, s.audit, u.ID),
			s.audit.Record(tx, by.NewEvent(audit.TwoFactorReset, u.ID, audit.Detail{})))
	})
}

// SendResetLink sends a person the link that replaces a forgotten password.
func (s *Service) SendResetLink(ctx context.Context, by sessions.StaffAct, id db.UserID) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		u, err := tx.UserByID(id)
		if err != nil {
			return toFault(err)
		}
		if !u.DisabledAt.IsZero() {
			return fault.AccountDisabled
		}
		login := u.Email
		if login == "" || isPlaceholderEmail(login) {
			login = u.Mobile
		}
		return errors.Join(authorizeAct(&by, u), by.CheckReason(), s.issueResetLink(tx, resetRequest{login: login}),
			s.audit.Record(tx, by.NewEvent(audit.PasswordLinkSent, u.ID, audit.Detail{})))
	})
}
