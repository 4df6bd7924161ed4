package gate

import (
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/db"
)

// Invite writes to the addresses that a link or a box is for, in the name of a
// user. actor has a proven address, or nothing is written: they cause these mails.
func Invite(tx *db.Tx, actor, sender db.UserID, kind mail.Kind, d mail.Data, emails []string) error {
	if len(emails) == 0 {
		return nil
	}
	writer, err := tx.UserByID(actor)
	if err == nil && !writer.EmailValidated {
		err = fault.EmailNotVerified
	}
	if err != nil {
		return err
	}
	from, err := tx.UserByID(sender)
	if err != nil {
		return err
	}
	d.Who = fullName(from)
	for _, e := range emails {
		language, err := mail.FindLanguage(tx.ReadOnly(), e, from.Language)
		if err != nil {
			return err
		}
		if err := mail.Enqueue(tx, mail.Message{To: e, Language: language, Kind: kind, Data: d}); err != nil {
			return err
		}
	}
	return nil
}

func fullName(u *db.User) string { return u.FirstName + " " + u.LastName }
