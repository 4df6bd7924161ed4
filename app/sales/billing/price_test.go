package billing

import (
	"math/big"
	"testing"
	"time"

	"anbar/app/base/calendar"
	"anbar/app/sales/plans"
	"anbar/db"
)

var (
	professional = &db.Plan{Name: "professional", Price: 149_000, StoragePrice: 1_500}
	business     = &db.Plan{Name: "business", Price: 219_000, StoragePrice: 1_200}
)

func day(text string) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, text, calendar.Tehran)
	if err != nil {
		panic(err)
	}
	return t
}

var thisYear = db.Subscription{Since: day("2026-08-22"), StartsAt: day("2026-08-22"), EndsAt: day("2027-08-22")}

func TestPricesOfPeriods(t *testing.T) {
	for _, c := range []struct {
		period         string
		users, storage int64
	}{
		{Yearly, 42_048_000, 2_304_000}, {Monthly, 4_380_000, 240_000}, {Weekly, 1_022_000, 56_000}, {Daily, 146_000, 8_000},
	} {
		o := terms{business, 20, 200, c.period}
		if users, storage := o.prices(); users != c.users || storage != c.storage {
			t.Errorf("%s: %d and %d, want %d and %d", c.period, users, storage, c.users, c.storage)
		}
	}
}

// TestUpgradesOfTheMiddle holds the price of an upgrade against a table, over leap years of
// the Persian calendar: 1403 and 1408 have 366 days.
func TestUpgradesOfTheMiddle(t *testing.T) {
	small, large := &terms{professional, 12, 0, Yearly}, &terms{business, 20, 200, Yearly}
	const difference = 42_048_000 + 2_304_000 - 17_164_800
	for _, c := range []struct {
		starts, now string
		days, left  int64
		want        int64
	}{
		{"2026-08-22", "2026-11-21", 365, 274, 20_409_021}, // the example of the pages
		{"2026-08-22", "2026-08-22", 365, 365, difference}, // at once: the whole
		{"2026-08-22", "2027-08-22", 365, 0, 0},            // at the end: nothing
		{"2026-08-22", "2028-01-01", 365, 0, 0},            // a clock that jumps ahead
		{"2026-08-22", "2020-01-01", 365, 365, difference}, // and back: never more than the whole
		{"2024-03-20", "2024-09-20", 366, 182, 13_519_318}, // the leap year 1403
		{"2029-03-20", "2030-03-20", 366, 1, 74_282},       // 1408, its last day
	} {
		starts, now := day(c.starts), day(c.now)
		ends := periodEnd(starts, Yearly)
		if days := int64(ends.Sub(starts) / (24 * time.Hour)); days != c.days {
			t.Errorf("the year from %s has %d days, want %d", c.starts, days, c.days)
		}
		l := large.upgradeLine(small, &db.Subscription{Since: starts, StartsAt: starts, EndsAt: ends}, now)
		if l.Amount != c.want || l.Basis.Left != c.left*86400 {
			t.Errorf("from %s on %s: %d for %d days, want %d for %d", c.starts, c.now, l.Amount, l.Basis.Left/86400, c.want, c.left)
		}
	}
	if l := small.upgradeLine(large, &thisYear, day("2026-11-21")); l.Amount != 0 {
		t.Errorf("a smaller plan costs %d", l.Amount)
	}
	renewed := db.Subscription{Since: day("2026-08-22"), StartsAt: day("2027-08-22"), EndsAt: day("2028-08-21")}
	if l := large.upgradeLine(small, &renewed, day("2026-11-21")); l.Amount != mulDiv(difference, 365+274, 365) {
		t.Errorf("a year renewed early: %d for %d days", l.Amount, l.Basis.Left/86400)
	}
}

func TestTheExampleOfThePages(t *testing.T) {
	lines := []Line{(&terms{business, 20, 200, Yearly}).upgradeLine(&terms{professional, 12, 0, Yearly}, &thisYear, day("2026-11-21"))}
	lines = addTax(addDiscount(lines, &db.Discount{Code: "PAYIZ10", Percent: 10, Cap: 2_000_000}), &plans.Selling{Tax: 1000})
	if total := sumLines(lines); total != 20_249_923 {
		t.Errorf("due today: %d %+v", total, lines)
	}
}

func TestDiscountsAndTaxes(t *testing.T) {
	for _, c := range []struct {
		d        *db.Discount
		s        plans.Selling
		of, want int64
	}{
		{nil, plans.Selling{}, 1000, 1000},
		{nil, plans.Selling{Tax: 1000}, 1005, 1106},                    // 100.5 rounds up
		{nil, plans.Selling{Tax: 1000, TaxIncluded: true}, 1100, 1100}, // 100 of it is tax
		{&db.Discount{Percent: 100}, plans.Selling{Tax: 1000}, 999, 0},
		{&db.Discount{Amount: 5000}, plans.Selling{Tax: 1000}, 999, 0}, // never below nothing
		{&db.Discount{Amount: 99}, plans.Selling{Tax: 1000}, 999, 990},
		{&db.Discount{Percent: 50, Cap: 10}, plans.Selling{}, 999, 989},
	} {
		if got := sumLines(addTax(addDiscount([]Line{{Kind: "plan", Amount: c.of}}, c.d), &c.s)); got != c.want {
			t.Errorf("%d with %+v and %+v is %d, want %d", c.of, c.d, c.s, got, c.want)
		}
	}
	lines := addTax([]Line{{Amount: 1100}}, &plans.Selling{Tax: 1000, TaxIncluded: true})
	if lines[1].Within != 100 {
		t.Errorf("the tax within is %d", lines[1].Within)
	}
}

func FuzzPrices(f *testing.F) {
	f.Add(int64(149_000), int64(12), int64(1), int64(30), uint16(10), uint16(1000))
	f.Add(int64(1)<<40, int64(100_000), int64(960), int64(100), uint16(33), uint16(9999))
	f.Fuzz(func(t *testing.T, price, n, num, den int64, percent, tax uint16) {
		price, n, num, den = abs(price)%(1<<40), abs(n)%plans.MaxUsers, abs(num)%1000, abs(den)%1000+1000
		got := mulDiv(price*n, num, den)
		want := new(big.Int).Mul(big.NewInt(price*n), big.NewInt(num))
		want.Add(want, big.NewInt(den/2)).Div(want, big.NewInt(den))
		if want.Int64() != got {
			t.Fatalf("%d × %d × %d ÷ %d is %d, want %v", price, n, num, den, got, want)
		}
		d := &db.Discount{Percent: int(percent % 101), Cap: price % 1000}
		lines := addTax(addDiscount([]Line{{Kind: "plan", Amount: got}}, d), &plans.Selling{Tax: int(tax % wholeTax)})
		total := sumLines(lines)
		if total < 0 || total > 2*got+1 {
			t.Fatalf("%d becomes %d: %+v", got, total, lines)
		}
	})
}

func abs(n int64) int64 { return max(n, -max(n, -1<<62)) }
