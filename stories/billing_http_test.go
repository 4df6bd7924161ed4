package stories

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
)

// plainGateway is a gateway of its own kind, which templates describe. It counts in Rial.
type plainGateway struct {
	mu      sync.Mutex
	n       int
	amounts map[string]int64
	orders  map[string]string
	paid    map[string]bool
	trouble func(http.ResponseWriter, *http.Request) bool // answers in its place
	lie     func(map[string]any)
}

const plainSecret = "plain/very \"secret\""

func newPlainGateway(t *testing.T) (*plainGateway, string) {
	t.Helper()
	g := &plainGateway{amounts: map[string]int64{}, orders: map[string]string{}, paid: map[string]bool{}}
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	return g, s.URL
}

// template is what staff enter about the gateway.
func template(url string) map[string]any {
	return map[string]any{
		"title_fa": "درگاه ما", "title_en": "Our gateway", "currency": "IRR", "headers": []string{"X-API-KEY: {secret}"},
		"start": map[string]string{
			"url": url + "/start", "method": "POST",
			"body": `{"key":"{secret}","order":"{payment_id}","amount":{amount},"text":"{description}","back":"{callback_url}"}`,
		},
		"authority_path": "data.0.id", "page_path": "", "page_url": url + "/pay/{authority}", "parameter": "trackId",
		"verify": map[string]string{
			"url": url + "/verify?order={payment_id}", "method": "POST", "body": `{"id":"{authority}","amount":{amount}}`,
		},
		"paid_path": "result", "paid": []string{"100", "201"}, "unpaid_path": "", "unpaid": []string{"202"},
		"amount_path": "amount", "payment_path": "order", "reference_path": "ref", "secret": plainSecret,
	}
}

func (g *plainGateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.trouble != nil && g.trouble(w, r) {
		return
	}
	var in struct {
		Key    string
		Order  string
		Amount int64
		Back   string
		ID     string
	}
	b, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(b, &in) != nil || r.Header.Get("X-Api-Key") != plainSecret {
		http.Error(w, "what is this: "+string(b)+r.Header.Get("X-Api-Key"), 400)
		return
	}
	said := map[string]any{"result": 202}
	switch {
	case r.URL.Path == "/start" && in.Key == plainSecret && strings.HasSuffix(in.Back, "/api/plan/callback/http"):
		g.n++
		id := fmt.Sprint(159664422333110000 + g.n) // too large for a float
		g.amounts[id], g.orders[id] = in.Amount, in.Order
		said = map[string]any{"data": []any{map[string]any{"id": json.Number(id)}}}
	case r.URL.Path == "/verify" && g.paid[in.ID] && g.amounts[in.ID] == in.Amount && g.orders[in.ID] == r.URL.Query().Get("order"):
		said = map[string]any{"result": 100, "amount": in.Amount, "order": g.orders[in.ID], "ref": "R-7"}
		if g.lie != nil {
			g.lie(said)
		}
	}
	if err := json.NewEncoder(w).Encode(said); err != nil {
		panic(err)
	}
}

func (g *plainGateway) set(fn func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	fn()
}

func (g *plainGateway) last() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return fmt.Sprint(159664422333110000 + g.n)
}

func newPlainShop(t *testing.T) (*shop, *plainGateway, client, string) {
	t.Helper()
	s := newShop(t)
	g, url := newPlainGateway(t)
	s.sells(t, map[string]any{"http": template(url)}).must(t, 200)
	buyer := person(t, s.a, "buyer")
	made := buyer.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 201)
	return s, g, buyer, made.get(t, "payment_id").(string)
}

func TestAnyGatewayIsPaidOnce(t *testing.T) {
	s, g, buyer, id := newPlainShop(t)
	begun := s.payWith(buyer, id, "http").must(t, 200)
	authority := g.last()
	if page := begun.get(t, "payment_page").(string); !strings.HasSuffix(page, "/pay/"+authority) {
		t.Errorf("the buyer is sent to %s", page)
	}
	if total := begun.get(t, "total").(float64); float64(g.amounts[authority]) != 10*total {
		t.Errorf("%v Toman are %d Rial", total, g.amounts[authority])
	}
	if name := begun.get(t, "gateway", "fa"); name != "درگاه ما" {
		t.Errorf("buyers call it %v", name)
	}
	s.returns(1, "http?trackId="+authority+"&success=1").must(t, 303) // says that it is paid
	s.returns(1, "http?trackId=1").must(t, 404)
	if got := s.state(t, buyer, id); got != "pending" {
		t.Errorf("a payment that is not paid is %s", got)
	}
	g.set(func() { g.paid[authority] = true })
	seen := crowdOf(1000, func(i int) *answer { return s.returns(i, "http?trackId="+authority) })
	if seen[303] == 0 || seen[303]+seen[429] != 1000 {
		t.Errorf("buyers come back: %v", seen)
	}
	s.balance(t, 1)
	if reference := buyer.do("GET", "/plan/invoice/"+id, nil).get(t, "reference"); reference != "R-7" {
		t.Errorf("its reference is %v", reference)
	}
}

// TestAGatewayThatPosts has the browser of the buyer bring a form, as some gateways let it.
func TestAGatewayThatPosts(t *testing.T) {
	s, g, buyer, id := newPlainShop(t)
	s.payWith(buyer, id, "http").must(t, 200)
	authority := g.last()
	g.set(func() { g.paid[authority] = true })
	out := client{handler: s.a}
	out.do("POST", "/plan/callback/http", []byte("status=1")).must(t, 404)
	out.do("POST", "/plan/callback/http", []byte(strings.Repeat("x", 17<<10))).must(t, 413)
	out.do("POST", "/plan/callback/http", []byte("%zz")).must(t, 400)
	out.do("POST", "/plan/callback/http", []byte("status=10&trackId="+authority)).must(t, 303)
	s.balance(t, 1)
}

func TestAnyGatewayThatLies(t *testing.T) {
	s, g, buyer, id := newPlainShop(t)
	s.payWith(buyer, id, "http").must(t, 200)
	authority := g.last()
	g.set(func() { g.paid[authority] = true })
	for name, lie := range map[string]func(map[string]any){
		"another amount":   func(m map[string]any) { m["amount"] = 1 },
		"a tenth":          func(m map[string]any) { m["amount"] = m["amount"].(int64) / 10 },
		"no amount":        func(m map[string]any) { delete(m, "amount") },
		"amount in powers": func(m map[string]any) { m["amount"] = json.RawMessage("1e999999999") },
		"a fraction more":  func(m map[string]any) { m["amount"] = json.RawMessage(fmt.Sprint(m["amount"], ".5")) },
		"negative":         func(m map[string]any) { m["amount"] = -m["amount"].(int64) },
		"another payment":  func(m map[string]any) { m["order"] = "X" },
		"no payment":       func(m map[string]any) { delete(m, "order") },
		"another word":     func(m map[string]any) { m["result"] = 1000 },
		"an object":        func(m map[string]any) { m["result"] = map[string]int{"100": 100} },
		"nothing at all":   func(m map[string]any) { clear(m) },
		"200 KB":           func(m map[string]any) { m["more"] = strings.Repeat("x", 200_000) },
	} {
		g.set(func() { g.lie = lie })
		s.returns(1, "http?trackId="+authority).must(t, 303)
		if got := s.state(t, buyer, id); got != "pending" {
			t.Fatalf("%s: it is %s", name, got)
		}
		if err := s.a.Billing.SettleOpenPayments(t.Context()); err == nil {
			t.Errorf("%s: the job says nothing of it", name)
		}
	}
	g.set(func() { g.lie = nil })
	for name, answer := range map[string]string{
		"nonsense": "<html>", "two values": `{"result":100} {}`, "half": `{"result":`, "a number": "100",
		"a deep one": strings.Repeat("[", 20_000),
	} {
		g.set(func() {
			g.trouble = func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, answer); return true }
		})
		s.returns(2, "http?trackId="+authority).must(t, 303)
		if got := s.state(t, buyer, id); got != "pending" {
			t.Fatalf("%s: it is %s", name, got)
		}
	}
	g.set(func() { // paid, with a status that says no
		g.trouble = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return false }
	})
	s.returns(2, "http?trackId="+authority).must(t, 303)
	s.balance(t, 0)
	g.set(func() { g.trouble = nil; g.lie = func(m map[string]any) { m["result"] = "201" } }) // asked before
	s.returns(2, "http?trackId="+authority).must(t, 303)
	s.balance(t, 1)
}

// TestAGatewayThatGivesAnothersPayment answers the start of a payment with the name of one
// that somebody else has paid.
func TestAGatewayThatGivesAnothersPayment(t *testing.T) {
	s, g, buyer, id := newPlainShop(t)
	s.payWith(buyer, id, "http").must(t, 200)
	authority := g.last()
	thief := person(t, s.a, "thief")
	made := thief.do("POST", "/plan/invoice", map[string]any{"plan_id": s.plans[2], "users_count": 3}).must(t, 201)
	stolen := made.get(t, "payment_id").(string)
	g.set(func() {
		g.trouble = func(w http.ResponseWriter, r *http.Request) bool {
			fmt.Fprintf(w, `{"data":[{"id":%q}]}`, authority)
			return r.URL.Path == "/start"
		}
	})
	s.payWith(thief, stolen, "http").must(t, 409)
	g.set(func() { g.trouble, g.paid[authority] = nil, true })
	s.returns(1, "http?trackId="+authority).must(t, 303)
	if got := s.state(t, thief, stolen); got != "pending" {
		t.Errorf("the other payment is %s", got)
	}
	if got := s.state(t, buyer, id); got != "paid" {
		t.Errorf("the payment is %s", got)
	}
	s.balance(t, 1)
}

func TestTemplatesAreChecked(t *testing.T) {
	s := newShop(t)
	const url = "https://gateway.example.org"
	for field, change := range map[string]func(map[string]any){
		"http.start.url":      func(m map[string]any) { m["start"].(map[string]string)["url"] = "ftp://gateway/" },
		"http.verify.url":     func(m map[string]any) { m["verify"].(map[string]string)["url"] = "https://{authority}.example.org/" },
		"http.start.body":     func(m map[string]any) { m["start"].(map[string]string)["body"] = `{"amount":}` },
		"http.verify.body":    func(m map[string]any) { m["verify"].(map[string]string)["body"] = "id={nothing}" },
		"http.verify.method":  func(m map[string]any) { m["verify"].(map[string]string)["method"] = "DELETE" },
		"http.headers":        func(m map[string]any) { m["headers"] = []string{"X-Key: {amount}"} },
		"http.authority_path": func(m map[string]any) { m["authority_path"] = "" },
		"http.page_url":       func(m map[string]any) { m["page_url"] = url + "/pay" },
		"http.paid_path":      func(m map[string]any) { m["paid_path"] = "a..b" },
		"http.paid":           func(m map[string]any) { m["paid"] = []string{" "} },
		"http.unpaid":         func(m map[string]any) { m["unpaid"] = []string{"100"} },
		"http.amount_path":    func(m map[string]any) { m["amount_path"] = "$.amount" },
		"http.parameter":      func(m map[string]any) { m["parameter"] = "a&b" },
		"http.currency":       func(m map[string]any) { m["currency"] = "GBP" },
		"http.secret":         func(m map[string]any) { m["secret"] = "" },
		"http.title_en":       func(m map[string]any) { m["title_en"] = strings.Repeat("x", 41) },
	} {
		gateway := template(url)
		change(gateway)
		got := s.sells(t, map[string]any{"http": gateway})
		if got.Status != 400 || !strings.Contains(string(got.Body), `"`+field+`"`) {
			t.Errorf("%s: %d %s", field, got.Status, got.Body)
		}
	}
	form := template(url)
	form["start"] = map[string]string{"url": url + "/{payment_id}", "method": "POST", "body": "key={secret}&sum={amount}"}
	s.sells(t, map[string]any{"http": form}).must(t, 200)
	form["secret"], form["verify"] = "", map[string]string{"url": "https://thief.example.org/{authority}", "method": "GET", "body": ""}
	if got := s.sells(t, map[string]any{"http": form}); got.Status != 400 || !strings.Contains(string(got.Body), `"http.secret"`) {
		t.Errorf("another address gets the secret: %s", got.Body)
	}
	s.sells(t, map[string]any{"http": map[string]any{
		"title_fa": "", "title_en": "", "currency": "IRR", "headers": []string{},
		"start":          map[string]string{"url": "", "method": "POST", "body": ""},
		"authority_path": "", "page_path": "", "page_url": "", "parameter": "",
		"verify":    map[string]string{"url": "", "method": "POST", "body": ""},
		"paid_path": "", "paid": []string{}, "unpaid_path": "", "unpaid": []string{},
		"amount_path": "", "payment_path": "", "reference_path": "",
	}}).must(t, 200)
	if s.staff.do("GET", "/admin/selling", nil).get(t, "http").(map[string]any)["has_secret"] == true {
		t.Error("the secret of a gateway that was removed is still there")
	}
}

// TestThePresetsOfTheDocs holds that the templates of docs/administration.md can be entered.
func TestThePresetsOfTheDocs(t *testing.T) {
	s := newShop(t)
	docs, err := os.ReadFile("../docs/administration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(docs), "| | IDPay 1.1 |")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := map[string][]string{}
	body := "start body"
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 {
			continue
		}
		name := strings.TrimSpace(cells[0])
		if name == "body" {
			name, body = body, "verify body"
		}
		for _, cell := range cells[1:] {
			rows[name] = append(rows[name], strings.TrimSpace(cell))
		}
	}
	code := func(row string, i int) []string {
		var all []string
		for n, part := range strings.Split(rows[row][i], "`") {
			if n%2 == 1 {
				all = append(all, part)
			}
		}
		return append(all, "", "")
	}
	for i, name := range []string{"IDPay", "NextPay", "Zibal"} {
		gateway := template("https://gateway.example.org")
		gateway["headers"] = code("headers", i)
		gateway["currency"] = map[string]string{"Rial": "IRR", "Toman": "IRT"}[rows["currency"][i]]
		gateway["start"] = map[string]string{"url": code("start", i)[0], "method": "POST", "body": code("start body", i)[0]}
		gateway["verify"] = map[string]string{"url": code("confirmation", i)[0], "method": "POST", "body": code("verify body", i)[0]}
		gateway["authority_path"], gateway["parameter"] = code("name of the payment", i)[0], code("parameter", i)[0]
		gateway["page_path"], gateway["page_url"] = "", code("page", i)[0]
		if strings.HasPrefix(rows["page"][i], "path") {
			gateway["page_path"], gateway["page_url"] = code("page", i)[0], ""
		}
		gateway["paid_path"], gateway["paid"] = code("path of the result", i)[0], code("paid", i)
		gateway["unpaid"] = code("not paid", i)
		if strings.HasPrefix(rows["not paid"][i], "path") {
			gateway["unpaid_path"], gateway["unpaid"] = code("not paid", i)[0], code("not paid", i)[1:]
		}
		gateway["amount_path"], gateway["payment_path"] = code("amount, order ID", i)[0], code("amount, order ID", i)[1]
		gateway["reference_path"] = code("tracking number", i)[0]
		if got := s.sells(t, map[string]any{"http": gateway}); got.Status != 200 || gateway["currency"] == "" {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
}
