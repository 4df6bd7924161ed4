package boxes

import (
	"anbar/app/base/access"
	"anbar/app/base/mail"
	"anbar/app/sharing/gate"
	"anbar/db"
)

// sendInvites writes to those that a box is for and was not for before.
func (s *Service) sendInvites(tx *db.Tx, who access.Actor, space string, b *db.Box, before *db.Terms) error {
	fresh := gate.AddedEmails(before, &b.Terms)
	if len(fresh) == 0 {
		return nil
	}
	if err := s.mails.ReserveLetters(who.User, fresh); err != nil {
		return err
	}
	d := mail.Data{URL: s.URL(b.ID), Space: space, Title: b.Title, Text: b.Description}
	return gate.Invite(tx, who.User, who.User, mail.BoxRecipients, d, fresh)
}
