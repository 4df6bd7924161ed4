package gate

import (
	"errors"

	"anbar/app/mail"
	"anbar/db"
)

// Dead is a link or a box that does nothing any more.
type Dead struct {
	Kind  mail.Kind
	Space db.SpaceID
	Home  db.NodeID // the root of what it was for
	By    db.UserID // who made it
	Title string
	URL   string // where it is looked after
}

// Tell writes to who made it and to the owner of the workspace, in the
// transaction that finds it dead.
func (d Dead) Tell(tx *db.Tx) error {
	sp, err := tx.LivingSpace(d.Space)
	if errors.Is(err, db.ErrNotFound) { // it went with all that it held
		return nil
	}
	if err != nil {
		return err
	}
	maker, err := tx.UserByID(d.By)
	if err != nil {
		return err
	}
	people := []*db.User{maker}
	if sp.Owner != maker.ID && d.Home == sp.Root { // nobody learns what lies in My Drive
		owner, err := tx.UserByID(sp.Owner)
		if err != nil {
			return err
		}
		people = append(people, owner)
	}
	for _, u := range people {
		if u.Email == "" || !u.EmailValidated {
			continue
		}
		err := mail.Post(tx, mail.Message{
			To: u.Email, Language: u.Language, Kind: d.Kind,
			Data: mail.Data{URL: d.URL, Space: sp.Title, Who: maker.FirstName + " " + maker.LastName, Title: d.Title},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
