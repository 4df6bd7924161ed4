package db

import (
	"errors"
	"testing"
	"time"
)

// TestNeedlessInvitations: a code ends with the last thing that it was mailed for, and one that invites to the appliance stays.
func TestNeedlessInvitations(t *testing.T) {
	d := open(t)
	f := fill(t, d, 1)
	const email = "new@example.org"
	count := func(v *View) int {
		all, err := v.InvitationsTo(email)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	err := d.Update(t.Context(), func(tx *Tx) error {
		g := &Guest{ID: GuestID(NewID()), Space: f.space, Node: f.root, Home: f.root, Email: email, Role: "viewer", CreatedBy: f.user}
		err := errors.Join(
			tx.InsertInvitation([]byte("appliance"), email, f.user, false, tx.Now.Add(time.Hour)),
			tx.InsertInvitation([]byte("item"), email, f.user, true, tx.Now.Add(time.Hour)),
			tx.UpsertMemberInvite(f.space, email, "viewer", f.user), tx.UpsertGuest(g), tx.DeleteNeedlessInvitations(email))
		if n := count(tx.ReadOnly()); err != nil || n != 2 {
			t.Errorf("with two pending there are %d codes: %v", n, err)
		}
		err = errors.Join(tx.DeleteMemberInvite(f.space, email), tx.DeleteNeedlessInvitations(email))
		if n := count(tx.ReadOnly()); err != nil || n != 2 {
			t.Errorf("with a guest that is pending there are %d codes: %v", n, err)
		}
		// A guest who has come is not pending.
		err = errors.Join(tx.UpdateGuestUser(g.ID, f.space, f.user), tx.DeleteNeedlessInvitations(email))
		if n := count(tx.ReadOnly()); err != nil || n != 1 {
			t.Errorf("with nothing pending there are %d codes: %v", n, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
