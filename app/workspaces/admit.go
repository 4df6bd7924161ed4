package workspaces

import (
	"errors"

	"anbar/app/fault"
	"anbar/db"
)

// Admit makes somebody a member with that role and a My Drive of their own:
// MemberQuota when the workspace may have no more members, MemberExists when they
// are one. The space counts them, so that many can be admitted one after another.
// Who may admit whom is the caller's to have asked.
func (s *Service) Admit(tx *db.Tx, sp *db.Space, user db.UserID, role string) error {
	if sp.MemberLimit > 0 && sp.Members >= sp.MemberLimit {
		return fault.MemberQuota
	}
	my, myTrash := newNode(), newNode()
	if err := tx.InsertMember(sp.ID, user, role, my, myTrash); errors.Is(err, db.ErrExists) {
		return fault.MemberExists
	} else if err != nil {
		return err
	}
	sp.Members++
	if err := tx.InsertRoot(my, sp.ID, "my", user, user); err != nil {
		return err
	}
	return tx.InsertRoot(myTrash, sp.ID, "my_trash", user, user)
}
