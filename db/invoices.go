package db

import (
	"database/sql"
	"encoding/json"
	"time"
)

// Invoice is the order of a plan. Its state goes draft → pending → paid → applied; pending
// also ends as failed, void or, once paid, refunded.
type Invoice struct {
	ID        string // the payment_id of the calls
	Number    string // given when it is paid; a trial has none
	User      UserID // the buyer
	Space     SpaceID
	Intent    string // create, create_auto, renew, upgrade
	Plan      PlanID
	Users     int
	ExtraGiB  int64
	Period    string
	Trial     bool
	Lines     json.RawMessage
	Total     int64
	Currency  string
	Discount  string
	Seller    json.RawMessage
	Buyer     json.RawMessage
	State     string
	Provider  string
	Reference string
	Reason    string
	CreatedAt time.Time
	SentAt    time.Time
	PaidAt    time.Time
	AppliedAt time.Time
	StartsAt  time.Time // of the time that was bought; zero before it is applied
	EndsAt    time.Time // of the same; before that, of the period that the share of an upgrade is of
}

const invoiceColumns = "i.id, coalesce(i.number, ''), i.user_id, coalesce(i.space_id, 0), i.intent, i.plan_id, i.users, i.extra_gib, " +
	"i.period, i.trial, i.lines, i.total, i.currency, i.discount, i.seller, i.buyer, i.state, i.provider, i.reference, i.reason, " +
	"i.created_at, i.sent_at, i.paid_at, i.applied_at, i.starts_at, i.ends_at"

func (i *Invoice) columns() []any {
	return []any{&i.ID, &i.Number, &i.User, (*int64)(&i.Space), &i.Intent, &i.Plan, &i.Users, &i.ExtraGiB, &i.Period, &i.Trial,
		rawJSON{&i.Lines}, &i.Total, &i.Currency, &i.Discount, rawJSON{&i.Seller}, rawJSON{&i.Buyer}, &i.State, &i.Provider,
		&i.Reference, &i.Reason,
		timeScanner{&i.CreatedAt}, timeScanner{&i.SentAt}, timeScanner{&i.PaidAt}, timeScanner{&i.AppliedAt},
		timeScanner{&i.StartsAt}, timeScanner{&i.EndsAt}}
}

// rawJSON scans JSON text.
type rawJSON struct{ to *json.RawMessage }

// Scan implements sql.Scanner.
func (r rawJSON) Scan(v any) error {
	text, _ := v.(string)
	*r.to = json.RawMessage(text)
	return nil
}

// InvoiceByID returns an invoice.
func (v *View) InvoiceByID(id string) (*Invoice, error) {
	var i Invoice
	return &i, v.scanRow("SELECT "+invoiceColumns+" FROM invoices i WHERE i.id = ?", []any{id}, i.columns()...)
}

// PendingInvoice returns the invoice that is being paid for an intent, of a space or, without
// one, of the buyer.
func (v *View) PendingInvoice(user UserID, space SpaceID, intent string) (*Invoice, error) {
	var i Invoice
	return &i, v.scanRow("SELECT "+invoiceColumns+" FROM invoices i WHERE coalesce(i.space_id, -i.user_id) = ? AND i.intent = ? "+
		"AND i.state = 'pending'", []any{payerKey(user, space), intent}, i.columns()...)
}

func payerKey(user UserID, space SpaceID) int64 {
	if space == 0 {
		return -int64(user)
	}
	return int64(space)
}

var newestInvoices = &sortOrder[Invoice]{
	columns: []string{"i.created_at", "i.id"}, down: true, of: func(i *Invoice) []any { return []any{toMillis(i.CreatedAt), i.ID} },
}

func (v *View) invoices(s Slice, where string, args ...any) ([]Invoice, []any, error) {
	return listSlice(v, newestInvoices, s, func(r *sql.Rows, i *Invoice) error { return r.Scan(i.columns()...) },
		"SELECT "+invoiceColumns+" FROM invoices i WHERE "+where, args...)
}

// InvoicesOf returns a part of the invoices of a space that are more than a draft, without trials.
func (v *View) InvoicesOf(space SpaceID, s Slice) ([]Invoice, []any, error) {
	return v.invoices(s, "i.space_id = ? AND "+isIssued, space)
}

// noTrial leaves out what is no invoice. Trials had numbers once.
const noTrial = "NOT (i.trial = 1 AND i.number IS NULL)"

// isIssued leaves out drafts as well.
const isIssued = "i.state <> 'draft' AND " + noTrial

// The lists of invoices that staff see.
const (
	InvoicesPending = "i.state = 'pending'" // those with a receipt first
	InvoicesFailed  = "i.state IN ('failed', 'void')"
	InvoicesPaid    = "i.state IN ('paid', 'applied', 'refunded') AND " + noTrial
	InvoicesSurplus = "i.id IN (SELECT invoice_id FROM payments WHERE state = 'surplus')"
)

var pendingInvoices = &sortOrder[Invoice]{
	columns: []string{"(i.sent_at IS NOT NULL)", "i.created_at", "i.id"}, down: true,
	of: func(i *Invoice) []any { return []any{boolToInt(!i.SentAt.IsZero()), toMillis(i.CreatedAt), i.ID} },
}

func boolToInt(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

// InvoicesIn returns a part of one of these lists.
func (v *View) InvoicesIn(which string, s Slice) ([]Invoice, []any, error) {
	sorted := newestInvoices
	if which == InvoicesPending {
		sorted = pendingInvoices
	}
	return listSlice(v, sorted, s, func(r *sql.Rows, i *Invoice) error { return r.Scan(i.columns()...) },
		"SELECT "+invoiceColumns+" FROM invoices i WHERE "+which)
}

// FindInvoices returns up to limit invoices, but no drafts, whose id begins with a code or
// whose number is it.
func (v *View) FindInvoices(code string, limit int) ([]Invoice, error) {
	return listRows(v, func(r *sql.Rows, i *Invoice) error { return r.Scan(i.columns()...) },
		"SELECT "+invoiceColumns+" FROM invoices i WHERE (i.id >= ?1 AND i.id < ?1 || '~' OR i.number = ?1) AND i.state <> 'draft' "+
			"ORDER BY i.created_at DESC LIMIT ?2", code, limit)
}

// CountInvoicesOf counts what InvoicesOf lists.
func (v *View) CountInvoicesOf(space SpaceID) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM invoices i WHERE i.space_id = ? AND "+isIssued, []any{space}, &n)
	return n, err
}

// CountInvoicesIn counts what InvoicesIn lists.
func (v *View) CountInvoicesIn(which string) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM invoices i WHERE "+which, nil, &n)
	return n, err
}

// OpenOrders returns the invoices of a user who paid for a workspace that is not made yet.
func (v *View) OpenOrders(user UserID) ([]Invoice, error) {
	return listRows(v, func(r *sql.Rows, i *Invoice) error { return r.Scan(i.columns()...) },
		"SELECT "+invoiceColumns+" FROM invoices i WHERE i.user_id = ? AND i.state = 'paid' ORDER BY i.created_at", user)
}

// HasPaid reports whether a user paid an invoice with an amount at any time.
func (v *View) HasPaid(user UserID) (bool, error) {
	var paid bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM invoices WHERE user_id = ? AND paid_at IS NOT NULL AND total > 0)", []any{user}, &paid)
	return paid, err
}

// IsPaying reports whether a user is paying an invoice with an amount.
func (v *View) IsPaying(user UserID) (bool, error) {
	var paying bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM invoices WHERE user_id = ? AND state = 'pending' AND total > 0)", []any{user}, &paying)
	return paying, err
}

// InsertInvoice keeps a new draft and removes the other drafts of the buyer for that
// intent and space.
// home: app/sales/billing
func (tx *Tx) InsertInvoice(i *Invoice) error {
	if err := tx.exec("DELETE FROM invoices WHERE user_id = ? AND coalesce(space_id, 0) = ? AND intent = ? AND state = 'draft'", i.User,
		int64(i.Space), i.Intent); err != nil {
		return err
	}
	return tx.exec("INSERT INTO invoices (id, user_id, space_id, intent, plan_id, users, extra_gib, period, trial, lines, total, "+
		"currency, discount, ends_at, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'draft', ?)", i.ID, i.User,
		i.Space, i.Intent, i.Plan, i.Users, i.ExtraGiB, i.Period, i.Trial, string(i.Lines), i.Total, i.Currency, i.Discount,
		nullMillis(i.EndsAt), toMillis(tx.Now))
}

// UpdateInvoiceDraft replaces what a draft orders, or a failed invoice, which counts as made now;
// ErrNotFound when it is neither any more.
// home: app/sales/billing
func (tx *Tx) UpdateInvoiceDraft(i *Invoice) error {
	return tx.execOne("UPDATE invoices SET plan_id = ?, users = ?, extra_gib = ?, period = ?, trial = ?, lines = ?, total = ?, "+
		"currency = ?, discount = ?, ends_at = ?, created_at = CASE WHEN state = 'failed' THEN ? ELSE created_at END "+
		"WHERE id = ? AND state IN ('draft', 'failed')", i.Plan, i.Users, i.ExtraGiB, i.Period, i.Trial,
		string(i.Lines), i.Total, i.Currency, i.Discount, nullMillis(i.EndsAt), toMillis(tx.Now), i.ID)
}

// UpdateInvoicePending begins the payment of a draft or a failed invoice: ErrExists when
// another one is being paid for the same, ErrNotFound when it has another state.
// home: app/sales/billing
func (tx *Tx) UpdateInvoicePending(i *Invoice) error {
	return tx.execOne("UPDATE invoices SET state = 'pending', provider = ?, seller = ?, buyer = ?, reason = '', sent_at = NULL "+
		"WHERE id = ? AND state IN ('draft', 'failed')", i.Provider, string(i.Seller), string(i.Buyer), i.ID)
}

// UpdateInvoiceSent records that the receipt of a transfer came; ErrNotFound when the invoice
// is not pending.
// home: app/sales/billing
func (tx *Tx) UpdateInvoiceSent(id, reference string) error {
	return tx.execOne("UPDATE invoices SET sent_at = ?, reference = ? WHERE id = ? AND state = 'pending'", toMillis(tx.Now), reference, id)
}

// UpdateInvoiceEnded ends a pending invoice as failed or void; ErrNotFound when it is not
// pending.
// home: app/sales/billing
func (tx *Tx) UpdateInvoiceEnded(id, state, reason string) error {
	return tx.execOne("UPDATE invoices SET state = ?, reason = ? WHERE id = ? AND state = 'pending'", state, reason, id)
}

// UpdateInvoicePaid gives the invoice the next number of the year, without gaps, and a trial none;
// ErrNotFound when it is paid already or was not being paid. Money that came for a void or
// failed invoice counts, too.
// home: app/sales/billing
func (tx *Tx) UpdateInvoicePaid(id string, year int, reference string) error {
	var serial int
	if err := tx.scanRow("SELECT coalesce(max(serial), 0) + 1 FROM invoices WHERE year = ?", []any{year}, &serial); err != nil {
		return err
	}
	return tx.execOne("UPDATE invoices SET state = 'paid', year = iif(trial, NULL, ?1), serial = iif(trial, NULL, ?2), "+
		"number = iif(trial, NULL, printf('%d-%06d', ?1, ?2)), reference = ?3, paid_at = ?4, reason = '' "+
		"WHERE id = ?5 AND state IN ('pending', 'failed', 'void')", year, serial, reference, toMillis(tx.Now), id)
}

// UpdateInvoiceApplied records that the workspace has what was paid for, and the time that
// was bought; ErrNotFound when it has it already.
// home: app/sales/billing
func (tx *Tx) UpdateInvoiceApplied(id string, space SpaceID, starts, ends time.Time) error {
	return tx.execOne("UPDATE invoices SET state = 'applied', space_id = ?, applied_at = ?, starts_at = ?, ends_at = ? "+
		"WHERE id = ? AND state = 'paid'", space, toMillis(tx.Now), toMillis(starts), toMillis(ends), id)
}

// DeleteInvoiceDrafts removes up to limit drafts from before t.
// home: app/sales/billing
func (tx *Tx) DeleteInvoiceDrafts(t time.Time, limit int) (int64, error) {
	return tx.execN("DELETE FROM invoices WHERE id IN (SELECT id FROM invoices WHERE state = 'draft' AND created_at < ? LIMIT ?)",
		toMillis(t), limit)
}

// UpdateInvoicesVoid ends the pending invoices that nothing was sent for since t.
// home: app/sales/billing
func (tx *Tx) UpdateInvoicesVoid(t time.Time) error {
	return tx.exec("UPDATE invoices SET state = 'void' WHERE state = 'pending' AND sent_at IS NULL AND created_at < ?", toMillis(t))
}

// Payment is one try to pay an invoice.
type Payment struct {
	ID          PaymentID
	Invoice     string
	Provider    string
	Authority   string // the provider's name for it
	Amount      int64
	State       string // pending, paid, failed, surplus, returned
	Receipt     Hash   // of the picture of a transfer
	ReceiptType string
	CreatedAt   time.Time
}

const paymentColumns = "p.id, p.invoice_id, p.provider, p.authority, p.amount, p.state, p.receipt, p.receipt_type, p.created_at"

func (p *Payment) columns() []any {
	return []any{&p.ID, &p.Invoice, &p.Provider, &p.Authority, &p.Amount, &p.State, &p.Receipt, &p.ReceiptType, timeScanner{&p.CreatedAt}}
}

// LastPayment returns the newest try to pay an invoice.
func (v *View) LastPayment(invoice string) (*Payment, error) {
	var p Payment
	return &p, v.scanRow("SELECT "+paymentColumns+" FROM payments p WHERE p.invoice_id = ? ORDER BY p.id DESC LIMIT 1", []any{invoice},
		p.columns()...)
}

// PaymentByAuthority returns a try to pay by the provider's name for it.
func (v *View) PaymentByAuthority(provider, authority string) (*Payment, error) {
	var p Payment
	return &p, v.scanRow("SELECT "+paymentColumns+" FROM payments p WHERE p.provider = ? AND p.authority = ?", []any{provider, authority},
		p.columns()...)
}

// OpenPayments returns up to limit tries to pay that have no answer yet, the oldest first,
// beginning behind one of them.
func (v *View) OpenPayments(provider string, behind PaymentID, limit int) ([]Payment, error) {
	return listRows(v, func(r *sql.Rows, p *Payment) error { return r.Scan(p.columns()...) },
		"SELECT "+paymentColumns+" FROM payments p WHERE p.state = 'pending' AND p.provider = ? AND p.id > ? ORDER BY p.id LIMIT ?",
		provider, int64(behind), limit)
}

// InsertPayment keeps a try to pay; ErrExists when the provider's name for it is known.
// home: app/sales/billing
func (tx *Tx) InsertPayment(p *Payment) error {
	return tx.exec("INSERT INTO payments (id, invoice_id, provider, authority, amount, state, receipt, receipt_type, created_at) "+
		"VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)", p.ID, p.Invoice, p.Provider, p.Authority, p.Amount, p.Receipt, p.ReceiptType,
		toMillis(tx.Now))
}

// UpdatePaymentEnded ends a pending try to pay; ErrNotFound when it ended before.
// home: app/sales/billing
func (tx *Tx) UpdatePaymentEnded(id PaymentID, state string) error {
	return tx.execOne("UPDATE payments SET state = ?, ended_at = ? WHERE id = ? AND state = 'pending'", state, toMillis(tx.Now), id)
}

// CountEndedPayments counts the tries to pay an invoice that have an answer.
func (v *View) CountEndedPayments(invoice string) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM payments WHERE invoice_id = ? AND state <> 'pending'", []any{invoice}, &n)
	return n, err
}

// CountPayments counts the tries to pay an invoice.
func (v *View) CountPayments(invoice string) (int, error) {
	var n int
	err := v.scanRow("SELECT count(*) FROM payments WHERE invoice_id = ?", []any{invoice}, &n)
	return n, err
}
