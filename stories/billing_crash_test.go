package stories

import (
	"fmt"
	"math/rand/v2"
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

// TestKillsBetweenMoneyAndPlan kills the process at any moment of purchases.
func TestKillsBetweenMoneyAndPlan(t *testing.T) {
	b := &buyer{victim: newVictim(t), paid: map[string]bool{}, made: map[string]string{}}
	a := newApplianceUnclosed(t, b.data)
	if err := a.Accounts.SetStaff(t.Context(), "v@example.org", "administrator"); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	b.live()
	if err := b.call("PUT", "/admin/selling", sellingSettings, nil); err != nil {
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
