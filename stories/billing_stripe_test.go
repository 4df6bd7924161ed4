package stories

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// stripeSession is a payment at the Stripe of the tests.
type stripeSession struct {
	ID        string `json:"id"`
	URL       string `json:"url"`
	Status    string `json:"status"`
	Payment   string `json:"payment_status"`
	Total     int64  `json:"amount_total"`
	Currency  string `json:"currency"`
	Reference string `json:"client_reference_id"`
	Intent    string `json:"payment_intent"`
}

// fakeStripe is a Stripe that lies on demand.
type fakeStripe struct {
	mu       sync.Mutex
	sessions map[string]*stripeSession
	once     map[string]string              // sessions, by idempotency key
	forms    map[string]string              // forms, by idempotency key
	refunds  map[string]string              // amounts, by idempotency key
	lie      func(*stripeSession) any       // answers in place of a session
	trouble  func(http.ResponseWriter) bool // answers in place of Stripe
}

const (
	stripeKey  = "sk_test_very-secret-1"
	stripeHook = "whsec_very-secret-2"
)

func newFakeStripe(t *testing.T) (*fakeStripe, string) {
	t.Helper()
	f := &fakeStripe{
		sessions: map[string]*stripeSession{}, once: map[string]string{}, forms: map[string]string{}, refunds: map[string]string{},
	}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return f, s.URL
}

func (f *fakeStripe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.trouble != nil && f.trouble(w) {
		return
	}
	answer := func(status int, v any) {
		w.WriteHeader(status)
		if err := json.NewEncoder(w).Encode(v); err != nil {
			panic(err)
		}
	}
	refuse := func(status int, why string) {
		answer(status, map[string]any{"error": map[string]string{"type": "invalid_request_error", "message": why}})
	}
	if r.Header.Get("Authorization") != "Bearer "+stripeKey {
		refuse(401, "wrong key "+r.Header.Get("Authorization"))
		return
	}
	if err := r.ParseForm(); err != nil {
		panic(err)
	}
	once := r.Header.Get("Idempotency-Key")
	switch {
	case r.Method == "POST" && r.URL.Path == "/v1/checkout/sessions":
		f.open(r, once, answer, refuse)
	case r.Method == "POST" && r.URL.Path == "/v1/refunds":
		f.refunds[once] = r.Form.Get("amount")
		answer(200, map[string]string{"id": "re_1", "status": "succeeded"})
	case r.Method == "GET" && strings.HasPrefix(r.URL.Path, "/v1/checkout/sessions/"):
		s := f.sessions[strings.TrimPrefix(r.URL.Path, "/v1/checkout/sessions/")]
		switch {
		case s == nil:
			refuse(404, "no such session")
		case f.lie != nil:
			seen := *s
			answer(200, f.lie(&seen))
		default:
			answer(200, s)
		}
	default:
		refuse(404, "no such call")
	}
}

func (f *fakeStripe) open(r *http.Request, once string, answer func(int, any), refuse func(int, string)) {
	if before, known := f.once[once]; known {
		if f.forms[once] != r.Form.Encode() {
			refuse(400, "the key comes with another form")
			return
		}
		answer(200, f.sessions[before])
		return
	}
	amount, err := strconv.ParseInt(r.Form.Get("line_items[0][price_data][unit_amount]"), 10, 64)
	if err != nil || r.Form.Get("mode") != "payment" || r.Form.Get("line_items[0][quantity]") != "1" || once == "" ||
		!strings.Contains(r.Form.Get("success_url"), "{CHECKOUT_SESSION_ID}") {
		refuse(400, "wrong form")
		return
	}
	id := fmt.Sprintf("cs_test_%d", len(f.sessions)+1)
	s := &stripeSession{
		ID: id, URL: "https://checkout.stripe.example/" + id, Status: "open", Payment: "unpaid", Total: amount,
		Currency: r.Form.Get("line_items[0][price_data][currency]"), Reference: r.Form.Get("client_reference_id"), Intent: "pi_" + id,
	}
	f.sessions[id], f.once[once], f.forms[once] = s, id, r.Form.Encode()
	answer(200, s)
}

func (f *fakeStripe) set(fn func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fn()
}

// pays lets the buyer pay at Stripe.
func (f *fakeStripe) pays(id string) {
	f.set(func() { f.sessions[id].Status, f.sessions[id].Payment = "complete", "paid" })
}

// last is the session that was opened last.
func (f *fakeStripe) last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return fmt.Sprintf("cs_test_%d", len(f.sessions))
}

// sign is a header that Stripe sends with a webhook.
func sign(payload []byte, secret string, at time.Time) string {
	m := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(m, "%d.%s", at.Unix(), payload)
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(m.Sum(nil)))
}

func event(kind, session string) []byte {
	return fmt.Appendf(nil, `{"id":"evt_1","type":%q,"data":{"object":{"id":%q,"object":"checkout.session"}}}`, kind, session)
}

// hook sends a webhook from an address.
func (s *shop) hook(i int, payload []byte, signature string) *answer {
	req := httptest.NewRequest("POST", "/api/plan/webhook/stripe", bytes.NewReader(payload))
	req.RemoteAddr = fmt.Sprintf("10.1.%d.%d:1", i/250, i%250)
	if signature != "" {
		req.Header.Set("Stripe-Signature", signature)
	}
	w := httptest.NewRecorder()
	s.a.ServeHTTP(w, req)
	return &answer{w.Code, w.Header(), w.Body.Bytes()}
}

// returns is a buyer who comes back from an address.
func (s *shop) returns(i int, path string) *answer {
	req := httptest.NewRequest("GET", "/api/plan/callback/"+path, nil)
	req.RemoteAddr = fmt.Sprintf("10.2.%d.%d:1", i/250, i%250)
	w := httptest.NewRecorder()
	s.a.ServeHTTP(w, req)
	return &answer{w.Code, w.Header(), w.Body.Bytes()}
}

// sells changes the settings of selling.
func (s *shop) sells(t *testing.T, change map[string]any) *answer {
	t.Helper()
	set := map[string]any{}
	for k, v := range sellingSettings {
		set[k] = v
	}
	for k, v := range change {
		set[k] = v
	}
	return s.staff.do("PUT", "/admin/selling", set)
}

// newStripeShop is a shop in Euro with Stripe, and a buyer with a draft.
func newStripeShop(t *testing.T) (*shop, *fakeStripe, client, string) {
	t.Helper()
	s := newShop(t)
	f, url := newFakeStripe(t)
	s.sells(t, map[string]any{
		"currency": "EUR", "stripe": map[string]any{"url": url, "secret": stripeKey, "webhook_secret": stripeHook},
	}).must(t, 200)
	buyer := person(t, s.a, "buyer")
	made := buyer.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 201)
	return s, f, buyer, made.get(t, "payment_id").(string)
}

func (s *shop) payWith(who client, id, provider string) *answer {
	return who.do("POST", "/plan/invoice/"+id+"/pay", map[string]string{"provider": provider})
}

func TestStripeIsPaidOnce(t *testing.T) {
	s, f, buyer, id := newStripeShop(t)
	page := s.payWith(buyer, id, "stripe").must(t, 200).get(t, "payment_page").(string)
	session := f.last()
	if page != "https://checkout.stripe.example/"+session {
		t.Errorf("the buyer is sent to %s", page)
	}
	f.pays(session)
	var all sync.WaitGroup
	var back, hooked map[int]int
	all.Go(func() {
		back = crowdOf(1000, func(i int) *answer { return s.returns(i, "stripe?session_id="+session) })
	})
	all.Go(func() {
		body := event("checkout.session.completed", session)
		hooked = crowdOf(300, func(i int) *answer { return s.hook(i, body, sign(body, stripeHook, time.Now())) })
	})
	all.Wait()
	if back[303] == 0 || back[303]+back[429] != 1000 || hooked[204] == 0 || hooked[204]+hooked[429] != 300 {
		t.Errorf("buyers come back: %v; webhooks: %v", back, hooked)
	}
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("it is %s", got)
	}
	s.balance(t, 1)
	finished := crowdOf(50, func(i int) *answer {
		return buyer.do("POST", "/storage/workspace", map[string]string{"title": fmt.Sprint("Team ", i), "payment_id": id})
	})
	if got := s.state(t, buyer, id); got != "applied" || finished[201] == 0 {
		t.Errorf("it is %s: %v", got, finished)
	}
	s.balance(t, 1)
	if reference := buyer.do("GET", "/plan/invoice/"+id, nil).get(t, "reference"); reference != "pi_"+session {
		t.Errorf("its reference is %v", reference)
	}
}

func TestAWebhookDecidesNothing(t *testing.T) {
	s, f, buyer, id := newStripeShop(t)
	s.payWith(buyer, id, "stripe").must(t, 200)
	session := f.last()
	body := event("checkout.session.completed", session)
	s.hook(1, body, sign(body, stripeHook, time.Now())).must(t, 204) // says that it is paid
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("a session that is not paid is %s", got)
	}
	f.pays(session)
	now := time.Now()
	for name, signature := range map[string]string{
		"none": "", "another secret": sign(body, "whsec_other", now), "another body": sign([]byte("{}"), stripeHook, now),
		"old": sign(body, stripeHook, now.Add(-6*time.Minute)), "of the future": sign(body, stripeHook, now.Add(6*time.Minute)),
		"no secret": sign(body, "", now), "a word": "t=now,v1=00", "no time": strings.Split(sign(body, stripeHook, now), ",")[1],
	} {
		if got := s.hook(2, body, signature); got.Status != 400 {
			t.Errorf("signature %s: %d", name, got.Status)
		}
	}
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("a wrong signature makes it %s", got)
	}
	large := append(event("checkout.session.completed", session), bytes.Repeat([]byte(" "), 64<<10)...)
	s.hook(3, large, sign(large, stripeHook, now)).must(t, 413)
	for _, odd := range []string{"", "[]", `{"type":"checkout.session.completed","data":{"object":{"id":7}}}`} {
		s.hook(4, []byte(odd), sign([]byte(odd), stripeHook, now)).must(t, 400)
	}
	for _, other := range [][]byte{event("checkout.session.completed", "cs_of_another_shop"), event("customer.created", session)} {
		s.hook(5, other, sign(other, stripeHook, now)).must(t, 204)
	}
	two := sign(body, "whsec_of_yesterday", now) + ",v1=" + strings.Split(sign(body, stripeHook, now), "v1=")[1]
	s.hook(6, body, two).must(t, 204) // while the secret is being changed
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("in the end it is %s", got)
	}
	s.balance(t, 1)
	seen := crowdOf(200, func(int) *answer { return s.hook(7, body, "") })
	if seen[429] == 0 || seen[400]+seen[429] != 200 {
		t.Errorf("many from one address: %v", seen)
	}
}

func TestStripeThatLies(t *testing.T) {
	s, f, buyer, id := newStripeShop(t)
	s.payWith(buyer, id, "stripe").must(t, 200)
	session := f.last()
	f.pays(session)
	for name, lie := range map[string]func(*stripeSession) any{
		"a cent less":      func(s *stripeSession) any { s.Total--; return s },
		"a cent more":      func(s *stripeSession) any { s.Total++; return s },
		"no amount":        func(s *stripeSession) any { s.Total = 0; return s },
		"another currency": func(s *stripeSession) any { s.Currency = "usd"; return s },
		"another payment":  func(s *stripeSession) any { s.Reference = otherThan(s.Reference); return s },
		"another session":  func(s *stripeSession) any { s.ID = "cs_test_99"; return s },
		"another word":     func(s *stripeSession) any { s.Payment = "PAID"; return s },
		"no JSON":          func(*stripeSession) any { return "paid" },
		"a list":           func(s *stripeSession) any { return []any{s} },
		"200 KB":           func(s *stripeSession) any { s.URL = strings.Repeat("x", 200_000); return s },
		"amounts as text": func(*stripeSession) any {
			return map[string]any{"id": session, "amount_total": "many", "payment_status": "paid"}
		},
	} {
		f.set(func() { f.lie = lie })
		s.returns(1, "stripe?session_id="+session).must(t, 303)
		body := event("checkout.session.completed", session)
		if got := s.hook(1, body, sign(body, stripeHook, time.Now())).Status; got != 204 && got != 409 {
			t.Errorf("%s: the webhook is answered with %d", name, got)
		}
		if got := s.state(t, buyer, id); got != "pending" {
			t.Fatalf("%s: it is %s", name, got)
		}
	}
	s.balance(t, 0)
	f.set(func() { f.lie = nil })
	s.returns(2, "stripe?session_id="+session).must(t, 303)
	s.balance(t, 1)
}

// otherThan returns an id that differs in its first letter.
func otherThan(id string) string {
	if id[0] == 'X' {
		return "Y" + id[1:]
	}
	return "X" + id[1:]
}

func TestStripeThatIsDown(t *testing.T) {
	s, f, buyer, id := newStripeShop(t)
	for name, trouble := range map[string]func(http.ResponseWriter) bool{
		"500":      func(w http.ResponseWriter) bool { w.WriteHeader(500); return true },
		"nonsense": func(w http.ResponseWriter) bool { fmt.Fprint(w, "<html>"); return true },
		"elsewhere": func(w http.ResponseWriter) bool {
			w.Header().Set("Location", "https://checkout.stripe.example/")
			w.WriteHeader(302)
			return true
		},
		"nothing": func(w http.ResponseWriter) bool { panic(http.ErrAbortHandler) },
		"a page of another kind": func(w http.ResponseWriter) bool {
			fmt.Fprint(w, `{"id":"cs_1","url":"javascript:alert(1)"}`)
			return true
		},
	} {
		f.set(func() { f.trouble = trouble })
		if got := s.payWith(buyer, id, "stripe"); got.Status != 409 && got.Status != 429 {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	f.set(func() { f.trouble = nil })
	other := person(t, s.a, "other")
	id = other.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).get(t, "payment_id").(string)
	s.payWith(other, id, "stripe").must(t, 200)
	session := f.last()
	f.pays(session)
	f.set(func() { f.trouble = func(w http.ResponseWriter) bool { w.WriteHeader(503); return true } })
	body := event("checkout.session.completed", session)
	s.hook(1, body, sign(body, stripeHook, time.Now())).must(t, 409) // Stripe sends it again
	s.returns(1, "stripe?session_id="+session).must(t, 303)
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err == nil {
		t.Error("the job does not say that Stripe is down")
	}
	if got := s.state(t, other, id); got != "pending" {
		t.Errorf("without Stripe it is %s", got)
	}
	f.set(func() { f.trouble = nil })
	if err := s.a.Billing.SettleOpenPayments(t.Context()); err != nil {
		t.Error(err)
	}
	if got := s.state(t, other, id); got != "paid" {
		t.Errorf("in the end it is %s", got)
	}
	s.balance(t, 1)
}

func TestASessionOfStripe(t *testing.T) {
	s, f, buyer, id := newStripeShop(t)
	s.payWith(buyer, id, "stripe").must(t, 200)
	first := f.last()
	s.payWith(buyer, id, "stripe").must(t, 200) // in a second tab
	if f.last() != first {
		t.Error("two tabs have two sessions")
	}
	s.returns(1, "stripe?session_id="+first).must(t, 303) // turned back
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("an open session makes it %s", got)
	}
	f.set(func() { f.sessions[first].Status = "expired" })
	body := event("checkout.session.expired", first)
	s.hook(1, body, sign(body, stripeHook, time.Now())).must(t, 204)
	if got := s.state(t, buyer, id); got != "failed" {
		t.Errorf("an expired session makes it %s", got)
	}
	s.payWith(buyer, id, "stripe").must(t, 200)
	second := f.last()
	if second == first {
		t.Error("a new try has the session that expired")
	}
	f.pays(second)
	s.returns(1, "stripe?session_id="+second).must(t, 303)
	s.balance(t, 1)
	s.returns(1, "stripe?session_id=cs_unknown").must(t, 404)
	s.returns(1, "stripe").must(t, 404)
	s.returns(1, "nobody?session_id="+second).must(t, 404)
	s.returns(1, "transfer?session_id="+second).must(t, 404)
}

// TestSecretsOfProvidersAreSealed looks for the secrets in every answer and in every file.
func TestSecretsOfProvidersAreSealed(t *testing.T) {
	s, f, buyer, id := newStripeShop(t)
	settings := s.staff.do("GET", "/admin/selling", nil).must(t, 200)
	if !settings.get(t, "stripe", "has_secret").(bool) || !settings.get(t, "stripe", "has_webhook_secret").(bool) {
		t.Errorf("%s", settings.Body)
	}
	hidden := func(b []byte, in string) {
		for _, secret := range []string{stripeKey, stripeHook} {
			if bytes.Contains(b, []byte(secret)) {
				t.Errorf("%s has %s", in, secret)
			}
		}
	}
	hidden(settings.Body, "the settings")
	files := 0
	err := filepath.WalkDir(s.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		hidden(b, path)
		files++
		return err
	})
	if err != nil || files < 2 {
		t.Errorf("%d files: %v", files, err)
	}
	var sent map[string]any // as the page sends what it read
	if err := json.Unmarshal(settings.Body, &sent); err != nil {
		t.Fatal(err)
	}
	s.staff.do("PUT", "/admin/selling", sent).must(t, 200)
	s.sells(t, map[string]any{"currency": "EUR"}).must(t, 200) // a client that does not know of Stripe
	s.payWith(buyer, id, "stripe").must(t, 200)
	elsewhere, at := newFakeStripe(t)
	refused := s.sells(t, map[string]any{"currency": "EUR", "stripe": map[string]any{"url": at}})
	if refused.Status != 400 || !bytes.Contains(refused.Body, []byte(`"stripe.secret":["required"]`)) {
		t.Errorf("another address gets the secret: %s", refused.Body)
	}
	if len(elsewhere.sessions) > 0 {
		t.Error("another address was asked")
	}
	url := settings.get(t, "stripe", "url")
	s.sells(t, map[string]any{"currency": "EUR", "stripe": map[string]any{"url": url, "remove_secret": true}}).must(t, 200)
	after := buyer.do("GET", "/plan/invoice/"+id, nil).must(t, 200)
	if providers := fmt.Sprint(after.get(t, "providers")); providers != "[transfer]" {
		t.Errorf("without the secret buyers see %s", providers)
	}
	if s.staff.do("GET", "/admin/selling", nil).get(t, "stripe").(map[string]any)["has_secret"] == true {
		t.Error("the secret is still there")
	}
	body := event("checkout.session.completed", f.last())
	s.hook(1, body, sign(body, stripeHook, time.Now())).must(t, 400)
}

// TestAPaymentIsSettledByItsProvider changes the choice of providers while a payment is
// under way.
func TestAPaymentIsSettledByItsProvider(t *testing.T) {
	s, g, buyer, id := newGatewayShop(t)
	s.pay(buyer, id).must(t, 200)
	authority, amount := g.last()
	url := s.staff.do("GET", "/admin/selling", nil).get(t, "zarinpal", "url")
	s.sells(t, map[string]any{
		"currency": "EUR", "zarinpal": map[string]any{"merchant_id": "shop", "url": url, "off": true},
		"stripe": map[string]any{"url": url, "secret": "x"},
	}).must(t, 200)
	g.pays(authority, amount)
	s.back(authority, "OK").must(t, 303)
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("it is %s", got)
	}
	s.balance(t, 1)
}

func TestBuyersSeeProvidersOfTheirCurrency(t *testing.T) {
	s := newShop(t)
	_, at := newFakeStripe(t)
	zarinpal := map[string]any{"merchant_id": "shop", "url": at}
	for currency, want := range map[string]string{
		"IRT": "[zarinpal http transfer]", "IRR": "[zarinpal http transfer]", "EUR": "[stripe transfer]", "USD": "[stripe transfer]",
	} {
		s.sells(t, map[string]any{
			"currency": currency, "zarinpal": zarinpal, "stripe": map[string]any{"url": at, "secret": "x"}, "http": template(at),
		}).must(t, 200)
		buyer := person(t, s.a, "buyer"+strings.ToLower(currency))
		made := buyer.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 201)
		if got := fmt.Sprint(made.get(t, "providers")); got != want {
			t.Errorf("%s: %s, want %s", currency, got, want)
		}
		for _, not := range []string{"stripe", "zarinpal", "http", "none", "mastercard"} {
			if strings.Contains(want, not) {
				continue
			}
			if got := s.payWith(buyer, made.get(t, "payment_id").(string), not); got.Status != 400 {
				t.Errorf("%s with %s: %d", currency, not, got.Status)
			}
		}
	}
}
