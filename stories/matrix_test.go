package stories

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"
	"anbar/app/base/access"
	"anbar/app/identity/accounts"
	"anbar/db"
)

// kinds are the kinds of callers, the columns of the table.
var kinds = []string{
	"owner", "admin", "editor", "organizer", "viewer", "no_role", "custom", "guest", "member", "stranger", "administrator", "support",
	"finance", "auditor", "unproven", "link", "box", "nobody",
}

// roleOf gives the members of the workspace their roles. Of the other kinds,
// "guest" has a role on one file, "member" belongs to another workspace, "link"
// opened a download link of that file, and "box" is a visitor of an upload box in
// the shared files. "custom" also has a custom role on one directory. Staff have their roles
// in the console, and none in the workspace; "unproven" is an administrator who did not confirm their
// identity for an hour.
var roleOf = map[string]string{
	"admin": "admin", "editor": "editor", "organizer": "organizer", "viewer": "viewer", "no_role": "no_role", "custom": "no_role",
}

// world is a data directory with some content and the callers' tokens. Every copy
// begins in the same state.
type world struct {
	dir    string
	tokens map[string]string
	vars   map[string]string
	probes map[string]probe
}

// prober is one copy of the world, running.
type prober struct {
	*world
	a    *app.App
	vars map[string]string
}

// newWorld makes the world, and closes it.
func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: dataDir(t), tokens: map[string]string{}, vars: map[string]string{}, probes: readProbes(t)}
	a := newApplianceUnclosed(t, w.dir)
	for _, k := range kinds[:len(kinds)-3] {
		p := accounts.Person{FirstName: "The " + k, LastName: "Tester", Email: k + "@example.org", Password: password}
		if role := db.StaffRole(k); access.IsStaffRole(role) {
			p.Staff = role
		}
		if k == "unproven" {
			p.Staff = db.Administrator
		}
		w.tokens[k] = signedIn(t, a, p).token
	}
	w.fillIn(t, client{handler: a, token: w.tokens["owner"]}, client{handler: a, token: w.tokens["member"]})
	w.share(t, client{handler: a, token: w.tokens["owner"]})
	w.open(t, client{handler: a, token: w.tokens["owner"]})
	w.ask(t, a)
	w.sell(t, a)
	w.bring(t, a)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	w.age(t, "unproven@example.org")
	return w
}

// age puts the last proof of identity of a user back by an hour.
func (w *world) age(t *testing.T, email string) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(w.dir, "anbar.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Exec("UPDATE sessions SET confirmed_at = confirmed_at - ? WHERE user_id = (SELECT id FROM users WHERE email = ?)",
		time.Hour.Milliseconds(), email)
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
}

// open makes an upload box and lets a visitor in.
func (w *world) open(t *testing.T, owner client) {
	t.Helper()
	box := owner.do("POST", w.fill("/upload/space/{space}/directory/{dir}/box-link"), map[string]any{
		"title": "Box", "duration": map[string]any{"value": 1, "unit": "day"},
	}).must(t, 201)
	w.vars["box"] = box.get(t, "upload_id").(string)
	visit := client{handler: owner.handler, token: ""}.do("POST", w.fill("/upload/box/{box}"), map[string]any{}).must(t, 200)
	w.tokens["box"] = visit.get(t, "token").(string)
}

// ask opens a ticket of the owner, with an attachment.
func (w *world) ask(t *testing.T, a *app.App) {
	t.Helper()
	owner := client{handler: a, token: w.tokens["owner"]}
	made := owner.do("POST", "/support/attachments?name=a.png", []byte("\x89PNG\r\n\x1a\n")).must(t, 201)
	w.vars["attachment"] = made.get(t, "attachment_id").(string)
	ticket := owner.do("POST", "/support/tickets", map[string]any{
		"subject": "Help", "department": "technical", "description": "It is broken", "attachments": []string{w.vars["attachment"]},
	}).must(t, 201)
	w.vars["ticket"] = ticket.get(t, "id").(string)
	canned := client{handler: a, token: w.tokens["support"]}.do("POST", "/admin/support/canned", map[string]string{
		"title": "Hello", "text": "Hello",
	}).must(t, 200)
	w.vars["canned"] = canned.get(t, "canned", 0, "canned_id").(string)
}

// bring begins an import of the owner, which fails at once: it may not reach this machine.
func (w *world) bring(t *testing.T, a *app.App) {
	t.Helper()
	owner := client{handler: a, token: w.tokens["owner"]}
	owner.do("PUT", "/accounts/arvan", map[string]string{
		"endpoint": "http://127.0.0.1:1", "access_key": "key", "secret_key": "secret",
	}).must(t, 200)
	begun := owner.do("POST", w.fill("/storage/workspace/{space}/import-arvan"), map[string]string{"bucket_name": "files"}).must(t, 200)
	w.vars["import"] = begun.get(t, "import_id").(string)
	for state := ""; state != "failed"; time.Sleep(10 * time.Millisecond) {
		state = owner.do("GET", w.fill("/imports/{import}"), nil).must(t, 200).get(t, "state").(string)
	}
}

// sell puts plans on sale; the owner is about to buy one.
func (w *world) sell(t *testing.T, a *app.App) {
	t.Helper()
	seller := client{handler: a, token: w.tokens["administrator"]}
	seller.do("PUT", "/admin/selling", map[string]any{
		"on": true, "currency": "IRT", "tax": 1000, "trial_days": 30, "grace_days": 7, "tax_included": false,
		"seller": map[string]string{
			"name": "Anbar", "national_id": "", "economic_id": "", "address": "", "post_code": "", "phone": "",
		},
		"transfer": map[string]string{"holder": "Anbar", "bank": "", "iban": "IR06 0170 0000 0010 1234 5670 09", "card": ""},
	}).must(t, 200)
	owner := client{handler: a, token: w.tokens["owner"]}
	w.vars["plan"] = owner.do("GET", "/plan/all", nil).must(t, 200).get(t, "plans", 3, "plan_id").(string)
	invoice := owner.do("POST", "/plan/invoice", map[string]any{
		"plan_id": w.vars["plan"], "space_id": w.vars["space"], "users_count": 20,
	}).must(t, 201)
	w.vars["payment"] = invoice.get(t, "payment_id").(string)
}

// fillIn makes a workspace with things in it.
func (w *world) fillIn(t *testing.T, owner, member client) {
	t.Helper()
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	w.vars["space"], w.vars["dir"], w.vars["my"] = s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string),
		s.get(t, "my_root_directory_id").(string)
	w.vars["bin"], w.vars["mybin"] = s.get(t, "trash_root_directory_id").(string), s.get(t, "my_trash_directory_id").(string)
	other := member.do("POST", "/storage/workspace", map[string]string{"title": "Other"}).must(t, 201)
	w.vars["otherdir"], w.vars["other"] = other.get(t, "root_directory_id").(string), other.get(t, "space_id").(string)
	for name, parent := range map[string]string{"sub": "dir", "trashed": "dir", "going": "dir", "mine": "my"} {
		made := owner.do("POST", w.fill("/storage/space/{space}/directory"), map[string]string{
			"parent_id": w.vars[parent], "directory_name": name,
		}).must(t, 201)
		w.vars[name] = made.get(t, "directory_id").(string)
	}
	w.vars["file"], w.vars["version"] = w.upload(t, owner, "dir", "a.txt", "one")
	made := owner.do("POST", "/editor/onlyoffice/create", map[string]string{
		"space_id": w.vars["space"], "directory_id": w.vars["dir"], "file_type": "xlsx", "name": "c.xlsx",
	}).must(t, 201)
	var file db.NodeID
	if err := file.UnmarshalText([]byte(w.vars["file"])); err != nil {
		t.Fatal(err)
	}
	w.vars["number"] = strconv.FormatInt(int64(file), 10)
	w.vars["doc"], w.vars["docversion"] = made.get(t, "file_id").(string), made.get(t, "version_id").(string)
	w.vars["subfile"], w.vars["subversion"] = w.upload(t, owner, "sub", "s.txt", "three")
	owner.do("DELETE", w.fill("/storage/space/{space}/directory/{trashed}"), nil).must(t, 204)
	big := make([]byte, 2<<20) // small ones wait in memory, and begin again when the product does
	next := owner.do("POST", "/upload/initialize", map[string]any{
		"space_id": w.vars["space"], "directory_id": w.vars["dir"], "key": "b.txt", "checksum": "two", "file_size": len(big),
	}).must(t, 200)
	w.vars["upload"] = next.get(t, "upload_id").(string)
	owner.do("PUT", "/upload/parts?chunk_number=0&upload_id="+w.vars["upload"], big).must(t, 204)
	field := owner.do("POST", "/custom-field/space", map[string]any{
		"space_id": w.vars["space"], "title": "Project", "type": "text",
	}).must(t, 201)
	w.vars["field"] = field.get(t, "space_custom_field_id").(string)
	owner.do("POST", "/custom-field/entity", map[string]any{
		"space_id": w.vars["space"], "space_custom_field_id": w.vars["field"], "type": "file", "id": w.vars["file"], "content": "x",
	}).must(t, 201)
	link := owner.do("GET", w.fill("/download/space/{space}/directory/{dir}/file/{file}"), nil).must(t, 200)
	w.vars["content"] = strings.TrimPrefix(link.get(t, "url").(string), "/api")
	zip := owner.do("POST", "/download/zip", map[string]any{"space_id": w.vars["space"], "file_ids": []string{w.vars["file"]}}).must(t, 201)
	w.vars["zip"] = strings.TrimPrefix(zip.get(t, "url").(string), "/api")
	shared := owner.do("POST", w.fill("/download/space/{space}/directory/{dir}/file/{file}/temporary-link"),
		map[string]any{"title": "Shared"}).must(t, 201)
	w.vars["link"] = shared.get(t, "download_id").(string)
	grant := client{handler: owner.handler}.do("POST", w.fill("/download/share-link/{link}"), map[string]any{}).must(t, 200)
	w.vars["shared"], _, _ = strings.Cut(strings.TrimPrefix(grant.get(t, "url").(string), "/api"), "?")
	w.tokens["link"] = grant.get(t, "download_token").(string)
	private := owner.do("POST", w.fill("/download/space/{space}/directory/{my}/links"), map[string]any{
		"title": "Mine", "directory_ids": []string{w.vars["mine"]},
	}).must(t, 201)
	w.vars["mylink"] = private.get(t, "download_id").(string)
}

func (w *world) upload(t *testing.T, owner client, dir, name, checksum string) (file, version string) {
	t.Helper()
	up := owner.do("POST", "/upload/initialize", map[string]any{
		"space_id": w.vars["space"], "directory_id": w.vars[dir], "key": name, "checksum": checksum, "file_size": 3,
	}).must(t, 200)
	owner.do("PUT", "/upload/parts?chunk_number=0&upload_id="+up.get(t, "upload_id").(string), []byte("abc")).must(t, 204)
	done := owner.do("POST", "/upload/complete", map[string]any{
		"space_id": w.vars["space"], "key": name, "checksum": checksum,
	}).must(t, 201)
	return done.get(t, "file", "file_id").(string), done.get(t, "file", "version_id").(string)
}

// share gives the members and the guest their roles.
func (w *world) share(t *testing.T, owner client) {
	t.Helper()
	for who, role := range roleOf {
		owner.do("PATCH", w.fill("/role/v1/space/{space}/change-members"), map[string]any{
			"role_id": role, "emails": []string{who + "@example.org"},
		}).must(t, 200)
	}
	for _, k := range []string{"editor", "guest"} {
		w.vars[k+"id"] = client{handler: owner.handler, token: w.tokens[k]}.do("GET", "/accounts/v1/users/me", nil).must(t, 200).get(t,
			"_id").(string)
	}
	var all []map[string]string
	for _, verb := range []string{"create", "read", "update", "delete", "rename", "move", "replace", "merge"} {
		all = append(all, map[string]string{"action": verb, "subject": "file"}, map[string]string{"action": verb, "subject": "directory"})
	}
	role := owner.do("POST", w.fill("/role/v1/space/{space}/custom-role"), map[string]any{
		"name": "Keepers", "permissions": all, "emails": []string{"custom@example.org"},
		"targets": []map[string]string{{"target_id": w.vars["sub"], "target_type": "directory"}},
	}).must(t, 201)
	w.vars["role"] = role.get(t, "role_id").(string)
	guest := owner.do("POST", w.fill("/role/v1/space/{space}/guest-users"), map[string]any{
		"emails": []string{"guest@example.org"}, "role_id": "editor",
		"targets": []map[string]string{{"target_id": w.vars["file"], "target_type": "file"}},
	}).must(t, 201)
	w.vars["guestrole"] = guest.get(t, "guests", 0, "role_id").(string)
	owner.do("PATCH", w.fill("/role/v1/space/{space}/change-members"), map[string]any{
		"role_id": "viewer", "emails": []string{"pending@example.org"},
	}).must(t, 200)
	pending := owner.do("POST", w.fill("/role/v1/space/{space}/guest-users"), map[string]any{
		"emails": []string{"pending@example.org"}, "role_id": "viewer",
		"targets": []map[string]string{{"target_id": w.vars["file"], "target_type": "file"}},
	}).must(t, 201)
	w.vars["pendingrole"] = pending.get(t, "guests", 0, "role_id").(string)
	link := owner.do("POST", w.fill("/role/v1/space/{space}/workspace-members/invitation/link"), map[string]any{
		"email": "pending@example.org",
	}).must(t, 201)
	_, w.vars["code"], _ = strings.Cut(link.get(t, "url").(string), "code=")
}

// begin starts a copy of the world.
func (w *world) begin(t *testing.T) *prober {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.CopyFS(dir, os.DirFS(w.dir)); err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"secrets"} {
		if err := os.Chmod(filepath.Join(dir, private), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	k := &prober{world: w, a: newApplianceUnclosed(t, dir), vars: map[string]string{}}
	k.vars["now"] = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	deleted := client{handler: k.a, token: w.tokens["owner"]}.do("DELETE", w.fill("/storage/space/{space}/directory/{going}"), nil).must(t,
		204)
	k.vars["undo"] = deleted.Header.Get("Anbar-Undo")
	return k
}

func (w *world) fill(s string) string { return fill(s, w.vars) }

func fill(s string, vars map[string]string) string {
	for k, v := range vars {
		s = strings.ReplaceAll(s, "{"+k+"}", v)
	}
	return s
}

// probe sends the request of the call as a caller of that kind and returns the
// status of the answer.
func (k *prober) probe(kind, call string) int {
	method, _, _ := strings.Cut(call, " ")
	n := k.probes[call]
	at := func(s string) string { return fill(fill(s, k.world.vars), k.vars) }
	c := client{handler: k.a, token: k.tokens[kind]}
	if kind == "link" {
		c = client{handler: k.a, grant: k.tokens[kind]}
	}
	return c.do(method, at(n.path), []byte(at(n.body))).Status
}

// readProbes reads the request of each call, by the call's name.
func readProbes(t *testing.T) map[string]probe {
	t.Helper()
	raw, err := os.ReadFile("testdata/probes.txt")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]probe{}
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 {
			t.Fatalf("not a call, a path and a body: %s", line)
		}
		all[f[0]] = probe{f[1], strings.ReplaceAll(f[2], `\x02\x00\x00\x00`, "\x02\x00\x00\x00")}
	}
	return all
}

type probe struct{ path, body string }

// TestPermissions probes every call as every kind of caller and compares the
// statuses with a table that people can read. A call that succeeded may have
// changed the world, so the next one gets a fresh copy of it.
func TestPermissions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	k := w.begin(t)
	var calls []string
	for _, c := range k.a.Router.Calls() {
		if _, ok := w.probes[c]; !ok {
			t.Errorf("%s is not in the matrix", c)
		}
		calls = append(calls, c)
		for _, word := range []string{" my", " sub", " other"} {
			if _, ok := w.probes[c+word]; ok {
				calls = append(calls, c+word)
			}
		}
	}
	if err := k.a.Close(); err != nil {
		t.Error(err)
	}
	lines := make([]string, len(calls))
	var all sync.WaitGroup
	next := make(chan int)
	for range 2 {
		all.Go(func() { w.fillLines(t, calls, lines, next) })
	}
	for i := range calls {
		next <- i
	}
	close(next)
	all.Wait()
	var table strings.Builder
	fmt.Fprintf(&table, "%-95s", "")
	for _, kind := range kinds {
		fmt.Fprintf(&table, " %-9s", kind)
	}
	table.WriteString("\n" + strings.Join(lines, ""))
	golden(t, "testdata/permissions.golden", strings.ReplaceAll(table.String(), " \n", "\n"))
}

func (w *world) fillLines(t *testing.T, calls, lines []string, next chan int) {
	var k *prober
	for i := range next {
		call := calls[i]
		var line strings.Builder
		fmt.Fprintf(&line, "%-95s", call)
		for _, kind := range kinds {
			if k == nil {
				k = w.begin(t)
			}
			status := k.probe(kind, call)
			fmt.Fprintf(&line, " %-9d", status)
			if status < 300 && changes(call) || limited(call) {
				if err := k.a.Close(); err != nil {
					t.Error(err)
				}
				k = nil
			}
		}
		lines[i] = line.String() + "\n"
	}
	if k != nil {
		if err := k.a.Close(); err != nil {
			t.Error(err)
		}
	}
}

// changes reports whether a call changes the world when it succeeds. A document that is opened is
// leased, though the call is a GET.
func changes(call string) bool {
	method, path, _ := strings.Cut(call, " ")
	return method != "GET" || strings.HasSuffix(path, "/open")
}

// limited reports whether a call counts attempts, also failed ones.
func limited(call string) bool {
	for _, part := range []string{
		"/login", "/signup", "/setup", "/password/", "/share-link/", "/upload/box/", "/verify-email", "/plan/callback/",
	} {
		if strings.Contains(call, part) {
			return true
		}
	}
	return false
}
