package plans

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/mail"
	"anbar/db"
)

// destination is a way by which the money of buyers comes in.
type destination struct {
	way   string // as the mail about it names it
	value string // what is not secret of it
}

// changedDestinations returns the ways whose destination is another one than before. It is called before the
// vault takes the secrets that were sent.
func (s *Selling) changedDestinations(before *Selling) []destination {
	stripe, h := cmp.Or(s.Stripe, before.Stripe), cmp.Or(s.HTTP, before.HTTP)
	var all []destination
	add := func(moved bool, way string, values ...string) {
		if moved {
			shown := slices.DeleteFunc(values, func(v string) bool { return v == "" })
			all = append(all, destination{way, strings.Join(shown, "\n")})
		}
	}
	add(s.Transfer != before.Transfer, "transfer", s.Transfer.Holder, s.Transfer.Bank, s.Transfer.IBAN, s.Transfer.Card)
	add(s.Zarinpal.Merchant != before.Zarinpal.Merchant || s.Zarinpal.URL != before.Zarinpal.URL, "zarinpal", s.Zarinpal.Merchant,
		s.Zarinpal.URL)
	add(stripe.BaseURL() != before.Stripe.BaseURL() || stripe.Secret != "" || stripe.WebhookSecret != "" || stripe.RemoveSecret, "stripe",
		stripe.BaseURL())
	add(h.Secret != "" || h.RemoveSecret || !reflect.DeepEqual(h.withoutDisplay(), before.HTTP.withoutDisplay()), "http",
		h.Start.URL, h.Verify.URL,
		h.PageURL)
	return all
}

// withoutDisplay is a gateway without what only buyers see of it and without its secret.
func (h *HTTPGateway) withoutDisplay() HTTPGateway {
	r := *h
	r.Off, r.TitleFa, r.TitleEn, r.Secret, r.HasSecret, r.RemoveSecret = false, "", "", "", false, false
	for _, list := range []*[]string{&r.Headers, &r.Paid, &r.Unpaid} {
		*list = append([]string{}, *list...)
	}
	return r
}

// mailChangedDestinations writes to all administrators where the money of buyers goes from now on, and who
// changed it.
func (s *Service) mailChangedDestinations(tx *db.Tx, who access.Actor, moved []destination, from api.Origin) error {
	if len(moved) == 0 {
		return nil
	}
	by, err := tx.UserByID(who.User)
	if err != nil {
		return err
	}
	staff, err := tx.AdministratorsToMail()
	if err != nil {
		return err
	}
	// Unverified addresses too: an appliance that had no mail server at its set-up has no verified administrator, and buyers see this.
	for i := range staff {
		u := &staff[i]
		for _, d := range moved {
			if err := mail.Enqueue(tx, mail.Message{To: u.Email, Language: u.Language, Kind: mail.PaymentDestination, Data: mail.Data{
				URL: s.url() + "/admin/plans", Who: strings.TrimSpace(by.FirstName + " " + by.LastName), Email: by.Email,
				Event: d.way, Text: d.value, Address: from.Address, Device: from.Device,
			}}); err != nil {
				return err
			}
		}
	}
	return nil
}
