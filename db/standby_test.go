package db

import (
	"testing"
	"time"
)

// TestSessionsOfAStandbyGoAlong says which sessions of older data live on in newer ones.
func TestSessionsOfAStandbyGoAlong(t *testing.T) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name         string
		there        *Session // in the newer data; nil for none
		generation   int64
		ended        bool
		password     string // in the older data
		isGone       bool   // the user, in the newer data
		wants        int64  // generation in the newer data; -1 for no session
		wantsEndedAt bool
	}{
		{name: "began at the standby", wants: 3, generation: 3},
		{name: "renewed at the standby", there: &Session{Generation: 1}, generation: 2, wants: 2},
		{name: "renewed at the other machine", there: &Session{Generation: 4}, generation: 2, wants: 4},
		{name: "ended at the standby", there: &Session{Generation: 1}, generation: 1, ended: true, wants: 1, wantsEndedAt: true},
		{name: "ended at the other machine", there: &Session{Generation: 1, EndedAt: day}, generation: 5, wants: 1, wantsEndedAt: true},
		{name: "the password is another one", generation: 3, password: "an older one", wants: -1},
		{name: "the user is gone", generation: 3, isGone: true, wants: -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := open(t)
			user := UserID(NewID())
			one := Session{ID: SessionID(NewID()), User: user, Generation: c.generation, Secret: []byte("s"), CreatedAt: day, UsedAt: day}
			if c.ended {
				one.EndedAt = day
			}
			err := d.Update(t.Context(), func(tx *Tx) error {
				if !c.isGone {
					u := User{ID: user, Email: "a@example.org", Password: "p", FirstName: "A", LastName: "B", Language: "en"}
					if err := tx.InsertUser(&u); err != nil {
						return err
					}
				}
				if c.there != nil {
					there := *c.there
					there.ID, there.User, there.Secret, there.CreatedAt, there.UsedAt = one.ID, user, []byte("t"), day, day
					if err := tx.putSession(&there); err != nil {
						return err
					}
				}
				password := c.password
				if password == "" {
					password = "p"
				}
				return tx.CarrySessions([]Session{one}, map[UserID]string{user: password})
			})
			if err != nil {
				t.Fatal(err)
			}
			all, err := Get(t.Context(), d, (*View).AllSessions)
			if err != nil {
				t.Fatal(err)
			}
			if c.wants < 0 {
				if len(all) != 0 {
					t.Fatalf("%+v", all)
				}
				return
			}
			if len(all) != 1 || all[0].Generation != c.wants || all[0].EndedAt.IsZero() == c.wantsEndedAt {
				t.Fatalf("%+v", all)
			}
		})
	}
}
