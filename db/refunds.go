package db

import (
	"database/sql"
	"time"
)

// Refund is money that was given back.
type Refund struct {
	ID        RefundID
	Invoice   string
	Payment   PaymentID // a surplus one; 0 for the invoice itself
	Amount    int64
	Reason    string
	Reference string
	EndsPlan  bool
	By        UserID
	CreatedAt time.Time
}

// RefundOf returns the refund of an invoice.
func (v *View) RefundOf(invoice string) (*Refund, error) {
	var r Refund
	return &r, v.scanRow("SELECT id, invoice_id, coalesce(payment_id, 0), amount, reason, reference, ends_plan, user_id, created_at "+
		"FROM refunds WHERE invoice_id = ? AND payment_id IS NULL", []any{invoice}, &r.ID, &r.Invoice, (*int64)(&r.Payment), &r.Amount,
		&r.Reason, &r.Reference, &r.EndsPlan, &r.By, timeScanner{&r.CreatedAt})
}

// InsertRefund records that money was given back; ErrExists when that of the invoice, or of
// the payment, was before.
// home: app/sales/billing
func (tx *Tx) InsertRefund(r *Refund) error {
	return tx.exec("INSERT INTO refunds (id, invoice_id, payment_id, amount, reason, reference, ends_plan, user_id, created_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", r.ID, r.Invoice, r.Payment, r.Amount, r.Reason, r.Reference, r.EndsPlan, r.By,
		toMillis(tx.Now))
}

// UpdateInvoiceRefunded ends a paid invoice; ErrNotFound when it is not paid, or refunded
// already.
// home: app/sales/billing
func (tx *Tx) UpdateInvoiceRefunded(id string) error {
	return tx.execOne("UPDATE invoices SET state = 'refunded' WHERE id = ? AND state IN ('paid', 'applied')", id)
}

// UpdatePaymentReturned records that a surplus payment was given back; ErrNotFound when it
// is none.
// home: app/sales/billing
func (tx *Tx) UpdatePaymentReturned(id PaymentID) error {
	return tx.execOne("UPDATE payments SET state = 'returned' WHERE id = ? AND state = 'surplus'", id)
}

// PaymentByID returns a try to pay.
func (v *View) PaymentByID(id PaymentID) (*Payment, error) {
	var p Payment
	return &p, v.scanRow("SELECT "+paymentColumns+" FROM payments p WHERE p.id = ?", []any{id}, p.columns()...)
}

// PaidPayment returns the try that paid an invoice.
func (v *View) PaidPayment(invoice string) (*Payment, error) {
	var p Payment
	return &p, v.scanRow("SELECT "+paymentColumns+" FROM payments p WHERE p.invoice_id = ? AND p.state = 'paid'", []any{invoice},
		p.columns()...)
}

// SurplusOf returns the payments of an invoice that another one had paid, and that were not
// given back.
func (v *View) SurplusOf(invoice string) ([]Payment, error) {
	return listRows(v, func(r *sql.Rows, p *Payment) error { return r.Scan(p.columns()...) },
		"SELECT "+paymentColumns+" FROM payments p WHERE p.invoice_id = ? AND p.state = 'surplus' ORDER BY p.id", invoice)
}

// LastAppliedInvoice returns the invoice that was applied to a space last, since a time, and not
// given back.
func (v *View) LastAppliedInvoice(space SpaceID, since time.Time) (*Invoice, error) {
	var i Invoice
	return &i, v.scanRow("SELECT "+invoiceColumns+" FROM invoices i WHERE i.space_id = ? AND i.state = 'applied' "+
		"AND i.applied_at >= ? ORDER BY i.applied_at DESC, i.paid_at DESC, i.number DESC LIMIT 1", []any{space, toMillis(since)},
		i.columns()...)
}
