package db

import (
	"strings"
	"testing"
	"time"
)

// TestMoneyAndEndsAreReadByIndex asks for revenue and for the ends of plans with the planner
// watching: a year of invoices, and a month of ends, is all that they may read.
func TestMoneyAndEndsAreReadByIndex(t *testing.T) {
	d := open(t)
	err := d.View(t.Context(), func(v *View) error {
		if _, err := v.RevenueOf("IRT", v.Now.Add(-time.Hour), v.Now); err != nil {
			return err
		}
		if _, err := v.RevenueCurrencies(v.Now); err != nil {
			return err
		}
		for _, kind := range []string{SpacesEnding, SpacesEnded} {
			if _, _, err := v.AdminSpaces(SpacesFilter{Kind: kind, Slice: Slice{After: []any{int64(1), int64(1)}, Limit: 5}}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string]string{
		"count(*), sum(i.total)":      "SEARCH i USING INDEX invoices_paid (paid_at>? AND paid_at<?)",
		"DISTINCT currency":           "SEARCH i USING INDEX invoices_paid (paid_at>?)",
		"FROM refunds f":              "SEARCH f USING INDEX refunds_created (created_at>? AND created_at<?)",
		"b.ends_at, b.space_id LIMIT": "SEARCH b USING INDEX subscriptions_end (ends_at>? AND ends_at<?)",
		"b.space_id DESC LIMIT":       "SEARCH b USING INDEX subscriptions_end (ends_at>? AND ends_at<?)",
	}
	found := map[string]bool{}
	queries := map[string]bool{}
	for c := range allConns(d) {
		for query := range c.stmts {
			queries[query] = true
		}
	}
	if err := d.write.Conn.Close(); err != nil { // so that the pool has its one connection for the planner
		t.Fatal(err)
	}
	for query := range queries {
		for part, want := range wants {
			if !strings.Contains(query, part) {
				continue
			}
			lines := queryPlan(t, d, query)
			found[part] = true
			plan := strings.Join(lines, "\n\t")
			if !strings.Contains(plan, want) || strings.Contains(part, "space_id") && strings.Contains(plan, "FOR ORDER BY") {
				t.Errorf("%s\n\t%s", query, plan)
			}
		}
	}
	if len(found) != len(wants) {
		t.Errorf("queries were found for %v only", found)
	}
}
