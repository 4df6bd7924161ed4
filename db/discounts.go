package db

import (
	"database/sql"
	"time"
)

// Discount is a code that makes a purchase cheaper.
type Discount struct {
	Code      string // upper case
	Percent   int    // of the sum before tax; 0 when Amount counts
	Amount    int64
	Cap       int64    // the most that a percentage takes off; 0 is any amount
	Plans     []string // names; all when empty
	Uses      int64    // how often it may be used; 0 is any number
	Used      int64
	FirstOnly bool // only for the first purchase of a user
	StartsAt  time.Time
	EndsAt    time.Time // zero for never
	Withdrawn bool
	CreatedAt time.Time
}

const discountColumns = "code, percent, amount, cap, plans, uses, used, first_only, starts_at, ends_at, withdrawn, created_at"

func (d *Discount) columns() []any {
	return []any{&d.Code, &d.Percent, &d.Amount, &d.Cap, jsonOf{&d.Plans}, &d.Uses, &d.Used, &d.FirstOnly,
		timeScanner{&d.StartsAt}, timeScanner{&d.EndsAt},
		&d.Withdrawn, timeScanner{&d.CreatedAt}}
}

// DiscountByCode returns a discount.
func (v *View) DiscountByCode(code string) (*Discount, error) {
	var d Discount
	return &d, v.scanRow("SELECT "+discountColumns+" FROM discounts WHERE code = ?", []any{code}, d.columns()...)
}

var newestDiscounts = &sortOrder[Discount]{
	columns: []string{"created_at", "code"}, down: true, of: func(d *Discount) []any { return []any{toMillis(d.CreatedAt), d.Code} },
}

// Discounts returns some discounts, the newest first.
func (v *View) Discounts(s Slice) ([]Discount, []any, error) {
	scan := func(r *sql.Rows, d *Discount) error { return r.Scan(d.columns()...) }
	return listSlice(v, newestDiscounts, s, scan, "SELECT "+discountColumns+" FROM discounts INDEXED BY discounts_created "+
		"WHERE created_at > 0")
}

// CountDiscounts counts them all.
func (v *View) CountDiscounts() (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM discounts", nil, &n)
	return n, err
}

// PutDiscount makes or changes a discount; how often it was used stays.
// home: app/sales/billing
func (tx *Tx) PutDiscount(d *Discount) error {
	return tx.exec("INSERT INTO discounts (code, percent, amount, cap, plans, uses, first_only, starts_at, ends_at, "+
		"withdrawn, created_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO UPDATE SET percent = excluded.percent, amount = excluded.amount, "+
		"cap = excluded.cap, plans = excluded.plans, uses = excluded.uses, first_only = excluded.first_only, "+
		"starts_at = excluded.starts_at, ends_at = excluded.ends_at, withdrawn = excluded.withdrawn",
		d.Code, d.Percent, d.Amount, d.Cap, jsonOf{&d.Plans}, d.Uses, d.FirstOnly, nullMillis(d.StartsAt), nullMillis(d.EndsAt),
		d.Withdrawn,
		toMillis(tx.Now))
}

// DiscountReservation are the uses of a discount that invoices hold which are being paid.
type DiscountReservation struct {
	All int64
	By  int64 // by one user
}

// DiscountReservationOf counts the invoices that are being paid with a discount, and those of the user.
func (v *View) DiscountReservationOf(code string, user UserID) (DiscountReservation, error) {
	var n DiscountReservation
	err := v.scanRow("SELECT count(*), count(CASE WHEN user_id = ?2 THEN 1 END) FROM invoices INDEXED BY invoices_reserved "+
		"WHERE discount = ?1 AND discount <> '' AND state = 'pending'", []any{code, user}, &n.All, &n.By)
	return n, err
}

// HasUsedDiscount reports whether the user bought something with the discount.
func (v *View) HasUsedDiscount(code string, user UserID) (bool, error) {
	var used bool
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM discount_uses WHERE code = ? AND user_id = ?)", []any{code, user}, &used)
	return used, err
}

// InsertDiscountUse counts the use of a discount by a paid invoice. A use that counts
// already is not counted again.
// home: app/sales/billing
func (tx *Tx) InsertDiscountUse(code string, user UserID, invoice string) error {
	n, err := tx.execN("INSERT INTO discount_uses (code, user_id, invoice_id, used_at) VALUES (?, ?, ?, ?) "+
		"ON CONFLICT DO NOTHING", code, user, invoice, toMillis(tx.Now))
	if err != nil || n == 0 {
		return err
	}
	return tx.execOne("UPDATE discounts SET used = used + 1 WHERE code = ?", code)
}
