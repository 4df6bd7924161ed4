package db

import (
	"database/sql"
	"time"
)

// Revenue is what invoices for one plan brought through one provider. Sums are in the smallest
// unit of the currency.
type Revenue struct {
	Plan     string // its name
	Provider string
	Invoices int64
	Paid     int64 // what buyers paid: discounts are off it, tax is in it
	Discount int64
	Tax      int64
	Refunded int64 // refunds
	Refunds  int64 // their sum
}

// RevenueOf sums the invoices that were paid from a moment until another one, by plan and
// provider, and what was given back of invoices within that time. Trials are no part of it, and
// neither is surplus money.
func (v *View) RevenueOf(currency string, from, to time.Time) ([]Revenue, error) {
	paid, err := listRows(v, func(r *sql.Rows, m *Revenue) error {
		return r.Scan(&m.Plan, &m.Provider, &m.Invoices, &m.Paid, &m.Discount, &m.Tax)
	}, `SELECT p.name, i.provider, count(*), sum(i.total),
		sum((SELECT coalesce(-sum(l.value ->> 'amount'), 0) FROM json_each(i.lines) l WHERE l.value ->> 'kind' = 'discount')),
		sum((SELECT coalesce(sum(l.value ->> 'amount' + coalesce(l.value ->> 'within', 0)), 0) FROM json_each(i.lines) l
			WHERE l.value ->> 'kind' = 'tax'))
		FROM invoices i INDEXED BY invoices_paid CROSS JOIN plans p ON p.id = i.plan_id
		WHERE i.paid_at >= ? AND i.paid_at < ? AND i.currency = ? AND i.trial = 0 GROUP BY p.name,
			i.provider`, toMillis(from), toMillis(to), currency)
	if err != nil {
		return nil, err
	}
	back, err := listRows(v, func(r *sql.Rows, m *Revenue) error { return r.Scan(&m.Plan, &m.Provider, &m.Refunded, &m.Refunds) },
		`SELECT p.name, i.provider, count(*), sum(f.amount) FROM refunds f INDEXED BY refunds_created
		CROSS JOIN invoices i ON i.id = f.invoice_id CROSS JOIN plans p ON p.id = i.plan_id
		WHERE f.created_at >= ? AND f.created_at < ? AND f.payment_id IS NULL AND i.currency = ? GROUP BY p.name, i.provider`,
		toMillis(from), toMillis(to), currency)
	return append(paid, back...), err
}

// RevenueCurrencies returns the currencies of the invoices that were paid since a moment.
func (v *View) RevenueCurrencies(from time.Time) ([]string, error) {
	return listRows(v, func(r *sql.Rows, s *string) error { return r.Scan(s) },
		"SELECT DISTINCT currency FROM invoices i INDEXED BY invoices_paid WHERE paid_at >= ? ORDER BY currency", toMillis(from))
}
