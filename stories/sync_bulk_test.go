package stories

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"testing"
)

// bulkOf is the body of a request with many files, and its type.
func bulkOf(t *testing.T, files [][3]string) (body, kind string) {
	t.Helper()
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	for _, f := range files {
		h := textproto.MIMEHeader{}
		h.Set("X-File-Path", f[0])
		h.Set("X-File-Mtime", "1700000000")
		h.Set("X-File-MD5", f[2])
		h.Set("Content-Length", strconv.Itoa(len(f[1])))
		w, err := m.CreatePart(h)
		if err == nil {
			_, err = w.Write([]byte(f[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), "multipart/related; boundary=" + m.Boundary()
}

func md5Hex(s string) string { return fmt.Sprintf("%x", md5.Sum([]byte(s))) }

func TestManyFilesInOneRequest(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	const bulk = "/remote.php/dav/bulk"
	r.want(t, 201, "MKCOL", r.files("d"), "")
	r.want(t, 201, "PUT", r.files("d/old.txt"), "old")
	large := strings.Repeat("large ", 400_000)
	body, kind := bulkOf(t, [][3]string{
		{"/d/سلام.txt", "one", md5Hex("one")},
		{"/d/empty.txt", "", md5Hex("")},
		{"/d/old.txt", "new", md5Hex("new")},
		{"/d/broken.txt", "broken", md5Hex("whole")},
		{"/no/such.txt", "x", md5Hex("x")},
		{"/d/OLD.txt", "x", md5Hex("x")},
		{"/../up.txt", "x", md5Hex("x")},
		{"/Team/large.bin", large, md5Hex(large)},
	})
	got := r.want(t, 200, "POST", bulk, body, "Content-Type: "+kind)
	for path, failed := range map[string]bool{
		"/d/سلام.txt": false, "/d/empty.txt": false, "/d/old.txt": false, "/d/broken.txt": true, "/no/such.txt": true, "/d/OLD.txt": true,
		"/../up.txt": true, "/Team/large.bin": false,
	} {
		if got.get(t, path, "error") != failed {
			t.Errorf("%s: %v", path, got.get(t, path))
		}
		if failed && got.get(t, path, "message") == "" {
			t.Errorf("%s fails without words", path)
		}
	}
	one := r.want(t, 200, "GET", r.files("d/%D8%B3%D9%84%D8%A7%D9%85.txt"), "").has(t, "one")
	if etag := got.get(t, "/d/سلام.txt", "etag"); `"`+etag.(string)+`"` != one.Header.Get("ETag") {
		t.Errorf("etag %v, %v", etag, one.Header.Get("ETag"))
	}
	if one.Header.Get("Last-Modified") != "Tue, 14 Nov 2023 22:13:20 GMT" || one.Header.Get("OC-Checksum") != "MD5:"+md5Hex("one") {
		t.Errorf("headers %v", one.Header)
	}
	r.want(t, 200, "GET", r.files("d/old.txt"), "").has(t, "new")
	if b := r.want(t, 200, "GET", r.files("Team/large.bin"), ""); string(b.Body) != large {
		t.Error("the large file is another one")
	}
	r.want(t, 404, "GET", r.files("d/broken.txt"), "")

	// A request that is torn leaves nothing.
	torn, kind := bulkOf(t, [][3]string{{"/d/a.txt", "a", md5Hex("a")}, {"/d/b.txt", "bbbbbbbbbb", md5Hex("bbbbbbbbbb")}})
	r.want(t, 400, "POST", bulk, torn[:strings.Index(torn, "bbbb")+4], "Content-Type: "+kind)
	r.want(t, 404, "GET", r.files("d/a.txt"), "")
	r.want(t, 400, "POST", bulk, "x", "Content-Type: text/plain")
	r.want(t, 405, "PUT", bulk, "x")
	many := make([][3]string, 101)
	for i := range many {
		many[i] = [3]string{fmt.Sprintf("/d/%d.txt", i), "x", md5Hex("x")}
	}
	body, kind = bulkOf(t, many)
	r.want(t, 413, "POST", bulk, body, "Content-Type: "+kind)
	r.want(t, 404, "GET", r.files("d/0.txt"), "")
	reader := &raw{site: r.site, login: r.login, token: w.tokens["reader"], user: r.user}
	body, kind = bulkOf(t, many[:2])
	if got := reader.want(t, 200, "POST", bulk, body, "Content-Type: "+kind); got.get(t, "/d/0.txt", "error") != true {
		t.Errorf("a token that reads writes: %s", got.Body)
	}
}

// newer makes the server take the client for one that sends empty files together with others without failing.
func (w *syncWorld) newer() {
	w.replace(func(_ http.ResponseWriter, r *http.Request) bool {
		r.Header.Set("User-Agent", strings.Replace(r.UserAgent(), "mirall/3.7.3", "mirall/3.16.0", 1))
		return false
	})
}

func TestANewAppSendsManyFilesTogether(t *testing.T) {
	t.Parallel()
	w := newSyncWorld(t, "nextcloudcmd")
	w.newer()
	a, b := w.client(), w.client()
	for i := range 250 {
		a.write(fmt.Sprintf("پوشهٔ %d/فایل %d.txt", i%3, i), strings.Repeat("متن ", i))
	}
	a.remove("پوشهٔ 0/فایل 0.txt") // this version fails with empty files
	a.sync()
	if all := w.requests(); count(all, "POST /remote.php/dav/bulk") < 3 || count(all, "PUT") != 0 {
		t.Errorf("249 files took %d requests of many and %d of one", count(all, "POST"), count(all, "PUT"))
	}
	b.sync()
	same(t, a, b)
}

// part is a file of a request with many, with headers of its own.
type part struct {
	path, content string
	headers       []string
}

func (r *raw) bulk(t *testing.T, status int, parts ...part) *answer {
	t.Helper()
	var b bytes.Buffer
	m := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{}
		h.Set("X-File-Path", p.path)
		h.Set("Content-Length", strconv.Itoa(len(p.content)))
		for _, one := range p.headers {
			name, value, _ := strings.Cut(one, ": ")
			h.Set(name, value)
		}
		w, err := m.CreatePart(h)
		if err == nil {
			_, err = w.Write([]byte(p.content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return r.want(t, status, "POST", "/remote.php/dav/bulk", b.String(), "Content-Type: multipart/related; boundary="+m.Boundary())
}

// TestFilesOfOneRequestHaveConditionsOfTheirOwn has two devices change a file: the later one must not undo what the other wrote.
func TestFilesOfOneRequestHaveConditionsOfTheirOwn(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	old := r.want(t, 201, "PUT", r.files("a.txt"), "one").Header.Get("ETag")
	now := r.want(t, 204, "PUT", r.files("a.txt"), "two of another device").Header.Get("ETag")
	large := strings.Repeat("large ", 400_000)
	etag := r.want(t, 201, "PUT", r.files("large.bin"), large).Header.Get("ETag")
	token := w.want(200, "sara", "LOCK", r.files("a.txt"), lockOf("x")).lockToken(t)
	got := r.bulk(t, 200,
		part{"/a.txt", "three", []string{"If-Match: " + old}},
		part{"/new.txt", "new", []string{"If-None-Match: *"}},
		part{"/gone.txt", "x", []string{"If-Match: " + old}},
		part{"/large.bin", large + "x", []string{"If-Match: " + old}},
	)
	for path, failed := range map[string]bool{"/a.txt": true, "/new.txt": false, "/gone.txt": true, "/large.bin": true} {
		if got.get(t, path, "error") != failed {
			t.Errorf("%s: %v", path, got.get(t, path))
		}
	}
	r.want(t, 200, "GET", r.files("a.txt"), "").has(t, "two of another device")
	r.want(t, 404, "GET", r.files("gone.txt"), "")
	got = r.bulk(t, 200,
		part{"/new.txt", "again", []string{"If-None-Match: *"}},
		part{"/a.txt", "three", []string{"If-Match: " + now, "If: (" + token + ")"}},
		part{"/large.bin", large + "x", []string{"If-Match: " + etag}},
	)
	for path, failed := range map[string]bool{"/a.txt": false, "/new.txt": true, "/large.bin": false} {
		if got.get(t, path, "error") != failed {
			t.Errorf("%s: %v", path, got.get(t, path))
		}
	}
	r.want(t, 200, "GET", r.files("a.txt"), "").has(t, "three")
	r.want(t, 200, "GET", r.files("new.txt"), "").has(t, "new")
}

// TestPathsOfManyFilesAreBounded sends names whose results would be the answer.
func TestPathsOfManyFilesAreBounded(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	var all []part
	for i := range 20 {
		all = append(all, part{"/" + strconv.Itoa(i) + strings.Repeat("p", 10<<10), "", nil})
	}
	if got := r.bulk(t, 413, all...); len(got.Body) > 1<<10 {
		t.Errorf("an answer of %d bytes", len(got.Body))
	}
	r.bulk(t, 413, part{"/" + strings.Repeat("p", 4<<10), "", nil})
	r.bulk(t, 413, part{"/a.txt", "a", nil}, part{"/b.txt", "b", []string{"X-More: " + strings.Repeat("p", 40<<10)}})
	r.want(t, 404, "GET", r.files("a.txt"), "")
	r.bulk(t, 200, part{"/a.txt", "a", nil}, part{"/" + strings.Repeat("p", 3<<10), "", nil}, part{"/b.txt", "b", []string{"X-More: p"}})
	r.want(t, 200, "GET", r.files("b.txt"), "").has(t, "b")
}
