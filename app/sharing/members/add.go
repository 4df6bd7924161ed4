package members

import (
	"errors"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/db"
)

// Add makes a user a member with that role and a My Drive of their own: MemberQuota
// when the workspace may have no more members, MemberExists when they are one. The
// space counts them, so that many can be added one after another. The caller has
// checked that the actor may add the user. A member who is not the owner is welcomed in the
// name of by, who brought them in; 0 for nobody.
func Add(tx *db.Tx, sp *db.Space, user, by db.UserID, role string) error {
	if sp.MemberLimit > 0 && sp.Members >= sp.MemberLimit {
		return fault.MemberQuota
	}
	my, myTrash := db.NodeID(db.NewID()), db.NodeID(db.NewID())
	if err := tx.InsertMember(sp.ID, user, role, my, myTrash); errors.Is(err, db.ErrExists) {
		return fault.MemberExists
	} else if err != nil {
		return err
	}
	sp.Members++
	if err := tx.InsertRoot(my, sp.ID, "my", user, user); err != nil {
		return err
	}
	if err := tx.InsertRoot(myTrash, sp.ID, "my_trash", user, user); err != nil || role == access.Owner {
		return err
	}
	return tx.UpdateMemberWelcome(sp.ID, user, by)
}
