package stories

import (
	"database/sql"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"anbar/blobstore"
)

// TestARoleTakenAwayAtTheSource takes it away when half of the files are listed. The rest comes, and what does not is named.
func TestARoleTakenAwayAtTheSource(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	made := w.omid.do("POST", "/storage/workspace", map[string]string{"title": "Project"}).must(t, 201)
	project := made.get(t, "space_id").(string)
	w.want(201, "omid", "PUT", "/dav/"+project+"/plan.txt", "plan")
	w.want(201, "omid", "MKCOL", "/dav/"+project+"/deeper", "")
	w.want(201, "omid", "PUT", "/dav/"+project+"/deeper/budget.txt", "budget")
	role := func(method, path string, body any) {
		w.omid.do(method, "/role/v1/space/"+project+path, body).must(t, 200)
	}
	join := map[string]any{"role_id": "viewer", "emails": []string{"sara@example.org"}}
	role("PATCH", "/change-members", join)
	w.put("own.txt", "mine")
	w.replace(func(_ http.ResponseWriter, r *http.Request) bool {
		listed := r.Method == "PROPFIND" && strings.HasSuffix(r.URL.Path, "/Project/deeper/")
		if listed || r.Method == "GET" && strings.HasSuffix(r.URL.Path, "/plan.txt") {
			w.omid.do("DELETE", "/role/v1/space/"+project+"/workspace-members", map[string]any{"members": []string{"sara@example.org"}})
		}
		return false
	})
	id := w.begin(w.signIn())
	done := w.until(id, "done", "failed", "waiting", "paused")
	if done.get(t, "state") != "done" {
		t.Fatalf("%s", done.Body)
	}
	said := w.report(id)
	if said["own.txt"]["outcome"] != "stored" {
		t.Errorf("the own file: %v", said["own.txt"])
	}
	for _, key := range []string{"Project/plan.txt", "Project/deeper"} {
		if one := said[key]; one["outcome"] != "failed" || one["reason"] != "import_item_gone" && one["reason"] != "import_item_denied" {
			t.Errorf("%s: %v", key, one)
		}
	}
	w.replace(nil)
	role("PATCH", "/change-members", join)
	w.here.do("POST", "/imports/"+id+"/repeat", nil).must(t, 200)
	if done = w.until(id, "done", "failed"); done.get(t, "state") != "done" {
		t.Errorf("%s", done.Body)
	}
	for key, one := range w.report(id) {
		// Her drive in that workspace went with the role, perhaps before it was listed, and the new one has another name.
		if one["outcome"] == "failed" && key != "Project — درایو من" {
			t.Errorf("%s: %v", key, one)
		}
	}
	w.compare(t, id, map[string]string{"own.txt": "mine", "Project/plan.txt": "plan", "Project/deeper/budget.txt": "budget"})
}

// TestAnAppPasswordThatIsRevoked in the midst ends the import with that reason; another one takes up the same folder.
func TestAnAppPasswordThatIsRevoked(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	want := map[string]string{}
	for i := range 40 {
		name := fmt.Sprintf("d%d/f%d.txt", i%4, i)
		want[name] = fmt.Sprint("content ", i)
		w.put(name, want[name])
	}
	var read atomic.Int32
	w.replace(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == "GET" && strings.HasPrefix(r.URL.Path, "/remote.php/dav/files/") && read.Add(1) == 10 {
			w.revoke(t)
		}
		return false
	})
	id := w.begin(w.signIn())
	ended := w.until(id, "done", "failed", "waiting", "paused")
	if ended.get(t, "state") != "failed" || ended.get(t, "reason") != "import_source_denied" {
		t.Fatalf("%s", ended.Body)
	}
	w.replace(nil)
	w.here.do("POST", "/imports/"+id+"/resume", nil).must(t, 200)
	if ended = w.until(id, "done", "failed"); ended.get(t, "reason") != "import_source_denied" {
		t.Errorf("it went on without a password: %s", ended.Body)
	}
	second := w.here.do("POST", "/imports", map[string]any{
		"space_id": w.space, "directory_id": w.directory, "kind": "nextcloud", "on_duplicate": "version",
		"nextcloud": map[string]string{"login_id": w.signIn()},
	}).must(t, 201).get(t, "import_id").(string)
	if ended = w.until(second, "done", "failed"); ended.get(t, "failed") != 0.0 || ended.get(t, "state") != "done" {
		t.Errorf("%s", ended.Body)
	}
	w.compare(t, second, want)
}

// revoke takes the app passwords away that Sara gave to the appliance here.
func (w *movingWorld) revoke(t *testing.T) {
	t.Helper()
	for _, id := range w.appPasswords() {
		w.sara.do("DELETE", "/accounts/connected-devices/"+id, nil).must(t, 204)
	}
}

// appPasswords are those there that the appliance here was given.
func (w *movingWorld) appPasswords() []string {
	w.t.Helper()
	all := w.sara.do("GET", "/accounts/connected-devices", nil).must(w.t, 200)
	var ids []string
	for _, one := range all.get(w.t, "devices").([]any) {
		token := one.(map[string]any)
		if strings.HasPrefix(fmt.Sprint(token["name"]), "Anbar") {
			ids = append(ids, token["token_id"].(string))
		}
	}
	return ids
}

// TestASourceThatStopsForAWhile breaks connections, then answers that it is busy, and then goes on.
func TestASourceThatStopsForAWhile(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	want := map[string]string{}
	for i := range 60 {
		name := fmt.Sprintf("d%d/f%d.txt", i%4, i)
		want[name] = fmt.Sprint("content ", i)
		w.put(name, want[name])
	}
	want["large.bin"] = strings.Repeat("a large content ", 300_000)
	w.put("large.bin", want["large.bin"])
	login := w.signIn()
	var read atomic.Int32
	w.replace(func(rw http.ResponseWriter, r *http.Request) bool {
		switch n := read.Add(1); {
		case n < 20:
			return false
		case n%2 == 0:
			rw.WriteHeader(http.StatusServiceUnavailable)
			return true
		}
		panic(http.ErrAbortHandler)
	})
	id := w.begin(login)
	waits := w.until(id, "waiting", "done", "failed")
	if waits.get(t, "state") != "waiting" || waits.get(t, "reason") == nil || waits.get(t, "retry_at") == nil {
		t.Fatalf("%s", waits.Body)
	}
	w.replace(nil)
	if done := w.until(id, "done", "failed"); done.get(t, "state") != "done" || done.get(t, "failed") != 0.0 {
		t.Fatalf("%s", done.Body)
	}
	w.compare(t, id, want)
}

// share makes a public link there, and returns its address and its id.
func (w *movingWorld) share(path string, more ...string) (address, id string) {
	w.t.Helper()
	form := url.Values{"path": {path}, "shareType": {"3"}}
	for i := 0; i < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	made := w.want(200, "sara", "POST", "/ocs/v2.php/apps/files_sharing/api/v1/shares?format=json", form.Encode(),
		"Content-Type: application/x-www-form-urlencoded", "OCS-APIRequest: true")
	return made.get(w.t, "ocs", "data", "url").(string), made.get(w.t, "ocs", "data", "token").(string)
}

// TestPublicLinksMoveAlong makes each of them anew that reaches no further then, and says why it does not make the others.
func TestPublicLinksMoveAlong(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	w.put("Offer/offer.txt", "an offer")
	w.put("note.txt", "a note")
	folder, _ := w.share("/Offer")
	ends, endsID := w.share("/note.txt")
	w.change(endsID, map[string]any{"expire_at": "2031-02-03T04:05:06Z", "view_only": true})
	locked, _ := w.share("/note.txt", "password", "sesame street 12")
	few, fewID := w.share("/note.txt")
	w.change(fewID, map[string]any{"count_limit": 3})
	some, someID := w.share("/note.txt")
	w.change(someID, map[string]any{"emails": []string{"omid@example.org"}})
	drop, _ := w.share("/Offer", "permissions", "4")

	id := w.begin(w.signIn())
	if done := w.until(id, "done", "failed"); done.get(t, "links") != 6.0 || done.get(t, "state") != "done" {
		t.Fatalf("%s", done.Body)
	}
	reasons, made := w.links(id)
	if want := map[string]string{
		folder: "", ends: "", locked: "import_link_password", few: "import_link_narrowed", some: "import_link_narrowed",
		drop: "import_link_drop",
	}; !maps.Equal(reasons, want) {
		t.Errorf("the links are %v", reasons)
	}
	visitor := client{handler: w.app}
	opened := visitor.do("POST", "/download/share-link/"+made[folder], map[string]any{}).must(t, 200)
	opened.has(t, "Offer")
	shown := visitor.do("GET", "/download/share-link/"+made[ends], nil).must(t, 200)
	if shown.get(t, "view_only") != true || !strings.HasPrefix(shown.get(t, "expire_at").(string), "2031-02-03T04:05:06") {
		t.Errorf("%s", shown.Body)
	}
	w.here.do("POST", "/imports/"+id+"/repeat", nil).must(t, 200)
	w.until(id, "done", "failed")
	if _, again := w.links(id); !maps.Equal(again, made) {
		t.Errorf("the second run made other links: %v, not %v", again, made)
	}
	if all := w.here.do("GET", "/download/space/"+w.space+"/links", nil).must(t, 200); all.get(t, "page_info", "total") != 2.0 {
		t.Errorf("%s", all.Body)
	}
	for _, r := range w.requests() {
		if strings.Contains(r, "share-link") {
			t.Errorf("a link was opened at the source: %s", r)
		}
	}
}

func (w *movingWorld) change(link string, to map[string]any) {
	w.t.Helper()
	to["download_id"] = link
	w.sara.do("PUT", "/download/space/"+w.davWorld.space+"/links", to).must(w.t, 200)
}

// links are why links were not made again, and the ids of those that were.
func (w *movingWorld) links(id string) (reasons, made map[string]string) {
	w.t.Helper()
	reasons, made = map[string]string{}, map[string]string{}
	all := w.here.do("GET", "/imports/"+id+"/links", nil).must(w.t, 200)
	for _, one := range all.get(w.t, "links").([]any) {
		l := one.(map[string]any)
		old := l["old_url"].(string)
		if reasons[old] = ""; l["reason"] != nil {
			reasons[old] = l["reason"].(string)
		}
		if address, ok := l["new_url"].(string); ok {
			made[old] = address[strings.LastIndexByte(address, '/')+1:]
		}
	}
	return reasons, made
}

// TestAppPasswordsAreGivenBack when the import ends that they are for, and when no import came of them.
func TestAppPasswordsAreGivenBack(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	w.put("note.txt", "a note")
	forgotten, cancelled, kept := w.begin(w.signIn()), "", ""
	w.until(forgotten, "done")
	w.signIn() // no import comes of it
	w.replace(func(rw http.ResponseWriter, r *http.Request) bool {
		if r.Method == "GET" && strings.HasPrefix(r.URL.Path, "/remote.php/dav/files/") {
			<-r.Context().Done()
			return true
		}
		return false
	})
	cancelled = w.begin(w.signIn())
	kept = w.begin(w.signIn())
	w.here.do("POST", "/imports/"+cancelled+"/cancel", map[string]bool{"take_back": false}).must(t, 200)
	w.here.do("DELETE", "/imports/"+forgotten, nil).must(t, 204)
	if n := len(w.appPasswords()); n != 4 {
		t.Fatalf("%d app passwords", n)
	}
	w.later(t)
	if err := w.app.Servers.RevokeUnused(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(w.appPasswords()); n != 1 {
		t.Errorf("%d app passwords are left, of which one import needs one", n)
	}
	w.replace(nil)
	w.here.do("POST", "/imports/"+kept+"/resume", nil).must(t, 200)
	if done := w.until(kept, "done", "failed"); done.get(t, "state") != "done" {
		t.Errorf("the import that goes on: %s", done.Body)
	}
}

// later lets app passwords be due that nobody needs.
func (w *movingWorld) later(t *testing.T) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(w.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.Exec("UPDATE import_logins SET expires_at = 1000"); err != nil {
		t.Fatal(err)
	}
}

// TestAttackersOfOtherServers use the login of another person, send the server to itself, and lie about where files are.
func TestAttackersOfOtherServers(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	w.put("note.txt", "a note")
	mallory := person(t, w.app, "mallory")
	space := mallory.do("POST", "/storage/workspace", map[string]string{"title": "Lair"}).must(t, 201)
	begin := func(login string) *answer {
		return mallory.do("POST", "/imports", map[string]any{
			"space_id": space.get(t, "space_id"), "directory_id": space.get(t, "root_directory_id"), "kind": "nextcloud",
			"nextcloud": map[string]string{"login_id": login},
		})
	}
	login := w.signIn()
	mallory.do("GET", "/imports/nextcloud/login/"+login, nil).must(t, 404)
	begin(login).must(t, 404)
	waiting := mallory.do("POST", "/imports/nextcloud/login", map[string]string{"url": w.site}).must(t, 200).get(t, "login_id").(string)
	begin(waiting).must(t, 404)
	for _, odd := range []string{"", "0", "../" + login, "zzzzzzzzzzzzz", "0000000000000"} {
		begin(odd).must(t, 404)
	}
	if got := w.here.do("GET", "/imports/nextcloud/login/"+login, nil).must(t, 200); strings.Contains(string(got.Body), "anbar_") {
		t.Errorf("the app password is told: %s", got.Body)
	}
	id := w.begin(login)
	w.until(id, "done")
	mallory.do("GET", "/imports/"+id+"/links", nil).must(t, 404)
	w.lies(t, mallory, space)

	// Without the word of staff no address of this machine is reached, whatever its name.
	chief := client{handler: w.app}
	in := chief.do("POST", "/accounts/v1/users/login", map[string]string{"login": "chief@example.org", "password": password}).must(t, 200)
	chief.token = in.get(t, "access").(string)
	chief.do("PUT", "/admin/settings/imports", map[string]bool{"own_network": false}).must(t, 200)
	port := w.site[strings.LastIndexByte(w.site, ':'):]
	w.requests()
	for _, host := range []string{"127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", "10.0.0.1"} {
		refused := mallory.do("POST", "/imports/nextcloud/login", map[string]string{"url": "http://" + host + port})
		if refused.Status/100 != 4 || refused.get(t, "error_code") != "import_address_refused" {
			t.Errorf("%s: %d %s", host, refused.Status, refused.Body)
		}
		refused = web(t, mallory, space, "http://"+host+port+"/dav/", "", "")
		if refused.Status/100 != 4 || refused.get(t, "error_code") != "import_address_refused" {
			t.Errorf("%s: %d %s", host, refused.Status, refused.Body)
		}
	}
	// A name that does not exist gets the same answer. Another person asks, as one may not ask often.
	unknown := w.here.do("POST", "/imports/nextcloud/login", map[string]string{"url": "http://nothing.invalid" + port})
	if unknown.Status/100 != 4 || unknown.get(t, "error_code") != "import_address_refused" {
		t.Errorf("an unknown name: %d %s", unknown.Status, unknown.Body)
	}
	w.here.do("POST", "/imports/"+id+"/repeat", nil).must(t, 200)
	if ended := w.until(id, "done", "failed", "waiting"); ended.get(t, "reason") != "import_address_refused" {
		t.Errorf("%s", ended.Body)
	}
	if seen := w.requests(); len(seen) > 0 {
		t.Errorf("the server was reached: %v", seen)
	}
}

// web begins an import by WebDAV.
func web(t *testing.T, c client, space *answer, at, user, word string) *answer {
	t.Helper()
	return c.do("POST", "/imports", map[string]any{
		"space_id": space.get(t, "space_id"), "directory_id": space.get(t, "root_directory_id"), "kind": "webdav",
		"webdav": map[string]string{"url": at, "user": user, "password": word},
	})
}

// lies imports from servers by WebDAV that lead elsewhere.
func (w *movingWorld) lies(t *testing.T, mallory client, space *answer) {
	t.Helper()
	const head, tail = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">`, `</d:multistatus>`
	one := func(href, kind string) string {
		return `<d:response><d:href>` + href + `</d:href><d:propstat><d:prop><d:resourcetype>` + kind + `</d:resourcetype>` +
			`</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
	}
	var listing atomic.Value
	liar := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == "PROPFIND" && r.Header.Get("Depth") == "0":
			rw.WriteHeader(207)
			_, _ = rw.Write([]byte(head + one("/dav/", "<d:collection/>") + tail))
		case r.Method == "PROPFIND":
			rw.WriteHeader(207)
			_, _ = rw.Write([]byte(head + one("/dav/", "<d:collection/>") + listing.Load().(string) + tail))
		case r.URL.Path == "/dav/away.txt":
			http.Redirect(rw, r, w.site+"/remote.php/dav/", http.StatusFound)
		default:
			http.NotFound(rw, r)
		}
	}))
	t.Cleanup(liar.Close)
	w.requests()
	for href, state := range map[string]string{
		"/dav/../../etc/passwd": "waiting", "/dav/%2e%2e%2fup.txt": "waiting", "http://169.254.169.254/latest/meta-data": "waiting",
		"/dav/gone.txt": "done", "/dav/away.txt": "waiting",
	} {
		listing.Store(one(href, ""))
		id := web(t, mallory, space, liar.URL+"/dav/", "", "").must(t, 201).get(t, "import_id").(string)
		w.untilOf(mallory, id, state)
		mallory.do("POST", "/imports/"+id+"/cancel", map[string]bool{"take_back": true}).must(t, 200)
	}
	if seen := w.requests(); len(seen) > 0 {
		t.Errorf("a redirect was followed: %v", seen)
	}
	root := "/directory/" + space.get(t, "root_directory_id").(string)
	l := mallory.do("GET", "/storage/space/"+space.get(t, "space_id").(string)+root, nil)
	if files := l.must(t, 200).get(t, "files").([]any); len(files) > 0 {
		t.Errorf("something came: %v", files)
	}
}

// TestAWebDAVServerIsImported takes one directory of it.
func TestAWebDAVServerIsImported(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	w.want(201, "sara", "MKCOL", w.base+"Papers", "")
	w.want(201, "sara", "PUT", w.base+"Papers/%DA%AF%D8%B2%D8%A7%D8%B1%D8%B4%20%231.txt", "a report")
	w.want(201, "sara", "PUT", w.base+"other.txt", "not this")
	space := w.here.do("POST", "/storage/workspace", map[string]string{"title": "Web"}).must(t, 201)
	at := w.site + w.base + "Papers"
	if got := web(t, w.here, space, at, "sara@example.org", "wrong").must(t, 422); got.get(t, "error_code") != "import_source_denied" {
		t.Errorf("%s", got.Body)
	}
	for _, none := range []string{at + "/nowhere", w.site + w.base + "other.txt"} {
		got := web(t, w.here, space, none, "sara@example.org", w.tokens["sara"]).must(t, 422)
		if got.get(t, "error_code") != "import_source_gone" {
			t.Errorf("%s: %s", none, got.Body)
		}
	}
	id := web(t, w.here, space, at, "sara@example.org", w.tokens["reader"]).must(t, 201).get(t, "import_id").(string)
	w.until(id, "done")
	for range 2 {
		said := w.report(id)
		if one := said["گزارش #1.txt"]; len(said) != 1 || one["hash"] != blobstore.Sum([]byte("a report")).String() {
			t.Errorf("%v", said)
		}
		w.requests()
		w.here.do("POST", "/imports/"+id+"/repeat", nil).must(t, 200)
		w.until(id, "done")
		if seen := w.requests(); count(seen, "GET "+w.base) != 0 {
			t.Errorf("it was read again: %v", seen)
		}
	}
}

// TestValuesThatBreakARule of the workspace leave their reason in the report, and everything else of the item comes.
func TestValuesThatBreakARule(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	w.put("note.txt", "a note")
	w.tag(t, "note.txt", "Address", "text", "no address of a page")
	w.tag(t, "note.txt", "Quotes", "text", strings.Repeat(`"`, 1000))
	w.tag(t, "note.txt", "Words", "text", strings.Repeat("<گزارش&", 140))
	w.here.do("POST", "/custom-field/space", map[string]string{"space_id": w.space, "title": "Address", "type": "link"}).must(t, 201)
	favorite := `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop><oc:favorite>1</oc:favorite>` +
		`</d:prop></d:set></d:propertyupdate>`
	w.want(207, "sara", "PROPPATCH", w.filesOf("sara")+"note.txt", favorite)
	id := w.begin(w.signIn())
	done := w.until(id, "done", "failed")
	if one := w.report(id)["note.txt"]; one["outcome"] != "stored" || one["reason"] != "invalid_value" || done.get(t, "failed") != 0.0 {
		t.Errorf("%v: %s", one, done.Body)
	}
	f := w.list(w.directory).Files[0]
	var got []string
	for _, v := range f.Fields {
		got = append(got, v.Content)
	}
	if want := []string{strings.Repeat(`"`, 1000), strings.Repeat("<گزارش&", 140)}; !f.Favorite || !slices.Equal(got, want) {
		t.Errorf("favorite %v, values %q", f.Favorite, got)
	}
}
