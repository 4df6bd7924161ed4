package remote

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"anbar/app/base/fault"
	"anbar/app/drive/imports/source"
)

// TestARecordedNextcloudIsRead reads answers as a Nextcloud 31 gives them.
func TestARecordedNextcloudIsRead(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	w.says("PROPFIND /remote.php/dav/files/alice/Travel%20docs/", 207,
		listing("/remote.php/dav/files/alice/Travel%20docs/", nil, []string{"/remote.php/dav/files/alice/Travel%20docs/a.txt"}))
	w.says("PROPFIND /remote.php/dav/files/alice/Team/", 207, listing("/remote.php/dav/files/alice/Team/", nil, nil))
	s := w.opened(t, "")
	if s.Product() != Nextcloud {
		t.Errorf("it is %q", s.Product())
	}
	all, err := everything(t, s)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range all {
		got = append(got, summary(&all[i]))
	}
	want := []string{
		`directory "Team" -1 "77"`, `directory "Travel docs" -1 "6980612812345"`, `file "Travel docs/a.txt" 1`,
		`directory "Vault" -1 "5f00" import_item_encrypted`, `file "گزارش #1 & 100%.pdf" 11 "6958f5d2e4a10"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	pdf := all[4]
	if !pdf.Favorite || !pdf.ModifiedAt.Equal(time.Date(2026, 1, 3, 9, 15, 30, 0, time.UTC)) || pdf.Type != "application/pdf" {
		t.Errorf("the file is %+v", pdf)
	}
	if fmt.Sprint(pdf.Fields) != "[{Tags text Contracts, سال ۱۴۰۴}]" {
		t.Errorf("its tags are %v", pdf.Fields)
	}
	const sums = "[{sha1 2aae6c35c94fcfb415dbe95f408b9ce91ee846ed} {md5 5eb63bbbe01eeed093cb22bb8f5acdc3} {adler32 1a0b045d}]"
	if fmt.Sprint(pdf.Sums) != sums {
		t.Errorf("its sums are %v", pdf.Sums)
	}
	if !all[1].Favorite || all[0].Favorite {
		t.Error("favorites")
	}
}

// TestVersionsOfANextcloud leaves out the newest one of the list, which is the file.
func TestVersionsOfANextcloud(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	w.says("PROPFIND /remote.php/dav/versions/alice/versions/12345", 207, "nextcloud_versions.xml")
	w.says("GET /remote.php/dav/versions/alice/versions/12345/1767258930", 200, "the old!")
	s := w.opened(t, "")
	p, err := s.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	it := &p.Items[len(p.Items)-1]
	all, err := s.ListVersions(t.Context(), it)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Size != 8 || all[1].Size != 9 || !all[0].ModifiedAt.Before(all[1].ModifiedAt) {
		t.Fatalf("the versions are %+v", all)
	}
	all[0].ETag = "" // the test's server says none
	if text, _, err := read(t, s, &all[0], 0); err != nil || text != "the old!" {
		t.Errorf("%q %v", text, err)
	}
	all, err = s.ListVersions(t.Context(), &source.Item{Key: "x", Ref: "999"}) // a server without versions
	if err != nil || len(all) != 0 {
		t.Errorf("%v %v", all, err)
	}
}

func TestLinksOfANextcloud(t *testing.T) {
	w := newWorld(t)
	w.nextcloud()
	w.says("GET /ocs/v2.php/apps/files_sharing/api/v1/shares", 200, "nextcloud_shares.json")
	all, err := w.opened(t, "").ListLinks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range all {
		id := l.URL[len("https://cloud.example.com/s/"):]
		got = append(got, fmt.Sprintf("%s %q %q end %d password %v drop %v view %v", id, l.Key, l.Title,
			max(0, l.EndsAt.Unix()), l.Password, l.Drop, l.ViewOnly))
	}
	want := []string{
		`AbCdEfG0123456789 "Travel docs" "Travel docs" end 0 password false drop false view false`,
		fmt.Sprintf(`second "گزارش #1 & 100%%.pdf" "برای مشتری" end %d password false drop false view true`,
			time.Date(2027, 3, 4, 23, 59, 59, 0, time.UTC).Unix()),
		`third "Travel docs/a.txt" "a.txt" end 0 password true drop false view false`,
		`fourth "Travel docs" "Travel docs" end 0 password false drop true view false`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if w.count("GET /s/third") != 0 {
		t.Error("a link was opened")
	}
}

// TestAContentIsReadOnFromWhereItEnded covers servers with and without ranges, and contents that changed meanwhile.
func TestAContentIsReadOnFromWhereItEnded(t *testing.T) {
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, []string{"/dav/a%20b.txt"}))
	s := w.opened(t, "/dav/")
	it := &source.Item{Key: "a b.txt", Size: 10, ETag: `"one"`}
	etag, ranges := `"one"`, true
	w.on("GET /dav/a%20b.txt", func(rw http.ResponseWriter, r *http.Request) {
		rw.Header().Set("ETag", etag)
		if !ranges {
			r.Header.Del("Range")
		}
		http.ServeContent(rw, r, "", time.Unix(1_700_000_000, 0), strings.NewReader("0123456789"))
	})
	for _, with := range []bool{true, false} {
		ranges = with
		text, info, err := read(t, s, it, 4)
		if err != nil || text != "456789" || info.Size != 10 || info.ETag != `"one"` {
			t.Errorf("ranges %v: %q %+v %v", with, text, info, err)
		}
	}
	etag = `"two"`
	for _, with := range []bool{true, false} {
		ranges = with
		if _, _, err := read(t, s, it, 4); !errors.Is(err, source.ErrChanged) {
			t.Errorf("ranges %v: a changed content was %v", with, err)
		}
	}
	text, info, err := read(t, s, it, 0)
	if err != nil || text != "0123456789" || info.ETag != `"two"` {
		t.Errorf("%q %+v %v", text, info, err)
	}
	etag = `W/"one-gzip"`
	if text, info, err = read(t, s, it, 0); err != nil || text != "0123456789" || info.ETag != `"one"` {
		t.Errorf("%q %+v %v", text, info, err)
	}
}

// TestStatusesHaveAMeaning says which errors are the item's and which are those of the way.
func TestStatusesHaveAMeaning(t *testing.T) {
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, nil))
	s := w.opened(t, "/dav/")
	it := &source.Item{Key: "a"}
	for status, want := range map[int]error{
		401: fault.ImportSourceDenied, 403: source.ErrDenied, 404: source.ErrGone, 410: source.ErrGone,
	} {
		w.says("GET /dav/a", status, "no")
		if _, _, err := s.Open(t.Context(), it, 0); !errors.Is(err, want) {
			t.Errorf("%d is %v", status, err)
		}
	}
	for _, code := range []int{500, 502, 503, 302} {
		w.says("GET /dav/a", code, "no")
		_, _, err := s.Open(t.Context(), it, 0)
		var f *fault.Fault
		if err == nil || errors.As(err, &f) || errors.Is(err, source.ErrGone) {
			t.Errorf("%d is %v", code, err)
		}
	}
	if n := w.count("GET /dav/a"); n != 4+1+3+3+1 {
		t.Errorf("%d requests: only those that a server puts off are sent again", n)
	}
}

// TestOtherServers reads answers that differ in form.
func TestOtherServers(t *testing.T) {
	head := `<?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">`
	one := func(href, more string) string {
		return `<D:response xmlns:lp1="DAV:"><D:href>` + href + `</D:href><D:propstat><D:prop>` + more +
			`</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`
	}
	const dir = "<lp1:resourcetype><D:collection/></lp1:resourcetype>"
	const file = "<lp1:resourcetype/><lp1:getcontentlength>3</lp1:getcontentlength>"
	for name, body := range map[string]string{
		"absolute":     one("http://internal:8080/dav/", dir) + one("http://internal:8080/dav/a.txt", file),
		"other prefix": one("/behind/the/proxy/", dir) + one("/behind/the/proxy/a.txt", file),
		"no slash":     one("/dav", dir) + one("/dav/a.txt", file),
		"self last":    one("/dav/a.txt", file) + one("/dav/", dir),
		"lower hex":    one("/%64av/", dir) + one("/dav/%61.txt", file),
	} {
		w := newWorld(t)
		w.says("PROPFIND /dav/", 207, head+body+"</D:multistatus>")
		w.says("GET /dav/a.txt", 200, "abc")
		s := w.opened(t, "/dav")
		all, err := everything(t, s)
		if err != nil || len(all) != 1 || all[0].Path != "a.txt" || all[0].Size != 3 {
			t.Errorf("%s: %+v %v", name, all, err)
			continue
		}
		if text, _, err := read(t, s, &all[0], 0); err != nil || text != "abc" {
			t.Errorf("%s: %q %v", name, text, err)
		}
	}
}

// TestALargeDirectoryComesInPages goes on with a listing, also at another server of ours after a restart.
func TestALargeDirectoryComesInPages(t *testing.T) {
	var files []string
	for i := range 1_234 {
		files = append(files, fmt.Sprintf("/dav/f%04d", i))
	}
	w := newWorld(t)
	w.says("PROPFIND /dav/", 207, listing("/dav/", nil, files))
	s := w.opened(t, "/dav/")
	all, err := everything(t, s)
	if err != nil || len(all) != len(files) || w.count("PROPFIND /dav/") != 2 { // the first one is that of New
		t.Fatalf("%d entries in %d requests: %v", len(all), w.count("PROPFIND /dav/"), err)
	}
	first, err := s.List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	again := w.opened(t, "/dav/")
	second, err := again.List(t.Context(), first.Next)
	if err != nil || len(second.Items) != len(first.Items) || second.Items[0].Key != "f0500" {
		t.Errorf("%d entries: %v", len(second.Items), err)
	}
	w.says("PROPFIND /dav/", 207, strings.Replace(listing("/dav/", nil, files), "<d:resourcetype><d:collection/>",
		"<d:getetag>another</d:getetag><d:resourcetype><d:collection/>", 1))
	if second, err = w.opened(t, "/dav/").List(t.Context(), first.Next); err != nil || second.Items[0].Key != "f0000" {
		t.Errorf("a directory that changed begins with %q: %v", second.Items[0].Key, err)
	}
}
