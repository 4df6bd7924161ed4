package stories

import (
	"os"
	"strings"
	"testing"
)

// act is how a test performs a call of staff: what comes before the request of its probe, or the
// story that performs it.
type act struct {
	before []string // probes of other calls, by the administrator
	story  string
}

// acts are all calls of staff that change something.
var acts = map[string]act{
	"PUT /admin/selling":                            {story: "testdata/script/billing_transfer.txtar"},
	"PUT /admin/plans/{name}":                       {story: "testdata/script/plans_limits.txtar"},
	"PUT /admin/discounts/{code}":                   {story: "testdata/script/billing_transfer.txtar"},
	"POST /admin/payments/{payment_id}/confirm":     {story: "testdata/script/billing_transfer.txtar"},
	"POST /admin/payments/{payment_id}/refuse":      {story: "testdata/script/billing_transfer.txtar"},
	"POST /admin/payments/{payment_id}/refund":      {story: "testdata/script/billing_refunds.txtar"},
	"POST /admin/payments/{payment_id}/void":        {story: "testdata/script/billing_refunds.txtar"},
	"POST /admin/surplus/{surplus_id}/given-back":   {story: "billing_gateway_test.go"},
	"POST /admin/tickets/{id}/reply":                {},
	"POST /admin/tickets/{id}/note":                 {},
	"POST /admin/tickets/{id}/assign":               {},
	"POST /admin/tickets/{id}/department":           {},
	"POST /admin/tickets/{id}/solve":                {},
	"POST /admin/tickets/{id}/reopen":               {story: "testdata/script/tickets_way.txtar"},
	"POST /admin/tickets/{id}/merge":                {story: "testdata/script/tickets_way.txtar"},
	"POST /admin/support/canned":                    {},
	"DELETE /admin/support/canned/{canned_id}":      {},
	"PUT /admin/support/holidays":                   {},
	"POST /admin/outbox/{message_id}/resend":        {story: "testdata/script/console_outbox.txtar"},
	"POST /admin/outbox/resend":                     {story: "testdata/script/console_outbox.txtar"},
	"POST /admin/outbox/{message_id}/cancel":        {story: "testdata/script/console_outbox.txtar"},
	"POST /admin/outbox/test":                       {},
	"POST /admin/jobs/{name}/run":                   {story: "testdata/script/console_system.txtar"},
	"POST /admin/copies/sheet":                      {story: "console_sheet_test.go"},
	"POST /admin/copies/sheet/confirm":              {story: "console_sheet_test.go"},
	"POST /admin/copies/sheet/check":                {story: "console_sheet_test.go"},
	"POST /admin/copies/reseal":                     {story: "console_sheet_test.go"},
	"PUT /admin/settings/signup":                    {},
	"PUT /admin/settings/limits":                    {},
	"PUT /admin/settings/summaries":                 {},
	"POST /admin/settings/summaries/test":           {story: "testdata/script/summaries_endpoint.txtar"},
	"PUT /admin/settings/mail":                      {},
	"DELETE /admin/settings/mail":                   {before: []string{"PUT /admin/settings/mail"}},
	"POST /admin/settings/mail/test":                {story: "testdata/script/console_connections.txtar"},
	"PUT /admin/settings/sms":                       {},
	"DELETE /admin/settings/sms":                    {before: []string{"PUT /admin/settings/sms"}},
	"POST /admin/settings/sms/test":                 {story: "connections_test.go"},
	"PUT /admin/settings/providers/{id}":            {},
	"DELETE /admin/settings/providers/{id}":         {before: []string{"PUT /admin/settings/providers/{id}"}},
	"POST /admin/settings/providers/{id}/test":      {story: "connections_test.go"},
	"PUT /admin/settings/onlyoffice":                {},
	"DELETE /admin/settings/onlyoffice":             {before: []string{"PUT /admin/settings/onlyoffice"}},
	"PUT /admin/first-steps":                        {},
	"POST /admin/first-steps/mail":                  {story: "testdata/script/console_connections.txtar"},
	"POST /admin/settings/onlyoffice/test":          {story: "testdata/script/editors_office.txtar"},
	"PUT /admin/settings/wopi":                      {},
	"DELETE /admin/settings/wopi":                   {before: []string{"PUT /admin/settings/wopi"}},
	"POST /admin/settings/wopi/test":                {},
	"PUT /admin/settings/google":                    {},
	"DELETE /admin/settings/google":                 {before: []string{"PUT /admin/settings/google"}},
	"POST /admin/settings/google/test":              {},
	"PUT /admin/settings/editors":                   {},
	"PUT /admin/settings/imports":                   {},
	"PUT /admin/settings/tier":                      {},
	"POST /admin/settings/history/{change_id}/undo": {story: "testdata/script/console_settings.txtar"},
	"POST /admin/people":                            {},
	"POST /admin/people/{user_id}/first-link":       {story: "testdata/script/attack_first_password.txtar"},
	"POST /admin/people/invite":                     {},
	"POST /admin/people/import":                     {},
	"PUT /admin/people/{user_id}/staff":             {},
	"POST /admin/people/{user_id}/disable":          {},
	"POST /admin/people/{user_id}/enable":           {before: []string{"POST /admin/people/{user_id}/disable"}},
	"POST /admin/people/{user_id}/end-sessions":     {},
	"POST /admin/people/{user_id}/reset-two-step":   {},

	"POST /admin/people/{user_id}/sessions/{session_id}/end": {story: "testdata/script/console_devices.txtar"},
	"POST /admin/people/{user_id}/tokens/{token_id}/end":     {story: "testdata/script/console_devices.txtar"},

	"POST /admin/people/{user_id}/password-link":  {},
	"POST /admin/people/{user_id}/erase":          {},
	"PUT /admin/workspaces/{space_id}/limits":     {},
	"POST /admin/workspaces/{space_id}/extend":    {story: "testdata/script/console_plans.txtar"},
	"POST /admin/workspaces/{space_id}/plan":      {story: "testdata/script/console_plans.txtar"},
	"POST /admin/workspaces/{space_id}/freeze":    {},
	"POST /admin/links/{download_id}/end":         {},
	"POST /admin/boxes/{upload_id}/end":           {},
	"POST /admin/workspaces/{space_id}/unfreeze":  {before: []string{"POST /admin/workspaces/{space_id}/freeze"}},
	"POST /admin/workspaces/{space_id}/hand-over": {},
	"POST /admin/workspaces/{space_id}/delete":    {},
	"POST /admin/workspaces/{space_id}/restore":   {before: []string{"POST /admin/workspaces/{space_id}/delete"}},
}

// reasoned are the areas in which staff give a reason.
func reasoned(call string) bool {
	if strings.Contains(call, "/admin/links/") || strings.Contains(call, "/admin/boxes/") {
		return true
	}
	return strings.Contains(call, "/admin/people/{") || strings.Contains(call, "/admin/workspaces/")
}

// TestEveryActOfStaffIsOnTheRecord performs each call of staff that changes something and finds its
// event, with who did it and why. A new call without a row fails.
func TestEveryActOfStaffIsOnTheRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	k := w.begin(t)
	events := k.a.Router.StaffEvents()
	if err := k.a.Close(); err != nil {
		t.Fatal(err)
	}
	for call, event := range events {
		a, ok := acts[call]
		if !ok {
			t.Errorf("%s has no row: nobody knows that it is on the record", call)
			continue
		}
		if a.story != "" {
			text, err := os.ReadFile(a.story)
			if err != nil || !strings.Contains(string(text), "?action="+event) {
				t.Errorf("%s: the story %s does not look for the event %s: %v", call, a.story, event, err)
			}
			continue
		}
		t.Run(event, func(t *testing.T) { w.perform(t, call, event, a) })
	}
	for call := range acts {
		if events[call] == "" {
			t.Errorf("there is no call %s", call)
		}
	}
}

func (w *world) perform(t *testing.T, call, event string, a act) {
	t.Helper()
	k := w.begin(t)
	defer func() {
		if err := k.a.Close(); err != nil {
			t.Error(err)
		}
	}()
	for _, b := range append(a.before, call) {
		if status := k.probe("administrator", b); status >= 300 {
			t.Fatalf("%s answers %d", b, status)
		}
	}
	log := client{handler: k.a, token: k.tokens["administrator"]}.do("GET", "/admin/audit?action="+event+"&limit=1", nil).must(t, 200)
	if email := log.get(t, "events", 0, "by", "email"); email != "administrator@example.org" {
		t.Errorf("%s: the log says that %v did it", call, email)
	}
	if !reasoned(call) {
		return
	}
	if reason := log.get(t, "events", 0, "detail", "reason"); reason != "asked" {
		t.Errorf("%s: the reason in the log is %v", call, reason)
	}
}

// TestStaffNeverSeeContents asks every call of the console that reads, with a file and a directory
// in the workspace whose names are in no answer.
func TestStaffNeverSeeContents(t *testing.T) {
	const planted = "planted-in-the-workspace"
	w := newWorld(t)
	k := w.begin(t)
	defer func() {
		if err := k.a.Close(); err != nil {
			t.Error(err)
		}
	}()
	owner := client{handler: k.a, token: k.tokens["owner"]}
	w.upload(t, owner, "dir", planted+".txt", "planted")
	made := owner.do("POST", w.fill("/storage/space/{space}/directory"), map[string]string{
		"parent_id": w.vars["dir"], "directory_name": planted,
	}).must(t, 201)
	staff := client{handler: k.a, token: k.tokens["administrator"]}
	id := made.get(t, "directory_id").(string)
	paths := []string{"/admin/search?q=" + id, "/admin/search?q=" + planted, "/admin/search?q=" + w.vars["file"]}
	for call, p := range k.probes {
		if strings.HasPrefix(call, "GET /admin/") {
			paths = append(paths, w.fill(p.path))
		}
	}
	if len(paths) < 12 {
		t.Fatalf("only %d paths", len(paths))
	}
	for _, path := range paths {
		a := staff.do("GET", path, nil)
		if strings.Contains(string(a.Body), planted) {
			t.Errorf("%s tells staff the name of a file or directory: %s", path, a.Body)
		}
	}
}
