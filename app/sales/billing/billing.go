// Package billing sells plans: invoices, discounts and payments. Once money may have moved
// nothing is refused any more; only the start of a payment checks. The server applies what
// was paid for in the transaction that learns of the money, or, for a new workspace, in the
// one that makes it.
package billing

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/calendar"
	"anbar/app/base/fault"
	"anbar/app/sales/plans"
	"anbar/db"
)

// The states of an invoice.
const (
	Draft    = "draft"
	Pending  = "pending"
	Paid     = "paid"
	Applied  = "applied"
	Failed   = "failed"
	Void     = "void"
	Refunded = "refunded"
)

// The intents of an invoice.
const (
	Create     = "create"
	CreateAuto = "create_auto"
	Renew      = "renew"
	Upgrade    = "upgrade"
)

// shortCode is how many letters of an id a buyer writes into the description of a transfer.
const shortCode = 8

// Order is a selection that an invoice is made of.
type Order struct {
	Intent   string // empty: by Space and the plan that it has
	Plan     db.PlanID
	Space    db.SpaceID // of a renewal or an upgrade
	Users    int        // 0: as many as before, or the least of the plan
	ExtraGiB int64
	Period   string // empty: as before, or a month
	Trial    bool
	Discount string
}

// quote is an order with everything that its price depends on.
type quote struct {
	set      *plans.Selling
	terms    terms
	intent   string
	space    *db.Space        // nil for a new one
	current  *db.Subscription // nil for none
	starts   time.Time
	ends     time.Time
	lines    []Line
	discount *db.Discount
}

// quote computes what an order costs the actor now, and refuses what cannot be bought.
func (o *Order) quote(v *db.View, who access.Actor) (*quote, error) {
	q := &quote{starts: v.Now}
	var err error
	if q.set, err = plans.LoadSelling(v); err != nil {
		return nil, err
	}
	if !q.set.On {
		return nil, fault.PlanNotChosen
	}
	if q.terms.plan, err = plans.LoadChosen(v, o.Plan); err != nil {
		return nil, err
	}
	if err := q.loadSpace(v, who, o); err != nil {
		return nil, err
	}
	if err := q.completeTerms(v, o); err != nil {
		return nil, err
	}
	if q.terms.plan.Name == plans.Free || o.Trial && q.intent != Create && q.intent != CreateAuto {
		return nil, fault.PlanNotChosen
	}
	if err := plans.CheckFits(q.terms.plan, q.space, q.terms.users, q.terms.extraGiB); err != nil {
		return nil, err
	}
	if err := q.computePrice(v, who, o); err != nil {
		return nil, err
	}
	return q, nil
}

// loadSpace loads the workspace of an order and decides what is meant.
func (q *quote) loadSpace(v *db.View, who access.Actor, o *Order) (err error) {
	q.intent = o.Intent
	if o.Space == 0 {
		if q.intent != CreateAuto {
			q.intent = Create
		}
		return nil
	}
	if q.space, err = access.Space(v, who, o.Space, access.Update, access.Plan); err != nil {
		return err
	}
	q.current, err = v.SubscriptionOf(o.Space)
	if errors.Is(err, db.ErrNotFound) {
		q.current, err = nil, nil
	}
	if err != nil || q.intent == Renew || q.intent == Upgrade {
		return err
	}
	q.intent = Upgrade
	same, err := q.isSameOrder(v, o)
	if err == nil && same {
		q.intent = Renew
	}
	return err
}

// isSameOrder reports whether an order has the plan, the users and the storage that the workspace has now.
func (q *quote) isSameOrder(v *db.View, o *Order) (bool, error) {
	if q.current == nil || o.Users != 0 && o.Users != q.current.Users || o.ExtraGiB != q.current.ExtraGiB {
		return false, nil
	}
	p, err := v.PlanByID(q.current.Plan)
	if err != nil {
		return false, err
	}
	return p.Name == q.terms.plan.Name, nil
}

// copyCurrentTerms keeps the users and the storage of the current plan. It is RenewLimited for another plan.
func (q *quote) copyCurrentTerms(v *db.View) error {
	before, err := v.PlanByID(q.current.Plan)
	if err != nil {
		return err
	}
	if before.Name != q.terms.plan.Name {
		return fault.RenewLimited
	}
	// More would count at once, and be paid from the next period on.
	q.terms.users, q.terms.extraGiB = q.current.Users, q.current.ExtraGiB
	return nil
}

// completeTerms fills in what the order left open.
func (q *quote) completeTerms(v *db.View, o *Order) error {
	t := &q.terms
	t.users, t.extraGiB, t.period = o.Users, o.ExtraGiB, o.Period
	if q.current != nil && q.intent == Renew {
		if err := q.copyCurrentTerms(v); err != nil {
			return err
		}
	}
	if t.users == 0 {
		t.users = t.plan.MinUsers
		if q.space != nil {
			t.users = max(t.users, q.space.Members)
		}
	}
	if c := q.current; c != nil && t.period == "" {
		t.period = c.Period
	}
	if t.period == "" {
		t.period = Monthly
	}
	if _, ok := periodShare[t.period]; !ok {
		return fault.Field("period", fault.InvalidValue)
	}
	return nil
}

// computePrice makes the lines and the time that is bought.
func (q *quote) computePrice(v *db.View, who access.Actor, o *Order) error {
	t := &q.terms
	if o.Trial {
		had, err := v.HadTrial(who.User)
		if err != nil {
			return err
		}
		if had || q.set.TrialDays == 0 {
			return fault.TrialUsed
		}
		q.lines, q.ends = []Line{{Kind: "plan", Quantity: int64(t.users)}}, v.Now.AddDate(0, 0, q.set.TrialDays)
		return nil
	}
	state := plans.StateOf(q.current, v.Now)
	switch {
	case q.intent == Renew:
		if err := q.setRenewalStart(state, v.Now); err != nil {
			return err
		}
	case q.intent == Upgrade && (state == plans.Active || state == plans.Grace):
		if err := q.priceUpgrade(v, state); err != nil {
			return err
		}
	}
	if q.lines == nil {
		q.lines = t.newLines()
		q.ends = periodEnd(q.starts, t.period)
	}
	if err := q.loadDiscount(v, who, o.Discount); err != nil {
		return err
	}
	q.lines = addTax(addDiscount(q.lines, q.discount), q.set)
	return nil
}

// setRenewalStart begins at the end of the paid time, or now when the workspace is locked.
func (q *quote) setRenewalStart(state plans.State, now time.Time) error {
	if q.current == nil || q.current.Period == "" {
		return fault.RenewLimited
	}
	if state == plans.Expired {
		return nil
	}
	q.starts = q.current.EndsAt
	if q.starts.After(periodEnd(now, q.terms.period)) {
		return fault.RenewLimited
	}
	return nil
}

// priceUpgrade refuses an upgrade that is none, and prices one in the middle of a paid period. A
// workspace on a trial, or whose plan expired, may buy any plan that it fits into.
func (q *quote) priceUpgrade(v *db.View, state plans.State) error {
	old, err := v.PlanByID(q.current.Plan)
	if err != nil {
		return err
	}
	storage, before := q.terms.plan.Storage+q.terms.extraGiB<<30, old.Storage+q.current.ExtraGiB<<30
	if q.terms.users < q.current.Users || storage < before || q.terms.users == q.current.Users && storage == before {
		return fault.UpgradeLimited
	}
	if state != plans.Active {
		return nil // the whole price, from now on
	}
	q.terms.period = q.current.Period
	q.starts, q.ends = q.current.StartsAt, q.current.EndsAt
	from := &terms{plan: old, users: q.current.Users, extraGiB: q.current.ExtraGiB, period: q.current.Period}
	q.lines = []Line{q.terms.upgradeLine(from, q.current, v.Now)}
	return nil
}

func normalizeDiscountCode(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

// loadDiscount finds the discount of a code, if one is given. Invoices that are being paid count as uses: the
// code is theirs until their payment fails or they are given up.
func (q *quote) loadDiscount(v *db.View, who access.Actor, code string) error {
	code = normalizeDiscountCode(code)
	if code == "" {
		return nil
	}
	d, err := v.DiscountByCode(code)
	if errors.Is(err, db.ErrNotFound) {
		return fault.DiscountInvalid
	}
	if err != nil {
		return err
	}
	used, err1 := v.HasUsedDiscount(code, who.User)
	bought, err2 := v.HasPaid(who.User)
	paying, err3 := v.IsPaying(who.User)
	reserved, err4 := v.DiscountReservationOf(code, who.User)
	switch err := errors.Join(err1, err2, err3, err4); {
	case err != nil:
		return err
	case d.Withdrawn || d.FirstOnly && bought || v.Now.Before(d.StartsAt):
		return fault.DiscountInvalid
	case len(d.Plans) > 0 && !slices.Contains(d.Plans, q.terms.plan.Name):
		return fault.DiscountInvalid
	case !d.EndsAt.IsZero() && !v.Now.Before(d.EndsAt):
		return fault.DiscountExpired
	case used || reserved.By > 0 || d.FirstOnly && paying || d.Uses > 0 && d.Used+reserved.All >= d.Uses:
		return fault.DiscountUsed
	}
	q.discount = d
	return nil
}

// writeTo writes the quote into an invoice.
func (q *quote) writeTo(i *db.Invoice) error {
	lines, err := json.Marshal(q.lines)
	if err != nil {
		return fmt.Errorf("write the lines of an invoice: %w", err)
	}
	i.Intent, i.Plan, i.Users, i.ExtraGiB, i.Period = q.intent, q.terms.plan.ID, q.terms.users, q.terms.extraGiB, q.terms.period
	i.Lines, i.Total, i.Currency, i.Discount = lines, sumLines(q.lines), q.set.Currency, ""
	i.EndsAt = time.Time{}
	if isShare(i) {
		i.EndsAt = q.ends
	}
	if q.discount != nil {
		i.Discount = q.discount.Code
	}
	return nil
}

// CreateDraft makes the draft of an invoice.
func (s *Service) CreateDraft(ctx context.Context, who access.Actor, o *Order) (*db.Invoice, error) {
	if o.Discount != "" {
		if err := s.codes.Allow(who.User.String()); err != nil {
			return nil, err
		}
	}
	i := &db.Invoice{ID: rand.Text(), User: who.User, Space: o.Space, Trial: o.Trial, State: Draft}
	err := s.db.Update(ctx, func(tx *db.Tx) error {
		q, err := o.quote(tx.ReadOnly(), who)
		if err != nil {
			return err
		}
		if err := q.writeTo(i); err != nil {
			return err
		}
		i.CreatedAt = tx.Now
		return tx.InsertInvoice(i)
	})
	return i, err
}

// UpdateDraft replaces what a draft orders. The workspace and the intent stay.
func (s *Service) UpdateDraft(ctx context.Context, who access.Actor, id string, o *Order) (*db.Invoice, error) {
	i, err := db.Get(ctx, s.db, func(v *db.View) (*db.Invoice, error) { return loadOwnInvoice(v, who, id) })
	// a code that the draft has already is not guessed
	if err == nil && o.Discount != "" && normalizeDiscountCode(o.Discount) != i.Discount {
		err = s.codes.Allow(who.User.String())
	}
	if err != nil {
		return nil, err
	}
	err = s.db.Update(ctx, func(tx *db.Tx) (err error) {
		if i, err = loadOwnInvoice(tx.ReadOnly(), who, id); err != nil {
			return err
		}
		if i.State != Draft {
			return fault.InvoiceClosed
		}
		o.Space, o.Intent, o.Trial = i.Space, i.Intent, i.Trial
		if o.Plan == 0 {
			o.Plan = i.Plan
		}
		q, err := o.quote(tx.ReadOnly(), who)
		if err != nil {
			return err
		}
		return errors.Join(q.writeTo(i), tx.UpdateInvoiceDraft(i))
	})
	return i, err
}

// loadOwnInvoice loads an invoice of the actor; InvalidID for that of somebody else.
func loadOwnInvoice(v *db.View, who access.Actor, id string) (*db.Invoice, error) {
	i, err := v.InvoiceByID(id)
	if errors.Is(err, db.ErrNotFound) || err == nil && i.User != who.User {
		return nil, fault.InvalidID
	}
	return i, err
}

// invoiceYear is the year that numbers the invoices: of the Persian calendar in Iran's currencies.
func invoiceYear(t time.Time, currency string) int {
	t = t.In(calendar.Tehran)
	if currency == "IRT" || currency == "IRR" {
		y, _, _ := calendar.Persian(t)
		return y
	}
	return t.Year()
}
