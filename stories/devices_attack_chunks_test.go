package stories

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"math"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"anbar/app/base/limits"
	"anbar/config"
)

// TestUploadsThatLieAboutTheirLength announce more or less than comes, and numbers that are none.
func TestUploadsThatLieAboutTheirLength(t *testing.T) {
	t.Parallel()
	w, dir := newDavWorldWith(t, func(*config.Serve) {})
	r := newRaw(t, w)
	to := "Destination: " + r.files("lie.bin")
	for _, length := range []string{"-1", "-9223372036854775808", "9223372036854775808", "1e6", "0x10", "ten", " ", "1,000", "10 20"} {
		r.want(t, 400, "MKCOL", r.uploads("none"), "", "OC-Total-Length: "+strconv.Quote(length))
		r.want(t, 201, "MKCOL", r.uploads("later"), "")
		r.want(t, 400, "PUT", r.uploads("later")+"/1", "x", "OC-Total-Length: a"+length)
		r.want(t, 400, "MOVE", r.uploads("later")+"/.file", "", to, "OC-Total-Length: a"+length)
		r.want(t, 204, "DELETE", r.uploads("later"), "")
	}
	for _, length := range []string{"-1", "9223372036854775808"} {
		r.want(t, 400, "MKCOL", r.uploads("none"), "", "OC-Total-Length: "+length)
	}
	r.want(t, 507, "MKCOL", r.uploads("none"), "", "OC-Total-Length: 9223372036854775807")
	r.want(t, 201, "MKCOL", r.uploads("later"), "")
	r.want(t, 507, "PUT", r.uploads("later")+"/1", "x", "OC-Total-Length: 9223372036854775807")
	for _, said := range []int{10, 2_000_000} { // in files, and at their place
		body := strings.Repeat("x", said)
		for i, sent := range []int{said - 1, said + 1, said * 3} {
			up := r.uploads(fmt.Sprintf("%d-%d", said, i))
			r.want(t, 201, "MKCOL", up, "", "OC-Total-Length: "+strconv.Itoa(said))
			want := map[bool]int{true: 201, false: 400}[sent < said]
			r.want(t, want, "PUT", up+"/1", strings.Repeat("x", sent), "OC-Chunk-Offset: 0")
			for _, total := range []string{strconv.Itoa(sent), strconv.Itoa(said), ""} {
				r.want(t, 400, "MOVE", up+"/.file", "", to, "OC-Total-Length: "+total)
			}
			r.want(t, 201, "PUT", up+"/1", body, "OC-Chunk-Offset: 0")
			r.want(t, 400, "PUT", up+"/2", "x", "OC-Chunk-Offset: "+strconv.Itoa(said))
			r.want(t, 400, "MOVE", up+"/.file", "", to, "OC-Total-Length: "+strconv.Itoa(sent))
			r.want(t, 204, "DELETE", up, "")
		}
	}
	r.want(t, 204, "DELETE", r.uploads("later"), "")
	r.want(t, 404, "GET", r.files("lie.bin"), "")
	unfinished(t, dir, 0, 0)
}

// TestChunksAtImpossiblePlaces sends offsets that overflow when a length is added, names that are paths, and the end as a chunk.
func TestChunksAtImpossiblePlaces(t *testing.T) {
	t.Parallel()
	w, dir := newDavWorldWith(t, func(*config.Serve) {})
	r := newRaw(t, w)
	to := "Destination: " + r.files("place.bin")
	for n, total := range []string{"", "OC-Total-Length: 20", "OC-Total-Length: 3000000"} {
		for i, at := range []int64{math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 - 9, 1 << 62, 21, 3_000_001} {
			up := r.uploads(fmt.Sprintf("%d-%d", n, i))
			r.want(t, 201, "MKCOL", up, "", total)
			r.refusedOrKept(t, up+"/1", "0123456789", "OC-Chunk-Offset: "+strconv.FormatInt(at, 10))
			r.refusedOrKept(t, up+"/"+strconv.FormatInt(at, 10)+"-x", "0123456789")
			r.refusedOrKept(t, up+"/"+strconv.FormatInt(at, 10), "0123456789")
			r.want(t, 207, "PROPFIND", up, "", "Depth: 1")
			r.refused(t, "0123", []attempt{{"MOVE", up + "/.file", "", []string{to}}})
			r.want(t, 204, "DELETE", up, "")
		}
	}
	r.want(t, 201, "MKCOL", r.uploads("names"), "")
	for _, name := range []string{
		"../x", "..%2fx", "..%2f..%2f..%2fanbar.db", "a%2fb", ".file", "%2efile", strings.Repeat("1", 101), "-1", "x", "%00", "1%00", "..",
		"%2e%2e",
	} {
		got := r.as(t, "PUT", r.uploads("names")+"/"+name, "x")
		if got.Status < 400 || got.Status >= 500 {
			t.Errorf("a chunk %q: %d", name, got.Status)
		}
	}
	for _, name := range []string{"..%2fx", "..%2f..%2fx", "a%2fb", strings.Repeat("1", 101), "%ff%2f"} {
		if got := r.as(t, "MKCOL", r.uploads(name), ""); got.Status != 404 {
			t.Errorf("an upload %q: %d", name, got.Status)
		}
	}
	for _, a := range []attempt{
		{"GET", r.uploads("names"), "", nil}, {"COPY", r.uploads("names") + "/.file", "", []string{to}},
		{"LOCK", r.uploads("names"), lockOf("x"), nil},
		{"MOVE", r.uploads("names") + "/1", "", []string{to}}, {"DELETE", r.uploads("names") + "/1", "", nil},
		{"MKCOL", r.uploads("a/b"), "", nil},
		{"PROPPATCH", r.uploads("names"), patchOf(`<x xmlns="urn:x">1</x>`), nil}, {"MOVE", r.uploads("names"), "", []string{to}},
		{"PUT", r.uploads("names"), "x", nil}, {"PROPFIND", r.uploads(""), "", nil}, {"DELETE", r.uploads(""), "", nil},
	} {
		r.refused(t, "0123", []attempt{a})
	}
	r.want(t, 204, "DELETE", r.uploads("names"), "")
	r.want(t, 404, "GET", r.files("place.bin"), "")
	unfinished(t, dir, 0, 0)
}

// refusedOrKept sends a chunk that may be taken for now, but must not break the server.
func (r *raw) refusedOrKept(t *testing.T, path, body string, headers ...string) {
	t.Helper()
	got, err := r.ask("PUT", path, strings.NewReader(body), headers...)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != 201 && got.Status != 400 {
		t.Errorf("PUT %s %v: %d %s", path, headers, got.Status, got.Body)
	}
}

// TestTwoDevicesWithOneTransfer sends other bytes under the same numbers, from two devices of a person.
func TestTwoDevicesWithOneTransfer(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	a, b := w.device(w.sara, "sara", true), w.device(w.sara, "sara", true)
	for n, size := range []int{1000, 1_500_000} {
		up, to := a.uploads(strconv.Itoa(n)), "Destination: "+a.files("two.bin")
		ours, theirs := strings.Repeat("a", size), strings.Repeat("b", size)
		total := "OC-Total-Length: " + strconv.Itoa(2*size)
		sum := fmt.Sprintf("OC-Checksum: SHA1:%x", sha1.Sum([]byte(ours+ours)))
		second := "OC-Chunk-Offset: " + strconv.Itoa(size)
		a.want(t, 201, "MKCOL", up, "", total)
		b.want(t, 405, "MKCOL", up, "", "OC-Total-Length: 1")
		a.want(t, 201, "PUT", up+"/1", ours, "OC-Chunk-Offset: 0")
		b.want(t, 201, "PUT", up+"/2", theirs, second)
		a.want(t, 400, "MOVE", up+"/.file", "", total, sum, to) // not the file that it says
		a.want(t, 404, "GET", a.files("two.bin"), "")
		b.want(t, 404, "PROPFIND", up, "")
		a.want(t, 201, "MKCOL", up, "", total)
		a.want(t, 201, "PUT", up+"/2", ours, second) // out of order
		a.want(t, 201, "PUT", up+"/1", ours, "OC-Chunk-Offset: 0")
		a.want(t, 201, "MOVE", up+"/.file", "", total, sum, to)
		if got := a.want(t, 200, "GET", a.files("two.bin"), ""); string(got.Body) != ours+ours {
			t.Errorf("%d bytes: the file is another one", size)
		}
		b.want(t, 404, "MOVE", up+"/.file", "", total, "Destination: "+a.files("other.bin"))
		a.want(t, 204, "DELETE", a.files("two.bin"), "")
	}
}

// TestAChunkThatComesTwiceAtOnce has two devices send other bytes for one chunk at the same time. What becomes a file is that of one
// of them, or nothing.
func TestAChunkThatComesTwiceAtOnce(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := w.device(w.sara, "sara", true)
	for n, size := range []int{40_000, 900_000, 1 << 20, 2_500_000} {
		for round := range 4 {
			up := r.uploads(fmt.Sprintf("%d-%d", n, round))
			name := fmt.Sprintf("%d-%d.bin", n, round)
			total := "OC-Total-Length: " + strconv.Itoa(size)
			r.want(t, 201, "MKCOL", up, "", total)
			seen := r.crowd(t, 6, func(i int) attempt {
				return attempt{"PUT", up + "/1", strings.Repeat(string(rune('a'+i)), size), []string{"OC-Chunk-Offset: 0"}}
			})
			for status := range seen {
				if status != 201 && status != 404 && status != 409 && status != 400 {
					t.Errorf("%d bytes: %v", size, seen)
				}
			}
			got, err := r.ask("MOVE", up+"/.file", nil, total, "Destination: "+r.files(name))
			if err != nil || got.Status >= 500 {
				t.Fatalf("%d bytes: %v %d", size, err, got.Status)
			}
			file, err := r.ask("GET", r.files(name), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != 201 && file.Status != 404 || file.Status == 200 && bytes.Count(file.Body, file.Body[:1]) != size {
				t.Errorf("%d bytes: %d, then a mixture or a torn file: %d, %d bytes", size, got.Status, file.Status, len(file.Body))
			}
		}
	}
}

// TestChunksOverwriteOnlyWhenTheyMay: a MOVE that must not overwrite does not, also when it is one of chunks.
func TestChunksOverwriteOnlyWhenTheyMay(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	to := "Destination: " + r.files("a.txt")
	r.want(t, 201, "PUT", r.files("a.txt"), "old")
	r.want(t, 201, "MKCOL", r.uploads("1"), "")
	r.want(t, 201, "PUT", r.uploads("1")+"/1", "new")
	r.want(t, 412, "MOVE", r.uploads("1")+"/.file", "", to, "Overwrite: F")
	r.want(t, 200, "GET", r.files("a.txt"), "").has(t, "old")
	r.want(t, 201, "MOVE", r.uploads("1")+"/.file", "", "Destination: "+r.files("b.txt"), "Overwrite: F")
	r.want(t, 200, "GET", r.files("b.txt"), "").has(t, "new")
}

// TestUploadsOfOthersAreClosed sends every method to an upload of somebody else.
func TestUploadsOfOthersAreClosed(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	w.member()
	r, omid := newRaw(t, w), w.device(w.omid, "omid", true)
	r.want(t, 201, "MKCOL", r.uploads("9"), "")
	r.want(t, 201, "PUT", r.uploads("9")+"/1", "the secret")
	for _, owner := range []string{r.user, omid.user, "sara@example.org", "SARA@example.org"} {
		up := "/remote.php/dav/uploads/" + owner + "/9"
		to := "Destination: " + omid.files("mine.txt")
		omid.refused(t, "secret", []attempt{
			{"PROPFIND", up, "", nil}, {"PUT", up + "/1", "x", nil}, {"PUT", up + "/2", "x", nil}, {"DELETE", up, "", nil},
			{"MOVE", up + "/.file", "", []string{to}}, {"MOVE", up + "/.file", "", []string{"Destination: " + r.files("Team/x.txt")}},
		})
	}
	omid.want(t, 201, "MKCOL", omid.uploads("9"), "") // a number of his own
	r.want(t, 201, "MOVE", r.uploads("9")+"/.file", "", "Destination: "+r.files("mine.txt"))
	omid.want(t, 404, "MOVE", r.uploads("9")+"/.file", "", "Destination: "+r.files("mine.txt")) // nor the answer about it
	if got := r.want(t, 200, "GET", r.files("mine.txt"), ""); string(got.Body) != "the secret" {
		t.Errorf("%q", got.Body)
	}
}

// TestUploadsAreBounded begins as many as there may be, and one more.
func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	narrow := w.device(w.sara, "sara", true, w.space)
	for i := range limits.ChunkUploads {
		of := r
		if i%2 == 0 { // the bound is that of the person
			of = narrow
		}
		of.want(t, 201, "MKCOL", r.uploads(strconv.Itoa(i)), "")
	}
	r.want(t, 429, "MKCOL", r.uploads("more"), "")
	narrow.want(t, 429, "MKCOL", r.uploads("more"), "")
	r.want(t, 204, "DELETE", r.uploads("1"), "")
	narrow.want(t, 201, "MKCOL", r.uploads("more"), "")
}

// TestConditionsOfOthers names what belongs to others in the header If, and what is no condition at all.
func TestConditionsOfOthers(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	w.member()
	own := w.omid.do("POST", "/storage/workspace", map[string]string{"title": "Own"}).must(t, 201).get(t, "space_id").(string)
	omid := w.device(w.omid, "omid", true)
	team, mine := "/dav/"+w.space+"/", "/dav/"+own+"/"
	w.want(201, "sara", "PUT", team+"locked.txt", "old")
	token := w.want(200, "sara", "LOCK", team+"locked.txt", lockOf("x")).lockToken(t)
	omid.want(t, 201, "PUT", mine+"a.txt", "a")
	never := "<opaquelocktoken:00000000-0000-4000-8000-000000000000>"
	for _, condition := range []string{
		"(" + token + ")", "(Not " + never + ")", "(" + token + ") (Not " + never + ")", "<" + team + "locked.txt> (" + token + ")",
		"<" + w.site + team + "locked.txt> (" + token + ")", "(Not <DAV:no-lock>)", "(<DAV:no-lock>) (Not <DAV:no-lock>)",
		"<" + mine + "a.txt> (Not " + never + ")", `(Not ["x"])`,
	} {
		omid.want(t, 423, "PUT", team+"locked.txt", "new", "If: "+condition)
		omid.want(t, 423, "DELETE", team+"locked.txt", "", "If: "+condition)
		omid.want(t, 423, "MOVE", mine+"a.txt", "", "Destination: "+team+"locked.txt", "If: "+condition+" (Not "+never+")")
		got := omid.bulk(t, 200, part{"/Team/locked.txt", "new", []string{"If: " + condition}})
		if got.get(t, "/Team/locked.txt", "error") != true {
			t.Errorf("%s: %s", condition, got.Body)
		}
	}
	for _, broken := range []string{
		"(", "()", "(Not)", "(Not Not " + token + ")", token, "<>", "< (", "([\"x\"", "(<x>", "x", "((<x>))", "(<x>) y", "(<x>",
		"<//> (<x>)",
		"<http://elsewhere.example/a> (" + never + ")", "<%zz> (<x>)", "(\xff)",
	} {
		omid.want(t, 400, "PUT", mine+"a.txt", "new", "If: "+broken)
	}
	w.want(201, "sara", "MKCOL", team+"deep", "")
	deep := "If: (" + w.want(200, "sara", "LOCK", team+"deep", lockOf("x")).lockToken(t) + ")"
	omid.want(t, 423, "PUT", team+"deep/new.txt", "new", deep)
	omid.want(t, 423, "MKCOL", team+"deep/new", "", deep)
	omid.want(t, 423, "DELETE", team+"deep", "", deep)
	w.want(201, "sara", "PUT", team+"deep/new.txt", "new", deep)
	omid.want(t, 413, "PUT", mine+"a.txt", "new", "If: "+strings.Repeat("("+never+") ", 400))
	many := strings.Repeat("<"+team+"locked.txt> ("+never+") ", 100)
	omid.want(t, 412, "PUT", mine+"a.txt", "new", "If: "+many)
	omid.want(t, 200, "GET", mine+"a.txt", "").has(t, "a")
	w.want(200, "sara", "GET", team+"locked.txt", "").has(t, "old")

	// A condition tells nobody what is in a workspace that they do not see.
	w.roleOfOmid("no_role")
	for _, test := range []string{"(Not " + token + ")", "(" + token + ")", `(Not ["x"])`, `(["x"])`} {
		var seen []int
		for _, name := range []string{"locked.txt", "none.txt", "no/such.txt", ""} {
			got, err := omid.ask("PUT", mine+"a.txt", strings.NewReader("a"), "If: <"+team+name+"> "+test)
			if err != nil {
				t.Fatal(err)
			}
			seen = append(seen, got.Status)
		}
		if seen[0] != seen[1] || seen[1] != seen[2] || seen[2] != seen[3] {
			t.Errorf("%s tells what is there: %v", test, seen)
		}
	}
}

// knock comes to a door from an address.
func (w *davWorld) knock(address, login, secret, path string) int {
	w.t.Helper()
	req := httptest.NewRequest("PROPFIND", path, nil)
	req.RemoteAddr = address
	req.Header.Set("Depth", "0")
	req.Header.Set("X-Forwarded-For", "203.0.113."+strconv.Itoa(len(path)))
	if login != "" || secret != "" {
		req.SetBasicAuth(login, secret)
	}
	rec := httptest.NewRecorder()
	w.app.ServeHTTP(rec, req)
	return rec.Code
}

// TestGuessesAreSlowedAndLockNobodyOut tries wrong tokens at all doors, from many addresses.
func TestGuessesAreSlowedAndLockNobodyOut(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	const sara, first, second = "sara@example.org", "198.51.100.1:4000", "198.51.100.2:4000"
	doors := []string{
		w.base, r.files(""), "/remote.php/webdav/", r.uploads("1"), r.aside("trashbin") + "trash", r.aside("versions") + "versions/1",
		"/ocs/v2.php/cloud/user", "/index.php/core/preview", "/index.php/avatar/" + r.user + "/64",
	}
	wrong := [][2]string{
		{sara, "anb_" + strings.Repeat("a", 52)}, {sara, password}, {"omid@example.org", w.tokens["sara"]}, {"", w.tokens["sara"]},
		{sara, w.tokens["sara"] + "x"}, {sara, w.tokens["sara"][:20]}, {sara, strings.ToUpper(w.tokens["sara"])}, {"'; --", "\x00"},
	}
	for i := range 2 * limits.WrongTokens {
		guess := wrong[i%len(wrong)]
		want := map[bool]int{true: 401, false: 429}[i < limits.WrongTokens]
		if got := w.knock(first, guess[0], guess[1], doors[i%len(doors)]); got != want {
			t.Errorf("guess %d, %q at %s: %d, want %d", i, guess, doors[i%len(doors)], got, want)
		}
		if got := w.knock(first, sara, w.tokens["sara"], w.base); got != 207 {
			t.Fatalf("the owner at the same address after %d guesses: %d", i, got)
		}
	}
	for _, address := range []string{second, "[2001:db8:0:2::1]:1"} {
		if got := w.knock(address, sara, w.tokens["sara"], w.base); got != 207 {
			t.Errorf("%s: the owner elsewhere: %d", address, got)
		}
		if got := w.knock(address, sara, "anb_x", w.base); got != 401 {
			t.Errorf("%s: another address pays for the first: %d", address, got)
		}
	}
	for i := range 2 * limits.WrongTokens { // one network, many addresses
		want := map[bool]int{true: 401, false: 429}[i < limits.WrongTokens]
		if got := w.knock(fmt.Sprintf("[2001:db8:0:1::%x]:4000", i+1), sara, "anb_x", w.base); got != want {
			t.Errorf("guess %d of a network: %d, want %d", i, got, want)
		}
	}
	for range 3 * limits.WrongTokens { // who sends none guesses none
		if got := w.knock("198.51.100.9:4000", "", "", w.base); got != 401 {
			t.Fatalf("without a token: %d", got)
		}
	}
	if got := w.knock(first, " SARA@Example.org ", w.tokens["sara"], w.base); got != 207 {
		t.Errorf("the address of the owner in other letters: %d", got)
	}
}

// TestUploadsEndWithTheirDevice: what a device did not finish sending is gone when it is disconnected or has to delete its copies.
func TestUploadsEndWithTheirDevice(t *testing.T) {
	t.Parallel()
	ends := map[string]func(w *davWorld, id string){
		"revoke": func(w *davWorld, id string) { w.sara.do("DELETE", "/accounts/connected-devices/"+id, nil).must(t, 204) },
		"wipe": func(w *davWorld, id string) {
			w.sara.do("POST", "/accounts/connected-devices/"+id+"/wipe", nil).must(t, 204)
		},
	}
	for _, end := range ends {
		w, dir := newDavWorldWith(t, func(*config.Serve) {})
		r := newRaw(t, w)
		made := w.sara.do("POST", "/accounts/connected-devices", map[string]any{"name": "Lost", "may_write": true}).must(t, 201)
		lost := &raw{site: w.site, login: r.login, user: r.user, token: made.get(t, "token").(string)}
		r.want(t, 201, "MKCOL", r.uploads("mine"), "")
		r.want(t, 201, "PUT", r.uploads("mine")+"/1", "mine")
		for i := range limits.ChunkUploads - 1 {
			lost.want(t, 201, "MKCOL", r.uploads("lost"+strconv.Itoa(i)), "")
		}
		lost.want(t, 201, "PUT", r.uploads("lost0")+"/1", "lost")
		r.want(t, 429, "MKCOL", r.uploads("more"), "")
		end(w, made.get(t, "token_id").(string))
		unfinished(t, dir, int64(len("mine")), 10*time.Second) // before any other request for uploads
		lost.want(t, 401, "PUT", r.uploads("lost0")+"/2", "lost")
		r.want(t, 404, "PROPFIND", r.uploads("lost0"), "")
		r.want(t, 404, "MOVE", r.uploads("lost0")+"/.file", "", "Destination: "+r.files("lost.txt"))
		r.want(t, 201, "MKCOL", r.uploads("more"), "")
		r.want(t, 201, "MOVE", r.uploads("mine")+"/.file", "", "Destination: "+r.files("mine.txt"))
		r.want(t, 200, "GET", r.files("mine.txt"), "").has(t, "mine")
	}
}

// unfinished wants this many bytes of uploads that are not finished, not later than within.
func unfinished(t *testing.T, dir string, want int64, within time.Duration) {
	t.Helper()
	var got int64
	for end := time.Now().Add(within); ; time.Sleep(10 * time.Millisecond) {
		if got = bytesBelow(filepath.Join(dir, "chunks")) + bytesBelow(filepath.Join(dir, "blobs", "stage")); got == want {
			return
		}
		if time.Now().After(end) {
			t.Errorf("%d bytes of uploads are left, not %d", got, want)
			return
		}
	}
}

// TestAnUploadOfNothingIsNoFile: without a chunk and without a length nobody said that the file is empty.
func TestAnUploadOfNothingIsNoFile(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	to := "Destination: " + r.files("a.txt")
	r.want(t, 201, "PUT", r.files("a.txt"), "old")
	r.want(t, 201, "MKCOL", r.uploads("1"), "")
	r.want(t, 400, "MOVE", r.uploads("1")+"/.file", "", to)
	r.want(t, 200, "GET", r.files("a.txt"), "").has(t, "old")
	r.want(t, 204, "MOVE", r.uploads("1")+"/.file", "", to, "OC-Total-Length: 0")
	if got := r.want(t, 200, "GET", r.files("a.txt"), ""); len(got.Body) != 0 {
		t.Errorf("%q", got.Body)
	}
}
