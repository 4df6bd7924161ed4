package stories

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// asked is one request for a file of ten bytes, "0123456789", and its answer by RFC 9110. In headers, $etag is the entity tag of the
// file, and $same, $before and $after are dates; $none is a tag of nothing.
type asked struct {
	method  string
	headers string // "Name: value", one a line
	status  int
	body    string // * stands for the whole
	ranges  string // Content-Range
}

// reads are requests of a file that is there.
var reads = []asked{
	{"GET", "", 200, "*", ""},
	{"HEAD", "", 200, "", ""},
	// 13.1.1: If-Match, by strong comparison.
	{"GET", "If-Match: $etag", 200, "*", ""},
	{"GET", "If-Match: *", 200, "*", ""},
	{"GET", "If-Match: $none", 412, "", ""},
	{"GET", "If-Match: W/$etag", 412, "", ""},
	{"GET", "If-Match: $none, $etag", 200, "*", ""},
	{"GET", "If-Match: $none,,$etag", 200, "*", ""},
	{"GET", "If-Match: $none\nIf-Match: $etag", 200, "*", ""},
	{"GET", "If-Match: \"a,b\", $etag", 200, "*", ""},
	{"GET", "If-Match: unquoted", 412, "", ""},
	{"GET", "If-Match: ", 412, "", ""},
	{"HEAD", "If-Match: $none", 412, "", ""},
	{"GET", "If-Match: $etag\nIf-Unmodified-Since: $before", 200, "*", ""},
	// 13.1.2: If-None-Match, by weak comparison.
	{"GET", "If-None-Match: $etag", 304, "", ""},
	{"HEAD", "If-None-Match: $etag", 304, "", ""},
	{"GET", "If-None-Match: W/$etag", 304, "", ""},
	{"GET", "If-None-Match: *", 304, "", ""},
	{"GET", "If-None-Match: $none", 200, "*", ""},
	{"GET", "If-None-Match: $none, $etag", 304, "", ""},
	{"GET", "If-None-Match: $none\nIf-None-Match: W/$etag", 304, "", ""},
	{"GET", "If-None-Match: unquoted", 200, "*", ""},
	{"GET", "If-None-Match: $none\nIf-Modified-Since: $after", 200, "*", ""},
	{"GET", "If-None-Match: $etag\nIf-Modified-Since: $before", 304, "", ""},
	{"GET", "If-Match: $etag\nIf-None-Match: $etag", 304, "", ""},
	{"GET", "If-Match: $none\nIf-None-Match: $etag", 412, "", ""},
	// 13.1.3: If-Modified-Since.
	{"GET", "If-Modified-Since: $same", 304, "", ""},
	{"GET", "If-Modified-Since: $after", 304, "", ""},
	{"GET", "If-Modified-Since: $before", 200, "*", ""},
	{"HEAD", "If-Modified-Since: $same", 304, "", ""},
	{"GET", "If-Modified-Since: yesterday", 200, "*", ""},
	{"GET", "If-Modified-Since: $same\nIf-Modified-Since: $same", 200, "*", ""},
	// 13.1.4: If-Unmodified-Since.
	{"GET", "If-Unmodified-Since: $same", 200, "*", ""},
	{"GET", "If-Unmodified-Since: $after", 200, "*", ""},
	{"GET", "If-Unmodified-Since: $before", 412, "", ""},
	{"GET", "If-Unmodified-Since: yesterday", 200, "*", ""},
	// 14.2: Range, of bytes, and of GET alone.
	{"GET", "Range: bytes=0-0", 206, "0", "bytes 0-0/10"},
	{"GET", "Range: bytes=2-4", 206, "234", "bytes 2-4/10"},
	{"GET", "Range: bytes=7-", 206, "789", "bytes 7-9/10"},
	{"GET", "Range: bytes=-3", 206, "789", "bytes 7-9/10"},
	{"GET", "Range: bytes=-10", 206, "*", "bytes 0-9/10"},
	{"GET", "Range: bytes=-99", 206, "*", "bytes 0-9/10"},
	{"GET", "Range: bytes=9-99", 206, "9", "bytes 9-9/10"},
	{"GET", "Range: bytes=5-99999999999999999999", 206, "56789", "bytes 5-9/10"},
	{"GET", "Range: bytes=-99999999999999999999", 206, "*", "bytes 0-9/10"},
	{"GET", "Range: BYTES=1-1", 206, "1", "bytes 1-1/10"},
	{"GET", "Range: bytes= 1-1 ", 206, "1", "bytes 1-1/10"},
	{"GET", "Range: bytes=,1-1,", 206, "1", "bytes 1-1/10"},
	{"GET", "Range: bytes=1-1,50-60", 206, "1", "bytes 1-1/10"},
	{"GET", "Range: bytes=-0", 416, "", "bytes */10"},
	{"GET", "Range: bytes=10-", 416, "", "bytes */10"},
	{"GET", "Range: bytes=10-20", 416, "", "bytes */10"},
	{"GET", "Range: bytes=99999999999999999999-", 416, "", "bytes */10"},
	{"GET", "Range: bytes=5-2", 416, "", "bytes */10"},
	{"GET", "Range: bytes=", 416, "", "bytes */10"},
	{"GET", "Range: bytes=a-b", 416, "", "bytes */10"},
	{"GET", "Range: bytes=+1-2", 416, "", "bytes */10"},
	{"GET", "Range: bytes=--1", 416, "", "bytes */10"},
	{"GET", "Range: items=0-1", 200, "*", ""},
	{"GET", "Range: bytes", 200, "*", ""},
	{"GET", "Range: bytes=0-1\nRange: bytes=2-3", 200, "*", ""},
	{"GET", "Range: bytes=0-9,0-9,0-9", 200, "*", ""},
	{"HEAD", "Range: bytes=0-0", 200, "", ""},
	{"HEAD", "Range: bytes=99-", 200, "", ""},
	// 13.1.5: If-Range.
	{"GET", "Range: bytes=0-0\nIf-Range: $etag", 206, "0", "bytes 0-0/10"},
	{"GET", "Range: bytes=0-0\nIf-Range: W/$etag", 200, "*", ""},
	{"GET", "Range: bytes=0-0\nIf-Range: $none", 200, "*", ""},
	{"GET", "Range: bytes=0-0\nIf-Range: $same", 206, "0", "bytes 0-0/10"},
	{"GET", "Range: bytes=0-0\nIf-Range: $after", 200, "*", ""},
	{"GET", "Range: bytes=0-0\nIf-Range: $before", 200, "*", ""},
	{"GET", "Range: bytes=0-0\nIf-Range: yesterday", 200, "*", ""},
	{"GET", "Range: bytes=99-\nIf-Range: $none", 200, "*", ""},
	// 13.2.2: the preconditions come before the range.
	{"GET", "Range: bytes=99-\nIf-None-Match: $etag", 304, "", ""},
	{"GET", "Range: bytes=0-0\nIf-Match: $none", 412, "", ""},
	{"GET", "Range: bytes=0-0\nIf-Match: $etag", 206, "0", "bytes 0-0/10"},
	{"GET", "Range: bytes=0-0\nIf-None-Match: $none", 206, "0", "bytes 0-0/10"},
}

// empty are requests of a file without a byte.
var empty = []asked{
	{"GET", "", 200, "", ""},
	{"GET", "Range: bytes=0-", 200, "", ""},
	{"GET", "Range: bytes=0-0", 200, "", ""},
	{"GET", "Range: bytes=-1", 200, "", ""},
	{"GET", "Range: bytes=-0", 200, "", ""},
	{"GET", "Range: bytes=5-", 200, "", ""},
	{"GET", "If-None-Match: $etag", 304, "", ""},
}

// writes are requests that change a file; 204 are done, and the state is made again after each.
var writes = []asked{
	{"PUT", "", 204, "", ""},
	{"PUT", "If-Match: $etag", 204, "", ""},
	{"PUT", "If-Match: *", 204, "", ""},
	{"PUT", "If-Match: $none", 412, "", ""},
	{"PUT", "If-Match: W/$etag", 412, "", ""},
	{"PUT", "If-Match: $none, $etag", 204, "", ""},
	{"PUT", "If-None-Match: *", 412, "", ""},
	{"PUT", "If-None-Match: $etag", 412, "", ""},
	{"PUT", "If-None-Match: W/$etag", 412, "", ""},
	{"PUT", "If-None-Match: $none", 204, "", ""},
	{"PUT", "If-Unmodified-Since: $same", 204, "", ""},
	{"PUT", "If-Unmodified-Since: $after", 204, "", ""},
	{"PUT", "If-Unmodified-Since: $before", 412, "", ""},
	{"PUT", "If-Unmodified-Since: yesterday", 204, "", ""},
	{"PUT", "If-Match: $etag\nIf-Unmodified-Since: $before", 204, "", ""},
	{"PUT", "If-Match: $none\nIf-Unmodified-Since: $after", 412, "", ""},
	{"PUT", "If-Modified-Since: $after", 204, "", ""},
	{"DELETE", "If-Unmodified-Since: $before", 412, "", ""},
	{"DELETE", "If-Match: $none", 412, "", ""},
	{"DELETE", "If-None-Match: *", 412, "", ""},
	{"DELETE", "If-Unmodified-Since: $same", 204, "", ""},
	{"DELETE", "If-Match: $etag", 204, "", ""},
	{"PROPPATCH", "If-Unmodified-Since: $before", 412, "", ""},
	{"MOVE", "If-Unmodified-Since: $before", 412, "", ""},
	{"MOVE", "If-Match: $none", 412, "", ""},
	{"COPY", "If-Unmodified-Since: $before", 412, "", ""},
}

// absent are requests of a name that is free.
var absent = []asked{
	{"PUT", "If-Match: *", 412, "", ""},
	{"PUT", "If-Match: $none", 412, "", ""},
	{"PUT", "If-Unmodified-Since: $before", 201, "", ""},
	{"PUT", "If-None-Match: *", 201, "", ""},
	{"PUT", "If-None-Match: $none", 201, "", ""},
}

// door is a way to a file.
type door struct {
	name string
	do   func(method string, headers ...string) answer
}

func bodyOf(method string) string {
	if method == "PROPPATCH" {
		return `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><d:x>1</d:x></d:prop></d:set></d:propertyupdate>`
	}
	return "other"
}

// fill puts the state of a file into the headers of a request.
func (a asked) fill(h http.Header) []string {
	same, err := http.ParseTime(h.Get("Last-Modified"))
	if err != nil {
		same = time.Now()
	}
	date := func(d time.Duration) string { return same.Add(d).UTC().Format(http.TimeFormat) }
	filled := strings.NewReplacer("$etag", h.Get("ETag"), "$none", `"none"`, "$same", date(0), "$before", date(-time.Second),
		"$after", date(time.Second)).Replace(a.headers)
	if filled == "" {
		return nil
	}
	return strings.Split(filled, "\n")
}

// check sends a request through a door and compares the answer.
func (a asked) check(t *testing.T, d door, whole string) {
	t.Helper()
	state := d.do("HEAD").Header
	headers := a.fill(state)
	got := d.do(a.method, headers...)
	name := fmt.Sprintf("%s: %s %q", d.name, a.method, headers)
	if got.Status != a.status {
		t.Errorf("%s: %d, not %d: %.200s", name, got.Status, a.status, got.Body)
		return
	}
	if state.Get("ETag") == "" && a.status != 201 && a.status != 412 {
		t.Errorf("%s: no entity tag", d.name)
	}
	if ranges := got.Header.Get("Content-Range"); ranges != a.ranges {
		t.Errorf("%s: Content-Range %q, not %q", name, ranges, a.ranges)
	}
	if got.Status < 300 && a.method == "GET" {
		if want := strings.ReplaceAll(a.body, "*", whole); string(got.Body) != want {
			t.Errorf("%s: %q, not %q", name, got.Body, want)
		}
	}
	if got.Status == 304 && (got.Header.Get("ETag") != state.Get("ETag") || len(got.Body) > 0) {
		t.Errorf("%s: 304 with the tag %q and %d bytes", name, got.Header.Get("ETag"), len(got.Body))
	}
}

// TestPreconditionsAndRanges sends the table through every door that gives a file, and through those that take one.
func TestPreconditionsAndRanges(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	const at = "ten.txt"
	put := func(name, body string) {
		t.Helper()
		if got := w.ask("sara", "PUT", w.base+name, body, "X-OC-Mtime: 1500000000"); got.Status != 201 && got.Status != 204 {
			t.Fatalf("PUT: %d %s", got.Status, got.Body)
		}
	}
	dav := func(name string) door {
		return door{"/dav", func(method string, headers ...string) answer {
			if method == "MOVE" || method == "COPY" {
				headers = append(headers, "Destination: "+w.base+"elsewhere.txt")
			}
			return w.ask("sara", method, w.base+name, bodyOf(method), headers...)
		}}
	}
	sync := func(name string) door {
		return door{"/remote.php", func(method string, headers ...string) answer {
			if method == "MOVE" || method == "COPY" {
				headers = append(headers, "Destination: "+r.files("Team/elsewhere.txt"))
			}
			got, err := r.ask(method, r.files("Team/"+name), strings.NewReader(bodyOf(method)), headers...)
			if err != nil {
				t.Fatal(err)
			}
			return *got
		}}
	}
	signed := func(name string) door {
		file := w.sara.do("GET", "/storage/space/"+w.space+"/directory/"+w.root("root_directory_id"), nil).must(t, 200)
		for i := 0; ; i++ {
			if file.get(t, "files", i, "file_name") == name {
				path := "/api/download/space/" + w.space + "/directory/" + w.root("root_directory_id") + "/file/" +
					file.get(t, "files", i, "file_id").(string)
				url := w.sara.do("GET", strings.TrimPrefix(path, "/api"), nil).must(t, 200).get(t, "url").(string)
				return door{"signed address", func(method string, headers ...string) answer {
					return w.ask("", method, url[strings.Index(url, "/api/"):], "", headers...)
				}}
			}
		}
	}
	const ten = "0123456789"
	put(at, ten)
	put("empty.txt", "")
	for _, a := range reads {
		for _, d := range []door{dav(at), sync(at), signed(at)} {
			a.check(t, d, ten)
		}
	}
	for _, a := range empty {
		for _, d := range []door{dav("empty.txt"), sync("empty.txt"), signed("empty.txt")} {
			a.check(t, d, "")
		}
	}
	for _, a := range writes {
		for _, d := range []door{dav(at), sync(at)} {
			put(at, ten)
			a.check(t, d, "")
			if got := w.ask("sara", "GET", w.base+at, ""); a.status == 412 && string(got.Body) != ten {
				t.Errorf("%s %q was refused, and the file is %q", a.method, a.headers, got.Body)
			}
		}
	}
	for i, a := range absent {
		for j, of := range []func(string) door{dav, sync} {
			a.check(t, of(fmt.Sprintf("free-%d-%d.txt", i, j)), "")
		}
	}
	if n := len(reads) + len(empty) + len(writes) + len(absent); n < 60 {
		t.Errorf("%d rows", n)
	}
}
