package stories

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"anbar/app"
	"anbar/blobstore"
	"anbar/db"
)

// movingWorld is two appliances: files move from the one there to the one here. The server there writes requests down, and may
// answer in place of its appliance.
type movingWorld struct {
	*davWorld        // there
	here      client // Sara, here
	app       *app.App
	space     string
	dir       string // of its data
	directory string // where the files go to
	token     string // of programs, here
	uid       string // of Sara in the apps, here

	mu      sync.Mutex
	seen    []string
	instead func(http.ResponseWriter, *http.Request) bool
}

func newMovingWorld(t *testing.T) *movingWorld {
	t.Helper()
	w := &movingWorld{davWorld: newDavWorld(t)}
	server := httptest.NewServer(http.HandlerFunc(w.answer))
	t.Cleanup(server.Close)
	w.site = server.URL
	w.dir = t.TempDir()
	w.app = newAppliance(t, w.dir)
	chief(t, w.app).do("PUT", "/admin/settings/imports", map[string]bool{"own_network": true}).must(t, 200)
	w.here = person(t, w.app, "sara")
	w.here.do("PUT", "/users/me", map[string]string{"language": "en"}).must(t, 200)
	made := w.here.do("POST", "/storage/workspace", map[string]string{"title": "New home"}).must(t, 201)
	w.space = made.get(t, "space_id").(string)
	w.directory = w.here.do("POST", "/storage/space/"+w.space+"/directory", map[string]string{
		"parent_id": made.get(t, "root_directory_id").(string), "directory_name": "Moved",
	}).must(t, 201).get(t, "directory_id").(string)
	made = w.here.do("POST", "/accounts/api-tokens", map[string]any{"name": "reader", "may_write": false}).must(t, 201)
	w.token = made.get(t, "token").(string)
	w.uid = w.askHere("GET", "/ocs/v1.php/cloud/user?format=json").get(t, "ocs", "data", "id").(string)
	return w
}

func (w *movingWorld) answer(rw http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.seen = append(w.seen, r.Method+" "+r.URL.Path)
	instead := w.instead
	w.mu.Unlock()
	if instead == nil || !instead(rw, r) {
		w.davWorld.app.ServeHTTP(rw, r)
	}
}

func (w *movingWorld) replace(instead func(http.ResponseWriter, *http.Request) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.instead = instead
}

// requests forgets what was asked before and returns it.
func (w *movingWorld) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := w.seen
	w.seen = nil
	return all
}

// signIn lets the appliance here act for Sara at the one there, and returns the login.
func (w *movingWorld) signIn() string {
	w.t.Helper()
	begun := w.here.do("POST", "/imports/nextcloud/login", map[string]string{"url": w.site + "/workspace/x"}).must(w.t, 200)
	if product := begun.get(w.t, "product"); product != "Anbar" {
		w.t.Errorf("the product is %v", product)
	}
	id := begun.get(w.t, "login_id").(string)
	if state := w.login(id); state != "waiting" {
		w.t.Errorf("nobody answered, and it is %s", state)
	}
	page, err := url.Parse(begun.get(w.t, "login_url").(string))
	if err != nil {
		w.t.Fatal(err)
	}
	w.sara.do("POST", "/accounts/device-login/allow", map[string]string{"flow": page.Query().Get("flow")}).must(w.t, 200)
	if state := w.login(id); state != "approved" {
		w.t.Errorf("Sara allowed it, and it is %s", state)
	}
	return id
}

func (w *movingWorld) login(id string) string {
	w.t.Helper()
	return w.here.do("GET", "/imports/nextcloud/login/"+id, nil).must(w.t, 200).get(w.t, "state").(string)
}

// begin begins an import from there.
func (w *movingWorld) begin(login string) string {
	w.t.Helper()
	return w.here.do("POST", "/imports", map[string]any{
		"space_id": w.space, "directory_id": w.directory, "kind": "nextcloud", "nextcloud": map[string]string{"login_id": login},
	}).must(w.t, 201).get(w.t, "import_id").(string)
}

// until waits for an import to come to a state.
func (w *movingWorld) until(id string, states ...string) *answer {
	w.t.Helper()
	return w.untilOf(w.here, id, states...)
}

func (w *movingWorld) untilOf(c client, id string, states ...string) *answer {
	w.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		imp := c.do("GET", "/imports/"+id, nil).must(w.t, 200)
		if slices.Contains(states, imp.get(w.t, "state").(string)) {
			return imp
		}
		if time.Now().After(end) {
			w.t.Fatalf("it is not %v: %s", states, imp.Body)
		}
	}
}

// put writes a file there.
func (w *movingWorld) put(path, content string) { w.t.Helper(); w.putAt(path, content, 1_600_000_000) }

// putAt writes a file there that was changed at a time.
func (w *movingWorld) putAt(path, content string, at int64) {
	w.t.Helper()
	files := w.filesOf("sara")
	parts := strings.Split(path, "/")
	for i := range parts[:len(parts)-1] {
		if got := w.ask("sara", "MKCOL", files+escaped(parts[:i+1]), ""); got.Status != 201 && got.Status != 405 {
			w.t.Fatalf("%d %s", got.Status, got.Body)
		}
	}
	if got := w.ask("sara", "PUT", files+escaped(parts), content, fmt.Sprint("X-OC-Mtime: ", at)); got.Status != 201 && got.Status != 204 {
		w.t.Fatalf("%s: %d %s", path, got.Status, got.Body)
	}
}

func escaped(parts []string) string {
	all := make([]string, len(parts))
	for i, p := range parts {
		all[i] = url.PathEscape(p)
	}
	return strings.Join(all, "/")
}

// listed is what the screens show of a directory here.
type listed struct {
	Files       []listedFile `json:"files"`
	Directories []struct {
		ID   string `json:"directory_id"`
		Name string `json:"name"`
	} `json:"directories"`
}

type listedFile struct {
	ID       string `json:"file_id"`
	Name     string `json:"file_name"`
	Hash     string `json:"hash"`
	Favorite bool   `json:"is_favorite"`
	Fields   []struct {
		Content string `json:"content"`
	} `json:"custom_fields"`
}

func (w *movingWorld) list(directory string) *listed {
	w.t.Helper()
	got := w.here.do("GET", "/storage/space/"+w.space+"/directory/"+directory+"?limit=1000", nil).must(w.t, 200)
	var l listed
	if err := json.Unmarshal(got.Body, &l); err != nil {
		w.t.Fatalf("%v: %s", err, got.Body)
	}
	return &l
}

// tree is the hashes of all files below a directory here, by their paths.
func (w *movingWorld) tree(directory, path string, into map[string]string) {
	w.t.Helper()
	l := w.list(directory)
	for _, f := range l.Files {
		into[path+f.Name] = f.Hash
	}
	for _, d := range l.Directories {
		w.tree(d.ID, path+d.Name+"/", into)
	}
}

// report is what an import says of each key.
func (w *movingWorld) report(id string) map[string]map[string]any {
	w.t.Helper()
	all := map[string]map[string]any{}
	said := w.here.do("GET", "/imports/"+id+"/report", nil).must(w.t, 200)
	for _, line := range strings.Split(strings.TrimSpace(string(said.Body)), "\n") {
		var one map[string]any
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			w.t.Fatalf("%v: %s", err, line)
		}
		all[one["key"].(string)] = one
	}
	return all
}

// TestAnbarImportsAnbar moves the files of a person from one appliance to another, twice.
func TestAnbarImportsAnbar(t *testing.T) {
	t.Parallel()
	w := newMovingWorld(t)
	want := map[string]string{}
	put := func(path, content string) {
		want[path] = content
		w.put(path, content)
	}
	for i := range 60 {
		put(fmt.Sprintf("many/%d/file %d.txt", i%6, i), fmt.Sprint("content ", i))
	}
	put("گزارش‌ها/سال ۱۴۰۴ #1 & 100%.txt", "سلام")
	large := make([]byte, 3<<20+11)
	if _, err := rand.Read(large); err != nil {
		t.Fatal(err)
	}
	put("large.bin", string(large))
	for i, content := range []string{"one", "two", "three"} {
		want["versions.txt"] = content
		w.putAt("versions.txt", content, []int64{1_600_000_000, 1_500_000_000, 1_700_000_000}[i])
	}
	put("empty.txt", "")
	favorite := `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop>` +
		`<oc:favorite>1</oc:favorite></d:prop></d:set></d:propertyupdate>`
	w.want(207, "sara", "PROPPATCH", w.filesOf("sara")+"versions.txt", favorite)
	w.tag(t, "versions.txt", "Client <1>", "text", `Ali & "sons"`)
	w.tag(t, "versions.txt", "Page", "link", "https://example.org/?a=1&b=2")

	id := w.begin(w.signIn())
	done := w.until(id, "done", "failed")
	if done.get(t, "state") != "done" || done.get(t, "failed").(float64) != 0 || done.get(t, "skipped").(float64) != 0 {
		t.Fatalf("%s", done.Body)
	}
	w.compare(t, id, want)
	w.kept(t)
	w.again(t, id, want)
}

// again changes one file of many there: the second run lists what leads to it, and reads it alone.
func (w *movingWorld) again(t *testing.T, id string, want map[string]string) {
	t.Helper()
	want["many/3/file 3.txt"] = "changed"
	w.put("many/3/file 3.txt", "changed")
	want["many/new.txt"] = "new"
	w.put("many/new.txt", "new")
	for _, content := range []string{"four", "five"} {
		want["versions.txt"] = content
		w.put("versions.txt", content)
	}
	w.requests()
	w.here.do("POST", "/imports/"+id+"/repeat", nil).must(t, 200)
	w.until(id, "done", "failed")
	seen := w.requests()
	if n := count(seen, "GET /remote.php/dav/files/"); n != 3 {
		t.Errorf("%d contents were read: %v", n, seen)
	}
	if n := count(seen, "GET /remote.php/dav/versions/"); n != 1 {
		t.Errorf("%d older contents were read, of which one is new: %v", n, seen)
	}
	i := slices.IndexFunc(w.list(w.directory).Files, func(f listedFile) bool { return f.Name == "versions.txt" })
	w.history(t, w.list(w.directory).Files[i].ID, "one", "two", "three", "four", "five")
	// The top is asked for once to sign in; then the top, "many" and "many/3" are listed.
	if n := count(seen, "PROPFIND /remote.php/dav/files/"); n != 4 {
		t.Errorf("%d listings: %v", n, seen)
	}
	w.compare(t, id, want)
	w.requests()
	w.here.do("POST", "/imports/"+id+"/repeat", nil).must(t, 200)
	w.until(id, "done", "failed")
	if seen := w.requests(); count(seen, "GET /remote.php/dav/") != 0 || count(seen, "PROPFIND ") != 2 {
		t.Errorf("nothing changed, and the third run asked %v", seen)
	}
}

// tag gives a file there a value in a custom field, which is defined.
func (w *movingWorld) tag(t *testing.T, path, title, kind, content string) {
	t.Helper()
	props := w.want(207, "sara", "PROPFIND", w.filesOf("sara")+path,
		`<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><oc:fileid/></d:prop></d:propfind>`, "Depth: 0")
	_, rest, _ := strings.Cut(string(props.Body), "<oc:fileid>")
	number, _, _ := strings.Cut(rest, "<")
	defined := map[string]string{"space_id": w.davWorld.space, "title": title, "type": kind}
	field := w.sara.do("POST", "/custom-field/space", defined).must(t, 201)
	w.sara.do("POST", "/custom-field/entity", map[string]string{
		"space_id": w.davWorld.space, "space_custom_field_id": field.get(t, "space_custom_field_id").(string), "type": "file",
		"id": nodeText(t, number), "content": content,
	}).must(t, 201)
}

// compare fails unless all files are here as they are there, and nothing else is.
func (w *movingWorld) compare(t *testing.T, id string, want map[string]string) {
	t.Helper()
	got, hashes, reported := map[string]string{}, map[string]string{}, map[string]string{}
	w.tree(w.directory, "", got)
	for path, content := range want {
		hashes[path] = blobstore.Sum([]byte(content)).String()
	}
	for key, one := range w.report(id) {
		if hash, ok := one["hash"].(string); ok && hash != "" {
			reported[key] = hash
		}
	}
	for what, all := range map[string]map[string]string{"here": got, "in the report": reported} {
		if !maps.Equal(all, hashes) {
			t.Errorf("%d files are %s, want %d", len(all), what, len(hashes))
		}
		for path, hash := range hashes {
			if all[path] != hash {
				t.Errorf("%q has the hash %q %s, want %s", path, all[path], what, hash)
			}
		}
	}
}

// kept looks at what came with a file beside its content.
func (w *movingWorld) kept(t *testing.T) {
	t.Helper()
	var id string
	for _, f := range w.list(w.directory).Files {
		if f.Favorite != (f.Name == "versions.txt") {
			t.Errorf("%s: favorite is %v", f.Name, f.Favorite)
		}
		if f.Name != "versions.txt" {
			continue
		}
		id = f.ID
		if len(f.Fields) != 2 || f.Fields[0].Content != `Ali & "sons"` || f.Fields[1].Content != "https://example.org/?a=1&b=2" {
			t.Errorf("the values are %v", f.Fields)
		}
	}
	w.history(t, id, "one", "two", "three")
	// The second one was changed before the first one, as after a restored backup. The times are those of the contents.
	times := w.askHere("PROPFIND", "/remote.php/dav/versions/"+w.uid+"/versions/"+strconv.FormatInt(nodeNumber(t, id), 10), "Depth: 1")
	for _, at := range []int64{1_600_000_000, 1_500_000_000} {
		times.has(t, time.Unix(at, 0).UTC().Format(http.TimeFormat))
	}
	newest := w.askHere("PROPFIND", "/dav/"+w.space+"/Moved/versions.txt", "Depth: 0")
	newest.has(t, time.Unix(1_700_000_000, 0).UTC().Format(http.TimeFormat))
	defined := w.here.do("GET", "/custom-field/space/"+w.space, nil).must(t, 200)
	for _, part := range []string{`"title":"Page","type":"link"`, `"title":"Client \u003c1\u003e","type":"text"`} {
		defined.has(t, part)
	}
}

// history fails unless a file here has versions of those contents, in that order.
func (w *movingWorld) history(t *testing.T, file string, contents ...string) {
	t.Helper()
	got := w.here.do("GET", "/storage/space/"+w.space+"/directory/"+w.directory+"/file/"+file+"/properties", nil).must(t, 200)
	type version struct {
		Number int    `json:"number"`
		Hash   string `json:"hash"`
	}
	var said struct {
		Versions []version `json:"file_versioning"`
	}
	if err := json.Unmarshal(got.Body, &said); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(said.Versions, func(a, b version) int { return a.Number - b.Number })
	if len(said.Versions) != len(contents) {
		t.Fatalf("%d versions, want %d: %s", len(said.Versions), len(contents), got.Body)
	}
	for i, content := range contents {
		if said.Versions[i].Hash != blobstore.Sum([]byte(content)).String() {
			t.Errorf("version %d is not %q: %s", i+1, content, got.Body)
		}
	}
}

// askHere asks the appliance here by the protocols of programs.
func (w *movingWorld) askHere(method, path string, headers ...string) *answer {
	w.t.Helper()
	r := httptest.NewRequest(method, path, nil)
	r.SetBasicAuth("sara@example.org", w.token)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	rw := httptest.NewRecorder()
	w.app.ServeHTTP(rw, r)
	return &answer{rw.Code, rw.Header(), rw.Body.Bytes()}
}

// nodeNumber is the number of an item, by which apps know it.
func nodeNumber(t *testing.T, id string) int64 {
	t.Helper()
	var n db.NodeID
	if err := n.UnmarshalText([]byte(id)); err != nil {
		t.Fatal(err)
	}
	return int64(n)
}

// nodeText is the id of an item whose number apps know.
func nodeText(t *testing.T, number string) string {
	t.Helper()
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return db.NodeID(n).String()
}
