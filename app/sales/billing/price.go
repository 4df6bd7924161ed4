package billing

import (
	"math/bits"
	"time"

	"anbar/app/base/calendar"
	"anbar/app/sales/plans"
	"anbar/db"
)

// The periods that are paid for at once.
const (
	Daily   = "daily"
	Weekly  = "weekly"
	Monthly = "monthly"
	Yearly  = "yearly"
)

// periodShare of a month's price that a period costs, as a fraction. A month has 30 days here,
// and a year the discount of plans.YearlyDiscount.
var periodShare = map[string][2]int64{
	Daily: {1, 30}, Weekly: {7, 30}, Monthly: {1, 1}, Yearly: {12 * (100 - plans.YearlyDiscount), 100},
}

// periodEnd returns the end of a period that begins at t. Months and years are those of the
// Persian calendar, in Tehran.
func periodEnd(t time.Time, period string) time.Time {
	switch period {
	case Daily:
		return t.AddDate(0, 0, 1)
	case Weekly:
		return t.AddDate(0, 0, 7)
	case Monthly:
		return calendar.AddMonths(t, 1)
	}
	return calendar.AddMonths(t, 12)
}

// mulDiv returns a × b ÷ c, rounded half up; b and c are not negative, and c is not 0. It
// is exact whatever the size of a × b.
func mulDiv(a, b, c int64) int64 {
	if a < 0 {
		return -mulDiv(-a, b, c)
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	lo, carry := bits.Add64(lo, uint64(c)/2, 0)
	q, _ := bits.Div64(hi+carry, lo, uint64(c))
	return int64(q)
}

// Line is a part of an invoice. The amounts of all lines sum to its total.
type Line struct {
	Kind     string `json:"kind" enum:"plan,storage,upgrade,discount,tax"`
	Amount   int64  `json:"amount"`
	Quantity int64  `json:"quantity,omitempty" doc:"users of a plan, GiB of storage, hundredths of a per cent of a tax"`
	Text     string `json:"text,omitempty" doc:"of a discount: its code"`
	Basis    *Basis `json:"basis,omitempty" doc:"of an upgrade"`
	Within   int64  `json:"within,omitempty" doc:"of a tax that the prices contain: its amount"`
}

// Basis tells how the price of an upgrade is reached: (plan + storage − credit) for the days
// that are left of the period.
type Basis struct {
	Plan    int64 `json:"plan"`
	Storage int64 `json:"storage"`
	Credit  int64 `json:"credit"`
	Left    int64 `json:"left" doc:"seconds"`
	Period  int64 `json:"period" doc:"seconds"`
}

// terms are what somebody buys.
type terms struct {
	plan     *db.Plan
	users    int
	extraGiB int64
	period   string
}

// prices returns what the users and the extra storage cost for the period.
func (t *terms) prices() (users, storage int64) {
	f := periodShare[t.period]
	return mulDiv(t.plan.Price*int64(t.users), f[0], f[1]), mulDiv(t.plan.StoragePrice*t.extraGiB, f[0], f[1])
}

func (t *terms) newLines() []Line {
	users, storage := t.prices()
	all := []Line{{Kind: "plan", Amount: users, Quantity: int64(t.users)}}
	if t.extraGiB > 0 {
		all = append(all, Line{Kind: "storage", Amount: storage, Quantity: t.extraGiB})
	}
	return all
}

// upgradeLine returns the line of a change from old to t in the middle of paid time: the
// difference for the time that is left, which is more than a period after an early renewal,
// and never less than nothing.
func (t *terms) upgradeLine(old *terms, b *db.Subscription, now time.Time) Line {
	users, storage := t.prices()
	oldUsers, oldStorage := old.prices()
	l := Line{Kind: "upgrade", Quantity: int64(t.users), Basis: &Basis{
		Plan: users, Storage: storage, Credit: oldUsers + oldStorage, Left: seconds(b.EndsAt.Sub(now)),
		Period: seconds(b.EndsAt.Sub(b.StartsAt)),
	}}
	l.Basis.Left = min(max(l.Basis.Left, 0), seconds(b.EndsAt.Sub(b.Since))) // whatever the clock says
	if l.Basis.Period > 0 {
		l.Amount = mulDiv(max(users+storage-oldUsers-oldStorage, 0), l.Basis.Left, l.Basis.Period)
	}
	return l
}

func seconds(d time.Duration) int64 { return int64(d / time.Second) }

func sumLines(lines []Line) int64 {
	total := int64(0)
	for _, l := range lines {
		total += l.Amount
	}
	return total
}

// addDiscount adds the line of a discount, which takes off no more than there is.
func addDiscount(lines []Line, d *db.Discount) []Line {
	if d == nil {
		return lines
	}
	before := sumLines(lines)
	off := d.Amount
	if d.Percent > 0 {
		off = mulDiv(before, int64(d.Percent), 100)
		if d.Cap > 0 {
			off = min(off, d.Cap)
		}
	}
	return append(lines, Line{Kind: "discount", Amount: -min(off, before), Text: d.Code})
}

const wholeTax = 10_000

// addTax adds the line of the tax.
func addTax(lines []Line, s *plans.Selling) []Line {
	if s.Tax == 0 {
		return lines
	}
	l, before := Line{Kind: "tax", Quantity: int64(s.Tax)}, sumLines(lines)
	if s.TaxIncluded {
		l.Within = before - mulDiv(before, wholeTax, wholeTax+int64(s.Tax))
	} else {
		l.Amount = mulDiv(before, int64(s.Tax), wholeTax)
	}
	return append(lines, l)
}
