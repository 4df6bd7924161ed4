package db

import (
	"fmt"
	"testing"
)

// TestUnusualAccountsAreMarkedAndListed compares the mark of one account with the list of all
// that have it: they ask in two ways.
func TestUnusualAccountsAreMarkedAndListed(t *testing.T) {
	d := open(t)
	err := d.Update(t.Context(), func(tx *Tx) error {
		for i, does := range []struct {
			action string
			times  int
		}{{"sign_in_failed", unusualFailed}, {"sign_in_failed", unusualFailed - 1}, {"passkey_copied", 1}, {"sign_in", 50}} {
			u := &User{ID: UserID(100 + i), Email: fmt.Sprintf("u%d@example.org", i), Language: "fa"}
			if err := tx.InsertUser(u); err != nil {
				return err
			}
			for range does.times {
				if err := tx.InsertAudit(&AuditEvent{Action: does.action, User: u.ID, Detail: "{}"}); err != nil {
					return err
				}
			}
		}
		listed, _, err := tx.AdminPeople(PeopleFilter{Kind: PeopleUnusual, Slice: Slice{Limit: 10}})
		if err != nil || len(listed) != 2 || listed[0].ID != 102 || listed[1].ID != 100 {
			t.Errorf("listed: %v %v", listed, err)
		}
		for id, want := range map[UserID]bool{100: true, 101: false, 102: true, 103: false} {
			if p, err := tx.AdminPerson(id); err != nil || p.Unusual != want {
				t.Errorf("%d: %v, want %v, %v", id, p.Unusual, want, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
