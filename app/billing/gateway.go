package billing

import (
	"context"
	"errors"
	"net/http"
	"time"

	"anbar/app/access"
	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/plans"
	"anbar/db"
)

// gatewayOf returns the payment gateway of the settings; nil without one.
func (s *Service) gatewayOf(set *plans.Selling) *zarinpal {
	if set.Zarinpal.Merchant == "" || set.Currency != "IRT" && set.Currency != "IRR" {
		return nil
	}
	return &zarinpal{base: set.Zarinpal.URL, merchant: set.Zarinpal.Merchant, callback: s.url() + "/api/plan/callback/" + Zarinpal}
}

// Start registers a pending invoice with its gateway and returns the page where it is
// paid. It talks to the gateway before it writes: a crash in between leaves a payment that
// nobody can make, and the next Start registers another one.
func (s *Service) Start(ctx context.Context, who access.Actor, id string) (page string, err error) {
	if err := s.sends.Take(who.User.String()); err != nil {
		return "", err
	}
	var i *db.Invoice
	var gateway *zarinpal
	err = s.db.View(ctx, func(v *db.View) (err error) {
		if i, gateway, err = s.startable(v, who, id); err != nil {
			return err
		}
		n, err := v.CountPayments(id)
		if err == nil && n >= maxTries {
			err = fault.TooManyRequests
		}
		return err
	})
	if err != nil {
		return "", err
	}
	authority, page, err := gateway.start(ctx, i.ID, i.Total, i.Currency, "Anbar "+i.ID[:8])
	if err != nil {
		s.log.Error("the payment gateway does not take a payment", "payment", i.ID, "error", err)
		return "", fault.PaymentUnavailable.Because(err)
	}
	return page, s.db.Update(ctx, func(tx *db.Tx) error {
		if _, _, err := s.startable(tx.ReadOnly(), who, id); err != nil {
			return err
		}
		return tx.InsertPayment(&db.Payment{
			ID: db.PaymentID(db.NewID()), Invoice: id, Provider: Zarinpal, Authority: authority, Amount: i.Total,
		})
	})
}

func (s *Service) startable(v *db.View, who access.Actor, id string) (*db.Invoice, *zarinpal, error) {
	i, err := own(v, who, id)
	if err != nil {
		return nil, nil, err
	}
	set, err := plans.SellingOf(v)
	if err != nil {
		return nil, nil, err
	}
	gateway := s.gatewayOf(set)
	if i.State != Pending || i.Provider != Zarinpal || gateway == nil {
		return nil, nil, fault.InvoiceClosed
	}
	return i, gateway, nil
}

// Settle asks the gateway about a payment, server to server, and books the answer. What the
// payer's browser says decides nothing but whether a payment that is not paid has failed
// already. It returns the invoice.
func (s *Service) Settle(ctx context.Context, authority string, ended bool) (string, error) {
	var p *db.Payment
	var gateway *zarinpal
	err := s.db.View(ctx, func(v *db.View) error {
		set, err := plans.SellingOf(v)
		if err != nil {
			return err
		}
		gateway = s.gatewayOf(set)
		p, err = v.PaymentByAuthority(Zarinpal, authority)
		return err
	})
	if errors.Is(err, db.ErrNotFound) {
		return "", fault.InvalidID
	}
	if err != nil || p.State != "pending" || gateway == nil {
		if p == nil {
			return "", err
		}
		return p.Invoice, err
	}
	reference, err := gateway.verify(ctx, authority, p.Amount)
	if errors.Is(err, errUnpaid) && !ended {
		return p.Invoice, nil
	}
	if err != nil && !errors.Is(err, errUnpaid) {
		return p.Invoice, err
	}
	paid := err == nil
	err = s.db.Update(ctx, func(tx *db.Tx) error { return s.book(tx, p, paid, reference) })
	return p.Invoice, err
}

// book ends a payment. Money for an invoice that another payment has paid meanwhile is
// surplus: staff give it back.
func (s *Service) book(tx *db.Tx, p *db.Payment, paid bool, reference string) error {
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
		return s.paid(tx, i, reference)
	case state == "failed" && i.State == Pending:
		return tx.UpdateInvoiceEnded(i.ID, Failed, "")
	}
	return nil
}

const (
	askedFor  = 24 * time.Hour // a payment that is not answered for
	askedStep = 100
)

// SettleAll asks about all payments without an answer, so that a crash between the payer's
// return and the commit loses nothing.
func (s *Service) SettleAll(ctx context.Context) error {
	var open []db.Payment
	err := s.db.View(ctx, func(v *db.View) (err error) {
		open, err = v.OpenPayments(Zarinpal, askedStep)
		return err
	})
	var all error
	for i := range open {
		p := &open[i]
		_, err := s.Settle(ctx, p.Authority, time.Since(p.CreatedAt) > askedFor)
		all = errors.Join(all, err)
	}
	return errors.Join(err, all)
}

// callback is where the gateway sends the payer back to. It answers with a page of the
// product whatever comes.
func (s *Service) callback(c *api.Call) error {
	q := c.R.URL.Query()
	authority := q.Get("Authority")
	if authority == "" || len(authority) > 100 {
		return fault.InvalidID
	}
	if err := s.returns.Take(c.Origin().Address); err != nil {
		return err
	}
	id, err := s.Settle(c, authority, q.Get("Status") != "OK")
	if errors.Is(err, fault.InvalidID) {
		return err
	}
	if err != nil { // the job asks again
		s.log.Error("the payment gateway did not say whether a payment is paid", "payment", id, "error", err)
	}
	c.W.Header().Set("Location", "/payment/"+id)
	c.W.WriteHeader(http.StatusSeeOther)
	return nil
}
