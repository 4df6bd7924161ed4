package accounts

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"anbar/db"
)

// old is a database as a program left it that stored addresses as they were typed.
func old(t *testing.T) (d *db.DB, omid db.UserID, space db.SpaceID) {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	sara, omid := db.UserID(db.NewID()), db.UserID(db.NewID())
	space = db.SpaceID(db.NewID())
	root, trash, my, myTrash := db.NodeID(db.NewID()), db.NodeID(db.NewID()), db.NodeID(db.NewID()), db.NodeID(db.NewID())
	user := func(id db.UserID, email string) *db.User {
		return &db.User{ID: id, Email: email, EmailValidated: true, Password: "x", FirstName: "First", LastName: "Last", Language: "fa"}
	}
	err = d.Update(t.Context(), func(tx *db.Tx) error {
		return errors.Join(
			tx.InsertUser(user(sara, "sara@example.org")), tx.InsertUser(user(omid, "omid@example.org")),
			tx.InsertUser(user(db.UserID(db.NewID()), "a@xn--bcher-kva.example")),
			tx.InsertUser(user(db.UserID(db.NewID()), "\u200fmarked@example.org")),
			tx.InsertUser(user(db.UserID(db.NewID()), "\u200fsara@example.org")),
			tx.InsertSpace(&db.Space{ID: space, Title: "T", TitleKey: "t", Owner: sara, Root: root, Trash: trash, Access: "private"}),
			tx.InsertRoot(root, space, "shared", 0, sara), tx.InsertRoot(trash, space, "trash", 0, sara),
			tx.InsertRoot(my, space, "my", sara, sara), tx.InsertRoot(myTrash, space, "my_trash", sara, sara),
			tx.InsertMember(space, sara, "owner", my, myTrash),
			tx.UpsertMemberInvite(space, "\u200fomid@example.org", "viewer", sara),
			tx.UpsertMemberInvite(space, "\u200enew@example.org", "viewer", sara),
			tx.UpsertMemberInvite(space, "new@example.org", "editor", sara),
			tx.InsertInvitation([]byte("i"), "b@xn--bcher-kva.example", sara, false, tx.Now.Add(time.Hour)),
			tx.InsertLink(&db.Link{Directory: root, Nodes: []db.NodeID{root}, Terms: db.Terms{ID: "l", Space: space, Home: root, Title: "L",
				CreatedBy: sara, Emails: []string{"\u2066omid@example.org\u2069", "omid@example.org", "new@example.org"}}}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	return d, omid, space
}

func TestAddressesOfBeforeAreFound(t *testing.T) {
	d, omid, space := old(t)
	s := New(Options{DB: d})
	for range 2 { // also a second start
		if err := s.NormalizeAddresses(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	err := d.View(t.Context(), func(v *db.View) error {
		for _, email := range []string{"a@bücher.example", "marked@example.org", "sara@example.org"} {
			if _, err := v.UserByLogin(email); err != nil {
				t.Errorf("%s: %v", email, err)
			}
		}
		m, err := v.MemberByID(space, omid)
		if err != nil || m.Role != "viewer" {
			t.Errorf("what was promised to the address was not given: %v %v", m, err)
		}
		invites, err := v.MemberInvitesOf(space)
		if err != nil || len(invites) != 1 || invites[0].Email != "new@example.org" || invites[0].Role != "editor" {
			t.Errorf("invitations: %+v %v", invites, err)
		}
		if to, err := v.InvitationsTo("b@bücher.example"); err != nil || len(to) != 1 {
			t.Errorf("invitations to make an account: %v %v", to, err)
		}
		l, err := v.LinkByID("l")
		if err != nil {
			return err
		}
		if slices.Sort(l.Emails); !slices.Equal(l.Emails, []string{"new@example.org", "omid@example.org"}) {
			t.Errorf("the link lets in %q", l.Emails)
		}
		odd, err := v.UnusualAddresses() // the second account of one mailbox is the only one left
		if want := []string{"a@bücher.example", "b@bücher.example", "\u200fsara@example.org"}; !slices.Equal(odd, want) {
			t.Errorf("left: %+q", odd)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
