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
	"anbar/db"
)

// ConfirmPayment says that the money of an invoice came. It does so also for one that was given up
// meanwhile: money that came is never refused.
func (s *Service) ConfirmPayment(ctx context.Context, who access.Actor, id, reference string, from api.Origin) error {
	return s.updateInvoice(ctx, id, func(tx *db.Tx, i *db.Invoice) error {
		if i.Provider != Transfer || i.State == Paid || i.State == Applied || i.State == Refunded || i.State == Draft {
			return fault.InvoiceClosed
		}
		if reference == "" {
			reference = i.Reference
		}
		if err := s.endPayment(tx, i, "paid"); err != nil {
			return err
		}
		if err := s.recordPaid(tx, i, reference); err != nil {
			return err
		}
		return s.recordEvent(tx, audit.PaymentConfirmed, who, i, from)
	})
}

// RejectPayment says that the money of an invoice did not come, and why.
func (s *Service) RejectPayment(ctx context.Context, who access.Actor, id, reason string, from api.Origin) error {
	reason, err := parseReason(reason)
	if err != nil {
		return err
	}
	return s.updateInvoice(ctx, id, func(tx *db.Tx, i *db.Invoice) error {
		if i.Provider != Transfer || i.State != Pending {
			return fault.InvoiceClosed
		}
		if err := errors.Join(s.endPayment(tx, i, "failed"), tx.UpdateInvoiceEnded(id, Failed, reason)); err != nil {
			return err
		}
		return errors.Join(s.recordEvent(tx, audit.PaymentRefused, who, i, from),
			s.mailBuyer(tx, i, mail.PaymentRefused, reason))
	})
}

// updateInvoice loads an invoice and changes it in one transaction, for staff.
func (s *Service) updateInvoice(ctx context.Context, id string, do func(*db.Tx, *db.Invoice) error) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		i, err := tx.InvoiceByID(id)
		if errors.Is(err, db.ErrNotFound) {
			return fault.InvalidID
		}
		if err != nil {
			return err
		}
		return do(tx, i)
	})
}

// parseReason checks the reason of staff for what they did, which the buyer reads.
func parseReason(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", fault.Field("reason", fault.Required)
	}
	if utf8.RuneCountInString(text) > 500 {
		return "", fault.Field("reason", fault.TooLong)
	}
	return text, nil
}

// mailBuyer writes to the buyer what staff did with an invoice, and why.
func (s *Service) mailBuyer(tx *db.Tx, i *db.Invoice, kind mail.Kind, reason string) error {
	m := mail.Message{Kind: kind, Data: mail.Data{Title: s.loadTitle(tx, i), Text: reason}}
	if kind == mail.PaymentRefunded {
		m.Invoice = i.ID
	}
	return s.mailUser(tx, i.User, m, "/payment/"+i.ID)
}

// endPayment ends the newest try to pay an invoice, if it is one of its provider and open. One at
// another provider still gets its own answer.
func (s *Service) endPayment(tx *db.Tx, i *db.Invoice, state string) error {
	p, err := tx.LastPayment(i.ID)
	if err == nil && p.Provider == i.Provider {
		err = tx.UpdatePaymentEnded(p.ID, state)
	}
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return err
}

func (s *Service) recordEvent(tx *db.Tx, action audit.Action, who access.Actor, i *db.Invoice, from api.Origin) error {
	return s.audit.Record(tx, audit.Event{Action: action, User: i.User, By: who.User, From: from, Detail: audit.Detail{Name: i.ID}})
}

// loadTitle names what an invoice is for, for a mail.
func (s *Service) loadTitle(tx *db.Tx, i *db.Invoice) string {
	if p, err := tx.PlanByID(i.Plan); err == nil {
		if u, err := tx.UserByID(i.User); err == nil {
			return planTitle(p, u.Language)
		}
		return p.TitleEn
	}
	return ""
}

const maxCode = 40

// SetDiscount makes or changes a discount.
func (s *Service) SetDiscount(ctx context.Context, who access.Actor, d *db.Discount, from api.Origin) error {
	d.Code = normalizeDiscountCode(d.Code)
	wrong := fault.Fields{}
	for field, bad := range map[string]bool{
		"code":    d.Code == "" || len(d.Code) > maxCode || strings.ContainsAny(d.Code, " /?#%"),
		"percent": d.Percent < 0 || d.Percent > 100 || (d.Percent == 0) == (d.Amount == 0), "amount": d.Amount < 0, "cap": d.Cap < 0,
		"uses": d.Uses < 0, "ends_at": !d.EndsAt.IsZero() && !d.EndsAt.After(d.StartsAt), "plans": len(d.Plans) > 20,
	} {
		if bad {
			wrong.Add(field, fault.InvalidValue)
		}
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	return s.db.Update(ctx, func(tx *db.Tx) error {
		if d.StartsAt.IsZero() {
			d.StartsAt = tx.Now.Add(-time.Second)
		}
		return errors.Join(tx.PutDiscount(d),
			s.audit.Record(tx, audit.Event{Action: audit.DiscountChanged, User: who.User, From: from, Detail: audit.Detail{Name: d.Code}}))
	})
}
