package stories

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"
)

// oddValues are what a program may send where a number, a name or a word is expected.
var oddValues = []string{
	"\x01", "\xff", "\u202e", "\x00", "<b>&", "]]>", "\ufffe", "%", "*", "\"'--", "-1", "9223372036854775808", "1e9", "NaN",
	strings.Repeat("x", 5000), strings.Repeat("ن", 3000),
}

// oddRequests put a value everywhere.
func (w *twoSpaces) oddRequests(value string) []attempt {
	r, q, path := w.full, url.QueryEscape(value), url.PathEscape(value)
	open := "shareType=3&path=/Team/open.txt&"
	const many = "Content-Type: multipart/related; boundary=x"
	return []attempt{
		{"POST", sharesPath, open + "label=" + q, []string{asForm}}, {"POST", sharesPath, open + "password=" + q, []string{asForm}},
		{"POST", sharesPath, open + "expireDate=" + q, []string{asForm}}, {"POST", sharesPath, open + "permissions=" + q, []string{asForm}},
		{"PUT", sharesPath + "/" + w.share, "label=" + q, []string{asForm}}, {"GET", sharesPath + "/" + path, "", nil},
		{"POST", sharesPath, value, []string{"Content-Type: application/json"}},
		{"GET", "/ocs/v2.php/search/providers/files/search?term=" + q, "", nil},
		{"GET", "/ocs/v2.php/search/providers/files/search?term=a&limit=" + q, "", nil},
		{"GET", "/ocs/v2.php/apps/activity/api/v2/activity?since=" + q, "", nil},
		{"GET", "/ocs/v2.php/apps/activity/api/v2/activity?object_id=" + q, "", nil},
		{"POST", "/ocs/v2.php/apps/dav/api/v1/direct", "fileId=" + q, []string{asForm}},
		{"GET", "/index.php/core/preview?x=96&fileId=" + q, "", nil}, {"GET", "/index.php/avatar/" + path + "/64", "", nil},
		{"PROPFIND", r.files("Team/"), "", []string{"Depth: " + q}}, {"SEARCH", "/remote.php/dav/", value, nil},
		{"PUT", r.files("Team/odd.txt"), "x", []string{"X-OC-Mtime: " + q}},
		{"PUT", r.files("Team/odd.txt"), "x", []string{"Content-Type: " + q}},
		{"PUT", r.files("Team/odd.txt"), "x", []string{"OC-Checksum: " + q}}, {"REPORT", r.files(""), value, nil},
		{"LOCK", r.files("Team/locked.txt"), lockOf(value), []string{"Timeout: " + q}},
		{"UNLOCK", r.files("Team/locked.txt"), "", []string{"Lock-Token: " + q}},
		{"PROPPATCH", r.files("Team/open.txt"), patchOf(`<x xmlns="urn:x">` + value + `</x>`), nil},
		{"GET", r.files("Team/open.txt"), "", []string{"Range: bytes=" + q, "If-Modified-Since: " + q}},
		{"POST", "/remote.php/dav/bulk", value, []string{many}},
		{"POST", "/remote.php/dav/bulk", "--x\r\nX-File-Path: /a\r\nContent-Length: " + q + "\r\n\r\nx\r\n--x--", []string{many}},
	}
}

// TestOddValuesBreakNothing: whatever a value is, the answer is one of refusal or of success, and lists stay readable.
func TestOddValuesBreakNothing(t *testing.T) {
	t.Parallel()
	w := newTwoSpaces(t)
	for _, value := range oddValues {
		for _, a := range w.oddRequests(value) {
			got, err := w.full.ask(a.method, a.path, strings.NewReader(a.body), a.headers...)
			if err != nil || got.Status >= 500 && got.Status != 507 {
				t.Errorf("%.20q in %s %.80s %.80s: %v %v", value, a.method, a.path, a.body, err, got)
			}
		}
	}
	for _, path := range []string{sharesPath, "/ocs/v2.php/search/providers/files/search?term=txt"} {
		readable(t, w.full.want(t, 200, "GET", path, ""))
	}
	readable(t, w.full.want(t, 207, "PROPFIND", w.full.files("Team/"), "", "Depth: 1"))
}

// readable fails unless an answer is XML to its end.
func readable(t *testing.T, got *answer) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(got.Body))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, got.Body)
		}
	}
}
