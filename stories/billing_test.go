package stories

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"anbar/app"
	"anbar/app/identity/accounts"
	"anbar/db"
)

// shop is an appliance that sells, with a member of staff.
type shop struct {
	a     *app.App
	dir   string
	staff client
	plans []string
}

func newShop(t *testing.T) *shop {
	t.Helper()
	s := &shop{dir: dataDir(t)}
	s.a = newApplianceUnclosed(t, s.dir)
	t.Cleanup(func() {
		if err := s.a.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.a.Accounts.Create(t.Context(), accounts.Person{
		FirstName: "The seller", LastName: "Tester", Email: "seller@example.org", Password: password, Staff: db.Administrator,
	}); err != nil {
		t.Fatal(err)
	}
	who := map[string]string{"login": "seller@example.org", "password": password}
	in := client{handler: s.a}.do("POST", "/accounts/v1/users/login", who)
	s.staff = client{handler: s.a, token: in.must(t, 200).get(t, "access").(string)}
	s.staff.do("PUT", "/admin/selling", sellingSettings).must(t, 200)
	all := s.staff.do("GET", "/plan/all", nil).must(t, 200)
	for i := range 7 {
		s.plans = append(s.plans, all.get(t, "plans", i, "plan_id").(string))
	}
	return s
}

var sellingSettings = map[string]any{
	"on": true, "currency": "IRT", "tax": 1000, "trial_days": 30, "grace_days": 7, "tax_included": false,
	"seller": map[string]string{
		"name": "Anbar", "national_id": "", "economic_id": "", "address": "", "post_code": "", "phone": "",
	},
	"transfer": map[string]string{"holder": "Anbar", "bank": "", "iban": "IR06 0170 0000 0010 1234 5670 09", "card": ""},
}

// order makes an invoice and begins its payment.
func (s *shop) order(t *testing.T, who client, body map[string]any) string {
	t.Helper()
	id := who.do("POST", "/plan/invoice", body).must(t, 201).get(t, "payment_id").(string)
	who.do("POST", "/plan/invoice/"+id+"/pay", map[string]string{"provider": "transfer"}).must(t, 200)
	return id
}

// balance fails unless the books balance: what was paid is applied, waits as an open order or
// was refunded, each refund has its row with the whole amount, and the numbers of the
// invoices have no gap.
func (s *shop) balance(t *testing.T, paid int) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var numbered, trials, applied, open, refunded, highest, subscriptions, sum, kept, given int
	if err := d.QueryRow(`SELECT count(*) FILTER (WHERE paid_at IS NOT NULL),
		count(*) FILTER (WHERE paid_at IS NOT NULL AND serial IS NULL),
		count(*) FILTER (WHERE state = 'applied'),
		count(*) FILTER (WHERE state = 'paid'), count(*) FILTER (WHERE state = 'refunded'), coalesce(max(serial), 0),
		(SELECT count(*) FROM subscriptions WHERE period <> ''), coalesce(sum(total) FILTER (WHERE paid_at IS NOT NULL), 0),
		coalesce(sum(total) FILTER (WHERE state IN ('paid', 'applied')), 0),
		(SELECT coalesce(sum(amount), 0) FROM refunds WHERE payment_id IS NULL) FROM invoices`).Scan(&numbered, &trials, &applied, &open,
		&refunded, &highest, &subscriptions, &sum, &kept, &given); err != nil {
		t.Fatal(err)
	}
	if numbered != paid || applied+open+refunded != paid || highest != paid-trials {
		t.Errorf("%d were paid, want %d: %d applied, %d open, %d refunded, the last has number %d", numbered, paid, applied, open, refunded,
			highest)
	}
	if sum != kept+given {
		t.Errorf("%d were paid, %d kept and %d given back", sum, kept, given)
	}
	if subscriptions > applied+refunded {
		t.Errorf("%d workspaces have a plan for %d invoices", subscriptions, applied+refunded)
	}
}

// TestAPaymentCountsOnce confirms one transfer a thousand times at once, and finishes it as
// often.
func TestAPaymentCountsOnce(t *testing.T) {
	s := newShop(t)
	buyer := person(t, s.a, "buyer")
	id := s.order(t, buyer, map[string]any{"plan_id": s.plans[2], "users_count": 3})
	confirmed := crowdOf(1000, func(int) *answer {
		return s.staff.do("POST", "/admin/payments/"+id+"/confirm", map[string]string{})
	})
	if confirmed[204] != 1 || confirmed[204]+confirmed[409]+confirmed[429] != 1000 {
		t.Errorf("confirmed: %v", confirmed)
	}
	s.balance(t, 1)
	var made sync.Map
	finished := crowdOf(100, func(i int) *answer {
		r := buyer.do("POST", "/storage/workspace", map[string]string{"title": fmt.Sprint("Team ", i), "payment_id": id})
		if r.Status == 201 {
			made.Store(r.get(t, "space_id"), true)
		}
		return r
	})
	spaces := 0
	made.Range(func(any, any) bool { spaces++; return true })
	if spaces != 1 || finished[201] == 0 || finished[201]+finished[429] != 100 {
		t.Errorf("%d workspaces of one payment: %v", spaces, finished)
	}
	s.balance(t, 1)
	if all := buyer.do("GET", "/storage/workspaces", nil).must(t, 200); all.get(t, "page_info", "total").(float64) != 1 {
		t.Errorf("workspaces: %s", all.Body)
	}
}

// TestTwoTabsPayOnce begins many orders of the same at once: one of them is being paid.
func TestTwoTabsPayOnce(t *testing.T) {
	s := newShop(t)
	buyer := person(t, s.a, "buyer")
	first := s.order(t, buyer, map[string]any{"plan_id": s.plans[2], "users_count": 3})
	other := person(t, s.a, "other")
	var pending sync.Map
	crowdOf(50, func(int) *answer {
		made := other.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3})
		if made.Status != 201 {
			return made
		}
		r := other.do("POST", "/plan/invoice/"+made.get(t, "payment_id").(string)+"/pay", map[string]string{"provider": "transfer"})
		if r.Status == 200 && r.get(t, "status") == "pending" {
			pending.Store(r.get(t, "payment_id"), true)
		}
		return r
	})
	n := 0
	pending.Range(func(id, _ any) bool {
		if id == first {
			t.Error("an order of somebody else")
		}
		n++
		return true
	})
	if n != 1 {
		t.Errorf("%d orders are being paid at once", n)
	}
}

// TestAChangedPriceIsShownFirst changes prices and the tax between an order and its payment.
func TestAChangedPriceIsShownFirst(t *testing.T) {
	s := newShop(t)
	buyer := person(t, s.a, "buyer")
	made := buyer.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 201)
	id, before := made.get(t, "payment_id").(string), made.get(t, "total")
	set := map[string]any{}
	for k, v := range sellingSettings {
		set[k] = v
	}
	set["tax"] = 1500
	s.staff.do("PUT", "/admin/selling", set).must(t, 200)
	pay := func() *answer {
		return buyer.do("POST", "/plan/invoice/"+id+"/pay", map[string]string{"provider": "transfer"})
	}
	pay().must(t, 409)
	if after := buyer.do("GET", "/plan/invoice/"+id, nil).must(t, 200).get(t, "total"); after == before {
		t.Error("the price is still", after)
	}
	pay().must(t, 200)
	// While it is being paid nothing changes it, not even the end of the plan.
	plan := map[string]any{
		"title_fa": "x", "title_en": "x", "price_per_user": 1, "extra_storage_per_gig_price": 0, "min_users_to_activate": 1,
		"max_users_to_activate": 0, "storage": 1 << 30, "versioning": 0, "timeline_days": 7, "restore_days": 7, "custom_fields": 1,
		"advanced_search": false, "priority_support": "basic", "ai_agent": "disabled", "withdrawn": true, "reason": "a test",
	}
	s.staff.do("PUT", "/admin/plans/professional", plan).must(t, 200)
	s.staff.do("POST", "/admin/payments/"+id+"/confirm", map[string]string{}).must(t, 204)
	space := buyer.do("POST", "/storage/workspace", map[string]string{"title": "Team", "payment_id": id}).must(t, 201)
	now := buyer.do("GET", "/storage/workspace/"+space.get(t, "space_id").(string)+"/current-plan", nil).must(t, 200)
	if storage := now.get(t, "plan", "storage").(float64); storage != 100<<30 {
		t.Errorf("the plan that was bought has %v bytes", storage)
	}
	buyer.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 422)
	s.balance(t, 1)
}
