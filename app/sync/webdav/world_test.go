package webdav

import (
	"testing"

	"anbar/app/base/access"
	"anbar/db"
	"anbar/db/dbtest"
)

// world is a database with a workspace and its owner.
type world struct {
	db    *db.DB
	who   access.Actor
	space db.SpaceID
	root  db.NodeID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	id := func() db.NodeID { return db.NodeID(db.NewID()) }
	w := &world{dbtest.New(t), access.Actor{User: db.UserID(db.NewID())}, db.SpaceID(db.NewID()), id()}
	user, trash, my, myTrash := w.who.User, id(), id(), id()
	err := w.db.Update(t.Context(), func(tx *db.Tx) error {
		for _, insert := range []func() error{
			func() error {
				return tx.InsertUser(&db.User{
					ID: user, Email: "a@example.org", Password: "x", FirstName: "A", LastName: "B", Language: "en",
				})
			},
			func() error {
				return tx.InsertSpace(&db.Space{
					ID: w.space, Title: "T", TitleKey: "t", Owner: user, Root: w.root, Trash: trash, Access: "private",
				})
			},
			func() error { return tx.InsertRoot(w.root, w.space, "shared", 0, user) },
			func() error { return tx.InsertRoot(trash, w.space, "trash", 0, user) },
			func() error { return tx.InsertRoot(my, w.space, "my", user, user) },
			func() error { return tx.InsertRoot(myTrash, w.space, "my_trash", user, user) },
			func() error { return tx.InsertMember(w.space, user, "owner", my, myTrash) },
		} {
			if err := insert(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// directory is a new one, which is not in the database yet.
func (w *world) directory(name string, parent db.NodeID) *db.Node {
	return &db.Node{
		ID: db.NodeID(db.NewID()), Space: w.space, Parent: parent, Kind: db.Directory, Name: name, NameKey: name, SortKey: []byte{1},
		CreatedBy: w.who.User, ModifiedBy: w.who.User,
	}
}
