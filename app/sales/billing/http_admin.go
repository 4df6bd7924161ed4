package billing

import (
	"errors"
	"io"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountAdmin(r *api.Router) {
	api.Handle(r, api.Op{Call: "GET /admin/payments", Gate: api.Staff, Area: access.Money, Does: "Payments, newest first"},
		s.handleListPayments)
	api.Handle(r, api.Op{
		Call: "POST /admin/payments/{payment_id}/confirm", Gate: api.Staff, Area: access.Money, Event: "payment_confirm",
		Does: "Confirm that the money of a transfer came", Fails: []*fault.Fault{fault.InvoiceClosed},
	}, s.handleConfirmPayment)
	api.Handle(r, api.Op{
		Call: "POST /admin/payments/{payment_id}/refuse", Gate: api.Staff, Area: access.Money, Event: "payment_refuse",
		Does: "Refuse a transfer, with a reason that the buyer reads", Fails: []*fault.Fault{fault.InvoiceClosed},
	}, s.handleRefusePayment)
	api.Stream(r, api.Op{
		Call: "GET /admin/payments/export", Gate: api.Staff, Area: access.Money,
		Does: "The invoices that were paid, newest first, as CSV for a spreadsheet", Gives: "text/csv",
	}, s.handleExportPayments)
	s.mountRefunds(r)
	s.mountRevenue(r)
	api.Stream(r, api.Op{
		Call: "GET /admin/payments/{payment_id}/receipt", Gate: api.Staff, Area: access.Money,
		Does: "The receipt of a transfer", Gives: "image/*, application/pdf",
	}, s.handleGetReceipt)
	api.Handle(r, api.Op{
		Call: "GET /admin/discounts", Gate: api.Staff, Area: access.Money, Does: "The discount codes, newest first",
		Fails: []*fault.Fault{fault.InvalidCursor},
	}, s.handleListDiscounts)
	api.Handle(r, api.Op{
		Call: "PUT /admin/discounts/{code}", Gate: api.Staff, Area: access.Money, Event: "discount_change",
		Does: "Make or change a discount code",
	}, s.handleSetDiscount)
}

// AdminPayment is an invoice as staff see it.
type AdminPayment struct {
	Invoice
	User    PaymentUser `json:"user"`
	Surplus []Surplus   `json:"surplus" doc:"payments of an invoice that another one had paid; they have to be given back"`
	Receipt *string     `json:"receipt_type" doc:"content type of the receipt; null when none came"`
}

// Surplus is a payment that has to be given back.
type Surplus struct {
	ID        db.PaymentID `json:"surplus_id"`
	Amount    int64        `json:"amount"`
	Provider  string       `json:"provider"`
	Authority string       `json:"authority" doc:"the provider's name for it"`
	CreatedAt api.Time     `json:"created_at"`
}

// PaymentUser is the user who pays.
type PaymentUser struct {
	ID    db.UserID `json:"_id"`
	Name  string    `json:"name"`
	Email string    `json:"email"`
}

// AdminPayments is a part of the payments.
type AdminPayments struct {
	Payments []*AdminPayment `json:"payments"`
	PageInfo api.PageInfo    `json:"page_info"`
}

type paymentsIn struct {
	State string `query:"state" enum:",pending,paid,surplus,failed" doc:"pending: to confirm, those with a receipt first; paid: also those applied and refunded; surplus: something has to be given back; failed: also those given up"`
	Find  string `query:"query" doc:"the beginning of an id, or a number of an invoice; whatever its state, 50 at most"`
	api.PageQuery
}

// states are the lists that the console shows.
var states = map[string]string{
	"pending": db.InvoicesPending, "paid": db.InvoicesPaid, "surplus": db.InvoicesSurplus, "failed": db.InvoicesFailed,
}

const (
	maxFound = 50
	maxQuery = 40
)

// findPayments lists the invoices that a short code or a number names.
func (s *Service) findPayments(c *api.Call, in *paymentsIn) (*AdminPayments, error) {
	l := &AdminPayments{Payments: []*AdminPayment{}}
	if len(in.Find) > maxQuery {
		return nil, fault.Field("query", fault.TooLong)
	}
	part, err := in.Of("payments found")
	if err != nil {
		return nil, err
	}
	err = s.db.View(c, func(v *db.View) error {
		rows, err := v.FindInvoices(normalizeDiscountCode(in.Find), maxFound)
		if err != nil {
			return err
		}
		if l.Payments, err = s.toAdminPayments(v, rows); err != nil {
			return err
		}
		l.PageInfo, err = part.Info(int64(len(rows)), nil)
		return err
	})
	return l, err
}

func (s *Service) toAdminPayments(v *db.View, rows []db.Invoice) ([]*AdminPayment, error) {
	all := []*AdminPayment{}
	for i := range rows {
		p, err := s.toAdminPayment(v, &rows[i])
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (s *Service) handleListPayments(c *api.Call, in *paymentsIn) (*AdminPayments, error) {
	if strings.TrimSpace(in.Find) != "" {
		return s.findPayments(c, in)
	}
	if in.State == "" {
		in.State = Pending
	}
	of, ok := states[in.State]
	if !ok {
		return nil, fault.Field("state", fault.InvalidValue)
	}
	part, err := in.Of("payments " + in.State)
	if err != nil {
		return nil, err
	}
	l := &AdminPayments{Payments: []*AdminPayment{}}
	err = s.db.View(c, func(v *db.View) error {
		rows, next, err := v.InvoicesIn(of, part.Slice)
		if err != nil {
			return err
		}
		if l.Payments, err = s.toAdminPayments(v, rows); err != nil {
			return err
		}
		total, err := v.CountInvoicesIn(of)
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

func (s *Service) toAdminPayment(v *db.View, i *db.Invoice) (*AdminPayment, error) {
	o, err := s.toInvoice(v, i)
	if err != nil {
		return nil, err
	}
	u, err := v.UserByID(i.User)
	if err != nil {
		return nil, err
	}
	surplus, err := v.SurplusOf(i.ID)
	if err != nil {
		return nil, err
	}
	p := &AdminPayment{Invoice: *o, Surplus: []Surplus{}, User: PaymentUser{ID: u.ID, Name: u.FirstName + " " + u.LastName, Email: u.Email}}
	for _, one := range surplus {
		p.Surplus = append(p.Surplus, Surplus{ID: one.ID, Amount: one.Amount, Provider: one.Provider, Authority: one.Authority,
			CreatedAt: api.Time(one.CreatedAt)})
	}
	p.Receipt, err = receiptType(v, i.ID)
	return p, err
}

// receiptType is the type of the receipt of an invoice; nil when there is none.
func receiptType(v *db.View, invoice string) (*string, error) {
	last, err := v.LastPayment(invoice)
	if errors.Is(err, db.ErrNotFound) {
		return nil, nil
	}
	if err != nil || last.ReceiptType == "" {
		return nil, err
	}
	return &last.ReceiptType, nil
}

type confirmIn struct {
	Payment   string `path:"payment_id"`
	Reference string `json:"reference,omitempty"`
}

func (s *Service) handleConfirmPayment(c *api.Call, in *confirmIn) (api.None, error) {
	return api.None{}, s.ConfirmPayment(c, c.Who, in.Payment, in.Reference, c.Origin())
}

type refuseIn struct {
	Payment string `path:"payment_id"`
	Reason  string `json:"reason"`
}

func (s *Service) handleRefusePayment(c *api.Call, in *refuseIn) (api.None, error) {
	return api.None{}, s.RejectPayment(c, c.Who, in.Payment, in.Reason, c.Origin())
}

// handleGetReceipt shows a receipt as it came, in a sandbox that runs nothing.
func (s *Service) handleGetReceipt(c *api.Call, in *paymentIn) error {
	p, err := db.Get(c, s.db, func(v *db.View) (*db.Payment, error) {
		return v.LastPayment(in.Payment)
	})
	if errors.Is(err, db.ErrNotFound) || err == nil && !receiptTypes[p.ReceiptType] {
		return fault.InvalidID
	}
	if err != nil {
		return err
	}
	b, err := s.openReceipt(c, p)
	if err != nil {
		return err
	}
	defer b.Close()
	c.W.Header().Set("Content-Type", p.ReceiptType)
	c.W.Header().Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	r := b.NewReader()
	defer r.Close()
	_, err = io.Copy(c.W, r)
	return err
}

// Discount is a code that makes a purchase cheaper.
type Discount struct {
	Code      string   `json:"code"`
	Percent   int      `json:"percent" doc:"0 when amount counts"`
	Amount    int64    `json:"amount"`
	Cap       int64    `json:"cap" doc:"the most that a percentage takes off; 0 is any amount"`
	Plans     []string `json:"plans" doc:"names; all when empty"`
	Uses      int64    `json:"uses" doc:"0 is any number"`
	Used      int64    `json:"used"`
	FirstOnly bool     `json:"first_only"`
	StartsAt  api.Time `json:"starts_at" nullable:"true"`
	EndsAt    api.Time `json:"ends_at" nullable:"true"`
	Withdrawn bool     `json:"withdrawn"`
}

// DiscountList is one page of the discount codes, the newest first.
type DiscountList struct {
	Discounts []Discount   `json:"discounts"`
	PageInfo  api.PageInfo `json:"page_info"`
}

type discountsIn struct {
	api.PageQuery
}

func discountOf(d *db.Discount) Discount {
	return Discount{
		Code: d.Code, Percent: d.Percent, Amount: d.Amount, Cap: d.Cap, Plans: append([]string{}, d.Plans...), Uses: d.Uses,
		Used: d.Used, FirstOnly: d.FirstOnly, StartsAt: api.Time(d.StartsAt),
		EndsAt: api.Time(d.EndsAt), Withdrawn: d.Withdrawn,
	}
}

func (s *Service) handleListDiscounts(c *api.Call, in *discountsIn) (*DiscountList, error) {
	part, err := in.Of("discount codes")
	if err != nil {
		return nil, err
	}
	l := &DiscountList{Discounts: []Discount{}}
	err = s.db.View(c, func(v *db.View) error {
		rows, next, err := v.Discounts(part.Slice)
		if err != nil {
			return err
		}
		for i := range rows {
			l.Discounts = append(l.Discounts, discountOf(&rows[i]))
		}
		total, err := v.CountDiscounts()
		if err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

type discountIn struct {
	Code      string    `path:"code"`
	Percent   int       `json:"percent,omitempty"`
	Amount    int64     `json:"amount,omitempty"`
	Cap       int64     `json:"cap,omitempty"`
	Plans     []string  `json:"plans,omitempty"`
	Uses      int64     `json:"uses,omitempty"`
	FirstOnly bool      `json:"first_only,omitempty"`
	StartsAt  time.Time `json:"starts_at,omitzero"`
	EndsAt    time.Time `json:"ends_at,omitzero"`
	Withdrawn bool      `json:"withdrawn,omitempty"`
}

func (s *Service) handleSetDiscount(c *api.Call, in *discountIn) (*DiscountList, error) {
	d := &db.Discount{
		Code: in.Code, Percent: in.Percent, Amount: in.Amount, Cap: in.Cap, Plans: append([]string{}, in.Plans...), Uses: in.Uses,
		FirstOnly: in.FirstOnly, Withdrawn: in.Withdrawn,
	}
	d.StartsAt, d.EndsAt = in.StartsAt, in.EndsAt
	if err := s.SetDiscount(c, c.Who, d, c.Origin()); err != nil {
		return nil, err
	}
	return s.handleListDiscounts(c, &discountsIn{})
}
