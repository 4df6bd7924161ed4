package stories

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// buyer buys workspaces one after the other until the process dies, and records what was
// answered. The user is also the member of staff who confirms.
type buyer struct {
	*victim
	plan string
	mu   sync.Mutex
	paid map[string]bool   // confirmed invoices
	made map[string]string // workspaces, by invoice
	n    int

	settled map[string]bool // payments at a gateway whose buyer came back in peace
}

type invoiceState struct {
	ID     string `json:"payment_id"`
	Status string `json:"status"`
	Space  string `json:"space_id"`
}

// buy does all steps of one purchase; an error is the end of the process, or of its patience.
func (b *buyer) buy() error {
	b.n++
	order := map[string]any{"plan_id": b.plan, "users_count": 3}
	var i invoiceState
	if err := b.call("POST", "/plan/invoice", order, &i); err != nil {
		return err
	}
	if err := b.call("POST", "/plan/invoice/"+i.ID+"/pay", map[string]string{"provider": "transfer"}, &i); err != nil {
		return err
	}
	if err := b.call("POST", "/admin/payments/"+i.ID+"/confirm", map[string]string{}, nil); err != nil {
		return err
	}
	b.mu.Lock()
	b.paid[i.ID] = true
	b.mu.Unlock()
	return b.finish(i.ID)
}

// finish makes the workspace of a paid invoice.
func (b *buyer) finish(id string) error {
	var s struct {
		ID string `json:"space_id"`
	}
	title := fmt.Sprintf("Team %d %d", b.n, rand.Int64())
	if err := b.call("POST", "/storage/workspace", map[string]string{"title": title, "payment_id": id}, &s); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made[id] = s.ID
	return nil
}

// judge compares with what was answered: no money without a workspace or an open order, and
// no workspace without the money. Then it finishes what is open, as the pages offer.
func (b *buyer) judge() {
	b.t.Helper()
	var open struct{ Orders []invoiceState }
	if err := b.call("GET", "/plan/orders", nil, &open); err != nil {
		b.t.Fatal(err)
	}
	waits := map[string]bool{}
	for _, o := range open.Orders {
		waits[o.ID] = true
	}
	for id := range b.paid {
		var i invoiceState
		if err := b.call("GET", "/plan/invoice/"+id, nil, &i); err != nil {
			b.t.Fatal(err)
		}
		if i.Status != "applied" && !waits[id] {
			b.t.Errorf("a confirmed payment is %s, and no open order", i.Status)
		}
		if made := b.made[id]; made != "" && (i.Space != made || i.Status != "applied") {
			b.t.Errorf("the workspace %s was answered, and the invoice is %+v", made, i)
		}
	}
	for id := range waits {
		if err := b.finish(id); err != nil {
			b.t.Errorf("an open order cannot be finished: %v", err)
		}
		b.paid[id] = true
	}
}

// newBuyer is a process that sells, with one plan to buy.
func newBuyer(t *testing.T, settings map[string]any) *buyer {
	t.Helper()
	b := &buyer{victim: newVictim(t), paid: map[string]bool{}, made: map[string]string{}, settled: map[string]bool{}}
	a := newApplianceUnclosed(t, b.data)
	if err := setStaff(t.Context(), a, "v@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	b.live()
	if err := b.call("PUT", "/admin/selling", settings, nil); err != nil {
		t.Fatal(err)
	}
	var all struct {
		Plans []struct {
			ID string `json:"plan_id"`
		}
	}
	if err := b.call("GET", "/plan/all", nil, &all); err != nil {
		t.Fatal(err)
	}
	b.plan = all.Plans[2].ID
	return b
}

// TestKillsBetweenMoneyAndPlan kills the process at any moment of purchases.
func TestKillsBetweenMoneyAndPlan(t *testing.T) {
	t.Parallel()
	b := newBuyer(t, sellingSettings)
	for round := range kills {
		done := make(chan error)
		go func() {
			for {
				if err := b.buy(); err != nil {
					done <- err
					return
				}
			}
		}()
		time.Sleep(time.Duration(20+rand.IntN(150)) * time.Millisecond)
		b.kill()
		<-done
		b.live()
		b.judge()
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	b.kill()
	if len(b.made) < kills {
		t.Errorf("only %d workspaces were bought between %d kills", len(b.made), kills)
	}
	(&shop{dir: b.data}).balance(t, len(b.paid))
}

// The steps of a payment at a gateway at which the process is killed.
const (
	atStart    = iota // the gateway has registered the payment, and its answer is on the way
	atReturn          // the buyer has paid and comes back
	atVerify          // the gateway was asked, and has not taken the money over
	afterAsked        // it has, and its answer is on the way
	atApply           // the workspace is being made
	atRandom
	allSteps
)

// online buys through a gateway until the process dies. It pays only on a page that it was
// sent to.
func (b *buyer) online(g *gateway, step int) error {
	b.n++
	var i struct {
		invoiceState
		Page string `json:"payment_page"`
	}
	if err := b.call("POST", "/plan/invoice", map[string]any{"plan_id": b.plan, "users_count": 3}, &i); err != nil {
		return err
	}
	process := b.cmd.Process
	die := func() { _ = process.Kill() }
	g.set(func() {
		g.at = func(path string) {
			if step == atStart && strings.HasSuffix(path, "request.json") || step == atVerify && strings.HasSuffix(path, "verify.json") {
				die()
			}
		}
		g.after = func(path string) {
			if step == afterAsked && strings.HasSuffix(path, "verify.json") {
				die()
			}
		}
	})
	if err := b.call("POST", "/plan/invoice/"+i.ID+"/pay", map[string]string{"provider": "zarinpal"}, &i); err != nil {
		return err
	}
	authority := path.Base(i.Page)
	g.set(func() { g.paid[authority] = g.amounts[authority] })
	b.mu.Lock()
	b.paid[i.ID] = true
	b.mu.Unlock()
	if step == atReturn {
		time.AfterFunc(time.Duration(rand.IntN(5))*time.Millisecond, die)
	}
	if err := b.comeBack(authority); err != nil {
		return err
	}
	if step == atApply {
		time.AfterFunc(time.Duration(rand.IntN(5))*time.Millisecond, die)
	}
	return b.finish(i.ID)
}

// comeBack brings the buyer from the page of the gateway to that of the product.
func (b *buyer) comeBack(authority string) error {
	once := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := once.Get("http://" + b.addr + "/api/plan/callback/zarinpal?Status=OK&Authority=" + authority)
	if err == nil {
		err = res.Body.Close()
	}
	if err == nil && res.StatusCode != http.StatusSeeOther {
		err = fmt.Errorf("the buyer comes back: %s", res.Status)
	}
	return err
}

// TestKillsBetweenGatewayAndPlan kills the process at each step of a payment at a gateway.
// A paid order is applied, or waits as an open order.
func TestKillsBetweenGatewayAndPlan(t *testing.T) {
	t.Parallel()
	g, url := newGateway(t)
	settings := map[string]any{"zarinpal": map[string]string{"merchant_id": "shop", "url": url}}
	for k, v := range sellingSettings {
		settings[k] = v
	}
	b := newBuyer(t, settings)
	for round := range kills {
		step := round % allSteps
		done := make(chan error)
		go func() {
			for {
				if err := b.online(g, step); err != nil {
					done <- err
					return
				}
			}
		}()
		if step == atRandom {
			time.Sleep(time.Duration(5+rand.IntN(150)) * time.Millisecond)
			if err := b.cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
		<-done
		_ = b.cmd.Process.Kill() // it may have died of the step
		if _, err := b.cmd.Process.Wait(); err != nil {
			t.Fatal(err)
		}
		g.set(func() { g.at, g.after = nil, nil })
		b.live()
		for _, authority := range slices.Collect(maps.Keys(g.paid)) {
			if !b.settled[authority] {
				if err := b.comeBack(authority); err != nil { // the page is loaded again
					t.Fatal(err)
				}
				b.settled[authority] = true
			}
		}
		b.judge()
		if t.Failed() {
			t.Fatalf("in round %d, killed at step %d", round, step)
		}
	}
	b.kill()
	if len(b.paid) < kills/2 {
		t.Errorf("only %d payments between %d kills", len(b.paid), kills)
	}
	if len(b.paid) != len(g.paid) {
		t.Errorf("%d were paid at the gateway for %d invoices", len(g.paid), len(b.paid))
	}
	(&shop{dir: b.data}).balance(t, len(b.paid))
}
