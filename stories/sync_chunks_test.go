package stories

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// chunked is a file that is sent in chunks.
type chunked struct {
	content []byte
	starts  []int // of the chunks
}

func newChunked(seed uint64, size, smallest, largest int) *chunked {
	r := rand.New(rand.NewPCG(seed, 1))
	c := &chunked{content: make([]byte, size)}
	for i := range c.content {
		c.content[i] = byte(r.Uint32())
	}
	for at := 0; at < size; at += smallest + r.IntN(largest-smallest) {
		c.starts = append(c.starts, at)
	}
	return c
}

func (c *chunked) chunk(i int) []byte {
	end := len(c.content)
	if i+1 < len(c.starts) {
		end = c.starts[i+1]
	}
	return c.content[c.starts[i]:end]
}

func (c *chunked) sum() string { return fmt.Sprintf("SHA1:%x", sha1.Sum(c.content)) }

// raw sends requests of a sync app to a site.
type raw struct {
	site, user, login, token string
}

func (r *raw) ask(method, path string, body io.Reader, headers ...string) (*answer, error) {
	req, err := http.NewRequest(method, r.site+path, body)
	if err != nil {
		return nil, err
	}
	req.SetBasicAuth(r.login, r.token)
	for _, h := range headers {
		addHeader(req.Header, h)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	return &answer{res.StatusCode, res.Header, b}, err
}

func (r *raw) want(t *testing.T, status int, method, path, body string, headers ...string) *answer {
	t.Helper()
	got, err := r.ask(method, path, strings.NewReader(body), headers...)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != status {
		t.Errorf("%s %s %v: %d, want %d\n%s", method, path, headers, got.Status, status, got.Body)
	}
	return got
}

func (r *raw) uploads(name string) string { return "/remote.php/dav/uploads/" + r.user + "/" + name }
func (r *raw) files(name string) string   { return "/remote.php/dav/files/" + r.user + "/" + name }

// TestChunksSurviveKills sends a file in chunks that fit no block, in any order and by many connections, to a server that is
// killed again and again.
func TestChunksSurviveKills(t *testing.T) {
	t.Parallel()
	v := newVictim(t)
	v.live()
	defer func() { v.kill() }()
	if err := v.call("POST", "/storage/workspace", map[string]string{"title": "Team"}, nil); err != nil {
		t.Fatal(err)
	}
	var made struct{ Token string }
	if err := v.call("POST", "/accounts/connected-devices", map[string]any{"name": "Laptop", "may_write": true}, &made); err != nil {
		t.Fatal(err)
	}
	r := &raw{login: "v@example.org", token: made.Token, site: "http://" + v.addr}
	r.user = r.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	c := newChunked(7, 30_000_017, 300_000, 1_900_000)
	total := "OC-Total-Length: " + strconv.Itoa(len(c.content))
	r.want(t, 201, "MKCOL", r.uploads("77"), "", total)
	for round := 0; ; round++ {
		r.site = "http://" + v.addr
		list := string(r.want(t, 207, "PROPFIND", r.uploads("77"), "", "Depth: 1").Body)
		var missing []int
		for i := range c.starts {
			if !strings.Contains(list, fmt.Sprintf("/%d</d:href>", i)) {
				missing = append(missing, i)
			}
		}
		if len(missing) == 0 {
			break
		}
		rand.New(rand.NewPCG(9, uint64(round))).Shuffle(len(missing), func(i, j int) { missing[i], missing[j] = missing[j], missing[i] })
		var all sync.WaitGroup
		work := make(chan int)
		for range 3 {
			all.Go(func() {
				for i := range work {
					_, _ = r.ask("PUT", r.uploads("77")+"/"+strconv.Itoa(i), bytes.NewReader(c.chunk(i)), offsetAt(c.starts[i]))
				}
			})
		}
		for n, i := range missing {
			if n == len(missing)/2 && round < 3 {
				time.AfterFunc(time.Duration(round*7)*time.Millisecond, func() { _ = v.cmd.Process.Kill() })
			}
			work <- i
		}
		close(work)
		all.Wait()
		if round < 3 {
			_, _ = v.cmd.Process.Wait()
			v.live()
		}
		if round > 10 {
			t.Fatalf("%d of %d chunks never stay", len(missing), len(c.starts))
		}
	}
	done := r.want(t, 201, "MOVE", r.uploads("77")+"/.file", "", total, "Destination: "+r.site+r.files("big.bin"), "OC-Checksum: "+c.sum(),
		"X-OC-Mtime: 1700000000")
	if done.Header.Get("ETag") == "" || done.Header.Get("OC-FileId") == "" || done.Header.Get("X-OC-Mtime") != "accepted" {
		t.Errorf("headers %v", done.Header)
	}
	got := r.want(t, 200, "GET", r.files("big.bin"), "")
	if !bytes.Equal(got.Body, c.content) || got.Header.Get("OC-Checksum") != c.sum() {
		t.Error("the file is another one")
	}
	r.want(t, 404, "PROPFIND", r.uploads("77"), "")
}

func newRaw(t *testing.T, w *davWorld) *raw {
	t.Helper()
	r := &raw{site: w.site, login: "sara@example.org", token: w.tokens["sara"]}
	r.user = r.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	return r
}

// TestChunksOfEveryApp sends the same file in the ways of the apps: with offsets, numbered, named by their first and last
// byte, without the size of the whole, out of order.
func TestChunksOfEveryApp(t *testing.T) {
	t.Parallel()
	r := newRaw(t, newDavWorld(t))
	ways := []struct {
		name  string
		known bool // the size is
		order func(n int) []int
		chunk func(c *chunked, i int) (name, header string)
	}{
		{"offsets", true, inTurn, func(c *chunked, i int) (string, string) { return strconv.Itoa(i), offsetAt(c.starts[i]) }},
		{"offsets backwards", true, backwards, func(c *chunked, i int) (string, string) {
			return strconv.Itoa(i), offsetAt(c.starts[i])
		}},
		{"ios", true, inTurn, func(_ *chunked, i int) (string, string) { return strconv.Itoa(i + 1), "" }},
		{"ios backwards", true, backwards, func(_ *chunked, i int) (string, string) { return strconv.Itoa(i + 1), "" }},
		{"android", false, inTurn, func(c *chunked, i int) (string, string) {
			return fmt.Sprintf("%015d-%015d", c.starts[i], c.starts[i]+len(c.chunk(i))-1), ""
		}},
		{"later known", false, inTurn, func(_ *chunked, i int) (string, string) { return fmt.Sprintf("%05d", i+1), "OC-Total-Length: %d" }},
	}
	for n, size := range []int{5_000_001, 900_000, 1 << 20} {
		c := newChunked(uint64(size), size, 200_000, 900_000)
		for _, way := range ways {
			name := fmt.Sprintf("%d-%s", n, strings.ReplaceAll(way.name, " ", "-"))
			up, to := r.uploads(name), r.files(name)
			total := "OC-Total-Length: " + strconv.Itoa(size)
			if way.known {
				r.want(t, 201, "MKCOL", up, "", total)
			} else {
				r.want(t, 201, "MKCOL", up, "", "Destination: "+to)
			}
			r.want(t, 405, "MKCOL", up, "")
			for _, i := range way.order(len(c.starts)) {
				name, header := way.chunk(c, i)
				for range 1 + i%2 { // some come twice
					r.want(t, 201, "PUT", up+"/"+name, string(c.chunk(i)), strings.Replace(header, "%d", strconv.Itoa(size), 1))
				}
			}
			list := r.want(t, 207, "PROPFIND", up, "", "Depth: 1")
			if bytes.Count(list.Body, []byte("</d:getcontentlength>")) != len(c.starts) {
				t.Errorf("%s: %d chunks are listed as %s", way.name, len(c.starts), list.Body)
			}
			r.want(t, 201, "MOVE", up+"/.file", "", "Destination: "+to, "OC-Checksum: "+c.sum(), total)
			if got := r.want(t, 200, "GET", to, ""); !bytes.Equal(got.Body, c.content) {
				t.Errorf("%s, %d bytes: the file is another one", way.name, size)
			}
		}
	}
}

func offsetAt(at int) string { return "OC-Chunk-Offset: " + strconv.Itoa(at) }

func inTurn(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

func backwards(n int) []int {
	all := inTurn(n)
	for i := range all {
		all[i] = n - 1 - i
	}
	return all
}

func TestChunksThatDoNotBecomeAFile(t *testing.T) {
	t.Parallel()
	w := newDavWorld(t)
	r := newRaw(t, w)
	c := newChunked(3, 3_000_000, 700_000, 800_000)
	total := "OC-Total-Length: 3000000"
	send := func(name string, leaveOut int) {
		r.want(t, 201, "MKCOL", r.uploads(name), "", total)
		for i := range c.starts {
			if i != leaveOut {
				r.want(t, 201, "PUT", r.uploads(name)+"/"+strconv.Itoa(i), string(c.chunk(i)), offsetAt(c.starts[i]))
			}
		}
	}
	to := "Destination: " + r.files("file.bin")
	move := func(status int, name string, headers ...string) *answer {
		t.Helper()
		return r.want(t, status, "MOVE", r.uploads(name)+"/.file", "", append(headers, total)...)
	}
	send("1", -1)
	move(400, "1", to, "OC-Checksum: SHA1:da39a3ee5e6b4b0d3255bfef95601890afd80709").has(t, "در راه آسیب دید")
	move(404, "1", to) // the app begins again
	send("2", 1)
	move(400, "2", to)
	r.want(t, 201, "PUT", r.uploads("2")+"/1", string(c.chunk(1)), offsetAt(c.starts[1]))
	r.want(t, 400, "MOVE", r.uploads("2")+"/.file", "", to, "OC-Total-Length: 2999999")
	move(502, "2", "Destination: http://elsewhere.example/remote.php/dav/files/x")
	move(404, "2", "Destination: /remote.php/dav/files/0000000000000/file.bin")
	move(409, "2", "Destination: "+r.files("no/such/file.bin"))
	r.want(t, 404, "GET", r.files("file.bin"), "")
	move(201, "2", to, "OC-Checksum: MD5:"+fmt.Sprintf("%x", md5.Sum(c.content))) // another sum than the usual is read again
	send("3", -1)
	move(412, "3", to, `If-Match: "other"`)
	etag := r.want(t, 200, "HEAD", r.files("file.bin"), "").Header.Get("ETag")
	move(204, "3", to, "If-Match: "+etag)

	send("4", 0)
	r.want(t, 400, "PUT", r.uploads("4")+"/9", "x", "OC-Chunk-Offset: 3000000")
	r.want(t, 400, "PUT", r.uploads("4")+"/9", "x", "OC-Chunk-Offset: -1")
	r.want(t, 400, "PUT", r.uploads("4")+"/nine", "x")
	r.want(t, 405, "GET", r.uploads("4")+"/1", "")
	others := strings.Repeat("x", len(c.chunk(1))+1_000_000)
	r.want(t, 409, "PUT", r.uploads("4")+"/1", others, offsetAt(c.starts[1]-100_000))
	r.want(t, 404, "PROPFIND", r.uploads("4"), "")
	send("5", 0)
	r.want(t, 204, "DELETE", r.uploads("5"), "")
	r.want(t, 404, "PUT", r.uploads("5")+"/0", "x")
	r.want(t, 404, "PUT", r.uploads("never")+"/0", "x")
	r.want(t, 507, "MKCOL", r.uploads("6"), "", "OC-Total-Length: 1152921504606846976")

	// Others do not see it, and their name in a path opens nothing.
	send("7", -1)
	other := &raw{site: r.site, login: "omid@example.org", token: w.tokens["omid"]}
	other.user = other.want(t, 200, "GET", "/ocs/v1.php/cloud/user?format=json", "").get(t, "ocs", "data", "id").(string)
	other.want(t, 404, "PROPFIND", other.uploads("7"), "")
	other.want(t, 404, "PROPFIND", r.uploads("7"), "")
	other.want(t, 404, "PROPFIND", r.files(""), "")
	reader := &raw{site: r.site, login: r.login, token: w.tokens["reader"], user: r.user}
	reader.want(t, 403, "MOVE", r.uploads("7")+"/.file", "", to, total)
}
