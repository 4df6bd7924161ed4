package stories

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// as sends a request with a path as it is written.
func (r *raw) as(t *testing.T, method, path, body string, headers ...string) *answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, r.site, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.URL.Opaque = path
	req.SetBasicAuth(r.login, r.token)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	var b strings.Builder
	if err := res.Write(&b); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(b.String(), "\r\n\r\n")
	return &answer{res.StatusCode, res.Header, []byte(text)}
}

// crooked are names that no path may have, as they are escaped.
var crooked = []string{
	"..%2fplan.txt", "..%2Fplan.txt", "%2e%2e%2fplan.txt", "%2e%2e/plan.txt", "../plan.txt", "a%2fb", "a%00b", "%00", "%c0%ae%c0%ae%c0%af",
	"%c0%afplan.txt", "%e0%80%afplan.txt", "%ff", "%ed%a0%80", "a%5cb", "..%5cplan.txt", "a%0d%0ab", "a%7fb", "a%E2%80%AEb",
	strings.Repeat("n", 256), strings.Repeat("%D9%86", 400), strings.Repeat("n", 60_000),
}

// TestCrookedPathsLeadNowhere sends paths that mean something else to somebody else, to every tree and in every header.
func TestCrookedPathsLeadNowhere(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r, before := w.full, w.state()
	dirs := []string{
		w.base, r.files("Secret/"), r.aside("trashbin") + "trash/", r.aside("versions") + "versions/", "/remote.php/webdav/Team/",
	}
	for _, name := range crooked {
		for _, dir := range dirs {
			for _, method := range []string{"GET", "PUT", "MKCOL", "DELETE", "LOCK", "PROPFIND"} {
				body := map[string]string{"PUT": "x", "LOCK": lockOf("x")}[method]
				got := r.as(t, method, dir+name, body, "Depth: 0")
				if got.Status < 400 || got.Status >= 500 {
					t.Errorf("%s %.200s: %d %s", method, dir+name, got.Status, got.Body)
				}
			}
		}
		for _, from := range []string{w.base + "open.txt", r.files("Team/open.txt")} {
			to := from[:strings.LastIndex(from, "/")+1] + name
			for _, method := range []string{"COPY", "MOVE"} {
				if got := r.as(t, method, from, "", "Destination: "+to); got.Status < 400 || got.Status >= 500 {
					t.Errorf("%s to %.200s: %d %s", method, to, got.Status, got.Body)
				}
			}
		}
	}
	if after := w.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
}

// TestCrookedPathsOfCalls sends such names where they are values: in forms, in queries, and in the heads of many files.
func TestCrookedPathsOfCalls(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r, before := w.full, w.state()
	for _, escaped := range crooked {
		name, err := url.PathUnescape(escaped)
		if err != nil {
			t.Fatal(err)
		}
		if len(name) < 10_000 {
			q := url.QueryEscape("/Secret/" + name)
			r.refused(t, "treasure", []attempt{
				{"POST", sharesPath, "shareType=3&path=" + q, []string{asForm}}, {"GET", sharesPath + "?path=" + q, "", nil},
				{"GET", "/index.php/core/preview?x=96&y=96&file=" + q, "", nil},
			})
		}
		if strings.ContainsAny(name, "\r\n\x00\x7f") || len(name) > 3000 {
			continue // no head can hold it
		}
		for _, path := range []string{"/Secret/" + name, "/" + name} {
			got := r.bulk(t, 200, part{path, "x", nil})
			if !strings.Contains(string(got.Body), `"error":true`) {
				t.Errorf("%.100s of many files: %s", path, got.Body)
			}
		}
	}
	if after := w.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
}

// TestEscapesOfEscapesAreLetters: what is escaped twice is a name with a percent sign.
func TestEscapesOfEscapesAreLetters(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r := w.full
	for i, name := range []string{"%252e%252e%252fplan.txt", "%252fetc", "a%2500b", "%252e%252e"} {
		r.want(t, 201, "PUT", r.files("Team/")+name, "x")
		r.want(t, 200, "GET", r.files("Team/")+name, "").has(t, "x")
		r.want(t, 207, "PROPFIND", r.files("Team/"), "", "Depth: 1").has(t, name+"</d:href>")
		to := map[bool]int{true: 201, false: 204}[i == 0]
		r.want(t, to, "MOVE", r.files("Team/")+name, "", "Destination: "+r.files("Team/kept.txt"))
	}
}

func TestNamesAreOneInBothForms(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r := w.full
	const composed, apart = "caf%C3%A9.txt", "cafe%CC%81.txt"
	r.want(t, 201, "PUT", r.files("Team/"+composed), "one")
	if got := r.bulk(t, 200, part{"/Team/cafe\u0301.txt", "two", nil}); !strings.Contains(string(got.Body), `"error":false`) {
		t.Errorf("%s", got.Body)
	}
	r.want(t, 201, "MKCOL", r.uploads("1"), "", "Destination: "+r.files("Team/"+apart))
	r.want(t, 201, "PUT", r.uploads("1")+"/1", "three")
	r.want(t, 204, "MOVE", r.uploads("1")+"/.file", "", "Destination: "+r.files("Team/"+apart))
	r.want(t, 200, "GET", r.files("Team/"+composed), "").has(t, "three")
	r.want(t, 204, "COPY", r.files("Team/open.txt"), "", "Destination: "+r.files("Team/"+apart))
	list := r.want(t, 207, "PROPFIND", r.files("Team/"), "", "Depth: 1")
	if n := strings.Count(string(list.Body), "caf"); n != 2 { // an address and a name
		t.Errorf("%d times in %s", n, list.Body)
	}
	path := "path=" + url.QueryEscape("/Team/cafe\u0301.txt")
	r.want(t, 200, "POST", sharesPath, "shareType=3&"+path, asForm)
	r.want(t, 200, "GET", sharesPath+"?"+path, "").has(t, "<share_type>3")
}

// TestLongNames: as many bytes as a name may have, and one more.
func TestLongNames(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r := w.full
	long := strings.Repeat("n", 240)
	r.want(t, 201, "PUT", r.files("Team/"+long), "x")
	r.want(t, 400, "PUT", r.files("Team/"+long+"n"), "x")
	r.want(t, 400, "MKCOL", r.files("Team/"+long+"n"), "")
	r.want(t, 400, "MOVE", r.files("Team/"+long), "", "Destination: "+r.files("Team/"+long+"n"))
	r.want(t, 201, "MOVE", r.files("Team/"+long), "", "Destination: "+r.files("Team/"+long[1:]))
	r.want(t, 204, "DELETE", r.files("Team/"+long[1:]), "")
	list := r.want(t, 207, "PROPFIND", r.aside("trashbin")+"trash", "", "Depth: 1")
	gone := list.find(t, `<d:href>(/[^<]*nnnn[^<]*)</d:href>`)
	r.want(t, 201, "MOVE", gone, "", "Destination: "+r.aside("trashbin")+"restore/"+strings.Repeat("m", 4000))
	r.want(t, 200, "GET", r.files("Team/"+long[1:]), "")
}

// TestCrookedDestinations sends a MOVE, a COPY, chunks, a version and a deleted file to where they do not belong.
func TestCrookedDestinations(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r := w.full
	r.want(t, 201, "MKCOL", r.files("Team/dir"), "")
	r.want(t, 201, "MKCOL", r.uploads("1"), "")
	r.want(t, 201, "PUT", r.uploads("1")+"/1", "x")
	before := w.state()
	host := strings.TrimPrefix(w.site, "http://")
	team := r.files("Team/new.txt")
	outside := []string{
		"", "http://elsewhere.example" + team, "//elsewhere.example" + team, "http://" + host + ".elsewhere.example" + team,
		"http://sara@elsewhere.example" + team, "http://" + host + "@elsewhere.example" + team, "new.txt", "file:///etc/passwd",
		"http://[::1",
		"/", "/api/storage", "/remote.php/dav/", "/remote.php/dav/files/", "/remote.php/dav/files/" + r.user + "x/new.txt", r.files(""),
		"/remote.php/dav/files/someone@example.org/new.txt", r.uploads("1"), r.uploads("1") + "/2", r.aside("trashbin") + "trash/x",
		r.aside("versions") + "versions/1/1", "/dav/" + w.secret + "/new.txt", r.files("Team"), r.files("Secret/"), r.files("none/new.txt"),
		"\xff", "/%zz", strings.Repeat("/a", 5000),
	}
	for _, to := range outside {
		for _, from := range []string{r.files("Team/open.txt"), r.files("Team/dir"), r.uploads("1") + "/.file"} {
			for _, method := range []string{"MOVE", "COPY"} {
				r.refused(t, "treasure", []attempt{{method, from, "", []string{"Destination: " + to}}})
			}
		}
	}
	for _, to := range outside[:9] {
		for _, from := range []string{w.trash, w.version} {
			r.refused(t, "treasure", []attempt{{"MOVE", from, "", []string{"Destination: " + to}}})
		}
	}
	for _, base := range []string{"trashbin", "versions"} {
		from := map[string]string{"trashbin": w.trash, "versions": w.version}[base]
		at := "elsewhere.example" + r.aside(base) + "restore/target"
		r.refused(t, "treasure", []attempt{
			{"MOVE", from, "", []string{"Destination: http://" + at}}, {"MOVE", from, "", []string{"Destination: //" + host + "@" + at}},
		})
	}
	for _, into := range []string{"Team/dir", "Team/dir/", "Team/dir/below", "Team/dir/be/low"} {
		r.refused(t, "treasure", []attempt{{"MOVE", r.files("Team/dir"), "", []string{"Destination: " + r.files(into)}}})
		r.refused(t, "treasure", []attempt{{"COPY", r.files("Team/dir"), "", []string{"Destination: " + r.files(into)}}})
	}
	if after := w.state(); after != before {
		t.Errorf("something changed:\n%s\n%s", before, after)
	}
	secret := "sara:" + r.token
	moved := r.want(t, 201, "COPY", r.files("Team/open.txt"), "", "Destination: http://"+secret+"@"+host+team)
	moved.lacks(t, r.token).lacks(t, base64.StdEncoding.EncodeToString([]byte(secret)))
}

// crowd sends requests at once and counts their answers.
func (r *raw) crowd(t *testing.T, n int, of func(i int) attempt) map[int]int {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	seen := map[int]int{}
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			a := of(i)
			<-start
			got, err := r.ask(a.method, a.path, strings.NewReader(a.body), a.headers...)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			seen[got.Status]++
		})
	}
	close(start)
	all.Wait()
	return seen
}

// race is what many devices do at once, of which one has to succeed.
type race struct {
	what      string
	won, lost int // statuses
	of        func(i int) attempt
}

const crowded = 12

// races begin with what each of them needs. Their names carry the round.
func (r *raw) races(t *testing.T, round int) []race {
	t.Helper()
	at := func(name string, i int) string { return fmt.Sprintf("%s%s-%d-%d", r.files("Team/"), name, round, i) }
	up := func(name string, i int) string { return r.uploads(fmt.Sprintf("%s-%d-%d", name, round, i)) }
	send := func(up, content string) {
		r.want(t, 201, "MKCOL", up, "")
		r.want(t, 201, "PUT", up+"/1", content)
	}
	tag := r.want(t, 201, "PUT", at("same", 0), "old").Header.Get("ETag")
	held := r.want(t, 201, "PUT", at("held", 0), "old").Header.Get("ETag")
	for i := range crowded {
		r.want(t, 201, "PUT", at("source", i), fmt.Sprint("source ", i))
		send(up("each", i), fmt.Sprint("chunk ", i))
	}
	send(up("one", 0), "one")
	put := func(name string, i int, header string) attempt {
		return attempt{"PUT", at(name, 0), fmt.Sprint("new ", i), []string{header}}
	}
	to := func(name string, i int) string { return "Destination: " + at(name, i) }
	return []race{
		{"If-Match", 204, 412, func(i int) attempt { return put("same", i, "If-Match: "+tag) }},
		{"If", 204, 412, func(i int) attempt { return put("held", i, "If: (["+held+"])") }},
		{"If-None-Match", 201, 412, func(i int) attempt { return put("made", i, "If-None-Match: *") }},
		{"MKCOL", 201, 405, func(int) attempt { return attempt{"MKCOL", at("dir", 0), "", nil} }},
		{"COPY", 201, 412, func(int) attempt {
			return attempt{"COPY", at("held", 0), "", []string{to("copied", 0), "Overwrite: F"}}
		}},
		{"MOVE", 201, 412, func(i int) attempt {
			return attempt{"MOVE", at("source", i), "", []string{to("moved", 0), "Overwrite: F"}}
		}},
		{"DELETE", 204, 404, func(int) attempt { return attempt{"DELETE", at("held", 0), "", nil} }},
		{"LOCK", 201, 423, func(int) attempt { return attempt{"LOCK", at("locked", 0), lockOf("x"), nil} }},
		{"an upload begins", 201, 405, func(int) attempt { return attempt{"MKCOL", up("new", 0), "", nil} }},
		{"chunks of many", 201, 412, func(i int) attempt {
			return attempt{"MOVE", up("each", i) + "/.file", "", []string{to("whole", 0), "If-None-Match: *"}}
		}},
		{"chunks of one", 201, 404, func(i int) attempt { return attempt{"MOVE", up("one", 0) + "/.file", "", []string{to("many", i)}} }},
	}
}

// TestOneOfMany has many devices change the same thing at once, under a condition that only one of them can meet.
func TestOneOfMany(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	r := w.full
	for round := range 3 {
		for _, one := range r.races(t, round) {
			seen := r.crowd(t, crowded, one.of)
			if seen[one.won] != 1 || seen[one.lost] != crowded-1 {
				t.Errorf("%s: %v, want one %d and the others %d", one.what, seen, one.won, one.lost)
			}
		}
		list := string(r.want(t, 207, "PROPFIND", r.files("Team/"), asking("d:getetag"), "Depth: 1").Body)
		for name, n := range map[string]int{"many": 1, "source": crowded - 1, "moved": 1, "whole": 1, "made": 1, "copied": 1} {
			if got := strings.Count(list, fmt.Sprintf("/%s-%d-", name, round)); got != n {
				t.Errorf("%d of %s, want %d", got, name, n)
			}
		}
	}
}
