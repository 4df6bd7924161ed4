package billing

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/mail"
	"anbar/app/identity/audit"
	"anbar/app/sales/plans"
	"anbar/db"
)

// Ways on for the workspace of an invoice that is refunded.
const (
	KeepPlan = "keep" // it has its plan until the end
	EndPlan  = "end"  // the time that was bought is taken back
)

func parseReference(text string) (string, error) {
	text = strings.TrimSpace(text)
	if utf8.RuneCountInString(text) > 100 {
		return "", fault.Field("reference", fault.TooLong)
	}
	return text, nil
}

// RefundInvoice gives back what was paid for an invoice; way is KeepPlan or EndPlan for one that is
// applied. A paid order that nobody finished is closed: no workspace can be made with it any
// more.
func (s *Service) RefundInvoice(ctx context.Context, who access.Actor, id, way, reason, reference string, from api.Origin) error {
	reason, err1 := parseReason(reason)
	reference, err2 := parseReference(reference)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if !s.claimRefund(id) {
		return fault.InvoiceClosed
	}
	defer s.releaseRefund(id)
	given, err := s.requestRefund(ctx, id, way)
	if err != nil {
		return err
	}
	if given != "" {
		reference = given
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		i, err := loadRefundable(tx.ReadOnly(), id, way)
		if err != nil {
			return err
		}
		ends := i.State == Applied && way == EndPlan
		err = errors.Join(tx.UpdateInvoiceRefunded(id), tx.InsertRefund(&db.Refund{
			ID: db.RefundID(db.NewID()), Invoice: id, Amount: i.Total, Reason: reason, Reference: reference, EndsPlan: ends, By: who.User,
		}))
		if err == nil && ends {
			err = revertPurchase(tx, i)
		}
		return errors.Join(err, s.recordEvent(tx, audit.PaymentRefunded, who, i, from), s.mailBuyer(tx, i, mail.PaymentRefunded, reason))
	})
}

// claimRefund reports whether nobody else refunds the invoice at the moment.
func (s *Service) claimRefund(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refunding[id] {
		return false
	}
	s.refunding[id] = true
	return true
}

func (s *Service) releaseRefund(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.refunding, id)
}

// loadRefunder returns the payment of an invoice, and its provider when that can refund it.
func (s *Service) loadRefunder(v *db.View, id string) (*db.Payment, refunder, error) {
	set, err := plans.LoadSelling(v)
	if err != nil {
		return nil, nil, err
	}
	p, err := v.PaidPayment(id)
	if errors.Is(err, db.ErrNotFound) { // confirmed without a receipt
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	provider, _ := s.providerOf(set, p.Provider).(refunder)
	return p, provider, nil
}

// requestRefund asks the provider to refund an invoice, if it can, and returns its reference.
func (s *Service) requestRefund(ctx context.Context, id, way string) (string, error) {
	var p *db.Payment
	var provider refunder
	err := s.db.View(ctx, func(v *db.View) (err error) {
		if _, err = loadRefundable(v, id, way); err != nil {
			return err
		}
		p, provider, err = s.loadRefunder(v, id)
		return err
	})
	if err != nil || provider == nil {
		return "", err
	}
	reference, err := provider.refund(ctx, p.Authority, p.Amount)
	if err != nil {
		s.log.Error("the payment gateway does not refund a payment", "payment", id, "error", err)
		return "", fault.PaymentUnavailable.Because(err)
	}
	return reference, nil
}

// loadRefundable returns an invoice that can be refunded in that way.
func loadRefundable(v *db.View, id, way string) (*db.Invoice, error) {
	i, err := v.InvoiceByID(id)
	switch {
	case errors.Is(err, db.ErrNotFound):
		return nil, fault.InvalidID
	case err != nil:
		return nil, err
	case i.State != Paid && i.State != Applied:
		return nil, fault.InvoiceClosed
	case i.Total == 0:
		return nil, fault.NothingToRefund
	case i.State == Applied && way != KeepPlan && way != EndPlan:
		return nil, fault.Field("plan", fault.InvalidValue)
	}
	return i, nil
}

// revertPurchase takes what a refunded invoice bought from its workspace. What other invoices
// bought stays: the plan of the newest one, and their time, which moves up.
func revertPurchase(tx *db.Tx, i *db.Invoice) error {
	b, err := tx.SubscriptionOf(i.Space)
	if errors.Is(err, db.ErrNotFound) { // nothing is sold any more, or the workspace was deleted
		return nil
	}
	if err != nil {
		return err
	}
	set, err := plans.LoadSelling(tx.ReadOnly())
	if err != nil {
		return err
	}
	given, err := tx.GrantedPlanOf(i.Space)
	var since time.Time
	switch {
	case errors.Is(err, db.ErrNotFound):
		given = nil
	case err != nil:
		return err
	case i.AppliedAt.Before(given.At): // staff chose another plan since
		return nil
	default:
		since = given.At
	}
	if bought := i.EndsAt.Sub(laterOf(i.StartsAt, tx.Now)); bought > 0 && !isShare(i) {
		b.StartsAt, b.EndsAt = b.StartsAt.Add(-bought), laterOf(b.EndsAt.Add(-bought), tx.Now)
	}
	other, err := tx.LastAppliedInvoice(i.Space, since)
	if errors.Is(err, db.ErrNotFound) {
		sp, err := tx.AdminSpace(i.Space)
		if errors.Is(err, db.ErrNotFound) { // its owner deleted it
			return nil
		}
		if err != nil {
			return err
		}
		return plans.RevertPurchase(tx, set, b, given, sp.Owner)
	}
	if err != nil {
		return err
	}
	b.Plan, b.Users, b.ExtraGiB, b.Period, b.Trial = other.Plan, other.Users, other.ExtraGiB, other.Period, other.Trial
	return plans.Subscribe(tx, set, b)
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// VoidInvoice gives up a pending order for the buyer. Money that comes all the same counts.
func (s *Service) VoidInvoice(ctx context.Context, who access.Actor, id, reason string, from api.Origin) error {
	reason, err := parseReason(reason)
	if err != nil {
		return err
	}
	return s.updateInvoice(ctx, id, func(tx *db.Tx, i *db.Invoice) error {
		if i.State != Pending {
			return fault.InvoiceClosed
		}
		if i.Provider == Transfer { // one at a gateway may be paid at this moment
			err = s.endPayment(tx, i, "failed")
		}
		return errors.Join(err, tx.UpdateInvoiceEnded(id, Void, reason), s.recordEvent(tx, audit.PaymentVoided, who, i, from),
			s.mailBuyer(tx, i, mail.PaymentVoided, reason))
	})
}

// ReturnSurplus records that a surplus payment was given back.
func (s *Service) ReturnSurplus(ctx context.Context, who access.Actor, id db.PaymentID, reference string, from api.Origin) error {
	reference, err := parseReference(reference)
	if err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		p, err := tx.PaymentByID(id)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		i, err := tx.InvoiceByID(p.Invoice)
		if err != nil {
			return err
		}
		if err := tx.UpdatePaymentReturned(id); errors.Is(err, db.ErrNotFound) {
			return fault.InvoiceClosed
		} else if err != nil {
			return err
		}
		return errors.Join(tx.InsertRefund(&db.Refund{
			ID: db.RefundID(db.NewID()), Invoice: i.ID, Payment: id, Amount: p.Amount, Reason: "", Reference: reference, By: who.User,
		}), s.recordEvent(tx, audit.SurplusReturned, who, i, from), s.mailBuyer(tx, i, mail.PaymentReturned, reference))
	})
}
