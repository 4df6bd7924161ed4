package stories

import (
	"regexp"
	"strings"
	"testing"
)

const (
	trashOf    = "/remote.php/dav/trashbin/sara@example.org/"
	versionsOf = "/remote.php/dav/versions/sara@example.org/versions/"
)

// asking is the body of a PROPFIND of the apps.
func asking(props ...string) string {
	return `<?xml version="1.0"?><d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">` +
		"<d:prop><" + strings.Join(props, "/><") + `/></d:prop></d:propfind>`
}

// find returns the first group of a pattern in the answer.
func (a answer) find(t *testing.T, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(pattern).FindStringSubmatch(string(a.Body))
	if m == nil {
		t.Fatalf("no %q in %s", pattern, a.Body)
	}
	return m[1]
}

func TestAppsSeeTheTrash(t *testing.T) {
	w := newDavWorld(t)
	for _, name := range []string{"plan%20%26%20b.txt", "gone.txt", "kept.txt"} {
		w.want(201, "sara", "PUT", w.base+name, "content of "+name)
	}
	w.want(201, "sara", "MKCOL", w.base+"old", "")
	w.want(201, "sara", "PUT", w.base+"old/deep.txt", "deep")
	for _, name := range []string{"plan%20%26%20b.txt", "gone.txt", "old"} {
		w.want(204, "sara", "DELETE", w.base+name, "")
	}
	ask := asking("nc:trashbin-filename", "nc:trashbin-original-location", "d:getcontentlength", "d:resourcetype", "oc:checksums")
	list := w.want(207, "sara", "PROPFIND", trashOf+"trash", ask, "Depth: 1").
		has(t, "<nc:trashbin-filename>plan &amp; b.txt</nc:trashbin-filename>").has(t, "<d:collection/>").lacks(t, "kept.txt").
		has(t, "<nc:trashbin-original-location>Team/gone.txt</nc:trashbin-original-location>").
		has(t, "<d:prop><oc:checksums/></d:prop><d:status>HTTP/1.1 404")
	if n := strings.Count(string(list.Body), "<d:response>"); n != 4 {
		t.Fatalf("%d entries, want 4: %s", n, list.Body)
	}
	w.want(207, "sara", "PROPFIND", trashOf+"trash/", ask, "Depth: 0").lacks(t, "gone.txt")
	href := func(name string) string { return list.find(t, `<d:href>(/[^<]*`+name+`\.d[0-9]+)/?</d:href>`) }
	plan, gone, old := strings.ReplaceAll(href("%20b.txt"), "&amp;", "&"), href("gone.txt"), href("old")
	w.want(207, "sara", "PROPFIND", old, ask, "Depth: 1").has(t, old+"/deep.txt</d:href>")
	if got := w.want(200, "sara", "GET", old+"/deep.txt", ""); string(got.Body) != "deep" {
		t.Fatalf("%q", got.Body)
	}
	name := plan[strings.LastIndexByte(plan, '/'):]

	// Nobody else's, not in another's name, not with a token that only reads, and nowhere but back.
	mine := strings.Replace(trashOf, "sara", "omid", 1)
	w.want(207, "omid", "PROPFIND", mine+"trash", ask, "Depth: 1").lacks(t, "gone.txt")
	for _, who := range []string{"omid", ""} {
		for _, method := range []string{"PROPFIND", "GET", "DELETE", "MOVE"} {
			for _, path := range []string{gone, strings.Replace(gone, "sara@", "omid@", 1), trashOf + "trash"} {
				got := w.ask(who, method, path, "", "Depth: 1", "Destination: "+mine+"restore/gone.txt")
				if got.Status != 404 && got.Status != 401 && got.Status != 403 || strings.Contains(string(got.Body), "gone.txt") {
					t.Errorf("%q: %s %s: %d %s", who, method, path, got.Status, got.Body)
				}
			}
		}
	}
	w.want(403, "reader", "DELETE", gone, "")
	w.want(403, "reader", "DELETE", trashOf+"trash", "")
	w.want(403, "reader", "MOVE", gone, "", "Destination: "+trashOf+"restore/gone.txt")
	w.want(403, "sara", "MOVE", gone, "", "Destination: "+w.base+"gone.txt")
	w.want(403, "sara", "MOVE", gone, "", "Destination: "+trashOf+"trash/gone.txt")
	w.want(403, "sara", "PUT", gone, "other")
	w.want(404, "sara", "GET", strings.Replace(gone, "gone", "other", 1), "")
	w.want(404, "sara", "GET", trashOf+"trash/x.d1", "")
	w.want(404, "sara", "GET", trashOf+"trash/..%2f..%2fx", "")

	w.want(201, "sara", "PUT", w.base+"plan%20%26%20b.txt", "another")
	w.want(201, "sara", "MOVE", plan, "", "Destination: "+w.site+trashOf+"restore"+name)
	w.want(200, "sara", "GET", w.base+"plan%20%26%20b.txt", "").has(t, "another")
	w.want(200, "sara", "GET", w.base+"plan%20%26%20b%20(2).txt", "").has(t, "content of plan")
	w.want(201, "sara", "MOVE", old+"/deep.txt", "", "Destination: "+trashOf+"restore/deep.txt")
	w.want(200, "sara", "GET", w.base+"old/deep.txt", "")
	w.want(204, "sara", "DELETE", gone, "")
	w.want(404, "sara", "GET", gone, "")
	w.want(204, "sara", "DELETE", w.base+"kept.txt", "")
	w.want(204, "sara", "DELETE", trashOf+"trash", "")
	left := w.want(207, "sara", "PROPFIND", trashOf+"trash", ask, "Depth: 1")
	if n := strings.Count(string(left.Body), "<d:response>"); n != 1 {
		t.Fatalf("something is left: %s", left.Body)
	}
}

func TestAppsSeeVersions(t *testing.T) {
	w := newDavWorld(t)
	for i, text := range []string{"one", "two", "three"} {
		w.want([]int{201, 204, 204}[i], "sara", "PUT", w.base+"plan.txt", text, "X-OC-Mtime: 1700000000")
	}
	w.want(204, "sara", "DELETE", w.base+"plan.txt", "") // the trash tells the number of the file
	list := w.want(207, "sara", "PROPFIND", trashOf+"trash", asking("oc:fileid"), "Depth: 1")
	file := list.find(t, `<oc:fileid>([0-9]+)</oc:fileid>`)
	w.want(404, "sara", "PROPFIND", versionsOf+file, "", "Depth: 1")
	trashed := list.find(t, `<d:href>(/[^<]*plan[^<]*)</d:href>`)
	w.want(201, "sara", "MOVE", trashed, "", "Destination: "+trashOf+"restore/plan.txt")

	list = w.want(207, "sara", "PROPFIND", versionsOf+file, asking("d:getcontentlength", "d:getlastmodified"), "Depth: 1").
		has(t, "<d:getlastmodified>Tue, 14 Nov 2023 22:13:20 GMT</d:getlastmodified>")
	if n := strings.Count(string(list.Body), "<d:response>"); n != 3 {
		t.Fatalf("%d entries, want the list and two versions: %s", n, list.Body)
	}
	hrefs := regexp.MustCompile(`<d:href>(/[^<]*/[0-9]+/[0-9]+)</d:href>`).FindAllStringSubmatch(string(list.Body), -1)
	two, one := hrefs[0][1], hrefs[1][1]
	w.want(200, "sara", "GET", one, "").has(t, "one")
	w.want(200, "sara", "GET", two, "").has(t, "two")

	omids := strings.NewReplacer("sara@", "omid@")
	restore := strings.TrimSuffix(versionsOf, "versions/") + "restore/target"
	for _, path := range []string{one, omids.Replace(one), versionsOf + file, omids.Replace(versionsOf) + file} {
		for _, method := range []string{"PROPFIND", "GET", "MOVE", "DELETE", "PUT"} {
			got := w.ask("omid", method, path, "", "Depth: 1", "Destination: "+omids.Replace(restore))
			if got.Status != 404 && got.Status != 403 || strings.Contains(string(got.Body), "getlastmodified") {
				t.Errorf("%s %s: %d %s", method, path, got.Status, got.Body)
			}
		}
	}
	w.want(403, "reader", "MOVE", one, "", "Destination: "+restore)
	w.want(403, "sara", "MOVE", one, "", "Destination: "+w.base+"plan.txt")
	w.want(403, "sara", "DELETE", one, "")
	w.want(404, "sara", "GET", versionsOf+file+"/1", "")
	w.want(404, "sara", "PROPFIND", versionsOf+"1", "", "Depth: 1")
	w.want(201, "sara", "MOVE", one, "", "Destination: "+restore)
	if got := w.want(200, "sara", "GET", w.base+"plan.txt", ""); string(got.Body) != "one" {
		t.Fatalf("%q", got.Body)
	}
	w.want(207, "sara", "PROPFIND", versionsOf+file, asking("d:getetag"), "Depth: 1").has(t, two).lacks(t, one+"<")
}
