package fields

import (
	"errors"
	"fmt"
	"testing"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/quota"
	"anbar/app/sharing/workspaces"
	"anbar/db"
	"anbar/db/dbtest"
)

func TestAWorkspaceHasOnlySoManyFields(t *testing.T) {
	d := dbtest.New(t)
	who := access.Actor{User: db.UserID(db.NewID())}
	var space db.SpaceID
	err := d.Update(t.Context(), func(tx *db.Tx) (err error) {
		if err := tx.InsertUser(&db.User{
			ID: who.User, Email: "a@example.org", Password: "x", FirstName: "A", LastName: "B", Language: "fa",
		}); err != nil {
			return err
		}
		space, err = workspaces.New(workspaces.Options{DB: d}).Insert(tx, who.User, "T")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s := New(d)
	for i := range quota.CustomFields(&db.Space{}) {
		if _, err := s.Define(t.Context(), who, db.Field{Space: space, Title: fmt.Sprint("field ", i), Type: "text"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Define(t.Context(), who, db.Field{Space: space, Title: "one more", Type: "text"}); !errors.Is(err, fault.FieldQuota) {
		t.Errorf("one more ended with %v", err)
	}
}
