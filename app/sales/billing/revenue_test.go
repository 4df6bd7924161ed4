package billing

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"anbar/db"
)

// sale is an invoice that was paid at a moment in Tehran, and perhaps given back at another one.
type sale struct {
	at, back string
	plan     int // of the two
	provider string
	lines    string
	total    int64
	currency string
	trial    bool
}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02T15:04:05.000-07:00", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// sold makes a database with these sales.
func sold(t *testing.T, all []sale) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), filepath.Join(t.TempDir(), "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	plans := []*db.Plan{{Name: "standard"}, {Name: "business"}}
	user := db.UserID(db.NewID())
	err = d.Update(t.Context(), func(tx *db.Tx) error {
		return errors.Join(tx.InsertUser(&db.User{ID: user, Email: "sara@example.org", Language: "fa"}), tx.InsertPlan(plans[0]),
			tx.InsertPlan(plans[1]))
	})
	for n, s := range all {
		if err != nil {
			t.Fatal(err)
		}
		err = d.Update(t.Context(), func(tx *db.Tx) error {
			i := &db.Invoice{
				ID: fmt.Sprintf("invoice %d", n), User: user, Space: db.SpaceID(n + 1), Intent: Renew, Plan: plans[s.plan].ID,
				Lines: []byte(s.lines), Total: s.total, Currency: s.currency, Provider: s.provider, Trial: s.trial,
			}
			err := errors.Join(tx.InsertInvoice(i), tx.UpdateInvoicePending(i))
			tx.Now = moment(t, s.at)
			err = errors.Join(err, tx.UpdateInvoicePaid(i.ID, 1405, ""))
			if s.back != "" {
				tx.Now = moment(t, s.back)
				err = errors.Join(err, tx.InsertRefund(&db.Refund{
					ID: db.RefundID(db.NewID()), Invoice: i.ID, Amount: s.total, By: user,
				}))
			}
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const (
	plain   = `[{"kind":"plan","amount":1000,"quantity":1},{"kind":"tax","amount":100,"quantity":1000}]`
	reduced = `[{"kind":"plan","amount":2000,"quantity":2},{"kind":"discount","amount":-500,"text":"X"},
		{"kind":"tax","amount":0,"within":136}]`
)

// revenueAt reads the revenue as it is at a moment and returns the months in which something happened.
func revenueAt(t *testing.T, d *db.DB, in revenueIn, at string) (map[string]AdminRevenueMonth, []monthRows, *AdminRevenue) {
	t.Helper()
	found := map[string]AdminRevenueMonth{}
	var rows []monthRows
	var o *AdminRevenue
	err := d.View(t.Context(), func(v *db.View) (err error) {
		v.Now = moment(t, at)
		rows, o, err = in.loadRows(v)
		for i := range rows {
			if m := rows[i].toRevenueMonth(); m.Invoices+m.Refunded > 0 {
				found[fmt.Sprintf("%d-%d", m.Year, m.Month)] = m
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found, rows, o
}

var sales = []sale{
	{at: "2025-03-20T23:59:59.999+03:30", provider: "transfer", lines: plain, total: 1100, currency: "IRT"}, // more than a year before
	{at: "2026-03-20T23:59:59.999+03:30", provider: "transfer", lines: plain, total: 1100, currency: "IRT"}, // the last moment of 1404
	{at: "2026-03-21T00:00:00.000+03:30", provider: "transfer", lines: plain, total: 1100, currency: "IRT"}, // Nowruz 1405
	{
		at: "2026-03-21T12:00:00.000+03:30", back: "2026-04-21T00:00:00.000+03:30", plan: 1, provider: "zarinpal", lines: reduced,
		total: 1500, currency: "IRT",
	},
	{at: "2026-03-21T12:00:00.000+03:30", provider: "stripe", lines: plain, total: 1100, currency: "EUR"},
	{at: "2026-03-21T12:00:00.000+03:30", provider: "none", lines: `[{"kind":"plan","amount":0}]`, currency: "IRT", trial: true},
}

func TestRevenueByMonth(t *testing.T) {
	d := sold(t, sales)
	now := "2027-03-10T00:00:00.000+03:30"
	got, _, o := revenueAt(t, d, revenueIn{}, now)
	want := map[string]RevenueSums{
		"1405-1": {Invoices: 2, Paid: 2600, Discount: 500, Tax: 236, Net: 2600},
		"1405-2": {Refunded: 1, Refunds: 1500, Net: -1500},
	}
	for name, sums := range want {
		if got[name].RevenueSums != sums {
			t.Errorf("%s: %+v, want %+v", name, got[name].RevenueSums, sums)
		}
	}
	if len(got) != len(want) || !reflect.DeepEqual(o.Currencies, []string{"EUR", "IRT"}) {
		t.Errorf("%v, currencies %v", got, o.Currencies)
	}
	parts := []AdminRevenuePart{
		{"business", RevenueSums{Invoices: 1, Paid: 1500, Discount: 500, Tax: 136, Net: 1500}},
		{"standard", RevenueSums{Invoices: 1, Paid: 1100, Tax: 100, Net: 1100}},
	}
	if !reflect.DeepEqual(got["1405-1"].Plans, parts) {
		t.Errorf("by plan: %+v", got["1405-1"].Plans)
	}
	if p := got["1405-2"].Providers; len(p) != 1 || p[0].Name != "zarinpal" || p[0].Net != -1500 {
		t.Errorf("by provider: %+v", p)
	}
	// A moment before the new year of the Persian calendar the last month is another one.
	got, _, _ = revenueAt(t, d, revenueIn{}, "2026-03-20T23:59:59.999+03:30")
	if len(got) != 1 || got["1404-12"].Paid != 1100 {
		t.Errorf("in 1404: %v", got)
	}
	// In the Gregorian calendar all of it is in March and April.
	got, _, _ = revenueAt(t, d, revenueIn{Calendar: "gregorian"}, "2027-02-01T00:00:00.000+03:30")
	if len(got) != 2 || got["2026-3"].Paid != 3700 || got["2026-4"].Refunds != 1500 {
		t.Errorf("Gregorian: %v", got)
	}
	got, _, _ = revenueAt(t, d, revenueIn{Currency: "EUR"}, now)
	if len(got) != 1 || got["1405-1"].Paid != 1100 {
		t.Errorf("in another currency: %v", got)
	}
}

func TestRevenueAsCSV(t *testing.T) {
	_, rows, o := revenueAt(t, sold(t, append(sales, sale{
		at: "2026-03-21T12:00:00.000+03:30", provider: "=cmd()", lines: plain, total: 1100, currency: "IRT",
	})), revenueIn{}, "2027-03-10T00:00:00.000+03:30")
	var got []string
	for i := range rows {
		for _, line := range rows[i].exportLines(o.Currency) {
			got = append(got, strings.Join(line, ","))
		}
	}
	want := []string{
		"1405,01,2026-03-21,business,zarinpal,IRT,1,1500,500,136,0,1500",
		"1405,01,2026-03-21,standard,'=cmd(),IRT,1,1100,0,100,0,1100",
		"1405,01,2026-03-21,standard,transfer,IRT,1,1100,0,100,0,1100",
		"1405,02,2026-04-21,business,zarinpal,IRT,0,0,0,0,1500,-1500",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}
