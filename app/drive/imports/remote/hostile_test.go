package remote

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// TestListingsThatAreNoneAreRefused gives hrefs that lead elsewhere, documents that grow, and lists that are cut off.
func TestListingsThatAreNoneAreRefused(t *testing.T) {
	deep := strings.Repeat("<d:a>", 5_000) + strings.Repeat("</d:a>", 5_000)
	bomb := `<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>` +
		`<d:multistatus xmlns:d="DAV:"><d:response><d:href>&b;</d:href></d:response></d:multistatus>`
	good := listing("/dav/", nil, []string{"/dav/a"})
	for name, body := range map[string]string{
		"dots":             listing("/dav/", nil, []string{"/dav/../secret"}),
		"encoded dots":     listing("/dav/", nil, []string{"/dav/%2e%2e"}),
		"encoded slash":    listing("/dav/", nil, []string{"/dav/..%2f..%2fetc"}),
		"zero":             listing("/dav/", nil, []string{"/dav/a%00b"}),
		"elsewhere":        listing("/dav/", nil, []string{"/etc/passwd"}),
		"above":            listing("/dav/", nil, []string{"/"}),
		"too deep":         listing("/dav/", nil, []string{"/dav/a/b"}),
		"no escape":        listing("/dav/", nil, []string{"/dav/%zz"}),
		"entities":         bomb,
		"document type":    `<!DOCTYPE m>` + good,
		"unknown entity":   strings.Replace(good, "/dav/a<", "/dav/&x;<", 1),
		"not XML":          "{}",
		"HTML":             "<html><body>Welcome</body></html>",
		"nothing":          "",
		"cut off":          good[:len(good)-len("</d:multistatus>")],
		"cut in the midst": good[:len(good)/2],
		"nested":           strings.Replace(good, "<d:propstat>", deep+"<d:propstat>", 1),
		"empty":            `<d:multistatus xmlns:d="DAV:"/>`,
	} {
		w := newWorld(t)
		w.says("PROPFIND /dav/", 207, good)
		s := w.opened(t, "/dav/")
		w.says("PROPFIND /dav/", 207, body)
		if all, err := everything(t, s); err == nil {
			t.Errorf("%s: %v", name, all)
		}
	}
}

// endless writes the head, and then the same for ever.
func endless(head, again string) http.HandlerFunc {
	return func(rw http.ResponseWriter, _ *http.Request) {
		rw.WriteHeader(207)
		_, err := io.WriteString(rw, head)
		more := strings.Repeat(again, 1+10_000/len(again))
		for err == nil {
			_, err = io.WriteString(rw, more)
		}
	}
}

// TestAnAnswerWithoutEndTakesNoMemory gives a name, a value and a text between entries without an end.
func TestAnAnswerWithoutEndTakesNoMemory(t *testing.T) {
	head := strings.TrimSuffix(listing("/dav/", nil, nil), "</d:multistatus>")
	for name, again := range map[string]string{
		"href":     head + "<d:response><d:href>/dav/",
		"element":  head + "<d:response><d:",
		"comment":  head + "<!-- ",
		"property": head + "<d:response><d:href>/dav/a</d:href><d:propstat><d:prop><d:getetag>",
	} {
		w := newWorld(t)
		w.says("PROPFIND /dav/", 207, listing("/dav/", nil, nil))
		s := w.opened(t, "/dav/")
		w.on("PROPFIND /dav/", endless(again, "a"))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := s.List(t.Context(), ""); err == nil {
			t.Errorf("%s: no error", name)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("%s: %d MiB", name, used>>20)
		}
	}
}

// TestADirectoryWithoutEndIsReadInPages holds a page of it at a time; the engine bounds how many items an import has.
func TestADirectoryWithoutEndIsReadInPages(t *testing.T) {
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, nil))
	s := w.opened(t, "/dav/")
	w.on("PROPFIND /dav/", endless(strings.TrimSuffix(listing("/dav/", nil, nil), "</d:multistatus>"),
		"<d:response><d:href>/dav/a</d:href><d:propstat><d:prop><d:resourcetype/></d:prop>"+
			"<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"))
	next, all := "", 0
	for range 20 {
		p, err := s.List(t.Context(), next)
		if err != nil {
			t.Fatal(err)
		}
		if next = p.Next; len(p.Items) > limits.RemotePage || next == "" {
			t.Fatalf("%d items, next %q", len(p.Items), next)
		}
		all += len(p.Items)
	}
	if all != 20*limits.RemotePage {
		t.Errorf("%d items", all)
	}
}

// TestADirectoryInItselfEnds follows a listing that has itself in it.
func TestADirectoryInItselfEnds(t *testing.T) {
	w := newWorld(t)
	w.Config.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		rw.WriteHeader(207)
		_, _ = io.WriteString(rw, listing(r.URL.EscapedPath(), []string{r.URL.EscapedPath() + "again/"}, nil))
	})
	all, err := everything(t, w.opened(t, "/dav/"))
	if err != nil || len(all) != limits.RemoteDepth+1 {
		t.Fatalf("%d directories: %v", len(all), err)
	}
	if skip := all[len(all)-1].Skip; skip != fault.ImportItemTooDeep.Key {
		t.Errorf("the last one is left out for %q", skip)
	}
}

// TestNothingFollowsARedirect and no password goes to another server.
func TestNothingFollowsARedirect(t *testing.T) {
	other := newWorld(t)
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, []string{"/dav/a"}))
	s := w.opened(t, "/dav/")
	away := func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, other.URL+"/secret", http.StatusTemporaryRedirect)
	}
	w.on("GET /dav/a", away)
	if _, _, err := s.Open(t.Context(), &source.Item{Key: "a"}, 0); err == nil {
		t.Error("a redirect was followed")
	}
	w.on("PROPFIND /dav/", away)
	if _, err := s.List(t.Context(), ""); err == nil {
		t.Error("a redirect was followed")
	}
	w.on("GET /status.php", away)
	if _, err := StartLogin(t.Context(), anywhere(), w.URL); !errors.Is(err, fault.ConnectionAnswer) {
		t.Error(err)
	}
	if len(other.seen) != 0 {
		t.Errorf("the other server was asked %v", other.seen)
	}
}

// TestLiesAboutSizes gives fewer and more bytes than were said.
func TestLiesAboutSizes(t *testing.T) {
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, []string{"/dav/a"}))
	s := w.opened(t, "/dav/")
	it := &source.Item{Key: "a", Size: 5, ETag: `"x"`}
	for sent, fine := range map[string]bool{"1234": false, "12345": true, "123456": false} {
		w.on("GET /dav/a", func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("ETag", `"x"`)
			rw.(http.Flusher).Flush() // in chunks, without a length
			_, _ = io.WriteString(rw, sent)
		})
		text, _, err := read(t, s, it, 0)
		if fine != (err == nil) || fine && text != sent {
			t.Errorf("%q: %q %v", sent, text, err)
		}
	}
	for name, head := range map[string]string{
		"another part": "bytes 0-2/5", "beyond": "bytes 3-2/1", "words": "some bytes", "none": "",
	} {
		w.on("GET /dav/a", func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("ETag", `"x"`)
			rw.Header().Set("Content-Range", head)
			rw.WriteHeader(http.StatusPartialContent)
			_, _ = io.WriteString(rw, "345")
		})
		if text, _, err := read(t, s, it, 3); err == nil {
			t.Errorf("%s: %q", name, text)
		}
	}
	w.on("GET /dav/a", func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(rw, "packed")
	})
	if _, _, err := read(t, s, it, 0); err == nil {
		t.Error("a packed content was taken")
	}
}

// TestAHeadHasABound gives one that is larger than any.
func TestAHeadHasABound(t *testing.T) {
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, nil))
	s := w.opened(t, "/dav/")
	w.on("GET /dav/a", func(rw http.ResponseWriter, _ *http.Request) {
		for i := range 100 {
			rw.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("a", 10_000))
		}
	})
	if _, _, err := s.Open(t.Context(), &source.Item{Key: "a"}, 0); err == nil {
		t.Error("a head of 1 MB was read")
	}
}

// TestLoginsThatLeadElsewhere are those of a server that sends its person to another one.
func TestLoginsThatLeadElsewhere(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	const poll = `{"poll":{"token":"secret","endpoint":"https://evil.example/poll"},"login":`
	for body, fine := range map[string]bool{
		poll + `"` + w.URL + `/index.php/login/v2/flow/abc"}`: true,
		poll + `"https://evil.example/login"}`:                false,
		poll + `"javascript:alert(1)"}`:                       false,
		poll + `"https://user@127.0.0.1/login"}`:              false,
		`{"login":"` + w.URL + `/x"}`:                         false,
		`[]`:                                                  false,
	} {
		w.says("POST /index.php/login/v2", 200, body)
		l, err := StartLogin(t.Context(), anywhere(), w.URL+"/index.php/apps/files/?dir=/")
		if fine != (err == nil) || err != nil && !errors.Is(err, fault.ConnectionAnswer) {
			t.Errorf("%s: %v", body, err)
		}
		if fine && (l.Address != w.URL+"/" && l.Address != w.URL || l.Product != Nextcloud || l.Poll != "secret") {
			t.Errorf("%s: %+v", body, l)
		}
	}
}

// TestALoginFromItsBeginningToItsEnd asks, waits, gets an app password and gives it back.
func TestALoginFromItsBeginningToItsEnd(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	w.says("POST /index.php/login/v2/poll", 404, "[]")
	h := anywhere()
	if a, err := PollLogin(t.Context(), h, w.URL, "secret"); a != nil || err != nil {
		t.Errorf("%+v %v", a, err)
	}
	w.on("POST /index.php/login/v2/poll", func(rw http.ResponseWriter, r *http.Request) {
		if r.FormValue("token") != "secret" {
			rw.WriteHeader(404)
			return
		}
		_, _ = io.WriteString(rw, `{"server":"https://evil.example","loginName":"alice","appPassword":"Abcde-Fghij"}`)
	})
	a, err := PollLogin(t.Context(), h, w.URL, "secret")
	if err != nil || *a != (Credentials{"alice", "Abcde-Fghij"}) {
		t.Fatalf("%+v %v", a, err)
	}
	w.on("DELETE /ocs/v2.php/core/apppassword", func(rw http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		if user != "alice" || password != "Abcde-Fghij" || r.Header.Get("OCS-APIRequest") != "true" {
			rw.WriteHeader(500)
		}
	})
	if err := RevokePassword(t.Context(), h, w.URL, a); err != nil || w.count("DELETE /ocs/v2.php/core/apppassword") != 1 {
		t.Error(err)
	}
	w.says("DELETE /ocs/v2.php/core/apppassword", 401, "")
	if err := RevokePassword(t.Context(), h, w.URL, a); err != nil {
		t.Errorf("one that is gone already: %v", err)
	}
	w.says("DELETE /ocs/v2.php/core/apppassword", 500, "")
	if err := RevokePassword(t.Context(), h, w.URL, a); err == nil {
		t.Error("a server that fails")
	}
}

func TestAddressesThatPeopleEnter(t *testing.T) {
	for entered, want := range map[string]string{
		"cloud.example.com":                                      "https://cloud.example.com/",
		" https://cloud.example.com/ ":                           "https://cloud.example.com/",
		"https://example.com/nextcloud/index.php/apps/files/":    "https://example.com/nextcloud",
		"https://example.com/remote.php/dav/files/a%20b/Photos":  "https://example.com/",
		"https://example.com/login?redirect_url=/apps/dashboard": "https://example.com/",
		"http://10.0.0.7:8080":                                   "http://10.0.0.7:8080/",
		"ftp://example.com":                                      "",
		"https://user:secret@example.com":                        "",
		"https://example.com/../x":                               "",
		"":                                                       "",
	} {
		u, err := parseAddress(entered)
		got := ""
		if err == nil {
			got = baseURL(u).String()
		}
		if strings.TrimSuffix(got, "/") != strings.TrimSuffix(want, "/") {
			t.Errorf("%q is %q, not %q", entered, got, want)
		}
	}
}
