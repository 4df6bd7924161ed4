package billing

import (
	"context"
	"errors"
	"net/url"

	"anbar/app/sales/plans"
	"anbar/db"
)

// The providers that are asked server to server.
const (
	Zarinpal = "zarinpal" // version 4 of Zarinpal's protocol, which other gateways have copied
	Stripe   = "stripe"   // Stripe Checkout
	HTTP     = "http"     // any other gateway, by templates
)

// providerNames names these providers in the order in which buyers see them.
func providerNames() []string { return []string{Zarinpal, Stripe, HTTP} }

// purchase is what a provider is asked to take money for.
type purchase struct {
	payment  string // the payment_id
	amount   int64
	currency string
	title    string
	try      int // tries before this one that have ended
}

// provider asks one payment provider. None of its methods is called in a transaction.
type provider interface {
	// canCharge reports whether new orders in a currency may be paid with it.
	canCharge(currency string) bool
	// start registers a payment and returns the provider's name for it and the page where the
	// buyer pays.
	start(ctx context.Context, p *purchase) (authority, page string, err error)
	// verify asks whether a purchase was paid in full, and returns the provider's reference. It
	// fails with one of the errors below; any other error says nothing about the money.
	verify(ctx context.Context, p *purchase, authority string) (reference string, err error)
	// parseReturn reads what the browser of a buyer brings back: the provider's name for the
	// payment, and whether the buyer turned back.
	parseReturn(q url.Values) (authority string, ended bool)
}

var (
	errUnpaid = errors.New("not paid") // final once the buyer turned back, or after a day
	errOpen   = errors.New("not paid yet")
	errOver   = errors.New("not paid, and it cannot be any more")
)

// refunder is a provider that gives money back. Asked twice for the same, it does it once.
type refunder interface {
	refund(ctx context.Context, authority string, amount int64) (reference string, err error)
}

// lister is a provider that lists what was paid and never asked about.
type lister interface {
	listUnverified(ctx context.Context) (authorities []string, err error)
}

// providerOf returns a provider as the settings describe it; nil without its settings.
func (s *Service) providerOf(set *plans.Selling, name string) provider {
	back := s.url() + "/api/plan/callback/" + name
	switch {
	case name == Zarinpal && set.Zarinpal.Merchant != "":
		return &zarinpal{base: set.Zarinpal.URL, merchant: set.Zarinpal.Merchant, off: set.Zarinpal.Off, callback: back}
	case name == Stripe && set.Stripe.HasSecret:
		return &stripe{
			base: set.Stripe.BaseURL(), off: set.Stripe.Off, back: back, pages: s.url() + "/payment/", key: s.secretReader(set,
				plans.StripeKey),
		}
	case name == HTTP && set.HTTP.Start.URL != "":
		return &httpGateway{set: set.HTTP, callback: back, secret: s.secretReader(set, plans.HTTPSecret)}
	}
	return nil
}

// secretReader returns what reads a secret of a provider; it is read for each request anew.
func (s *Service) secretReader(set *plans.Selling, name string) func(context.Context) (string, error) {
	return func(ctx context.Context) (secret string, err error) {
		err = s.db.View(ctx, func(v *db.View) (err error) {
			secret, err = s.vault.Reveal(v, set, name)
			return err
		})
		return secret, err
	}
}
