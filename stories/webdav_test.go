package stories

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"anbar/app"
)

// davWorld is an appliance over HTTP in which Sara has a workspace and Omid is a stranger.
type davWorld struct {
	t          *testing.T
	app        *app.App
	site       string
	sara, omid client
	space      string
	base       string // path of the shared files
	tokens     map[string]string
}

func newDavWorld(t *testing.T) *davWorld {
	t.Helper()
	a := newAppliance(t, t.TempDir())
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	w := &davWorld{t: t, app: a, site: server.URL, sara: person(t, a, "sara"), omid: person(t, a, "omid"), tokens: map[string]string{}}
	w.space = w.sara.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201).get(t, "space_id").(string)
	w.base = "/dav/" + w.space + "/"
	w.token("sara", w.sara, true)
	w.token("omid", w.omid, true)
	w.token("reader", w.sara, false)
	return w
}

// root is the id of one of the roots of the workspace.
func (w *davWorld) root(name string) string {
	w.t.Helper()
	return w.sara.do("GET", "/storage/workspaces", nil).must(w.t, 200).get(w.t, "workspaces", 0, name).(string)
}

func (w *davWorld) token(name string, c client, write bool) {
	w.t.Helper()
	made := c.do("POST", "/accounts/api-tokens", map[string]any{"name": name, "may_write": write}).must(w.t, 201)
	w.tokens[name] = made.get(w.t, "token").(string)
}

// ask sends a request as a person; headers are "Name: value".
func (w *davWorld) ask(who, method, path, body string, headers ...string) answer {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), method, w.site, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	req.URL.Opaque = path // as it is written
	login := who + "@example.org"
	if who == "reader" {
		login = "sara@example.org"
	}
	if who != "" {
		req.SetBasicAuth(login, w.tokens[who])
	}
	for _, h := range headers {
		addHeader(req.Header, h)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer{res.StatusCode, res.Header, b}
}

// addHeader adds "Name: value"; a name may come twice, but for the credentials.
func addHeader(to http.Header, line string) {
	name, value, found := strings.Cut(line, ": ")
	if name == "Authorization" {
		to.Del(name)
	}
	if found {
		to.Add(name, value)
	}
}

// want sends a request and expects a status.
func (w *davWorld) want(status int, who, method, path, body string, headers ...string) answer {
	w.t.Helper()
	got := w.ask(who, method, path, body, headers...)
	if got.Status != status {
		w.t.Fatalf("%s: %s %s %v: %d, want %d\n%s", who, method, path, headers, got.Status, status, got.Body)
	}
	return got
}

func (a answer) has(t *testing.T, text string) answer {
	t.Helper()
	if !strings.Contains(string(a.Body), text) {
		t.Fatalf("no %q in %s", text, a.Body)
	}
	return a
}

func (a answer) lacks(t *testing.T, text string) answer {
	t.Helper()
	if strings.Contains(string(a.Body), text) {
		t.Fatalf("%q in %s", text, a.Body)
	}
	return a
}

func (a answer) lockToken(t *testing.T) string {
	t.Helper()
	token := a.Header.Get("Lock-Token")
	if token == "" {
		t.Fatalf("no lock: %d %s", a.Status, a.Body)
	}
	return token
}

const lockBody = `<?xml version="1.0" encoding="utf-8"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope>` +
	`<D:locktype><D:write/></D:locktype><D:owner>%s</D:owner></D:lockinfo>`

func lockOf(owner string) string { return fmt.Sprintf(lockBody, owner) }

func TestWebDAVRefusesAttackers(t *testing.T) {
	w := newDavWorld(t)
	w.want(201, "sara", "PUT", w.base+"plan.txt", "secret")
	for range 3 {
		w.want(401, "", "PROPFIND", w.base, "", "Depth: 0")
	}
	for _, method := range []string{"PROPFIND", "GET", "PUT", "DELETE", "MKCOL", "LOCK", "PROPPATCH", "HEAD"} {
		for _, path := range []string{w.base, w.base + "plan.txt", w.base + "new"} {
			if got := w.ask("omid", method, path, ""); got.Status != 404 && got.Status != 409 && got.Status != 403 && got.Status != 400 {
				t.Errorf("a stranger: %s %s: %d %s", method, path, got.Status, got.Body)
			}
		}
	}
	w.want(404, "omid", "GET", w.base+"plan.txt", "")
	w.want(207, "omid", "PROPFIND", "/dav/", "", "Depth: 1").lacks(t, w.space)
	w.want(404, "omid", "MOVE", w.base+"plan.txt", "", "Destination: "+w.base+"mine.txt")
	for _, path := range []string{
		w.base + "..%2fplan.txt", w.base + "%2e%2e/plan.txt", w.base + "../" + w.space + "/plan.txt", w.base + "a%00b", w.base + "a//b",
		w.base + "%ff%fe", w.base + "a%2Fb", w.base + "./plan.txt", w.base + strings.Repeat("a/", 200),
	} {
		if got := w.ask("sara", "GET", path, ""); got.Status != 400 {
			t.Errorf("%s: %d", path, got.Status)
		}
	}
	bomb := `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><propfind xmlns="DAV:">` +
		`<prop><x>&b;</x></prop></propfind>`
	for name, body := range map[string]string{
		"a document type":         bomb,
		"a file from outside":     `<!DOCTYPE p SYSTEM "file:///etc/passwd"><propfind xmlns="DAV:"><allprop/></propfind>`,
		"an entity":               `<propfind xmlns="DAV:"><prop><x>&nbsp;</x></prop></propfind>`,
		"a prefix from nowhere":   `<propfind xmlns="DAV:"><prop><x:y/></prop></propfind>`,
		"half an element":         `<propfind xmlns="DAV:"><prop>`,
		"the wrong end":           `<propfind xmlns="DAV:"><prop></propfind></prop>`,
		"two roots":               `<propfind xmlns="DAV:"><allprop/></propfind><propfind xmlns="DAV:"><allprop/></propfind>`,
		"something else":          `{"depth": 1}`,
		"too deep":                strings.Repeat("<a>", 1000),
		"too many":                `<propfind xmlns="DAV:"><prop>` + strings.Repeat("<a/>", 5000) + `</prop></propfind>`,
		"another character set":   `<?xml version="1.0" encoding="utf-16"?><propfind xmlns="DAV:"><allprop/></propfind>`,
		"an element without name": `<propfind xmlns="DAV:"><prop><:x/></prop></propfind>`,
	} {
		if got := w.ask("sara", "PROPFIND", w.base, body, "Depth: 0"); got.Status != 400 {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
	w.want(413, "sara", "PROPFIND", w.base, `<propfind xmlns="DAV:"><prop>`+strings.Repeat("          ", 200_000), "Depth: 0")
	w.want(403, "sara", "PROPFIND", w.base, "", "Depth: infinity").has(t, "propfind-finite-depth")
	w.want(403, "sara", "PROPFIND", w.base, "").has(t, "propfind-finite-depth")
	for _, to := range []string{"http://elsewhere.example/dav/x", "/api/x", "/dav/", w.base, "", "/dav/" + w.space + "/..%2fx"} {
		if got := w.ask("sara", "MOVE", w.base+"plan.txt", "",
			"Destination: "+to); got.Status < 400 || got.Status >= 500 && got.Status != 502 {
			t.Errorf("a move to %q: %d", to, got.Status)
		}
	}
	w.want(403, "reader", "PUT", w.base+"plan.txt", "x").has(t, "اجازهٔ این کار را ندارید")
	w.want(403, "reader", "DELETE", w.base+"plan.txt", "")
	w.want(403, "reader", "LOCK", w.base+"plan.txt", lockOf("x"))
	w.want(200, "reader", "GET", w.base+"plan.txt", "").has(t, "secret")
	if h := w.want(200, "sara", "GET", w.base+"plan.txt", "").Header; !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") ||
		!strings.Contains(h.Get("Content-Security-Policy"), "sandbox") || h.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("a file could act as a page of the site: %v", h)
	}
	for i := range 12 {
		w.tokens["guess"] = fmt.Sprintf("anb_%040d", i)
		got := w.ask("guess", "PROPFIND", w.base, "", "Depth: 0")
		if want := map[bool]int{true: 401, false: 429}[i < 10]; got.Status != want {
			t.Errorf("guess %d: %d", i, got.Status)
		}
	}
	w.want(207, "sara", "PROPFIND", w.base, "", "Depth: 0") // the same address
}

func TestNamesThatAreOneToUsAreNotOverwritten(t *testing.T) {
	w := newDavWorld(t)
	w.want(201, "sara", "PUT", w.base+"Report.txt", "one")
	w.want(409, "sara", "PUT", w.base+"report.TXT", "two").has(t, "Report.txt")
	w.want(404, "sara", "GET", w.base+"report.TXT", "")
	w.want(201, "sara", "MKCOL", w.base+"%DB%8C", "")       // Persian yeh
	w.want(409, "sara", "MKCOL", w.base+"%D9%8A", "")       // Arabic yeh
	w.want(409, "sara", "PUT", w.base+"%D9%8A/a", "x")      // no such directory
	w.want(201, "sara", "PUT", w.base+"caf%C3%A9.txt", "x") // NFC
	w.want(204, "sara", "PUT", w.base+"cafe%CC%81.txt", "y")
	w.want(200, "sara", "GET", w.base+"cafe%CC%81.txt", "").has(t, "y")
	w.want(409, "sara", "COPY", w.base+"caf%C3%A9.txt", "", "Destination: "+w.base+"REPORT.txt")
	w.want(409, "sara", "MOVE", w.base+"caf%C3%A9.txt", "", "Destination: "+w.base+"REPORT.txt")
	w.want(201, "sara", "MOVE", w.base+"Report.txt", "", "Destination: "+w.site+w.base+"REPORT.txt") // only the letters
	w.want(200, "sara", "GET", w.base+"REPORT.txt", "").has(t, "one")
	for _, bad := range []string{"%20x", "x%20", "a%5Cb", "a%0Ab", "%E2%80%AEx", strings.Repeat("a", 300)} {
		w.want(400, "sara", "PUT", w.base+bad, "x").has(t, "InvalidPath")
	}
	w.want(201, "sara", "PUT", w.base+"%D9%85%DB%8C%E2%80%8C%D8%B1%D9%88%D9%85%20%26%20%3Cx%3E%25.txt", "نیم‌فاصله")
	list := w.want(207, "sara", "PROPFIND", w.base, "", "Depth: 1")
	list.has(t, "<d:href>"+w.base+"%D9%85%DB%8C%E2%80%8C%D8%B1%D9%88%D9%85%20%26%20%3Cx%3E%25.txt</d:href>")
	list.has(t, "<d:displayname>می‌روم &amp; &lt;x&gt;%.txt</d:displayname>")
}

// torn opens a connection, sends a request and cuts it behind what it sent.
func (w *davWorld) torn(who, path string, headers []string, body string) {
	w.t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(w.site, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	req := httptest.NewRequest("PUT", "/", nil)
	req.SetBasicAuth(who+"@example.org", w.tokens[who])
	fmt.Fprintf(c, "PUT %s HTTP/1.1\r\nHost: x\r\nAuthorization: %s\r\n%s\r\n\r\n%s", path, req.Header.Get("Authorization"),
		strings.Join(headers, "\r\n"), body)
	if err := c.(*net.TCPConn).CloseWrite(); err != nil {
		w.t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if res, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
		if res.StatusCode < 400 {
			w.t.Errorf("a torn PUT was taken: %d", res.StatusCode)
		}
		_ = res.Body.Close()
	}
	if err := c.Close(); err != nil {
		w.t.Error(err)
	}
}

func TestABrokenPutLeavesNothing(t *testing.T) {
	w := newDavWorld(t)
	big := strings.Repeat("0123456789abcdef", 256<<10) // 4 MiB
	old := "the old content"
	tag := w.want(201, "sara", "PUT", w.base+"keys.kdbx", old).Header.Get("ETag")
	for _, name := range []string{"keys.kdbx", "new.bin"} {
		for _, body := range []string{"", "x", big[:1000], big[:2<<20], big[:len(big)-1]} {
			w.torn("sara", w.base+name, []string{fmt.Sprintf("Content-Length: %d", len(big))}, body)
			w.torn("sara", w.base+name, []string{"Transfer-Encoding: chunked"}, fmt.Sprintf("%x\r\n%s", len(big), body))
			w.torn("sara", w.base+name, []string{"Transfer-Encoding: chunked"}, fmt.Sprintf("%x\r\n%s\r\n", max(1, len(body)),
				"x"+body[min(1, len(body)):]))
		}
		sum := fmt.Sprintf("%x", sha1.Sum([]byte(big)))
		for _, h := range []string{
			"OC-Checksum: SHA1:" + strings.Repeat("0", 40), "OC-Checksum: MD5:" + strings.Repeat("0", 32), "OC-Checksum: SHA1:zz",
			"Content-MD5: AAAAAAAAAAAAAAAAAAAAAA==", "Digest: SHA-256=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
			"Repr-Digest: sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:", "Content-Range: bytes 0-3/10",
			`If-Match: "other"`, "If: (<opaquelocktoken:none>)",
		} {
			if got := w.ask("sara", "PUT", w.base+name, big, h); got.Status != 400 && got.Status != 412 {
				t.Errorf("%s with %s: %d", name, h, got.Status)
			}
		}
		if name == "new.bin" {
			w.want(404, "sara", "HEAD", w.base+name, "")
			got := w.want(201, "sara", "PUT", w.base+name, big, "OC-Checksum: SHA1:"+sum, "X-OC-Mtime: 1700000000", "If-None-Match: *")
			if got.Header.Get("X-OC-Mtime") != "accepted" {
				t.Errorf("%s: the time was not taken", name)
			}
			head := w.want(200, "sara", "HEAD", w.base+name, "")
			if head.Header.Get("Last-Modified") != "Tue, 14 Nov 2023 22:13:20 GMT" || head.Header.Get("OC-Checksum") != "SHA1:"+sum ||
				head.Header.Get("ETag") != got.Header.Get("ETag") {
				t.Errorf("%v", head.Header)
			}
			continue
		}
		got := w.want(200, "sara", "GET", w.base+name, "").has(t, old)
		if got.Header.Get("ETag") != tag || len(got.Body) != len(old) {
			t.Errorf("%s: the old content is another one: %s %d", name, got.Header.Get("ETag"), len(got.Body))
		}
	}
	w.want(412, "sara", "PUT", w.base+"new.bin", "x", "If-None-Match: *")
	w.want(204, "sara", "PUT", w.base+"keys.kdbx", "new", "If-Match: "+tag)
	w.want(412, "sara", "PUT", w.base+"keys.kdbx", "newer", "If-Match: "+tag)
	part := w.want(206, "sara", "GET", w.base+"new.bin", "", "Range: bytes=16-31")
	if string(part.Body) != big[16:32] {
		t.Errorf("%q", part.Body)
	}
	w.want(416, "sara", "GET", w.base+"keys.kdbx", "", "Range: bytes=100-")
	w.want(304, "sara", "GET", w.base+"new.bin", "", "If-None-Match: "+part.Header.Get("ETag"))
}

var memberTag = regexp.MustCompile(`<d:getetag>[^<]+</d:getetag>`)

func TestTheTreeOfAWorkspace(t *testing.T) {
	w := newDavWorld(t)
	w.want(207, "sara", "PROPFIND", "/dav", "", "Depth: 1").has(t, "<d:displayname>Team</d:displayname>").has(t,
		"<d:href>"+w.base+"</d:href>")
	list := w.want(207, "sara", "PROPFIND", w.base, "", "Depth: 1")
	mine := w.base + "My%20Drive/"
	if !strings.Contains(string(list.Body), mine) {
		mine = w.base + "%D8%AF%D8%B1%D8%A7%DB%8C%D9%88%20%D9%85%D9%86/"
	}
	list.has(t, "<d:href>"+mine+"</d:href>")
	w.want(201, "sara", "PUT", mine+"diary.txt", "mine")
	for _, path := range []string{mine, w.base} {
		w.want(403, "sara", "DELETE", path, "")
		w.want(403, "sara", "MOVE", path, "", "Destination: "+w.base+"elsewhere")
		w.want(405, "sara", "MKCOL", path, "")
		w.want(405, "sara", "PUT", strings.TrimSuffix(path, "/"), "x")
	}
	w.want(201, "sara", "MKCOL", w.base+"a", "")
	w.want(201, "sara", "MKCOL", w.base+"a/b/", "")
	tag := func() string {
		return string(memberTag.Find(w.want(207, "sara", "PROPFIND", w.base+"a/", "", "Depth: 0").Body))
	}
	before := tag()
	w.want(201, "sara", "PUT", w.base+"a/b/x.txt", "12345")
	made := tag()
	w.want(204, "sara", "PUT", w.base+"a/b/x.txt", "54321")
	changed := tag()
	w.want(201, "sara", "MOVE", w.base+"a/b/x.txt", "", "Destination: "+w.base+"a/b/y.txt", "Overwrite: F")
	renamed := tag()
	if before == made || made == changed || changed == renamed || before == "" {
		t.Errorf("the tag of a directory does not show all below: %s %s %s %s", before, made, changed, renamed)
	}
	w.want(201, "sara", "COPY", w.base+"a/", "", "Destination: "+mine+"a/") // to other files
	w.want(200, "sara", "GET", mine+"a/b/y.txt", "").has(t, "54321")
	w.want(412, "sara", "COPY", w.base+"a/", "", "Destination: "+mine+"a/", "Overwrite: F")
	w.want(204, "sara", "COPY", w.base+"a/", "", "Destination: "+mine+"a/")
	w.want(403, "sara", "MOVE", w.base+"a/", "", "Destination: "+w.base+"a/b/a")
	w.want(403, "sara", "COPY", w.base+"a/", "", "Destination: "+w.base+"a/b/a")
	w.want(403, "sara", "MOVE", w.base+"a/b/", "", "Destination: "+w.base+"a")
	w.want(409, "sara", "PUT", w.base+"none/x.txt", "x")
	w.want(404, "sara", "GET", w.base+"none/x.txt", "")
	w.want(204, "sara", "DELETE", w.base+"a/", "")
	w.want(404, "sara", "PROPFIND", w.base+"a/", "", "Depth: 0")
	trash := w.sara.do("GET", "/trash/"+w.space+"/directory/"+w.root("trash_root_directory_id"), nil).must(t, 200)
	if !bytes.Contains(trash.Body, []byte(`"a"`)) {
		t.Errorf("what was deleted is not in the trash: %s", trash.Body)
	}
	// A file on a file is its next version, and keeps its links and comments.
	w.want(201, "sara", "PUT", w.base+"doc.txt", "one")
	w.want(201, "sara", "PUT", w.base+"doc.tmp", "two")
	w.want(204, "sara", "MOVE", w.base+"doc.tmp", "", "Destination: "+w.base+"doc.txt")
	w.want(200, "sara", "GET", w.base+"doc.txt", "").has(t, "two")
	w.want(404, "sara", "GET", w.base+"doc.tmp", "")
	quota := w.want(207, "sara", "PROPFIND", w.base, `<propfind xmlns="DAV:"><prop><quota-available-bytes/><quota-used-bytes/>`+
		`</prop></propfind>`,
		"Depth: 0")
	quota.has(t, "<d:quota-available-bytes>").has(t, "<d:quota-used-bytes>")
	if h := w.want(200, "", "OPTIONS", "/", "").Header; h.Get("DAV") != "1, 2, 3" || h.Get("MS-Author-Via") != "DAV" {
		t.Errorf("the root says nothing of WebDAV: %v", h)
	}
	if got := w.ask("", "GET", "/", ""); got.Header.Get("WWW-Authenticate") != "" {
		t.Error("the start page asks for a password")
	}
}
