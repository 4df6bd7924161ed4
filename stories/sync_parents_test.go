package stories

import (
	"strings"
	"testing"
)

const autoMkcol = "X-NC-WebDAV-Auto-Mkcol: 1"

// TestAnUploadMakesItsDirectories sends files as phones do to servers of Nextcloud 33: without the directories on the way.
func TestAnUploadMakesItsDirectories(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	file := r.files("Team/سفر/۱۴۰۵/a.jpg")
	r.want(t, 409, "PUT", file, "x")
	r.want(t, 409, "PUT", file, "x", "X-NC-WebDAV-Auto-Mkcol: true")
	r.want(t, 404, "PROPFIND", r.files("Team/سفر"), "", "Depth: 0")
	put := r.want(t, 201, "PUT", file, "x", autoMkcol, "X-OC-Mtime: 1700000000")
	if put.Header.Get("OC-FileId") == "" || put.Header.Get("X-OC-Mtime") != "accepted" {
		t.Errorf("the answer has %v", put.Header)
	}
	if got := r.want(t, 200, "GET", file, ""); string(got.Body) != "x" {
		t.Errorf("stored %q", got.Body)
	}
	r.want(t, 204, "PUT", file, "changed", autoMkcol)
	r.want(t, 201, "PUT", r.files("Team/سفر/۱۴۰۵/b.jpg"), "y", autoMkcol)
	entries := func() int {
		return strings.Count(string(r.want(t, 207, "PROPFIND", r.files("Team"), "", "Depth: 1").Body), "<d:response>")
	}
	if n := entries(); n != 2 {
		t.Errorf("%d entries", n)
	}

	// Of a refused file nothing is made.
	none := func(status int, path, body string, headers ...string) {
		t.Helper()
		r.want(t, status, "PUT", r.files("Team/"+path), body, append(headers, autoMkcol)...)
		if n := entries(); n != 2 {
			t.Errorf("%s: %d entries", path, n)
		}
	}
	none(400, "new/bad/../a", "x")
	none(400, "new/"+strings.Repeat("ن", 200)+"/a", "x")
	none(400, "new/a ", "x")
	none(412, "new/a", "x", "If-Match: \"1\"")
	none(400, "new/a", "x", "OC-Checksum: SHA1:da39a3ee5e6b4b0d3255bfef95601890afd80709")
	none(409, "سفر/۱۴۰۵/a.jpg/b/c", "x")                             // a file is on the way
	r.want(t, 201, "PUT", r.files("own/deep/a.jpg"), "x", autoMkcol) // My Drive

	// The last step of chunks does it as well.
	r.want(t, 201, "MKCOL", r.uploads("1"), "", "Destination: "+r.files("Team/film/long/a.mp4"), autoMkcol)
	r.want(t, 201, "PUT", r.uploads("1")+"/1", "film", autoMkcol)
	r.want(t, 201, "MOVE", r.uploads("1")+"/.file", "", "Destination: "+r.files("Team/film/long/a.mp4"), autoMkcol)
	if got := r.want(t, 200, "GET", r.files("Team/film/long/a.mp4"), ""); string(got.Body) != "film" {
		t.Errorf("stored %q", got.Body)
	}

	// Who may not make directories, may not by this way.
	w.member()
	w.role("viewer")
	omid := &raw{site: w.site, login: "omid@example.org", token: w.tokens["omid"]}
	omid.user = omid.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	for _, path := range []string{"Team/mine/a", "Team/سفر/mine/a"} {
		omid.want(t, 403, "PUT", omid.files(path), "x", autoMkcol)
	}
	w.want(403, "reader", "PUT", w.base+"mine/a", "x", autoMkcol)
	r.want(t, 404, "PROPFIND", r.files("Team/mine"), "", "Depth: 0")
}
