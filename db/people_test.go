package db

import (
	"errors"
	"fmt"
	"testing"
)

// gather gives people roles and takes them away.
func (f *family) gather(tx *Tx) error {
	v := &tx.View
	u := UserID(NewID())
	email := u.String() + "@example.org"
	my, bin := NodeID(NewID()), NodeID(NewID())
	before, err := v.SpaceByID(f.space, f.user)
	if err != nil {
		return err
	}
	if err := errors.Join(tx.InsertUser(&User{
		ID: u, Email: email, FirstName: "A", LastName: "B", Language: "fa",
	}), tx.InsertRoot(my, f.space, "my", u, u), tx.InsertRoot(bin, f.space, "my_trash", u, u),
		tx.InsertMember(f.space, u, "viewer", my, bin), tx.UpdateMemberRole(f.space, u, "editor"),
		tx.UpsertMemberInvite(f.space, "x@example.org", "viewer", f.user),
		tx.UpsertMemberInvite(f.space, "x@example.org", "editor", f.user)); err != nil {
		return err
	}
	if err := f.members(v, u, email, before); err != nil {
		return err
	}
	if err := f.customRoles(tx, u); err != nil {
		return err
	}
	if err := f.guests(tx, u, email); err != nil {
		return err
	}
	_, e1 := v.LinksReaching([]NodeID{f.root})
	_, e2 := v.LinksOpen(f.space, 5)
	_, e3 := v.BoxesReaching([]NodeID{f.root})
	_, e4 := v.BoxesOpen(f.space, 5)
	_, e5 := v.PublicFiles(f.space, 5)
	if err := errors.Join(e1, e2, e3, e4, e5); err != nil {
		return err
	}
	err = errors.Join(tx.UpdateSpaceOwner(f.space, f.user, u, "admin"), tx.UpdateSpaceOwner(f.space, u, f.user, "editor"),
		tx.DeleteMember(f.space, u), tx.DeleteMemberInvite(f.space, "x@example.org"))
	after, e1 := v.SpaceByID(f.space, f.user)
	if err := errors.Join(err, e1); err != nil || after.Members != before.Members || after.Rights == before.Rights ||
		after.Role != "owner" {
		return fmt.Errorf("afterwards: %+v %w", after, err)
	}
	return nil
}

func (f *family) members(v *View, u UserID, email string, before *Space) error {
	all, _, e1 := v.MembersOf(f.space, "", Slice{Limit: 5})
	some, _, e2 := v.MembersOf(f.space, "editor", Slice{After: []any{int64(0)}, Limit: 5})
	n, e3 := v.CountMembers(f.space, "")
	found, e4 := v.MembersByEmail(f.space, `["`+email+`"]`)
	invites, e5 := v.MemberInvitesOf(f.space)
	theirs, e6 := v.MemberInvitesFor("x@example.org")
	m, e7 := v.MemberByID(f.space, u)
	counts, e8 := v.MembersByRole(f.space)
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7, e8); err != nil {
		return err
	}
	if len(all) != 2 || len(some) != 1 || n != 2 || len(found) != 1 || len(invites) != 1 || invites[0].Role != "editor" ||
		len(theirs) != 1 || m.Role != "editor" || counts["editor"] != 1 {
		return fmt.Errorf("members: %v %v %d %v %v %v %v %v", all, some, n, found, invites, theirs, m, counts)
	}
	now, err := v.SpaceByID(f.space, u)
	if err != nil || now.Role != "editor" || now.Rights == before.Rights {
		return fmt.Errorf("the space: %+v %w", now, err)
	}
	_, err = v.LeftoversOf(m)
	return err
}

func (f *family) customRoles(tx *Tx, u UserID) error {
	v := &tx.View
	o := &Role{ID: RoleID(NewID()), Space: f.space, Name: "R", NameKey: "r", Permissions: "[]", CreatedBy: f.user, ModifiedBy: f.user}
	if err := errors.Join(tx.InsertRole(o), tx.UpsertRoleMembers(o, f.user, []UserID{u, u}),
		tx.UpsertRoleTargets(o, f.user, []NodeID{f.root, f.dirs[1].ID})); err != nil {
		return err
	}
	twin := *o
	twin.ID = RoleID(NewID())
	if err := tx.InsertRole(&twin); !errors.Is(err, ErrExists) {
		return fmt.Errorf("a second role of that name: %w", err)
	}
	all, e1 := v.RolesOf(f.space)
	one, e2 := v.RoleOf(f.space, o.ID)
	holders, e3 := v.RoleMembers(o.ID)
	held, e4 := v.RolesOfUsers(f.space, []UserID{u, f.user})
	targets, e5 := v.RoleTargets(o.ID)
	on, e6 := v.RolesOn(f.space, []NodeID{f.root})
	grants, e7 := v.GrantsOf(f.space, u)
	above, e8 := v.Above(f.space, []NodeID{f.files[0].ID, f.dirs[1].ID})
	if err := errors.Join(e1, e2, e3, e4, e5, e6, e7, e8); err != nil {
		return err
	}
	if len(all) != 1 || one.Members != 1 || one.Targets != 2 || len(holders) != 1 || len(held) != 1 || len(targets) != 2 || len(on) != 1 ||
		len(grants) != 2 || len(above) < 3 {
		return fmt.Errorf("roles: %v %v %v %v %v %v %v %v", all, one, holders, held, targets, on, grants, above)
	}
	return errors.Join(tx.DeleteRoleTargets(o, f.user, []NodeID{f.root}), tx.DeleteRoleMembers(o, f.user, []UserID{u}), tx.DeleteRole(o))
}

func (f *family) guests(tx *Tx, u UserID, email string) error {
	v := &tx.View
	g := &Guest{ID: GuestID(NewID()), Space: f.space, Node: f.dirs[1].ID, Home: f.root, Email: email, Role: "viewer", CreatedBy: f.user}
	if err := errors.Join(tx.UpsertGuest(g), tx.UpsertGuest(g), tx.UpdateGuestsUser(email, u),
		tx.UpdateGuestRole(g, "editor")); err != nil {
		return err
	}
	on, e1 := v.GuestsOn(f.space, []NodeID{f.root, f.dirs[1].ID})
	all, _, e2 := v.GuestsOf(f.space, f.root, Slice{After: []any{int64(g.ID) + 1}, Limit: 5})
	n, e3 := v.CountGuests(f.space, f.root)
	rows, e4 := v.GuestsByID(f.space, []GuestID{g.ID})
	of, e5 := v.GuestRolesOf(u)
	grants, e6 := v.GrantsOf(f.space, u)
	if err := errors.Join(e1, e2, e3, e4, e5, e6); err != nil {
		return err
	}
	if len(on) != 1 || on[0].Role != "editor" || on[0].User != u || !on[0].Member || len(all) != 1 || n != 1 || len(rows) != 1 ||
		len(of) != 0 || len(grants) != 1 || grants[0].GuestRole != "editor" {
		return fmt.Errorf("guests: %v %v %d %v %v %v", on, all, n, rows, of, grants)
	}
	return tx.DeleteGuest(g)
}

func TestCheckFindsLostMembers(t *testing.T) {
	d := open(t)
	fill(t, d, 1)
	problems := func() int {
		n := 0
		err := d.View(t.Context(), func(v *View) error {
			c := &CheckReport{}
			err := v.checkMembers(c)
			n = len(c.Problems)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := problems(); n != 0 {
		t.Fatalf("%d problems in a whole space", n)
	}
	for _, broken := range []string{"UPDATE spaces SET members = 2", "UPDATE members SET role = 'admin'",
		"UPDATE nodes SET owner_id = NULL WHERE root = 'my'"} {
		err := d.Update(t.Context(), func(tx *Tx) error {
			if err := tx.exec(broken); err != nil {
				return err
			}
			c := &CheckReport{}
			if err := tx.checkMembers(c); err != nil || len(c.Problems) != 1 {
				t.Errorf("%s: %v %v", broken, c.Problems, err)
			}
			return errBack
		})
		if !errors.Is(err, errBack) {
			t.Fatal(err)
		}
	}
}

var errBack = errors.New("taken back")
