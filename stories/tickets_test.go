package stories

import (
	"strings"
	"testing"

	"anbar/app/base/limits"
	"anbar/app/identity/accounts"
	"anbar/db"
)

// TestTheRulesOfTickets has a row for each rule of the specification about tickets.
func TestTheRulesOfTickets(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	join := func(name string, role db.StaffRole) client {
		return client{handler: a, token: signedIn(t, a, accounts.Person{
			FirstName: "The " + name, LastName: "Tester", Email: name + "@example.org", Password: password, Staff: role,
		}).token}
	}
	staff, user, other := join("boss", db.Administrator), join("sara", ""), join("omid", "")
	png, jpg := "\x89PNG\r\n\x1a\n", "\xff\xd8\xff\xe0\x00\x10JFIF\x00"
	mp4 := "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"
	attach := func(name, content string) string {
		return user.do("POST", "/support/attachments?name="+name, []byte(content)).must(t, 201).get(t, "attachment_id").(string)
	}
	draft := func(change map[string]any) map[string]any {
		d := map[string]any{"subject": "Help", "department": "technical", "description": "It is broken"}
		for k, v := range change {
			d[k] = v
		}
		return d
	}
	files := []string{attach("a.png", png), attach("a.jpg", jpg), attach("a.mp4", mp4)}
	opened := user.do("POST", "/support/tickets", draft(map[string]any{"attachments": files})).must(t, 201)
	id := "/support/tickets/" + opened.get(t, "id").(string)
	for _, field := range []string{
		"id", "plan_type", "replies", "subject", "department", "created_at", "status", "description", "attachments", "tracking_code",
	} {
		opened.get(t, field)
	}
	if n := len(opened.get(t, "attachments").([]any)); n != 3 {
		t.Errorf("%d attachments", n)
	}
	at := func(path string) string { return id + path }
	for _, rule := range []struct {
		rule         string
		who          client
		method, path string
		body         any
		status       int
		key          string
	}{
		{"the support of the plan", user, "GET", "/support/plan", nil, 200, `"tier":"basic"`},
		{"a ticket begins as pending", user, "GET", id, nil, 200, `"status":"pending"`},
		{"the list has it", user, "GET", "/support/tickets?status=pending", nil, 200, `"total":1`},
		{"there is no other state", user, "GET", "/support/tickets?status=lost", nil, 400, "invalid_value"},
		{"text is required", user, "POST", "/support/tickets", draft(map[string]any{"description": " "}), 400, "required"},
		{"a subject is required", user, "POST", "/support/tickets", draft(map[string]any{"subject": ""}), 400, "required"},
		{"departments are known", user, "POST", "/support/tickets", draft(map[string]any{"department": "legal"}), 400, "invalid_value"},
		{"text is bounded", user, "POST", at("/reply"), map[string]any{"text": strings.Repeat("آ", limits.TicketText+1)}, 400, "too_long"},
		{"a megabyte is refused", user, "POST", at("/reply"), map[string]any{"text": strings.Repeat("a", 1<<20)}, 413, "request_too_large"},
		{"an attachment that lies", user, "POST", "/support/attachments?name=a.png", []byte("<html>"), 422, "invalid_attachment"},
		{"a gif is no attachment", user, "POST", "/support/attachments?name=a.gif", []byte("GIF89a"), 422, "invalid_attachment"},
		{
			"25 MB and no byte more", user, "POST", "/support/attachments?name=a.png",
			[]byte(png + strings.Repeat("x", limits.TicketFileBytes)), 422, "invalid_attachment",
		},
		{
			"five attachments", user, "POST", at("/reply"), map[string]any{"text": "x", "attachments": append(files, files...)}, 422,
			"too_many_attachments",
		},
		{"an attachment is sent once", user, "POST", at("/reply"), map[string]any{"text": "x", "attachments": files[:1]}, 400, ""},
		{"a ticket of another user is missing", other, "GET", id, nil, 404, "invalid_id"},
		{"nor can they write into it", other, "POST", at("/reply"), map[string]any{"text": "x"}, 404, "invalid_id"},
		{"nor close it", other, "GET", at("/close"), nil, 404, "invalid_id"},
		{"nobody without a session", client{handler: a}, "GET", at("/close"), nil, 401, ""},
		{"a reply is kept", user, "POST", at("/reply"), map[string]any{"text": "More"}, 201, `"text":"More"`},
		{"it is due at some time", staff, "GET", "/admin/tickets", nil, 200, `"due_at":"`},
		{"closing answers with the ticket", user, "GET", at("/close"), nil, 200, `"status":"closed"`},
		{"closing twice is no error", user, "POST", at("/close"), nil, 200, `"status":"closed"`},
		{"a closed ticket takes nothing", user, "POST", at("/reply"), map[string]any{"text": "x"}, 409, "ticket_closed"},
	} {
		got := rule.who.do(rule.method, rule.path, rule.body)
		if got.Status != rule.status || !strings.Contains(string(got.Body), rule.key) {
			t.Errorf("%s: %d %.300s", rule.rule, got.Status, got.Body)
		}
	}
}
