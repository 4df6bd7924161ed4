package billing

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/avatar"
	"anbar/app/sales/plans"
	"anbar/db"
)

// Mount declares the calls.
func (s *Service) Mount(r *api.Router) {
	selection := []*fault.Fault{
		fault.PlanNotChosen, fault.MemberQuota, fault.QuotaExceeded, fault.RenewLimited, fault.UpgradeLimited, fault.TrialUsed,
		fault.DiscountInvalid, fault.DiscountExpired, fault.DiscountUsed, fault.PermissionDenied, fault.TooManyRequests,
	}
	api.Handle(r, api.Op{
		Call: "POST /plan/invoice", Gate: api.Member, Status: 201,
		Does: "Make the draft of an invoice; its id is the payment_id of other calls", Fails: selection,
	}, s.handleOrder)
	api.Handle(r, api.Op{
		Call: "PUT /plan/invoice", Gate: api.Member,
		Does: "Change what a draft orders", Fails: append([]*fault.Fault{fault.InvoiceClosed}, selection...),
	}, s.handleChangeInvoice)
	api.Handle(r, api.Op{Call: "GET /plan/invoice/{payment_id}", Gate: api.Member, Does: "An invoice of yours"}, s.handleGetInvoice)
	api.Stream(r, api.Op{
		Call: "GET /plan/invoice/{payment_id}/pdf", Gate: api.Member,
		Does: "The document of an invoice of yours that was paid", Gives: "application/pdf",
	}, s.handleGetInvoicePDF)
	api.Handle(r, api.Op{
		Call: "POST /plan/invoice/{payment_id}/pay", Gate: api.Member,
		Does:  "Begin the payment; while another invoice for the same is being paid, that one is the answer",
		Fails: append([]*fault.Fault{fault.InvoiceClosed, fault.PriceChanged, fault.PaymentUnavailable}, selection...),
	}, s.handlePay)
	api.Stream(r, api.Op{
		Call: "POST /plan/invoice/{payment_id}/receipt", Gate: api.Member,
		Does: "Send the receipt of a transfer: a jpg, png or pdf", Takes: "image/*, application/pdf", Answers: Invoice{},
		Fails: []*fault.Fault{fault.InvalidReceipt, fault.InvoiceClosed, fault.TooManyRequests},
	}, s.handleSendReceipt)
	api.Handle(r, api.Op{
		Call: "POST /plan/invoice/{payment_id}/cancel", Gate: api.Member,
		Does: "Give up an order that nothing was paid for", Fails: []*fault.Fault{fault.InvoiceClosed},
	}, s.handleCancelInvoice)
	api.Handle(r, api.Op{
		Call: "GET /plan/invoices", Gate: api.Member,
		Does: "The invoices of a workspace, newest first", Fails: []*fault.Fault{fault.PermissionDenied},
	}, s.handleListInvoices)
	api.Handle(r, api.Op{
		Call: "GET /plan/orders", Gate: api.Member, Does: "What you paid for and did not finish: workspaces that are not made yet",
	}, s.handleListOrders)
	for _, verb := range []string{"renew", "upgrade"} {
		api.Handle(r, api.Op{
			Call: "POST /storage/workspace/{space_id}/" + verb + "-plan", Gate: api.Member,
			Does:  verb + " the plan of a workspace, which its payment has done already",
			Fails: []*fault.Fault{fault.PlanNotChosen, fault.PaymentFailed, fault.PermissionDenied},
		}, s.handleFinishOrder)
	}
	s.mountBuyers(r)
	s.mountProviders(r)
	s.mountAdmin(r)
}

// Invoice is an order with its payment.
type Invoice struct {
	ID        string        `json:"payment_id"`
	Number    *string       `json:"number" doc:"null until it is paid; a trial has none"`
	Space     db.SpaceID    `json:"space_id" nullable:"true"`
	Intent    string        `json:"intent" enum:"create,create_auto,renew,upgrade"`
	Plan      plans.Plan    `json:"plan"`
	Users     int           `json:"users_count"`
	Extra     int64         `json:"extra_storage"`
	Period    string        `json:"period" enum:"daily,weekly,monthly,yearly"`
	Trial     bool          `json:"trial"`
	Lines     []Line        `json:"lines" doc:"their amounts sum to the total"`
	Total     int64         `json:"total"`
	Currency  string        `json:"currency" enum:"IRT,IRR,EUR,USD"`
	Discount  string        `json:"discount_code"`
	Seller    plans.Party   `json:"seller"`
	Buyer     plans.Party   `json:"buyer"`
	State     string        `json:"status" enum:"draft,pending,paid,applied,failed,void,refunded"`
	Provider  string        `json:"provider" enum:",transfer,zarinpal,stripe,http,none"`
	Gateway   *GatewayName  `json:"gateway,omitempty" doc:"what buyers call the provider http, if it is one of those below"`
	Providers []string      `json:"providers" doc:"with which it can be paid"`
	Bank      *plans.Bank   `json:"bank,omitempty" doc:"where to transfer the money to, while it is pending"`
	Page      *string       `json:"payment_page,omitempty" doc:"where the payer pays; in the answer of the call that begins the payment with a gateway"`
	Reference string        `json:"reference"`
	Reason    string        `json:"reason" doc:"why the payment was refused, or the order was given up by staff"`
	CreatedAt api.Time      `json:"created_at"`
	SentAt    api.Time      `json:"sent_at" nullable:"true" doc:"when the receipt came"`
	HeldUntil api.Time      `json:"held_until" doc:"an order that nothing was paid for is given up then"`
	PaidAt    api.Time      `json:"paid_at" nullable:"true"`
	AppliedAt api.Time      `json:"applied_at" nullable:"true"`
	StartsAt  api.Time      `json:"starts_at" nullable:"true" doc:"of the time that was bought; null before it is applied"`
	EndsAt    api.Time      `json:"ends_at" nullable:"true" doc:"of the same"`
	Workspace *InvoiceSpace `json:"workspace" doc:"null before it is made"`
	Refund    *RefundInfo   `json:"refund" doc:"null unless the amount was given back"`
}

// RefundInfo tells that the amount of an invoice was given back.
type RefundInfo struct {
	Amount    int64    `json:"amount"`
	Reason    string   `json:"reason"`
	Reference string   `json:"reference"`
	EndsPlan  bool     `json:"ends_plan" doc:"the time that was bought was taken back"`
	CreatedAt api.Time `json:"created_at"`
}

// GatewayName is what buyers call a payment gateway.
type GatewayName struct {
	Fa string `json:"fa"`
	En string `json:"en"`
}

// InvoiceSpace names the workspace of an invoice.
type InvoiceSpace struct {
	Title  string   `json:"title"`
	EndsAt api.Time `json:"ends_at" nullable:"true" doc:"of its plan as it is now"`
}

// toInvoice is an invoice in the form of the calls.
func (s *Service) toInvoice(v *db.View, i *db.Invoice) (*Invoice, error) {
	p, err := v.PlanByID(i.Plan)
	if err != nil {
		return nil, err
	}
	o := &Invoice{
		ID: i.ID, Space: i.Space, Intent: i.Intent, Plan: plans.ToPlan(p), Users: i.Users, Extra: i.ExtraGiB, Period: i.Period,
		Trial: i.Trial, Lines: []Line{}, Total: i.Total, Currency: i.Currency, Discount: i.Discount, State: i.State, Provider: i.Provider,
		Reference: i.Reference, Reason: i.Reason, CreatedAt: api.Time(i.CreatedAt), SentAt: api.Time(i.SentAt),
		HeldUntil: api.Time(i.CreatedAt.Add(pendingLife)), PaidAt: api.Time(i.PaidAt), AppliedAt: api.Time(i.AppliedAt),
	}
	if !i.AppliedAt.IsZero() {
		o.StartsAt, o.EndsAt = api.Time(i.StartsAt), api.Time(i.EndsAt)
	}
	if i.Number != "" {
		o.Number = &i.Number
	}
	err = json.Unmarshal(i.Lines, &o.Lines)
	if len(i.Seller) > 0 {
		err = errors.Join(err, json.Unmarshal(i.Seller, &o.Seller))
	}
	if len(i.Buyer) > 0 {
		err = errors.Join(err, json.Unmarshal(i.Buyer, &o.Buyer))
	}
	if err != nil {
		return nil, err
	}
	set, err := plans.LoadSelling(v)
	if err != nil {
		return nil, err
	}
	o.Providers = s.availableProviders(set, i.Currency, i.Total)
	if slices.Contains(o.Providers, HTTP) && set.HTTP.TitleFa+set.HTTP.TitleEn != "" {
		o.Gateway = &GatewayName{set.HTTP.TitleFa, set.HTTP.TitleEn}
	}
	if i.State == Pending && i.Provider == Transfer {
		o.Bank = &set.Transfer
	}
	if i.Space != 0 {
		err = s.addSpaceTitle(v, i, o)
	}
	if i.State == Refunded && err == nil {
		r, e := v.RefundOf(i.ID)
		o.Refund, err = &RefundInfo{Amount: r.Amount, Reason: r.Reason, Reference: r.Reference, EndsPlan: r.EndsPlan,
			CreatedAt: api.Time(r.CreatedAt)}, e
	}
	return o, err
}

// addSpaceTitle adds the title of the workspace. The buyer owned it when they ordered; one that was
// deleted since has no name any more.
func (s *Service) addSpaceTitle(v *db.View, i *db.Invoice, o *Invoice) error {
	sp, err := v.LivingSpace(i.Space)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	if err == nil {
		o.Workspace = &InvoiceSpace{Title: sp.Title, EndsAt: api.Time(sp.EndsAt)}
	}
	return err
}

func (s *Service) reloadInvoice(c *api.Call, i *db.Invoice, err error) (*Invoice, error) {
	if err != nil {
		return nil, err
	}
	var o *Invoice
	err = s.db.View(c, func(v *db.View) (err error) {
		// as it is now: the transaction before may have done more than it returned
		if i, err = v.InvoiceByID(i.ID); err == nil {
			o, err = s.toInvoice(v, i)
		}
		return err
	})
	return o, err
}

type orderIn struct {
	Plan     db.PlanID  `json:"plan_id"`
	Space    db.SpaceID `json:"space_id,omitempty"`
	Intent   string     `json:"intent,omitempty" enum:",create,create_auto,renew,upgrade"`
	Users    int        `json:"users_count,omitempty"`
	Extra    int64      `json:"extra_storage,omitempty" doc:"GiB"`
	Period   string     `json:"period,omitempty" enum:",daily,weekly,monthly,yearly"`
	Trial    bool       `json:"trial,omitempty"`
	Discount string     `json:"discount_code,omitempty"`
}

func (in *orderIn) toOrder() *Order {
	return &Order{
		Intent: in.Intent, Plan: in.Plan, Space: in.Space, Users: in.Users, ExtraGiB: in.Extra, Period: in.Period, Trial: in.Trial,
		Discount: in.Discount,
	}
}

func (s *Service) handleOrder(c *api.Call, in *orderIn) (*Invoice, error) {
	i, err := s.CreateDraft(c, c.Who, in.toOrder())
	return s.reloadInvoice(c, i, err)
}

type changeIn struct {
	Payment  string    `json:"payment_id"`
	Plan     db.PlanID `json:"plan_id,omitempty"`
	Users    int       `json:"users_count,omitempty"`
	Extra    int64     `json:"extra_storage,omitempty"`
	Period   string    `json:"period,omitempty" enum:",daily,weekly,monthly,yearly"`
	Discount string    `json:"discount_code,omitempty"`
}

func (s *Service) handleChangeInvoice(c *api.Call, in *changeIn) (*Invoice, error) {
	o := &Order{Plan: in.Plan, Users: in.Users, ExtraGiB: in.Extra, Period: in.Period, Discount: in.Discount}
	i, err := s.UpdateDraft(c, c.Who, in.Payment, o)
	return s.reloadInvoice(c, i, err)
}

type paymentIn struct {
	Payment string `path:"payment_id"`
}

func (s *Service) handleGetInvoice(c *api.Call, in *paymentIn) (*Invoice, error) {
	i, err := db.Get(c, s.db, func(v *db.View) (*db.Invoice, error) { return loadOwnInvoice(v, c.Who, in.Payment) })
	return s.reloadInvoice(c, i, err)
}

type payIn struct {
	Payment  string       `path:"payment_id"`
	Provider string       `json:"provider" enum:"transfer,zarinpal,stripe,http,none"`
	Buyer    *plans.Party `json:"buyer,omitempty" doc:"without it, the one of the workspace"`
}

func (s *Service) handlePay(c *api.Call, in *payIn) (*Invoice, error) {
	i, err := s.PayInvoice(c, c.Who, in.Payment, in.Provider, in.Buyer)
	if err != nil {
		return nil, err
	}
	page := ""
	if i.State == Pending && slices.Contains(providerNames(), i.Provider) {
		if page, err = s.StartPayment(c, c.Who, i.ID); err != nil {
			return nil, err
		}
	}
	o, err := s.reloadInvoice(c, i, err)
	if err == nil && page != "" {
		o.Page = &page
	}
	return o, err
}

type receiptIn struct {
	Payment   string `path:"payment_id"`
	Reference string `query:"reference" doc:"tracking number of the bank"`
}

func (s *Service) handleSendReceipt(c *api.Call, in *receiptIn) error {
	i, err := s.SendReceipt(c, c.Who, in.Payment, in.Reference, avatar.PictureReader(c))
	o, err := s.reloadInvoice(c, i, err)
	if err != nil {
		return err
	}
	return api.WriteJSON(c.W, http.StatusOK, o)
}

func (s *Service) handleCancelInvoice(c *api.Call, in *paymentIn) (api.None, error) {
	return api.None{}, s.CancelInvoice(c, c.Who, in.Payment)
}

// InvoiceList is a part of the invoices of a workspace.
type InvoiceList struct {
	Invoices []*Invoice   `json:"invoices"`
	PageInfo api.PageInfo `json:"page_info"`
}

type listIn struct {
	Space db.SpaceID `query:"space_id"`
	api.PageQuery
}

func (s *Service) handleListInvoices(c *api.Call, in *listIn) (*InvoiceList, error) {
	part, err := in.Of("invoices")
	if err != nil {
		return nil, err
	}
	l := &InvoiceList{Invoices: []*Invoice{}}
	err = s.db.View(c, func(v *db.View) error {
		if _, err := access.Space(v, c.Who, in.Space, access.Update, access.Plan); err != nil {
			return err
		}
		rows, next, err := v.InvoicesOf(in.Space, part.Slice)
		if err != nil {
			return err
		}
		total, err := v.CountInvoicesOf(in.Space)
		if err != nil {
			return err
		}
		if l.Invoices, err = s.toInvoices(v, rows); err != nil {
			return err
		}
		l.PageInfo, err = part.Info(total, next)
		return err
	})
	return l, err
}

func (s *Service) toInvoices(v *db.View, rows []db.Invoice) ([]*Invoice, error) {
	all := []*Invoice{}
	for i := range rows {
		o, err := s.toInvoice(v, &rows[i])
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// Orders are paid invoices whose workspace is not made yet.
type Orders struct {
	Orders []*Invoice `json:"orders"`
}

func (s *Service) handleListOrders(c *api.Call, _ *api.None) (*Orders, error) {
	l := &Orders{Orders: []*Invoice{}}
	err := s.db.View(c, func(v *db.View) error {
		rows, err := v.OpenOrders(c.Who.User)
		if err == nil {
			l.Orders, err = s.toInvoices(v, rows)
		}
		return err
	})
	return l, err
}

type finishIn struct {
	Space   db.SpaceID `path:"space_id"`
	Payment string     `json:"payment_id"`
	Extra   int64      `json:"extra_storage,omitempty"`
}

// handleFinishOrder answers the invoice of a renewal or an upgrade, which the payment has applied.
func (s *Service) handleFinishOrder(c *api.Call, in *finishIn) (*Invoice, error) {
	i, err := db.Get(c, s.db, func(v *db.View) (i *db.Invoice, err error) {
		if _, err = access.Space(v, c.Who, in.Space, access.Update, access.Plan); err != nil {
			return nil, err
		}
		if i, err = loadOwnInvoice(v, c.Who, in.Payment); errors.Is(err, fault.InvalidID) || err == nil && i.Space != in.Space {
			return i, fault.PlanNotChosen
		}
		if err == nil && i.State != Applied {
			err = fault.PaymentFailed
		}
		return i, err
	})
	return s.reloadInvoice(c, i, err)
}
