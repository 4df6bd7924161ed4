package members

import (
	"context"
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/activity"
	"anbar/db"
)

// GrantCustomRole gives members a custom role.
func (s *Service) GrantCustomRole(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID,
	emails []string) ([]Member, error) {
	emails, err := names.ParseEmailField("emails", emails, maxEmails)
	if err != nil {
		return nil, err
	}
	return db.Do(ctx, s.db, func(tx *db.Tx) (all []Member, err error) {
		if all, err = SetRoleHolders(tx, who, space, id, emails, false); err != nil {
			return all, err
		}
		return all, nil
	})
}

// RevokeCustomRole takes a custom role from members.
func (s *Service) RevokeCustomRole(ctx context.Context, who access.Actor, space db.SpaceID, id db.RoleID, people []string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		sp, o, err := AuthorizeCustomRole(tx.ReadOnly(), who, space, id, access.Update)
		if err != nil {
			return err
		}
		c := &memberChange{tx: tx, who: who, space: sp}
		var users []db.UserID
		for _, p := range people {
			u, _, err := c.findMember(p)
			if err != nil {
				return withEmail(err, p)
			}
			if u.ID == who.User {
				return withEmail(fault.SelfAssign, p)
			}
			users = append(users, u.ID)
		}
		if err := tx.DeleteRoleMembers(o, who.User, users); err != nil {
			return err
		}
		return activity.RecordEntry(tx, NewRoleEntry(who, sp, o, activity.RoleUpdate))
	})
}

// AuthorizeCustomRole loads a custom role that the actor may do verb to. A change requires all permissions
// of the role.
func AuthorizeCustomRole(v *db.View, who access.Actor, space db.SpaceID, id db.RoleID, verb access.Verb) (*db.Space, *db.Role, error) {
	sp, rights, err := access.SpaceRights(v, who, space)
	if err != nil {
		return nil, nil, err
	}
	if !rights.Has(verb, access.Role) {
		return nil, nil, fault.PermissionDenied
	}
	if err := access.CheckSpaceWritable(v, sp, verb, access.Role); err != nil {
		return nil, nil, err
	}
	o, err := v.RoleOf(space, id)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil, fault.RoleNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	held, err := access.ParseRules(o.Permissions)
	if err == nil && verb != access.Read && !rights.Covers(held) {
		err = fault.PermissionDenied
	}
	return sp, o, err
}

// NewRoleEntry returns the activity of an operation on a custom role.
func NewRoleEntry(who access.Actor, sp *db.Space, o *db.Role, action activity.Action) activity.Entry {
	return activity.Entry{Who: who, Space: sp, Kind: "role", Target: int64(o.ID), Name: o.Name, Action: action}
}

// SetRoleHolders gives members a custom role, in addition to its holders, or with nobodyElse in
// place of them. The actor cannot give or take it themselves, and the owner cannot have it.
func SetRoleHolders(tx *db.Tx, who access.Actor, space db.SpaceID, id db.RoleID, emails []string, nobodyElse bool) ([]Member, error) {
	sp, o, err := AuthorizeCustomRole(tx.ReadOnly(), who, space, id, access.Update)
	if err != nil {
		return nil, err
	}
	there, err := tx.RoleMembers(id)
	if err != nil {
		return nil, err
	}
	held := map[db.UserID]bool{}
	for _, m := range there {
		held[m.User] = true
	}
	rows, err := loadByEmail(tx.ReadOnly(), space, emails)
	if err != nil {
		return nil, err
	}
	if err := checkAllFound(rows, emails); err != nil {
		return nil, err
	}
	if err := checkCandidates(tx.ReadOnly(), who, rows, held); err != nil {
		return nil, err
	}
	var users []db.UserID
	for _, m := range rows {
		users = append(users, m.User)
		delete(held, m.User)
	}
	if nobodyElse {
		if held[who.User] {
			return nil, fault.SelfAssign
		}
		var others []db.UserID
		for u := range held {
			others = append(others, u)
		}
		if err := tx.DeleteRoleMembers(o, who.User, others); err != nil {
			return nil, err
		}
	}
	if err := tx.UpsertRoleMembers(o, who.User, users); err != nil {
		return nil, err
	}
	if err := activity.RecordEntry(tx, NewRoleEntry(who, sp, o, activity.RoleUpdate)); err != nil {
		return nil, err
	}
	return attachRoles(tx.ReadOnly(), space, rows)
}

// checkCandidates names the first member who cannot have a role: the owner, and unless they hold it already
// the actor and users with an unverified address.
func checkCandidates(v *db.View, who access.Actor, rows []db.Member, held map[db.UserID]bool) error {
	for _, m := range rows {
		u, err := v.UserByID(m.User)
		switch {
		case m.User == who.User && !held[m.User]:
			err = fault.SelfAssign
		case m.Role == access.Owner:
			err = fault.OwnerCannotChange
		case err == nil && !u.EmailValidated && m.VouchedBy != who.User && !held[m.User]:
			err = fault.EmailNotVerified
		}
		if err != nil {
			return withEmail(err, m.Email)
		}
	}
	return nil
}

// checkAllFound names the first address that is no member's.
func checkAllFound(rows []db.Member, emails []string) error {
	found := map[string]bool{}
	for _, m := range rows {
		found[m.Email] = true
	}
	for _, e := range emails {
		if !found[e] {
			return withEmail(fault.MemberNotFound, e)
		}
	}
	return nil
}
