package stories

import (
	"fmt"
	"strings"
	"testing"
)

const (
	favoriteBody = `<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop>` +
		`<oc:favorite>%s</oc:favorite></d:prop></d:set></d:propertyupdate>`
	favoritesBody = `<?xml version="1.0"?><oc:filter-files xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:getetag/>` +
		`<oc:favorite/><oc:fileid/><oc:permissions/></d:prop><oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules>` +
		`</oc:filter-files>`
	searchBody = `<?xml version="1.0"?><d:searchrequest xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:basicsearch>` +
		`<d:select><d:prop><d:displayname/><oc:fileid/><d:getlastmodified/></d:prop></d:select><d:from><d:scope>` +
		`<d:href>/files/%s</d:href><d:depth>infinity</d:depth></d:scope></d:from>` +
		`<d:where>%s</d:where><d:orderby><d:order><d:prop><d:getlastmodified/></d:prop>` +
		`<d:descending/></d:order></d:orderby></d:basicsearch></d:searchrequest>`
	like = `<d:like><d:prop><d:%s/></d:prop><d:literal>%s</d:literal></d:like>`
)

// filesOf is the address of a person's files in the apps.
func (w *davWorld) filesOf(who string) string {
	w.t.Helper()
	user := w.want(200, who, "GET", "/ocs/v1.php/cloud/user?format=json", "")
	path := "/remote.php/dav/files/" + user.get(w.t, "ocs", "data", "id").(string) + "/"
	w.want(207, who, "PROPFIND", path, "", "Depth: 1") // from then on workspaces have names in it
	return path
}

func TestAppsKeepFavorites(t *testing.T) {
	w := newDavWorld(t)
	sara, omid := w.filesOf("sara"), w.filesOf("omid")
	w.want(201, "sara", "PUT", sara+"own.txt", "mine")
	w.want(201, "sara", "MKCOL", sara+"Team/docs", "")
	w.want(201, "sara", "PUT", sara+"Team/docs/plan%20%26%20b.txt", "plan")
	plan := sara + "Team/docs/plan%20%26%20b.txt"
	for _, path := range []string{sara + "own.txt", sara + "Team/docs", plan} {
		w.want(207, "sara", "PROPPATCH", path, fmt.Sprintf(favoriteBody, "1")).has(t, "200 OK")
	}
	list := w.want(207, "sara", "REPORT", sara, favoritesBody).has(t, sara+"own.txt<").has(t, sara+"Team/docs/<").
		has(t, "<oc:favorite>1</oc:favorite>").has(t, "plan%20%26%20b.txt<").has(t, "<oc:permissions>RGDNVW</oc:permissions>")
	if n := strings.Count(string(list.Body), "<d:response>"); n != 3 {
		t.Fatalf("%d favorites, want 3: %s", n, list.Body)
	}
	w.want(207, "sara", "REPORT", sara+"Team/", favoritesBody).lacks(t, "own.txt").has(t, "plan")
	w.want(207, "sara", "PROPPATCH", plan, fmt.Sprintf(favoriteBody, "0")).has(t, "200 OK")
	w.want(207, "sara", "REPORT", sara, favoritesBody).lacks(t, "plan").has(t, "own.txt")

	// Favorites are of one person, and of items that the person may read.
	w.want(404, "omid", "REPORT", sara, favoritesBody)
	w.want(207, "omid", "REPORT", omid, favoritesBody).lacks(t, "own.txt")
	w.want(404, "omid", "PROPPATCH", sara+"own.txt", fmt.Sprintf(favoriteBody, "1"))
	w.want(207, "reader", "PROPPATCH", plan, fmt.Sprintf(favoriteBody, "1")).has(t, "403 Forbidden")
	w.want(401, "", "REPORT", sara, favoritesBody)
	w.want(400, "sara", "REPORT", sara, "<a/>")
	w.want(400, "sara", "REPORT", sara, strings.ReplaceAll(favoritesBody, ">1<", ">0<"))
	w.want(204, "sara", "DELETE", sara+"own.txt", "")
	w.want(207, "sara", "REPORT", sara, favoritesBody).lacks(t, "own.txt")
}

func TestAppsSearch(t *testing.T) {
	w := newDavWorld(t)
	sara, omid := w.filesOf("sara"), w.filesOf("omid")
	own := strings.TrimSuffix(strings.TrimPrefix(sara, "/remote.php/dav/files/"), "/")
	w.want(201, "sara", "PUT", sara+"harvest.txt", "mine")
	w.want(201, "sara", "MKCOL", sara+"Team/harvests", "")
	w.want(201, "sara", "PUT", sara+"Team/harvests/%DA%AF%D9%86%D8%AF%D9%85%20harvest.jpg", "plan")
	w.want(201, "sara", "PUT", sara+"other.mp4", "film")
	header := w.want(200, "", "OPTIONS", "/remote.php/dav", "").Header.Get("Allow")
	if !strings.Contains(header, "SEARCH") {
		t.Fatal(header)
	}
	find := func(who, scope, where string, status int) answer {
		t.Helper()
		return w.want(status, who, "SEARCH", "/remote.php/dav/", fmt.Sprintf(searchBody, scope, where))
	}
	byName := fmt.Sprintf(like, "displayname", "%harvest%")
	got := find("sara", own, byName, 207).has(t, sara+"harvest.txt<").has(t, sara+"Team/harvests/<").has(t, "%20harvest.jpg<")
	if n := strings.Count(string(got.Body), "<d:response>"); n != 3 {
		t.Fatalf("%d found, want 3: %s", n, got.Body)
	}
	find("sara", own+"/Team", byName, 207).lacks(t, sara+"harvest.txt").has(t, "harvest.jpg")
	find("sara", own, "<d:and><d:is-collection/>"+byName+"</d:and>", 207).has(t, "harvests/<").
		lacks(t, "harvest.txt").lacks(t, "harvest.jpg")
	media := "<d:or>" + fmt.Sprintf(like, "getcontenttype", "image/%") + fmt.Sprintf(like, "getcontenttype", "video/%") + "</d:or>"
	find("sara", own, media, 207).has(t, "other.mp4").has(t, "harvest.jpg").lacks(t, "harvest.txt")
	since := "<d:gt><d:prop><d:getlastmodified/></d:prop><d:literal>%s</d:literal></d:gt>"
	find("sara", own, fmt.Sprintf(since, "2020-01-01T00:00:00Z"), 207).has(t, "other.mp4")
	find("sara", own, fmt.Sprintf(since, "4000000000"), 207).lacks(t, "<d:response>")
	number := find("sara", own, byName, 207).find(t, sara+`harvest.txt</d:href>.*?<oc:fileid>([0-9]+)<`)
	byNumber := "<d:eq><d:prop><oc:fileid/></d:prop><d:literal>" + number + "</d:literal></d:eq>"
	find("sara", own, byNumber, 207).has(t, sara+"harvest.txt<")
	find("sara", own, "<d:eq><d:prop><oc:favorite/></d:prop><d:literal>yes</d:literal></d:eq>", 207).lacks(t, "<d:response>")

	other := strings.TrimSuffix(strings.TrimPrefix(omid, "/remote.php/dav/files/"), "/")
	for _, where := range []string{byName, byNumber, media} {
		find("omid", own, where, 404)
		find("omid", other, where, 207).lacks(t, "harvest")
	}
	find("", own, byName, 401)
	wrong := strings.Replace(byNumber, number, "x", 1)
	for _, where := range []string{"", "<d:like/>", "<d:not/>", fmt.Sprintf(since, "yesterday"), wrong} {
		find("sara", own, where, 400)
	}
	find("sara", "..%2f", byName, 400)
	w.want(400, "sara", "SEARCH", "/remote.php/dav", "")
}
