package uploadboxes

import (
	"slices"

	"anbar/app/access"
	"anbar/app/fault"
	"anbar/app/mail"
	"anbar/db"
)

// invite writes to those that a box is for and was not for before. A maker who has not proven
// their own address has nobody written to.
func (s *Service) invite(tx *db.Tx, who access.Actor, space string, b *db.Box, before []string) error {
	fresh := slices.DeleteFunc(slices.Clone(b.Emails), func(e string) bool { return slices.Contains(before, e) })
	if len(fresh) == 0 {
		return nil
	}
	if err := s.mails.Letters(who.User, fresh); err != nil {
		return err
	}
	writer, err := tx.UserByID(who.User)
	if err == nil && !writer.EmailValidated {
		err = fault.EmailNotVerified
	}
	if err != nil {
		return err
	}
	d := mail.Data{URL: s.url(b.ID), Space: space, Who: writer.FirstName + " " + writer.LastName, Title: b.Title, Text: b.Description}
	for _, e := range fresh {
		language, err := mail.LanguageOf(tx.Reading(), e, writer.Language)
		if err != nil {
			return err
		}
		if err := mail.Post(tx, mail.Message{To: e, Language: language, Kind: mail.BoxRecipients, Data: d}); err != nil {
			return err
		}
	}
	return nil
}
