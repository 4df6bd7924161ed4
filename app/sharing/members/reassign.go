package members

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/drive/activity"
	"anbar/db"
)

// TransferOwnershipByStaff makes another member the owner of a workspace in the name of staff, who are no members;
// the owner before becomes an administrator of it. The next owner gets a mail.
func (s *Service) TransferOwnershipByStaff(tx *db.Tx, sp *db.Space, email string) (*db.User, error) {
	before, err := tx.UserByID(sp.Owner)
	if err != nil {
		return nil, err
	}
	next, err := tx.UserByLogin(email)
	if errors.Is(err, db.ErrNotFound) {
		return nil, fault.Field("email", fault.MemberNotFound)
	}
	if err != nil {
		return nil, err
	}
	if _, err := tx.MemberByID(sp.ID, next.ID); errors.Is(err, db.ErrNotFound) {
		return nil, fault.Field("email", fault.MemberNotFound)
	} else if err != nil {
		return nil, err
	}
	switch {
	case next.ID == sp.Owner:
		return nil, fault.Field("email", fault.SelfAssign)
	case !next.EmailValidated:
		return nil, fault.Field("email", fault.EmailNotVerified)
	}
	if err := tx.UpdateSpaceOwner(sp.ID, sp.Owner, next.ID, access.Admin); errors.Is(err, db.ErrExists) {
		return nil, fault.DuplicateField
	} else if err != nil {
		return nil, err
	}
	c := &memberChange{Service: s, tx: tx, who: access.Actor{User: before.ID}, me: before, space: sp}
	return next, errors.Join(
		c.recordActivity(int64(next.ID), next.Email, activity.OwnerChange, &activity.Detail{Name: before.Email},
			&activity.Detail{Name: next.Email}),
		c.sendMail(next.Email, next.Language, mail.Ownership, "/workspace/"+sp.ID.String()))
}
