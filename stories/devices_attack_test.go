package stories

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// device makes a token of a person and returns a device that uses it. Without spaces it opens all of them.
func (w *davWorld) device(c client, login string, write bool, spaces ...string) *raw {
	w.t.Helper()
	wish := map[string]any{"name": "device", "may_write": write, "space_ids": append([]string{}, spaces...)}
	made := c.do("POST", "/accounts/api-tokens", wish).must(w.t, 201)
	r := &raw{site: w.site, login: login + "@example.org", token: made.get(w.t, "token").(string)}
	r.user = r.want(w.t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(w.t, "ocs", "data", "id").(string)
	return r
}

// attempt is a request that an attacker sends.
type attempt struct {
	method, path, body string
	headers            []string
}

// refused sends attempts and expects that each is refused, in words that tell nothing of a secret.
func (r *raw) refused(t *testing.T, secret string, all []attempt) {
	t.Helper()
	for _, a := range all {
		got, err := r.ask(a.method, a.path, strings.NewReader(a.body), a.headers...)
		if err != nil {
			t.Fatal(err)
		}
		if got.Status < 400 || got.Status >= 500 && got.Status != 502 && got.Status != 507 || strings.Contains(string(got.Body), secret) {
			t.Errorf("%s %s %v: %d %s", a.method, a.path, a.headers, got.Status, got.Body)
		}
	}
}

const davPatch = `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop>%</d:prop></d:set></d:propertyupdate>`

func patchOf(props string) string { return strings.Replace(davPatch, "%", props, 1) }

const sharesPath = "/ocs/v2.php/apps/files_sharing/api/v1/shares"

const asForm = "Content-Type: application/x-www-form-urlencoded"

// everyMethod is each method on a file in a directory, in one of the trees.
func everyMethod(dir, name, elsewhere string) []attempt {
	at, next := dir+name, "Destination: "+dir+"next.txt"
	return []attempt{
		{"GET", at, "", nil}, {"HEAD", at, "", nil}, {"PROPFIND", at, "", []string{"Depth: 0"}},
		{"PROPFIND", dir, "", []string{"Depth: 1"}},
		{"PUT", at, "stolen", nil}, {"PUT", dir + "new.txt", "new", nil}, {"MKCOL", dir + "new", "", nil}, {"DELETE", at, "", nil},
		{"COPY", at, "", []string{next}}, {"MOVE", at, "", []string{next}}, {"COPY", at, "", []string{"Destination: " + elsewhere}},
		{"MOVE", at, "", []string{"Destination: " + elsewhere}}, {"LOCK", at, lockOf("x"), nil},
		{"LOCK", dir + "new.txt", lockOf("x"), nil},
		{"PROPPATCH", at, patchOf(`<x xmlns="urn:x">1</x>`), nil}, {"PROPPATCH", at, patchOf("<oc:favorite>1</oc:favorite>"), nil},
	}
}

// twoSpaces is Sara with a second workspace, in which there is a file with an earlier version, a file in the trash, and a share.
type twoSpaces struct {
	*davWorld
	secret, file    string // of the second workspace: its id, and the number of the file
	version, trash  string // paths
	share           string
	full, team, ear *raw // devices: for all, for the first workspace alone, and one that only reads
}

func newTwoSpaces(t *testing.T) *twoSpaces {
	t.Helper()
	w := &twoSpaces{davWorld: newDavWorld(t)}
	made := w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Secret"}).must(t, 201)
	w.secret = made.get(t, "space_id").(string)
	w.full, w.team = w.device(w.sara, "sara", true), w.device(w.sara, "sara", true, w.space)
	w.ear = w.device(w.sara, "sara", false)
	r := w.full
	r.want(t, 207, "PROPFIND", r.files(""), "", "Depth: 1").has(t, "Secret")
	for i, status := range []int{201, 204} {
		r.want(t, status, "PUT", r.files("Secret/plan.txt"), "the treasure "+strconv.Itoa(i))
	}
	r.want(t, 201, "PUT", r.files("Secret/gone.txt"), "the treasure")
	r.want(t, 204, "DELETE", r.files("Secret/gone.txt"), "")
	r.want(t, 201, "PUT", r.files("Team/open.txt"), "open")
	w.file = r.want(t, 207, "PROPFIND", r.files("Secret/plan.txt"), asking("oc:fileid"), "Depth: 0").find(t, `<oc:fileid>([0-9]+)<`)
	list := r.want(t, 207, "PROPFIND", r.aside("versions")+"versions/"+w.file, asking("d:getetag"), "Depth: 1")
	w.version = list.find(t, `<d:href>(/[^<]*/[0-9]+/[0-9]+)</d:href>`)
	w.trash = r.want(t, 207, "PROPFIND", r.aside("trashbin")+"trash", "", "Depth: 1").find(t, `<d:href>(/[^<]*gone[^<]*)</d:href>`)
	shared := r.want(t, 200, "POST", sharesPath+"?format=json", "shareType=3&path=/Secret/plan.txt", asForm)
	w.share = strconv.Itoa(int(shared.get(t, "ocs", "data", "id").(float64)))
	return w
}

// aside is the path of the trashes or versions of the person.
func (r *raw) aside(what string) string { return "/remote.php/dav/" + what + "/" + r.user + "/" }

// state is what the second workspace and the first show to their owner.
func (w *twoSpaces) state() string {
	w.t.Helper()
	r := w.full
	var all strings.Builder
	ask := asking("d:getetag", "oc:favorite", "d:lockdiscovery", "oc:fileid", "oc:size")
	for _, base := range []string{
		r.files(""), r.files("Team/"), r.files("Secret/"), r.aside("trashbin") + "trash", "/dav/" + w.secret + "/",
	} {
		all.Write(r.want(w.t, 207, "PROPFIND", base, ask, "Depth: 1").Body)
	}
	all.Write(r.want(w.t, 200, "GET", sharesPath+"?format=json", "").Body)
	all.Write(r.want(w.t, 200, "GET", r.files("Secret/plan.txt"), "").has(w.t, "the treasure 1").Body)
	return timeouts.ReplaceAllString(all.String(), "")
}

var timeouts = regexp.MustCompile(`<d:timeout>[^<]*</d:timeout>`) // of locks, which run

// TestALimitedDeviceReachesNoOtherWorkspace sends everything that apps can ask about a workspace that a token does not open.
func TestALimitedDeviceReachesNoOtherWorkspace(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r, before := w.team, w.state()
	team := w.base
	for _, dir := range []string{"/dav/" + w.secret + "/", r.files("Secret/"), "/remote.php/webdav/Secret/"} {
		r.refused(t, "treasure", everyMethod(dir, "plan.txt", strings.Replace(team, "/dav/"+w.space, dir, 1)))
	}
	r.refused(t, "treasure", everyMethod("/dav/"+w.secret+"/", "plan.txt", team+"stolen.txt"))
	r.refused(t, "treasure", everyMethod(r.files("Secret/"), "plan.txt", r.files("Team/stolen.txt")))
	restore := "Destination: " + r.aside("trashbin") + "restore/gone.txt"
	number := "fileId=" + w.file
	r.refused(t, "treasure", []attempt{
		{"COPY", team + "open.txt", "", []string{"Destination: /dav/" + w.secret + "/open.txt"}},
		{"MOVE", team + "open.txt", "", []string{"Destination: /dav/" + w.secret + "/open.txt"}},
		{"COPY", r.files("Team/open.txt"), "", []string{"Destination: " + r.files("Secret/plan.txt")}},
		{"MOVE", r.files("Team/open.txt"), "", []string{"Destination: " + r.files("Secret/new.txt")}},
		{"GET", w.version, "", nil}, {"PROPFIND", w.version, "", nil}, {"PROPFIND", w.version[:strings.LastIndex(w.version, "/")], "", nil},
		{"MOVE", w.version, "", []string{"Destination: " + r.aside("versions") + "restore/target"}},
		{"GET", w.trash, "", nil}, {"PROPFIND", w.trash, "", nil}, {"DELETE", w.trash, "", nil}, {"MOVE", w.trash, "", []string{restore}},
		{"POST", sharesPath, "shareType=3&path=/Secret/plan.txt", []string{asForm}},
		{"GET", sharesPath + "?path=/Secret/plan.txt", "", nil}, {"GET", sharesPath + "/" + w.share, "", nil},
		{"PUT", sharesPath + "/" + w.share, "label=mine", []string{asForm}}, {"DELETE", sharesPath + "/" + w.share, "", nil},
		{"POST", "/ocs/v2.php/apps/dav/api/v1/direct", number, []string{asForm}},
		{"GET", "/ocs/v2.php/apps/activity/api/v2/activity?object_id=" + w.file, "", nil},
		{"GET", "/index.php/core/preview?x=96&y=96&" + number, "", nil},
		{"GET", "/index.php/core/preview?x=96&y=96&file=/Secret/plan.txt", "", nil},
		{"GET", "/index.php/apps/files/api/v1/thumbnail/96/96/Secret/plan.txt", "", nil},
		{"GET", "/index.php/apps/files_versions/preview?" + number + "&version=1", "", nil},
	})
	r.want(t, 204, "DELETE", r.aside("trashbin")+"trash", "") // only its own
	w.findsNothing(r)
	w.bringsNothing(r)
	if after := w.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	r.want(t, 207, "PROPFIND", r.files("Team/"), "", "Depth: 1").has(t, "open.txt").lacks(t, "stolen")
}

// findsNothing asks for lists of everything.
func (w *twoSpaces) findsNothing(r *raw) {
	w.t.Helper()
	scope := `<d:from><d:scope><d:href>/files/` + r.user + `</d:href><d:depth>infinity</d:depth></d:scope></d:from>`
	query := `<d:searchrequest xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:basicsearch><d:select><d:prop><d:displayname/>` +
		`<oc:fileid/></d:prop></d:select>` + scope + `<d:where>%</d:where></d:basicsearch></d:searchrequest>`
	named := `<d:like><d:prop><d:displayname/></d:prop><d:literal>%plan%</d:literal></d:like>`
	number := `<d:eq><d:prop><oc:fileid/></d:prop><d:literal>` + w.file + `</d:literal></d:eq>`
	favorites := `<oc:filter-files xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><oc:fileid/></d:prop>` +
		`<oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`
	w.full.want(w.t, 207, "PROPPATCH", r.files("Secret/plan.txt"), patchOf("<oc:favorite>1</oc:favorite>")).has(w.t, "200 OK")
	for _, a := range []attempt{
		{"SEARCH", "/remote.php/dav/", strings.Replace(query, "%", named, 1), nil},
		{"SEARCH", "/remote.php/dav/", strings.Replace(query, "%", number, 1), nil},
		{"REPORT", r.files(""), favorites, nil},
		{"GET", "/ocs/v2.php/search/providers/files/search?term=plan&format=json", "", nil},
		{"GET", sharesPath + "?format=json", "", nil},
		{"GET", "/ocs/v2.php/apps/activity/api/v2/activity?format=json", "", nil},
		{"PROPFIND", "/dav/", "", []string{"Depth: 1"}}, {"PROPFIND", r.files(""), "", []string{"Depth: 1"}},
		{"PROPFIND", r.aside("trashbin") + "trash", "", []string{"Depth: 1"}},
	} {
		seen := w.full.want(w.t, map[bool]int{true: 200, false: 207}[a.method == "GET"], a.method, a.path, a.body, a.headers...)
		if !w.tells(seen) {
			w.t.Errorf("%s %s shows nothing even to the full device: %s", a.method, a.path, seen.Body)
		}
		if got, err := r.ask(a.method, a.path, strings.NewReader(a.body), a.headers...); err != nil || w.tells(got) {
			w.t.Errorf("%s %s: %v %d %s", a.method, a.path, err, got.Status, got.Body)
		}
	}
	w.full.want(w.t, 207, "PROPPATCH", r.files("Secret/plan.txt"), patchOf("<oc:favorite>0</oc:favorite>")).has(w.t, "200 OK")
}

// tells reports whether an answer shows something of the second workspace.
func (w *twoSpaces) tells(got *answer) bool {
	for _, word := range []string{"plan.txt", "gone.txt", "Secret", w.secret, w.file} {
		if strings.Contains(string(got.Body), word) {
			return true
		}
	}
	return false
}

// bringsNothing sends files in chunks and in bulk.
func (w *twoSpaces) bringsNothing(r *raw) {
	w.t.Helper()
	for path, name := range map[string]string{"/Secret/plan.txt": "stolen", "/Secret/new.txt": "new"} {
		if got := r.bulk(w.t, 200, part{path, name, nil}); got.get(w.t, path, "error") != true {
			w.t.Errorf("a file of many: %s", got.Body)
		}
	}
	to := "Destination: " + r.files("Secret/plan.txt")
	r.refused(w.t, "treasure", []attempt{{"MKCOL", r.uploads("early"), "", []string{to}}})
	r.want(w.t, 201, "MKCOL", r.uploads("late"), "")
	r.want(w.t, 201, "PUT", r.uploads("late")+"/1", "stolen")
	r.refused(w.t, "treasure", []attempt{
		{"MOVE", r.uploads("late") + "/.file", "", []string{to}},
		{"MOVE", r.uploads("late") + "/.file", "", []string{"Destination: /dav/" + w.secret + "/plan.txt"}},
	})
	r.want(w.t, 204, "DELETE", r.uploads("late"), "")
}

// TestUploadsOfAnotherDeviceAreNotALimitedOnes has a device for one workspace take the chunks that another device of the same
// person sends to another workspace.
func TestUploadsOfAnotherDeviceAreNotALimitedOnes(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r, name := w.full, w.full.uploads("77")
	r.want(t, 201, "MKCOL", name, "", "Destination: "+r.files("Secret/chunked.txt"))
	r.want(t, 201, "PUT", name+"/1", "the treasure", "Destination: "+r.files("Secret/chunked.txt"))
	w.team.refused(t, "treasure", []attempt{
		{"PROPFIND", name, "", nil}, {"PUT", name + "/1", "mine", nil}, {"PUT", name + "/2", "mine", nil},
		{"MOVE", name + "/.file", "", []string{"Destination: " + r.files("Team/taken.txt")}}, {"DELETE", name, "", nil},
	})
	w.team.want(t, 404, "GET", r.files("Team/taken.txt"), "")
	w.team.want(t, 201, "MKCOL", name, "") // its own of the same name
	w.team.want(t, 201, "PUT", name+"/1", "of the team")
	w.team.want(t, 201, "MOVE", name+"/.file", "", "Destination: "+r.files("Team/chunked.txt"))
	r.want(t, 201, "MOVE", name+"/.file", "", "Destination: "+r.files("Secret/chunked.txt"))
	r.want(t, 200, "GET", r.files("Secret/chunked.txt"), "").has(t, "the treasure")
	r.want(t, 200, "GET", r.files("Team/chunked.txt"), "").has(t, "of the team")
}

// TestADeviceThatReadsChangesNothing sends every method that writes with a token that may only read.
func TestADeviceThatReadsChangesNothing(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	full, r := w.full, w.ear
	plan := r.files("Secret/plan.txt")
	token := full.want(t, 200, "LOCK", plan, lockOf("Word")).lockToken(t)
	full.want(t, 201, "MKCOL", r.uploads("77"), "")
	full.want(t, 201, "PUT", r.uploads("77")+"/1", "one")
	before := w.state()
	writes := func(all []attempt) (some []attempt) {
		for _, a := range all {
			if a.method != http.MethodGet && a.method != http.MethodHead && a.method != "PROPFIND" && a.method != "PROPPATCH" {
				some = append(some, a)
			}
		}
		return some
	}
	named := "If: (" + token + ")"
	r.refused(t, "treasure", writes(everyMethod(r.files("Secret/"), "plan.txt", r.files("Team/stolen.txt"))))
	r.refused(t, "treasure", writes(everyMethod("/dav/"+w.secret+"/", "plan.txt", w.base+"stolen.txt")))
	r.refused(t, "treasure", []attempt{
		{"UNLOCK", plan, "", []string{"Lock-Token: " + token}}, {"PUT", plan, "x", []string{named}},
		{"DELETE", plan, "", []string{named}}, {"LOCK", plan, "", []string{named}},
		{"MOVE", plan, "", []string{named, "Destination: " + r.files("Team/stolen.txt")}},
		{"MKCOL", r.uploads("mine"), "", nil}, {"PUT", r.uploads("77") + "/1", "two", nil}, {"PUT", r.uploads("77") + "/2", "two", nil},
		{"MOVE", r.uploads("77") + "/.file", "", []string{"Destination: " + r.files("x.txt")}}, {"DELETE", r.uploads("77"), "", nil},
		{"MOVE", w.version, "", []string{"Destination: " + r.aside("versions") + "restore/target"}},
		{"MOVE", w.trash, "", []string{"Destination: " + r.aside("trashbin") + "restore/gone.txt"}}, {"DELETE", w.trash, "", nil},
		{"DELETE", r.aside("trashbin") + "trash", "", nil},
		{"POST", sharesPath, "shareType=3&path=/Secret/plan.txt", []string{asForm}},
		{"POST", sharesPath, "shareType=3&permissions=4&path=/Secret", []string{asForm}},
		{"PUT", sharesPath + "/" + w.share, "label=mine", []string{asForm}}, {"DELETE", sharesPath + "/" + w.share, "", nil},
	})
	for _, prop := range []string{`<x xmlns="urn:x">1</x>`, "<oc:favorite>1</oc:favorite>"} {
		r.want(t, 207, "PROPPATCH", plan, patchOf(prop), named).has(t, "403 Forbidden").lacks(t, "200 OK")
	}
	if got := r.bulk(t, 200, part{"/x.txt", "x", nil}); got.get(t, "/x.txt", "error") != true {
		t.Errorf("a file of many: %s", got.Body)
	}
	if after := w.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	full.want(t, 200, "LOCK", plan, "", named)
	full.want(t, 201, "MOVE", r.uploads("77")+"/.file", "", "Destination: "+r.files("x.txt"))
	full.want(t, 200, "GET", r.files("x.txt"), "").has(t, "one")
}
