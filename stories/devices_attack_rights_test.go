package stories

import (
	"io"
	"strings"
	"testing"
	"time"

	"anbar/config"
)

// loses are the ways in which Omid loses the right to write in the directory "in" of the team.
var loses = []struct {
	name   string
	lose   func(w *davWorld, tokenID string)
	status int // of a request for a file there afterwards
}{
	{"role", func(w *davWorld, _ string) { w.roleOfOmid("viewer") }, 403},
	{"membership", func(w *davWorld, _ string) {
		w.sara.do("DELETE", "/role/v1/space/"+w.space+"/workspace-members", map[string]any{"members": []string{"omid@example.org"}}).
			must(w.t, 204)
	}, 409}, // nothing is there
	{"token", func(w *davWorld, id string) { w.omid.do("DELETE", "/accounts/api-tokens/"+id, nil).must(w.t, 204) }, 401},
	{"directory", func(w *davWorld, _ string) { w.want(204, "sara", "DELETE", w.base+"in", "") }, 409},
}

func (w *davWorld) roleOfOmid(role string) {
	w.t.Helper()
	w.sara.do("PATCH", "/role/v1/space/"+w.space+"/change-members", map[string]any{
		"role_id": role, "emails": []string{"omid@example.org"},
	}).must(w.t, 200)
}

// losing is a world in which Omid may write in a directory, until he loses that.
func losing(t *testing.T) (w *davWorld, dir string, omid *raw, tokenID string) {
	t.Helper()
	w, dir = newDavWorldWith(t, func(*config.Serve) {})
	w.member()
	w.want(201, "sara", "MKCOL", w.base+"in", "")
	w.want(201, "sara", "PUT", w.base+"in/old.txt", "old")
	omid = w.device(w.omid, "omid", true)
	all := w.omid.do("GET", "/accounts/api-tokens", nil).must(t, 200)
	for i := range 2 {
		if one := all.get(t, "tokens", i); one.(map[string]any)["name"] == "device" {
			tokenID = one.(map[string]any)["token_id"].(string)
		}
	}
	omid.want(t, 207, "PROPFIND", "/dav/"+w.space+"/in", "", "Depth: 1").has(t, "old.txt")
	return w, dir, omid, tokenID
}

// unwritten fails when the directory holds anything but what Sara put there.
func (w *davWorld) unwritten() {
	w.t.Helper()
	got := w.ask("sara", "PROPFIND", w.base+"in/", "", "Depth: 1")
	if n := strings.Count(string(got.Body), "<d:response>"); got.Status == 207 && n != 2 {
		w.t.Errorf("%d entries, want the directory and a file: %s", n, got.Body)
	}
	if got.Status == 207 {
		w.want(200, "sara", "GET", w.base+"in/old.txt", "").has(w.t, "old")
	}
}

// slowly sends a request whose body does not end before something happened.
func (r *raw) slowly(t *testing.T, method, path, first string, happens func(), last string, headers ...string) int {
	t.Helper()
	body, pipe := io.Pipe()
	go func() {
		_, err := io.WriteString(pipe, first)
		time.Sleep(50 * time.Millisecond)
		happens()
		if err == nil {
			_, err = io.WriteString(pipe, last)
		}
		_ = pipe.CloseWithError(err) // the server may have answered before
	}()
	got, err := r.ask(method, path, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return got.Status
}

// TestARightThatIsLostWhileAFileComes takes the right away while the body of a file is on its way.
func TestARightThatIsLostWhileAFileComes(t *testing.T) {
	t.Parallel()
	first, last := strings.Repeat("x", 300_000), strings.Repeat("y", 300_000)
	for _, l := range loses {
		for _, name := range []string{"new.txt", "old.txt"} {
			w, _, omid, id := losing(t)
			got := omid.slowly(t, "PUT", "/dav/"+w.space+"/in/"+name, first, func() { l.lose(w, id) }, last)
			if got != l.status {
				t.Errorf("%s, %s: %d, want %d", l.name, name, got, l.status)
			}
			w.unwritten()
		}
	}
}

// TestARightThatIsLostWhileManyFilesCome is the same for many files in one request.
func TestARightThatIsLostWhileManyFilesCome(t *testing.T) {
	t.Parallel()
	for _, l := range loses {
		w, _, omid, id := losing(t)
		omid.want(t, 207, "PROPFIND", omid.files(""), "", "Depth: 1").has(t, "Team")
		body, kind := bulkOf(t, [][3]string{{"/Team/in/a.txt", "a", md5Hex("a")}, {"/Team/in/old.txt", "new", md5Hex("new")}})
		cut := strings.Index(body, "old.txt") + len("old.txt")
		omid.slowly(t, "POST", "/remote.php/dav/bulk", body[:cut], func() { l.lose(w, id) }, body[cut:], "Content-Type: "+kind)
		w.unwritten()
	}
}

// TestARightThatIsLostBetweenChunks begins an upload with the right and finishes it without.
func TestARightThatIsLostBetweenChunks(t *testing.T) {
	t.Parallel()
	for _, l := range loses {
		for _, total := range []string{"", "OC-Total-Length: 2000000"} {
			w, dir, omid, id := losing(t)
			omid.want(t, 207, "PROPFIND", omid.files(""), "", "Depth: 1").has(t, "Team")
			up, to := omid.uploads("1"), "Destination: "+omid.files("Team/in/big.bin")
			half := strings.Repeat("x", 1_000_000)
			omid.want(t, 201, "MKCOL", up, "", to, total)
			omid.want(t, 201, "PUT", up+"/1", half, "OC-Chunk-Offset: 0", to)
			if l.name == "token" {
				got := omid.slowly(t, "PUT", up+"/2", half[1:], func() { l.lose(w, id) }, "x", "OC-Chunk-Offset: 1000000", to)
				if got != 401 {
					t.Errorf("%q: a chunk of a token that was revoked meanwhile: %d", total, got)
				}
			} else {
				omid.want(t, 201, "PUT", up+"/2", half, "OC-Chunk-Offset: 1000000", to)
				l.lose(w, id)
			}
			omid.refused(t, "old.txt", []attempt{
				{"MOVE", up + "/.file", "", []string{to, total}},
				{"MOVE", up + "/.file", "", []string{"Destination: " + omid.files("Team/in/old.txt"), total}},
				{"PUT", omid.files("Team/in/other.txt"), "x", nil},
			})
			w.unwritten()
			last := w.device(w.omid, "omid", true) // Omid gives it up with another device
			if l.name == "token" {                 // it ended with the token
				last.want(t, 404, "DELETE", last.uploads("1"), "")
				unfinished(t, dir, 0, 10*time.Second)
			} else {
				last.want(t, 204, "DELETE", last.uploads("1"), "")
				unfinished(t, dir, 0, 0)
			}
		}
	}
}

// TestALockOpensNothingToItsHolderWithoutRights has Omid come back with the tokens of his locks.
func TestALockOpensNothingToItsHolderWithoutRights(t *testing.T) {
	t.Parallel()
	for _, l := range loses[:2] {
		w, _, omid, id := losing(t)
		in := "/dav/" + w.space + "/in"
		file := omid.want(t, 200, "LOCK", in+"/old.txt", lockOf("Word")).lockToken(t)
		w.want(201, "sara", "MKCOL", w.base+"deep", "")
		w.role("admin") // who may lock a directory
		deep := omid.want(t, 200, "LOCK", "/dav/"+w.space+"/deep", lockOf("all")).lockToken(t)
		l.lose(w, id)
		named := "If: (" + file + ")"
		omid.refused(t, "the secret", []attempt{
			{"PUT", in + "/old.txt", "mine", []string{named}}, {"PUT", in + "/old.txt", "mine", nil},
			{"DELETE", in + "/old.txt", "", []string{named}},
			{"PUT", "/dav/" + w.space + "/deep/new.txt", "mine", []string{"If: (" + deep + ")"}},
			{"MKCOL", "/dav/" + w.space + "/deep/new", "", []string{"If: (" + deep + ")"}},
			{"MOVE", in + "/old.txt", "", []string{named, "Destination: /dav/" + w.space + "/deep/old.txt", "If: (" + deep + ")"}},
			{"PROPPATCH", in + "/old.txt", "", []string{named}}, {"LOCK", in + "/new.txt", lockOf("x"), nil},
		})
		w.unwritten()
		if l.name == "membership" {
			omid.refused(t, "old", []attempt{{"GET", in + "/old.txt", "", []string{named}}, {"LOCK", in + "/old.txt", "", []string{named}}})
		}
	}
}

// TestSharesOfADeviceEndWithTheRight makes a public link and a file drop in an app, and takes the role of their maker away.
func TestSharesOfADeviceEndWithTheRight(t *testing.T) {
	t.Parallel()
	for _, l := range loses[:2] {
		w, _, omid, id := losing(t)
		omid.want(t, 207, "PROPFIND", omid.files(""), "", "Depth: 1").has(t, "Team")
		link := omid.want(t, 200, "POST", sharesPath+"?format=json", "shareType=3&path=/Team/in/old.txt", asForm)
		box := omid.want(t, 200, "POST", sharesPath+"?format=json", "shareType=3&permissions=4&path=/Team/in", asForm)
		nobody := client{handler: w.app}
		open := "/download/share-link/" + link.get(t, "ocs", "data", "token").(string)
		drop := "/upload/box/" + box.get(t, "ocs", "data", "token").(string)
		granted := nobody.do("POST", open, map[string]any{}).must(t, 200).get(t, "url").(string)
		nobody.do("POST", drop, map[string]any{}).must(t, 200)
		l.lose(w, id)
		nobody.do("POST", open, map[string]any{}).must(t, 410)
		nobody.do("POST", drop, map[string]any{}).must(t, 410)
		if got := w.ask("", "GET", strings.TrimPrefix(granted, w.site), ""); got.Status != 410 {
			t.Errorf("what was granted stays: %d %s", got.Status, got.Body)
		}
		w.unwritten()
		omid.refused(t, "secret", []attempt{
			{"POST", sharesPath, "shareType=3&path=/Team/in/old.txt", []string{asForm}},
			{"POST", sharesPath, "shareType=3&permissions=4&path=/Team/in", []string{asForm}},
		})
	}
}

// TestALockHoldsAgainstApps has apps change a file that somebody else locked, by the ways that name no path of it.
func TestALockHoldsAgainstApps(t *testing.T) {
	t.Parallel()
	w, _, omid, _ := losing(t)
	omid.want(t, 207, "PROPFIND", omid.files(""), "", "Depth: 1").has(t, "Team")
	w.want(204, "sara", "PUT", w.base+"in/old.txt", "new")
	file := omid.want(t, 207, "PROPFIND", omid.files("Team/in/old.txt"), asking("oc:fileid"), "Depth: 0").find(t, `<oc:fileid>([0-9]+)<`)
	list := omid.want(t, 207, "PROPFIND", omid.aside("versions")+"versions/"+file, asking("d:getetag"), "Depth: 1")
	version := list.find(t, `<d:href>(/[^<]*/[0-9]+/[0-9]+)</d:href>`)
	for _, scope := range []string{"exclusive", "shared"} {
		token := w.want(200, "sara", "LOCK", w.base+"in/old.txt", strings.Replace(lockOf("Word"), "exclusive", scope, 1)).lockToken(t)
		omid.want(t, 201, "MKCOL", omid.uploads("1"), "")
		omid.want(t, 201, "PUT", omid.uploads("1")+"/1", "x")
		restore := "Destination: " + omid.aside("versions") + "restore/target"
		omid.want(t, 423, "MOVE", version, "", restore)
		omid.want(t, 423, "MOVE", version, "", restore, "If: ("+token+")") // it is not his
		omid.refused(t, "secret", []attempt{
			{"MOVE", omid.uploads("1") + "/.file", "", []string{"Destination: " + omid.files("Team/in/old.txt")}},
			{"MOVE", omid.files("Team/in"), "", []string{"Destination: " + omid.files("Team/out")}},
			{"DELETE", omid.files("Team/in"), "", nil},
		})
		omid.want(t, 204, "DELETE", omid.uploads("1"), "")
		if got := omid.bulk(t, 200, part{"/Team/in/old.txt", "x", nil}); got.get(t, "/Team/in/old.txt", "error") != true {
			t.Errorf("%s: a file of many: %s", scope, got.Body)
		}
		w.want(200, "sara", "GET", w.base+"in/old.txt", "").has(t, "new")
		w.want(204, "sara", "UNLOCK", w.base+"in/old.txt", "", "Lock-Token: "+token)
	}
	omid.want(t, 201, "MOVE", version, "", "Destination: "+omid.aside("versions")+"restore/target")
	w.want(200, "sara", "GET", w.base+"in/old.txt", "").has(t, "old")
}

// TestAPageOfAnotherSiteWritesNothing sends what a page of another site can make a browser send that keeps the token of a device.
func TestAPageOfAnotherSiteWritesNothing(t *testing.T) {
	t.Parallel()
	w, _, omid, _ := losing(t)
	omid.want(t, 207, "PROPFIND", omid.files(""), "", "Depth: 1").has(t, "Team")
	body, kind := bulkOf(t, [][3]string{{"/Team/in/evil.txt", "evil", md5Hex("evil")}})
	kind = "Content-Type: " + strings.Replace(kind, "related", "form-data", 1) // which needs no leave of this server
	for _, site := range []string{"cross-site", "same-site"} {
		from := []string{"Sec-Fetch-Site: " + site, "Origin: https://evil.example"}
		omid.want(t, 403, "POST", "/remote.php/dav/bulk", body, append(from, kind)...)
		omid.want(t, 403, "POST", sharesPath, "shareType=3&path=/Team/in", append(from, asForm)...)
		omid.want(t, 403, "POST", sharesPath, "shareType=3&path=/Team/in", append(from, "Content-Type: text/plain")...)
	}
	for _, origin := range []string{"http://evil.example", "null"} { // over plain HTTP no browser says more
		omid.want(t, 403, "POST", sharesPath, "shareType=3&path=/Team/in", "Origin: "+origin, asForm)
	}
	w.unwritten()
	omid.want(t, 200, "GET", sharesPath, "").lacks(t, "share_type")
	omid.want(t, 200, "POST", "/remote.php/dav/bulk", body, kind, "Sec-Fetch-Site: same-origin").has(t, `"error":false`)
	omid.want(t, 200, "POST", sharesPath, "shareType=3&path=/Team/in", asForm)
}

// TestNobodyLocksAWholeWorkspace: a lock of the top would keep all programs of all members out.
func TestNobodyLocksAWholeWorkspace(t *testing.T) {
	t.Parallel()
	w, _, omid, _ := losing(t)
	for _, who := range []string{"sara", "omid"} {
		for _, depth := range []string{"Depth: 0", "Depth: infinity"} {
			for _, scope := range []string{"exclusive", "shared"} {
				w.want(403, who, "LOCK", w.base, strings.Replace(lockOf("all"), "exclusive", scope, 1), depth)
			}
		}
	}
	w.want(201, "sara", "PUT", w.base+"a.txt", "a")
	omid.want(t, 207, "PROPFIND", omid.files(""), "", "Depth: 1").has(t, "Team")
	omid.want(t, 201, "PUT", omid.files("Team/b.txt"), "b")
}
