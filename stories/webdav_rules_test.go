package stories

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"anbar/config"
)

// execBeside changes the database of an appliance beside it.
func execBeside(t *testing.T, dir, statement string) (changed int64) {
	t.Helper()
	d, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	res, err := d.Exec(statement)
	if err == nil {
		changed, err = res.RowsAffected()
	}
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

// TestProgramsStayOutOfASharedSession has people edit a file together on an office server while programs bring other contents.
func TestProgramsStayOutOfASharedSession(t *testing.T) {
	t.Parallel()
	w, dir := newDavWorldWith(t, func(*config.Serve) {})
	w.member()
	r := newRaw(t, w)
	at := w.base + "plan.docx"
	w.want(201, "sara", "PUT", at, "zero")
	w.want(204, "sara", "PUT", at, "one")
	w.want(201, "sara", "PUT", w.base+"other.docx", "other")
	until := strconv.FormatInt(time.Now().Add(10*time.Minute).UnixMilli(), 10)
	if n := execBeside(t, dir, `INSERT INTO leases (node_id, id, user_id, via, device, name, since, expires_at)
		SELECT n.id, 77, u.id, 'wopi', '', n.name, 0, `+until+` FROM nodes n, users u
		WHERE n.name = 'plan.docx' AND u.email = 'sara@example.org'`); n != 1 {
		t.Fatalf("%d leases", n)
	}
	shared := strings.Replace(lockOf("x"), "exclusive", "shared", 1)
	for _, who := range []string{"sara", "omid"} {
		w.want(423, who, "PUT", at, "two").has(t, "The sara Tester")
		w.want(423, who, "LOCK", at, lockOf("Word"))
		w.want(423, who, "LOCK", at, shared)
		w.want(423, who, "DELETE", at, "")
		w.want(423, who, "MOVE", at, "", "Destination: "+w.base+"moved.docx")
		w.want(423, who, "MOVE", w.base+"other.docx", "", "Destination: "+at)
		w.want(423, who, "COPY", w.base+"other.docx", "", "Destination: "+at)
	}
	if got := r.bulk(t, 200, part{"/Team/plan.docx", "two", nil}); got.get(t, "/Team/plan.docx", "error") != true {
		t.Errorf("a file among many takes the session: %s", got.Body)
	}
	r.want(t, 201, "MKCOL", r.uploads("1"), "")
	r.want(t, 201, "PUT", r.uploads("1")+"/1", "two")
	r.want(t, 423, "MOVE", r.uploads("1")+"/.file", "", "Destination: "+r.files("Team/plan.docx"))
	list := r.want(t, 207, "PROPFIND", r.files("Team/plan.docx"), asking("oc:fileid"), "Depth: 0")
	versions := "/remote.php/dav/versions/" + r.user + "/"
	list = r.want(t, 207, "PROPFIND", versions+"versions/"+list.find(t, `<oc:fileid>([0-9]+)</oc:fileid>`), asking("d:getetag"), "Depth: 1")
	earlier := list.find(t, `<d:href>(/[^<]*/[0-9]+/[0-9]+)</d:href>`)
	r.want(t, 423, "MOVE", earlier, "", "Destination: "+versions+"restore/target")
	w.want(200, "sara", "GET", at, "").has(t, "one")
	w.want(201, "sara", "COPY", at, "", "Destination: "+w.base+"copy.docx")
	// An editor that one person has alone gives way to a program of that person.
	if n := execBeside(t, dir, "UPDATE leases SET via = 'embedded' WHERE id = 77 AND via = 'wopi'"); n != 1 {
		t.Fatalf("the session is gone: %d", n)
	}
	w.want(423, "omid", "LOCK", at, lockOf("Word"))
	r.want(t, 201, "MOVE", earlier, "", "Destination: "+versions+"restore/target")
	w.want(200, "sara", "GET", at, "").has(t, "zero")
	w.want(200, "sara", "LOCK", at, lockOf("Word"))
}

// TestALockEndsWithTheRight takes the right to change away from somebody whose program keeps a lock alive.
func TestALockEndsWithTheRight(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	w.member()
	at := w.base + "plan.docx"
	w.want(201, "sara", "PUT", at, "one")
	w.want(201, "sara", "MKCOL", w.base+"dir", "")
	file := w.want(200, "omid", "LOCK", at, lockOf("Word")).lockToken(t)
	w.role("admin") // who may lock a directory
	deep := w.want(200, "omid", "LOCK", w.base+"dir", lockOf("all")).lockToken(t)
	w.want(200, "omid", "LOCK", at, "", "If: ("+file+")")
	w.role("viewer")
	w.want(423, "sara", "PUT", at, "two")
	w.want(403, "omid", "LOCK", at, "", "If: ("+file+")")
	w.want(204, "sara", "PUT", at, "two")
	w.want(412, "omid", "LOCK", at, "", "If: ("+file+")")
	w.want(423, "sara", "PUT", w.base+"dir/a.txt", "x")
	w.want(403, "omid", "LOCK", w.base+"dir", "", "If: ("+deep+")")
	w.want(201, "sara", "PUT", w.base+"dir/a.txt", "x")
}

// TestATokenOpensNewNamesInALockedDirectory names a token without the place of its lock.
func TestATokenOpensNewNamesInALockedDirectory(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	w.want(201, "sara", "MKCOL", w.base+"dir", "")
	w.want(201, "sara", "MKCOL", w.base+"dir/below", "")
	token := w.want(200, "sara", "LOCK", w.base+"dir", lockOf("x")).lockToken(t)
	w.want(201, "sara", "PUT", w.base+"dir/new.txt", "x", "If: ("+token+")")
	w.want(201, "sara", "PUT", w.base+"dir/below/new.txt", "x", "If: ("+token+")")
	w.want(201, "sara", "MKCOL", w.base+"dir/sub", "", "If: ("+token+")")
	w.want(201, "sara", "PUT", w.base+"dir/tagged.txt", "x", "If: <"+w.base+"dir> ("+token+")")
	w.want(423, "sara", "PUT", w.base+"dir/more.txt", "x")
	w.want(412, "sara", "PUT", w.base+"dir/more.txt", "x", "If: (<opaquelocktoken:other>)")
	w.want(412, "sara", "PUT", w.base+"more.txt", "x", "If: ("+token+")") // it is not below the lock
	w.want(201, "sara", "PUT", w.base+"more.txt", "x", "If: (Not "+token+")")
	w.want(204, "sara", "UNLOCK", w.base+"dir", "", "Lock-Token: "+token)
	flat := w.want(200, "sara", "LOCK", w.base+"dir", lockOf("x"), "Depth: 0").lockToken(t)
	w.want(412, "sara", "PUT", w.base+"dir/flat.txt", "x", "If: ("+flat+")")
	w.want(201, "sara", "PUT", w.base+"dir/flat.txt", "x", "If: <"+w.base+"dir> ("+flat+")")
}

// TestAFavoriteIsOnesOwn marks a file that somebody else locked.
func TestAFavoriteIsOnesOwn(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	w.member()
	omid := &raw{site: w.site, login: "omid@example.org", token: w.tokens["omid"]}
	omid.user = omid.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	w.want(201, "sara", "PUT", w.base+"plan.docx", "one")
	w.want(200, "sara", "LOCK", w.base+"plan.docx", lockOf("Word"))
	set := func(props string) string {
		return `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop>` + props +
			`</d:prop></d:set></d:propertyupdate>`
	}
	const favorite = "<oc:favorite>1</oc:favorite>"
	omid.want(t, 207, "PROPPATCH", omid.files("Team/plan.docx"), set(favorite)).has(t, "200 OK")
	const asked = `<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><oc:favorite/></d:prop></d:propfind>`
	omid.want(t, 207, "PROPFIND", omid.files("Team/plan.docx"), asked, "Depth: 0").has(t, favorite)
	omid.want(t, 423, "PROPPATCH", omid.files("Team/plan.docx"), set(favorite+`<x xmlns="urn:x">1</x>`))
	omid.want(t, 423, "PROPPATCH", omid.files("Team/plan.docx"), set(`<x xmlns="urn:x">1</x>`))
}

// TestTheSameNameInOtherEscapes writes the name of the person in the ways of programs.
func TestTheSameNameInOtherEscapes(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	const escaped, plain = "/remote.php/dav/files/sara%40example.org/", "/remote.php/dav/files/sara@example.org/"
	r.want(t, 201, "PUT", plain+"a.txt", "a")
	r.want(t, 201, "MOVE", plain+"a.txt", "", "Destination: "+escaped+"b.txt")
	r.want(t, 201, "COPY", escaped+"b.txt", "", "Destination: "+w.site+plain+"c.txt")
	token := r.want(t, 200, "LOCK", escaped+"c.txt", lockOf("x")).lockToken(t)
	r.want(t, 204, "PUT", escaped+"c.txt", "c", "If: <"+w.site+plain+"c.txt> ("+token+")")
	r.want(t, 404, "COPY", escaped+"b.txt", "", "Destination: "+strings.Replace(plain, "sara", "omid", 1)+"d.txt")
	r.want(t, 404, "COPY", escaped+"b.txt", "", "Destination: /remote.php/dav%2Ffiles/sara@example.org/d.txt")
	upload := "/remote.php/dav/uploads/sara%40example.org/1"
	r.want(t, 201, "MKCOL", upload, "")
	r.want(t, 201, "PUT", upload+"/1", "d")
	r.want(t, 201, "MOVE", upload+"/.file", "", "Destination: "+plain+"d.txt")
	r.want(t, 200, "GET", r.files("d.txt"), "").has(t, "d")
	const trash = "/remote.php/dav/trashbin/sara%40example.org/"
	r.want(t, 204, "DELETE", plain+"d.txt", "")
	gone := r.want(t, 207, "PROPFIND", trash+"trash", "", "Depth: 1").find(t, `<d:href>(/[^<]*d\.txt[^<]*)</d:href>`)
	r.want(t, 201, "MOVE", gone, "", "Destination: "+strings.Replace(trash, "%40", "@", 1)+"restore/d.txt")
}

// TestASlowProgramHoldsUpNobody asks for long lists and does not read them.
func TestASlowProgramHoldsUpNobody(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	narrow := httptest.NewUnstartedServer(w.app)
	narrow.Config.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		if err := c.(*net.TCPConn).SetWriteBuffer(16 << 10); err != nil {
			t.Error(err)
		}
		return ctx
	}
	narrow.Start()
	t.Cleanup(narrow.Close)
	r := newRaw(t, w)
	r.want(t, 201, "MKCOL", r.files("dir"), "")
	value := strings.Repeat("v", 60<<10)
	const files = 50
	for i := range files {
		at := r.files("dir/" + strconv.Itoa(i))
		r.want(t, 201, "PUT", at, "x")
		r.want(t, 207, "PROPPATCH", at, `<d:propertyupdate xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:set><d:prop>`+
			`<x xmlns="urn:x">`+value+`</x><oc:favorite>1</oc:favorite></d:prop></d:set></d:propertyupdate>`)
	}
	trash := w.longTrash(r)
	favorites := `<oc:filter-files xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><x xmlns="urn:x"/></d:prop>` +
		`<oc:filter-rules><oc:favorite>1</oc:favorite></oc:filter-rules></oc:filter-files>`
	for _, ask := range []struct{ method, path, body string }{
		{"PROPFIND", r.files("dir"), ""}, {"REPORT", r.files(""), favorites}, {"PROPFIND", trash, ""},
	} {
		for range 3 {
			w.slow(narrow.Listener.Addr().String(), ask.method, ask.path, ask.body)
		}
		all := r.want(t, 207, ask.method, ask.path, ask.body, "Depth: 1")
		if n := strings.Count(string(all.Body), value); n != files && ask.path != trash {
			t.Errorf("%d of %d properties are listed", n, files)
		}
		if len(all.Body) < 200<<10 {
			t.Errorf("%s %s: %d bytes, which the system may take in at once", ask.method, ask.path, len(all.Body))
		}
	}
}

// longTrash deletes files of long names at long places, and returns the address of the trash.
func (w *davWorld) longTrash(r *raw) string {
	w.t.Helper()
	long := strings.Repeat("نام", 39)
	at := "gone/" + url.PathEscape(long)
	r.want(w.t, 201, "MKCOL", r.files("gone"), "")
	r.want(w.t, 201, "MKCOL", r.files(at), "")
	var all [][3]string
	for i := range 100 {
		all = append(all, [3]string{fmt.Sprintf("/gone/%s/%s%d", long, long, i), "x", md5Hex("x")})
	}
	body, kind := bulkOf(w.t, all)
	r.want(w.t, 200, "POST", "/remote.php/dav/bulk", body, "Content-Type: "+kind).lacks(w.t, `"error":true`)
	for i := range all {
		r.want(w.t, 204, "DELETE", r.files(at+"/"+url.PathEscape(long)+strconv.Itoa(i)), "")
	}
	return "/remote.php/dav/trashbin/" + r.user + "/trash"
}

// slow sends a request as Sara and reads no more than the beginning of the answer.
func (w *davWorld) slow(at, method, path, body string) {
	w.t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Close() })
	if err := c.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		w.t.Fatal(err)
	}
	req, err := http.NewRequest(method, w.site+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	req.SetBasicAuth("sara@example.org", w.tokens["sara"])
	req.Header.Set("Depth", "1")
	if err := req.Write(c); err != nil {
		w.t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if line, err := bufio.NewReaderSize(c, 16).ReadString('\n'); err != nil || !strings.Contains(line, "207") {
		w.t.Fatalf("%s %s is not answered: %q %v", method, path, line, err)
	}
}
