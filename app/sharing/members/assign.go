package members

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/drive/activity"
	"anbar/db"
)

// FindBuiltInRole is the built-in role that a person has in a workspace; empty when they are
// no member.
func FindBuiltInRole(v *db.View, space db.SpaceID, user db.UserID) (string, error) {
	m, err := v.MemberByID(space, user)
	if errors.Is(err, db.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return m.Role, nil
}

// AssignRole gives a user a built-in role in a workspace on behalf of the server, as for a
// group at an identity provider, without a check of rights. A non-member joins; the owner
// stays the owner. It returns the workspace and whether anything changed. It fails with
// fault.InvalidID for an unknown workspace and fault.MemberQuota for a full one.
func AssignRole(tx *db.Tx, space db.SpaceID, u *db.User, role string) (*db.Space, bool, error) {
	if err := checkAssignable(role); err != nil {
		return nil, false, err
	}
	sp, err := tx.LivingSpace(space)
	if errors.Is(err, db.ErrNotFound) {
		return nil, false, fault.InvalidID
	}
	if err != nil {
		return nil, false, err
	}
	had, err := FindBuiltInRole(tx.ReadOnly(), space, u.ID)
	if err != nil {
		return nil, false, err
	}
	e := activity.Entry{
		Who: access.Actor{User: u.ID}, Space: sp, Kind: "member", Target: int64(u.ID), Name: u.Email, After: &activity.Detail{Title: role},
	}
	switch had {
	case access.Owner, role:
		return sp, false, nil
	case "":
		if err := Add(tx, sp, u.ID, 0, role); err != nil {
			return nil, false, err
		}
		e.Action = activity.MemberJoin
	default:
		if err := tx.UpdateMemberRole(space, u.ID, role); err != nil {
			return nil, false, err
		}
		e.Action, e.Before = activity.MemberRole, &activity.Detail{Title: had}
	}
	return sp, true, activity.RecordEntry(tx, e)
}
