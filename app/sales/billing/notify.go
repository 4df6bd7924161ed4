package billing

import (
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/mail"
	"anbar/db"
)

// mailTransferProofReceived tells the buyer that the proof of their transfer came, and all staff who may confirm payments that it waits.
func (s *Service) mailTransferProofReceived(tx *db.Tx, i *db.Invoice) error {
	buyer, err := tx.UserByID(i.User)
	if err != nil {
		return err
	}
	p, err := tx.PlanByID(i.Plan)
	if err != nil {
		return err
	}
	code := i.ID[:shortCode]
	sent := mail.Message{Kind: mail.PaymentSent, Data: mail.Data{Title: planTitle(p, buyer.Language), What: code}}
	if err := s.mailUser(tx, i.User, sent, "/payment/"+i.ID); err != nil {
		return err
	}
	staff, err := tx.StaffUsers()
	if err != nil {
		return err
	}
	for k := range staff {
		u := &staff[k]
		who := access.Actor{User: u.ID, Staff: u.Staff}
		if !who.CanStaff(access.Money, true) || u.Email == "" || !u.DisabledAt.IsZero() || u.ID == i.User {
			continue
		}
		if err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: mail.PaymentWaiting, Data: mail.Data{
			URL: s.url() + "/admin/payments?payment=" + i.ID, Who: strings.TrimSpace(buyer.FirstName + " " + buyer.LastName),
			Title: planTitle(p, u.Language), What: code, Text: formatSum(i.Total, i.Currency, u.Language),
		}}); err != nil {
			return err
		}
	}
	return nil
}

// planTitle is the name of a plan in a language.
func planTitle(p *db.Plan, language string) string {
	if language == "fa" {
		return p.TitleFa
	}
	return p.TitleEn
}

// formatSum writes an amount with the name of its currency.
func formatSum(amount int64, currency, language string) string {
	if words[language] == nil {
		language = "en"
	}
	return formatMoney(amount, currency, language) + " " + words[language][currency]
}
