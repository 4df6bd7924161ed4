package billing

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/base/mail"
	"anbar/app/base/spool"
	"anbar/app/sales/plans"
	"anbar/blobstore"
	"anbar/db"
)

// The providers of payments.
const (
	Transfer = "transfer" // a bank transfer, which staff confirm
	Nothing  = "none"     // an invoice of nothing: a trial, or a discount of the whole
)

// PayInvoice begins the payment of an invoice. The price is computed once more: fault.PriceChanged
// when it is another one now, and the draft has the new one. While another invoice for the
// same is being paid, that one is returned. Without a buyer the invoice has the one of its workspace.
func (s *Service) PayInvoice(ctx context.Context, who access.Actor, id, provider string, buyer *plans.Party) (*db.Invoice, error) {
	var i *db.Invoice
	changed := false
	err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
		if i, err = loadOwnInvoice(tx.ReadOnly(), who, id); err != nil || i.State == Pending || i.State == Paid || i.State == Applied {
			return err
		}
		if i.State != Draft && i.State != Failed {
			return fault.InvoiceClosed
		}
		if other, err := findPending(tx, i); err != nil || other != nil {
			i = other
			return err
		}
		if changed, err = repriceDraft(tx, who, i); err != nil || changed {
			return err
		}
		if buyer, err = resolveBuyer(tx, i, buyer); err != nil {
			return err
		}
		return s.beginPayment(tx, i, provider, buyer)
	})
	if err == nil && changed {
		err = fault.PriceChanged
	}
	return i, err
}

// findPending returns the invoice that is being paid for the same workspace, or by the buyer of a
// new one; nil without one. Whatever its intent: the price of an upgrade depends on the end
// of the paid time, which a renewal moves.
func findPending(tx *db.Tx, i *db.Invoice) (*db.Invoice, error) {
	for _, intent := range []string{i.Intent, Renew, Upgrade} {
		if other, err := tx.PendingInvoice(i.User, i.Space, intent); !errors.Is(err, db.ErrNotFound) {
			return other, err
		}
	}
	return nil, nil
}

// repriceDraft prices a draft once more, and reports whether it costs something else now. The
// share of an upgrade shrinks by the second; a thousandth of the price changes nothing. A
// failed invoice that is tried again keeps its price for as long as an order is held.
func repriceDraft(tx *db.Tx, who access.Actor, i *db.Invoice) (bool, error) {
	o := &Order{
		Intent: i.Intent, Plan: i.Plan, Space: i.Space, Users: i.Users, ExtraGiB: i.ExtraGiB, Period: i.Period, Trial: i.Trial,
		Discount: i.Discount,
	}
	q, err := o.quote(tx.ReadOnly(), who)
	late := i.State == Failed && tx.Now.Sub(i.CreatedAt) >= pendingLife
	if err != nil || i.State == Failed && !late {
		return false, err
	}
	next := *i
	if err := q.writeTo(&next); err != nil {
		return false, err
	}
	less := i.Total - next.Total
	same := less == 0 || i.Intent == Upgrade && less > 0 && less <= i.Total/1000
	if same && !late {
		return false, nil
	}
	*i = next
	return !same, tx.UpdateInvoiceDraft(i)
}

// availableProviders names the providers with which an amount can be paid.
func (s *Service) availableProviders(set *plans.Selling, currency string, total int64) []string {
	all := []string{}
	if total == 0 {
		return append(all, Nothing)
	}
	for _, name := range providerNames() {
		if p := s.providerOf(set, name); p != nil && p.canCharge(currency) {
			all = append(all, name)
		}
	}
	if set.Transfer.IsOffered() {
		all = append(all, Transfer)
	}
	return all
}

func (s *Service) beginPayment(tx *db.Tx, i *db.Invoice, provider string, buyer *plans.Party) error {
	set, err := plans.LoadSelling(tx.ReadOnly())
	if err != nil {
		return err
	}
	if i.Total == 0 {
		provider = Nothing
	}
	if offered := s.availableProviders(set, i.Currency, i.Total); !slices.Contains(offered, provider) {
		return fault.Field("provider", fault.InvalidValue)
	}
	i.Provider = provider
	if i.Seller, i.Buyer, err = encodeParties(set, buyer); err != nil {
		return err
	}
	if err := tx.UpdateInvoicePending(i); err != nil {
		return err
	}
	i.State = Pending
	if provider == Nothing {
		return s.recordPaid(tx, i, "")
	}
	return nil
}

// recordPaid is called in the transaction that learns of the money. It numbers the invoice and
// gives a workspace what was bought; a new workspace is made later.
func (s *Service) recordPaid(tx *db.Tx, i *db.Invoice, reference string) error {
	if err := tx.UpdateInvoicePaid(i.ID, invoiceYear(tx.Now, i.Currency), reference); err != nil {
		return err
	}
	if i.Discount != "" {
		if err := tx.InsertDiscountUse(i.Discount, i.User, i.ID); err != nil {
			return err
		}
	}
	i.State = Paid
	if i.Total > 0 {
		m := mail.Data{Title: s.loadTitle(tx, i)}
		if err := s.mailUser(tx, i.User, mail.Message{Kind: mail.PaymentConfirmed, Data: m, Invoice: i.ID}, "/payment/"+i.ID); err != nil {
			return err
		}
	}
	if i.Intent == Renew || i.Intent == Upgrade {
		return s.applyToSpace(tx, i, i.Space)
	}
	return nil
}

// applyToSpace puts the workspace on the plan that was paid for. The time is computed from the
// subscription as it is now: two renewals that are paid one after the other both count.
func (s *Service) applyToSpace(tx *db.Tx, i *db.Invoice, space db.SpaceID) error {
	set, err := plans.LoadSelling(tx.ReadOnly())
	if err != nil {
		return err
	}
	b := &db.Subscription{
		Space: space, Plan: i.Plan, Users: i.Users, ExtraGiB: i.ExtraGiB, Period: i.Period, Trial: i.Trial, StartsAt: tx.Now,
		Since: tx.Now,
	}
	now, err := tx.SubscriptionOf(space)
	if errors.Is(err, db.ErrNotFound) {
		now, err = nil, nil
	}
	if err != nil {
		return err
	}
	state := plans.StateOf(now, tx.Now)
	switch {
	case i.Trial:
		b.EndsAt = tx.Now.AddDate(0, 0, set.TrialDays)
	case now != nil && isShare(i): // also when it ended meanwhile: only the share of that period was paid for
		b.Since, b.Period = now.Since, now.Period
		if b.EndsAt, err = upgradeEnd(tx.ReadOnly(), i, now); err != nil {
			return err
		}
		b.StartsAt = now.StartsAt.Add(b.EndsAt.Sub(now.EndsAt)) // it is a whole period all the same
	case i.Intent == Renew && (state == plans.Active || state == plans.Grace || state == plans.Trial):
		b.Since, b.StartsAt, b.EndsAt = now.Since, now.EndsAt, periodEnd(now.EndsAt, i.Period)
	default:
		b.EndsAt = periodEnd(tx.Now, i.Period)
	}
	starts := b.StartsAt
	if isShare(i) {
		starts = tx.Now
	}
	if err := tx.UpdateInvoiceApplied(i.ID, space, starts, b.EndsAt); err != nil {
		return err
	}
	i.State, i.Space = Applied, space
	return plans.Subscribe(tx, set, b)
}

// upgradeEnd returns the end of the paid time after an upgrade whose money came late. It paid
// for a share of the period that ran when it was ordered. What a renewal added since then
// was paid for the smaller plan, and lasts for less time on the larger one.
func upgradeEnd(v *db.View, i *db.Invoice, now *db.Subscription) (time.Time, error) {
	from := i.EndsAt
	if v.Now.After(from) {
		from = v.Now
	}
	if i.EndsAt.IsZero() || !now.EndsAt.After(i.EndsAt) || !now.EndsAt.After(from) {
		return now.EndsAt, nil
	}
	old, err := v.PlanByID(now.Plan)
	if err != nil {
		return from, err
	}
	next, err := v.PlanByID(i.Plan)
	if err != nil {
		return from, err
	}
	users, storage := (&terms{plan: old, users: now.Users, extraGiB: now.ExtraGiB, period: i.Period}).prices()
	moreUsers, moreStorage := (&terms{plan: next, users: i.Users, extraGiB: i.ExtraGiB, period: i.Period}).prices()
	price, higher := users+storage, moreUsers+moreStorage
	if higher <= price {
		return now.EndsAt, nil
	}
	return from.Add(time.Duration(mulDiv(seconds(now.EndsAt.Sub(from)), price, higher)) * time.Second), nil
}

// isShare reports whether an invoice is the share of a paid period that was left, rather
// than a whole period.
func isShare(i *db.Invoice) bool { return bytes.Contains(i.Lines, []byte(`"kind":"upgrade"`)) }

// maxReceipt is the most bytes of the picture of a transfer.
const maxReceipt = limits.FaceSent

// Receipts are pictures, or a document of a bank.
var receiptTypes = map[string]bool{"image/jpeg": true, "image/png": true, "application/pdf": true}

const maxTries = 20 // receipts of one invoice

// SendReceipt keeps the receipt of a transfer and asks staff to confirm it. The picture is kept as
// it came: nothing reads it here.
func (s *Service) SendReceipt(ctx context.Context, who access.Actor, id, reference string, picture io.Reader) (*db.Invoice, error) {
	if err := s.sends.Allow(who.User.String()); err != nil {
		return nil, err
	}
	if len(reference) > 100 {
		return nil, fault.Field("reference", fault.TooLong)
	}
	if err := s.db.View(ctx, func(v *db.View) error { return checkAwaitsReceipt(v, who, id) }); err != nil {
		return nil, err
	}
	b, err := spool.ReadAll(picture, maxReceipt)
	if err != nil && !errors.Is(err, spool.ErrTooLarge) {
		return nil, fault.BadRequest.Because(err)
	}
	kind := http.DetectContentType(b)
	if err != nil || !receiptTypes[kind] {
		return nil, fault.InvalidReceipt
	}
	stored, lease, err := s.blobs.PutReader(ctx, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	defer lease.Release()
	return db.Do(ctx, s.db, func(tx *db.Tx) (i *db.Invoice, err error) {
		if err = checkAwaitsReceipt(tx.ReadOnly(), who, id); err != nil {
			return nil, err
		}
		if i, err = loadOwnInvoice(tx.ReadOnly(), who, id); err != nil {
			return i, err
		}
		p := &db.Payment{
			ID: db.PaymentID(db.NewID()), Invoice: id, Provider: Transfer, Amount: i.Total, Receipt: db.Hash(stored.Digest),
			ReceiptType: kind,
		}
		p.Authority = p.ID.String()
		isFirst := i.SentAt.IsZero() // another receipt of the same payment tells nobody anything new
		i.SentAt, i.Reference = tx.Now, reference
		if err := errors.Join(tx.InsertPayment(p), tx.UpdateInvoiceSent(id, reference)); err != nil || !isFirst {
			return i, err
		}
		return i, s.mailTransferProofReceived(tx, i)
	})
}

// checkAwaitsReceipt fails unless the actor's invoice waits for the receipt of a transfer.
func checkAwaitsReceipt(v *db.View, who access.Actor, id string) error {
	i, err := loadOwnInvoice(v, who, id)
	if err != nil {
		return err
	}
	if i.State != Pending || i.Provider != Transfer {
		return fault.InvoiceClosed
	}
	n, err := v.CountPayments(id)
	if err == nil && n >= maxTries {
		err = fault.TooManyRequests
	}
	return err
}

// CancelInvoice gives a payment up that nothing was sent for.
func (s *Service) CancelInvoice(ctx context.Context, who access.Actor, id string) error {
	return s.db.Update(ctx, func(tx *db.Tx) error {
		i, err := loadOwnInvoice(tx.ReadOnly(), who, id)
		if err != nil {
			return err
		}
		if i.State != Pending || !i.SentAt.IsZero() {
			return fault.InvoiceClosed
		}
		return tx.UpdateInvoiceEnded(id, Void, "")
	})
}

// pendingLife is how long an order waits for its money.
const pendingLife = 7 * 24 * time.Hour

// ExpireOrders gives up orders that nobody paid, and removes old drafts.
func (s *Service) ExpireOrders(ctx context.Context) error {
	const step = 500
	for n := int64(step); n == step; {
		err := s.db.Update(ctx, func(tx *db.Tx) (err error) {
			n, err = tx.DeleteInvoiceDrafts(tx.Now.Add(-pendingLife), step)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.db.Update(ctx, func(tx *db.Tx) error { return tx.UpdateInvoicesVoid(tx.Now.Add(-pendingLife)) })
}

// SubscribeSpace puts a new workspace on the plan of a paid invoice, or without one on the free
// plan. Where nothing is sold it does nothing. PaymentFailed when the invoice is not paid.
func (s *Service) SubscribeSpace(tx *db.Tx, who access.Actor, space db.SpaceID, payment string) error {
	if payment == "" {
		return plans.SubscribeFree(tx, who.User, space)
	}
	i, err := loadOwnInvoice(tx.ReadOnly(), who, payment)
	if errors.Is(err, fault.InvalidID) {
		return fault.PlanNotChosen
	}
	if err != nil {
		return err
	}
	if i.State != Paid || i.Intent != Create && i.Intent != CreateAuto {
		return fault.PaymentFailed
	}
	if err := rememberBuyer(tx, space, i.Buyer); err != nil {
		return err
	}
	return s.applyToSpace(tx, i, space)
}

// FindCreatedSpace returns the workspace that was made with a payment of the actor; 0 without one. A
// call that is sent twice answers the same.
func (s *Service) FindCreatedSpace(v *db.View, who access.Actor, payment string) (db.SpaceID, error) {
	if payment == "" {
		return 0, nil
	}
	i, err := loadOwnInvoice(v, who, payment)
	if errors.Is(err, fault.InvalidID) || err == nil && (i.State != Applied || i.Intent != Create && i.Intent != CreateAuto) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return i.Space, nil
}

// openReceipt opens the picture of the newest transfer of an invoice.
func (s *Service) openReceipt(ctx context.Context, p *db.Payment) (*blobstore.Blob, error) {
	return s.blobs.Open(ctx, blobstore.Digest(p.Receipt))
}
