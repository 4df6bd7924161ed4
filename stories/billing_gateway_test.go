package stories

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// gateway is a payment gateway that speaks Zarinpal's protocol, and lies on demand.
type gateway struct {
	mu       sync.Mutex
	n        int
	amounts  map[string]int64 // registered, by authority
	paid     map[string]int64 // what the payer paid
	verified map[string]bool
	down     bool
	mad      bool              // answers what no gateway answers
	listed   []string          // beside those that are paid and not verified
	asked    []string          // authorities that were asked about
	at       func(path string) // is called before an answer
	after    func(path string) // and when it is decided
}

func newGateway(t *testing.T) (*gateway, string) {
	t.Helper()
	g := &gateway{amounts: map[string]int64{}, paid: map[string]int64{}, verified: map[string]bool{}}
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	return g, s.URL
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var in struct {
		Merchant  string `json:"merchant_id"`
		Amount    int64  `json:"amount"`
		Currency  string `json:"currency"`
		Authority string `json:"authority"`
		Callback  string `json:"callback_url"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || in.Merchant != "shop" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if g.at != nil {
		g.at(r.URL.Path)
	}
	if in.Authority != "" {
		g.asked = append(g.asked, in.Authority)
	}
	say := func(data, errors string) {
		if _, err := fmt.Fprintf(w, `{"data":%s,"errors":%s}`, data, errors); err != nil {
			panic(err)
		}
	}
	switch {
	case g.down:
		w.WriteHeader(http.StatusBadGateway)
	case g.mad:
		say(`{"code":"wonderful","authority":[]}`, `[]`)
	case r.URL.Path == "/pg/v4/payment/request.json" && in.Currency == "IRT" && in.Callback != "":
		g.n++
		authority := fmt.Sprintf("A%035d", g.n)
		g.amounts[authority] = in.Amount
		say(`{"code":100,"authority":"`+authority+`","fee":0}`, `[]`)
	case r.URL.Path == "/pg/v4/payment/unVerified.json":
		g.list(say)
	case r.URL.Path == "/pg/v4/payment/verify.json" && g.paid[in.Authority] == 0:
		say(`[]`, `{"code":-51,"message":"Session is not valid, session is not active paid try.","validations":[]}`)
	case r.URL.Path == "/pg/v4/payment/verify.json" && g.paid[in.Authority] != in.Amount:
		say(`[]`, `{"code":-50,"message":"Session is not valid, amounts values is not the same.","validations":[]}`)
	case r.URL.Path == "/pg/v4/payment/verify.json":
		code := 100
		if g.verified[in.Authority] {
			code = 101
		}
		g.verified[in.Authority] = true
		if g.after != nil {
			g.after(r.URL.Path)
		}
		say(fmt.Sprintf(`{"code":%d,"ref_id":%d,"card_pan":"502229******5995","fee":0}`, code, 201), `[]`)
	default:
		say(`[]`, `{"code":-9,"message":"The input params invalid","validations":[]}`)
	}
}

// list says what was paid and not verified, as Zarinpal does.
func (g *gateway) list(say func(data, errors string)) {
	all := []map[string]any{}
	for _, a := range g.listed {
		all = append(all, map[string]any{"authority": a, "amount": 1000, "referer": "/payment"})
	}
	for a, amount := range g.paid {
		if !g.verified[a] {
			all = append(all, map[string]any{"authority": a, "amount": amount, "callback_url": "https://example.org"})
		}
	}
	b, err := json.Marshal(map[string]any{"code": 100, "message": "Success", "authorities": all})
	if err != nil {
		panic(err)
	}
	say(string(b), "[]")
}

// pays lets the payer pay at the gateway.
func (g *gateway) pays(authority string, amount int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.paid[authority] = amount
}

func (g *gateway) set(fn func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	fn()
}

// last is the authority that was registered last, with its amount.
func (g *gateway) last() (string, int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	a := fmt.Sprintf("A%035d", g.n)
	return a, g.amounts[a]
}

// newGatewayShop is a shop with a gateway, and a buyer with a draft.
func newGatewayShop(t *testing.T) (*shop, *gateway, client, string) {
	t.Helper()
	s := newShop(t)
	g, url := newGateway(t)
	set := map[string]any{"zarinpal": map[string]string{"merchant_id": "shop", "url": url}}
	for k, v := range sellingSettings {
		set[k] = v
	}
	s.staff.do("PUT", "/admin/selling", set).must(t, 200)
	buyer := person(t, s.a, "buyer")
	made := buyer.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 201)
	return s, g, buyer, made.get(t, "payment_id").(string)
}

func (s *shop) pay(who client, id string) *answer {
	return who.do("POST", "/plan/invoice/"+id+"/pay", map[string]string{"provider": "zarinpal"})
}

func (s *shop) back(authority, status string) *answer {
	return client{handler: s.a}.do("GET", "/plan/callback/zarinpal?Authority="+authority+"&Status="+status, nil)
}

func (s *shop) state(t *testing.T, who client, id string) string {
	t.Helper()
	return who.do("GET", "/plan/invoice/"+id, nil).must(t, 200).get(t, "status").(string)
}

func TestAGatewayIsPaidOnce(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	page := s.pay(buyer, id).must(t, 200).get(t, "payment_page").(string)
	authority, amount := g.last()
	if page == "" || page[len(page)-len(authority):] != authority {
		t.Errorf("the payer is sent to %s", page)
	}
	g.pays(authority, amount)
	seen := crowdOf(300, func(int) *answer { return s.back(authority, "OK") })
	if seen[303] == 0 || seen[303]+seen[429] != 300 {
		t.Errorf("the payer comes back: %v", seen)
	}
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("it is %s", got)
	}
	s.balance(t, 1)
	s.pay(buyer, id).must(t, 200) // and again: nothing is begun
	if again, _ := g.last(); again != authority {
		t.Error("a paid invoice is paid once more")
	}
}

func TestTheBrowserDecidesNothing(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	authority, amount := g.last()
	s.back("A123", "OK").must(t, 404) // a payment that nobody began
	s.back("", "OK").must(t, 404)
	s.back(authority, "OK").must(t, 303) // says that it is paid
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("a payment that is not paid is %s", got)
	}
	g.pays(authority, 1) // another amount
	s.back(authority, "OK").must(t, 303)
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("a payment of another amount is %s", got)
	}
	g.pays(authority, amount)
	s.back(authority, "NOK").must(t, 303) // says that it failed, and it is paid
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("a payment that is paid is %s", got)
	}
	s.balance(t, 1)
}

func TestAGatewayThatIsDownLosesNothing(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	g.set(func() { g.down = true })
	s.pay(buyer, id).must(t, 409)
	g.set(func() { g.down, g.mad = false, true })
	s.pay(buyer, id).must(t, 409)
	g.set(func() { g.mad = false })
	s.pay(buyer, id).must(t, 200)
	authority, amount := g.last()
	g.pays(authority, amount)
	g.set(func() { g.down = true })
	s.back(authority, "OK").must(t, 303)
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("without the gateway it is %s", got)
	}
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err == nil {
		t.Error("the job does not say that the gateway is down")
	}
	g.set(func() { g.down, g.mad = false, true })
	s.back(authority, "OK").must(t, 303)
	g.set(func() { g.mad = false })
	// The answer was lost after the gateway took the money over: it says 101 from then on.
	g.set(func() { g.verified[authority] = true })
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err != nil {
		t.Error(err)
	}
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("in the end it is %s", got)
	}
	s.balance(t, 1)
}

func TestTwoPaymentsOfOneInvoice(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	first, amount := g.last()
	s.pay(buyer, id).must(t, 200) // in a second tab
	second, _ := g.last()
	g.pays(first, amount)
	g.pays(second, amount)
	s.back(second, "OK").must(t, 303)
	s.back(first, "OK").must(t, 303)
	s.balance(t, 1)
	all := s.staff.do("GET", "/admin/payments?state=surplus", nil).must(t, 200)
	surplus := all.get(t, "payments", 0, "surplus", 0, "surplus_id").(string)
	if all.get(t, "payments", 0, "surplus", 0, "authority") != first {
		t.Errorf("staff see %s", all.Body)
	}
	defer func() {
		log := s.staff.do("GET", "/admin/audit?action=surplus_return", nil).must(t, 200)
		if action := log.get(t, "events", 0, "action"); action != "surplus_return" {
			t.Errorf("the log says %v", action)
		}
	}()
	// Two staff give it back at once.
	seen := crowdOf(20, func(int) *answer {
		return s.staff.do("POST", "/admin/surplus/"+surplus+"/given-back", map[string]string{"reference": "BACK-1"})
	})
	if seen[204] != 1 || seen[204]+seen[409]+seen[429] != 20 {
		t.Errorf("given back: %v", seen)
	}
	if all := s.staff.do("GET", "/admin/payments?state=surplus", nil).must(t, 200); all.get(t, "page_info", "total").(float64) != 0 {
		t.Errorf("still to give back: %s", all.Body)
	}
	s.staff.do("POST", "/admin/surplus/"+buyerID+"/given-back", map[string]string{}).must(t, 404)
	s.balance(t, 1)
}

const buyerID = "0000000000001" // of nothing

// TestARefundDuringAPayment refunds an invoice while the payer pays it a second time: that
// money has to be given back, too.
func TestARefundDuringAPayment(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	first, amount := g.last()
	s.pay(buyer, id).must(t, 200)
	second, _ := g.last()
	g.pays(first, amount)
	s.back(first, "OK").must(t, 303)
	seen := crowdOf(50, func(int) *answer {
		return s.staff.do("POST", "/admin/payments/"+id+"/refund", map[string]string{"reason": "a mistake"})
	})
	if seen[204] != 1 || seen[204]+seen[409]+seen[429] != 50 {
		t.Errorf("refunded: %v", seen)
	}
	g.pays(second, amount)
	s.back(second, "OK").must(t, 303)
	if got := s.state(t, buyer, id); got != "refunded" {
		t.Errorf("it is %s", got)
	}
	all := s.staff.do("GET", "/admin/payments?state=surplus", nil).must(t, 200)
	if n := all.get(t, "page_info", "total").(float64); n != 1 {
		t.Errorf("%v payments to give back: %s", n, all.Body)
	}
	s.balance(t, 1)
}

func TestAPaymentThatFails(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	authority, amount := g.last()
	s.back(authority, "NOK").must(t, 303)
	if got := s.state(t, buyer, id); got != "failed" {
		t.Errorf("it is %s", got)
	}
	s.pay(buyer, id).must(t, 200)
	second, _ := g.last()
	if second == authority {
		t.Error("no other payment was begun")
	}
	g.pays(second, amount)
	s.back(second, "OK").must(t, 303)
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("the second try is %s", got)
	}
	s.balance(t, 1)
}

// TestTheJobAsksWhatWasNotVerified has the gateway list payments of others, and one that is
// too old to be asked about by itself.
func TestTheJobAsksWhatWasNotVerified(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	authority, amount := g.last()
	others := []string{"", "A-of-another-shop", authority + "0", strings.Repeat("A", 300)}
	g.set(func() { g.listed = others })
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec("UPDATE payments SET created_at = 1000"); err != nil {
		t.Fatal(err)
	}
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err != nil {
		t.Error(err)
	}
	if len(g.asked) != 0 || s.state(t, buyer, id) != "pending" {
		t.Errorf("asked about %v", g.asked)
	}
	g.pays(authority, amount)
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err != nil {
		t.Error(err)
	}
	if got := s.state(t, buyer, id); got != "paid" || !slices.Equal(g.asked, []string{authority}) {
		t.Errorf("it is %s, and asked were %v", got, g.asked)
	}
	s.balance(t, 1)
}

// TestManyOpenPaymentsKeepNobodyWaiting has more payments without an answer than the job
// reads at a time.
func TestManyOpenPaymentsKeepNobodyWaiting(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	authority, amount := g.last()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
		INSERT INTO payments (id, invoice_id, provider, authority, amount, state, created_at)
		SELECT i, p.invoice_id, 'zarinpal', 'stuck' || i, p.amount + 1, 'pending', p.created_at FROM n, payments p`); err != nil {
		t.Fatal(err)
	}
	for i := range 250 {
		g.pays(fmt.Sprint("stuck", i+1), 1) // another amount: the gateway refuses, and says nothing about the money
	}
	g.pays(authority, amount)
	g.set(func() { g.verified[authority] = true })
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err == nil {
		t.Error("the job says nothing of 250 payments that it cannot settle")
	}
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("it is %s", got)
	}
	s.balance(t, 1)
}
