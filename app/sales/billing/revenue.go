package billing

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/calendar"
	"anbar/app/base/fault"
	"anbar/app/sales/plans"
	"anbar/db"
)

func (s *Service) mountRevenue(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /admin/revenue", Gate: api.Staff, Area: access.Money,
		Does: "What was paid and given back in the last twelve months, by month, plan and provider",
	}, s.handleGetRevenue)
	api.Stream(r, api.Op{
		Call: "GET /admin/revenue/export", Gate: api.Staff, Area: access.Money,
		Does: "The same as CSV for a spreadsheet, a line for each month, plan and provider", Gives: "text/csv",
	}, s.handleExportRevenue)
}

// AdminRevenue is the revenue of the last months in one currency.
type AdminRevenue struct {
	Currency   string              `json:"currency" enum:"IRT,IRR,EUR,USD"`
	Currencies []string            `json:"currencies" doc:"that were paid in, and the one that is shown"`
	Months     []AdminRevenueMonth `json:"months" doc:"the oldest first; the last one is not over"`
}

// AdminRevenueMonth is the revenue of a month. Its first and last moments are those in Tehran.
type AdminRevenueMonth struct {
	Year     int      `json:"year" doc:"of the calendar that was asked for"`
	Month    int      `json:"month"`
	StartsAt api.Time `json:"starts_at"`
	EndsAt   api.Time `json:"ends_at" doc:"the start of the next one"`
	RevenueSums
	Plans     []AdminRevenuePart `json:"plans"`
	Providers []AdminRevenuePart `json:"providers"`
}

// AdminRevenuePart is the revenue of a plan or of a provider.
type AdminRevenuePart struct {
	Name string `json:"name"`
	RevenueSums
}

// RevenueSums are sums in the smallest unit of the currency. A refund counts in the month in
// which it was made.
type RevenueSums struct {
	Invoices int64 `json:"invoices" doc:"that were paid, without trials"`
	Paid     int64 `json:"paid" doc:"without discounts, and with tax"`
	Discount int64 `json:"discounts"`
	Tax      int64 `json:"tax"`
	Refunded int64 `json:"refunded" doc:"refunds"`
	Refunds  int64 `json:"refunds" doc:"their sum"`
	Net      int64 `json:"net" doc:"paid without refunds"`
}

func (a *RevenueSums) add(m *db.Revenue) {
	a.Invoices += m.Invoices
	a.Paid += m.Paid
	a.Discount += m.Discount
	a.Tax += m.Tax
	a.Refunded += m.Refunded
	a.Refunds += m.Refunds
	a.Net += m.Paid - m.Refunds
}

const revenueMonths = 12

type revenueIn struct {
	Calendar string `query:"calendar" enum:",persian,gregorian" doc:"persian without it"`
	Currency string `query:"currency" doc:"that of the settings without it"`
}

// monthRows are the rows of one month.
type monthRows struct {
	calendar.Month
	rows []db.Revenue
}

// loadRows returns the rows of the last months, and what the answer says of currencies.
func (in *revenueIn) loadRows(v *db.View) ([]monthRows, *AdminRevenue, error) {
	if in.Calendar != "" && in.Calendar != "persian" && in.Calendar != "gregorian" {
		return nil, nil, fault.Field("calendar", fault.InvalidValue)
	}
	set, err := plans.LoadSelling(v)
	if err != nil {
		return nil, nil, err
	}
	months := calendar.Months(v.Now, in.Calendar != "gregorian", revenueMonths)
	o := &AdminRevenue{Currency: cmp.Or(in.Currency, set.Currency), Months: []AdminRevenueMonth{}}
	if o.Currencies, err = v.RevenueCurrencies(months[0].Starts); err != nil {
		return nil, nil, err
	}
	if !slices.Contains(o.Currencies, set.Currency) {
		o.Currencies = append(o.Currencies, set.Currency)
	}
	if !slices.Contains(o.Currencies, o.Currency) {
		return nil, nil, fault.Field("currency", fault.InvalidValue)
	}
	all, err := loadMonthRows(v, o.Currency, months)
	return all, o, err
}

func loadMonthRows(v *db.View, currency string, months []calendar.Month) ([]monthRows, error) {
	all := make([]monthRows, len(months))
	for i, m := range months {
		rows, err := v.RevenueOf(currency, m.Starts, m.Ends)
		if err != nil {
			return nil, err
		}
		all[i] = monthRows{m, rows}
	}
	return all, nil
}

func (s *Service) handleGetRevenue(c *api.Call, in *revenueIn) (*AdminRevenue, error) {
	return db.Get(c, s.db, func(v *db.View) (o *AdminRevenue, err error) {
		months, answer, err := in.loadRows(v)
		o = answer
		for i := range months {
			o.Months = append(o.Months, months[i].toRevenueMonth())
		}
		return o, err
	})
}

func (m *monthRows) toRevenueMonth() AdminRevenueMonth {
	a := AdminRevenueMonth{
		Year: m.Year, Month: m.Month.Month, StartsAt: api.Time(m.Starts), EndsAt: api.Time(m.Ends), Plans: []AdminRevenuePart{},
		Providers: []AdminRevenuePart{},
	}
	for i := range m.rows {
		a.add(&m.rows[i])
		a.Plans = partOf(a.Plans, m.rows[i].Plan, &m.rows[i])
		a.Providers = partOf(a.Providers, m.rows[i].Provider, &m.rows[i])
	}
	return a
}

// partOf adds a row to the part of that name.
func partOf(all []AdminRevenuePart, name string, m *db.Revenue) []AdminRevenuePart {
	i := slices.IndexFunc(all, func(p AdminRevenuePart) bool { return p.Name == name })
	if i < 0 {
		i, all = len(all), append(all, AdminRevenuePart{Name: name})
	}
	all[i].add(m)
	return all
}

// revenueHeader is the first line of the export.
var revenueHeader = []string{
	"year", "month", "starts_on", "plan", "provider", "currency", "invoices", "paid", "discounts", "tax", "refunds", "net",
}

type exportRevenueIn struct {
	Calendar string `query:"calendar" doc:"persian or gregorian"`
	Currency string `query:"currency" doc:"that of the settings without it"`
}

func (s *Service) handleExportRevenue(c *api.Call, sent *exportRevenueIn) error {
	in := revenueIn(*sent)
	lines := [][]string{revenueHeader}
	err := s.db.View(c, func(v *db.View) error {
		months, o, err := in.loadRows(v)
		for i := range months {
			lines = append(lines, months[i].exportLines(o.Currency)...)
		}
		return err
	})
	if err != nil {
		return err
	}
	c.W.Header().Set("Content-Type", "text/csv; charset=utf-8")
	c.W.Header().Set("Content-Disposition", `attachment; filename="anbar-revenue.csv"`)
	if _, err := io.WriteString(c.W, byteOrder); err != nil {
		return err
	}
	return csv.NewWriter(c.W).WriteAll(lines)
}

// exportLines are those of the export, one for each plan and provider.
func (m *monthRows) exportLines(currency string) [][]string {
	type key struct{ plan, provider string }
	sums := map[key]*RevenueSums{}
	var order []key
	for i := range m.rows {
		k := key{m.rows[i].Plan, m.rows[i].Provider}
		if sums[k] == nil {
			sums[k], order = &RevenueSums{}, append(order, k)
		}
		sums[k].add(&m.rows[i])
	}
	slices.SortFunc(order, func(a, b key) int { return cmp.Or(cmp.Compare(a.plan, b.plan), cmp.Compare(a.provider, b.provider)) })
	var all [][]string
	for _, k := range order {
		line := []string{
			strconv.Itoa(m.Year), fmt.Sprintf("%02d", m.Month.Month), m.Starts.In(calendar.Tehran).Format(time.DateOnly),
			escapeFormula(k.plan), escapeFormula(k.provider), escapeFormula(currency),
		}
		s := sums[k]
		for _, n := range []int64{s.Invoices, s.Paid, s.Discount, s.Tax, s.Refunds, s.Net} {
			line = append(line, strconv.FormatInt(n, 10))
		}
		all = append(all, line)
	}
	return all
}
