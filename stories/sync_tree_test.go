package stories

import (
	"regexp"
	"testing"
)

var tagOf = regexp.MustCompile(`<d:getetag>([^<]+)</d:getetag>`)

// TestTheTagOfTheTopCoversEverything asks what idle apps ask: whether anything changed.
func TestTheTagOfTheTopCoversEverything(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	const ask = `<d:propfind xmlns:d="DAV:"><d:prop><d:getetag/></d:prop></d:propfind>`
	tag := func() string {
		t.Helper()
		m := tagOf.FindStringSubmatch(string(r.want(t, 207, "PROPFIND", r.files(""), ask, "Depth: 0").Body))
		if m == nil {
			t.Fatal("no entity tag")
		}
		return m[1]
	}
	last := tag()
	changed := func(what string, want bool) {
		t.Helper()
		if now := tag(); (now != last) != want {
			t.Errorf("%s: the tag was %s and is %s", what, last, now)
		} else {
			last = now
		}
	}
	changed("nothing", false)
	r.want(t, 201, "PUT", r.files("mine.txt"), "x")
	changed("a file of one's own", true)
	w.want(201, "sara", "PUT", w.base+"a.txt", "x")
	changed("a file among the shared ones", true)
	w.want(204, "sara", "PUT", w.base+"a.txt", "y")
	changed("as long as before", true)
	w.want(201, "sara", "MOVE", w.base+"a.txt", "", "Destination: "+w.base+"b.txt")
	changed("a rename", true)
	r.want(t, 200, "GET", r.files("mine.txt"), "")
	changed("a download", false)
	w.member()
	changed("somebody else's role", true) // the rights of all are asked again
	second := w.omid.do("POST", "/storage/workspace", map[string]string{"title": "Second"}).must(t, 201).get(t, "space_id").(string)
	changed("somebody else's workspace", false)
	invite := map[string]any{"role_id": "editor", "emails": []string{"sara@example.org"}}
	w.omid.do("PATCH", "/role/v1/space/"+second+"/change-members", invite).must(t, 200)
	changed("a workspace that was joined", true)
	r.want(t, 201, "PUT", r.files("Second/x.txt"), "x")
	changed("a file in it", true)
	r.want(t, 403, "DELETE", r.files("Second"), "")
	r.want(t, 403, "MOVE", r.files("Second"), "", "Destination: "+r.files("Third"))
	r.want(t, 201, "MOVE", r.files("mine.txt"), "", "Destination: "+r.files("Second/mine.txt"))
	r.want(t, 200, "GET", r.files("Second/mine.txt"), "")
}

// TestWhatAnAppReadsOfAFile has the properties that apps need.
func TestWhatAnAppReadsOfAFile(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	put := r.want(t, 201, "PUT", r.files("a.txt"), "hello", "OC-Checksum: MD5:"+md5Hex("hello"), "X-OC-Mtime: 1700000000")
	r.want(t, 201, "MKCOL", r.files("d"), "")
	const ask = `<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:prop><oc:id/>` +
		`<oc:fileid/><oc:permissions/><oc:size/><oc:checksums/><oc:favorite/><oc:owner-id/><oc:owner-display-name/>` +
		`<oc:data-fingerprint/><nc:has-preview/><d:getcontentlength/><d:quota-available-bytes/></d:prop></d:propfind>`
	r.want(t, 207, "PROPFIND", r.files("a.txt"), ask, "Depth: 0").has(t, "<oc:id>"+put.Header.Get("OC-FileId")+"</oc:id>").
		has(t, "<oc:permissions>RGDNVW</oc:permissions>").has(t, "<oc:checksum>MD5:"+md5Hex("hello")+"</oc:checksum>").
		has(t, "<oc:favorite>0</oc:favorite>").has(t, "<oc:size>5</oc:size>").has(t, "<oc:owner-id>"+r.user+"</oc:owner-id>").
		has(t, "<oc:owner-display-name>The sara Tester</oc:owner-display-name>").has(t, "<nc:has-preview>false</nc:has-preview>")
	r.want(t, 207, "PROPFIND", r.files("d"), ask, "Depth: 0").has(t, "<oc:permissions>RGDNVCK</oc:permissions>").
		has(t, "<d:getcontentlength>0</d:getcontentlength>").has(t, "<oc:fileid>").has(t, "<d:quota-available-bytes>")
	r.want(t, 207, "PROPFIND", r.files(""), ask, "Depth: 0").has(t, "<oc:data-fingerprint/>").
		has(t, "<oc:permissions>RGCK</oc:permissions>")
	r.want(t, 207, "PROPFIND", r.files("Team"), ask, "Depth: 0").has(t, "<oc:permissions>RGCK</oc:permissions>")
	r.want(t, 200, "HEAD", r.files("d"), "")
	if len(put.Header.Get("OC-FileId")) != 31 || put.Header.Get("X-OC-Mtime") != "accepted" || put.Header.Get("OC-ETag") == "" {
		t.Errorf("headers %v", put.Header)
	}

	const favorite = `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop><oc:favorite>1</oc:favorite>` +
		`</d:prop></d:set></d:propertyupdate>`
	r.want(t, 207, "PROPPATCH", r.files("a.txt"), favorite).has(t, "200 OK")
	r.want(t, 207, "PROPFIND", r.files("a.txt"), ask, "Depth: 0").has(t, "<oc:favorite>1</oc:favorite>")
	r.want(t, 207, "PROPPATCH", r.files("Team"), favorite).has(t, "403 Forbidden")

	// The short address is the same tree, and an address is as good a name as the id.
	r.want(t, 200, "GET", "/remote.php/webdav/a.txt", "").has(t, "hello")
	r.want(t, 200, "GET", "/remote.php/dav/files/sara@example.org/a.txt", "").has(t, "hello")
	r.want(t, 404, "GET", "/remote.php/dav/files/omid@example.org/a.txt", "")
	r.want(t, 404, "GET", "/remote.php/dav/nothing", "")
	r.want(t, 404, "GET", "/remote.php/dav/files//a.txt", "")
	r.want(t, 200, "OPTIONS", "/remote.php/dav/", "")
	nobody := &raw{site: r.site, login: "sara@example.org", token: password, user: r.user}
	nobody.want(t, 401, "PROPFIND", r.files(""), "")
}
