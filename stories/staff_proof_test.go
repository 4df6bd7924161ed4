package stories

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// unprovenCalls are the calls of staff that change something without a recent proof of identity:
// the daily work of answering, which lets nobody in and moves no money.
var unprovenCalls = []string{
	"POST /admin/tickets/{id}/assign",
	"POST /admin/tickets/{id}/department",
	"POST /admin/tickets/{id}/merge",
	"POST /admin/tickets/{id}/note",
	"POST /admin/tickets/{id}/reopen",
	"POST /admin/tickets/{id}/reply",
	"POST /admin/tickets/{id}/solve",
}

// TestChangesOfStaffNeedARecentProof makes every change of staff in a session of an administrator
// whose last proof of identity is an hour old.
func TestChangesOfStaffNeedARecentProof(t *testing.T) {
	t.Parallel()
	k := newWorld(t).begin(t)
	t.Cleanup(func() {
		if err := k.a.Close(); err != nil {
			t.Error(err)
		}
	})
	var without []string
	for _, call := range slices.Sorted(maps.Keys(k.a.Router.StaffEvents())) {
		method, _, _ := strings.Cut(call, " ")
		at := func(s string) string { return fill(fill(s, k.world.vars), k.vars) }
		c := client{handler: k.a, token: k.tokens["unproven"]}
		got := c.do(method, at(k.probes[call].path), []byte(at(k.probes[call].body)))
		if got.Status != 403 || !strings.Contains(string(got.Body), "reauthentication_required") {
			t.Logf("%s: %d", call, got.Status)
			without = append(without, call)
		}
	}
	if !slices.Equal(without, unprovenCalls) {
		t.Errorf("without a recent proof:\n%s\nnot:\n%s", strings.Join(without, "\n"), strings.Join(unprovenCalls, "\n"))
	}
	if left := k.a.Router.WithoutProof(); !slices.Equal(slices.Sorted(maps.Keys(left)), unprovenCalls) {
		t.Errorf("declared without a proof: %v", left)
	}
}
