package billing

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/sales/plans"
	"anbar/db"
)

func (s *Service) mountProviders(r *api.Router) {
	for _, method := range []string{"GET", "POST"} {
		api.Stream(r, api.Op{
			Call: method + " /plan/callback/{provider}", Status: http.StatusSeeOther,
			Does:  "Where a payment provider sends the payer back to; what it brings decides nothing",
			Fails: []*fault.Fault{fault.TooManyRequests},
		}, s.handlePaymentCallback)
	}
	api.Stream(r, api.Op{
		Call: "POST /plan/webhook/stripe", Status: http.StatusNoContent, Does: "Where Stripe tells that something happened to a payment",
		Takes: "application/json", Fails: []*fault.Fault{fault.PaymentUnavailable, fault.TooManyRequests},
	}, s.handleStripeWebhook)
}

// StartPayment registers a pending invoice with its provider and returns the page where it is
// paid. It talks to the provider before it writes: a crash in between leaves a payment that
// nobody can make, and the next Start registers another one, or the same once more.
func (s *Service) StartPayment(ctx context.Context, who access.Actor, id string) (page string, err error) {
	if err := s.sends.Allow(who.User.String()); err != nil {
		return "", err
	}
	var order *purchase
	var with provider
	var name string
	err = s.db.View(ctx, func(v *db.View) error {
		i, p, err := s.loadStartable(v, who, id)
		if err != nil {
			return err
		}
		n, err := v.CountPayments(id)
		if err == nil && n >= maxTries {
			err = fault.TooManyRequests
		}
		if err != nil {
			return err
		}
		with, name = p, i.Provider
		order = &purchase{payment: i.ID, amount: i.Total, currency: i.Currency, title: "Anbar " + i.ID[:8]}
		order.try, err = v.CountEndedPayments(id)
		return err
	})
	if err != nil {
		return "", err
	}
	authority, page, err := with.start(ctx, order)
	if err == nil && (!isAuthority(authority) || !isPageURL(page)) {
		err = errors.New("the payment provider answered without a payment, or without a page to pay on")
	}
	if err == nil {
		err = s.storePayment(ctx, who, &db.Payment{Invoice: id, Provider: name, Authority: authority, Amount: order.amount})
	}
	var refused *fault.Fault
	if err == nil || errors.As(err, &refused) {
		return page, err
	}
	s.log.Error("a payment provider does not take a payment", "provider", name, "payment", id, "error", err)
	return "", fault.PaymentUnavailable.Because(err)
}

// storePayment keeps a payment that the provider has registered. A provider may answer with one
// that is under way for the same invoice, and with no other one.
func (s *Service) storePayment(ctx context.Context, who access.Actor, p *db.Payment) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if _, _, err := s.loadStartable(tx.ReadOnly(), who, p.Invoice); err != nil {
			return err
		}
		before, err := tx.PaymentByAuthority(p.Provider, p.Authority)
		if errors.Is(err, db.ErrNotFound) {
			p.ID = db.PaymentID(db.NewID())
			return tx.InsertPayment(p)
		}
		if err == nil && (before.Invoice != p.Invoice || before.Amount != p.Amount) {
			err = errors.New("the payment provider answered with another payment")
		}
		return err
	})
}

func (s *Service) loadStartable(v *db.View, who access.Actor, id string) (*db.Invoice, provider, error) {
	i, err := loadOwnInvoice(v, who, id)
	if err != nil {
		return nil, nil, err
	}
	set, err := plans.LoadSelling(v)
	if err != nil {
		return nil, nil, err
	}
	p := s.providerOf(set, i.Provider)
	if i.State != Pending || p == nil || !p.canCharge(i.Currency) {
		return nil, nil, fault.InvoiceClosed
	}
	return i, p, nil
}

// SettlePayment asks the provider of a payment about it, server to server, and books the answer.
// The word of the payer's browser decides nothing but whether a payment that is not paid has
// failed already. It returns the invoice.
func (s *Service) SettlePayment(ctx context.Context, name, authority string, ended bool) (string, error) {
	var p *db.Payment
	var with provider
	order := &purchase{}
	err := s.db.View(ctx, func(v *db.View) (err error) {
		if p, err = v.PaymentByAuthority(name, authority); err != nil {
			return err
		}
		i, err := v.InvoiceByID(p.Invoice)
		if err != nil {
			return err
		}
		order.payment, order.amount, order.currency = i.ID, p.Amount, i.Currency
		set, err := plans.LoadSelling(v)
		if err == nil {
			with = s.providerOf(set, name)
		}
		return err
	})
	switch {
	case errors.Is(err, db.ErrNotFound):
		return "", fault.InvalidID
	case err != nil:
		return "", err
	case p.State != "pending":
		return p.Invoice, nil
	case with == nil:
		return p.Invoice, fmt.Errorf("the payment %s waits for the provider %s, which the settings do not have any more", p.Invoice, name)
	}
	reference, err := with.verify(ctx, order, authority)
	switch {
	case err == nil || errors.Is(err, errOver) || errors.Is(err, errUnpaid) && ended:
		paid := err == nil
		return p.Invoice, s.db.Update(ctx, func(tx *db.Tx) error { return s.bookPayment(tx, p, paid, reference) })
	case errors.Is(err, errUnpaid) || errors.Is(err, errOpen):
		return p.Invoice, nil
	}
	return p.Invoice, err
}

// bookPayment ends a payment. Money for an invoice that another payment has paid meanwhile is
// surplus: staff give it back. A payment that failed ends its invoice unless the buyer has
// begun another one since.
func (s *Service) bookPayment(tx *db.Tx, p *db.Payment, paid bool, reference string) error {
	i, err := tx.InvoiceByID(p.Invoice)
	if err != nil {
		return err
	}
	done := i.State == Paid || i.State == Applied || i.State == Refunded
	state := "failed"
	switch {
	case paid && done:
		state = "surplus"
	case paid:
		state = "paid"
	}
	if err := tx.UpdatePaymentEnded(p.ID, state); errors.Is(err, db.ErrNotFound) {
		return nil // another answer was faster
	} else if err != nil {
		return err
	}
	switch {
	case state == "paid":
		return s.recordPaid(tx, i, reference)
	case state == "failed" && i.State == Pending && i.Provider == p.Provider:
		return tx.UpdateInvoiceEnded(i.ID, Failed, "")
	}
	return nil
}

const (
	pollPeriod     = 24 * time.Hour      // a payment that is not answered for
	longPollPeriod = 30 * 24 * time.Hour // once an hour
	roundsPerHour  = 12                  // rounds of the job
	pollBatch      = 100
	maxDown        = 3 // times in a row without an answer, after which a provider rests until the next round
)

// SettleOpenPayments asks about all payments without an answer, so that a crash between the payer's
// return and the commit loses nothing. It asks about those of the last day each time, and
// about older ones once an hour.
func (s *Service) SettleOpenPayments(ctx context.Context) error {
	since := pollPeriod + time.Hour
	if s.pollRounds.Add(1)%roundsPerHour == 1 {
		since = longPollPeriod
	}
	var all error
	for _, name := range providerNames() {
		all = errors.Join(all, s.settleProvider(ctx, name, since))
	}
	return all
}

// settleProvider asks about the open payments of a provider, those first that it lists as paid.
func (s *Service) settleProvider(ctx context.Context, name string, since time.Duration) error {
	listed, all := s.listUnverified(ctx, name) // without the list each payment is asked about all the same
	for _, authority := range listed {
		if _, err := s.SettlePayment(ctx, name, authority, false); err != nil && !errors.Is(err, fault.InvalidID) {
			s.log.Error("a payment that the provider lists as paid is not settled", "provider", name, "error", err)
		}
	}
	down := 0
	for behind, n := db.PaymentID(0), pollBatch; n == pollBatch; {
		open, err := s.listOpenPayments(ctx, name, behind)
		if err != nil {
			return errors.Join(all, err)
		}
		for i := range open {
			age := time.Since(open[i].CreatedAt)
			if age > since {
				continue
			}
			_, err := s.SettlePayment(ctx, name, open[i].Authority, age > pollPeriod)
			all = errors.Join(all, err)
			if !errors.Is(err, errDown) {
				down = 0
			} else if down++; down == maxDown {
				return all
			}
		}
		if n = len(open); n > 0 {
			behind = open[n-1].ID
		}
	}
	return all
}

func (s *Service) listOpenPayments(ctx context.Context, name string, behind db.PaymentID) (open []db.Payment, err error) {
	return db.Get(ctx, s.db, func(v *db.View) ([]db.Payment, error) {
		return v.OpenPayments(name, behind, pollBatch)
	})
}

// listUnverified asks a provider that can tell which payments were paid and not asked about. A
// gateway that copies the protocol need not have this, so a failure is no error: every
// payment is asked about by itself.
func (s *Service) listUnverified(ctx context.Context, name string) ([]string, error) {
	open, err := s.listOpenPayments(ctx, name, 0)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	with, err := db.Get(ctx, s.db, func(v *db.View) (with provider, err error) {
		set, err := plans.LoadSelling(v)
		if err == nil {
			with = s.providerOf(set, name)
		}
		return with, err
	})
	l, ok := with.(lister)
	if err != nil || !ok {
		return nil, err
	}
	all, err := l.listUnverified(ctx)
	if err != nil {
		s.log.Debug("a payment provider lists no payments", "provider", name, "error", err)
		return nil, nil
	}
	return all, nil
}

type callbackIn struct {
	Provider string `path:"provider"`
}

// handlePaymentCallback is where a provider sends the payer back to. It answers with a page of the
// product whatever comes.
func (s *Service) handlePaymentCallback(c *api.Call, in *callbackIn) error {
	if err := s.returns.Allow(c.Origin().Address); err != nil {
		return err
	}
	form := c.R.URL.Query()
	if c.R.Method == http.MethodPost {
		b, err := api.ReadSmallBody(c, limits.PublicBody, limits.BodyTime)
		if err != nil {
			return err
		}
		sent, err := url.ParseQuery(string(b))
		if err != nil {
			return fault.BadRequest.Because(err)
		}
		maps.Copy(form, sent)
	}
	with, err := db.Get(c, s.db, func(v *db.View) (with provider, err error) {
		set, err := plans.LoadSelling(v)
		if err == nil {
			with = s.providerOf(set, in.Provider)
		}
		return with, err
	})
	if err != nil {
		return err
	}
	if with == nil {
		return fault.InvalidID
	}
	authority, ended := with.parseReturn(form)
	if !isAuthority(authority) {
		return fault.InvalidID
	}
	id, err := s.SettlePayment(c, in.Provider, authority, ended)
	if id == "" {
		return err
	}
	if err != nil { // the job asks again
		s.log.Error("a payment provider did not say whether a payment is paid", "provider", in.Provider, "payment", id, "error", err)
	}
	c.W.Header().Set("Location", "/payment/"+id)
	c.W.WriteHeader(http.StatusSeeOther)
	return nil
}
