package stories

import (
	"fmt"
	"strings"
	"testing"
)

// member makes Omid an editor of Sara's workspace.
func (w *davWorld) member() {
	w.t.Helper()
	w.role("editor")
}

// role gives Omid a role in Sara's workspace.
func (w *davWorld) role(id string) {
	w.t.Helper()
	w.sara.do("PATCH", "/role/v1/space/"+w.space+"/change-members", map[string]any{
		"role_id": id, "emails": []string{"omid@example.org"},
	}).must(w.t, 200)
}

func TestALockOfAFileIsSeenByAllEditors(t *testing.T) {
	w := newDavWorld(t)
	w.member()
	w.want(201, "sara", "PUT", w.base+"plan.docx", "one")
	lock := w.want(200, "sara", "LOCK", w.base+"plan.docx", lockOf("Sara's Word"), "Timeout: Infinite, Second-4100000000")
	lock.has(t, "<d:timeout>Second-3600</d:timeout>").has(t, "<d:owner>Sara's Word</d:owner>")
	token := lock.lockToken(t)
	if !strings.HasPrefix(token, "<opaquelocktoken:") {
		t.Errorf("token %s", token)
	}
	// Others see who has it, and nobody steals it.
	no := w.want(423, "omid", "PUT", w.base+"plan.docx", "stolen")
	no.has(t, "<d:owner>The sara Tester</d:owner>").has(t, "The sara Tester")
	w.want(423, "omid", "PUT", w.base+"plan.docx", "stolen", "If: ("+token+")")
	w.want(423, "omid", "LOCK", w.base+"plan.docx", lockOf("Omid"))
	w.want(403, "omid", "UNLOCK", w.base+"plan.docx", "", "Lock-Token: "+token)
	w.want(423, "omid", "DELETE", w.base+"plan.docx", "")
	w.want(423, "omid", "MOVE", w.base+"plan.docx", "", "Destination: "+w.base+"x.docx")
	w.want(412, "omid", "LOCK", w.base+"plan.docx", "", "If: ("+token+")")
	w.want(207, "omid", "PROPFIND", w.base+"plan.docx", "", "Depth: 0").has(t, "activelock").lacks(t, strings.Trim(token, "<>"))
	w.want(207, "sara", "PROPFIND", w.base+"plan.docx", "", "Depth: 0").has(t, strings.Trim(token, "<>"))
	// Without the token not even the same person: it may be another program of theirs.
	w.want(423, "sara", "PUT", w.base+"plan.docx", "two")
	w.want(412, "sara", "PUT", w.base+"plan.docx", "two", "If: (<opaquelocktoken:other>)")
	put := w.want(204, "sara", "PUT", w.base+"plan.docx", "two", "If: ("+token+")")
	w.want(412, "sara", "PUT", w.base+"plan.docx", "x", `If: (`+token+` ["other"])`)
	w.want(204, "sara", "PUT", w.base+"plan.docx", "three", "If: ("+token+" ["+put.Header.Get("ETag")+"])")
	w.want(204, "sara", "PUT", w.base+"plan.docx", "four", "If: <"+w.site+w.base+"plan.docx> ("+token+")")
	w.want(200, "sara", "LOCK", w.base+"plan.docx", "", "If: ("+token+")", "Timeout: Second-60").has(t, "Second-60")
	// The lease of the file is what counts: the browser shows it, and takes it over.
	list := w.omid.do("GET", "/storage/space/"+w.space+"/directory/"+w.root("root_directory_id"), nil)
	if !strings.Contains(string(list.Body), `"via":"webdav"`) || !strings.Contains(string(list.Body), "The sara Tester") {
		t.Errorf("the list does not show who has it: %d %s", list.Status, list.Body)
	}
	w.want(204, "sara", "UNLOCK", w.base+"plan.docx", "", "Lock-Token: "+token)
	w.want(409, "sara", "UNLOCK", w.base+"plan.docx", "", "Lock-Token: "+token)
	w.want(204, "omid", "PUT", w.base+"plan.docx", "five")
}

func TestLocksOfDirectoriesAndFreeNames(t *testing.T) {
	w := newDavWorld(t)
	w.member()
	w.want(201, "sara", "MKCOL", w.base+"dir/", "")
	w.want(201, "sara", "PUT", w.base+"dir/in.txt", "x")
	free := w.want(201, "sara", "LOCK", w.base+"dir/new.txt", lockOf("x")).lockToken(t)
	w.want(200, "sara", "GET", w.base+"dir/new.txt", "")
	w.want(423, "sara", "LOCK", w.base+"dir/", lockOf("all"))
	w.want(423, "omid", "DELETE", w.base+"dir/", "")
	w.want(204, "sara", "UNLOCK", w.base+"dir/new.txt", "", "Lock-Token: "+free)
	deep := w.want(200, "sara", "LOCK", w.base+"dir/", lockOf("all")).lockToken(t)
	w.want(423, "omid", "PUT", w.base+"dir/in.txt", "y")
	w.want(423, "omid", "PUT", w.base+"dir/more.txt", "y")
	w.want(423, "omid", "MKCOL", w.base+"dir/sub", "")
	w.want(423, "omid", "PROPPATCH", w.base+"dir/in.txt",
		`<propertyupdate xmlns="DAV:"><set><prop><x xmlns="urn:x">1</x></prop></set></propertyupdate>`)
	w.want(423, "omid", "LOCK", w.base+"dir/in.txt", lockOf("Omid"))
	w.want(423, "omid", "COPY", w.base+"dir/in.txt", "", "Destination: "+w.base+"dir/copy.txt")
	w.want(201, "omid", "COPY", w.base+"dir/in.txt", "", "Destination: "+w.base+"copy.txt")
	w.want(204, "sara", "PUT", w.base+"dir/in.txt", "y", "If: <"+w.site+w.base+"dir/> ("+deep+")")
	w.want(207, "omid", "PROPFIND", w.base+"dir/in.txt", "", "Depth: 0").has(t, "<d:lockroot><d:href>"+w.base+"dir/</d:href>")
	w.want(204, "sara", "DELETE", w.base+"dir/", "", "If: ("+deep+")")
	shared := strings.Replace(lockOf("x"), "exclusive", "shared", 1)
	w.want(201, "sara", "PUT", w.base+"both.txt", "x")
	one := w.want(200, "sara", "LOCK", w.base+"both.txt", shared, "Depth: 0").lockToken(t)
	two := w.want(200, "omid", "LOCK", w.base+"both.txt", shared, "Depth: 0").lockToken(t)
	w.want(423, "omid", "LOCK", w.base+"both.txt", lockOf("x"))
	w.want(204, "omid", "PUT", w.base+"both.txt", "y", "If: ("+two+")")
	w.want(423, "omid", "PUT", w.base+"both.txt", "y")
	w.want(204, "sara", "UNLOCK", w.base+"both.txt", "", "Lock-Token: "+one)
	for name, body := range map[string]string{
		"no scope": `<lockinfo xmlns="DAV:"><locktype><write/></locktype></lockinfo>`,
		"two":      `<lockinfo xmlns="DAV:"><lockscope><exclusive/><shared/></lockscope><locktype><write/></locktype></lockinfo>`,
	} {
		if got := w.ask("sara", "LOCK", w.base+"both.txt", body); got.Status != 400 {
			t.Errorf("%s: %d", name, got.Status)
		}
	}
	w.want(400, "sara", "LOCK", w.base+"both.txt", lockOf("x"), "Depth: 1")
	w.want(413, "sara", "LOCK", w.base+"z.txt", lockOf(strings.Repeat("z", 5000)))
}

func TestPropertiesOfPrograms(t *testing.T) {
	w := newDavWorld(t)
	w.want(201, "sara", "PUT", w.base+"a.txt", "x", "X-OC-Mtime: 1700000000")
	set := func(inner string) string {
		return `<?xml version="1.0"?><d:propertyupdate xmlns:d="DAV:" xmlns:z="urn:schemas-microsoft-com:">` + inner + `</d:propertyupdate>`
	}
	w.want(207, "sara", "PROPPATCH", w.base+"a.txt", set(`<d:set><d:prop>`+
		`<z:Win32LastModifiedTime>Wed, 01 Jan 2020 10:00:00 GMT</z:Win32LastModifiedTime>`+
		`<z:Win32FileAttributes>00000020</z:Win32FileAttributes><x:n xmlns:x="urn:x" x:a="1&lt;">a<x:b/>&amp;</x:n></d:prop>`+
		`</d:set>`)).has(t, "200 OK")
	all := w.want(207, "sara", "PROPFIND", w.base+"a.txt", "", "Depth: 0")
	all.has(t, "<d:getlastmodified>Wed, 01 Jan 2020 10:00:00 GMT</d:getlastmodified>").has(t,
		`<n xmlns="urn:x" xmlns:aa="urn:x" aa:a="1&lt;">a<b/>&amp;</n>`)
	// All or nothing.
	w.want(207, "sara", "PROPPATCH", w.base+"a.txt", set(`<d:set><d:prop><y xmlns="urn:y">1</y><d:getetag>"x"</d:getetag>`+
		`</d:prop></d:set>`)).
		has(t, "403 Forbidden").has(t, "424 Failed Dependency").has(t, "cannot-modify-protected-property")
	w.want(207, "sara", "PROPFIND", w.base+"a.txt", "", "Depth: 0").lacks(t, "urn:y")
	w.want(207, "sara", "PROPPATCH", w.base+"a.txt", set(`<d:set><d:prop><y xmlns="urn:y">`+strings.Repeat("y", 40_000)+`</y>`+
		`</d:prop></d:set>`)).has(t, "200 OK")
	w.want(207, "sara", "PROPPATCH", w.base+"a.txt", set(`<d:set><d:prop><q xmlns="urn:y">`+strings.Repeat("y", 40_000)+`</q>`+
		`</d:prop></d:set>`)).has(t, "507")
	w.want(201, "sara", "COPY", w.base+"a.txt", "", "Destination: "+w.base+"b.txt")
	w.want(207, "sara", "PROPFIND", w.base+"b.txt", "", "Depth: 0").has(t, "urn:x").has(t, "Wed, 01 Jan 2020 10:00:00 GMT")
	w.want(207, "sara", "PROPPATCH", w.base+"b.txt", set(`<d:remove><d:prop><n xmlns="urn:x"/></d:prop></d:remove>`)).has(t, "200 OK")
	w.want(207, "sara", "PROPFIND", w.base+"b.txt", "", "Depth: 0").lacks(t, "urn:x")
	names := w.want(207, "sara", "PROPFIND", w.base+"a.txt", `<propfind xmlns="DAV:"><propname/></propfind>`, "Depth: 0")
	names.has(t, "<d:getetag/>").has(t, `<n xmlns="urn:x"/>`).lacks(t, "Jan 2020")
	some := `<propfind xmlns="DAV:"><prop><getcontentlength/><nothing xmlns="urn:n"/></prop></propfind>`
	w.want(207, "sara", "PROPFIND", w.base+"a.txt", some, "Depth: 0").has(t, "404 Not Found").has(t,
		"<d:getcontentlength>1</d:getcontentlength>")
	w.want(207, "sara", "PROPFIND", w.base+"a.txt", some, "Depth: 0", "Prefer: return=minimal").lacks(t, "404 Not Found")
	w.want(403, "reader", "PROPPATCH", "/dav/", set(`<d:set><d:prop><y xmlns="urn:y">1</y></d:prop></d:set>`))
}

// TestProgramsThatPeopleHave sends what these programs are documented to send.
func TestProgramsThatPeopleHave(t *testing.T) {
	w := newDavWorld(t)
	t.Run("Windows Explorer", func(t *testing.T) {
		agent := "User-Agent: Microsoft-WebDAV-MiniRedir/10.0.22621"
		w.want(200, "", "OPTIONS", "/", "", agent)
		w.want(401, "", "PROPFIND", "/dav", "", agent, "Depth: 0", "Content-Length: 0")
		w.want(207, "sara", "PROPFIND", "/dav/"+w.space, "", agent, "Depth: 0").has(t, "<d:collection/>")
		w.want(207, "sara", "PROPFIND", w.base, "", agent, "Depth: 1", "translate: f")
		w.want(404, "sara", "PROPFIND", w.base+"New%20Text%20Document.txt", "", agent, "Depth: 0")
		w.want(201, "sara", "PUT", w.base+"New%20Text%20Document.txt", "", agent)
		lock := w.want(200, "sara", "LOCK", w.base+"New%20Text%20Document.txt", lockOf("<D:href>PC\\sara</D:href>"), agent,
			"Timeout: Second-3600")
		if token := lock.lockToken(t); token != "" {
			w.want(207, "sara", "PROPPATCH", w.base+"New%20Text%20Document.txt", `<?xml version="1.0" encoding="utf-8" ?>`+
				`<D:propertyupdate xmlns:D="DAV:" `+
				`xmlns:Z="urn:schemas-microsoft-com:">`+
				`<D:set><D:prop><Z:Win32CreationTime>Fri, 01 Mar 2024 10:00:00 GMT</Z:Win32CreationTime>`+
				`<Z:Win32LastModifiedTime>Fri, 01 Mar 2024 10:00:00 GMT</Z:Win32LastModifiedTime>`+
				`<Z:Win32FileAttributes>00000000</Z:Win32FileAttributes>`+
				`</D:prop></D:set></D:propertyupdate>`, agent, "If: ("+token+")").has(t, "200 OK")
			w.want(200, "sara", "HEAD", w.base+"New%20Text%20Document.txt", "", agent)
			w.want(204, "sara", "PUT", w.base+"New%20Text%20Document.txt", "hello", agent, "If: ("+token+")")
			w.want(204, "sara", "UNLOCK", w.base+"New%20Text%20Document.txt", "", agent, "Lock-Token: "+token)
		}
		w.want(201, "sara", "MOVE", w.base+"New%20Text%20Document.txt", "", agent, "Destination: "+w.site+w.base+"a.txt", "Overwrite: F")
	})
	t.Run("Office", func(t *testing.T) {
		agent := "User-Agent: Microsoft Office Word 2016"
		w.want(201, "sara", "PUT", w.base+"letter.docx", "v1")
		w.want(200, "", "OPTIONS", w.base, "", "User-Agent: Microsoft Office Protocol Discovery")
		w.want(200, "sara", "HEAD", w.base+"letter.docx", "", "User-Agent: Microsoft Office Existence Discovery")
		token := w.want(200, "sara", "LOCK", w.base+"letter.docx", lockOf("Sara"), agent, "Timeout: Second-3600").lockToken(t)
		w.want(200, "sara", "GET", w.base+"letter.docx", "", agent)
		w.want(200, "sara", "LOCK", w.base+"letter.docx", "", agent, "If: ("+token+")", "Timeout: Second-3600")
		w.want(204, "sara", "PUT", w.base+"letter.docx", "v2", agent, "If: ("+token+")")
		w.want(204, "sara", "UNLOCK", w.base+"letter.docx", "", agent, "Lock-Token: "+token)
		// LibreOffice and others write beside the file and move it there.
		w.want(201, "sara", "PUT", w.base+"~WRD0001.tmp", "v3", agent)
		w.want(204, "sara", "MOVE", w.base+"~WRD0001.tmp", "", agent, "Destination: "+w.site+w.base+"letter.docx")
		w.want(200, "sara", "GET", w.base+"letter.docx", "").has(t, "v3")
	})
	t.Run("Finder", func(t *testing.T) {
		agent := "User-Agent: WebDAVFS/3.0.0 (03008000) Darwin/23.1.0 (arm64)"
		w.want(207, "sara", "PROPFIND", w.base, `<?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop>`+
			`<D:getlastmodified/>`+
			`<D:getcontentlength/><D:creationdate/><D:resourcetype/></D:prop></D:propfind>`, agent, "Depth: 1")
		w.want(207, "sara", "PROPFIND", w.base, `<D:propfind xmlns:D="DAV:"><D:prop><D:quota-available-bytes/>`+
			`<D:quota-used-bytes/><D:quota/>`+
			`<D:quotaused/></D:prop></D:propfind>`, agent, "Depth: 0").has(t, "<d:quota-available-bytes>")
		w.want(404, "sara", "PROPFIND", w.base+"._photo.jpg", "", agent, "Depth: 0")
		w.want(201, "sara", "PUT", w.base+"photo.jpg", "", agent)
		token := w.want(200, "sara", "LOCK", w.base+"photo.jpg", lockOf("<D:href>http://www.apple.com/webdav_fs/</D:href>"), agent,
			"Depth: 0",
			"Timeout: Second-600").lockToken(t)
		w.want(204, "sara", "PUT", w.base+"photo.jpg", "jpeg", agent, "If: ("+token+")", "X-Expected-Entity-Length: 4")
		w.want(204, "sara", "UNLOCK", w.base+"photo.jpg", "", agent, "Lock-Token: "+token)
		w.want(201, "sara", "PUT", w.base+"._photo.jpg", "resource fork", agent)
		w.want(206, "sara", "GET", w.base+"photo.jpg", "", agent, "Range: bytes=0-3").has(t, "jpeg")
	})
}

func TestLocksAreBounded(t *testing.T) {
	w := newDavWorld(t)
	for i := range 1000 {
		w.want(201, "sara", "LOCK", fmt.Sprintf("%sf%d", w.base, i), lockOf("x"))
	}
	w.want(429, "sara", "LOCK", w.base+"more", lockOf("x"))
	w.want(404, "sara", "GET", w.base+"more", "")
}

// TestNobodyLocksADirectoryAgainstWhoManagesIt: an editor's program renewed the lock of a directory for ever.
func TestNobodyLocksADirectoryAgainstWhoManagesIt(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	w.member()
	dir := w.base + "dir/"
	w.want(201, "sara", "MKCOL", dir, "")
	for _, depth := range []string{"infinity", "0"} {
		w.want(403, "omid", "LOCK", dir, lockOf("Omid"), "Depth: "+depth)
	}
	w.want(201, "omid", "MKCOL", dir+"own/", "")
	w.want(403, "omid", "LOCK", dir+"own/", lockOf("Omid")) // it is the workspace's, whoever made it
	w.want(201, "sara", "PUT", dir+"a.txt", "one")
	mine := w.base + "%D8%AF%D8%B1%D8%A7%DB%8C%D9%88%20%D9%85%D9%86/"
	w.want(201, "omid", "MKCOL", mine+"desk/", "")
	w.want(200, "omid", "LOCK", mine+"desk/", lockOf("Omid"))

	// The owner sees the token of an editor's lock of a file, and ends it. The editor does neither with the owner's.
	token := w.want(201, "omid", "LOCK", dir+"new.txt", lockOf("Omid")).lockToken(t)
	w.want(423, "sara", "PUT", dir+"new.txt", "x")
	bare := strings.Trim(token, "<>")
	w.want(207, "sara", "PROPFIND", dir, "", "Depth: 1").has(t, bare)
	w.want(423, "sara", "PUT", dir+"new.txt", "x", "If: ("+token+")")
	w.want(412, "sara", "LOCK", dir+"new.txt", "", "If: ("+token+")")
	w.want(403, "reader", "UNLOCK", dir+"new.txt", "", "Lock-Token: "+token)
	w.want(204, "sara", "UNLOCK", dir+"new.txt", "", "Lock-Token: "+token)
	w.want(204, "sara", "PUT", dir+"new.txt", "x")
	w.want(412, "omid", "LOCK", dir+"new.txt", "", "If: ("+token+")")
	owners := w.want(200, "sara", "LOCK", dir, lockOf("Sara")).lockToken(t)
	w.want(207, "omid", "PROPFIND", dir, "", "Depth: 0").has(t, "activelock").lacks(t, strings.Trim(owners, "<>"))
	w.want(403, "omid", "UNLOCK", dir, "", "Lock-Token: "+owners)

	// An administrator of the workspace manages, too, until they are one no more.
	w.role("admin")
	w.want(204, "omid", "UNLOCK", dir, "", "Lock-Token: "+owners)
	deep := w.want(200, "omid", "LOCK", dir, lockOf("Omid")).lockToken(t)
	w.want(423, "sara", "PUT", dir+"a.txt", "two")
	w.role("editor")
	w.want(403, "omid", "LOCK", dir, "", "If: ("+deep+")")
	w.want(204, "sara", "PUT", dir+"a.txt", "two")
}
